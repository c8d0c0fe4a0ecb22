//! The built site in a browser, served as files by a host that adds nothing: its policy, and the live elements for
//! all readers. Without mdBook, Chromium or the engine for pages the test reports that and passes, except in CI.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use serde_json::json;

use super::browser::browser;
use super::devtools::{Browser, Page as _};
use super::site_bench::{addresses, meanwhile, missing, stored};
use super::site_live::{
    RECORD, chapters, families, filters, found, keyboard, links, opened, pasted, queries,
};
use super::site_pictures::pictures;
use super::support::{files_under, root, site, skip};

/// One page of each kind.
const KINDS: [&str; 13] = [
    "start.html",
    "learn/sharing.html",
    "learn/exercises.html",
    "results/khamse2017.html",
    "choose/your-cluster.html",
    "lookup/matrix.html",
    "about/use.html",
    "matrix.html",
    "papers/khamse2017.html",
    "theorems.html",
    "mechanisms/tsf.html",
    "properties/cluster/bf.html",
    RECORD,
];

/// The addresses that hosts of this test program were asked for, in order.
static ASKED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// How often the host at `base` was asked for a file.
pub fn fetched(base: &str, file: &str) -> usize {
    let wanted = format!("{base}{file}");
    ASKED.lock().unwrap().iter().filter(|one| **one == wanted).count()
}

/// The answer of a host that serves plain files.
fn serve(stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let path = line.split(' ').nth(1).unwrap_or("/").split(['?', '#']).next().unwrap_or("/");
    ASKED.lock().unwrap().push(format!("http://{}{path}", reader.get_ref().local_addr()?));
    let file = folder.join(path.trim_start_matches('/'));
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("html") => "text/html",
        _ => "application/octet-stream",
    };
    let found = std::fs::read(file).ok().filter(|_| !path.contains(".."));
    let (status, body) = found.map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
    let mut stream = reader.into_inner();
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}

/// Serves a folder on this machine and returns the address.
pub fn served(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            std::thread::spawn(move || serve(stream, &folder));
        }
    });
    address
}

