//! Negations of properties: a user below its slices, envy, a dominating allocation, a complaint about a
//! bottleneck.

use super::Subject;
use crate::prove::pool::{Placed, Quotients, Symbols};
use crate::prove::term::{Term, all, implies, le, lt, positive, real, sum};

/// The negation of a property for some user.
pub struct Denial {
    /// Name of the case.
    pub name: String,
    /// The negation in words.
    pub about: String,
    /// The terms that express the negation.
    pub terms: Vec<Term>,
    /// The alternative placement in the negation, if there is one.
    pub instead: Option<Placed>,
}

impl Subject {
    /// Returns the negations of a property, one for each user or pair of users for which it can fail.
    pub fn denials(&self, property: &str, placed: &Placed) -> Vec<Denial> {
        let name = |n: usize| format!("{}{property}-{}", self.label, n + 1);
        let users = || self.users().into_iter();
        let alone = |name: String, about: String, terms| Denial { name, about, terms, instead: None };
        match property {
            "si" => {
                let about = |n: usize| format!("user {} has less than its part of every server", n + 1);
                users().map(|n| alone(name(n), about(n), self.short(placed, n))).collect()
            }
            "ef" | "ef-aggregate" => {
                let envy = |(n, m): (usize, usize)| {
                    let about = format!("user {} envies user {}", n + 1, m + 1);
                    let terms = self.envy(placed, n, m, property == "ef-aggregate");
                    alone(format!("{}-{}", name(n), m + 1), about, terms)
                };
                self.pairs().into_iter().map(envy).collect()
            }
            "po" => {
                let instead = self.pool.placement("alt_", self.division());
                let kept = |m: usize| le(&placed.total[m], &instead.total[m]);
                let better = |n: usize| {
                    let mut terms = self.pool.feasible(self.division(), &instead);
                    terms.extend((0..self.pool.users()).map(kept));
                    terms.push(lt(&placed.total[n], &instead.total[n]));
                    let about = format!("user {} could have more, and no user less", n + 1);
                    Denial { name: name(n), about, terms, instead: Some(instead.clone()) }
                };
                users().map(better).collect()
            }
            _ => {
                let complaint = |(r, n): (usize, usize)| {
                    let instead = self.pool.placement("alt_", self.division());
                    Denial {
                        name: format!("{}-{}", name(n), r + 1),
                        about: format!("user {} has a complaint about resource {}", n + 1, r + 1),
                        terms: self.complaint(placed, &instead, n, r, property == "bf-global"),
                        instead: Some(instead),
                    }
                };
                let by = |r: usize| users().map(move |n| (r, n));
                (0..self.pool.resources()).flat_map(by).map(complaint).collect()
            }
        }
    }

    fn short(&self, placed: &Placed, n: usize) -> Vec<Term> {
        let short = match &self.pool.quotients {
            Some(Quotients { slice, .. }) => lt(&placed.total[n], sum(&slice[n])),
            None => {
                let slice = &self.pool.weight[n][0] * sum(&self.pool.gamma[n]);
                lt(self.pool.weights(0) * &placed.total[n], &slice)
            }
        };
        vec![short, self.pool.wants(n, &placed.total[n])]
    }

    fn envy(&self, placed: &Placed, n: usize, m: usize, aggregate: bool) -> Vec<Term> {
        let pool = &self.pool;
        let wants = pool.wants(n, &placed.total[n]);
        if let (true, Some(time)) = (pool.rate, &placed.time) {
            let worth = sum((0..pool.servers()).map(|i| &time[m][i] * &pool.gamma[n][i]));
            return vec![pool.weighs_more(n, m, &worth, &placed.total[n]), wants];
        }
        let kappa = real("kappa");
        let usable =
            if aggregate { placed.tasks[m].clone() } else { pool.where_allowed(n, &placed.tasks[m]) };
        let worth = &kappa * sum(usable);
        if pool.quotients.is_some() {
            // The weights of each resource scale the amount of it that a user has.
            let weighed = |of: usize, by: usize| -> Vec<Term> {
                pool.demand[of].iter().zip(&pool.weight[by]).map(|(d, w)| d * w).collect()
            };
            let mut terms = Symbols::worth(&weighed(n, m), &weighed(m, n), &kappa);
            terms.extend([lt(&placed.total[n], &worth), wants]);
            return terms;
        }
        let mut terms = Symbols::worth(&pool.demand[n], &pool.demand[m], &kappa);
        terms.extend([pool.weighs_more(n, m, &worth, &placed.total[n]), wants]);
        terms
    }

    fn complaint(&self, placed: &Placed, instead: &Placed, n: usize, r: usize, global: bool) -> Vec<Term> {
        let pool = &self.pool;
        let dominant = |u: usize, capacity: &dyn Fn(usize) -> Term| {
            let beats = |q: usize| le(&pool.demand[u][q] * capacity(r), &pool.demand[u][r] * capacity(q));
            all((0..pool.resources()).map(beats).chain([positive(&pool.demand[u][r])]))
        };
        let mut terms = Vec::new();
        for u in 0..pool.users() {
            if global {
                let runs = positive(sum(&pool.gamma[u]));
                terms.push(implies(&runs, dominant(u, &|q| pool.pooled(q))));
            } else {
                let here = |i: usize| dominant(u, &|q| pool.capacity[i][q].clone());
                terms.extend((0..pool.servers()).map(|i| implies(positive(&pool.gamma[u][i]), here(i))));
            }
        }
        terms.extend(pool.feasible(self.division(), instead));
        terms.push(lt(&placed.total[n], &instead.total[n]));
        // Shares of the resource per weight, with denominators multiplied out.
        let share = |u: usize, other: usize| &placed.total[u] * &pool.demand[u][r] * &pool.weight[other][r];
        let others = (0..pool.users()).filter(|m| *m != n);
        let loses = |m: usize| lt(&instead.total[m], &placed.total[m]);
        terms.extend(others.map(|m| implies(loses(m), lt(share(n, m), share(m, n)))));
        terms
    }
}
