//! The cohort model: queues with quotas borrow unused quota of one another, and workloads are preempted for
//! other workloads (kueue, concepts: preemption, fair sharing).
//!
//! Cohorts, limits, flavors, policies of preemption and names are in [`Terms`]; without them all queues are in one cohort.

mod certificate;
mod decision;
mod file;
mod groups;
mod shrink;
mod terms;
mod tree;

pub use certificate::Certificate;
pub use decision::{Decision, Rule, Target, targets};
pub use groups::Group;
pub use terms::{Label, Limits, Own, Reclaim, Stop, Terms, Within};
pub use tree::{Borrowed, Share, Tree};

use super::{Hypothesis, Model};
use crate::document::{Node, Read, Value};
use crate::model::Checked;
use crate::scalar::{Rational, Scalar, greatest, sum};

/// The cohort model as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cohort;

/// A workload: the request of one job of a queue, admitted as a whole or not at all.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload<S = Rational> {
    /// Index of the queue to which the workload was submitted.
    pub queue: usize,
    /// Requested amount of each resource: at least zero, and above zero for some resource.
    pub request: Vec<S>,
    /// Priority: a higher number goes first.
    pub priority: i64,
}

/// Queues with their quotas, the workloads submitted to them, and the list of admitted workloads.
#[derive(Clone, Debug, PartialEq)]
pub struct Queues<S = Rational> {
    /// Nominal quota (queues x resources), at least zero.
    pub quota: Vec<Vec<S>>,
    /// Fair-sharing weight of each queue, at least zero.
    pub weight: Vec<S>,
    /// Workloads in the order of their submission.
    pub workload: Vec<Workload<S>>,
    /// Indexes of the admitted workloads, the longest admitted first. Together they fit the quotas of the
    /// cohort.
    pub admitted: Vec<usize>,
    /// Index of the workload that asks for admission, if the file names one; it is not admitted.
    pub incoming: Option<usize>,
    /// The terms of the queues, and names.
    pub terms: Terms,
}

/// The report of a workload.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Requested amount of each resource.
    pub request: Vec<Rational>,
}

/// The reading of feasibility of this model; there is only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting;

impl Queues {
    /// Sum of all quotas, of queues and cohorts, of each resource.
    pub fn total(&self) -> Vec<Rational> {
        let of_cohorts = self.terms.cohorts.iter().map(|cohort| &cohort.quota);
        let rows: Vec<&Vec<Rational>> = self.quota.iter().chain(of_cohorts).collect();
        (0..self.resources()).map(|r| sum(rows.iter().map(|row| row[r].clone()))).collect()
    }

    /// The tree of the queues and their cohorts.
    pub fn tree(&self) -> Tree {
        Tree::new(self)
    }

    /// Usage of each queue (queues x resources) by the given workloads.
    pub fn usage(&self, workloads: &[usize]) -> Vec<Vec<Rational>> {
        let mut usage = vec![vec![Rational::zero(); self.resources()]; self.queues()];
        for &w in workloads {
            let workload = &self.workload[w];
            for (used, asked) in usage[workload.queue].iter_mut().zip(&workload.request) {
                *used = &*used + asked;
            }
        }
        usage
    }

    /// Resources of which the given workloads use more than there is, or more than a queue or cohort may borrow, with
    /// the excess.
    pub fn overloads(&self, workloads: &[usize]) -> Vec<(usize, Rational)> {
        let tree = self.tree();
        tree.overloads(&tree.usage(self.usage(workloads)))
    }

    /// Resources too short to admit `asking` beside the given workloads, with the amount that is lacking.
    pub fn lacking(&self, admitted: &[usize], asking: usize) -> Vec<(usize, Rational)> {
        let (tree, workload) = (self.tree(), &self.workload[asking]);
        let usage = tree.usage(self.usage(admitted));
        let lack = |(r, asked): (usize, &Rational)| (r, asked - tree.room(&usage, workload.queue, r));
        let asked = workload.request.iter().enumerate().filter(|(_, asked)| asked.is_positive());
        asked.map(lack).filter(|(_, by)| by.is_positive()).collect()
    }

    /// Share of a node of the tree when the given workloads are admitted.
    pub fn share_with(&self, node: usize, workloads: &[usize]) -> Share {
        let tree = self.tree();
        tree.share(&tree.usage(self.usage(workloads)), node)
    }

    /// Workloads that are not admitted, in order of submission.
    pub fn pending(&self) -> Vec<usize> {
        let mut waits = vec![true; self.workload.len()];
        self.admitted.iter().for_each(|&w| waits[w] = false);
        (0..waits.len()).filter(|&w| waits[w]).collect()
    }

    /// The workload that asks for admission: the one that the file names, otherwise the first pending one.
    pub fn asks(&self) -> Option<usize> {
        self.incoming.or_else(|| self.pending().first().copied())
    }

