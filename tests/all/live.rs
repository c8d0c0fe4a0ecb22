//! The live elements of the book in a browser: an edit, a map, a search, a hostile question; the engines there
//! give the same answers as the library here. Without Chromium, or without the engines that `sh
//! clients/browser/build.sh` puts into book/text/live, the tests say so and pass, except in CI.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use fairwitness::library::family;
use serde_json::{Value, json};

use super::browser::browser;
use super::support::{load, records, root, skip};

/// The policy that every page of the book has.
fn policy() -> String {
    let head = std::fs::read_to_string(root().join("book/theme/head.hbs")).unwrap();
    head.split("content=\"").nth(1).unwrap().split('"').next().unwrap().to_string()
}

/// The time limit of a page for all its attempts.
const PATIENCE: Duration = Duration::from_secs(240);

/// The engines: one for each model, and that of the engineers' page.
const ENGINES: [&str; 5] = ["arrivals", "cluster", "cohort", "covering", "audit"];

/// The largest size of an engine that wasm-opt has shortened, over the wire in bytes, as gzip packs it, which every host speaks.
const LARGEST: usize = 930_000;

/// The size of a file as gzip packs it, in bytes.
fn packed(file: &Path) -> usize {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&std::fs::read(file).unwrap()).unwrap();
    packed.finish().unwrap().len()
}

/// The file for the path of a page's address.
fn file(path: &str) -> Option<PathBuf> {
    let name = path.split(['?', '#']).next()?.trim_start_matches('/');
    let plain = name.split('/').all(|part| !part.is_empty() && part != "..");
    match name {
        "" => Some(root().join("tests/live/index.html")),
        "style.css" => Some(root().join("book/style.css")),
        _ if !plain => None,
        _ if name.starts_with("live/") => Some(root().join("book/text").join(name)),
        _ => Some(root().join("tests/live").join(name)),
    }
}

/// Answers one request: a file, the questions, or the report of the page.
fn serve(stream: TcpStream, asked: &str, seen: &Sender<Value>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut length = 0;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let path = line.split(' ').nth(1).unwrap_or("/").to_string();
    let (status, kind, body) = if line.starts_with("POST") {
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let _ = seen.send(serde_json::from_slice(&body).unwrap());
        ("200 OK", "text/plain", Vec::new())
    } else if path == "/asked.json" {
        ("200 OK", "application/json", asked.as_bytes().to_vec())
    } else {
        let found = file(&path).and_then(|file| std::fs::read(file).ok());
        let kind = match path.split('?').next().and_then(|path| path.rsplit('.').next()) {
            Some("js") => "text/javascript",
            Some("wasm") => "application/wasm",
            Some("css") => "text/css",
            _ => "text/html",
        };
        found.map_or(("404 Not Found", "text/plain", Vec::new()), |body| ("200 OK", kind, body))
    };
    let mut stream = reader.into_inner();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {}\r\n\
         Connection: close\r\n\r\n",
        body.len(),
        policy()
    )?;
    stream.write_all(&body)
}

/// The report of a page at the address, in a window of the width.
fn seen(browser: &str, port: u16, width: u32, coming: &std::sync::mpsc::Receiver<Value>) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-dev-shm-usage", &format!("--window-size={width},900")])
        .arg(format!("--user-data-dir={}", folder.path().display()))
        .arg("--remote-debugging-port=0")
        .arg(format!("http://127.0.0.1:{port}/"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let came = coming.recv_timeout(PATIENCE);
    let _ = child.kill();
    let _ = child.wait();
    came.unwrap_or_else(|_| panic!("the page said nothing in {PATIENCE:?}"))
}

/// The JSON output of `verify`.
fn printed(arguments: &[&str]) -> Value {
    super::support::json(arguments).1
}

/// A document with its integers as texts, because a page's own numbers are exact up to 2^53 only.
fn in_words(value: Value) -> Value {
    match value {
        Value::Number(n) if n.as_u64().is_some_and(|n| n > 1 << 53) => Value::String(n.to_string()),
        Value::Array(items) => items.into_iter().map(in_words).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, in_words(value))).collect(),
        other => other,
    }
}

