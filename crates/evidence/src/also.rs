//! Further cells that the instances on record violate: one generated file, so that records need not be
//! written again when a mechanism or a property is added.

use std::collections::BTreeMap;
use std::path::Path;

use crate::archive::record::Record;
use crate::document::{InputError, Node, Value, files};
use crate::threads;
use crate::workbench::model;

/// The path of the file below the root of a project.
pub const FILE: &str = "evidence/also.toml";

/// The further cells that the instance of each record violates, by the record's file name without its extension:
/// properties by mechanism, within the record's model. A cell that is refused, out of scope or undecided there is
/// not listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Also(BTreeMap<String, Cells>);

/// Properties by mechanism, as lists of ids.
pub type Cells = Vec<(String, Vec<String>)>;

impl Also {
    /// Judges every cell on the instance of every record.
    ///
    /// # Errors
    /// A record that cannot be read or judged.
    pub fn judged(records: &[(String, Record)]) -> Result<Also, InputError> {
        let one = |(name, record): &(String, Record)| {
            let bench = model(&record.model).ok_or_else(|| InputError {
                file: name.clone(),
                field: "model".to_string(),
                reason: format!("there is no model `{}`", record.model),
            })?;
            Ok((stem(name).to_string(), bench.also(record)?))
        };
        Ok(Also(threads::each(records, one).into_iter().collect::<Result<_, InputError>>()?))
    }

    /// Reads the file of a project; empty if there is none.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn load(root: &Path) -> Result<Also, InputError> {
        let path = root.join(FILE);
        if !files::exists(&path) {
            return Ok(Also::default());
        }
        let document = files::load(&path)?;
        let texts = |node: &Node<'_>| {
            node.list()?.iter().map(|text| text.text().map(String::from)).collect::<Result<Vec<_>, _>>()
        };
        let of_record = |(name, cells): &(String, Value)| {
            let node = document.node().child(name, cells);
            let row = |(id, ids): &(String, Value)| Ok((id.clone(), texts(&node.child(id, ids))?));
            Ok((name.clone(), cells.fields().iter().map(row).collect::<Result<_, InputError>>()?))
        };
        Ok(Also(document.root.fields().iter().map(of_record).collect::<Result<_, InputError>>()?))
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        let cells = |cells: &Cells| cells.iter().map(|(id, ids)| (id.clone(), Value::texts(ids))).collect();
        let table = self.0.iter().map(|(name, row)| (name.clone(), Value::Table(cells(row)))).collect();
        format!(
            "# Every other cell that the instance of each record violates. Made by `BLESS=1 cargo test also`.\n{}",
            Value::Table(table).to_toml()
        )
    }

    /// The further cells that the instance of a record violates, by the name of the record's file.
    pub fn of(&self, file: &str) -> &[(String, Vec<String>)] {
        self.0.get(stem(file)).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` if the instance of the record also violates the cell, besides its own.
    pub fn violates(&self, file: &str, mechanism: &str, property: &str) -> bool {
        self.of(file).iter().any(|(m, ids)| m == mechanism && ids.iter().any(|id| id == property))
    }
}

fn stem(file: &str) -> &str {
    file.strip_suffix(".toml").unwrap_or(file)
}