/// What stands between a beginning and an end in the pages that have a policy, as pages that lead elsewhere have none: scripts,
/// styles.
fn written_in(book: &Path, begins: &str, ends: &str) -> Vec<String> {
    let pages = files_under(book).into_iter().filter(|file| file.extension().is_some_and(|e| e == "html"));
    let texts = pages.map(|page| std::fs::read_to_string(page).unwrap());
    let texts = texts.filter(|text| text.contains("Content-Security-Policy"));
    let own = |text: String| {
        let rest = text.split(begins).skip(1).map(|rest| rest.split(ends).next().unwrap().to_string());
        rest.collect::<Vec<_>>()
    };
    texts.flat_map(own).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The texts by their hashes, as a policy lists them.
fn hashes(page: &mut Browser, texts: &[String]) -> Vec<String> {
    let hash = format!(
        "Promise.all({}.map(async (text) => {{ \
           const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)); \
           return \"'sha256-\" + btoa(String.fromCharCode(...new Uint8Array(hash))) + \"'\"; }}))",
        json!(texts)
    );
    let hashes = page.value(&hash);
    let mut hashes: Vec<String> =
        hashes.as_array().unwrap().iter().map(|hash| hash.as_str().unwrap().to_string()).collect();
    hashes.sort_unstable();
    hashes
}

/// The styles that mdBook writes into pages: the alignment of a column, the end of the buttons of a phone, and of a box that has the
/// focus for a moment when the keyboard goes from the search to what was found.
const STYLES: [&str; 5] = [
    "clear: both",
    "position: absolute; opacity: 0;",
    "text-align: center",
    "text-align: left",
    "text-align: right",
];

/// The policy lists the scripts and the styles that mdBook writes into pages, each by its hash, and no others; `BLESS=1` writes them
/// again.
fn policy(page: &mut Browser, base: &str, book: &Path) {
    page.open(&format!("{base}start.html"));
    let scripts = hashes(page, &written_in(book, "<script>", "</script>"));
    // Text in a page may have a quotation mark, and no angle bracket: what stands in a tag begins with one.
    let tags = written_in(book, "<", ">");
    let styles = tags.iter().flat_map(|tag| tag.split(" style=\"").skip(1));
    let styles: BTreeSet<&str> = styles.filter_map(|rest| rest.split('"').next()).collect();
    let strange: Vec<_> = styles.iter().filter(|style| !STYLES.contains(style)).collect();
    assert!(strange.is_empty(), "styles that only style.css may have: {strange:?}");
    assert!(
        !tags.iter().any(|tag| tag == "style" || tag.starts_with("style ")),
        "a page has a style of its own"
    );
    let styles = hashes(page, &STYLES.map(String::from));
    let file = root().join("book/theme/head.hbs");
    let text = std::fs::read_to_string(&file).unwrap();
    let between =
        |from: &str, to: &str| text.split_once(from).unwrap().1.split_once(to).unwrap().0.to_string();
    let listed = [between("'wasm-unsafe-eval' ", "; style-src"), between("'unsafe-hashes' ", "; img-src")];
    let made = [scripts.join(" "), styles.join(" ")];
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, text.replacen(&listed[0], &made[0], 1).replacen(&listed[1], &made[1], 1))
            .unwrap();
    }
    assert_eq!(listed, made, "BLESS=1 writes {} again", file.display());
    // A script that somebody else writes into a page does not run, and that is told.
    let planted = book.join("planted.html");
    let text = std::fs::read_to_string(book.join("start.html")).unwrap();
    let faulty = "<main><script>window.planted = 1</script><img src=\"x.png\" alt=\"\" onerror=\"window.planted = 2\">\
                  <a id=\"lure\" href=\"javascript:void(window.planted = 3)\">x</a>\
                  <style>main { color: red }</style><p id=\"plain\" style=\"color: red\">x</p>\
                  <p id=\"aligned\" style=\"text-align: right\">x</p>";
    std::fs::write(&planted, text.replacen("<main>", faulty, 1)).unwrap();
    page.complaints();
    page.open(&format!("{base}planted.html"));
    page.value("document.querySelector('#lure').click()");
    let said = page.complaints();
    assert!(said.iter().filter(|said| said.contains("Content Security Policy")).count() >= 5, "{said:#?}");
    let style = "getComputedStyle(document.querySelector('#plain')).color === 'rgb(255, 0, 0)'";
    assert_eq!(page.value(style), json!(false), "a style of somebody else's is applied");
    assert_eq!(page.value("getComputedStyle(document.querySelector('#aligned')).textAlign"), json!("right"));
    assert_eq!(page.value("typeof window.planted"), "undefined");
    std::fs::remove_file(planted).unwrap();
}

