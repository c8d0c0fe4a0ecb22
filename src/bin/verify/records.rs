//! `verify shrink` and `verify replay`, and the folder of records.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use fairwitness::archive::record::{self, Part, Record, Records};
use fairwitness::archive::replay::ReplayError;
use fairwitness::document::files::{self, BUILT_IN};
use fairwitness::document::{Document, shown};
use fairwitness::library::campaign::job::quoted;
use fairwitness::library::claims::Library;
use fairwitness::library::family::Record as Family;
use fairwitness::linear::{Patience, Uncut as _};
use fairwitness::search::Budget;
use fairwitness_rules::kept;

use super::args::Format;
use super::inputs::{found, load, named, root};
use super::limits::{self, interruption};
use super::outside::Place;
use super::said::{Replayed, ReplayedOne};
use super::{FOUND, UNDECIDED, ids, mistakes, output, outside, render};

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
        let (file, property) = (file.display(), &record.property);
        bail!("{file}: its instance does not violate {property} under {}", record.mechanism);
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
    render::show_file(format, &render::said(report, None), || smaller.to_toml());
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
        if stop.is_thrown() {
            results.push((named(file), Again::Undecided("it was not judged before the interruption")));
            continue;
        }
        // In an archive, file names matter; a file named by the user, or in another folder, may have any
        // name.
        let archived = file.ancestors().skip(1).take(2).any(|folder| folder.ends_with(files::ARCHIVE));
        results.extend(replay_file(file, paths.contains(file) || !archived, format));
    }
    if paths.iter().all(|path| files::is_folder(path)) {
        results.sort_by(|(a, _), (b, _)| a.cmp(b));
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
    for (record, judged) in results {
        let (line, reason) = match judged {
            Again::Verified(note) => (format!("verified  {record}{note}\n"), None),
            Again::Refused(reason) => {
                refused += 1;
                (format!("REFUSED   {record}: {reason}\n"), Some(reason))
            }
            Again::Undecided(reason) => {
                open += 1;
                (format!("UNDECIDED {record}: {reason}\n"), Some(reason.to_string()))
            }
        };
        text += &line;
        records.push(ReplayedOne { record, verified: reason.is_none(), reason });
    }
    text += &format!("{} of {all} records verified{where_from}\n", all - refused - open);
    render::show(format, &Replayed { records, refused: refused + open }, || text);
    if refused > 0 {
        FOUND
    } else if open > 0 || limits::interrupted() {
        UNDECIDED
    } else {
        0
    }
}

/// Refuses the record of programs unless the user has started them; commands from files are never run.
fn of_program(record: &Record) -> Result<()> {
    let places = [
        (Place::Mech, &record.mechanism, &record.program),
        (Place::Property, &record.property, &record.judge),
    ];
    for (place, id, program) in places {
        let Some(program) = program.as_ref().filter(|_| outside::id_of(place) != Some(id.as_str())) else {
            continue;
        };
        let command = shown(&program.command);
        let again = format!("{}-command {}", place.option(), quoted(&command));
        bail!(
            "`{id}` is the program `{command}`, which is not run because a file says so; repeat with {again} if it is yours"
        )
    }
    Ok(())
}

/// Replays the records of a file: one result for each, under its name. With `any_name`, the file may have any name.
fn replay_file(file: &Path, any_name: bool, format: Format) -> Vec<(String, Again)> {
    let label = named(file);
    let again = |label: &str, judged: Result<Option<String>>| match judged {
        Ok(None) => Again::Undecided("it was not judged in the time that its size is given"),
        Ok(Some(note)) => Again::Verified(note),
        Err(reason) => {
            let reason = format!("{reason:#}");
            // Most reasons begin with the file.
            Again::Refused(reason.strip_prefix(&format!("{label}: ")).unwrap_or(&reason).to_string())
        }
    };
    let judged = || {
        let document = files::load(file)?;
        if Family::is_one(&document) {
            return Ok(vec![(label.clone(), again(&label, super::family::replay(file).map(Some)))]);
        }
        let text = files::text(file)?;
        // Records about every rule at once have a kind, and no mechanism.
        if kept::kind(&text).is_some() {
            let said = kept::replay(&file.display().to_string(), &text);
            let (_, said) = said.map_err(|why| anyhow!("{}", why.said()))?;
            return Ok(vec![(label.clone(), Again::Verified(format!(": {said}")))]);
        }
        let records = Records::read(&document)?;
        let mut rest = (!records.alone()).then(|| records.clone());
        let one = |part: Part| {
            let alone = part.among.is_none();
            let label = named(Path::new(&part.document.file));
            let result = replay_part(&part, &text, any_name || !alone, format);
            let result = match (result, rest.take()) {
                (Ok(Some(note)), Some(records)) => {
                    replay_rest(&records, &document, &text, any_name, format).map(|said| said.map(|()| note))
                }
                (result, _) => result,
            };
            let judged = again(&label, result);
            (label, judged)
        };
        Ok::<_, anyhow::Error>(records.parts(&document, &text, record::name)?.into_iter().map(one).collect())
    };
    judged().unwrap_or_else(|reason| vec![(label.clone(), again(&label, Err(reason)))])
}

