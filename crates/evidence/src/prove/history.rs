//! Cells of the model `arrivals` as cases: dynamic DRF by its specification, and a property denied.

use super::case::{Case, Frame};
use super::query::Query;
use super::term::{Term, all, any, choose, eq, int, le, lt, not, positive, product, real, sum, times};

/// The mechanisms that meet this specification, by id.
pub const MECHANISMS: [&str; 4] = ["ddrf", "ddrf-linear", "ddrf-lp", "ddrf-water"];

/// The properties that can be denied here, by id.
pub const PROPERTIES: [&str; 9] =
    ["def", "dpo", "dynamic-po", "dynamic-si", "ef", "feasible", "irrevocable", "lemma-1", "lemma-2"];

/// Shares: `share[k][i]` is that of agent `i` after step `k`, both counted from 0.
struct History {
    /// How many agents are declared; as many of them have arrived as there are demands.
    declared: usize,
    demand: Vec<Vec<Term>>,
    share: Vec<Vec<Term>>,
}

impl History {
    fn used(&self, k: usize, r: usize) -> Term {
        sum((0..=k).map(|i| times(&self.demand[i][r], &self.share[k][i])))
    }

    fn agents(&self) -> usize {
        self.demand.len()
    }

    fn resources(&self) -> usize {
        self.demand[0].len()
    }

    /// `used <= released`, cleared of fractions: n times what is used against the number of the step.
    fn scaled(&self, k: usize, r: usize) -> (Term, Term) {
        let n = int(i64::try_from(self.declared).unwrap_or(i64::MAX));
        (product([n, self.used(k, r)]), int(i64::try_from(k + 1).unwrap_or(i64::MAX)))
    }

    /// Whether less than what is released is used.
    fn slack(&self, k: usize, r: usize) -> Term {
        let (used, released) = self.scaled(k, r);
        lt(&used, &released)
    }

    /// What the specification asks: the step before or the newcomer's share, whichever is more, and a resource at its end.
    fn asks(&self) -> Vec<Term> {
        let mut facts = Vec::new();
        for (k, row) in self.share.iter().enumerate() {
            let newcomer = &row[k];
            facts.extend(row.iter().map(|x| le(&int(0), x)));
            for i in 0..k {
                let before = &self.share[k - 1][i];
                facts.push(eq(&row[i], &choose(&lt(before, newcomer), newcomer, before)));
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

    /// Everything that violates the property: a name, what it says, and terms with the variables they need.
    fn denials(&self, property: &str) -> Vec<(String, String, Vec<Term>)> {
        let steps = 0..self.agents();
        let n = int(i64::try_from(self.declared).unwrap_or(i64::MAX));
        let pairs =
            |k: usize| (0..=k).flat_map(move |i| (0..=k).filter(move |j| *j != i).map(move |j| (i, j)));
        let mut found = Vec::new();
        for k in steps {
            let x = &self.share[k];
            let spoken = |i: usize| format!("after step {} of agent {}", k + 1, i + 1);
            let broken: Vec<Term> = match property {
                "dynamic-si" => x.iter().map(|x| lt(&times(&n, x), &int(1))).collect(),
                "feasible" => (0..self.resources())
                    .map(|r| {
                        let (used, released) = self.scaled(k, r);
                        lt(&released, &used)
                    })
                    .chain(x.iter().map(|x| lt(x, &int(0))))
                    .chain((0..k).map(|i| lt(&x[i], &self.share[k - 1][i])))
                    .collect(),
                "irrevocable" => (0..k).map(|i| lt(&x[i], &self.share[k - 1][i])).collect(),
                "lemma-1" => (0..k)
                    .map(|i| {
                        let before = &self.share[k - 1][i];
                        not(&eq(&x[i], &choose(&lt(before, &x[k]), &x[k], before)))
                    })
                    .collect(),
                "lemma-2" => pairs(k).filter(|(i, j)| i < j).map(|(i, j)| lt(&x[i], &x[j])).collect(),
                "def" => pairs(k)
                    .map(|(i, j)| {
                        let more = lt(&x[i], &x[j]);
                        if j > i { more } else { all([more, not(&eq(&x[j], &self.share[i - 1][j]))]) }
                    })
                    .collect(),
                "dpo" => vec![all((0..self.resources()).map(|r| self.slack(k, r)))],
                "dynamic-po" => (0..=k)
                    .map(|i| {
                        all((0..self.resources())
                            .map(|r| any([not(&positive(&self.demand[i][r])), self.slack(k, r)])))
                    })
                    .collect(),
                _ => pairs(k)
                    .map(|(i, j)| {
                        let kappa = real("kappa");
                        let within = |r: usize| le(&times(&kappa, &self.demand[i][r]), &self.demand[j][r]);
                        let more = lt(&x[i], &times(&kappa, &x[j]));
                        all((0..self.resources()).map(within).chain([positive(&kappa), more]))
                    })
                    .collect(),
            };
            let shown = broken.into_iter().enumerate().filter(|(_, term)| *term != Term::Truth(false));
            found.extend(shown.map(|(at, term)| {
                (
                    format!("{property}-step-{}-{}", k + 1, at + 1),
                    format!("the property is violated {}", spoken(at.min(k))),
                    vec![term],
                )
            }));
        }
        found
    }
}

/// The cases of a property over every sequence of so many agents, all of whom arrive. Where fewer have arrived than are
/// declared, the steps so far are those of a sequence in which all arrive, so these cases decide that as well.
pub fn every(property: &str, agents: usize, resources: usize, above_zero: bool) -> Vec<Case> {
    let demand: Vec<Vec<Term>> =
        (0..agents).map(|i| (0..resources).map(|r| real(format!("d{i}_{r}"))).collect()).collect();
    // Demands are divided by their largest entry, as the model does.
    let normal = demand.iter().flat_map(|row| {
        let entry = |d: &Term| if above_zero { positive(d) } else { le(&int(0), d) };
        let bounds = row.iter().map(|d| le(d, &int(1))).chain(row.iter().map(entry)).collect::<Vec<_>>();
        bounds.into_iter().chain([any(row.iter().map(|d| eq(d, &int(1))))]).collect::<Vec<_>>()
    });
    let mut facts: Vec<Term> = normal.collect();
    cases(property, agents, demand.clone(), &mut facts)
}

/// The cases of a property on one sequence, its demands divided by their largest entries, of so many declared agents.
pub fn one(property: &str, declared: usize, demand: Vec<Vec<Term>>) -> Vec<Case> {
    cases(property, declared, demand, &mut Vec::new())
}

fn cases(property: &str, declared: usize, demand: Vec<Vec<Term>>, facts: &mut Vec<Term>) -> Vec<Case> {
    let share = (0..demand.len()).map(|k| (0..=k).map(|i| real(format!("x{k}_{i}"))).collect()).collect();
    let history = History { declared, demand, share };
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
