//! Files of a folder, and files of the project that are built into the program.
//!
//! The built-in files are below the root [`BUILT_IN`], which is no folder: code that reads a project's data
//! accepts a checkout or this root. A record is found in an archive by its name, `counterexamples/<name>.toml`, in
//! whichever file of the archive it stands.

use std::io;
use std::path::{Path, PathBuf};

use super::{Document, InputError};
use crate::archive::record::{self, Cells, Part, Record, Records};

/// The name of a folder of records in which each one is found by its name.
pub const ARCHIVE: &str = "counterexamples";

/// The root of the built-in files.
pub const BUILT_IN: &str = "<built-in>";

/// Pairs of a path below the root and the text.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The path of a built-in file below the root; `None` for a path elsewhere.
fn inside(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> =
        path.strip_prefix(BUILT_IN).ok()?.components().map(|c| c.as_os_str().to_str()).collect();
    Some(parts?.join("/"))
}

/// The text of a built-in file; `None` for a path that is not below [`BUILT_IN`].
pub fn built_in(path: &Path) -> Option<io::Result<&'static str>> {
    let name = inside(path)?;
    let found = FILES.iter().find(|(known, _)| *known == name);
    Some(found.map(|(_, text)| *text).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound)))
}

/// Reads and parses a file, built in or not, or a record of an archive by its name.
///
/// # Errors
/// A file that cannot be read or parsed.
pub fn load(path: &Path) -> Result<Document, InputError> {
    match (built_in(path), is_there(path)) {
        (Some(Ok(text)), _) => Document::parse(&path.display().to_string(), text),
        (_, false) => filed(path).map_or_else(
            || Document::load(path),
            |part| Ok(Document { file: path.display().to_string(), ..part.document }),
        ),
        _ => Document::load(path),
    }
}

/// The text of a file, built in or not, or of a record of an archive by its name.
///
/// # Errors
/// A file that cannot be read.
pub fn text(path: &Path) -> io::Result<String> {
    match built_in(path) {
        Some(Ok(text)) => Ok(text.to_string()),
        found => match filed(path).filter(|_| !is_there(path)) {
            Some(part) => Ok(part.text),
            None => found.map_or_else(|| std::fs::read_to_string(path), |text| text.map(String::from)),
        },
    }
}

/// Returns `true` if the file or folder is there under its own path.
fn is_there(path: &Path) -> bool {
    match inside(path) {
        Some(name) => FILES.iter().any(|(known, _)| *known == name) || is_folder(path),
        None => path.exists(),
    }
}

/// Returns `true` if the file, the folder or the record of that name exists.
pub fn exists(path: &Path) -> bool {
    is_there(path) || filed(path).is_some()
}

/// The record that a path in an archive names, as in `counterexamples/tsf-bf-2u2s2r.toml`.
fn filed(path: &Path) -> Option<Part> {
    let name = path.file_name()?.to_str()?.strip_suffix(".toml")?;
    let folder = path.parent()?;
    let archive = if folder.ends_with(ARCHIVE) { Some(folder) } else { folder.parent() };
    Some(record_in(archive.filter(|archive| archive.ends_with(ARCHIVE))?, name)?.1)
}

/// The record of that name in an archive, and the file in which it stands.
pub fn record_in(archive: &Path, name: &str) -> Option<(PathBuf, Part)> {
    record_files(archive).ok()?.into_iter().find_map(|file| {
        let text = own_text(&file).ok().filter(|text| mentions(text, name))?;
        let document = Document::parse(&file.display().to_string(), &text).ok()?;
        let parts = Records::read(&document).ok()?.parts(&document, &text, record::name).ok()?;
        Some((file, parts.into_iter().find(|part| part.name == name)?))
    })
}

/// The text of a file under its own path.
fn own_text(path: &Path) -> io::Result<String> {
    built_in(path).map_or_else(|| std::fs::read_to_string(path), |text| text.map(String::from))
}

/// Returns `true` if a violation in the text has the mechanism and the property with which the name begins.
fn mentions(text: &str, name: &str) -> bool {
    let value = |line: &str, key: &str| {
        line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"').map(String::from)
    };
    let mut mechanism = None;
    text.lines().any(|line| {
        mechanism = value(line, "mechanism").or_else(|| mechanism.take());
        let cell = mechanism.as_ref().zip(value(line, "property"));
        cell.is_some_and(|(mechanism, property)| name.starts_with(&format!("{mechanism}-{property}-")))
    })
}

/// Returns `true` if the folder exists.
pub fn is_folder(path: &Path) -> bool {
    match inside(path) {
        Some(name) => FILES.iter().any(|(known, _)| known.starts_with(&format!("{name}/"))),
        None => path.is_dir(),
    }
}

/// The TOML files of a folder, sorted.
///
/// # Errors
/// A folder that cannot be read.
pub fn toml_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if let Some(name) = inside(folder) {
        let below = |(known, _): &&(&str, &str)| {
            known.rsplit_once('/').is_some_and(|(up, file)| up == name && file.ends_with(".toml"))
        };
        files.extend(FILES.iter().filter(below).map(|(known, _)| Path::new(BUILT_IN).join(known)));
        if files.is_empty() {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
    } else {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == "toml") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The files of records of an archive, sorted: those of the folder and of the folders in it.
///
/// # Errors
/// A folder that cannot be read.
pub fn record_files(archive: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if let Some(name) = inside(archive) {
        let below = |known: &&str| {
            let rest = known.strip_prefix(&format!("{name}/"));
            rest.is_some_and(|rest| rest.matches('/').count() < 2)
        };
        let known = FILES.iter().map(|(known, _)| *known).filter(below);
        files.extend(known.map(|known| Path::new(BUILT_IN).join(known)));
    } else {
        files.extend(toml_files(archive)?);
        for entry in std::fs::read_dir(archive)? {
            let path = entry?.path();
            if path.is_dir() {
                files.extend(toml_files(&path).unwrap_or_default());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Every record of an archive, in order of the names.
///
/// # Errors
/// A file that cannot be read.
pub fn records(archive: &Path) -> Result<Vec<Filed>, InputError> {
    let files = record_files(archive).unwrap_or_default();
    let mut all = files.into_iter().map(records_of).collect::<Result<Vec<_>, _>>()?.concat();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

/// The readable records of an archive with their files, in order of the names.
pub fn readable_filed(archive: &Path) -> Vec<Filed> {
    let files = record_files(archive).unwrap_or_default();
    let mut all: Vec<Filed> = files.into_iter().filter_map(|file| records_of(file).ok()).flatten().collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The readable records of an archive, in order of the names.
pub fn readable(archive: &Path) -> Vec<Record> {
    readable_filed(archive).into_iter().map(|filed| filed.record).collect()
}

/// The records of a file.
fn records_of(file: PathBuf) -> Result<Vec<Filed>, InputError> {
    let document = load(&file)?;
    let records = Records::read(&document)?;
    let also = records.also.clone();
    let one = |part: Part| Filed {
        name: format!("{}.toml", part.name),
        file: file.clone(),
        record: part.record,
        also: also.clone(),
    };
    Ok(records.parts(&document, "", record::name)?.into_iter().map(one).collect())
}

/// A record in an archive.
#[derive(Clone, Debug)]
pub struct Filed {
    /// The name of the file that the record alone would have.
    pub name: String,
    /// The file in which it stands.
    pub file: PathBuf,
    /// The record.
    pub record: Record,
    /// The further cells that the file lists.
    pub also: Cells,
}