/// Replays one violation of a file with this text, or returns `None` if its time is over.
fn replay_part(part: &Part, text: &str, any_name: bool, format: Format) -> Result<Option<String>> {
    let Part { record, document, text: own, .. } = part;
    of_program(record)?;
    let bench = ids::model_on_file(&record.model)?;
    let time = limits::patience(document, Budget::default());
    let file = Path::new(&document.file);
    let note = match limits::patiently(time, file, format, |patience| bench.replay(document, own, patience)) {
        None => return Ok(None),
        Some(Ok(())) => String::new(),
        Some(Err(ReplayError::Name(_))) if any_name && part.among.is_some() => String::new(),
        Some(Err(ReplayError::Name(name))) if any_name => format!(" (in the archive it would be {name})"),
        Some(Err(error)) => return Err(part.in_file(error, text).into()),
    };
    if !record.claims.is_empty() {
        known(record)?;
    }
    Ok(Some(note))
}

/// Judges what a file of several violations holds beside them, and its form; `None` if the time is over.
fn replay_rest(
    records: &Records,
    document: &Document,
    text: &str,
    any_name: bool,
    format: Format,
) -> Result<Option<()>> {
    let first = records.all.first().context("no violation")?;
    let bench = ids::model_on_file(&first.model)?;
    let time = limits::patience(document, Budget::default());
    let rest = |patience: &Patience| bench.replay_rest(records, document, text, patience);
    match limits::patiently(time, Path::new(&document.file), format, rest) {
        None => Ok(None),
        Some(Err(ReplayError::Name(_))) if any_name => Ok(Some(())),
        Some(result) => Ok(Some(result?)),
    }
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
    files::record_files(path).with_context(|| path.display().to_string())
}

/// Returns the readable records of a folder; if the folder does not exist, the built-in ones under its name.
pub fn archive(folder: &Path) -> Vec<Record> {
    files::readable(&found(folder))
}

/// Returns the readable records of a folder, each with the path by which readers name it.
pub fn archived(folder: &Path) -> Vec<(PathBuf, Record)> {
    let named = |filed: files::Filed| (address(folder, filed.file, &filed.name), filed.record);
    files::readable_filed(&found(folder)).into_iter().map(named).collect()
}

/// The path by which readers name a record that stands in `file`: its own name where the folder is an archive of that name.
fn address(archive: &Path, file: PathBuf, name: &str) -> PathBuf {
    if archive.ends_with(files::ARCHIVE) { archive.join(name) } else { file }
}

/// Returns the path of the record of that file name in an archive, if it satisfies the condition.
pub fn on_file(archive: &Path, name: &str, fits: impl Fn(&Record) -> bool) -> Option<PathBuf> {
    let (file, part) = files::record_in(&found(archive), name.trim_end_matches(".toml"))?;
    fits(&part.record).then(|| address(archive, file, name))
}

/// Writes a record into an archive: to the other records of its instance, or into a file of its own. Returns the path by
/// which it is found.
pub fn keep(archive: &Path, record: Record, name: &str) -> Result<PathBuf> {
    let held = files::record_in(archive, name.trim_end_matches(".toml"));
    if let Some((file, part)) = held {
        let path = address(archive, file, name);
        if part.record.to_toml() == record.to_toml() {
            return Ok(path);
        }
        bail!("{}: holds another record of this cell and size; move it away first", path.display());
    }
    output::folder(archive)?;
    let instance = record.instance.to_toml();
    let of_instance = |file: &PathBuf| {
        let records = Records::read(&files::load(file).ok()?).ok().filter(|records| !records.alone())?;
        let first = records.all.first()?;
        let same = first.model == record.model && first.instance.to_toml() == instance;
        same.then(|| (file.clone(), records))
    };
    let known = files::record_files(archive).unwrap_or_default().iter().find_map(of_instance);
    let (file, records) = match known {
        Some((file, mut records)) => {
            records.all.push(record);
            (file, records)
        }
        None => {
            let records = Records::of(record);
            let file = archive.join(records.path(record::name)?);
            if file.symlink_metadata().is_ok() {
                bail!("{}: holds something that is no record; it is left as it is", file.display());
            }
            output::folder(file.parent().unwrap_or(archive))?;
            (file, records)
        }
    };
    output::file(&file, &records.to_toml())?;
    Ok(address(archive, file, name))
}
