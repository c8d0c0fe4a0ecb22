//! Covering instances and outcomes as documents.

use super::{Allotment, Stock};
use crate::document::{InputError, Node, Value};
use crate::scalar::{Rational, Scalar};

fn positives(node: &Node<'_>, what: &str) -> Result<Vec<Rational>, InputError> {
    let items = node.list()?;
    if items.is_empty() {
        return Err(node.error(format!("there must be at least one {what}")));
    }
    items.iter().map(Node::positive).collect()
}

/// The largest number of pairs of a resource and a task in a file, so that tables of pairs fit into memory.
const MOST_PAIRS: usize = 1_000_000;

pub(super) fn read(node: &Node<'_>) -> Result<Stock, InputError> {
    let mut fields = node.fields()?;
    let cost = positives(&fields.required("cost")?, "resource")?;
    let size = match fields.optional("size") {
        None => vec![Rational::one(); cost.len()],
        Some(node) => {
            node.list_of(cost.len(), "resource")?.iter().map(Node::positive).collect::<Result<_, _>>()?
        }
    };
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
    let mut fields = vec![("cost".to_string(), Value::numbers(&stock.cost))];
    if stock.size.iter().any(|s| *s != Rational::one()) {
        fields.push(("size".to_string(), Value::numbers(&stock.size)));
    }
    fields.push(("demand".to_string(), Value::numbers(&stock.demand)));
    Value::Table(fields)
}

pub(super) fn read_outcome(stock: &Stock, node: &Node<'_>) -> Result<Allotment, InputError> {
    let mut fields = node.fields()?;
    let outcome = if let Some(parts) = fields.optional("fraction") {
        let row = |row: &Node<'_>| row.row(stock.tasks(), "task");
        let fraction =
            parts.list_of(stock.resources(), "resource")?.iter().map(row).collect::<Result<_, _>>()?;
        Allotment::Parts { fraction, ratio: fields.required("ratio")?.number()? }
    } else {
        let task = |node: &Node<'_>| match node.value() {
            Value::Null => Ok(None),
            Value::Text(text) if text == "none" => Ok(None),
            _ => node.index(stock.tasks(), "task").map(Some),
        };
        let given = fields.required("assignment")?;
        let assignment: Vec<Option<usize>> =
            given.list_of(stock.resources(), "resource")?.iter().map(task).collect::<Result<_, _>>()?;
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
    let fields = match outcome {
        Allotment::Whole(assignment) => {
            let task = |j: &Option<usize>| j.map_or(Value::Null, Value::index);
            vec![
                ("assignment".to_string(), Value::List(assignment.iter().map(task).collect())),
                ("cost".to_string(), Value::numbers(&stock.paid(assignment))),
                ("isolation".to_string(), Value::numbers(stock.isolation())),
                ("ratio".to_string(), Value::Number(stock.ratio(assignment))),
            ]
        }
        Allotment::Parts { fraction, ratio } => vec![
            ("fraction".to_string(), Value::matrix(fraction)),
            ("ratio".to_string(), Value::Number(ratio.clone())),
        ],
    };
    Value::Table(fields)
}
