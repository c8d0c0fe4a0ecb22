//! Feasibility: at step `k` at most `k/n` of every resource is used and, if the mechanism promises
//! irrevocability, no share shrinks (li2019 2).

use fairwitness_kernel::property::arrivals::feasible::{Feasible, broken};

use super::Examine;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::arrivals::Arrivals;
use crate::property::evidence::{Run, Verdict, Witness};

impl Examine<Arrivals> for Feasible {
    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Arrivals>,
        run: &Run<'_, Arrivals>,
        _patience: &Patience,
    ) -> Result<Verdict<Arrivals>, Cut> {
        Ok(if broken(run).is_ok() { Verdict::Holds } else { Verdict::Violated(Witness::Outcome) })
    }
}
