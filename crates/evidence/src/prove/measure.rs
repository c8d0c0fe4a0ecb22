//! Measures as queries: the specification of a mechanism, and a value worse than a number. If none of the
//! queries can be satisfied, no instance of the size has a worse value.

use super::history;
use super::pool::{Eligible, Placed, Shape, Symbols, Weights};
use super::query::Query;
use super::rule::{self, Known};
use super::term::{Term, all, any, eq, implies, int, le, lt, not, not_negative, positive, real, sum, zero};
use crate::model::cluster::Division;
use crate::scalar::{Rational, Scalar};

/// Ids of the measures of clusters that can be queried.
pub const OF_CLUSTERS: [&str; 3] = ["envy-ratio", "price-of-fairness", "si-ratio"];

/// The instances of exactly this size, with amounts in the given ranges; demands are not bounded.
#[derive(Clone, Debug)]
pub struct Size {
    /// Number of users of a cluster, or of agents that arrive.
    pub users: usize,
    /// Number of servers.
    pub servers: usize,
    /// Number of resources.
    pub resources: usize,
    /// `true` if every demand is above zero.
    pub positive: bool,
    /// `true` if each user is eligible on every server.
    pub unconstrained: bool,
    /// `true` if users may have finite tasks.
    pub tasks: bool,
    /// `true` if the tasks per whole server may be given.
    pub rates: bool,
    /// The range of a capacity that is not 0: from the first number to the second.
    pub capacity: (Rational, Rational),
    /// The largest weight; weights are at least 1.
    pub weights: Rational,
}

/// Returns `true` if the measure can be queried for the mechanism.
pub fn known(mechanism: &str, measure: &str) -> bool {
    let arrivals = history::MECHANISMS.contains(&mechanism) && history::MEASURES.contains(&measure);
    let cluster = rule::KNOWN.iter().any(|k| k.id == mechanism) && OF_CLUSTERS.contains(&measure);
    arrivals || cluster
}

/// The parts of the mechanism's domain that the queries of a size omit, one sentence each, except those that the scope
/// excludes: weights per resource, rates, and limits on tasks, in the order of `excluded`.
pub fn hypothesis(mechanism: &str, size: &Size, excluded: [bool; 3]) -> Vec<String> {
    let Some(known) = rule::KNOWN.iter().find(|k| k.id == mechanism) else { return vec![] };
    let left_out = [
        (known.resource_weights, "each user has one weight for all resources"),
        (known.rate && !size.rates, "no rates are given"),
        (known.tasks && !size.tasks, "no user's tasks are finite"),
    ];
    let assumed = left_out.iter().zip(excluded).filter(|((left, _), excluded)| *left && !excluded);
    assumed.map(|((_, sentence), _)| (*sentence).to_string()).collect()
}

/// The queries that some instance of the size has a value worse than `than`. `None` if there is no such form.
pub fn worse(mechanism: &str, measure: &str, size: &Size, than: &Rational) -> Option<Vec<Query>> {
    if history::MECHANISMS.contains(&mechanism) {
        return history::worse(measure, size.users, size.resources, size.positive, than);
    }
    let known = *rule::KNOWN.iter().find(|k| k.id == mechanism)?;
    if !OF_CLUSTERS.contains(&measure) {
        return None;
    }
    let ways: &[bool] = if known.rate && size.rates { &[false, true] } else { &[false] };
    Some(ways.iter().flat_map(|rate| of_cluster(known, measure, size, *rate, than)).collect())
}

