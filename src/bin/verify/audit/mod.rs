//! `verify audit`: the running tasks of a cluster, judged as they are.

mod compare;
mod html;
mod kept;
mod lines;
mod metrics;
mod over;
mod pages;
mod rules;
mod source;
mod tables;
mod watch;
mod web;
mod words;

use std::time::Instant;

use anyhow::{Result, bail};
use fairwitness::desk::report::{AuditAsked, AuditReport, audit_file, audit_pictures};
use fairwitness::desk::why::why;
use fairwitness::scalar::Scalar as _;
use fairwitness::workbench::Answer;

use crate::said::{Audited, AuditedWhy};

use super::args::{Audit, Format, Shape, Tasks};
use super::inputs::load;
use super::limits::{self, interruption};
use super::{FOUND, UNDECIDED, complain, mistakes, output, render, terminal};
pub use compare::Pair;
pub use rules::Column;
use rules::Compared;
use source::Source;

/// The largest width of lines for readers.
const WIDTH: usize = 120;

pub fn run(args: &Audit, shape: Shape) -> Result<u8> {
    let asked = AuditAsked {
        properties: args.property.clone(),
        whole: args.tasks.map(|tasks| tasks == Tasks::Whole),
        repairs: args.over.is_none() && args.compare.is_none(),
        by_shape: args.shapes,
        next: args.next,
        time: args.budget,
        stop: interruption(),
    };
    if let Some(path) = &args.over {
        return over::run(path, args, &asked, shape);
    }
    if let Some(every) = args.watch {
        return watch::run(every, args, &asked);
    }
    if let Some(old) = &args.compare {
        return compare::run(old, args, &asked, shape);
    }
    if let Some(change) = &args.what_if {
        return compare::what_if(change, args, &asked, shape);
    }
    let Some(path) = &args.instance else { bail!("--instance FILE or --over FILE|DIR is missing") };
    let compared = rules::named(&args.mech)?;
    let began = Instant::now();
    let document = load(path)?.instance();
    let format = if shape == Shape::Json { Format::Json } else { Format::Text };
    let (file, time) = (path.clone(), args.budget);
    // What can be cut ends in its time. Shares cannot, and a late answer is better than none.
    let most = time.saturating_mul(2);
    let watch = limits::watch(most, move || mistakes::given_up(&limits::not_done(&file, most), format));
    // Rules that are compared have a quarter of the time, and what the audit leaves.
    let left = || time.saturating_sub(began.elapsed());
    let part = if matches!(compared, Compared::None) { left() } else { left() * 3 / 4 };
    let mut report = audit_file(&document, &AuditAsked { time: part, ..asked })?;
    report.plan = report.plan.filter(|_| args.plan);
    report.cluster = args.cluster.clone().or(report.cluster);
    report.date = args.date.clone().or(report.date);
    let source = Source::of(path);
    let columns = rules::columns(&compared, &report, &document, left())?;
    drop(watch);
    if let Some(page) = &args.html {
        let bars = audit_pictures(&document)?;
        output::file(page, &pages::moment(&report, &source, &columns, &bars))?;
    }
    if let Some(name) = &args.why {
        return told_why(&why(&document, &report, name)?, &report, args, shape);
    }
    let after = report.plan.as_ref().and_then(|plan| plan.after.as_ref());
    let mut written: Vec<String> = args.html.iter().map(|page| page.display().to_string()).collect();
    if let (Some(folder), Some(after)) = (&args.out, after) {
        output::folder(folder)?;
        let lines = report.plan.iter().flat_map(|plan| &plan.names.dry_run).map(|line| format!("{line}\n"));
        let lines: String = lines.collect();
        let stops = format!("#!/bin/sh\n# A dry run: no line changes anything.\n{lines}");
        let stops = ("stop.sh", stops);
        let some = if lines.is_empty() { Vec::new() } else { vec![stops] };
        for (name, text) in std::iter::once(("after.toml", after.to_toml())).chain(some) {
            let file = folder.join(name);
            output::file(&file, &text)?;
            written.push(file.display().to_string());
        }
    }
    match shape {
        Shape::Json => render::print_json(&Audited { report: &report, rules: &columns }),
        Shape::Csv => {
            // The rows have no place for what holds of all of them.
            let of_import = report.assumed.iter().filter(|one| one.field.is_some());
            of_import.for_each(|one| complain(&format!("assumed: {}", one.words)));
            render::print_file(&lines::csv(&report, &columns));
        }
        Shape::Prometheus => render::print_file(&metrics::of_moment(&report).text()),
        Shape::Text => {
            terminal::at_most(WIDTH);
            let written: String = written.iter().map(|file| format!("\nwritten: {file}\n")).collect();
            render::print(&(words::text(&report, &source, &columns) + &written));
        }
    }
    if limits::interrupted() {
        return Ok(UNDECIDED);
    }
    Ok(exit(&report, args.property.is_empty()))
}

fn told_why(steps: &[String], report: &AuditReport, args: &Audit, shape: Shape) -> Result<u8> {
    match shape {
        Shape::Json => render::print_json(&AuditedWhy { why: steps.to_vec() }),
        Shape::Csv | Shape::Prometheus => bail!("--why answers in text or json"),
        Shape::Text => {
            terminal::at_most(WIDTH);
            render::print(&steps.iter().map(|step| format!("- {step}\n")).collect::<String>());
        }
    }
    Ok(exit(report, args.property.is_empty()))
}

/// Returns the exit status: a violation, or, if no properties were named, a user below its share; otherwise
/// undecided if a property is.
fn exit(report: &AuditReport, any_shortfall: bool) -> u8 {
    let any = |answer: Answer| report.properties.iter().any(|line| line.answer == answer);
    let short = || report.users.iter().any(|user| user.short.is_positive());
    if any(Answer::Violated) || (any_shortfall && short()) {
        FOUND
    } else if any(Answer::Undecided) {
        UNDECIDED
    } else {
        0
    }
}
