//! The sources of many instances: lines, files, the standard input.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use fairwitness::document::{Document, InputError};
use fairwitness::library::batch::{Item, LONGEST, Lines};

/// A source of instances, which are numbered from 1.
pub enum Source {
    Lines(Lines<Box<dyn BufRead + Send>>),
    Files(std::vec::IntoIter<PathBuf>, u64),
}

/// The wait for a program that writes to a pipe.
const WAIT: Duration = Duration::from_secs(5);

/// Opens a file of lines, or a pipe that a program writes to.
fn stream(path: &Path) -> Result<File, InputError> {
    if !is_pipe(path) {
        return Document::regular(path);
    }
    let (tell, opened) = std::sync::mpsc::channel();
    let (pipe, silent) = (path.to_path_buf(), "is a pipe that no program writes to");
    // Opening waits for a program at the other end.
    std::thread::spawn(move || tell.send(File::open(pipe)));
    let file = opened.recv_timeout(WAIT).unwrap_or_else(|_| Err(std::io::Error::other(silent)));
    file.map_err(|error| InputError::unread(path, &error))
}

/// True for a named pipe, which only Unix systems have among their files.
#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    std::fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_path: &Path) -> bool {
    false
}

impl Source {
    /// Opens a file of lines, compressed or not, a folder, or the standard input.
    pub fn open(path: &Path) -> Result<Source> {
        if path == Path::new("-") {
            return Ok(Source::Lines(Lines::from(Box::new(BufReader::new(std::io::stdin())), 0)));
        }
        if path.is_file() && path.extension().is_some_and(|ended| ended == "toml") {
            bail!(
                "{}: instances come a line each as JSON, or as a folder of files; for one file: verify --mech ID --property ID --instance {}",
                path.display(),
                path.display()
            );
        }
        if !path.is_dir() {
            let file = stream(path)?;
            let packed = path.extension().is_some_and(|ended| ended == "gz");
            let input: Box<dyn Read + Send> =
                if packed { Box::new(flate2::read::MultiGzDecoder::new(file)) } else { Box::new(file) };
            return Ok(Source::Lines(Lines::from(Box::new(BufReader::with_capacity(1 << 16, input)), 0)));
        }
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).with_context(|| path.display().to_string())? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == "toml" || e == "json") {
                files.push(path);
            }
        }
        if files.is_empty() {
            bail!("{}: holds no .toml and no .json files", path.display());
        }
        files.sort();
        Ok(Source::Files(files.into_iter(), 0))
    }

    /// Returns the next instance, or `None` at the end. Empty lines are counted and skipped.
    pub fn next(&mut self) -> Result<Option<Item>> {
        match self {
            Source::Files(files, count) => {
                let Some(path) = files.next() else { return Ok(None) };
                *count += 1;
                let file = path.display().to_string();
                if !path.is_file() {
                    let text = Err("is no regular file".to_string());
                    return Ok(Some(Item { line: *count, file: Some(file), text }));
                }
                let read = File::open(&path).and_then(|file| {
                    let mut text = String::new();
                    file.take(LONGEST + 1).read_to_string(&mut text).map(|_| text)
                });
                let text = read.map_err(|error| error.to_string());
                Ok(Some(Item { line: *count, file: Some(file), text }))
            }
            Source::Lines(lines) => Ok(lines.item()?),
        }
    }
}
