//! The covering model: whole resources are given to tasks at a cost (mukherjee I-A).
//!
//! A task needs resources of total size at least its demand. What it pays is measured against its isolation cost:
//! the least that it would pay alone.

mod certificate;
mod file;
mod isolation;
mod shrink;

pub use certificate::{Branch, Certificate, Multipliers};
pub use isolation::cheapest_cover;

use super::{Hypothesis, Model};
use crate::document::{InputError, Node, Value};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar, greatest, sum};

/// The covering model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covering;

/// Resources on offer and the tasks that need them. Every task can be covered when it is alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Stock<S = Rational> {
    /// What each resource costs, above zero.
    pub cost: Vec<S>,
    /// How large each resource is, above zero.
    pub size: Vec<S>,
    /// What each task needs, above zero.
    pub demand: Vec<S>,
    /// What each task would pay alone.
    isolation: Vec<S>,
}

/// What a mechanism hands out.
#[derive(Clone, Debug, PartialEq)]
pub enum Allotment<S = Rational> {
    /// Whole resources: the task that has each, if one has.
    Whole(Vec<Option<usize>>),
    /// Parts of resources (resources x tasks), and the ratio that a programme reaches with them.
    Parts {
        /// The part of each resource that each task has.
        fraction: Vec<Vec<S>>,
        /// The smallest ratio for which the programme is feasible.
        ratio: S,
    },
}

/// What a task says about itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Its demand.
    pub demand: Rational,
}

/// What a covering mechanism takes for feasible: nothing differs between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Whether resources are given whole.
    pub integral: bool,
}

/// Why there is no such stock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncoverable {
    /// All resources together are too small for this task.
    #[error("all resources together do not cover it")]
    Small(usize),
    /// What this task pays alone was not found.
    #[error("its cheapest cover alone was not found within the limit of the search")]
    Hard(usize),
}

impl Uncoverable {
    /// The task.
    pub fn task(&self) -> usize {
        match self {
            Uncoverable::Small(task) | Uncoverable::Hard(task) => *task,
        }
    }
}

impl Stock {
    /// Resources and tasks, with what each task would pay alone.
    pub fn new(
        cost: Vec<Rational>,
        size: Vec<Rational>,
        demand: Vec<Rational>,
    ) -> Result<Stock, Uncoverable> {
        let isolation = isolation::all(&cost, &size, &demand)?;
        Ok(Stock { cost, size, demand, isolation })
    }

    /// Whether all sizes are one and all demands whole.
    pub fn unit(&self) -> bool {
        self.size.iter().all(|s| *s == Rational::one()) && self.demand.iter().all(Rational::is_integer)
    }

    /// What each task pays in an assignment.
    pub fn paid(&self, assignment: &[Option<usize>]) -> Vec<Rational> {
        let mut paid = vec![Rational::zero(); self.tasks()];
        for (i, task) in assignment.iter().enumerate() {
            if let Some(j) = task {
                paid[*j] = &paid[*j] + &self.cost[i];
            }
        }
        paid
    }

    /// The largest ratio of what a task pays to its isolation cost.
    pub fn ratio(&self, assignment: &[Option<usize>]) -> Rational {
        let ratios = self.paid(assignment).into_iter().zip(&self.isolation).map(|(paid, alone)| paid / alone);
        greatest(ratios).unwrap_or_else(Rational::zero)
    }

    /// Whether the assignment covers every task.
    pub fn covers(&self, assignment: &[Option<usize>]) -> bool {
        Covering::feasible(Setting { integral: true }, self, &Allotment::Whole(assignment.to_vec())).is_ok()
    }
}

impl<S: Scalar> Stock<S> {
    /// The number of resources.
    pub fn resources(&self) -> usize {
        self.cost.len()
    }

    /// The number of tasks.
    pub fn tasks(&self) -> usize {
        self.demand.len()
    }

    /// What each task would pay alone.
    pub fn isolation(&self) -> &[S] {
        &self.isolation
    }
}

impl Allotment {
    /// The assignment, if resources are given whole.
    pub fn assignment(&self) -> Option<&[Option<usize>]> {
        match self {
            Allotment::Whole(assignment) => Some(assignment),
            Allotment::Parts { .. } => None,
        }
    }

    /// The ratio that the outcome comes to.
    pub fn ratio(&self, stock: &Stock) -> Rational {
        match self {
            Allotment::Whole(assignment) => stock.ratio(assignment),
            Allotment::Parts { ratio, .. } => ratio.clone(),
        }
    }

