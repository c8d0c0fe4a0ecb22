//! Arrival sequences and histories as documents.

use super::{History, Report, Sequence};
use crate::document::{Node, Read, Value};
use crate::scalar::{Readable, Scalar};

/// The largest number of agents that a file may declare; it keeps counts within machine words.
const MOST_AGENTS: usize = 1_000_000_000;

/// The largest number of arrivals in a file: a history has one row per step with a share for each agent
/// present.
const MOST_ARRIVALS: usize = 2_000;

pub(super) fn read<S: Readable>(node: &Node<'_>) -> Read<Sequence<S>> {
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
    let demand = agents.each(|row| demand_row(row, resources))?;
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

fn demand_row<S: Readable>(node: &Node<'_>, resources: usize) -> Read<Vec<S>> {
    let row: Vec<S> = node.row(resources, "resource")?;
    if row.iter().all(Scalar::is_zero) {
        return Err(node.error("must not be zero in every resource"));
    }
    Ok(row)
}

pub(super) fn write(sequence: &Sequence) -> Value {
    let more = sequence.agents != sequence.steps();
    Value::table([
        ("agents", more.then(|| Value::index(sequence.agents))),
        ("demand", Some(Value::matrix(&sequence.demand))),
    ])
}

pub(super) fn read_outcome(sequence: &Sequence, node: &Node<'_>) -> Read<History> {
    let row = |(k, row): (usize, &Node<'_>)| row.each_of(k + 1, "agent present", Node::number);
    node.table(|fields| {
        let steps = fields.required("shares")?.list_of(sequence.steps(), "step")?;
        Ok(History { shares: steps.iter().enumerate().map(row).collect::<Result<_, _>>()? })
    })
}

pub(super) fn read_report(sequence: &Sequence, node: &Node<'_>) -> Read<Report> {
    let demand = node.table(|fields| demand_row(&fields.required("demand")?, sequence.resources()))?;
    Ok(Report { demand })
}