    /// Resources that are too short to admit `workload` in the present state.
    pub fn short(&self, workload: usize) -> Vec<usize> {
        self.lacking(&self.admitted, workload).into_iter().map(|(r, _)| r).collect()
    }

    /// Returns `true` if `one` was submitted before `other`: by their times, if both have one, otherwise by their places.
    pub fn earlier(&self, one: usize, other: usize) -> bool {
        let time = |w: usize| self.terms.workloads.get(w).and_then(|label| label.submitted.as_ref());
        match (time(one), time(other)) {
            (Some(one), Some(other)) => one < other,
            _ => one < other,
        }
    }

    /// The state after a decision: the targets are removed and `asking` is admitted as the youngest. A
    /// rejection leaves the state unchanged.
    pub fn after(&self, asking: usize, decision: &Decision) -> Queues {
        let Some(targets) = &decision.targets else { return self.clone() };
        let stays = |w: &usize| !targets.iter().any(|target| target.workload == *w);
        let admitted = self.admitted.iter().copied().filter(stays).chain([asking]).collect();
        Queues { admitted, incoming: None, ..self.clone() }
    }
}

impl<S: Scalar> Queues<S> {
    /// The number of queues.
    pub fn queues(&self) -> usize {
        self.quota.len()
    }

    /// The number of resources.
    pub fn resources(&self) -> usize {
        self.quota.first().map_or(0, Vec::len)
    }

    /// Every number of the instance except priorities.
    pub fn numbers(&self) -> impl Iterator<Item = &S> {
        let requests = self.workload.iter().flat_map(|w| &w.request);
        self.quota.iter().flatten().chain(&self.weight).chain(requests)
    }
}

impl Model for Cohort {
    const ID: &'static str = "cohort";
    const AGENT: &'static str = "workload";
    type Instance<S: Scalar> = Queues<S>;
    type Outcome<S: Scalar> = Decision;
    type Report = Report;
    type Certificate = Certificate;
    type Setting = Setting;
    const RULE: Option<Certificate> = Some(Certificate);

    fn feasible(_setting: Setting, queues: &Queues, decision: &Decision) -> Checked {
        decision::feasible(queues, decision)
    }

    fn read(node: &Node<'_>) -> Read<Queues> {
        file::read(node)
    }

    fn write(queues: &Queues) -> Value {
        file::write(queues)
    }

    fn read_outcome(queues: &Queues, node: &Node<'_>) -> Read<Decision> {
        decision::read(queues, node)
    }

    fn write_outcome(_queues: &Queues, decision: &Decision) -> Value {
        decision::write(decision)
    }

    fn read_certificate(_queues: &Queues, node: &Node<'_>) -> Read<Certificate> {
        certificate::read(node)
    }

    fn write_certificate(_queues: &Queues, _certificate: &Certificate) -> Value {
        certificate::write()
    }

    fn read_report(queues: &Queues, node: &Node<'_>) -> Read<Report> {
        let resources = queues.resources();
        let request = node.table(|fields| file::request(&fields.required("request")?, resources))?;
        Ok(Report { request })
    }

    fn write_report(report: &Report) -> Value {
        Value::table([("request", Value::numbers(&report.request))])
    }

    /// An admitted workload keeps its request: only a pending workload can change it by a report.
    fn misreported(queues: &Queues, workload: usize, report: &Report) -> Queues {
        let mut told = queues.clone();
        if !queues.admitted.contains(&workload) {
            told.workload[workload].request.clone_from(&report.request);
        }
        told
    }

    fn without(queues: &Queues, workload: usize) -> Option<Queues> {
        (queues.workload.len() > 1).then(|| shrink::without(queues, workload))
    }

    fn agents(queues: &Queues) -> usize {
        queues.workload.len()
    }

    fn shrink(queues: &Queues) -> Box<dyn Iterator<Item = Queues> + '_> {
        Box::new(shrink::steps(queues))
    }

    /// Requests are the demands of this model.
    fn meets(hypothesis: Hypothesis, queues: &Queues) -> bool {
        hypothesis != Hypothesis::PositiveDemands
            || queues.workload.iter().all(|w| w.request.iter().all(Scalar::is_positive))
    }

    /// One for each workload that is admitted after the decision, zero for each other workload.
    fn gets(queues: &Queues, decision: &Decision) -> Vec<Rational> {
        let after = queues.asks().map_or_else(|| queues.clone(), |asking| queues.after(asking, decision));
        let got = |w| if after.admitted.contains(&w) { Rational::one() } else { Rational::zero() };
        (0..queues.workload.len()).map(got).collect()
    }

    /// The largest total quota of a resource, or one if all quotas are zero.
    fn scale(queues: &Queues) -> Rational {
        greatest(queues.total()).filter(Scalar::is_positive).unwrap_or_else(Rational::one)
    }

    fn size_label(queues: &Queues) -> String {
        format!("{}q{}w{}r", queues.queues(), queues.workload.len(), queues.resources())
    }
}
