//! Cells of the model `arrivals` as cases: dynamic DRF by its specification, and a property negated.

use super::case::{Case, Frame};
use super::query::Query;
use super::term::{Term, all, any, choose, eq, int, le, lt, not, not_negative, positive, product, real, sum};
use crate::scalar::Rational;

/// Ids of the mechanisms that meet the specification.
pub const MECHANISMS: [&str; 4] = ["ddrf", "ddrf-linear", "ddrf-lp", "ddrf-water"];

/// Ids of the properties that can be negated here.
pub const PROPERTIES: [&str; 9] =
    ["def", "dpo", "dynamic-po", "dynamic-si", "ef", "feasible", "irrevocable", "lemma-1", "lemma-2"];

/// Ids of the measures that can be queried, relative to DRF with complete knowledge.
pub const MEASURES: [&str; 2] = ["maxmin-ratio", "maxsum-ratio"];

/// A history as terms: `share[k][i]` is the share of agent `i` after step `k`, both counted from 0.
struct History {
    /// The declared number of agents; the number of demands is the number of arrivals.
    declared: usize,
    demand: Vec<Vec<Term>>,
    share: Vec<Vec<Term>>,
}

impl History {
    fn used(&self, k: usize, r: usize) -> Term {
        sum((0..=k).map(|i| &self.demand[i][r] * &self.share[k][i]))
    }

    fn agents(&self) -> usize {
        self.demand.len()
    }

    fn resources(&self) -> usize {
        self.demand[0].len()
    }

    /// Both sides of `used <= released`, cleared of fractions: n times usage, and the number of the step.
    fn scaled(&self, k: usize, r: usize) -> (Term, Term) {
        let n = int(i64::try_from(self.declared).unwrap_or(i64::MAX));
        (product([n, self.used(k, r)]), int(i64::try_from(k + 1).unwrap_or(i64::MAX)))
    }

    /// The statement that usage is below the release.
    fn slack(&self, k: usize, r: usize) -> Term {
        let (used, released) = self.scaled(k, r);
        lt(&used, &released)
    }

    /// The specification: each share is the larger of its earlier value and the newcomer's, and some resource
    /// is used up.
    fn asks(&self) -> Vec<Term> {
        let mut facts = Vec::new();
        for (k, row) in self.share.iter().enumerate() {
            let newcomer = &row[k];
            facts.extend(row.iter().map(not_negative));
            for i in 0..k {
                let before = &self.share[k - 1][i];
                facts.push(eq(&row[i], choose(lt(before, newcomer), newcomer, before)));
            }
            let mut ends = Vec::new();
            for r in 0..self.resources() {
                let (used, released) = self.scaled(k, r);
                facts.push(le(&used, &released));
                let lowest = (0..=k).map(|i| all([positive(&self.demand[i][r]), eq(&row[i], newcomer)]));
                ends.push(all([eq(&used, &released), any(lowest)]));
            }
            facts.push(any(ends));
        }
        facts
    }

    /// All violations of the property, each with a name, a sentence, and terms with the variables they need.
    fn denials(&self, property: &str) -> Vec<(String, String, Vec<Term>)> {
        let (steps, resources) = (0..self.agents(), || 0..self.resources());
        let n = int(i64::try_from(self.declared).unwrap_or(i64::MAX));
        let pairs =
            |k: usize| (0..=k).flat_map(move |i| (0..=k).filter(move |j| *j != i).map(move |j| (i, j)));
        let mut found = Vec::new();
        for k in steps {
            let x = &self.share[k];
            let before = |i: usize| &self.share[k - 1][i];
            let spoken = |i: usize| format!("after step {} of agent {}", k + 1, i + 1);
            let revoked = || (0..k).map(|i| lt(&x[i], before(i)));
            let raised = |i: usize| eq(&x[i], choose(lt(before(i), &x[k]), &x[k], before(i)));
            let passed = |(i, j): (usize, usize)| {
                let more = lt(&x[i], &x[j]);
                if j > i { more } else { all([more, not(eq(&x[j], &self.share[i - 1][j]))]) }
            };
            let envied = |(i, j): (usize, usize)| {
                let kappa = real("kappa");
                let within = |r: usize| le(&kappa * &self.demand[i][r], &self.demand[j][r]);
                all(resources().map(within).chain([positive(&kappa), lt(&x[i], &kappa * &x[j])]))
            };
            let broken: Vec<Term> = match property {
                "dynamic-si" => x.iter().map(|x| lt(&n * x, int(1))).collect(),
                "feasible" => {
                    let over = resources().map(|r| self.scaled(k, r)).map(|(used, all)| lt(&all, &used));
                    over.chain(x.iter().map(|x| lt(x, int(0)))).chain(revoked()).collect()
                }
                "irrevocable" => revoked().collect(),
                "lemma-1" => (0..k).map(raised).map(not).collect(),
                "lemma-2" => pairs(k).filter(|(i, j)| i < j).map(|(i, j)| lt(&x[i], &x[j])).collect(),
                "def" => pairs(k).map(passed).collect(),
                "dpo" => vec![all(resources().map(|r| self.slack(k, r)))],
                "dynamic-po" => {
                    let or_slack = |i: usize, r| any([not(positive(&self.demand[i][r])), self.slack(k, r)]);
                    (0..=k).map(|i| all(resources().map(|r| or_slack(i, r)))).collect()
                }
                _ => pairs(k).map(envied).collect(),
            };
            let shown = broken.into_iter().enumerate().filter(|(_, term)| *term != Term::Truth(false));
            found.extend(shown.map(|(at, term)| {
                let name = format!("{property}-step-{}-{}", k + 1, at + 1);
                (name, format!("the property is violated {}", spoken(at.min(k))), vec![term])
            }));
        }
        found
    }
}

