//! `verify export`: a record in the form for a paper, a page or a proof assistant.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use fairwitness::archive::record::Record;
use fairwitness::archive::replay::ReplayError;
use fairwitness::book::cores;
use fairwitness::document::{Document, files};
use fairwitness::library::coq::theorem;
use fairwitness::linear::Halt;
use fairwitness::picture;
use fairwitness::search::Budget;
use fairwitness::workbench::{Bench, on_record};
use fairwitness_rules::kept;

use super::args::{Form, Format};
use super::said::Exported;
use super::{UNDECIDED, ids, inputs, limits, mistakes, render};

pub fn run(file: &Path, form: Form, format: Format) -> Result<u8> {
    let document = inputs::load(file)?;
    if let Some(kept) = core(file)? {
        return self::kept(file, &kept, form, format);
    }
    let record = Record::read(&document)?;
    let stands_in: Box<dyn Bench>;
    let bench = match (ids::cell(&record.mechanism, &record.property), &record.program) {
        (Ok((bench, ..)), _) => bench,
        (Err(_), Some(_)) => {
            stands_in = stand_in(file, &document, &record)?;
            &*stands_in
        }
        (Err(error), None) => return Err(error),
    };
    if record.model != bench.model() {
        bail!("{}: {} is a mechanism of model `{}`", file.display(), record.mechanism, bench.model());
    }
    // A record is replayed before it is exported.
    let (text, time) = (files::text(&inputs::found(file))?, limits::patience(&document, Budget::default()));
    match limits::patiently(time, file, format, |patience| bench.replay(&document, &text, patience)) {
        Some(Ok(()) | Err(ReplayError::Name(_))) => {}
        Some(Err(error)) => return Err(error).with_context(|| file.display().to_string()),
        None => {
            mistakes::given_up(&limits::not_done(file, time), format);
            return Ok(UNDECIDED);
        }
    }
    if form.coq {
        let name =
            file.file_name().map_or_else(|| file.display().to_string(), |n| n.to_string_lossy().into_owned());
        let text = theorem(&name, &record).with_context(|| file.display().to_string())?;
        return Ok(exported(file.display().to_string(), "coq", text, format));
    }
    let exhibit = bench.exhibit(&record)?;
    let name = file.display().to_string();
    let text = match (form.latex, exhibit.pictures.first()) {
        (false, Some((_, bars))) => picture::file(&picture::bars(bars)),
        _ => exhibit.latex(&name, &record),
    };
    Ok(exported(name, if form.latex { "latex" } else { "svg" }, text, format))
}

/// Returns a bench whose mechanism stands for the program of a record, which need not run: it answers as the record says. The record
/// tells neither how the program divides nor if its tasks are whole, so the first kind is taken under which the record is verified.
fn stand_in(file: &Path, document: &Document, record: &Record) -> Result<Box<dyn Bench>> {
    let text = files::text(&inputs::found(file))?;
    for (divides_time, whole) in [(false, false), (false, true), (true, false)] {
        let bench = on_record(record, divides_time, whole)?;
        let time = limits::patience(document, Budget::default());
        if let Ok(()) | Err(Halt::Failed(ReplayError::Name(_))) =
            bench.replay(document, &text, &limits::for_at_most(time))
        {
            return Ok(bench);
        }
    }
    bail!(
        "{}: the answers of `{}` on record are not enough to judge `{}` again; name the program, as in --mech-command COMMAND",
        file.display(),
        record.mechanism,
        record.property
    )
}

/// Prints an exported record, and returns the exit status.
fn exported(record: String, form: &'static str, text: String, format: Format) -> u8 {
    let exported = Exported { record, form, text };
    render::show_file(format, &exported, || exported.text.clone());
    0
}

/// Returns the text of a stored answer of `verify impossible`, or `None` for the record of a violation.
fn core(file: &Path) -> Result<Option<String>> {
    let text = files::text(&inputs::found(file)).with_context(|| file.display().to_string())?;
    Ok(kept::kind(&text).is_some().then_some(text))
}

/// Exports a core as a picture or as a theorem.
fn kept(file: &Path, text: &str, form: Form, format: Format) -> Result<u8> {
    let name = file.display().to_string();
    // A record is replayed before it is exported.
    let (kept, _) = kept::replay(&name, text)?;
    let (Some(sketch), Some(theorem)) = (kept.sketch(), kept.theorem()) else {
        bail!(
            "{name}: has no core; impossibilities are exported, as \"impossible\" and \"divisible-impossible\""
        );
    };
    if form.latex {
        bail!("--latex is for records of violations; a core is exported with --svg or --coq");
    }
    let (form, text) = match form.coq {
        true => ("coq", theorem.map_err(|why| anyhow!("{name}: {why}"))?),
        false => ("svg", picture::file(&cores::drawn(&sketch))),
    };
    Ok(exported(name, form, text, format))
}
