//! The polytope of feasible placements, with one variable for each pair of a user and a server that can run
//! the user's tasks.

use super::{Division, Placement, Pool};
use crate::linear::Program;
use crate::scalar::{Rational, Scalar};

/// The meaning of a row of the polytope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Usage of a resource of a server is at most its capacity (server, resource); under time division the
    /// only resource is 0.
    Capacity(usize, usize),
    /// The total tasks of a user are at most the number that the user has.
    Tasks(usize),
}

/// The feasible placements as rows of a linear programme (objective zero).
#[derive(Clone, Debug)]
pub struct Polytope {
    /// The rows of the programme: capacities (or time), then task limits.
    pub program: Program,
    /// The meaning of each row, in the order of the rows.
    pub meanings: Vec<Meaning>,
    /// User and server of each variable.
    pub pairs: Vec<(usize, usize)>,
    users: usize,
    servers: usize,
}

impl Polytope {
    /// The polytope of the placements on `pool` that are feasible under `division`.
    pub fn of(pool: &Pool, division: Division) -> Self {
        let (users, servers) = (pool.users(), pool.servers());
        let gammas = pool.gammas();
        let pairs: Vec<_> = (0..users)
            .flat_map(|u| (0..servers).map(move |i| (u, i)))
            .filter(|&(u, i)| gammas[u][i].is_positive())
            .collect();
        let mut program = Program::new(pairs.len());
        let mut meanings = Vec::new();
        let on = |i: usize| pairs.iter().enumerate().filter(move |(_, pair)| pair.1 == i);
        for i in 0..servers {
            match division {
                Division::Resource => {
                    for r in 0..pool.resources() {
                        let terms: Vec<_> = on(i)
                            .filter(|(_, (u, _))| pool.demand[*u][r].is_positive())
                            .map(|(v, (u, _))| (v, pool.demand[*u][r].clone()))
                            .collect();
                        if !terms.is_empty() {
                            program.at_most(terms, pool.capacity[i][r].clone());
                            meanings.push(Meaning::Capacity(i, r));
                        }
                    }
                }
                Division::Time => {
                    let terms: Vec<_> =
                        on(i).map(|(v, (u, _))| (v, Rational::one() / &gammas[*u][i])).collect();
                    if !terms.is_empty() {
                        program.at_most(terms, Rational::one());
                        meanings.push(Meaning::Capacity(i, 0));
                    }
                }
            }
        }
        let mut polytope = Polytope { program, meanings, pairs, users, servers };
        for (u, has) in pool.tasks.iter().enumerate() {
            if let Some(has) = has {
                let terms = polytope.total(u, &Rational::one());
                if !terms.is_empty() {
                    polytope.program.at_most(terms, has.clone());
                    polytope.meanings.push(Meaning::Tasks(u));
                }
            }
        }
        polytope
    }

    /// The number of cells of an exact tableau for `pool`, computed without building one.
    pub fn cells(pool: &Pool) -> usize {
        let pairs = |u: usize| (0..pool.servers()).filter(|&i| pool.runs_on(u, i)).count();
        let pairs: usize = (0..pool.users()).map(pairs).sum();
        let rows = pool.servers().saturating_mul(pool.resources()).saturating_add(pool.users());
        pairs.saturating_mul(rows)
    }

    /// The terms of `factor` times the total tasks of `user`.
    pub fn total(&self, user: usize, factor: &Rational) -> Vec<(usize, Rational)> {
        // The pairs are in the order of users.
        let first = |user: usize| self.pairs.partition_point(|pair| pair.0 < user);
        (first(user)..first(user + 1)).map(|v| (v, factor.clone())).collect()
    }

    /// The placement of a point of the polytope.
    pub fn placement(&self, point: &[Rational]) -> Placement {
        let mut placement = Placement::empty(self.users, self.servers);
        for (&(u, i), x) in self.pairs.iter().zip(point) {
            placement.tasks[u][i] = x.clone();
        }
        placement
    }

    /// The point of a placement; `None` if the placement has tasks where the polytope has no variable.
    pub fn point(&self, placement: &Placement) -> Option<Vec<Rational>> {
        let running = placement.tasks.iter().flatten().filter(|x| !x.is_zero()).count();
        let point: Vec<_> = self.pairs.iter().map(|&(u, i)| placement.tasks[u][i].clone()).collect();
        (point.iter().filter(|x| !x.is_zero()).count() == running).then_some(point)
    }
}
