//! Asks for a rule with given properties, or for the proof that none exists.
//!
//! ```text
//! impossible --property po,si,sp --scope users=2,servers=1,resources=1,capacity=4,max=4
//!            [--all [--svg FILE]]         every set of the properties      [--over 1..8]  and every capacity of a range
//!            [--instance FILE]            what every rule does there       [--prefer welfare|near=FILE]
//!            [--budget 10s] [--format text|json] [--out FILE] [--coq FILE]   (folders with --all)
//! impossible --replay FILE..              judges records and rules again, with no solver
//! ```
//! Exit status: 0 impossible (or every set decided, every file accepted), 1 possible (or a file refused), 3 undecided, 2 usage.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use fairwitness_impossible::decide::{Prefer, Verdict, decide};
use fairwitness_impossible::forced::forced;
use fairwitness_impossible::lattice::{Lattice, MOST_PROPERTIES, lattice};
use fairwitness_impossible::over::over;
use fairwitness_impossible::profile::Profile;
use fairwitness_impossible::property::Property;
use fairwitness_impossible::question::{Question, properties};
use fairwitness_impossible::record::{self, Record};
use fairwitness_impossible::report::Report;
use fairwitness_impossible::report::forced::ForcedReport;
use fairwitness_impossible::report::lattice::LatticeReport;
use fairwitness_impossible::scope::Scope;
use fairwitness_impossible::stop::Stop;
use fairwitness_impossible::table::RuleFile;
use fairwitness_impossible::{coq, decide, picture, tell};
use serde::{Deserialize, Serialize};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Default)]
struct Options {
    property: String,
    scope: String,
    all: bool,
    over: Option<(u32, u32)>,
    instance: Option<PathBuf>,
    prefer: Option<String>,
    budget: Option<Duration>,
    json: bool,
    out: Option<PathBuf>,
    coq: Option<PathBuf>,
    svg: Option<PathBuf>,
    replay: Option<Vec<PathBuf>>,
}

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let json = given.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json");
    match options(&given).and_then(|options| run(&options)) {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            if json {
                let error = serde_json::json!({"error": {"message": message, "file": null, "field": null}});
                print(&format!("{error:#}\n"));
            }
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Prints to stdout; a closed pipe is no error.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn options(given: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut rest = given.iter();
    while let Some(name) = rest.next() {
        if let Some(files) = &mut options.replay {
            files.push(PathBuf::from(name));
            continue;
        }
        let mut value = || rest.next().cloned().ok_or_else(|| format!("`{name}` needs a value"));
        match name.as_str() {
            "--property" => options.property = value()?,
            "--scope" => options.scope = value()?,
            "--all" => options.all = true,
            "--over" => options.over = Some(range(&value()?)?),
            "--instance" => options.instance = Some(value()?.into()),
            "--prefer" => options.prefer = Some(value()?),
            "--budget" => options.budget = Some(seconds(&value()?)?),
            "--format" => {
                options.json = match value()?.as_str() {
                    "json" => true,
                    "text" => false,
                    other => return Err(format!("`--format` is text or json, and is `{other}`")),
                }
            }
            "--out" => options.out = Some(value()?.into()),
            "--coq" => options.coq = Some(value()?.into()),
            "--svg" => options.svg = Some(value()?.into()),
            "--replay" => options.replay = Some(vec![]),
            "--division" => match value()?.as_str() {
                "whole" => {}
                "divisible" => {
                    return Err("divisible tasks are not decided yet; `--division whole` is".to_string());
                }
                other => return Err(format!("`--division` is whole, and is `{other}`")),
            },
            other => {
                return Err(format!(
                    "unknown option `{other}`; there are --property, --scope, --all, --over, --instance, --prefer, --budget, --format, --out, --coq, --svg, --division and --replay"
                ));
            }
        }
    }
    Ok(options)
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    ends.filter(|(a, b)| 1 <= *a && a <= b && *b <= 100)
        .ok_or_else(|| format!("`--over` is a range like 1..8, and is `{text}`"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').and_then(|n| n.parse::<u64>().ok());
    number
        .map(Duration::from_secs)
        .ok_or_else(|| format!("`--budget` is a number of seconds like 10s, and is `{text}`"))
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|why| format!("{}: {why}", path.display()))
}

fn show(json: bool, value: &impl Serialize, text: impl Fn() -> String) -> Result<(), String> {
    let shown = if json {
        serde_json::to_string_pretty(value).map_err(|why| why.to_string())? + "\n"
    } else {
        text()
    };
    print(&shown);
    Ok(())
}

fn run(options: &Options) -> Result<u8, String> {
    if let Some(files) = &options.replay {
        return replay(files);
    }
    let pressed = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&pressed);
    ctrlc::set_handler(move || handler.store(true, Ordering::Relaxed)).map_err(|why| why.to_string())?;
    let end = options.budget.map(|budget| Instant::now() + budget);
    let stop = move || pressed.load(Ordering::Relaxed) || end.is_some_and(|end| Instant::now() >= end);
    let ids: Vec<&str> = options.property.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
    let asked = properties(&ids).map_err(|why| why.to_string())?;
    let scope = Scope::parse(&options.scope).map_err(|why| why.to_string())?;
    if (options.all || options.over.is_some()) && asked.len() > MOST_PROPERTIES {
        return Err(format!("sets of at most {MOST_PROPERTIES} properties are gone through"));
    }
    if let Some((from, to)) = options.over {
        let table = over(&asked, &scope, from..=to, &stop).map_err(|why| why.to_string())?;
        show(options.json, &table, || table.text())?;
        return Ok(if table.complete { 0 } else { 3 });
    }
    if let Some(path) = &options.instance {
        return instance(options, asked, &scope, path, &stop);
    }
    let question = Question::new(asked, scope).map_err(|why| why.to_string())?;
    if std::io::stderr().is_terminal() {
        eprintln!("{}", question.size());
    }
    if options.all {
        let lattice = lattice(&question, &stop);
        let report = LatticeReport::new(&question, &lattice);
        show(options.json, &report, || report.text())?;
        keep_all(options, &question, lattice)?;
        return Ok(if report.complete { 0 } else { 3 });
    }
    let prefer = match options.prefer.as_deref() {
        None => Prefer::Any,
        Some("welfare") => Prefer::Welfare,
        Some(other) => match other.strip_prefix("near=") {
            Some(path) => {
                let text = read(Path::new(path))?;
                Prefer::Near(RuleFile::read(&text).map_err(|why| format!("{path}: {why}"))?.rule)
            }
            None => return Err(format!("`--prefer` is welfare or near=FILE, and is `{other}`")),
        },
    };
    let verdict = decide(&question, &prefer, &stop);
    let report = Report::new(&question, &verdict);
    show(options.json, &report, || report.text())?;
    keep(options, &question, verdict)
}

/// Writes a file for each maximal possible and each minimal impossible set; `--out` and `--coq` are folders then.
fn keep_all(options: &Options, question: &Question, lattice: Lattice) -> Result<(), String> {
    let chosen = |set: &[usize]| set.iter().map(|&k| question.properties[k]).collect::<Vec<_>>();
    let file = |folder: &Path, kind: &str, set: &[usize], end: &str| {
        let ids: Vec<&str> = set.iter().map(|&k| question.properties[k].id()).collect();
        folder.join(format!("{kind}-{}.{end}", ids.join("+")))
    };
    for folder in options.out.iter().chain(&options.coq) {
        std::fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    }
    if let Some(path) = &options.svg {
        let Some(svg) = picture::svg(question, &lattice) else {
            return Err(format!("`--svg` draws at most {} properties", picture::MOST));
        };
        write(path, &svg)?;
    }
    for (set, rule) in lattice.possible {
        if let Some(folder) = &options.out {
            let properties = chosen(&set);
            let note = format!("A rule with {}.", tell::names(&properties));
            let text = RuleFile { properties, note, scope: question.scope.clone(), rule }.write();
            write(&file(folder, "rule", &set, "toml"), &text)?;
        }
    }
    for (set, decide::Proof { profiles, walk, without, .. }) in lattice.impossible {
        let Some(walk) = walk else { continue };
        let properties = chosen(&set);
        if let Some(folder) = &options.coq {
            write(&file(folder, "impossible", &set, "v"), &coq::export(&properties, &profiles, &walk))?;
        }
        if let Some(folder) = &options.out {
            let note = format!("No rule has {}.", tell::names(&properties));
            let scope = question.scope.clone();
            let text = Record { properties, note, scope, profiles, walk, without }.write();
            write(&file(folder, "impossible", &set, "toml"), &text)?;
        }
    }
    Ok(())
}

/// Writes what was asked for besides, and says the exit status.
fn keep(options: &Options, question: &Question, verdict: Verdict) -> Result<u8, String> {
    let scope = question.scope.clone();
    let properties = question.properties.clone();
    let names = tell::names(&properties);
    match verdict {
        Verdict::Undecided(_) => Ok(3),
        Verdict::Possible(rule) => {
            if options.coq.is_some() {
                return Err("`--coq` writes an impossibility, and the answer is possible".to_string());
            }
            if let Some(path) = &options.out {
                let note = format!("A rule with {names}.");
                write(path, &RuleFile { properties, note, scope, rule }.write())?;
            }
            Ok(1)
        }
        Verdict::Impossible(decide::Proof { profiles, walk, without, .. }) => {
            let Some(walk) = walk else { return Ok(0) };
            if let Some(path) = &options.coq {
                write(path, &coq::export(&properties, &profiles, &walk))?;
            }
            if let Some(path) = &options.out {
                let note = format!("No rule has {names}.");
                write(path, &Record { properties, note, scope, profiles, walk, without }.write())?;
            }
            Ok(0)
        }
    }
}

/// The fields of an instance file that are read here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Instance {
    model: Option<String>,
    capacity: Vec<Vec<u32>>,
    demand: Vec<Vec<u32>>,
}