fn of_cluster(known: Known, measure: &str, size: &Size, rate: bool, than: &Rational) -> Vec<Query> {
    let shape = Shape {
        users: size.users,
        servers: size.servers,
        resources: size.resources,
        positive: size.positive,
        weights: if size.weights == Rational::one() { Weights::Equal } else { Weights::User },
        eligible: if known.eligible && !size.unconstrained { Eligible::Any } else { Eligible::All },
        tasks: known.tasks && size.tasks,
        rate,
    };
    let (pool, facts) = Symbols::every(&shape);
    let placed = pool.placement("", known.rule.division());
    let mut terms = facts.of(&[]);
    let (least, most) = &size.capacity;
    terms.extend(pool.capacity.iter().flatten().map(|c| {
        let within = all([le(Term::Number(least.clone()), c), le(c, Term::Number(most.clone()))]);
        any([zero(c), within])
    }));
    if shape.weights == Weights::User {
        let most = Term::Number(size.weights.clone());
        terms.extend(pool.weight.iter().flat_map(|row| [le(int(1), &row[0]), le(&row[0], &most)]));
    }
    let (yards, meant) = known.rule.yards(&pool);
    terms.extend(meant);
    terms.extend(pool.feasible(known.rule.division(), &placed));
    terms.extend(known.rule.asks(&pool, &placed, &yards, ""));
    let than = Term::Number(than.clone());
    let beyond = match measure {
        "si-ratio" => short(&pool, &placed, &than),
        "envy-ratio" if size.users > 1 => envious(&pool, &placed, &than),
        "envy-ratio" => return vec![],
        _ => dear(&pool, &placed, known.rule.division(), &than),
    };
    terms.extend(beyond);
    let rated = if rate { "rates-" } else { "" };
    let name = format!("{rated}{measure}-{}-{}-{}", size.users, size.servers, size.resources);
    vec![Query::new(name, format!("{measure} of {} is worse than the bound", known.id), terms)]
}

/// The statement that the first user has less than `than` times the tasks of its fair share, or of its own
/// tasks if these are fewer. Users may be renamed.
fn short(pool: &Symbols, placed: &Placed, than: &Term) -> Vec<Term> {
    let slice = &pool.weight[0][0] * sum(&pool.gamma[0]);
    let (endless, has) = &pool.tasks[0];
    vec![
        lt(pool.weights(0) * &placed.total[0], than * &slice),
        any([endless.clone(), lt(&placed.total[0], than * has)]),
    ]
}

/// The statement that the first user has less than `than` times the tasks that it could run with the bundle
/// of the second.
fn envious(pool: &Symbols, placed: &Placed, than: &Term) -> Vec<Term> {
    let (endless, has) = &pool.tasks[0];
    let own = &placed.total[0];
    let enough = any([endless.clone(), lt(own, than * has)]);
    if let (true, Some(time)) = (pool.rate, &placed.time) {
        let worth = sum((0..pool.servers()).map(|i| &time[1][i] * &pool.gamma[0][i]));
        return vec![pool.weighs_more(0, 1, &(than * &worth), own), enough];
    }
    let kappa = real("kappa");
    let worth = &kappa * sum(pool.where_allowed(0, &placed.tasks[1]));
    let mut terms = Symbols::worth(&pool.demand[0], &pool.demand[1], &kappa);
    terms.extend([pool.weighs_more(0, 1, &(than * &worth), own), enough]);
    terms
}

/// The statement that some placement has more than `than` times the welfare, which counts tasks as parts of
/// the tasks that a user could run alone.
fn dear(pool: &Symbols, placed: &Placed, division: Division, than: &Term) -> Vec<Term> {
    let instead = pool.placement("alt_", division);
    let mut terms = pool.feasible(division, &instead);
    let (mut welfare, mut other) = (Vec::new(), Vec::new());
    for u in 0..pool.users() {
        let all_of = sum(&pool.gamma[u]);
        let (endless, has) = &pool.tasks[u];
        // The tasks that the user could run alone, and its part of them in both placements.
        let (alone, own, part) =
            (real(format!("alone{u}")), real(format!("own{u}")), real(format!("part{u}")));
        let capped = any([endless.clone(), le(&all_of, has)]);
        terms.push(implies(&capped, eq(&alone, &all_of)));
        terms.push(implies(not(&capped), eq(&alone, has)));
        for (part, of) in [(&own, placed), (&part, &instead)] {
            terms.push(implies(positive(&alone), eq(part * &alone, &of.total[u])));
            terms.push(implies(zero(&alone), zero(part)));
            terms.extend([not_negative(part), le(part, int(1))]);
        }
        welfare.push(own);
        other.push(part);
    }
    let welfare = sum(welfare);
    terms.extend([positive(&welfare), lt(than * &welfare, sum(other))]);
    terms
}
