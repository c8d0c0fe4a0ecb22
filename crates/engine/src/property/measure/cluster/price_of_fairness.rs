//! The largest feasible welfare divided by the mechanism's welfare, which is the sum of each user's tasks
//! divided by the tasks that it could run alone.

use super::{Cluster, Ratio, Worse};
use crate::linear::integer::{self, Integer};
use crate::linear::{Solution, solve};
use crate::mechanism::Settles;
use crate::model::Refusal;
use crate::model::cluster::Polytope;
use crate::scalar::{Rational, Scalar, sum};

/// The largest number of relaxations solved in a search for whole tasks.
const MOST_NODES: usize = 2_000;

/// The measure `price-of-fairness`: largest welfare over the welfare reached.
pub(super) const PRICE_OF_FAIRNESS: Ratio<Cluster> = Ratio {
    id: "price-of-fairness",
    worse: Worse::Larger,
    reads: Settles::Utilities,
    value: |run, patience| {
        let pool = run.instance;
        let alone = |u: usize| pool.capped(u, sum((0..pool.servers()).map(|i| pool.gamma(u, i))));
        let alone: Vec<Rational> = (0..pool.users()).map(alone).collect();
        let polytope = Polytope::of(pool, run.mechanism.setting().division);
        let mut program = polytope.program.clone();
        for (v, &(u, _)) in polytope.pairs.iter().enumerate() {
            if alone[u].is_positive() {
                program.objective[v] = Rational::one() / &alone[u];
            }
        }
        let running = (0..pool.users()).filter(|&u| alone[u].is_positive());
        let welfare = sum(running.map(|u| run.outcome.total(u) / &alone[u]));
        if !welfare.is_positive() {
            return Ok(None);
        }
        if run.mechanism.setting().whole {
            return match integer::maximise(&program, MOST_NODES, patience)? {
                Integer::Optimal { value, .. } => Ok(Some(value / welfare)),
                Integer::Infeasible => Ok(None),
                Integer::Undecided => {
                    Err(Refusal::Undecided("the best welfare in whole tasks".to_string()).into())
                }
            };
        }
        Ok(match solve(&program, patience)? {
            Solution::Optimal { value, .. } => Some(value / welfare),
            _ => None,
        })
    },
};
