//! From a guess to an exact placement: with supports and bottlenecks fixed, the conditions are linear.

use super::PerServer;
use super::sweep::Guess;
use crate::linear::{Patience, Program, Solution, Timely, solve};
use crate::model::cluster::Placement;
use crate::scalar::{Rational, Scalar};

/// The conditions as rows over the variables of the pairs in the support.
pub(super) struct Conditions<'a> {
    view: &'a PerServer<'a>,
    pub(super) program: Program,
    variable: Vec<Vec<Option<usize>>>,
}

impl<'a> Conditions<'a> {
    /// The capacity rows over the pairs for which `support` holds.
    pub(super) fn new(view: &'a PerServer<'a>, support: impl Fn(usize, usize) -> bool) -> Self {
        let (users, servers) = (view.users(), view.servers.len());
        let mut count = 0;
        let mut variable = vec![vec![None; servers]; users];
        for (u, row) in variable.iter_mut().enumerate() {
            for (i, slot) in row.iter_mut().enumerate() {
                if view.servers[i].unit[u].is_positive() && support(u, i) {
                    *slot = Some(count);
                    count += 1;
                }
            }
        }
        // Among the placements that satisfy the conditions, one with the most tasks.
        let program = Program { objective: vec![Rational::one(); count], rows: Vec::new() };
        let mut conditions = Conditions { view, program, variable };
        for i in 0..servers {
            for r in 0..view.servers[i].capacity.len() {
                let terms = conditions.load(i, r);
                if !terms.is_empty() {
                    conditions.program.at_most(terms, view.servers[i].capacity[r].clone());
                }
            }
        }
        conditions
    }

    fn load(&self, i: usize, r: usize) -> Vec<(usize, Rational)> {
        let loads = self.variable.iter().zip(self.view.servers[i].load.iter());
        loads
            .filter_map(|(row, load)| Some((row[i]?, load[r].clone())))
            .filter(|(_, l)| l.is_positive())
            .collect()
    }

    fn total(&self, user: usize, factor: &Rational) -> Vec<(usize, Rational)> {
        self.variable[user].iter().flatten().map(|v| (*v, factor.clone())).collect()
    }

    /// Adds the condition that resource `r` of server `i` is used up.
    pub(super) fn saturated(&mut self, i: usize, r: usize) {
        self.program.equal(self.load(i, r), self.view.servers[i].capacity[r].clone());
    }

    /// Adds the condition that on server `i` the level of `low` is at most that of `high`.
    pub(super) fn no_higher(&mut self, i: usize, low: usize, high: usize) {
        let unit = &self.view.servers[i].unit;
        let mut terms = self.total(low, &(Rational::one() / &unit[low]));
        terms.extend(self.total(high, &-(Rational::one() / &unit[high])));
        self.program.at_most(terms, Rational::zero());
    }

    /// Adds the condition that `user` runs nothing on server `i`.
    pub(super) fn absent(&mut self, i: usize, user: usize) {
        if let Some(v) = self.variable[user][i] {
            self.program.equal(vec![(v, Rational::one())], Rational::zero());
        }
    }

    fn terms(&self, function: &[Vec<Rational>]) -> Vec<(usize, Rational)> {
        let cells = self.variable.iter().zip(function).flat_map(|(row, factors)| row.iter().zip(factors));
        cells.filter_map(|(v, factor)| Some(((*v)?, factor.clone()))).filter(|(_, f)| !f.is_zero()).collect()
    }

    /// Adds the condition that a linear function of the placement is not negative.
    pub(super) fn at_least_zero(&mut self, function: &[Vec<Rational>]) {
        let terms = self.terms(function);
        self.program.at_least(terms, Rational::zero());
    }

    /// Selects, among the placements that satisfy the conditions, one that maximises `sign` times a linear
    /// function.
    pub(super) fn aim(&mut self, function: &[Vec<Rational>], sign: &Rational) {
        self.program.objective.fill(Rational::zero());
        for (v, factor) in self.terms(function) {
            self.program.objective[v] = factor * sign;
        }
    }

    /// A placement that satisfies all conditions, if there is one.
    pub(super) fn placement(&self, patience: &Patience) -> Timely<Option<Placement>> {
        let Solution::Optimal { point, .. } = solve(&self.program, patience)? else { return Ok(None) };
        let row = |row: &Vec<Option<usize>>| {
            row.iter().map(|v| v.map_or_else(Rational::zero, |v| point[v].clone())).collect()
        };
        Ok(Some(Placement { tasks: self.variable.iter().map(row).collect() }))
    }
}

/// The exact placement with the supports and bottlenecks of `guess`, if there is one.
pub(super) fn pin(view: &PerServer<'_>, guess: &Guess, patience: &Patience) -> Timely<Option<Placement>> {
    let mut conditions = Conditions::new(view, |u, i| guess.support[u][i]);
    for (i, server) in view.servers.iter().enumerate() {
        for r in 0..server.capacity.len() {
            let stopped: Vec<usize> =
                (0..view.users()).filter(|&u| guess.bottleneck[u][i] == Some(r)).collect();
            if stopped.is_empty() {
                continue;
            }
            conditions.saturated(i, r);
            let users = (0..view.users()).filter(|&m| guess.support[m][i] && server.load[m][r].is_positive());
            for low in users {
                for &high in stopped.iter().filter(|&&high| high != low) {
                    conditions.no_higher(i, low, high);
                }
            }
        }
    }
    conditions.placement(patience)
}