/// Every kind of page, light on a desk and dark on a phone: there is no complaint, nothing is wider than the phone,
/// and axe-core finds nothing serious.
fn kinds(page: &mut Browser, base: &str, axe: Option<&str>) {
    for (scheme, width) in [("light", 1280), ("dark", 390)] {
        page.shown(width, &[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
        for kind in KINDS {
            page.open(&format!("{base}{kind}"));
            let live = page.value("Boolean(document.querySelector('.live'))") == json!(true);
            assert_eq!(
                live,
                [
                    "start.html",
                    "learn/sharing.html",
                    "results/khamse2017.html",
                    "matrix.html",
                    "choose/your-cluster.html",
                    "properties/cluster/bf.html",
                    RECORD
                ]
                .contains(&kind),
                "{kind}"
            );
            if live {
                opened(page);
            }
            let place = format!("{kind}, {width} wide, {scheme}");
            assert_eq!(page.complaints(), Vec::<String>::new(), "{place}");
            let wide = page.value("document.scrollingElement.scrollWidth - innerWidth");
            assert!(wide.as_i64() <= Some(0), "{place}: {wide} too wide");
            let dark = page.value("document.documentElement.classList.contains('navy')");
            assert_eq!(dark, json!(scheme == "dark"), "{place}");
            let moving = page.value(
                    "[...document.querySelectorAll('*')].filter((one) => \
                     getComputedStyle(one).transitionDuration !== '0s' || getComputedStyle(one).animationName !== 'none').length",
                );
            assert_eq!(moving, json!(0), "{place}: something moves for a reader who asked for rest");
            let Some(axe) = axe else { continue };
            page.value(&format!("{axe};0"));
            let found = page.value(
                    "axe.run(document, {resultTypes: ['violations']}).then((said) => said.violations \
                     .filter((one) => ['serious', 'critical'].includes(one.impact)) \
                     .map((one) => [one.id, one.nodes.length, one.nodes[0].target.join(' '), one.nodes[0].failureSummary]))",
                );
            assert_eq!(found, json!([]), "{place}: {found:#}");
        }
    }
    page.shown(1280, &[]);
}

/// Without scripts a page is readable, and no element is shown that needs scripts.
fn without_scripts(page: &mut Browser, base: &str) {
    page.ask("Emulation.setScriptExecutionDisabled", json!({"value": true}));
    for kind in [RECORD, "matrix.html", "start.html"] {
        page.open(&format!("{base}{kind}"));
        let said = page.value("document.querySelector('main').innerText.length");
        assert!(said.as_u64() > Some(1000), "{kind}: {said}");
        assert_eq!(page.value("document.querySelectorAll('.live button, .live input').length"), json!(0));
        assert_eq!(page.value("document.querySelector('.sidebar iframe') !== null"), json!(true), "{kind}");
        assert_eq!(page.complaints(), Vec::<String>::new(), "{kind}");
    }
    page.ask("Emulation.setScriptExecutionDisabled", json!({"value": false}));
}

/// A page is printed without the list of contents, and without the room that the list has in a wide window.
fn printed(page: &mut Browser, base: &str) {
    page.shown(1280, &[]);
    page.open(&format!("{base}{RECORD}"));
    let left = "document.querySelector('.page-wrapper').getBoundingClientRect().left";
    page.until(&format!("{left} > 100"));
    page.ask("Emulation.setEmulatedMedia", json!({"media": "print"}));
    assert_eq!(page.value(left), json!(0));
    page.ask("Emulation.setEmulatedMedia", json!({"media": ""}));
}

/// The script of axe-core, which npm installs once outside the checkout, or the reason why it is missing.
fn axe() -> Result<String, String> {
    const PACKAGE: &str = "axe-core@4.14.1";
    let home = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
    let folder = home.ok_or("there is no HOME")?.join("fairwitness").join("axe");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if !script.is_file() {
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let run = Command::new("npm")
            .args(["install", "--silent", "--ignore-scripts", "--prefix"])
            .arg(&folder)
            .arg(PACKAGE)
            .output();
        if !run.is_ok_and(|run| run.status.success()) {
            return Err(format!("npm cannot fetch {PACKAGE}"));
        }
    }
    std::fs::read_to_string(script).map_err(|error| error.to_string())
}

#[test]
fn the_site_holds_for_all_who_read() {
    let wasm = root().join("book/text/live/cluster.wasm");
    let (Some(name), true) = (browser(), wasm.exists()) else {
        skip("chromium and engines for pages", "apt-get install chromium; sh clients/browser/build.sh");
        return;
    };
    let Some(book) = site("site-readers") else { return };
    let base = served(book.clone());
    let mut page = Browser::start(name);
    if std::env::var_os("PICTURES").is_some() {
        pictures(&mut page, &base);
    }
    policy(&mut page, &base, &book);
    without_scripts(&mut page, &base);
    printed(&mut page, &base);
    keyboard(&mut page, &base);
    chapters(&mut page, &base);
    stored(&mut page, &base);
    addresses(&mut page, &base);
    meanwhile(&mut page, &base);
    missing(&mut page, &base, &book);
    queries(&mut page, &base);
    found(&mut page, &base);
    filters(&mut page, &base);
    families(&mut page, &base);
    pasted(&mut page, &base);
    links(&mut page, &base);
    let axe = axe();
    if let Err(why) = &axe {
        skip("axe-core", why);
    }
    kinds(&mut page, &base, axe.ok().as_deref());
    std::fs::remove_dir_all(&book).unwrap();
}
