//! The matrix page: heat maps, tables, and the chains by which cells follow from others.

use std::path::Path;

use super::{Page, cell, stem};
use crate::book::picture::{Heat, heat};
use crate::document::InputError;
use crate::library::claims::Library;
use crate::library::matrix::{CellState, Implication, MatrixCell, implications, matrix};
use crate::model::Hypothesis;
use crate::workbench::models;

/// Every mechanism before every property, model by model.
pub(super) fn page(library: &Library, root: &Path) -> Result<Page, InputError> {
    let mut text = String::from(
        "# The matrix\n\nEvery mechanism before every property. `x`: violated, with a link to the record. `>`: it follows \
         from a violation of another property. `#`: proved for all instances, by a theorem that a proof kernel accepts. A \
         number: unrefuted, and how many instances were decided. `?`: undecided, none of the instances that were looked at; \
         so it is where only a violation can be decided, as with lies. Blank: the property says nothing of the \
         mechanism, or the mechanism refuses all that was tried.\n\nIn the pictures a field is dark red for a violation on \
         record, light red for one that follows, green where it is proved, blue where a search found nothing (paler \
         where fewer than a hundred instances were decided), grey where nothing was decided, and empty where the property \
         does not apply.\n",
    );
    let implications = implications(root)?;
    for bench in models() {
        let properties = bench.properties().len();
        let cells = matrix(library, root, *bench, Hypothesis::None)?;
        text += &format!(
            "\n## {0}\n\n{1}\n{2}\n`verify matrix --model {0}`\n{3}{4}",
            bench.model(),
            picture(bench.model(), &cells, properties),
            table(&cells, properties),
            chains(&cells),
            rules(&implications, bench.model())
        );
    }
    Ok(("matrix.md".to_string(), text))
}

fn picture(model: &str, cells: &[MatrixCell], properties: usize) -> String {
    let columns: Vec<&str> = cells.iter().take(properties).map(|c| c.property).collect();
    let rows: Vec<(&str, Vec<Heat>)> =
        cells.chunks(properties).map(|row| (row[0].mechanism, row.iter().map(field).collect())).collect();
    heat(&format!("The matrix of {model}"), &columns, &rows)
}

fn field(cell: &MatrixCell) -> Heat {
    let page = |record: &str| Some(format!("records/{}.html", stem(record)));
    let (colour, link, what) = match &cell.state {
        CellState::Violated { record } => ("#b2182b", page(record), "violated".to_string()),
        CellState::Derived { from, record, .. } => {
            ("#f4a582", page(record), format!("violated, since {from} is"))
        }
        CellState::Proved { theorem, .. } => {
            ("#1b7837", Some("theorems.html".to_string()), format!("proved by {theorem}"))
        }
        CellState::Unrefuted(extent) => {
            let colour = if extent.decided < 100 { "#92c5de" } else { "#4393c3" };
            (colour, None, format!("unrefuted, {extent}"))
        }
        CellState::Undecided(extent) => ("#bbbbbb", None, format!("undecided, {extent}")),
        CellState::OutOfScope(_) => ("none", None, "the property says nothing here".to_string()),
    };
    Heat { colour, says: format!("{} x {}: {what}", cell.mechanism, cell.property), link }
}

fn table(cells: &[MatrixCell], properties: usize) -> String {
    let names: Vec<&str> = cells.iter().take(properties).map(|c| c.property).collect();
    let mut text = format!("| | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(properties));
    for row in cells.chunks(properties) {
        let shown = row.iter().map(|c| match &c.state {
            CellState::Violated { record } => format!("[x](records/{}.md)", stem(record)),
            CellState::Derived { record, .. } => format!("[>](records/{}.md)", stem(record)),
            CellState::Proved { .. } => "[#](theorems.md)".to_string(),
            CellState::Unrefuted(extent) => extent.decided.to_string(),
            CellState::Undecided(_) => "?".to_string(),
            CellState::OutOfScope(_) => String::new(),
        });
        text += &format!(
            "| [{0}](mechanisms/{0}.md) | {1} |\n",
            row[0].mechanism,
            shown.collect::<Vec<_>>().join(" | ")
        );
    }
    text
}

/// Why each derived cell follows.
fn chains(cells: &[MatrixCell]) -> String {
    let mut text = String::new();
    for c in cells {
        if let CellState::Derived { from, record, reason } = &c.state {
            text += &format!(
                "| {0} | {1} | {from} | [{2}](records/{2}.md) | {3} |\n",
                c.mechanism,
                c.property,
                stem(record),
                cell(reason)
            );
        }
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "\nWhat follows, and from what:\n\n| mechanism | violates | since it violates | on record | why |\n|---|---|---|---|---|\n{text}"
    )
}

/// By which rules one violation is another.
fn rules(implications: &[Implication], model: &str) -> String {
    let own: Vec<&Implication> = implications.iter().filter(|i| i.model == model).collect();
    if own.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\nWhat follows from what, for the same mechanism on the same instance; checked on every record and every worked \
         example:\n\n| who violates | violates | because |\n|---|---|---|\n",
    );
    for Implication { violated, then, reason, .. } in own {
        let link = |id: &str| format!("[{id}](properties/{model}/{id}.md)");
        text += &format!("| {} | {} | {} |\n", link(violated), link(then), cell(reason));
    }
    text
}
