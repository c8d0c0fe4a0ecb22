//! The mechanisms and properties with a form for solvers, and the cases of a cell.

use super::{ProveError, Subject};
use crate::document::{Document, InputError};
use crate::model::Model;
use crate::model::arrivals::{Arrivals, Sequence};
use crate::model::cluster::{Cluster, Pool};
use crate::prove::case::Case;
use crate::prove::scope::ProofScope;
use crate::prove::{cluster, history, rule, term};
use crate::scalar::{Rational, Scalar, greatest};

/// Returns, for each model, the mechanisms and the properties with a form for solvers.
pub fn askable() -> [(&'static str, Vec<&'static str>, Vec<&'static str>); 2] {
    [
        ("arrivals", history::MECHANISMS.to_vec(), history::PROPERTIES.to_vec()),
        ("cluster", rule::KNOWN.iter().map(|known| known.id).collect(), cluster::PROPERTIES.to_vec()),
    ]
}

/// Returns the cases of a cell; the inner `Err` is the reason why the subject is outside the mechanism's
/// domain.
///
/// # Errors
/// The cell has no form for solvers, or the instance cannot be read.
pub fn cases(
    mechanism: &str,
    property: &str,
    subject: &Subject,
) -> Result<Result<Vec<Case>, String>, ProveError> {
    let fits = |(_, mechanisms, properties): &&(&str, Vec<&str>, Vec<&str>)| {
        mechanisms.contains(&mechanism) && properties.contains(&property)
    };
    let all = askable();
    let Some((model, ..)) = all.iter().find(fits) else {
        let list =
            |(_, m, p): &(&str, Vec<&str>, Vec<&str>)| format!("{} with {}", m.join(", "), p.join(", "));
        let known = all.iter().map(list).collect::<Vec<_>>().join("; ");
        return Err(ProveError::Cell(format!(
            "`{property}` of `{mechanism}` has no form for solvers yet; what has: {known}"
        )));
    };
    match (*model, subject) {
        ("arrivals", Subject::Every(scope)) => {
            Ok(Ok(history::every(property, scope.users, scope.resources, scope.positive)))
        }
        ("arrivals", Subject::One(document)) => {
            let sequence = read::<Arrivals>(document)?;
            small_enough(sequence.steps(), sequence.resources())?;
            Ok(Ok(history::one(property, sequence.agents, normal_demands(&sequence))))
        }
        (_, Subject::Every(scope)) => Ok(of_cluster(mechanism, property, scope)),
        (_, Subject::One(document)) => {
            let pool = read::<Cluster>(document)?;
            small_enough(pool.users(), pool.servers().saturating_mul(pool.resources()))?;
            Ok(on_one(mechanism, property, &pool))
        }
    }
}

/// Reads the instance of a document by its model.
fn read<M: Model>(document: &Document) -> Result<M::Instance<Rational>, InputError> {
    M::read(&document.node().without(&["model"]))
}

/// Returns the demands of a sequence, each divided by its largest entry.
fn normal_demands(sequence: &Sequence) -> Vec<Vec<term::Term>> {
    let row = |row: &Vec<Rational>| {
        let most = greatest(row.iter().cloned()).filter(Scalar::is_positive).unwrap_or_else(Rational::one);
        row.iter().map(|d| term::Term::Number(d / &most)).collect()
    };
    sequence.demand.iter().map(row).collect()
}

/// The largest number of terms for one instance: agents times agents times shared resources.
const MOST_TERMS: usize = 60_000;

fn small_enough(agents: usize, shared: usize) -> Result<(), ProveError> {
    match agents.saturating_mul(agents).saturating_mul(shared) {
        terms if terms <= MOST_TERMS => Ok(()),
        terms => Err(ProveError::Cell(format!(
            "the instance is too large for a solver: agents times agents times resources of servers are {terms}, and at \
             most {MOST_TERMS} are asked about"
        ))),
    }
}

/// Returns the form of a mechanism of the model `cluster`, if it has one.
pub fn known(mechanism: &str) -> Option<rule::Known> {
    rule::KNOWN.iter().copied().find(|known| known.id == mechanism)
}

fn of_cluster(mechanism: &str, property: &str, scope: &ProofScope) -> Result<Vec<Case>, String> {
    let known = known(mechanism).ok_or("unknown")?;
    if known.pool && scope.servers > 1 {
        return Err(format!("{mechanism} refuses more than one server"));
    }
    let cases = cluster::every(known, property, scope);
    if cases.is_empty() { Err("the property needs two users".to_string()) } else { Ok(cases) }
}

fn on_one(mechanism: &str, property: &str, pool: &Pool) -> Result<Vec<Case>, String> {
    let known = known(mechanism).ok_or("unknown")?;
    let refused = [
        (known.pool && pool.servers() > 1, "more than one server"),
        (!known.eligible && !pool.unconstrained(), "restricted eligibility"),
        (!known.tasks && pool.tasks.iter().any(Option::is_some), "finite tasks"),
        (pool.in_classes(), "servers with a `count`"),
        (pool.rate.is_some() && !known.rate, "rates"),
        (pool.tree.is_some(), "queues in a tree"),
        (pool.user_weights().is_none() && !known.resource_weights, "weights per resource"),
    ];
    if let Some((_, what)) = refused.iter().find(|(refused, _)| *refused) {
        return Err(format!("{mechanism} refuses {what}"));
    }
    if pool.rate.is_some() && !cluster::WITH_RATES.contains(&property) {
        return Err(format!("with rates `{property}` says nothing here"));
    }
    Ok(cluster::one(known, property, pool))
}
