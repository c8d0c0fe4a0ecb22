//! `verify --mech ID --property ID`: the main job.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use fairwitness::archive::record::{Record, file_name};
use fairwitness::document::{Document, put};
use fairwitness::instances::Scope;
use fairwitness::model::within_sentence;
use fairwitness::search::{Budget, Ended};
use fairwitness::workbench::{Answer, Bench, Report};

use super::args::{Expect, Format, Judge};
use super::limits::within;
use super::records::archive;
use super::{FOUND, UNDECIDED, complain, ids, outside, render};

pub fn judge(args: &Judge, format: Format) -> Result<u8> {
    let Some(property) = &args.property else {
        let missing =
            if args.mech.is_none() && outside::id().is_none() { "--mech ID" } else { "--property ID" };
        bail!(
            "{missing} is missing; try `verify --mech tsf --property bf`, `verify list`, or `verify --help`"
        );
    };
    let mech = ids::named(args.mech.as_deref())?;
    let (bench, mech, property) = ids::cell(mech, property)?;
    let strategy = ids::strategy(&args.strategy)?;
    if args.expect == Some(Expect::Holds) && args.instance.is_none() {
        complain("warning: --expect holds is never met by a search; name an instance with --instance");
    }
    if args.instance.is_some() && !options(args).is_empty() {
        complain(&format!("warning: one instance is judged, so{} has no effect", options(args).concat()));
    }
    let report = match &args.instance {
        Some(path) => bench.judge(mech, property, &Document::load(path)?.instance())?,
        None => search(args, bench, mech, property, strategy)?,
    };
    let report = match (&args.instance, args.save, report.answer) {
        // What goes on record is minimal, also when the instance was given.
        (Some(_), true, Answer::Violated) => {
            bench.shrink(&bench.record(&report, "")?, &|| true)?.unwrap_or(report)
        }
        _ => report,
    };
    let record = if args.save && report.answer == Answer::Violated {
        Some(save(&args.archive, args.note.as_deref(), bench, &report)?)
    } else {
        on_record(args, &report)
    };
    let shown = record.as_ref().map(|path| path.display().to_string());
    match format {
        Format::Json => render::print_json(&render::report_json(&report, shown.as_deref())),
        Format::Text => {
            let name =
                bench.properties().into_iter().find(|e| e.id == property).map(|e| within_sentence(&e.name()));
            let mut text = render::report(&report, &name.unwrap_or_default());
            text += &replay_hint(args, &report, shown.as_deref());
            render::print(&text);
        }
    }
    Ok(exit_code(args.expect, &report))
}

fn replay_hint(args: &Judge, report: &Report, record: Option<&str>) -> String {
    match (report.answer, record, &args.instance) {
        (Answer::Violated, Some(path), _) if report.outside => {
            format!("replay: verify replay {} {path}\n", outside::option(report.mechanism))
        }
        (Answer::Violated, Some(path), _) => format!("replay: verify replay {path}\n"),
        (Answer::Violated, None, Some(path)) => format!(
            "replay: verify {} --property {} --instance {}\n",
            outside::option(report.mechanism),
            report.property,
            path.display()
        ),
        (Answer::Violated, None, None) => {
            let mut command =
                format!("verify {} --property {}", outside::option(report.mechanism), report.property);
            command.extend(options(args));
            if args.archive != Path::new("counterexamples") {
                command += &format!(" --archive {}", args.archive.display());
            }
            format!("replay: {command}\nsave:   {command} --save\n")
        }
        _ => String::new(),
    }
}

/// The options of a search that differ from their defaults.
fn options(args: &Judge) -> Vec<String> {
    let asked = args.search;
    let all = [
        (args.strategy != "auto", format!(" --strategy {}", args.strategy)),
        (asked.scope != Scope::default(), format!(" --scope {}", asked.scope)),
        (asked.budget != Budget::default(), format!(" --budget {}", asked.budget)),
        (asked.seed != 0, format!(" --seed {}", asked.seed)),
        (args.no_archive, " --no-archive".to_string()),
    ];
    all.into_iter().filter(|(given, _)| *given).map(|(_, option)| option).collect()
}

fn exit_code(expect: Option<Expect>, report: &Report) -> u8 {
    let answer = report.answer;
    // A search that somebody stopped has not kept what it promised.
    if answer == Answer::Unrefuted && report.searched.ended == Ended::Interrupted {
        return UNDECIDED;
    }
    if let Some(expect) = expect {
        let met = match expect {
            Expect::Violated => answer == Answer::Violated,
            Expect::Unrefuted => answer == Answer::Unrefuted,
            Expect::Holds => answer == Answer::Holds,
        };
        return if met { 0 } else { FOUND };
    }
    match answer {
        Answer::Violated => FOUND,
        Answer::Undecided => UNDECIDED,
        Answer::Unrefuted | Answer::Holds | Answer::OutOfScope => 0,
    }
}

fn search(
    args: &Judge,
    bench: &dyn Bench,
    mech: &str,
    property: &str,
    strategy: &'static str,
) -> Result<Report> {
    if !args.no_archive && args.archive != Path::new("counterexamples") && !args.archive.is_dir() {
        bail!("{}: no such folder of records", args.archive.display());
    }
    let archive = if args.no_archive { Vec::new() } else { archive(&args.archive) };
    let plan = args.search.plan(strategy, archive);
    within(args.search, |limits| Ok(bench.search(mech, property, &plan, limits)?))
}

/// The record of this very violation, if there is one.
fn on_record(args: &Judge, report: &Report) -> Option<PathBuf> {
    if args.no_archive || report.answer != Answer::Violated {
        return None;
    }
    let name = file_name(report.mechanism, report.property, report.size.as_ref()?, report.hypothesis.id());
    let path = args.archive.join(name);
    let record = Record::read(&Document::load(&path).ok()?).ok()?;
    let text = |value: &fairwitness::document::Value| value.to_toml();
    let same = Some(text(&record.witness)) == report.witness.as_ref().map(text)
        && Some(text(&record.outcome)) == report.outcome.as_ref().map(text);
    same.then_some(path)
}

/// Puts a violation on record.
pub fn save(archive: &Path, note: Option<&str>, bench: &dyn Bench, report: &Report) -> Result<PathBuf> {
    let first = report.story.as_deref().unwrap_or_default().lines().last().unwrap_or_default().to_string();
    let note = note.map_or(first, String::from);
    let record = bench.record(report, &note)?;
    std::fs::create_dir_all(archive).with_context(|| archive.display().to_string())?;
    let path = archive.join(record.file_name(report.size.as_deref().unwrap_or_default()));
    let text = record.to_toml();
    if path.symlink_metadata().is_ok() {
        match std::fs::read_to_string(&path) {
            Ok(old) if old == text => {}
            Ok(old) if Document::parse("old", &old).is_ok_and(|old| Record::read(&old).is_ok()) => {
                bail!("{}: holds another record of this cell and size; move it away first", path.display())
            }
            _ => bail!("{}: holds something that is no record; it is left as it is", path.display()),
        }
    }
    put(&path, &text).with_context(|| path.display().to_string())?;
    Ok(path)
}
