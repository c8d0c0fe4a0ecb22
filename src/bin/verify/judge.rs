//! `verify --mech ID --property ID`: the main command.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use fairwitness::archive::record::{Record, Records, file_name};
use fairwitness::archive::replay::GIVEN;
use fairwitness::document::{Document, files};
use fairwitness::instances::Scope;
use fairwitness::library::campaign::job::quoted;
use fairwitness::library::theorems::theorems;
use fairwitness::linear::{Cut, Uncut as _};
use fairwitness::model::{Hypothesis, within_sentence};
use fairwitness::search::{Budget, Ended, Searched};
use fairwitness::workbench::{Answer, Bench, CellReport, status};

use super::args::{Expect, Format, Judge, Search};
use super::inputs::{load, note_state, root};
use super::limits::{self, within};
use super::outside::Place;
use super::records::{archive, keep, on_file};
use super::{FOUND, complain, ids, onfile, outside, render, rules};

pub fn judge(args: &Judge, format: Format) -> Result<u8> {
    let properties = outside::named(Place::Property, &args.property);
    if (args.mech.is_empty() && outside::id().is_none()) || properties.is_empty() {
        let missing = if properties.is_empty() { "--property ID" } else { "--mech ID" };
        let missing = if args.mech.is_empty() && outside::id().is_none() { "--mech ID" } else { missing };
        bail!(
            "{missing} is missing; try `verify --mech tsf --property bf`, `verify list`, or `verify --help`"
        );
    }
    let mut cells = Vec::new();
    for mech in ids::all_named(&args.mech)? {
        for property in &properties {
            cells.push(ids::cell(&mech, property)?);
        }
    }
    let strategy = ids::strategy(&args.strategy)?;
    if args.expect == Some(Expect::Holds) && args.instance.is_none() {
        complain("warning: --expect holds is never met by a search; name an instance with --instance");
    }
    if args.instance.is_some() && !options(args).is_empty() {
        complain(&format!("warning: one instance is judged, so{} has no effect", options(args).concat()));
    }
    let document = args.instance.as_deref().map(load).transpose()?;
    let recorded = document.as_ref().and_then(|file| Some(Records::read(file).ok()?.all)).unwrap_or_default();
    let instance = document.map(|file| file.instance());
    instance.iter().try_for_each(note_state)?;
    let one = |(bench, mech, property): (&'static dyn Bench, &'static str, &'static str)| {
        let report = match &instance {
            Some(document) => given(args, (bench, mech, property), (document, &recorded), format)?,
            None => search(args, bench, mech, property, strategy)?,
        };
        if args.save && rules::is_rule(mech) {
            bail!(
                "--save: a record names a mechanism that every reader has, and {mech} is the rule of a file"
            );
        }
        if args.save && report.outcome.as_ref().is_some_and(|outcome| outcome.get("low").is_some()) {
            bail!("--save: a record needs an exact outcome, and the outcome is known by bounds only");
        }
        let record = if args.save && report.answer == Answer::Violated {
            Some(save(&args.folder(), args.note.as_deref(), bench, &report)?)
        } else {
            on_record(args, &report)
        };
        let notes = if instance.is_none() { onfile::compared(args, bench, &report)? } else { Vec::new() };
        let report = CellReport { notes, ..report };
        Ok::<_, anyhow::Error>((report, record.map(|path| path.display().to_string())))
    };
    if let [(bench, mech, property)] = cells[..] {
        let (report, shown) = one((bench, mech, property))?;
        render::show(format, &render::said(report.clone(), shown.clone()), || {
            let entries = bench.properties();
            let name = entries.iter().find(|e| e.id == property).map(|e| within_sentence(&e.name()));
            render::report(&report, &name.unwrap_or_default())
                + &replay_hint(args, &report, shown.as_deref())
                + &proved_hint(&report, args.search.scope.hypothesis)
        });
        return Ok(exit_code(args.expect, &report));
    }
    let reports = cells.into_iter().map(one).collect::<Result<Vec<_>>>()?;
    let said = reports.iter().map(|(report, record)| render::said(report.clone(), record.clone()));
    render::show(format, &said.collect::<Vec<_>>(), || {
        let head = ["mechanism", "property", "verdict", "margin", "on"];
        let rows = reports.iter().map(|(report, record)| render::short(report, record.as_deref()));
        render::table("verdicts", &head, rows)
    });
    let codes: Vec<u8> = reports.iter().map(|(report, _)| exit_code(args.expect, report)).collect();
    // A violation takes precedence over an open answer.
    Ok(if codes.contains(&FOUND) { FOUND } else { codes.into_iter().max().unwrap_or(0) })
}