fn instance(
    options: &Options,
    asked: Vec<&'static dyn Property>,
    scope: &Scope,
    path: &Path,
    stop: &dyn Stop,
) -> Result<u8, String> {
    let text = read(path)?;
    let given: Instance =
        toml::from_str(&text).map_err(|why| format!("{}: {}", path.display(), why.message()))?;
    if given.model.as_deref().unwrap_or("cluster") != "cluster" {
        return Err(format!("{}: `model` must be \"cluster\"", path.display()));
    }
    let profile = Profile { capacity: given.capacity, demand: given.demand };
    let question = Question::new(asked, scope.clone()).map_err(|why| why.to_string())?;
    let Some(found) = forced(&question, &profile, stop) else {
        return Err(format!(
            "{}: the instance is no profile of the scope {}; its capacities must be those of the scope, and its demands within max",
            path.display(),
            question.scope
        ));
    };
    let report = ForcedReport::new(&question, &found);
    show(options.json, &report, || report.text())?;
    Ok(match report.verdict {
        "impossible" => 0,
        "undecided" => 3,
        _ => 1,
    })
}

fn replay(files: &[PathBuf]) -> Result<u8, String> {
    if files.is_empty() {
        return Err("`--replay` needs files".to_string());
    }
    let mut status = 0;
    for path in files {
        let text = read(path)?;
        let judged = if text.contains("kind = \"rule\"") {
            RuleFile::read(&text)
                .and_then(|file| file.replay())
                .map(|()| "the rule has its properties".to_string())
        } else {
            record::replay(&text).map(|counted| {
                format!(
                    "impossible, by {} splits, {} allocations excluded by one run and {} by two",
                    counted.splits, counted.one_run, counted.two_runs
                )
            })
        };
        match judged {
            Ok(said) => print(&format!("{}: accepted: {said}\n", path.display())),
            Err(why) => {
                print(&format!("{}: refused: {why}\n", path.display()));
                status = 1;
            }
        }
    }
    Ok(status)
}
