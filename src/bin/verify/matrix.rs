//! `verify matrix`: the state of every mechanism and property.

use std::path::Path;

use anyhow::Result;
use fairwitness::library::claims::Library;
use fairwitness::library::matrix::{CellState, MatrixCell, matrix};
use fairwitness::model::Hypothesis;

use super::args::Format;
use super::said::Cell;
use super::{ids, render};

pub fn run(root: &Path, model: &str, demands: &str, format: Format) -> Result<u8> {
    let (bench, ..) = ids::cells(model, &[], &[])?;
    let hypothesis = Hypothesis::named(demands).unwrap_or(Hypothesis::None);
    let cells = matrix(&Library::open(root)?, root, bench, hypothesis)?;
    render::show(format, &cells.iter().map(Cell::from).collect::<Vec<_>>(), || {
        text(&cells, bench.properties().len())
    });
    Ok(0)
}

/// Prints mechanisms as rows and properties as numbered columns, because names side by side would not fit.
fn text(cells: &[MatrixCell], properties: usize) -> String {
    let mut text = String::new();
    for (k, cell) in cells.iter().take(properties).enumerate() {
        text += &format!("{:>3}  {}\n", k + 1, cell.property);
    }
    text += "\nx violated on record   > follows from a violation on record   # proved   = proved on paper, checked by no machine\n. unrefuted, some instances decided   ? looked at, none decided   blank: the property does not apply to the mechanism\n\n";
    let sign = |state: &CellState| match state {
        CellState::Violated { .. } => "x",
        CellState::Derived { .. } => ">",
        CellState::Proved { .. } => "#",
        CellState::ProvedOnPaper { .. } => "=",
        CellState::Unrefuted(_) => ".",
        CellState::Undecided(_) => "?",
        CellState::OutOfScope(_) => "",
    };
    let mut head = vec!["mechanism".to_string()];
    head.extend((1..=properties).map(|k| k.to_string()));
    let rows = cells.chunks(properties).map(|row| {
        let mut line = vec![row[0].mechanism.to_string()];
        line.extend(row.iter().map(|cell| sign(&cell.state).to_string()));
        line
    });
    text += &render::table("evidence", &head, rows);
    text + "\nverify score --mech MECHANISM   names the evidence of a row\n"
}