/// Judges the given instance as it is, within the allowed time.
fn given(
    args: &Judge,
    (bench, mech, property): (&'static dyn Bench, &'static str, &'static str),
    (document, recorded): (&Document, &[Record]),
    format: Format,
) -> Result<CellReport> {
    let time = limits::patience(document, args.search.budget);
    let searched = Searched { ended: Ended::Time, ..Searched::of_answer(Answer::Undecided.word(), 0) };
    let reason = format!("it was not decided in {}; a larger --budget allows more", seconds(time));
    let undecided = CellReport {
        instance: Some(document.root.clone()),
        searched,
        ..silent(bench, mech, property, &reason)
    };
    let said = undecided.clone();
    let _watch = limits::watch(time, move || {
        render::show(format, &render::said(said.clone(), None), || render::report(&said, ""));
    });
    let patience = limits::for_at_most(super::outside::left(time));
    let report = match bench.judge(mech, property, document, &patience).uncut() {
        Ok(report) => report?,
        Err(Cut) => return Ok(undecided),
    };
    // A search for lies may miss the one of a record.
    let of_cell = |record: &&Record| (&*record.mechanism, &*record.property) == (mech, property);
    let record = recorded.iter().find(of_cell).filter(|_| report.answer == Answer::Undecided);
    let at_once = limits::for_at_most(Duration::ZERO);
    let again = record.map(|record| bench.shrink(record, &patience, &at_once).uncut());
    let report = match again {
        Some(Ok(again)) => again?.unwrap_or(report),
        _ => report,
    };
    Ok(CellReport { minimality: GIVEN, ..report })
}

/// Returns a time in words.
pub fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        format!("{} s", time.as_secs())
    } else {
        format!("{} ms", time.as_millis())
    }
}

/// Returns a hint to the theorem about the cell, if there is one, after a search that found nothing.
fn proved_hint(report: &CellReport, hypothesis: Hypothesis) -> String {
    if report.answer != Answer::Unrefuted || report.outside || report.judge.is_some() {
        return String::new();
    }
    let all = theorems(&root(None)).unwrap_or_default();
    let theorem =
        all.iter().find(|theorem| theorem.covers(report.mechanism, report.property, hypothesis).is_some());
    theorem.map_or_else(String::new, |theorem| {
        format!("proved for instances of every size: theorem {}\n", theorem.name)
    })
}

fn replay_hint(args: &Judge, report: &CellReport, record: Option<&str>) -> String {
    let mech = outside::option(Place::Mech, report.mechanism);
    let property = outside::option(Place::Property, report.property);
    match (report.answer, record, &args.instance) {
        (Answer::Violated, Some(path), _) => {
            let own = [(report.outside, &mech), (report.judge.is_some(), &property)];
            let own = own.iter().filter(|(own, _)| *own).map(|(_, option)| format!("{option} "));
            format!("replay: verify replay {}{}\n", own.collect::<String>(), quoted(path))
        }
        (Answer::Violated, None, Some(path)) if path == Path::new("-") => String::new(),
        (Answer::Violated, None, Some(path)) => {
            let (file, limit) = (quoted(&path.display().to_string()), budget(args.search));
            format!("replay: verify {mech} {property} --instance {file}{limit}\n")
        }
        (Answer::Violated, None, None) => {
            let mut command = format!("verify {mech} {property}");
            command.extend(options(args));
            let save =
                if is_held(args, report) { String::new() } else { format!("save:   {command} --save\n") };
            format!("replay: {command}\n{save}")
        }
        _ => String::new(),
    }
}

/// Returns `true` if the archive has a record under the name that this violation would get.
fn is_held(args: &Judge, report: &CellReport) -> bool {
    let hypothesis = report.hypothesis.id();
    let name =
        |size: &String| file_name(report.mechanism, report.property, size, hypothesis, report.minimality);
    let name = report.size.as_ref().map(name);
    name.is_some_and(|name| files::record_in(&args.folder(), name.trim_end_matches(".toml")).is_some())
}

