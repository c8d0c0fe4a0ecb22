//! Rows of a table: each is accepted, or omitted for a reason that is counted; a bound that is exceeded ends
//! the reading.

use std::path::Path;

use super::bounds;
use super::stream::{Broken, OfFile, Table};
use crate::linear::{Halt, Patience};

/// Rows that were omitted for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The reason for the omission.
    pub reason: String,
    /// Number of rows omitted for this reason.
    pub count: u64,
    /// Line of the first such row.
    pub line: u64,
}

/// The contents of a file, with the omitted rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read<T> {
    /// The items of the rows that were accepted, in order.
    pub found: Vec<T>,
    /// Total number of rows.
    pub rows: u64,
    /// The omitted rows, by reason.
    pub left_out: Vec<LeftOut>,
}

impl<T> Read<T> {
    /// Counts a row that is omitted for `reason`.
    pub(super) fn leave(&mut self, reason: impl Into<String>, line: u64) {
        let mut reason = reason.into();
        if self.left_out.len() >= bounds::REASONS && self.left_out.iter().all(|l| l.reason != reason) {
            reason = "another reason".to_string();
        }
        match self.left_out.iter_mut().find(|l| l.reason == reason) {
            Some(left) => left.count += 1,
            None => self.left_out.push(LeftOut { reason, count: 1, line }),
        }
    }
}

/// Reasons why a row is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The row cannot be read or does not count: it is omitted.
    Leave(String),
    /// The trace exceeds a bound: the file is refused.
    Refuse(String),
}

impl From<String> for Why {
    fn from(reason: String) -> Why {
        Why::Leave(reason)
    }
}

/// The refusal of a trace with more than `most` of `what`.
pub(super) fn too_much(most: impl std::fmt::Display, what: &str) -> Why {
    Why::Refuse(format!("more than {most} {what}: take fewer files, or a part of them"))
}

/// A function of a row and its line; an error is the reason why the row is not accepted.
pub(super) type Take<'a, T> = dyn FnMut(&csv::StringRecord, &mut Read<T>, u64) -> Result<(), Why> + 'a;

/// Passes each row to `take`, with its line; rows that it does not accept are omitted. A stream that breaks
/// off ends the file, which is noted. A bound that is exceeded is an error with file and line.
pub(super) fn rows<T>(
    path: &Path,
    read: &mut Read<T>,
    patience: &Patience,
    take: &mut Take<'_, T>,
) -> Result<(), Halt<String>> {
    let told = |(line, reason): (u64, String)| format!("{}: line {line}: {reason}", path.display());
    of_table(&mut OfFile::open(path)?, read, patience, take).map_err(|halt| halt.map(told))
}

/// Passes each row of an open table to `take`. An error has its line.
pub(super) fn of_table<T>(
    table: &mut Table<impl std::io::Read>,
    read: &mut Read<T>,
    patience: &Patience,
    take: &mut Take<'_, T>,
) -> Result<(), Halt<(u64, String)>> {
    let mut row = csv::StringRecord::new();
    loop {
        patience.check()?;
        let line = match table.next(&mut row) {
            Ok(None) => return Ok(()),
            Ok(Some(line)) => line,
            Err((line, Broken::Off(reason))) => {
                read.leave(reason, line);
                return Ok(());
            }
            Err((line, Broken::Record(reason))) => {
                read.rows += 1;
                read.leave(reason, line);
                continue;
            }
            Err((line, Broken::Bound(reason))) => return Err(Halt::Failed((line, reason))),
        };
        read.rows += 1;
        match take(&row, read, line) {
            Ok(()) => {}
            Err(Why::Leave(reason)) => read.leave(reason, line),
            Err(Why::Refuse(reason)) => return Err(Halt::Failed((line, reason))),
        }
    }
}
