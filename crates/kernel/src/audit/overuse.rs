//! Rows of a programme where more is used before the plan than there is: tasks arrive only if enough others leave.

use super::programme::{Problem, Programme, Variable, merged};
use crate::scalar::{Rational, Scalar};

impl Problem<'_> {
    /// The resources of servers of which more is used than there is: server, resource and the amount beyond.
    pub(super) fn overloads(&self) -> Vec<(usize, usize, Rational)> {
        let rows = self.running.left(self.pool).into_iter().enumerate();
        let of = |(i, row): (usize, Vec<Rational>)| {
            let beyond = move |(r, left): (usize, Rational)| left.is_negative().then(|| (i, r, -left));
            row.into_iter().enumerate().filter_map(beyond)
        };
        rows.flat_map(of).collect()
    }
}

impl Programme<'_> {
    /// Rows of overloaded servers: if tasks arrive that need the resource, what runs afterwards fits.
    pub(super) fn overloaded(&mut self) {
        let pool = self.problem.pool;
        for (i, r, beyond) in self.problem.overloads() {
            let Some(y) = self.variables.iter().position(|v| *v == Variable::Arrives(i, r)) else { continue };
            let (demand, mut all) = (|u: usize| &pool.demand[u][r], Vec::new());
            for (v, variable) in self.variables.iter().enumerate() {
                match *variable {
                    Variable::In(u, at) if at == i && demand(u).is_positive() => {
                        let most = &pool.capacity[i][r] / demand(u);
                        self.program.at_most(vec![(v, Rational::one()), (y, -most)], Rational::zero());
                        all.push((v, demand(u).clone()));
                    }
                    Variable::Out(u, at) if at == i => all.push((v, -demand(u).clone())),
                    Variable::Gang(k) => {
                        let here = self.problem.limits.gangs[k].iter().filter(|(_, at, _)| *at == i);
                        all.extend(here.map(|(u, _, tasks)| (v, -(tasks * demand(*u)))));
                    }
                    _ => {}
                }
            }
            all.push((y, beyond));
            self.program.at_most(merged(all), Rational::zero());
        }
    }

    /// Rows of caps: what the users below a queue use together is at most its cap, where some of them run more tasks.
    pub(super) fn capped(&mut self) {
        let (pool, before) = (self.problem.pool, self.problem.running.totals());
        for (c, cap) in self.caps.iter().enumerate() {
            let demand = |u: usize| &pool.demand[u][cap.resource];
            let gains =
                cap.users.iter().flat_map(|&u| self.gain[u].iter().map(move |(v, x)| (*v, x * demand(u))));
            let (mut terms, left) = (merged(gains), &cap.most - cap.used(pool, &before));
            let Some(y) = self.variables.iter().position(|v| *v == Variable::Grows(c)) else {
                self.program.at_most(terms, left);
                continue;
            };
            let mut below = vec![false; pool.users()];
            cap.users.iter().for_each(|&u| below[u] = true);
            for (v, variable) in self.variables.iter().enumerate() {
                if let Variable::Start(u) = variable
                    && below[*u]
                {
                    let most = &cap.most / demand(*u);
                    self.program.at_most(vec![(v, Rational::one()), (y, -most)], Rational::zero());
                }
            }
            terms.push((y, -left));
            self.program.at_most(terms, Rational::zero());
        }
    }
}