/// Returns the option of a budget that is not the default.
fn budget(asked: Search) -> String {
    let given = (asked.budget != Budget::default()).then(|| format!(" --budget {}", asked.budget));
    given.unwrap_or_default()
}

/// Returns the options of a search that differ from their defaults.
fn options(args: &Judge) -> Vec<String> {
    let asked = args.search;
    // A single instance, too, is judged within the budget.
    let timed = args.instance.is_some() && asked.budget.time.is_some();
    let archive = match args.archive.as_deref() {
        Some(folder) if folder != Path::new("counterexamples") => {
            format!(" --archive {}", quoted(&folder.display().to_string()))
        }
        _ => " --archive".to_string(),
    };
    let all = [
        (args.strategy != "auto", format!(" --strategy {}", args.strategy)),
        (asked.scope != Scope::default(), format!(" --scope {}", asked.scope)),
        (!timed, budget(asked)),
        (asked.seed != 0, format!(" --seed {}", asked.seed)),
        (args.no_archive, " --no-archive".to_string()),
        (args.tries_records() && args.strategy != "archive", archive),
    ];
    all.into_iter().filter(|(given, _)| *given).map(|(_, option)| option).collect()
}

/// Returns the exit status: that of the verdict, or whether `expect` is the verdict.
fn exit_code(expect: Option<Expect>, report: &CellReport) -> u8 {
    let said = status(report.answer, report.searched.ended);
    let Some(expect) = expect else { return said };
    let answer = match expect {
        Expect::Violated => Answer::Violated,
        Expect::Unrefuted => Answer::Unrefuted,
        Expect::Holds => Answer::Holds,
        Expect::Undecided => Answer::Undecided,
    };
    match report.answer == answer {
        true if answer == Answer::Unrefuted => said,
        true => 0,
        false => FOUND,
    }
}

/// Returns the report of a property that does not apply to the mechanism on any instance, so that no search is
/// needed.
fn silent(bench: &'static dyn Bench, mech: &'static str, property: &'static str, reason: &str) -> CellReport {
    CellReport {
        mechanism: mech,
        property,
        model: bench.model(),
        reason: Some(reason.to_string()),
        outside: outside::id() == Some(mech),
        minimality: GIVEN,
        ..CellReport::default()
    }
}

fn search(
    args: &Judge,
    bench: &'static dyn Bench,
    mech: &'static str,
    property: &'static str,
    strategy: &'static str,
) -> Result<CellReport> {
    if let Some(folder) = args.archive.as_deref().filter(|_| !args.no_archive)
        && folder != Path::new("counterexamples")
        && !folder.is_dir()
    {
        bail!("{}: no such folder of records", folder.display());
    }
    if let Some(reason) = bench.never(mech, property)? {
        return Ok(silent(bench, mech, property, reason));
    }
    let archive = if args.tries_records() { archive(&args.folder()) } else { Vec::new() };
    let plan = args.search.plan(strategy, archive);
    within(args.search, |limits| Ok(bench.search(mech, property, &plan, limits)?))
}

/// Returns the record of exactly this violation, if there is one.
fn on_record(args: &Judge, report: &CellReport) -> Option<PathBuf> {
    if args.no_archive || report.answer != Answer::Violated {
        return None;
    }
    let size = report.size.as_ref()?;
    // The given instance may be on record as it is, or as an instance that a search found.
    let kinds = [report.minimality, "local"];
    let named = |kind: &str| file_name(report.mechanism, report.property, size, report.hypothesis.id(), kind);
    kinds
        .iter()
        .find_map(|kind| on_file(&args.folder(), &named(kind), |record| says_the_same(record, report)))
}

/// Returns `true` if the record is of exactly this violation.
fn says_the_same(record: &Record, report: &CellReport) -> bool {
    let text = |value: &fairwitness::document::Value| value.to_toml();
    Some(text(&record.witness)) == report.witness.as_ref().map(text)
        && Some(text(&record.outcome)) == report.outcome.as_ref().map(text)
}

/// Writes the record of a violation into the archive.
pub fn save(archive: &Path, note: Option<&str>, bench: &dyn Bench, report: &CellReport) -> Result<PathBuf> {
    let note = note.map_or_else(|| report.note(), String::from);
    let record = bench.record(report, &note)?;
    let name = record.file_name(report.size.as_deref().unwrap_or_default());
    keep(archive, record, &name)
}