/// The cases of a property over every sequence of `agents` agents, all of whom arrive. If fewer arrive than
/// are declared, the steps are those of a sequence in which all arrive, so these cases cover such sequences
/// too.
pub fn every(property: &str, agents: usize, resources: usize, above_zero: bool) -> Vec<Case> {
    let (demand, mut facts) = normalised(agents, resources, above_zero);
    cases(property, agents, demand, &mut facts)
}

/// The demands of `agents` agents, and the facts that make them normalised: divided by their largest entry,
/// as in the model.
fn normalised(agents: usize, resources: usize, above_zero: bool) -> (Vec<Vec<Term>>, Vec<Term>) {
    let demand: Vec<Vec<Term>> =
        (0..agents).map(|i| (0..resources).map(|r| real(format!("d{i}_{r}"))).collect()).collect();
    let normal = demand.iter().flat_map(|row| {
        let entry = |d: &Term| if above_zero { positive(d) } else { not_negative(d) };
        let bounds = row.iter().map(|d| le(d, int(1))).chain(row.iter().map(entry)).collect::<Vec<_>>();
        bounds.into_iter().chain([any(row.iter().map(|d| eq(d, int(1))))]).collect::<Vec<_>>()
    });
    let facts = normal.collect();
    (demand, facts)
}

/// The cases of a property on one sequence with `declared` agents, its demands divided by their largest
/// entries.
pub fn one(property: &str, declared: usize, demand: Vec<Vec<Term>>) -> Vec<Case> {
    cases(property, declared, demand, &mut Vec::new())
}

/// The queries that some sequence of `agents` agents has a ratio below `than` after some step. `None` if
/// there is no such form: the sum of shares has one only for positive demands, where DRF gives equal shares.
pub fn worse(
    measure: &str,
    agents: usize,
    resources: usize,
    above_zero: bool,
    than: &Rational,
) -> Option<Vec<Query>> {
    if !MEASURES.contains(&measure) || (measure == "maxsum-ratio" && !above_zero) {
        return None;
    }
    let (demand, mut facts) = normalised(agents, resources, above_zero);
    let history = History { declared: agents, share: shares(agents), demand };
    facts.extend(history.asks());
    // DRF's smallest share is feasible for all agents at once, and no larger one is.
    let level = real("level");
    let query = |k: usize| {
        let fits = (0..resources).map(|r| {
            let used = &level * sum((0..=k).map(|i| history.demand[i][r].clone()));
            let (n, released) = (int_of(agents), int_of(k + 1));
            le(&n * &used, &released)
        });
        let (own, of) = match measure {
            "maxmin-ratio" => (history.share[k][k].clone(), level.clone()),
            _ => (sum(&history.share[k]), int_of(k + 1) * &level),
        };
        let below = lt(&own, Term::Number(than.clone()) * &of);
        let terms = facts.iter().cloned().chain(fits).chain([below]).collect();
        let about = format!("after step {} the ratio is below the bound", k + 1);
        Query::new(format!("{measure}-step-{}", k + 1), about, terms)
    };
    Some((0..agents).map(query).collect())
}

fn int_of(n: usize) -> Term {
    int(i64::try_from(n).unwrap_or(i64::MAX))
}

fn shares(agents: usize) -> Vec<Vec<Term>> {
    (0..agents).map(|k| (0..=k).map(|i| real(format!("x{k}_{i}"))).collect()).collect()
}

fn cases(property: &str, declared: usize, demand: Vec<Vec<Term>>, facts: &mut Vec<Term>) -> Vec<Case> {
    let history = History { declared, share: shares(demand.len()), demand };
    facts.extend(history.asks());
    let satisfiable =
        Query::new("satisfiable", "some sequence has shares that meet the specification", facts.clone());
    history
        .denials(property)
        .into_iter()
        .map(|(name, about, terms)| Case {
            satisfiable: satisfiable.clone(),
            complete: Query::new(name, about, facts.iter().cloned().chain(terms).collect()),
            steps: vec![],
            frame: Frame::Arrivals(history.declared, history.demand.clone()),
        })
        .collect()
}
