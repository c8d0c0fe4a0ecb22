//! `verify audit --watch`: the state is read and audited again and again. The last good report is served and stays while
//! the input is bad, and each audit is a line of the history.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use fairwitness::desk::import::moment;
use fairwitness::desk::report::{AuditAsked, AuditReport, UserLine, audit_file, audit_pictures};
use fairwitness::document::{Document, shown};
use fairwitness::library::batch::FORMAT;
use fairwitness::workbench::Answer;
use serde_json::{Value as Json, json};

use super::html::notice;
use super::kept::Kept;
use super::metrics::{Gauges, of_moment};
use super::pages;
use super::source::Source;
use super::web::{Page, Pages, serve};
use crate::args::Audit;
use crate::inputs::load;
use crate::limits::interrupted;
use crate::said::Audited;

/// The longest sleep between two looks at the switch that ends the watch.
const NAP: Duration = Duration::from_millis(100);
/// The shortest time that a command has for its answer.
const LEAST: Duration = Duration::from_secs(60);

/// The last good audit, and the times of the last audit and of the last good one, in seconds after the start of 1970.
#[derive(Default)]
struct Last {
    good: Option<(AuditReport, Source, String)>,
    good_at: u64,
    /// The reason why the last state could not be audited.
    bad: Option<String>,
    /// The reason why the history could not be written.
    unwritten: Option<String>,
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

fn named(seconds: u64) -> String {
    format!("{}Z", moment(i64::try_from(seconds).unwrap_or(i64::MAX)))
}

/// The output of a command of the shell, which is ended after `time`.
fn output(command: &str, time: Duration) -> Result<String> {
    let mut child =
        Command::new("sh").args(["-c", command]).stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut out = child.stdout.take().context("--source: no output")?;
    let read = std::thread::spawn(move || std::io::read_to_string(&mut out));
    let until = Instant::now() + time;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() > until || interrupted() {
            let _ = child.kill();
            let _ = child.wait();
            bail!("--source: the command did not end in {} s", time.as_secs());
        }
        std::thread::sleep(NAP / 5);
    };
    if !status.success() {
        bail!("--source: the command ended with {status}");
    }
    match read.join() {
        Ok(text) => Ok(text?),
        Err(_) => bail!("--source: the output was not read"),
    }
}

/// Reads and audits the state.
fn look(args: &Audit, asked: &AuditAsked, every: Duration) -> Result<(AuditReport, Source, String)> {
    let (document, source) = match (&args.source, &args.instance) {
        (Some(command), _) => {
            let text = output(command, every.max(LEAST))?;
            let name = if text.trim_start().starts_with('{') { "source.json" } else { "source.toml" };
            (Document::parse(name, &text)?.instance(), Source::of_text(name, &text))
        }
        (None, Some(path)) => (load(path)?.instance(), Source::of(path)),
        (None, None) => bail!("--watch needs --instance FILE or --source COMMAND"),
    };
    let mut report = audit_file(&document, asked)?;
    report.plan = report.plan.filter(|_| args.plan);
    let page = pages::moment(&report, &source, &[], &audit_pictures(&document)?);
    Ok((report, source, page))
}

/// The line of the history for an audit.
fn line(last: &Last, at: u64) -> Json {
    let user = |line: &UserLine| {
        json!({
            "user": line.user, "tasks": line.tasks.to_string(), "share": line.share.to_string(),
            "right": line.right.to_string(), "short": line.short.to_string(),
        })
    };
    match (&last.bad, &last.good) {
        (Some(reason), _) => json!({"format": FORMAT, "time": named(at), "error": reason}),
        (None, Some((report, ..))) => {
            let violated = report.properties.iter().filter(|line| line.answer == Answer::Violated);
            json!({
                "format": FORMAT, "time": named(at), "sentence": report.sentence,
                "users": report.users.iter().map(user).collect::<Vec<_>>(),
                "violated": violated.map(|line| line.property).collect::<Vec<_>>(),
            })
        }
        (None, None) => json!({"format": FORMAT, "time": named(at)}),
    }
}

fn publish(last: &Last, pages: &Pages) {
    let mut gauges = last.good.as_ref().map_or_else(Gauges::default, |(report, ..)| of_moment(report));
    let flag = |bad: &Option<String>| if bad.is_some() { 0.0 } else { 1.0 };
    gauges.single("input_good", "Whether the last state could be audited", flag(&last.bad));
    let about = "Whether the last line of the history could be written";
    gauges.single("history_good", about, flag(&last.unwritten));
    let about = "Time of the last good audit, in seconds after the start of 1970";
    gauges.single("last_good_seconds", about, last.good_at as f64);
    let told = [
        ("The last state could not be audited", &last.bad),
        ("The history could not be written", &last.unwritten),
    ];
    let told = told.iter().filter_map(|(what, why)| {
        Some(format!("{what}: {}. This is the report of {}.", shown(why.as_ref()?), named(last.good_at)))
    });
    let notices: String = told.map(|text| notice(&text)).collect();
    let page = last
        .good
        .as_ref()
        .map(|(.., page)| Page("text/html", page.replacen("<body>\n", &format!("<body>\n{notices}"), 1)));
    let document = last.good.as_ref().map(|(report, ..)| {
        let mut document = crate::output::json(&Audited { report, rules: &[] });
        document["time"] = json!(named(last.good_at));
        document["bad"] = json!(last.bad);
        Page("application/json", format!("{document:#}\n"))
    });
    let health = match &last.bad {
        None => "the last state was audited\n".to_string(),
        Some(reason) => format!("the last state could not be audited: {}\n", shown(reason)),
    };
    let ready = vec![
        ("/", page),
        ("/metrics", Some(Page("application/openmetrics-text; version=1.0.0", gauges.text()))),
        ("/report.json", document),
        ("/health", Some(Page("text/plain", health))),
    ];
    *pages.lock().unwrap_or_else(PoisonError::into_inner) = ready;
}

/// Audits at each interval `every` until the program is interrupted.
pub fn run(every: Duration, args: &Audit, asked: &AuditAsked) -> Result<u8> {
    let open = |path: &Path| Kept::open(path, args.keep).with_context(|| path.display().to_string());
    let mut history = args.history.as_deref().map(open).transpose()?;
    let published: Pages = Arc::new(Mutex::new(vec![
        ("/", None),
        ("/metrics", None),
        ("/report.json", None),
        ("/health", None),
    ]));
    if let Some(address) = args.listen {
        crate::complain(&format!("listening on http://{}", serve(address, &published)?));
    }
    if args.listen.is_none() && args.history.is_none() {
        crate::complain(
            "nothing but errors is printed here; --listen ADDRESS shows the report, and --history FILE keeps it",
        );
    }
    let mut last = Last::default();
    while !interrupted() {
        let began = Instant::now();
        match look(args, asked, every) {
            Ok(good) => {
                (last.good, last.good_at, last.bad) = (Some(good), now(), None);
            }
            Err(_) if interrupted() => break,
            Err(error) => {
                let reason = format!("{error:#}");
                if last.bad.as_ref() != Some(&reason) {
                    crate::complain(&format!("{}: {reason}", named(now())));
                }
                last.bad = Some(reason);
            }
        }
        if let Some(history) = &mut history {
            let added = history.add(&line(&last, now()).to_string());
            last.unwritten = added.err().map(|error| error.to_string());
        }
        publish(&last, &published);
        while began.elapsed() < every && !interrupted() {
            std::thread::sleep(NAP.min(every.saturating_sub(began.elapsed())));
        }
    }
    Ok(0)
}
