//! `verify ask`: the mechanisms that keep some properties and violate others.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;
use fairwitness::document::Document;
use fairwitness::library::claims::Library;
use fairwitness::library::matrix::{CellState, matrix};
use fairwitness::library::query::{Query, Truth, meant};
use fairwitness::linear::{Halt, Patience};
use fairwitness::model::Hypothesis;
use fairwitness::workbench::{Bench, last_sentence};

use super::args::Format;
use super::limits::interruption;
use super::said::{Queried, QueriedLiteral as Literal, QueriedRow};
use super::{UNDECIDED, ids, inputs, render};

/// A query for mechanisms.
#[derive(Debug, Args)]
pub struct Ask {
    /// Properties with & (and), | (or), ! (not) and parentheses, as in 'si & ef & !po' or 'envy-free and not Pareto optimal'.
    pub query: String,
    /// The model.
    #[arg(long, value_name = "ID", default_value = "cluster")]
    pub model: String,
    /// Hypothesis about demands: none or positive.
    #[arg(long, value_name = "WORD", default_value = "none", value_parser = ["none", "positive"])]
    pub demands: String,
    /// Answer for this one instance and its model, in place of all instances.
    #[arg(long, value_name = "FILE", conflicts_with = "demands")]
    pub instance: Option<PathBuf>,
    /// A checkout of the project [default: this folder if it is one, otherwise the built-in data].
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
}

fn of_cell(property: &'static str, state: &CellState) -> Literal {
    let (state, asserted, reason) = match state {
        CellState::Violated { record } => ("violated", true, format!("record {record}")),
        CellState::Derived { from, record, reason } => {
            ("violated", false, format!("follows from {from}, record {record}: {reason}"))
        }
        CellState::Proved { theorem, by_definition: false, .. } => {
            ("proved", true, format!("theorem {theorem}"))
        }
        CellState::Proved { .. } => ("proved", true, "a clause of the mechanism's specification".to_string()),
        CellState::ProvedOnPaper { file } => {
            ("proved-on-paper", true, format!("proof on paper, checked by no machine: {file}"))
        }
        CellState::Unrefuted(extent) => {
            ("unrefuted", true, format!("{} instances decided, no violation", extent.decided))
        }
        CellState::Undecided(_) => ("undecided", true, "nothing was decided".to_string()),
        CellState::OutOfScope(_) => {
            ("out-of-scope", true, "the property does not apply to the mechanism".to_string())
        }
    };
    Literal::new(property, state, asserted, reason)
}

impl Literal {
    fn new(property: &'static str, state: &'static str, asserted: bool, reason: String) -> Literal {
        let keeps = Truth::of(state).unwrap_or(Truth::Open);
        Literal { property, keeps, state, asserted, reason }
    }
}

/// Every mechanism of the bench with the states of the properties, or `None` if the work was interrupted.
type Known = Option<Vec<(&'static str, Vec<Literal>)>>;

fn on_file(
    library: &Library,
    root: &Path,
    bench: &'static dyn Bench,
    properties: &[&'static str],
    ask: &Ask,
) -> Result<Known> {
    let hypothesis = Hypothesis::named(&ask.demands).unwrap_or(Hypothesis::None);
    let cells = matrix(library, root, bench, hypothesis)?;
    let row = |mechanism: &'static str| {
        let cell = |property: &&'static str| {
            let found = cells.iter().find(|c| c.mechanism == mechanism && c.property == *property);
            found.map(|cell| of_cell(property, &cell.state))
        };
        (mechanism, properties.iter().filter_map(cell).collect())
    };
    Ok(Some(bench.mechanisms().iter().map(|entry| row(entry.id)).collect()))
}

fn on_instance(document: &Document, bench: &'static dyn Bench, properties: &[&'static str]) -> Result<Known> {
    let stop = interruption();
    let mut rows = Vec::new();
    for entry in bench.mechanisms() {
        let mut row = Vec::new();
        for property in properties {
            if stop.is_thrown() {
                return Ok(None);
            }
            let report =
                bench.judge(entry.id, property, document, &Patience::unlimited()).map_err(Halt::error)?;
            let said =
                last_sentence(report.story.as_deref().or(report.reason.as_deref()).unwrap_or_default());
            row.push(Literal::new(property, report.answer.word(), true, said));
        }
        rows.push((entry.id, row));
    }
    Ok(Some(rows))
}

/// Runs the command and returns the exit status.
pub fn run(ask: &Ask, format: Format) -> Result<u8> {
    let document = match &ask.instance {
        Some(path) => Some(inputs::load(path)?.instance()),
        None => None,
    };
    let model = match &document {
        Some(document) => ids::model_of(document)?.model(),
        None => &ask.model,
    };
    let entries = ids::model(model).map(|bench| bench.properties()).unwrap_or_default();
    let query = Query::read(&ask.query, |words| meant(words, &entries));
    let query = query.map_err(|why| anyhow!("the query, {why}"))?;
    let named: Vec<String> = query.properties().into_iter().map(str::to_string).collect();
    let (bench, _, properties) = ids::cells(model, &[], &named)?;
    let root = inputs::root(ask.root.as_deref());
    let library = if document.is_none() { Some(Library::open(&root)?) } else { None };
    let known = match (&document, &library) {
        (Some(document), _) => on_instance(document, bench, &properties)?,
        (None, Some(library)) => on_file(library, &root, bench, &properties, ask)?,
        (None, None) => None,
    };
    let Some(known) = known else { return Ok(UNDECIDED) };
    let answer = |row: &[Literal]| {
        query.answer(&|id| row.iter().find(|l| l.property == id).map_or(Truth::Open, |l| l.keeps))
    };
    match format {
        Format::Json => {
            let row = |(mechanism, literals): (&'static str, Vec<Literal>)| QueriedRow {
                mechanism,
                existence: library.as_ref().map(|library| library.existence(mechanism).word()),
                answer: answer(&literals).word(),
                literals,
            };
            let instance = ask.instance.as_ref().map(|path| path.display().to_string());
            render::print_json(&Queried {
                query: ask.query.clone(),
                model: bench.model().to_string(),
                demands: instance.is_none().then(|| ask.demands.clone()),
                instance,
                mechanisms: known.into_iter().map(row).collect(),
            });
        }
        Format::Text => {
            let read = query.to_string();
            let blank = |text: &str| text.replace(' ', "");
            if blank(&read) != blank(&ask.query) {
                render::print(&format!("read as: {read}\n"));
            }
            render::print(&text(&known, answer));
        }
    }
    Ok(0)
}

fn text(known: &[(&str, Vec<Literal>)], answer: impl Fn(&[Literal]) -> Truth) -> String {
    let of = |truth: Truth| known.iter().filter(|(_, row)| answer(row) == truth).collect::<Vec<_>>();
    let mut text = String::new();
    for (mechanism, row) in of(Truth::Yes) {
        text += &format!("{mechanism}\n");
        for Literal { property, state, asserted, reason, .. } in row {
            let how = if *asserted { "" } else { " (deduced)" };
            let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
            text += &format!("  {property}  {state}{how}{why}\n");
        }
    }
    let yes = of(Truth::Yes).len();
    let open: Vec<&str> = of(Truth::Open).iter().map(|(mechanism, _)| *mechanism).collect();
    let left = match open.len() {
        0 => String::new(),
        count => format!("; open for {count}: {}", open.join(", ")),
    };
    let are = if yes == 1 { "mechanism is" } else { "mechanisms are" };
    text + &format!("{yes} of {} {are} as asked{left}\n", known.len())
}
