//! `verify shrink` and `verify replay`, and the folder of records.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use fairwitness::archive::record::Record;
use fairwitness::archive::replay::ReplayError;
use fairwitness::document::files::{self, BUILT_IN};
use fairwitness::document::shown;
use fairwitness::library::claims::Library;
use fairwitness::library::family::Record as Family;
use fairwitness::linear::{Patience, Uncut as _};
use fairwitness::search::Budget;
use fairwitness_rules::kept;

use super::args::Format;
use super::inputs::{found, load, named, root};
use super::limits::{self, interruption};
use super::said::{Replayed, ReplayedOne};
use super::{FOUND, UNDECIDED, ids, mistakes, outside, render};

pub fn shrink(file: &Path, prove: Option<usize>, format: Format) -> Result<u8> {
    let document = load(file)?;
    let record = Record::read(&document)?;
    of_program(&record)?;
    let (bench, ..) = ids::cell(&record.mechanism, &record.property)?;
    if record.model != bench.model() {
        bail!("{}: {} is a mechanism of model `{}`", file.display(), record.mechanism, bench.model());
    }
    let stop = interruption();
    let time = limits::patience(&document, Budget::default());
    // A large record is shrunk for as long as there is time.
    let large = limits::is_large(&document);
    let steps = Patience::with(&stop).until(large.then(|| Instant::now() + time / 2));
    let shrink = |patience: &Patience| bench.shrink(&record, patience, &steps);
    let made = if large {
        limits::patiently(time, file, format, shrink)
    } else {
        shrink(&Patience::unlimited()).uncut().ok()
    };
    let Some(made) = made else {
        mistakes::given_up(&limits::not_done(file, time), format);
        return Ok(UNDECIDED);
    };
    let Some(report) = made? else {
        bail!(
            "{}: its instance does not violate {} under {}",
            file.display(),
            record.property,
            record.mechanism
        );
    };
    let shrunk = bench.record(&report, &record.note)?;
    let proved = prove.map(|most| bench.first(&shrunk, most, &steps).uncut());
    let proved = proved.and_then(Result::ok).transpose()?.flatten();
    let report = proved.unwrap_or(report);
    let mut smaller = bench.record(&report, &report.note())?;
    // The note of a record may describe an instance that shrinking has replaced.
    if smaller.instance.to_toml() == record.instance.to_toml() {
        smaller.note.clone_from(&record.note);
    }
    smaller.claims = record.claims;
    smaller.found.strategy = record.found.strategy;
    match format {
        Format::Json => render::print_json(&render::said(report, None)),
        Format::Text => render::print_file(&smaller.to_toml()),
    }
    // The time ran out: the printed instance violates the property, but it may not be minimal.
    Ok(if steps.over() { UNDECIDED } else { 0 })
}

pub fn replay(paths: &[PathBuf], format: Format) -> Result<u8> {
    let mut all = Vec::new();
    let paths: Vec<PathBuf> = paths.iter().map(|path| found(path)).collect();
    for path in &paths {
        if !files::exists(path) {
            bail!("{}: no such file or folder", named(path));
        }
        all.extend(record_files(path)?);
    }
    if all.is_empty() {
        bail!("there are no records in {}", paths.iter().map(|p| named(p)).collect::<Vec<_>>().join(", "));
    }
    let mut results = Vec::new();
    let stop = interruption();
    for file in &all {
        let name = named(file);
        if stop.is_thrown() {
            results.push((name, Again::Undecided("it was not judged before the interruption")));
            continue;
        }
        // In an archive, file names matter; a file named by the user, or in another folder, may have any
        // name.
        let archived =
            file.parent().and_then(Path::file_name).is_some_and(|folder| folder == "counterexamples");
        let judged = match replay_file(file, paths.contains(file) || !archived, format) {
            Ok(None) => Again::Undecided("it was not judged in the time that its size is given"),
            Ok(Some(note)) => Again::Verified(note),
            Err(reason) => {
                let reason = format!("{reason:#}");
                // Most reasons begin with the file.
                Again::Refused(reason.strip_prefix(&format!("{name}: ")).unwrap_or(&reason).to_string())
            }
        };
        results.push((name, judged));
    }
    let where_from = if all.iter().all(|file| file.starts_with(BUILT_IN)) { ", as built in" } else { "" };
    Ok(listed(results, where_from, format))
}