/// A question, and the fields of the program's answer.
fn question(instance: &Value, mechanism: &str, property: &str, file: &Path) -> Value {
    let path = file.to_str().unwrap();
    let report =
        printed(&["--mech", mechanism, "--property", property, "--instance", path, "--budget", "60s"]);
    let fields = ["verdict", "witness", "outcome", "reason", "story"];
    let expected: serde_json::Map<_, _> =
        fields.iter().map(|name| ((*name).to_string(), report[*name].clone())).collect();
    json!({
        "question": {"ask": "judge", "instance": instance, "mechanism": mechanism, "property": property},
        "expected": expected,
    })
}

/// A table for a paper, and the one that the program prints of the record in that file.
fn exported(path: &Path, instance: &Value, mechanism: &str, property: &str) -> Value {
    let name = path.to_str().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(["export", name, "--latex"])
        .current_dir(root())
        .output()
        .unwrap();
    json!({
        "question": {"ask": "latex", "instance": instance, "mechanism": mechanism, "property": property, "file": name},
        "expected": {"latex": String::from_utf8(run.stdout).unwrap()},
    })
}

/// Instances of the families on record, each with the value that the formula of its family has there.
fn families() -> Vec<Value> {
    let mut all = Vec::new();
    for (_, record) in family::load(&root()).unwrap() {
        let own = &record.family;
        for k in own.from..own.from + 4 {
            let instance = in_words(own.template.at(k).unwrap().root.to_json());
            all.push(json!({
                "question": {"ask": "measure", "instance": instance, "mechanism": record.mechanism, "measure": record.measure},
                "expected": {"value": own.value.at(k).unwrap().to_string()},
            }));
        }
    }
    all
}

/// Records, random instances, families and hunts, with what the program prints for each.
fn questions(folder: &Path) -> Vec<Value> {
    let (mut all, mut tables) = (Vec::new(), 0);
    for path in records() {
        let document = load(&path);
        let text = |name: &str| document.root.get(name).map(|v| v.to_json());
        let (Some(Value::String(mechanism)), Some(Value::String(property))) =
            (text("mechanism"), text("property"))
        else {
            panic!("{}", path.display())
        };
        let own = text("witness").unwrap_or_default();
        let instance = in_words(document.instance().root.to_json());
        // The instance without the witness of its record, as the page asks.
        let file = folder.join(format!("record-{}.json", all.len()));
        std::fs::write(&file, instance.to_string()).unwrap();
        let judged = question(&instance, &mechanism, &property, &file);
        let plain = |witness: &Value| witness.to_string().replace('"', "");
        let same = plain(&judged["expected"]["witness"]) == plain(&own);
        all.push(judged);
        // The page searches by itself, and may find another witness than the record has, or none.
        if all.len() % 12 == 0 && same {
            all.push(exported(&path, &instance, &mechanism, &property));
            tables += 1;
        }
    }
    assert!(tables > 10, "{tables} tables are compared");
    all.extend(families());
    let bench = fairwitness::workbench::model("cluster").unwrap();
    let cells = [("tsf", "si"), ("drfh", "ef"), ("ps-dsf", "bf"), ("c-drfh", "po"), ("cdrf", "sp-demand")];
    for number in 0..200 {
        let drawn = bench.drawn(7, number, fairwitness::instances::Scope::default());
        let file = folder.join(format!("{number}.json"));
        let instance = drawn.root.to_json();
        std::fs::write(&file, instance.to_string()).unwrap();
        let (mechanism, property) = cells[number as usize % cells.len()];
        all.push(question(&instance, mechanism, property, &file));
    }
    // The pruned programme on the family of Theorem 7 with a dearer resource: its integrality gap is 2m/(m+1), by
    // hand.
    let gap = |m: i64| fairwitness::scalar::Rational::new(2 * m, m + 1).to_string();
    let family: serde_json::Map<_, _> =
        (1..=10).map(|m| ((m - 1).to_string(), json!({"m": m, "value": gap(m)}))).collect();
    all.push(json!({
        "question": {"ask": "family", "model": "covering", "construction": "mukherjee-dearer", "mechanism": "lp-pruned",
                     "measure": "integrality-gap", "most": 10},
        "expected": family,
    }));
    for seed in 0..50 {
        let (mechanism, property) =
            [("tsf", "bf"), ("drfh", "si"), ("uniform", "ef"), ("cdrf", "bf")][seed % 4];
        let said = seed.to_string();
        let report = printed(&[
            "--mech",
            mechanism,
            "--property",
            property,
            "--no-archive",
            "--seed",
            &said,
            "--budget",
            "300",
        ]);
        let fields = ["verdict", "instance", "witness", "strategy", "searched"];
        let expected: serde_json::Map<_, _> =
            fields.iter().map(|name| ((*name).to_string(), report[*name].clone())).collect();
        all.push(json!({
            "question": {"ask": "search", "model": "cluster", "mechanism": mechanism, "property": property, "seed": seed,
                         "instances": 300},
            "expected": expected,
        }));
    }
    all
}

