//! The generated pages of the book: definitions, claims with their standing, the matrix, the gallery of records.
//!
//! Everything here is made from code, data and records; what a person writes stands beside it in `book/src`.

use std::path::Path;

use crate::bench::{Bench, Entry, models};
use crate::claims::{Bearing, Library, Standing, Weighed};
use crate::document::InputError;
use crate::matrix::{CellState, MatrixCell, matrix};
use crate::model::Hypothesis;

/// A page: where it stands under `book/src/generated`, and its text.
pub type Page = (String, String);

/// All generated pages, in order.
pub fn pages(root: &Path) -> Result<Vec<Page>, InputError> {
    let library = Library::open(root)?;
    let weighed =
        library.claims(None)?.into_iter().map(|claim| library.weigh(claim)).collect::<Result<Vec<_>, _>>()?;
    let mut pages =
        vec![("standing.md".to_string(), standing(&weighed)), ("gallery.md".to_string(), gallery(&library))];
    for source in sources(&weighed) {
        let own: Vec<&Weighed> = weighed.iter().filter(|w| w.claim.source == source).collect();
        pages.push((format!("claims-{source}.md"), claims(&own)));
    }
    let mut all = String::from("# The matrix\n\n");
    all += "Every mechanism before every property. `x`: violated, the cell links its record's line in the gallery. `>`: \
            follows from a violation of another property. A number: unrefuted, and how many instances were decided. \
            `-`: searched, none decided.\n";
    for bench in models() {
        all += &format!("\n## {}\n\n", bench.model());
        all += &table(&matrix(&library, root, *bench, Hypothesis::None)?, bench.properties().len());
    }
    pages.push(("matrix.md".to_string(), all));
    pages.push(("properties/README.md".to_string(), include_str!("../properties/README.md").to_string()));
    pages.push((
        "properties/sources.toml".to_string(),
        include_str!("../properties/sources.toml").to_string(),
    ));
    for bench in models() {
        pages.extend(definitions(*bench));
    }
    pages.sort();
    Ok(pages)
}

fn sources(weighed: &[Weighed]) -> Vec<String> {
    let mut found: Vec<String> = weighed.iter().map(|w| w.claim.source.clone()).collect();
    found.sort();
    found.dedup();
    found
}

fn definitions(bench: &dyn Bench) -> Vec<Page> {
    let model = bench.model();
    let page = |folder: String, entry: Entry| (format!("{folder}/{}.md", entry.id), definition(&entry));
    let mut pages = vec![page("models".to_string(), Entry { id: model, page: bench.page() })];
    pages.extend(bench.mechanisms().into_iter().map(|e| page("mechanisms".to_string(), e)));
    pages.extend(bench.properties().into_iter().map(|e| page(format!("properties/{model}"), e)));
    pages.extend(bench.measures().into_iter().map(|e| page("measures".to_string(), e)));
    pages
}

/// The page of an id: its block of data as a line, then its text.
fn definition(entry: &Entry) -> String {
    let text = entry.page.split_once("```toml").and_then(|(_, rest)| rest.split_once("```\n"));
    let body = text.map_or(entry.page, |(_, body)| body);
    let source = entry.field("source").map_or_else(String::new, |s| format!("Source: {s}.\n\n"));
    format!("# {}\n\nId `{}`. {source}{}", entry.name(), entry.id, body.trim_start())
}

fn standing(weighed: &[Weighed]) -> String {
    let mut text = String::from(
        "# Where the claims stand\n\n| paper | contradicted | reproduced | unrefuted | open |\n|---|--:|--:|--:|--:|\n",
    );
    for source in sources(weighed) {
        let of = |s: Standing| weighed.iter().filter(|w| w.claim.source == source && w.standing == s).count();
        let counts: Vec<String> = Standing::ALL.iter().map(|s| of(*s).to_string()).collect();
        text += &format!("| `{source}` | {} |\n", counts.join(" | "));
    }
    text + "\n`verify claims` computes this table, `verify claims --id ID` shows one claim with its evidence.\n"
}

/// A text inside a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ").replace('<', "&lt;")
}

fn claims(own: &[&Weighed]) -> String {
    let mut text =
        String::from("| claim | where | what it says | standing | evidence |\n|---|---|---|---|---|\n");
    for w in own {
        let word = |bearing: &Bearing| match bearing {
            Bearing::Reproduces => "agrees",
            Bearing::Contradicts => "against",
            Bearing::Unrefuted => "nothing against",
        };
        let mut evidence: Vec<String> =
            w.found.iter().map(|(b, what)| format!("{}: {what}", word(b))).collect();
        if evidence.is_empty() {
            evidence.extend(w.claim.tried.clone());
        }
        text += &format!(
            "| `{}` | {} | {} | {} | {} |\n",
            w.claim.id,
            cell(&w.claim.locus),
            cell(&w.claim.statement),
            w.standing.word(),
            cell(&evidence.join("; "))
        );
    }
    text
}

fn gallery(library: &Library) -> String {
    let mut text = String::from(
        "# Gallery of counterexamples\n\nEvery record, with the command that judges it again.\n",
    );
    let mut mechanism = "";
    for (name, record) in library.records() {
        if record.mechanism != mechanism {
            mechanism = &record.mechanism;
            text += &format!("\n## {mechanism}\n");
        }
        text += &format!(
            "\n### {}\n\n{}\n\n```toml\n{}```\n\nSmallness: {}. `verify replay counterexamples/{name}`\n",
            name.trim_end_matches(".toml"),
            record.note,
            record.instance.to_toml(),
            record.found.minimality
        );
    }
    text
}

fn table(cells: &[MatrixCell], properties: usize) -> String {
    let names: Vec<&str> = cells.iter().take(properties).map(|c| c.property).collect();
    let mut text = format!("| | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(properties));
    for row in cells.chunks(properties) {
        let shown = row.iter().map(|c| match &c.state {
            CellState::Violated { record } => {
                format!("[x](gallery.md#{})", record.trim_end_matches(".toml"))
            }
            CellState::Derived { record, .. } => {
                format!("[>](gallery.md#{})", record.trim_end_matches(".toml"))
            }
            CellState::Unrefuted { judged: 0, .. } => "-".to_string(),
            CellState::Unrefuted { judged, .. } => judged.to_string(),
            CellState::Unsearched => String::new(),
        });
        text += &format!("| {} | {} |\n", row[0].mechanism, shown.collect::<Vec<_>>().join(" | "));
    }
    text
}
