//! The outcomes that rules would give each user, if they allocated the whole cluster or continued from the
//! running tasks.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use fairwitness::desk::report::AuditReport;
use fairwitness::document::{Document, InputError, Node, Value};
use fairwitness::linear::Uncut as _;
use fairwitness::mechanism::CLUSTER;
use fairwitness::scalar::{Rational, Scalar as _, greatest, sum};
use fairwitness::workbench::{Bench, Shown};
use schemars::JsonSchema;
use serde::Serialize;

use crate::ids;
use crate::judge::seconds;
use crate::limits;
use crate::outside::{self, Place};

/// Ids of the rules in the comparison by default, for whole tasks and for divisible tasks.
const USUAL: [&[&str]; 2] = [&["best-fit-drfh", "first-fit-drfh"], &["tsf", "drfh", "ps-dsf"]];

/// The largest product of users and servers for which rules are run by default.
const MOST: usize = 20_000;

/// Outcome of a rule in comparison.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Column {
    pub mechanism: &'static str,
    /// `running` if the rule continues from the running tasks, otherwise `empty`.
    pub from: &'static str,
    /// Tasks of each user; null if the rule has no outcome.
    pub tasks: Option<Vec<Rational>>,
    pub certified: bool,
    /// Reason why the rule has no outcome.
    pub reason: Option<String>,
    /// `true` if the rule allocates whole tasks.
    #[serde(skip)]
    pub whole: bool,
}

impl Column {
    /// Returns the heading: the rule, and whether it continues from the running tasks.
    pub fn title(&self) -> String {
        let from = if self.from == "running" { "going on, would reach" } else { "would give" };
        format!("{} {from}", self.mechanism)
    }

    /// Returns the outcome of a rule for the whole cluster, without a certificate.
    fn new(mechanism: &'static str, outcome: Result<Vec<Rational>, String>) -> Self {
        let whole = CLUSTER.iter().any(|rule| rule.id() == mechanism && rule.setting().whole);
        let (tasks, reason) = match outcome {
            Ok(tasks) => (Some(tasks), None),
            Err(reason) => (None, Some(reason)),
        };
        Column { mechanism, from: "empty", tasks, certified: false, reason, whole }
    }
}

/// The rules of the comparison.
#[derive(Debug)]
pub enum Compared {
    /// No rule is run.
    None,
    /// The rules of [`USUAL`].
    Usual,
    /// The rules named by the user.
    These(Vec<(&'static dyn Bench, &'static str)>),
}

pub fn named(mechs: &[String]) -> Result<Compared> {
    let own = outside::named(Place::Mech, mechs);
    match &own[..] {
        [] => Ok(Compared::Usual),
        [none] if none == "none" => Ok(Compared::None),
        mechs => {
            let found = mechs.iter().map(|mech| ids::mechanism(mech)).collect::<Result<Vec<_>>>()?;
            match found.iter().find(|(bench, _)| bench.model() != "cluster") {
                Some((bench, mech)) => bail!("--mech {mech}: is a mechanism of model `{}`", bench.model()),
                None => Ok(Compared::These(found)),
            }
        }
    }
}

/// Runs the rules, each for an equal part of the time that is left. A default rule that refuses the instance is omitted.
pub fn columns(
    compared: &Compared,
    report: &AuditReport,
    document: &Document,
    time: Duration,
) -> Result<Vec<Column>> {
    let usual = matches!(compared, Compared::Usual);
    let asked = match compared {
        Compared::None => Vec::new(),
        Compared::Usual if report.size.0 * report.size.1 > MOST => Vec::new(),
        Compared::Usual => {
            let ids = USUAL[usize::from(!report.whole())];
            ids.iter().map(|mech| ids::mechanism(mech)).collect::<Result<Vec<_>>>()?
        }
        Compared::These(found) => found.clone(),
    };
    let end = Instant::now() + time;
    let mut left = u32::try_from(asked.len()).unwrap_or(u32::MAX);
    let next = report.next.iter().map(|(mechanism, tasks)| {
        let column = Column::new(mechanism, tasks.clone());
        Column { from: "running", ..column }
    });
    let mut columns: Vec<Column> = next.collect();
    for (bench, mechanism) in asked {
        let each = end.saturating_duration_since(Instant::now()) / left;
        left = left.saturating_sub(1).max(1);
        let run = bench.run_shown(mechanism, document, Shown::Outcome, &limits::for_at_most(each));
        let column = match run.uncut() {
            Err(_) => Column::new(mechanism, Err(format!("it was not done in {}", seconds(each)))),
            Ok(run) => {
                let run = run?;
                let tasks = match &run.outcome {
                    Ok(outcome) if outcome.get("low").is_some() => Err(between(
                        &by_team(&report.teams, numbers(outcome, "low")?),
                        &by_team(&report.teams, numbers(outcome, "high")?),
                    )),
                    Ok(outcome) => Ok(by_team(&report.teams, numbers(outcome, "tasks")?)),
                    Err(refusal) if usual && run.certified.is_none() => {
                        if matches!(refusal, fairwitness::model::refusal::Refusal::OutOfDomain(_)) {
                            continue;
                        }
                        Err(refusal.to_string())
                    }
                    Err(refusal) => Err(refusal.to_string()),
                };
                Column { certified: run.certified == Some(true), ..Column::new(mechanism, tasks) }
            }
        };
        columns.push(column);
    }
    Ok(columns)
}

/// The tasks of each user of the report: those of all shapes of a team together.
fn by_team(teams: &[Vec<usize>], tasks: Vec<Rational>) -> Vec<Rational> {
    let of = |shapes: &Vec<usize>| sum(shapes.iter().filter_map(|&u| tasks.get(u).cloned()));
    if tasks.is_empty() { tasks } else { teams.iter().map(of).collect() }
}

/// The sentence on a rule whose outcome is known by bounds.
fn between(low: &[Rational], high: &[Rational]) -> String {
    let width = |(low, high): (&Rational, &Rational)| {
        if high.is_positive() { (high - low) / high } else { Rational::zero() }
    };
    let widest = greatest(low.iter().zip(high).map(width)).unwrap_or_else(Rational::zero);
    format!(
        "the tasks of each user are proved to lie between two bounds, at most {} of the upper one apart; `verify run` lists them",
        two_digits_above(&widest)
    )
}

/// The smallest decimal number with two digits that is at least `x`, which is from 0 to 1.
fn two_digits_above(x: &Rational) -> String {
    let (ten, mut digits, mut exponent) = (Rational::int(10), x.clone(), 1);
    if digits.is_zero() {
        return "0".to_string();
    }
    while digits < ten {
        (digits, exponent) = (digits * &ten, exponent - 1);
    }
    let mut whole = -(-digits).floor();
    if whole == Rational::int(100) {
        (whole, exponent) = (ten, exponent + 1);
    }
    let text = whole.to_string();
    let (first, second) = text.split_at(1);
    format!("{first}.{second}e{exponent}")
}

/// The numbers of one field of an outcome; none if the outcome has no such field.
fn numbers(outcome: &Value, field: &str) -> Result<Vec<Rational>, InputError> {
    match outcome.get(field) {
        Some(tasks) => Node::new("outcome", tasks).list()?.iter().map(Node::number).collect(),
        None => Ok(Vec::new()),
    }
}
