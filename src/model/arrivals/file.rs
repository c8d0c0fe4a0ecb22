//! Arrival sequences and histories as documents, and as tables for a reader.

use super::super::{Bar, Bars, Table};
use super::{History, Report, Sequence};
use crate::document::{InputError, Node, Value};
use crate::scalar::{Rational, Readable, Scalar};

/// More agents than anybody declares; keeps counts in machine words.
const MOST_AGENTS: usize = 1_000_000_000;

/// Arrivals beyond which a file is not read: a history has a row a step, and a share in it for everybody present.
const MOST_ARRIVALS: usize = 2_000;

pub(super) fn read<S: Readable>(node: &Node<'_>) -> Result<Sequence<S>, InputError> {
    let mut fields = node.fields()?;
    let agents = fields.required("demand")?;
    let rows = agents.list()?;
    let resources = match rows.first() {
        Some(first) => first.list()?.len(),
        None => return Err(agents.error("there must be at least one agent")),
    };
    if rows.len() > MOST_ARRIVALS {
        let reason = format!("{} agents arrive: at most {MOST_ARRIVALS} are handled", rows.len());
        return Err(agents.error(reason));
    }
    if resources == 0 {
        return Err(rows[0].error("there must be at least one resource"));
    }
    let demand = rows.iter().map(|row| demand_row(row, resources)).collect::<Result<Vec<_>, _>>()?;
    let declared = match fields.optional("agents") {
        None => demand.len(),
        Some(node) => match node.count()? {
            n if n < demand.len() => {
                return Err(node.error(format!("is {n}, and {} agents arrive", demand.len())));
            }
            n if n > MOST_AGENTS => return Err(node.error(format!("is above {MOST_AGENTS}"))),
            n => n,
        },
    };
    fields.finish()?;
    Ok(Sequence { agents: declared, demand })
}

fn demand_row<S: Readable>(node: &Node<'_>, resources: usize) -> Result<Vec<S>, InputError> {
    let row: Vec<S> = node.row(resources, "resource")?;
    if row.iter().all(Scalar::is_zero) {
        return Err(node.error("must not be zero in every resource"));
    }
    Ok(row)
}

pub(super) fn write(sequence: &Sequence) -> Value {
    let mut fields = Vec::new();
    if sequence.agents != sequence.steps() {
        fields.push(("agents".to_string(), Value::index(sequence.agents)));
    }
    fields.push(("demand".to_string(), Value::matrix(&sequence.demand)));
    Value::Table(fields)
}

pub(super) fn read_outcome(sequence: &Sequence, node: &Node<'_>) -> Result<History, InputError> {
    let mut fields = node.fields()?;
    let steps = fields.required("shares")?.list_of(sequence.steps(), "step")?;
    let row = |(k, row): (usize, &Node<'_>)| -> Result<Vec<Rational>, InputError> {
        row.list_of(k + 1, "agent present")?.iter().map(Node::number).collect()
    };
    let shares = steps.iter().enumerate().map(row).collect::<Result<_, _>>()?;
    fields.finish()?;
    Ok(History { shares })
}

pub(super) fn read_report(sequence: &Sequence, node: &Node<'_>) -> Result<Report, InputError> {
    let mut fields = node.fields()?;
    let demand = demand_row(&fields.required("demand")?, sequence.resources())?;
    fields.finish()?;
    Ok(Report { demand })
}

pub(super) fn tables(sequence: &Sequence, history: Option<&History>) -> Vec<Table> {
    let head = |first: &str, what: &str, count: usize| {
        std::iter::once(first.to_string()).chain((1..=count).map(|k| format!("{what} {k}"))).collect()
    };
    let row = |name: String, cells: &[Rational]| {
        std::iter::once(name).chain(cells.iter().map(ToString::to_string)).collect::<Vec<_>>()
    };
    let agents = sequence.demand.iter().enumerate();
    let mut tables = vec![Table {
        title: format!("agents in order of arrival (demand per task); n = {}", sequence.agents),
        head: head("agent", "resource", sequence.resources()),
        rows: agents.map(|(i, demand)| row(format!("agent {}", i + 1), demand)).collect(),
    }];
    if let Some(history) = history {
        let steps = history.shares.iter().enumerate();
        tables.push(Table {
            title: "who gets what (dominant shares after each step)".to_string(),
            head: head("step", "agent", sequence.steps()),
            rows: steps
                .map(|(k, shares)| {
                    let mut row = row(format!("step {}", k + 1), shares);
                    row.resize(sequence.steps() + 1, String::new());
                    row
                })
                .collect(),
        });
    }
    tables
}

/// The share of every agent after each step: what it had, and what was poured on top.
pub(super) fn bars(sequence: &Sequence, history: &History) -> Bars {
    let none = Rational::zero();
    let before =
        |k: usize, i: usize| k.checked_sub(1).and_then(|k| history.shares[k].get(i)).unwrap_or(&none);
    let parts = |k: usize, i: usize| {
        let (had, has) = (before(k, i), &history.shares[k][i]);
        let kept = if had < has { had } else { has };
        [(i, kept.clone()), (i, has - kept)].into_iter().filter(|(_, part)| part.is_positive()).collect()
    };
    let bar = |k: usize, i: usize| Bar { name: String::new(), parts: parts(k, i) };
    Bars {
        title: "Dominant shares after each step; the line in a bar is the level before".to_string(),
        whole: None,
        agents: (1..=sequence.steps()).map(|i| format!("agent {i}")).collect(),
        groups: (0..sequence.steps())
            .map(|k| (format!("step {}", k + 1), (0..=k).map(|i| bar(k, i)).collect()))
            .collect(),
    }
}
