//! The largest welfare that is feasible against the mechanism's: welfare adds up tasks against what each user could run alone.

use super::{Measure, Worse};
use crate::evidence::Run;
use crate::linear::{Solution, solve};
use crate::model::cluster::{Cluster, Polytope};
use crate::refusal::Refusal;
use crate::scalar::{Rational, Scalar, sum};

/// See the page.
#[derive(Debug)]
pub(super) struct PriceOfFairness;

impl Measure<Cluster> for PriceOfFairness {
    fn id(&self) -> &'static str {
        "price-of-fairness"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../measures/price-of-fairness.md")
    }

    fn worse(&self) -> Worse {
        Worse::Larger
    }

    fn value(&self, run: &Run<'_, Cluster>) -> Result<Option<Rational>, Refusal> {
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
        Ok(match solve(&program) {
            Solution::Optimal { value, .. } if welfare.is_positive() => Some(value / welfare),
            _ => None,
        })
    }
}
