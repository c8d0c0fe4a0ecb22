//! Feasibility: at step `k` at most `k/n` of every resource is used and, if the mechanism promises
//! irrevocability, no share shrinks (li2019 2).

use fairwitness_kernel::property::arrivals::history::demands;
use fairwitness_kernel::property::feasible::Feasible;

use crate::model::arrivals::{Arrivals, History};
use crate::property::{Examine, Examined, Hearing, Property as _, Run, Sides, Unit, Witness, carried_out};
use crate::recorded::{Recorded, lines};
use crate::scalar::{Of, Rational};
use crate::trace::Line;

/// The displayed excess of the resource whose usage exceeds its released amount by the margin.
fn overload(run: &Run<'_, Arrivals>, margin: &Rational) -> Vec<Line> {
    let demand: Vec<Vec<Recorded>> = demands(run.instance);
    for step in 0..run.outcome.shares.len() {
        for due in run.outcome.used(&demand, step) {
            let sides = Sides { due, has: Recorded::of(&run.instance.released(step)) };
            if sides.clone().gap() == Recorded::of(margin) {
                return lines(sides, format!("less what may be used at step {}", step + 1));
            }
        }
    }
    Vec::new()
}

impl Examine<Arrivals> for Feasible {
    fn unit(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Unit {
        Unit::of("of a whole resource")
    }

    fn lines(&self, run: &Run<'_, Arrivals>, witness: &Witness<Arrivals>, _: Option<&History>) -> Vec<Line> {
        self.confirm(run, witness, None).map_or_else(|_| Vec::new(), |margin| overload(run, &margin))
    }

    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Arrivals>) -> Examined<Arrivals> {
        Ok(carried_out(run))
    }
}
