//! The polytope of feasible placements: a variable for each user and server that can run it.

use super::{Division, Placement, Pool};
use crate::linear::Program;
use crate::scalar::{Rational, Scalar};

/// What a row of the polytope says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// What tasks take of a resource of a server stays within its capacity; under time division the only resource is 0.
    Capacity(usize, usize),
    /// A user has no more tasks than it has.
    Tasks(usize),
}

/// The feasible placements as rows of a linear programme (objective zero).
#[derive(Clone, Debug)]
pub struct Polytope {
    /// The rows: capacities (or time), then task limits.
    pub program: Program,
    /// What each row says.
    pub meanings: Vec<Meaning>,
    /// User and server of each variable.
    pub pairs: Vec<(usize, usize)>,
    users: usize,
    servers: usize,
}

impl Polytope {
    /// The placements that fit the instance under the division.
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

    /// How many numbers an exact tableau of the instance would hold; counted without setting one up.
    pub fn cells(pool: &Pool) -> usize {
        let pairs = |u: usize| (0..pool.servers()).filter(|&i| pool.runs_on(u, i)).count();
        let pairs: usize = (0..pool.users()).map(pairs).sum();
        let rows = pool.servers().saturating_mul(pool.resources()).saturating_add(pool.users());
        pairs.saturating_mul(rows)
    }

    /// `factor` times the total tasks of a user, as terms.
    pub fn total(&self, user: usize, factor: &Rational) -> Vec<(usize, Rational)> {
        let own = self.pairs.iter().enumerate().filter(|(_, pair)| pair.0 == user);
        own.map(|(v, _)| (v, factor.clone())).collect()
    }

    /// A point of the polytope as a placement.
    pub fn placement(&self, point: &[Rational]) -> Placement {
        let mut placement = Placement::empty(self.users, self.servers);
        for (&(u, i), x) in self.pairs.iter().zip(point) {
            placement.tasks[u][i] = x.clone();
        }
        placement
    }

    /// The placement as a point; `None` when it has tasks where the polytope has no variable.
    pub fn point(&self, placement: &Placement) -> Option<Vec<Rational>> {
        let running = placement.tasks.iter().flatten().filter(|x| !x.is_zero()).count();
        let point: Vec<_> = self.pairs.iter().map(|&(u, i)| placement.tasks[u][i].clone()).collect();
        (point.iter().filter(|x| !x.is_zero()).count() == running).then_some(point)
    }
}
