//! A table as a stream of records: a regular file, plain or compressed, with bounds on the length of a record
//! and on the unpacked size.

use std::cell::Cell;
use std::fmt;
use std::io::{BufReader, Cursor, Error, Read};
use std::path::Path;
use std::rc::Rc;

use super::bounds::{RATIO, RECORD, UNPACKED};

/// Reasons why the next record of a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// A record that is no text; the next one may be.
    Record(String),
    /// The file ends within a record.
    Off(String),
    /// A bound is exceeded: the file is refused.
    Bound(String),
}

/// Counts that a table shares with the readers below it.
#[derive(Clone, Debug, Default)]
struct Counts {
    /// Number of bytes read from the file.
    packed: Rc<Cell<u64>>,
    /// Number of bytes delivered since the last record began.
    since: Rc<Cell<u64>>,
    /// The bound that was exceeded.
    passed: Rc<Cell<Option<&'static str>>>,
}

/// A file whose bytes are counted.
struct Counted(std::fs::File, Rc<Cell<u64>>);

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.0.read(buffer)?;
        self.1.set(self.1.get() + n as u64);
        Ok(n)
    }
}

/// A reader that enforces the bounds.
struct Bounded<R> {
    bytes: R,
    given: u64,
    compressed: bool,
    counts: Counts,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.bytes.read(buffer)?;
        self.given += n as u64;
        let since = self.counts.since.get() + n as u64;
        self.counts.since.set(since);
        let unpacks = UNPACKED + RATIO.saturating_mul(self.counts.packed.get());
        let passed = if since > RECORD + buffer.len() as u64 {
            Some("the record is longer than 1048576 bytes")
        } else if self.compressed && self.given > unpacks {
            Some("it unpacks to more than 50 times its size")
        } else {
            return Ok(n);
        };
        self.counts.passed.set(passed);
        Err(Error::other(passed.unwrap_or_default()))
    }
}

/// A table of a file, read record by record.
pub(super) type OfFile = Table<Box<dyn Read>>;

/// A table, read record by record.
pub(super) struct Table<R> {
    reader: csv::Reader<Bounded<R>>,
    counts: Counts,
}

impl<R> fmt::Debug for Table<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("counts", &self.counts).finish_non_exhaustive()
    }
}

impl OfFile {
    /// Opens a regular file; it is unpacked if it begins like gzip, whatever its name.
    ///
    /// # Errors
    /// The file cannot be read, or is not a regular file.
    pub fn open(path: &Path) -> Result<OfFile, String> {
        let failed = |e: Error| {
            let said = crate::document::InputError::unread(path, &e);
            said.to_string()
        };
        if path.is_dir() {
            return Err(format!("{}: is a folder", path.display()));
        }
        let counts = Counts::default();
        let opened = crate::document::Document::regular(path).map_err(|error| error.to_string())?;
        let mut file = Counted(opened, Rc::clone(&counts.packed));
        let mut head = Vec::new();
        Read::by_ref(&mut file).take(2).read_to_end(&mut head).map_err(failed)?;
        let compressed = head == [0x1f, 0x8b];
        let buffered = BufReader::with_capacity(1 << 16, std::io::Cursor::new(head).chain(file));
        let bytes: Box<dyn Read> = if compressed {
            Box::new(flate2::bufread::MultiGzDecoder::new(buffered))
        } else {
            Box::new(buffered)
        };
        Ok(Table::of(bytes, compressed, counts))
    }
}

impl Table<Cursor<Vec<u8>>> {
    /// The table of a text in memory.
    pub fn within(text: &[u8]) -> Self {
        Table::of(Cursor::new(text.to_vec()), false, Counts::default())
    }
}

impl<R: Read> Table<R> {
    fn of(bytes: R, compressed: bool, counts: Counts) -> Self {
        let bounded = Bounded { bytes, given: 0, compressed, counts: counts.clone() };
        let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bounded);
        Table { reader, counts }
    }

    /// Reads the next record into `row`; returns its line, or `None` at the end of the table.
    ///
    /// # Errors
    /// The line of the record, with the reason why it cannot be read.
    pub fn next(&mut self, row: &mut csv::StringRecord) -> Result<Option<u64>, (u64, Broken)> {
        self.counts.since.set(0);
        let next = self.reader.position().line();
        match self.reader.read_record(row) {
            Ok(false) => Ok(None),
            Ok(true) => Ok(Some(row.position().map_or(next, csv::Position::line))),
            Err(error) => {
                let broken = match (self.counts.passed.get(), error.kind()) {
                    (Some(bound), _) => Broken::Bound(bound.to_string()),
                    (None, csv::ErrorKind::Io(_)) => Broken::Off(format!("the file breaks off: {error}")),
                    (None, csv::ErrorKind::Utf8 { .. }) => {
                        Broken::Record("bytes that are no text".to_string())
                    }
                    (None, _) => Broken::Record(error.to_string()),
                };
                Err((next, broken))
            }
        }
    }
}
