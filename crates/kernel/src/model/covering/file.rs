//! Covering instances and outcomes as documents.

use super::{Allotment, Stock};
use crate::document::{Node, Read, Value};
use crate::scalar::{Rational, Scalar};

fn positives(node: &Node<'_>, what: &str) -> Read<Vec<Rational>> {
    match node.each(Node::positive)? {
        none if none.is_empty() => Err(node.error(format!("there must be at least one {what}"))),
        all => Ok(all),
    }
}

/// The largest number of pairs of a resource and a task in a file, so that tables of pairs fit into memory.
const MOST_PAIRS: usize = 1_000_000;

pub(super) fn read(node: &Node<'_>) -> Read<Stock> {
    let mut fields = node.fields()?;
    let cost = positives(&fields.required("cost")?, "resource")?;
    let size = fields.maybe("size", |node| node.each_of(cost.len(), "resource", Node::positive))?;
    let size = size.unwrap_or_else(|| vec![Rational::one(); cost.len()]);
    let demand_node = fields.required("demand")?;
    let demand = positives(&demand_node, "task")?;
    fields.finish()?;
    if cost.len().saturating_mul(demand.len()) > MOST_PAIRS {
        let (resources, tasks) = (cost.len(), demand.len());
        let reason = format!(
            "{resources} resources and {tasks} tasks are too many pairs: at most {MOST_PAIRS} are handled"
        );
        return Err(node.error(reason));
    }
    let tasks = demand_node.list()?;
    Stock::new(cost, size, demand).map_err(|flaw| tasks[flaw.task()].error(flaw.to_string()))
}

pub(super) fn write(stock: &Stock) -> Value {
    let sized = stock.size.iter().any(|s| *s != Rational::one());
    Value::table([
        ("cost", Some(Value::numbers(&stock.cost))),
        ("size", sized.then(|| Value::numbers(&stock.size))),
        ("demand", Some(Value::numbers(&stock.demand))),
    ])
}

pub(super) fn read_outcome(stock: &Stock, node: &Node<'_>) -> Read<Allotment> {
    let mut fields = node.fields()?;
    let outcome = if let Some(parts) = fields.optional("fraction") {
        let fraction = parts.each_of(stock.resources(), "resource", |row| row.row(stock.tasks(), "task"))?;
        Allotment::Parts { fraction, ratio: fields.required("ratio")?.number()? }
    } else {
        let task = |node: &Node<'_>| match node.value() {
            Value::Null => Ok(None),
            Value::Text(text) if text == "none" => Ok(None),
            _ => node.index(stock.tasks(), "task").map(Some),
        };
        let assignment = fields.required("assignment")?.each_of(stock.resources(), "resource", task)?;
        // Costs and isolation costs follow from the assignment. They are written for readers, and are
        // checked.
        for (name, numbers) in
            [("cost", &stock.paid(&assignment)), ("isolation", &stock.isolation().to_vec())]
        {
            let said = fields.required(name)?;
            if said.row::<Rational>(stock.tasks(), "task")? != *numbers {
                return Err(said.error("does not follow from the assignment"));
            }
        }
        let said = fields.required("ratio")?;
        if said.number()? != stock.ratio(&assignment) {
            return Err(said.error("does not follow from the assignment"));
        }
        Allotment::Whole(assignment)
    };
    fields.finish()?;
    Ok(outcome)
}

pub(super) fn write_outcome(stock: &Stock, outcome: &Allotment) -> Value {
    match outcome {
        Allotment::Whole(assignment) => {
            let task = |j: &Option<usize>| j.map_or(Value::Null, Value::index);
            Value::table([
                ("assignment", Value::List(assignment.iter().map(task).collect())),
                ("cost", Value::numbers(&stock.paid(assignment))),
                ("isolation", Value::numbers(stock.isolation())),
                ("ratio", Value::Number(stock.ratio(assignment))),
            ])
        }
        Allotment::Parts { fraction, ratio } => {
            Value::table([("fraction", Value::matrix(fraction)), ("ratio", Value::Number(ratio.clone()))])
        }
    }
}