#[test]
fn a_number_is_changed_in_a_browser() {
    let wasm = ENGINES.map(|name| root().join("book/text/live").join(name).with_extension("wasm"));
    let (Some(browser), true) = (browser(), wasm.iter().all(|file| file.exists())) else {
        skip("chromium and engines for pages", "apt-get install chromium; sh clients/browser/build.sh");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let asked = serde_json::to_string(&questions(folder.path())).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (send, coming) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (asked, send) = (asked.clone(), send.clone());
            std::thread::spawn(move || serve(stream, &asked, &send));
        }
    });
    let seen = seen(browser, port, 1280, &coming);
    let number = |name: &str| seen[name].as_f64().unwrap_or(f64::INFINITY);
    assert_eq!(seen["faults"], json!([]), "{seen:#}");
    assert_eq!(seen["differ"], json!([]));
    assert!(seen["compared"].as_u64().is_some_and(|n| n >= 450), "{}", seen["compared"]);
    assert_eq!(seen["verdict"]["verdict"], "violated");
    assert_eq!(seen["verdict"]["margin"], "1/6");
    assert_eq!(seen["back"], seen["verdict"], "starting again leads back");
    assert_eq!(seen["focused"], "[\"capacity\",0,0]");
    assert_eq!((&seen["invalid"], &seen["asked"]), (&json!("true"), &json!(0)));
    assert!(
        seen["dot"].as_str().is_some_and(|said| said.contains("capacity of server 1")),
        "{}",
        seen["dot"]
    );
    assert_eq!(seen["stopped"], "it was stopped");
    let hostile = seen["hostile"].as_array().unwrap();
    assert!(hostile[1..].iter().all(|said| said == "refused"), "{hostile:?}");
    // Bounds with room for a busy machine; on an idle one the figures are a third of them.
    println!(
        "first verdict {:.0} ms, an edit {:.0} ms, 95 of 100 edits at 4x3x3 {:.0} ms, the longest task of the page {:.0} ms, a map {:.0} ms, a stop {:.0} ms",
        number("first"),
        number("edit"),
        number("large"),
        number("long"),
        number("map"),
        number("stop")
    );
    assert!(
        number("first") < 3000.0
            && number("edit") < 150.0
            && number("map") < 15000.0
            && number("stop") < 600.0,
        "{seen:#}"
    );
    let sizes = wasm.each_ref().map(|file| packed(file));
    println!(
        "by gzip: {}",
        ENGINES
            .iter()
            .zip(&sizes)
            .map(|(name, size)| format!("{name} {size}"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    match Command::new("wasm-opt").arg("--version").output() {
        Ok(_) => assert!(sizes.iter().all(|size| *size < LARGEST), "{sizes:?} bytes by gzip"),
        Err(_) => skip("wasm-opt", "the package binaryen"),
    }
}
