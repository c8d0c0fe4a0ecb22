//! Dynamic DRF by its linear programme (li2019 (1)), one per step; the least of its solutions.

use super::{DynamicDrf, ddrf, each_step, specified};
use crate::linear::{Patience, Program, Solution, Timely, solve};
use crate::model::arrivals::{History, Sequence};
use crate::scalar::{Rational, Scalar};

fn history(sequence: &Sequence, patience: &Patience) -> Timely<History> {
    each_step(sequence, |demand, before, released| {
        let agents = demand.len();
        let resources = demand.first().map_or(0, Vec::len);
        // Variables: the shares, then M.
        let mut program = Program::new(agents + 1);
        program.objective[agents] = Rational::one();
        for i in 0..agents {
            program.at_most(vec![(agents, Rational::one()), (i, -Rational::one())], Rational::zero());
            if let Some(x) = before.get(i) {
                program.at_least(vec![(i, Rational::one())], x.clone());
            }
        }
        for r in 0..resources {
            let terms = demand.iter().enumerate().map(|(i, d)| (i, d[r].clone()));
            program.at_most(terms.filter(|(_, d)| d.is_positive()).collect(), released.clone());
        }
        Ok(match solve(&program, patience)? {
            Solution::Optimal { value, .. } => value,
            // The earlier shares with zero for the newcomer are always feasible, and shares are bounded.
            Solution::Infeasible { .. } | Solution::Unbounded { .. } => Rational::zero(),
        })
    })
}

pub(super) const DDRF_LP: DynamicDrf = DynamicDrf {
    specification: &specified::DDRF_LP,
    run: history,
    infinitesimal: None,
    quick: None,
    floats: Some(ddrf::history),
    levels: None,
};
