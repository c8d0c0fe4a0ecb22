//! Covering instances and outcomes as tables and bars for a reader.

use super::{Bar, Bars, Presented, Table, nearby};
use fairwitness_kernel::model::covering::{Allotment, Covering, Stock};
use fairwitness_kernel::scalar::{Rational, Scalar};

impl Presented for Covering {
    fn tables(stock: &Stock, outcome: Option<&Allotment>) -> Vec<Table> {
        tables(stock, outcome)
    }

    fn bars(stock: &Stock, outcome: &Allotment) -> Bars {
        bars(stock, outcome)
    }

    fn nearby(stock: &Stock) -> Vec<(String, Stock)> {
        nearby::of_stock(stock)
    }

    fn dial(stock: &Stock) -> Option<(String, Rational)> {
        nearby::dial_of_stock(stock)
    }

    fn turned(stock: &Stock, value: &Rational) -> Option<Stock> {
        nearby::turned_stock(stock, value)
    }

    fn agent_name(_stock: &Stock, task: usize) -> String {
        format!("task {}", task + 1)
    }
}

fn tables(stock: &Stock, outcome: Option<&Allotment>) -> Vec<Table> {
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
                row.push(assignment[i].map_or_else(|| "no task".to_string(), |j| format!("task {}", j + 1)));
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

/// The cost that each task pays for each of its resources, as a multiple of its isolation cost.
fn bars(stock: &Stock, outcome: &Allotment) -> Bars {
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