    /// How much of its demand a task lacks (below zero where it has more).
    fn lacks(&self, stock: &Stock, task: usize) -> Rational {
        let has = match self {
            Allotment::Whole(assignment) => {
                let own = assignment.iter().enumerate().filter(|(_, j)| **j == Some(task));
                sum(own.map(|(i, _)| stock.size[i].clone()))
            }
            Allotment::Parts { fraction, .. } => {
                sum(fraction.iter().zip(&stock.size).map(|(row, size)| &row[task] * size))
            }
        };
        &stock.demand[task] - has
    }
}

impl Model for Covering {
    const ID: &'static str = "covering";
    const AGENT: &'static str = "task";
    type Instance<S: Scalar> = Stock<S>;
    type Outcome<S: Scalar> = Allotment<S>;
    type Report = Report;
    type Certificate = Certificate;
    type Setting = Setting;

    fn feasible(_setting: Setting, stock: &Stock, outcome: &Allotment) -> Result<(), Rejected> {
        let misfit = || Rejected::Misfit("the outcome has another shape than the instance".to_string());
        match outcome {
            Allotment::Whole(assignment) => {
                let known = |j: &Option<usize>| j.is_none_or(|j| j < stock.tasks());
                if assignment.len() != stock.resources() || !assignment.iter().all(known) {
                    return Err(misfit());
                }
            }
            Allotment::Parts { fraction, .. } => {
                if fraction.len() != stock.resources() || fraction.iter().any(|r| r.len() != stock.tasks()) {
                    return Err(misfit());
                }
                for (i, row) in fraction.iter().enumerate() {
                    if let Some(part) = row.iter().find(|part| part.is_negative()) {
                        let what = format!("a part of resource {} is negative", i + 1);
                        return Err(Rejected::Infeasible { what, by: -part.clone() });
                    }
                    let used = sum(row.iter().cloned());
                    if used > Rational::one() {
                        let what = format!("resource {} is given away more than once", i + 1);
                        return Err(Rejected::Infeasible { what, by: used - Rational::one() });
                    }
                }
            }
        }
        for task in 0..stock.tasks() {
            let lacks = outcome.lacks(stock, task);
            if lacks.is_positive() {
                let what = format!("task {} is not covered", task + 1);
                return Err(Rejected::Infeasible { what, by: lacks });
            }
        }
        Ok(())
    }

    fn read(node: &Node<'_>) -> Result<Stock, InputError> {
        file::read(node)
    }

    fn write(stock: &Stock) -> Value {
        file::write(stock)
    }

    fn read_outcome(stock: &Stock, node: &Node<'_>) -> Result<Allotment, InputError> {
        file::read_outcome(stock, node)
    }

    fn write_outcome(stock: &Stock, outcome: &Allotment) -> Value {
        file::write_outcome(stock, outcome)
    }

    fn read_certificate(stock: &Stock, node: &Node<'_>) -> Result<Certificate, InputError> {
        certificate::read(stock, node)
    }

    fn write_certificate(_stock: &Stock, certificate: &Certificate) -> Value {
        certificate::write(certificate)
    }

    fn read_report(_stock: &Stock, node: &Node<'_>) -> Result<Report, InputError> {
        let mut fields = node.fields()?;
        let demand = fields.required("demand")?.positive()?;
        fields.finish()?;
        Ok(Report { demand })
    }

    fn write_report(report: &Report) -> Value {
        Value::Table(vec![("demand".to_string(), Value::Number(report.demand.clone()))])
    }

    /// A demand that nothing could cover is not believed: the instance stays as it is.
    fn misreported(stock: &Stock, task: usize, report: &Report) -> Stock {
        let mut demand = stock.demand.clone();
        demand[task].clone_from(&report.demand);
        Stock::new(stock.cost.clone(), stock.size.clone(), demand).unwrap_or_else(|_| stock.clone())
    }

    fn without(stock: &Stock, task: usize) -> Option<Stock> {
        (stock.tasks() > 1).then(|| {
            let mut rest = stock.clone();
            rest.demand.remove(task);
            rest.isolation.remove(task);
            rest
        })
    }

    fn agents(stock: &Stock) -> usize {
        stock.tasks()
    }

    fn shrink(stock: &Stock) -> Box<dyn Iterator<Item = Stock> + '_> {
        Box::new(shrink::steps(stock))
    }

    fn meets(hypothesis: Hypothesis, stock: &Stock) -> bool {
        hypothesis != Hypothesis::UnitSizes || stock.unit()
    }

    /// The ratio alone: who pays what may differ between outcomes that are as good as each other.
    fn gets(stock: &Stock, outcome: &Allotment) -> Vec<Rational> {
        vec![outcome.ratio(stock)]
    }

    /// What all resources cost together.
    fn scale(stock: &Stock) -> Rational {
        sum(stock.cost.iter().cloned())
    }

    fn size_label(stock: &Stock) -> String {
        format!("{}t{}r", stock.tasks(), stock.resources())
    }
}
