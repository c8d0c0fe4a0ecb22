//! The inequalities of a programme of which one must hold, and what all of them imply.

use super::programme::{Choice, Due, Programme, merged};
use super::rights::Rights;
use crate::linear::{Relation, Row};
use crate::scalar::{Int, Rational, Scalar, common_denominator, greatest, sum, whole};

impl Programme<'_> {
    /// The inequalities of an entry of `choices`, of which one must hold: the user runs at most the smaller or at least
    /// the larger number; or the shape has no further task, or, for some resource, one more task or what is there already
    /// exceeds the right of the team.
    pub fn choice(&self, k: usize) -> Vec<Row> {
        let (pool, before) = (self.problem.pool, self.problem.running.totals());
        let at_least = |terms, bound| Row { terms, relation: Relation::AtLeast, bound };
        let (t, u, rights) = match (&self.choices[k], self.problem.due) {
            (Choice::Share(t, u), Due::Rights(rights)) => (*t, *u, rights),
            (Choice::Share(..), Due::Tasks(_)) => return Vec::new(),
            (Choice::Gap(u, low, high), _) => {
                let less = self.gain[*u].iter().map(|(v, c)| (*v, -c.clone())).collect();
                let rows = [(less, &before[*u] - low), (self.gain[*u].clone(), high - &before[*u])];
                return rows.map(|(terms, bound)| at_least(terms, bound)).to_vec();
            }
        };
        let mut rows = vec![at_least(self.gain[u].clone(), &rights.most[u] - &before[u])];
        for (r, reach) in self.reaches(rights, t, u) {
            let shapes = || self.problem.teams[t].shapes.iter().filter(|&&v| pool.demand[v][r].is_positive());
            let used = sum(shapes().map(|&v| &before[v] * &pool.demand[v][r]));
            let terms =
                shapes().flat_map(|&v| self.gain[v].iter().map(move |(x, c)| (*x, c * &pool.demand[v][r])));
            rows.push(at_least(merged(terms), reach - used));
        }
        rows
    }

    /// The least usage of each resource from which on one more task of shape `u` exceeds the right of team `t`.
    fn reaches(&self, rights: &Rights, t: usize, u: usize) -> Vec<(usize, Rational)> {
        let (pool, shapes) = (self.problem.pool, &self.problem.teams[t].shapes);
        let reach = |r: usize| {
            let demands = || shapes.iter().map(|&v| &pool.demand[v][r]).filter(|d| d.is_positive());
            // Usage of the team is a multiple of this unit.
            let lcm = common_denominator(demands());
            let unit = demands().fold(Int::from(0i64), |gcd, d| gcd.gcd(&whole(d, &lcm)));
            let unit = Rational::from_int(&unit) / Rational::from_int(&lcm);
            let above = &rights.due[t][r] - &pool.demand[u][r];
            unit.is_positive().then(|| (r, ((above / &unit).floor() + Rational::one()) * unit))
        };
        (0..pool.resources()).filter(|&r| rights.pooled[r].is_positive()).filter_map(reach).collect()
    }

    /// Rows that every inequality of a choice about a share implies, which bound the stops before a tree splits on it. A number
    /// of tasks counts for each shape the largest part that one task is of what some inequality asks for, so that the sum is at
    /// least one whichever of them holds, because no number of tasks is negative.
    pub(super) fn implied(&mut self) {
        let (pool, before) = (self.problem.pool, self.problem.running.totals());
        let mut rows = Vec::new();
        for choice in &self.choices {
            let (Choice::Share(t, u), Due::Rights(rights)) = (choice, self.problem.due) else { continue };
            let reaches = self.reaches(rights, *t, *u);
            if reaches.iter().any(|(_, reach)| !reach.is_positive()) {
                continue;
            }
            let part = |v: usize| {
                let parts = reaches.iter().map(|(r, reach)| &pool.demand[v][*r] / reach);
                let own = (v == *u).then(|| Rational::one() / &rights.most[v]);
                greatest(parts.chain(own)).unwrap_or_else(Rational::zero)
            };
            let parts: Vec<(usize, Rational)> =
                self.problem.teams[*t].shapes.iter().map(|&v| (v, part(v))).collect();
            let terms =
                parts.iter().flat_map(|(v, part)| self.gain[*v].iter().map(move |(x, c)| (*x, c * part)));
            let has = sum(parts.iter().map(|(v, part)| &before[*v] * part));
            rows.push((merged(terms), Rational::one() - has));
        }
        rows.into_iter().for_each(|(terms, bound)| self.program.at_least(terms, bound));
    }
}
