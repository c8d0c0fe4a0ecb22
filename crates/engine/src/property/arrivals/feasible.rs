//! Feasibility: at step `k` at most `k/n` of every resource is used and, if the mechanism promises
//! irrevocability, no share shrinks (li2019 2).

use fairwitness_kernel::property::feasible::Feasible;

use super::{Examine, Unit, arithmetic};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::arrivals::{Arrivals, History};
use crate::property::Property as _;
use crate::property::carried_out;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::trace::Line;

impl Examine<Arrivals> for Feasible {
    fn unit(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Unit {
        Unit::of("of a whole resource")
    }

    fn arithmetic(
        &self,
        run: &Run<'_, Arrivals>,
        witness: &Witness<Arrivals>,
        _second: Option<&History>,
    ) -> Vec<Line> {
        self.confirm(run, witness, None)
            .map_or_else(|_| Vec::new(), |margin| arithmetic::overload(run, &margin))
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Arrivals>,
        run: &Run<'_, Arrivals>,
        _patience: &Patience,
    ) -> Result<Verdict<Arrivals>, Cut> {
        Ok(carried_out(run))
    }
}
