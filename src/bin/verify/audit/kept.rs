//! The history of a watch: a file with one JSON document per line, to which lines are only appended.
//!
//! A line is written by one call and then forced to the disk. After an end at any moment at most the last line is torn,
//! and the next start cuts it off. With as many lines as it may have, the file is renamed to end in `.1`, in place of the
//! one before, and a new one begins; so the two files together never have more than twice as many.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Error, Read as _, Result, Write as _};
use std::path::{Path, PathBuf};

use fairwitness::document::Document;

/// The open history.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    file: File,
    lines: u64,
    bytes: u64,
    most: u64,
}

fn opened(path: &Path) -> Result<File> {
    OpenOptions::new().read(true).append(true).create(true).open(path)
}

impl Kept {
    /// Opens the history, which may have at most `most` lines, and cuts off a torn last line.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(path: &Path, most: u64) -> Result<Kept> {
        if path.exists() {
            let mut begin = Vec::new();
            let file = Document::regular(path).map_err(Error::other)?;
            file.take(1).read_to_end(&mut begin)?;
            if begin.first().is_some_and(|byte| *byte != b'{') {
                return Err(Error::other("is no history of audits, and is left as it is"));
            }
        }
        let file = opened(path)?;
        let (mut lines, mut bytes, mut read) = (0, 0, 0);
        let mut reader = BufReader::new(&file);
        loop {
            let some = reader.fill_buf()?;
            let size = some.len();
            lines += some.iter().filter(|byte| **byte == b'\n').count() as u64;
            if let Some(last) = some.iter().rposition(|byte| *byte == b'\n') {
                bytes = read + last as u64 + 1;
            }
            if size == 0 {
                break;
            }
            read += size as u64;
            reader.consume(size);
        }
        file.set_len(bytes)?;
        Ok(Kept { path: path.to_path_buf(), file, lines, bytes, most })
    }

    /// Appends a line. After an error, such as a full disk, the history is as before.
    ///
    /// # Errors
    /// The line cannot be written.
    pub fn add(&mut self, line: &str) -> Result<()> {
        if self.lines >= self.most {
            let mut older = self.path.clone().into_os_string();
            older.push(".1");
            // There is no file if it was taken away, or if a full disk had no room for a new one.
            if self.path.exists() {
                std::fs::rename(&self.path, older)?;
            }
            self.file = opened(&self.path)?;
            (self.lines, self.bytes) = (0, 0);
        }
        let line = format!("{line}\n");
        if let Err(error) = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data()) {
            self.file.set_len(self.bytes)?;
            return Err(error);
        }
        self.lines += 1;
        self.bytes += line.len() as u64;
        Ok(())
    }
}
