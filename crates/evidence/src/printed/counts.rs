//! The file of the counts of every row, `properties/evidence/simulations.toml`.

use super::{PrintedRow, REFERENCES, ROWS, RowTally};
use crate::document::{Document, InputError, Node, Value, typed};

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
        let values = [
            Value::Integer(self.runs),
            list(&self.short),
            list(&self.ahead),
            list(&self.squares),
            list(&self.most),
        ];
        Value::Table(FIELDS.map(String::from).into_iter().zip(values).collect())
    }
}

fn table(tallies: &[RowTally]) -> Value {
    Value::Table(tallies.iter().map(|t| (t.reference.to_string(), t.write())).collect())
}

impl Counts {
    /// Returns the counts as a document.
    pub fn write(&self) -> Value {
        let mut fields =
            vec![("seed".to_string(), Value::Integer(i64::try_from(self.seed).unwrap_or(i64::MAX)))];
        for Counted { row, first, all } in &self.rows {
            let both = vec![("first".to_string(), table(first)), ("all".to_string(), table(all))];
            fields.push((row.id.to_string(), Value::Table(both)));
        }
        Value::Table(fields)
    }

    /// Reads the counts from a document, which must have every row and every filling.
    ///
    /// # Errors
    /// The field that is missing or invalid.
    pub fn read(document: &Document) -> Result<Counts, InputError> {
        let mut fields = document.node().fields()?;
        let seed = fields.required("seed")?.count()? as u64;
        let tallies = |node: Node<'_>| -> Result<Vec<RowTally>, InputError> {
            let mut fields = node.fields()?;
            let tallies: Result<_, _> = REFERENCES
                .iter()
                .map(|&id| Ok(RowTally { reference: id, ..typed(&fields.required(id)?)? }))
                .collect();
            fields.finish()?;
            tallies
        };
        let counted = |row: &'static PrintedRow| {
            let mut both = fields.required(row.id)?.fields()?;
            let read = Counted {
                row,
                first: tallies(both.required("first")?)?,
                all: tallies(both.required("all")?)?,
            };
            both.finish()?;
            Ok(read)
        };
        let rows = ROWS.iter().map(counted).collect::<Result<_, InputError>>()?;
        fields.finish()?;
        Ok(Counts { seed, rows })
    }
}
