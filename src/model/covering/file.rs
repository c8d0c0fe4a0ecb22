//! Covering instances and outcomes as documents, and as tables for a reader.

use super::super::{Bar, Bars, Table};
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

/// Pairs of a resource and a task beyond which an instance is not read: tables of pairs would not fit into memory.
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
        // What follows from the assignment stands beside it for readers, and must follow.
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

pub(super) fn tables(stock: &Stock, outcome: Option<&Allotment>) -> Vec<Table> {
    let sized = stock.size.iter().any(|s| *s != Rational::one());
    let mut head = vec!["resource".to_string(), "cost".to_string()];
    if sized {
        head.push("size".to_string());
    }
    match outcome {
        Some(Allotment::Whole(_)) => head.push("given to".to_string()),
        Some(Allotment::Parts { .. }) => {
            head.extend((1..=stock.tasks()).map(|j| format!("part of task {j}")));
        }
        None => {}
    }
    let row = |i: usize| {
        let mut row = vec![format!("resource {}", i + 1), stock.cost[i].to_string()];
        if sized {
            row.push(stock.size[i].to_string());
        }
        match outcome {
            Some(Allotment::Whole(assignment)) => {
                row.push(assignment[i].map_or_else(|| "nobody".to_string(), |j| format!("task {}", j + 1)));
            }
            Some(Allotment::Parts { fraction, .. }) => {
                row.extend(fraction[i].iter().map(ToString::to_string));
            }
            None => {}
        }
        row
    };
    let resources =
        Table { title: "resources".to_string(), head, rows: (0..stock.resources()).map(row).collect() };
    let paid = match outcome {
        Some(Allotment::Whole(assignment)) => Some(stock.paid(assignment)),
        Some(Allotment::Parts { fraction, .. }) => {
            let pays = |j: usize| {
                fraction.iter().zip(&stock.cost).fold(Rational::zero(), |sum, (row, c)| sum + &row[j] * c)
            };
            Some((0..stock.tasks()).map(pays).collect())
        }
        None => None,
    };
    let mut head: Vec<String> = ["task", "demand", "pays alone"].map(String::from).to_vec();
    if paid.is_some() {
        head.extend(["pays", "ratio"].map(String::from));
    }
    let row = |j: usize| {
        let alone = &stock.isolation()[j];
        let mut row = vec![format!("task {}", j + 1), stock.demand[j].to_string(), alone.to_string()];
        if let Some(paid) = &paid {
            row.extend([paid[j].to_string(), (&paid[j] / alone).to_string()]);
        }
        row
    };
    vec![resources, Table { title: "tasks".to_string(), head, rows: (0..stock.tasks()).map(row).collect() }]
}

/// What each task pays for each resource that it has, as a multiple of what it would pay alone.
pub(super) fn bars(stock: &Stock, outcome: &Allotment) -> Bars {
    let part = |i: usize, j: usize| match outcome {
        Allotment::Whole(given) if given[i] == Some(j) => Rational::one(),
        Allotment::Whole(_) => Rational::zero(),
        Allotment::Parts { fraction, .. } => fraction[i][j].clone(),
    };
    let pays = |i: usize, j: usize| &(part(i, j) * &stock.cost[i]) / &stock.isolation()[j];
    let bar = |j: usize| Bar {
        name: format!("{}", j + 1),
        parts: (0..stock.resources())
            .map(|i| (j, pays(i, j)))
            .filter(|(_, part)| part.is_positive())
            .collect(),
    };
    Bars {
        title: "What each task pays for its resources, as a multiple of what it would pay alone".to_string(),
        whole: Some("alone"),
        agents: Vec::new(),
        groups: vec![("task".to_string(), (0..stock.tasks()).map(bar).collect())],
    }
}
