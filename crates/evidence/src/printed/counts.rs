//! The file of the counts of every row, `properties/evidence/simulations.toml`.

use super::{PrintedRow, REFERENCES, ROWS, RowTally};
use crate::document::{Document, Fields, InputError, Value, typed};

/// The number of first runs that are also counted separately, so that a test can repeat them.
pub const FIRST: u64 = 5;

/// The counts of a row, in its first runs and in all runs.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The row that was simulated.
    pub row: &'static PrintedRow,
    /// The counts of the first [`FIRST`] runs, one for each filling.
    pub first: Vec<RowTally>,
    /// The counts of all runs, one for each filling.
    pub all: Vec<RowTally>,
}

/// The counts of every row, as in `properties/evidence/simulations.toml`.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The seed of the random instances.
    pub seed: u64,
    /// The counts, one entry for each row.
    pub rows: Vec<Counted>,
}

const FIELDS: [&str; 5] = ["runs", "short", "ahead", "squares", "most"];

impl RowTally {
    /// The counts as a table of a document.
    pub(crate) fn write(&self) -> Value {
        let list = |numbers: &[i64]| Value::List(numbers.iter().copied().map(Value::Integer).collect());
        let lists = [&self.short[..], &self.ahead, &self.squares, &self.most].map(list);
        Value::table(FIELDS.into_iter().zip(std::iter::once(Value::Integer(self.runs)).chain(lists)))
    }
}

fn table(tallies: &[RowTally]) -> Value {
    Value::table(tallies.iter().map(|t| (t.reference, t.write())))
}

impl Counts {
    /// Returns the counts as a document.
    pub fn write(&self) -> Value {
        let seed = ("seed", Value::Integer(i64::try_from(self.seed).unwrap_or(i64::MAX)));
        let row = |Counted { row, first, all }: &Counted| {
            (row.id, Value::table([("first", table(first)), ("all", table(all))]))
        };
        Value::table([seed].into_iter().chain(self.rows.iter().map(row)))
    }

    /// Reads the counts from a document, which must have every row and every filling.
    ///
    /// # Errors
    /// The field that is missing or invalid.
    pub fn read(document: &Document) -> Result<Counts, InputError> {
        let tallies = |fields: &mut Fields<'_>| {
            let tally = |id| Ok(RowTally { reference: id, ..typed(&fields.required(id)?)? });
            REFERENCES.into_iter().map(tally).collect::<Result<Vec<_>, InputError>>()
        };
        document.node().table(|fields| {
            let seed = fields.required("seed")?.count()? as u64;
            let counted = |row: &'static PrintedRow| {
                fields.required(row.id)?.table(|both| {
                    let first = both.required("first")?.table(tallies)?;
                    Ok(Counted { row, first, all: both.required("all")?.table(tallies)? })
                })
            };
            Ok(Counts { seed, rows: ROWS.iter().map(counted).collect::<Result<_, InputError>>()? })
        })
    }
}