/// The result of replaying a file.
pub enum Again {
    /// The file is right, with a note to print after its name.
    Verified(String),
    /// The file is wrong, for this reason.
    Refused(String),
    /// The file was not judged, for this reason.
    Undecided(&'static str),
}

/// Prints the result of each file and the number of verified files, and returns the exit status.
pub fn listed(results: Vec<(String, Again)>, where_from: &str, format: Format) -> u8 {
    let (mut records, mut text, mut refused, mut open) = (Vec::new(), String::new(), 0, 0);
    let all = results.len();
    for (name, judged) in results {
        match judged {
            Again::Verified(note) => {
                text += &format!("verified  {name}{note}\n");
                records.push(ReplayedOne::verified(&name));
            }
            Again::Refused(reason) => {
                refused += 1;
                text += &format!("REFUSED   {name}: {reason}\n");
                records.push(ReplayedOne::not(&name, &reason));
            }
            Again::Undecided(reason) => {
                open += 1;
                text += &format!("UNDECIDED {name}: {reason}\n");
                records.push(ReplayedOne::not(&name, reason));
            }
        }
    }
    text += &format!("{} of {all} records verified{where_from}\n", all - refused - open);
    match format {
        Format::Json => render::print_json(&Replayed { records, refused: refused + open }),
        Format::Text => render::print(&text),
    }
    if refused > 0 {
        FOUND
    } else if open > 0 || limits::interrupted() {
        UNDECIDED
    } else {
        0
    }
}

/// Refuses the record of a program unless the user has started that program; commands from files are never
/// run.
fn of_program(record: &Record) -> Result<()> {
    match &record.program {
        Some(program) if outside::id() != Some(record.mechanism.as_str()) => {
            let command = shown(&program.command);
            let again = format!("--mech-command '{}'", command.replace('\'', "'\\''"));
            bail!(
                "`{}` is the program `{command}`, which is not run because a file says so; repeat with {again} if it is yours",
                record.mechanism
            )
        }
        _ => Ok(()),
    }
}

/// Replays the record of a file, or returns `None` if its time is over. With `named`, the file may have any
/// name.
fn replay_file(file: &Path, named: bool, format: Format) -> Result<Option<String>> {
    let document = files::load(file)?;
    if Family::is_one(&document) {
        return super::family::replay(file).map(Some);
    }
    // Records about every rule at once have a kind, and no mechanism.
    if let Some(text) = files::text(file).ok().filter(|text| kept::kind(text).is_some()) {
        let (_, said) =
            kept::replay(&file.display().to_string(), &text).map_err(|why| anyhow!("{}", why.said()))?;
        return Ok(Some(format!(": {said}")));
    }
    let record = Record::read(&document)?;
    of_program(&record)?;
    let bench = ids::model(&record.model).with_context(|| format!("unknown model `{}`", record.model))?;
    let (text, time) = (files::text(file)?, limits::patience(&document, Budget::default()));
    let note =
        match limits::patiently(time, file, format, |patience| bench.replay(&document, &text, patience)) {
            None => return Ok(None),
            Some(Ok(())) => String::new(),
            Some(Err(ReplayError::Name(name))) if named => format!(" (in the archive it would be {name})"),
            Some(Err(error)) => return Err(error.into()),
        };
    if !record.claims.is_empty() {
        known(&record)?;
    }
    Ok(Some(note))
}

/// Checks that the claims of a record exist.
fn known(record: &Record) -> Result<()> {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = match LIBRARY.get() {
        Some(library) => library,
        None => {
            let library = Library::open(&root(None))?;
            LIBRARY.get_or_init(|| library)
        }
    };
    Ok(library.knows(record)?)
}

/// Returns the record files under a path, in order.
fn record_files(path: &Path) -> Result<Vec<PathBuf>> {
    if !files::is_folder(path) {
        return Ok(vec![path.to_path_buf()]);
    }
    files::toml_files(path).with_context(|| path.display().to_string())
}

/// Returns the readable records of a folder; if the folder does not exist, the built-in ones under its name.
pub fn archive(folder: &Path) -> Vec<Record> {
    archived(folder).into_iter().map(|(_, record)| record).collect()
}

/// Returns the readable records of a folder with their files.
pub fn archived(folder: &Path) -> Vec<(PathBuf, Record)> {
    let files = record_files(&found(folder)).unwrap_or_default();
    let read = |file: PathBuf| {
        let record = Record::read(&files::load(&file).ok()?).ok()?;
        Some((file, record))
    };
    files.into_iter().filter_map(read).collect()
}
