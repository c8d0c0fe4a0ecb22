//! `verify export`: a record in the form for a paper, a page or a proof assistant.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use fairwitness::archive::record::Record;
use fairwitness::archive::replay::ReplayError;
use fairwitness::book::latex;
use fairwitness::document::files;
use fairwitness::library::coq::theorem;
use fairwitness::picture;
use fairwitness::search::Budget;

use super::args::{Form, Format};
use super::said::Exported;
use super::{UNDECIDED, ids, inputs, limits, mistakes, render};

pub fn run(file: &Path, form: Form, format: Format) -> Result<u8> {
    let document = inputs::load(file)?;
    let record = Record::read(&document)?;
    let (bench, ..) = ids::cell(&record.mechanism, &record.property)?;
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
        match format {
            Format::Json => {
                render::print_json(&Exported { record: file.display().to_string(), form: "coq", text });
            }
            Format::Text => render::print(&text),
        }
        return Ok(0);
    }
    let exhibit = bench.exhibit(&record)?;
    let name = file.display().to_string();
    let text = match (form.latex, exhibit.pictures.first()) {
        (false, Some((_, bars))) => picture::file(&picture::bars(bars)),
        _ => latex::latex(&name, &record, &exhibit),
    };
    match format {
        Format::Json => {
            render::print_json(&Exported {
                record: name,
                form: if form.latex { "latex" } else { "svg" },
                text,
            });
        }
        Format::Text => render::print_file(&text),
    }
    Ok(0)
}
