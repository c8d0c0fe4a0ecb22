//! The covering model: tasks receive whole resources at a cost (mukherjee I-A).
//!
//! A task needs resources of total size at least its demand. The cost of the task's resources is compared with its
//! isolation cost: the least cost at which the task could be covered alone.

mod certificate;
mod file;
mod isolation;
mod shrink;

pub use certificate::{Branch, Certificate, Multipliers};
pub use isolation::cheapest_cover;

use super::{Hypothesis, Model};
use crate::document::{Node, Read, Value};
use crate::model::{Checked, Rejected};
use crate::scalar::{Rational, Scalar, greatest, sum};

/// The covering model as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covering;

/// Resources on offer and the tasks that need them. Every task can be covered when it is alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Stock<S = Rational> {
    /// Cost of each resource, above zero.
    pub cost: Vec<S>,
    /// Size of each resource, above zero.
    pub size: Vec<S>,
    /// Demand of each task, above zero.
    pub demand: Vec<S>,
    /// Isolation cost of each task.
    isolation: Vec<S>,
}

/// An outcome of a covering mechanism.
#[derive(Clone, Debug, PartialEq)]
pub enum Allotment<S = Rational> {
    /// Whole resources: the task of each resource, if it has one.
    Whole(Vec<Option<usize>>),
    /// Parts of resources, and the ratio that a programme attains with them.
    Parts {
        /// The part of each resource that each task has (resources x tasks).
        fraction: Vec<Vec<S>>,
        /// The smallest ratio for which the programme is feasible.
        ratio: S,
    },
}

/// The report of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Demand of the task, above zero.
    pub demand: Rational,
}

/// The reading of feasibility of a covering mechanism; all readings agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// `true` if resources are given whole.
    pub integral: bool,
}

/// Reasons why numbers do not form a stock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncoverable {
    /// All resources together are too small for the task with this index.
    #[error("all resources together do not cover it")]
    Small(usize),
    /// The isolation cost of the task with this index was not found within the limit.
    #[error("its cheapest cover alone was not found within the limit of the search")]
    Hard(usize),
}

impl Uncoverable {
    /// Index of the task concerned.
    pub fn task(&self) -> usize {
        match self {
            Uncoverable::Small(task) | Uncoverable::Hard(task) => *task,
        }
    }
}

impl Stock {
    /// The stock with the given costs, sizes and demands; computes the isolation costs.
    ///
    /// # Errors
    /// A task that all resources together do not cover, or whose isolation cost is too hard to compute.
    pub fn new(
        cost: Vec<Rational>,
        size: Vec<Rational>,
        demand: Vec<Rational>,
    ) -> Result<Stock, Uncoverable> {
        let isolation = isolation::all(&cost, &size, &demand)?;
        Ok(Stock { cost, size, demand, isolation })
    }

    /// Returns `true` if all sizes are one and all demands are whole.
    pub fn unit(&self) -> bool {
        self.size.iter().all(|s| *s == Rational::one()) && self.demand.iter().all(Rational::is_integer)
    }

    /// The cost that each task pays in `assignment`.
    pub fn paid(&self, assignment: &[Option<usize>]) -> Vec<Rational> {
        let mut paid = vec![Rational::zero(); self.tasks()];
        for (i, task) in assignment.iter().enumerate() {
            if let Some(j) = task {
                paid[*j] = &paid[*j] + &self.cost[i];
            }
        }
        paid
    }

    /// The largest ratio of a task's cost to its isolation cost.
    pub fn ratio(&self, assignment: &[Option<usize>]) -> Rational {
        let ratios = self.paid(assignment).into_iter().zip(&self.isolation).map(|(paid, alone)| paid / alone);
        greatest(ratios).unwrap_or_else(Rational::zero)
    }

    /// Returns `true` if `assignment` covers every task.
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

    /// The isolation cost of each task.
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

    /// The ratio of the outcome: of its assignment, or of the programme.
    pub fn ratio(&self, stock: &Stock) -> Rational {
        match self {
            Allotment::Whole(assignment) => stock.ratio(assignment),
            Allotment::Parts { ratio, .. } => ratio.clone(),
        }
    }

    /// The part of its demand that `task` lacks; negative where it has more than it demands.
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
    const HYPOTHESES: &'static [Hypothesis] =
        &[Hypothesis::None, Hypothesis::PositiveDemands, Hypothesis::UnitSizes];
    type Instance<S: Scalar> = Stock<S>;
    type Outcome<S: Scalar> = Allotment<S>;
    type Report = Report;
    type Certificate = Certificate;
    type Setting = Setting;
    const RULE: Option<Certificate> = Some(Certificate::Rule);

    fn feasible(_setting: Setting, stock: &Stock, outcome: &Allotment) -> Checked {
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

    fn read(node: &Node<'_>) -> Read<Stock> {
        file::read(node)
    }

    fn write(stock: &Stock) -> Value {
        file::write(stock)
    }

    fn read_outcome(stock: &Stock, node: &Node<'_>) -> Read<Allotment> {
        file::read_outcome(stock, node)
    }

    fn write_outcome(stock: &Stock, outcome: &Allotment) -> Value {
        file::write_outcome(stock, outcome)
    }

    fn read_certificate(stock: &Stock, node: &Node<'_>) -> Read<Certificate> {
        certificate::read(stock, node)
    }

    fn write_certificate(_stock: &Stock, certificate: &Certificate) -> Value {
        certificate::write(certificate)
    }

    fn read_report(_stock: &Stock, node: &Node<'_>) -> Read<Report> {
        node.table(|fields| Ok(Report { demand: fields.required("demand")?.positive()? }))
    }

    fn write_report(report: &Report) -> Value {
        Value::table([("demand", Value::Number(report.demand.clone()))])
    }

    /// A reported demand that cannot be covered is ignored: the instance stays unchanged.
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

    /// The ratio alone: two outcomes of equal ratio may differ in the costs of single tasks.
    fn gets(stock: &Stock, outcome: &Allotment) -> Vec<Rational> {
        vec![outcome.ratio(stock)]
    }

    /// The total cost of all resources.
    fn scale(stock: &Stock) -> Rational {
        sum(stock.cost.iter().cloned())
    }

    fn size_label(stock: &Stock) -> String {
        format!("{}t{}r", stock.tasks(), stock.resources())
    }
}
