//! The arrivals model: agents arrive one at a time and stay; at step `k` of `n` the part `k/n` of every
//! resource may be allocated (li2019 2).
//!
//! Demands are normalised: the largest entry of each agent's demand is one, so a share is a dominant share.

mod certificate;
mod file;
mod levels;
mod shrink;
mod usage;

pub use certificate::Certificate;
pub use levels::{Levels, Moment};
pub use usage::Usage;

use super::{Hypothesis, Model};
use crate::document::{Node, Read, Value};
use crate::model::{Checked, Rejected};
use crate::scalar::{Rational, Readable, Scalar, greatest};

/// The arrivals model as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrivals;

/// Agents in the order of arrival. Shape of `demand`: agents x resources, no row all zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence<S = Rational> {
    /// The declared number of agents, `n`: at least the number of arrivals.
    pub agents: usize,
    /// Demand per task of each agent (agents x resources).
    pub demand: Vec<Vec<S>>,
}

/// The dominant shares after each step: row `k` has one entry for each agent present.
#[derive(Clone, Debug, PartialEq)]
pub struct History<S = Rational> {
    /// Share of agent `i` after step `k`, in `shares[k][i]`; both count from 0.
    pub shares: Vec<Vec<S>>,
}

/// The report of an agent on arrival.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Demand per task (one number per resource).
    pub demand: Vec<Rational>,
}

/// The reading of feasibility of an arrivals mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// `true` if a share, once given, may not shrink.
    pub irrevocable: bool,
}

impl<S: Scalar> Sequence<S> {
    /// The number of resources.
    pub fn resources(&self) -> usize {
        self.demand.first().map_or(0, Vec::len)
    }

    /// The number of steps, which is the number of arrivals.
    pub fn steps(&self) -> usize {
        self.demand.len()
    }

    /// The demand of each agent divided by its largest entry (agents x resources).
    pub fn normalised(&self) -> Vec<Vec<S>> {
        self.demand.iter().map(|row| normalised(row)).collect()
    }

    /// The part of every resource that may be used after step `k` (from 0): `(k + 1) / n`.
    pub fn released(&self, k: usize) -> S {
        let count = |n: usize| S::int(i64::try_from(n).unwrap_or(i64::MAX));
        count(k + 1) / count(self.agents)
    }

    /// The sequence with `f` applied to every number, in another scalar type.
    pub fn map<T: Scalar>(&self, f: impl Fn(&S) -> T) -> Sequence<T> {
        let row = |row: &Vec<S>| row.iter().map(&f).collect();
        Sequence { agents: self.agents, demand: self.demand.iter().map(row).collect() }
    }
}

/// The row `demand` divided by its largest entry.
pub fn normalised<S: Scalar>(demand: &[S]) -> Vec<S> {
    let most = greatest(demand.iter().cloned()).unwrap_or_else(S::one);
    demand.iter().map(|d| d.clone() / &most).collect()
}

/// Usage of each resource by `shares`, for normalised demands.
pub fn used<S: Scalar>(normalised: &[Vec<S>], shares: &[S]) -> Vec<S> {
    let resources = normalised.first().map_or(0, Vec::len);
    (0..resources)
        .map(|r| {
            let own = shares.iter().zip(normalised);
            own.fold(S::zero(), |sum, (x, d)| sum + x.clone() * &d[r])
        })
        .collect()
}

/// Reads an instance with numbers of the scalar type `S`.
///
/// # Errors
/// A field that is missing, unknown or malformed.
pub fn read<S: Readable>(node: &Node<'_>) -> Read<Sequence<S>> {
    file::read(node)
}

impl Model for Arrivals {
    const ID: &'static str = "arrivals";
    const AGENT: &'static str = "agent";
    const UNIT: &'static str = "in the dominant share";
    type Instance<S: Scalar> = Sequence<S>;
    type Outcome<S: Scalar> = History<S>;
    type Report = Report;
    type Certificate = Certificate;
    type Setting = Setting;

    fn feasible(setting: Setting, sequence: &Sequence, history: &History) -> Checked {
        let shape = history.shares.len() == sequence.steps()
            && history.shares.iter().enumerate().all(|(k, row)| row.len() == k + 1);
        if !shape {
            return Err(Rejected::Misfit("the history has another shape than the arrivals".to_string()));
        }
        let usage = Usage::of(sequence);
        for (k, shares) in history.shares.iter().enumerate() {
            let step = k + 1;
            for (i, share) in shares.iter().enumerate() {
                if share.is_negative() {
                    let what = format!("agent {} has a negative share at step {step}", i + 1);
                    return Err(Rejected::Infeasible { what, by: -share.clone() });
                }
                if setting.irrevocable && i < k && *share < history.shares[k - 1][i] {
                    let what = format!("agent {} loses at step {step} what it had", i + 1);
                    return Err(Rejected::Infeasible { what, by: &history.shares[k - 1][i] - share });
                }
            }
            let released = sequence.released(k);
            for (r, used) in usage.used(shares).into_iter().enumerate() {
                if used > released {
                    let what = format!("resource {} is used beyond {released} at step {step}", r + 1);
                    return Err(Rejected::Infeasible { what, by: used - &released });
                }
            }
        }
        Ok(())
    }

    fn read(node: &Node<'_>) -> Read<Sequence> {
        file::read(node)
    }

    fn write(sequence: &Sequence) -> Value {
        file::write(sequence)
    }

    fn read_outcome(sequence: &Sequence, node: &Node<'_>) -> Read<History> {
        file::read_outcome(sequence, node)
    }

    fn write_outcome(_sequence: &Sequence, history: &History) -> Value {
        Value::table([("shares", Value::matrix(&history.shares))])
    }

    fn read_certificate(sequence: &Sequence, node: &Node<'_>) -> Read<Certificate> {
        certificate::read(sequence, node)
    }

    fn write_certificate(_sequence: &Sequence, certificate: &Certificate) -> Value {
        certificate::write(certificate)
    }

    fn read_report(sequence: &Sequence, node: &Node<'_>) -> Read<Report> {
        file::read_report(sequence, node)
    }

    fn write_report(report: &Report) -> Value {
        Value::table([("demand", Value::numbers(&report.demand))])
    }

    fn misreported(sequence: &Sequence, agent: usize, report: &Report) -> Sequence {
        let mut said = sequence.clone();
        said.demand[agent].clone_from(&report.demand);
        said
    }

    fn without(sequence: &Sequence, agent: usize) -> Option<Sequence> {
        (sequence.steps() > 1).then(|| {
            let mut rest = sequence.clone();
            rest.demand.remove(agent);
            rest
        })
    }

    fn agents(sequence: &Sequence) -> usize {
        sequence.steps()
    }

    fn shrink(sequence: &Sequence) -> Box<dyn Iterator<Item = Sequence> + '_> {
        Box::new(shrink::steps(sequence))
    }

    fn meets(hypothesis: Hypothesis, sequence: &Sequence) -> bool {
        hypothesis != Hypothesis::PositiveDemands || sequence.demand.iter().flatten().all(Scalar::is_positive)
    }

    fn gets(_sequence: &Sequence, outcome: &History) -> Vec<Rational> {
        outcome.shares.concat()
    }

    /// One: shares are parts of a whole resource.
    fn scale(_sequence: &Sequence) -> Rational {
        Rational::one()
    }

    fn size_label(sequence: &Sequence) -> String {
        let declared = if sequence.agents == sequence.steps() {
            String::new()
        } else {
            format!("of{}", sequence.agents)
        };
        format!("{}a{declared}{}r", sequence.steps(), sequence.resources())
    }
}
