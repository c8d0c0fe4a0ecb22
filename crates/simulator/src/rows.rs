//! Rows of a table: each is taken in or left out for a reason that is counted, and a bound that is passed ends the reading.

use std::path::Path;

use super::bounds;
use super::stream::{Broken, Table};
use crate::linear::{Halt, Patience};

/// Rows that were left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Why.
    pub reason: String,
    /// How many.
    pub count: u64,
    /// The line of the first.
    pub line: u64,
}

/// What came of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read<T> {
    /// What was found.
    pub found: Vec<T>,
    /// Rows in all.
    pub rows: u64,
    /// Those that were left out, by reason.
    pub left_out: Vec<LeftOut>,
}

impl<T> Read<T> {
    fn leave(&mut self, reason: impl Into<String>, line: u64) {
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

/// Reason for which a row is not taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It cannot be read, or is none of those that count: it is left out.
    Leave(String),
    /// More is in the trace than is taken in: the file is refused.
    Refuse(String),
}

impl From<String> for Why {
    fn from(reason: String) -> Why {
        Why::Leave(reason)
    }
}

/// Refusal of a trace that holds more than `most` of `what`.
pub(super) fn too_much(most: impl std::fmt::Display, what: &str) -> Why {
    Why::Refuse(format!("more than {most} {what}: take fewer files, or a part of them"))
}

/// Function of a row and its line; an error is the reason for which the row is not taken in.
pub(super) type Take<'a, T> = dyn FnMut(&csv::StringRecord, &mut Read<T>, u64) -> Result<(), Why> + 'a;

/// Gives each row to `take`, with its line; what it refuses is left out. A stream that breaks off ends the file, and that
/// is said too. A bound that is passed is an error with file and line.
pub(super) fn rows<T>(
    path: &Path,
    read: &mut Read<T>,
    patience: &Patience,
    take: &mut Take<'_, T>,
) -> Result<(), Halt<String>> {
    let told = |(line, reason): (u64, String)| format!("{}: line {line}: {reason}", path.display());
    of_table(Table::open(path)?, read, patience, take).map_err(|halt| halt.map(told))
}

/// Gives each row of an open table to `take`. An error comes with its line.
pub(super) fn of_table<T>(
    mut table: Table,
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
