//! Covering instances and outcomes as tables and bars for a reader.

use super::{Bar, Bars, Presented, Table, nearby};
use fairwitness_kernel::model::covering::{Allotment, Covering, Stock};
use fairwitness_kernel::scalar::{Rational, Scalar, sum};

impl Presented for Covering {
    fn tables(stock: &Stock, outcome: Option<&Allotment>) -> Vec<Table> {
        let sized = stock.size.iter().any(|s| *s != Rational::one());
        let resources = Table::new("resources", stock.resources())
            .column("resource", |i| format!("resource {}", i + 1))
            .column("cost", |i| &stock.cost[i])
            .columns(sized.then_some("size"), |i, _| &stock.size[i]);
        let (resources, paid) = match outcome {
            Some(Allotment::Whole(given)) => {
                let to =
                    |i: usize| given[i].map_or_else(|| "no task".to_string(), |j| format!("task {}", j + 1));
                (resources.column("given to", to), Some(stock.paid(given)))
            }
            Some(Allotment::Parts { fraction, .. }) => {
                let heads = (1..=stock.tasks()).map(|j| format!("part of task {j}"));
                let pays = |j: usize| sum(fraction.iter().zip(&stock.cost).map(|(row, c)| &row[j] * c));
                let paid = (0..stock.tasks()).map(pays).collect();
                (resources.columns(heads, |i, j| &fraction[i][j]), Some(paid))
            }
            None => (resources, None),
        };
        let tasks = Table::new("tasks", stock.tasks())
            .column("task", |j| format!("task {}", j + 1))
            .column("demand", |j| &stock.demand[j])
            .column("pays alone", |j| &stock.isolation()[j]);
        let tasks = match paid {
            Some(paid) => {
                tasks.column("pays", |j| &paid[j]).column("ratio", |j| &paid[j] / &stock.isolation()[j])
            }
            None => tasks,
        };
        vec![resources, tasks]
    }

    /// The cost that each task pays for each of its resources, as a multiple of its isolation cost.
    fn bars(stock: &Stock, outcome: &Allotment) -> Bars {
        let part = |i: usize, j: usize| match outcome {
            Allotment::Whole(given) if given[i] == Some(j) => Rational::one(),
            Allotment::Whole(_) => Rational::zero(),
            Allotment::Parts { fraction, .. } => fraction[i][j].clone(),
        };
        let pays = |i: usize, j: usize| &(part(i, j) * &stock.cost[i]) / &stock.isolation()[j];
        let parts = |j: usize| (0..stock.resources()).map(move |i| (j, pays(i, j)));
        let bar = |j: usize| Bar {
            name: format!("{}", j + 1),
            parts: parts(j).filter(|(_, part)| part.is_positive()).collect(),
        };
        Bars {
            title: "What each task pays for its resources, as a multiple of what it would pay alone"
                .to_string(),
            whole: Some("alone"),
            agents: Vec::new(),
            groups: vec![("task".to_string(), (0..stock.tasks()).map(bar).collect())],
        }
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
