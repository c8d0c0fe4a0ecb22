//! Every examination of a property that a formula states: by machine words, exactly, in floats, between bounds, and
//! line by line.

use fairwitness_kernel::specification::Settles;

use crate::linear::{Patience, Timely};
use crate::mechanism::Mechanism;
use crate::model::{Instance, Outcome};
use crate::property::{
    Amounts, Between, Case, Claim, Cleared, Examine, Examined, Formula, Hearing, Look, Outline,
    Property as _, Run, Sides, Stated, Unit, Verdict, Witness, Yard,
};
use crate::recorded::{Recorded, lines};
use crate::scalar::{Interval, Of, Quick, Rational, Scalar};
use crate::trace::Line;

/// Returns `true` if no inequality of the case is violated, and none is unknown.
fn is_kept<M: Amounts, F: Formula<M>, N: Scalar>(stated: &Stated<F>, case: &Case<'_, M, Quick, N>) -> bool
where
    Quick: Of<N>,
{
    let basis = stated.0.basis(case);
    stated.claims(case, &basis).all(|(_, claim)| match claim {
        Claim::Owes(sides) => sides.due <= sides.has,
        Claim::Nothing => true,
        Claim::Unknown => false,
    })
}

/// The gap of an inequality in floats, as a part of its yardstick.
fn lean(yard: Yard, due: f64, has: f64) -> f64 {
    match yard {
        Yard::One => due - has,
        Yard::Due => (due - has) / due.max(1e-9),
        Yard::Has => (due - has) / has.max(1e-9),
    }
}

impl<M: Amounts, F: Formula<M>> Examine<M> for Stated<F> {
    fn unit(&self, _run: &Run<'_, M>, _witness: &Witness<M>) -> Unit {
        if F::UNIT.is_empty() { Unit::Tasks } else { Unit::of(F::UNIT) }
    }

    fn lines(&self, run: &Run<'_, M>, witness: &Witness<M>, _: Option<&Outcome<M>>) -> Vec<Line> {
        let gets: Vec<Rational> = M::amounts(&run.outcome);
        let exact = Case::of_run(run, &gets);
        let Ok((_, at, _)) = self.named(&exact, witness) else { return Vec::new() };
        let gets: Vec<Recorded> = gets.iter().map(Recorded::shown).collect();
        let case = Case::of_run(run, &gets);
        let sides = self.0.claim(&case, &self.0.basis(&case), at).sides();
        sides.map_or_else(Vec::new, |sides| lines(sides, self.0.less(&exact, at)))
    }

    fn lean(&self, run: &Run<'_, M>) -> Option<f64> {
        self.in_scope::<M, Rational>(run.mechanism.setting(), run.instance).ok()?;
        let gets: Vec<f64> = M::amounts(&run.outcome);
        let case = Case::of_run(run, &gets);
        let basis = self.0.basis(&case);
        let sides = self.claims(&case, &basis).filter_map(|(_, claim)| claim.sides());
        sides.map(|sides| lean(F::YARD, sides.due, sides.has)).reduce(f64::max)
    }

    fn clears(&self, look: &mut Look<'_, M>) -> Option<Cleared> {
        let (setting, instance) = (look.mechanism.setting(), look.instance);
        self.in_scope::<M, Quick>(setting, instance).ok()?;
        let kept = |gets: &[Quick], outcome: Option<&M::Outcome<Quick>>| {
            is_kept(self, &Case { setting, instance, gets, outcome })
        };
        let by_gets = look.by_gets(|gets| Cleared::holds(kept(gets, None)));
        by_gets.or_else(|| look.by_outcome(|outcome| kept(&M::amounts(outcome), Some(outcome))))
    }

    fn between(
        &self,
        mechanism: &dyn Mechanism<M>,
        instance: &Instance<M>,
        known: Outline<'_, M>,
        _patience: &Patience,
    ) -> Timely<Between<M>> {
        if !F::BOUNDED {
            return Ok(Between::Open);
        }
        let setting = mechanism.setting();
        let Outline::Bounds(bounds) = known else { return Ok(Between::Open) };
        if self.in_scope::<M, Rational>(setting, instance).is_err() {
            return Ok(Between::Open);
        }
        if self.0.follows(instance, &bounds.known) {
            return Ok(Between::Holds);
        }
        let gets = bounds.intervals();
        let case = Case { setting, instance, gets: &gets, outcome: None };
        let Some(basis) = Interval::decided(|| self.0.basis(&case)) else { return Ok(Between::Open) };
        let mut open = false;
        for at in self.0.places(&case) {
            let sides = match Interval::decided(|| self.0.claim(&case, &basis, at)) {
                Some(Claim::Nothing) => continue,
                Some(Claim::Owes(sides)) => sides,
                Some(Claim::Unknown) | None => {
                    open = true;
                    continue;
                }
            };
            let gap = sides.clone().gap();
            // A claim that reads more than the amounts may be a bound from above.
            if gap.low.is_positive() && self.0.reads(setting, instance, at) == Settles::Utilities {
                let exact = Case { setting, instance, gets: &bounds.high, outcome: None };
                let (basis, sides) =
                    (self.0.basis(&exact), Sides { due: sides.due.low, has: sides.has.high });
                let story = format!("At best, {}", self.0.tell(&exact, &basis, at, &sides));
                return Ok(Between::Violated(at.into(), gap.low, story));
            }
            open |= gap.high.is_positive();
        }
        Ok(if open { Between::Open } else { Between::Holds })
    }

    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, M>) -> Examined<M> {
        if let Err(reason) = self.in_scope::<M, Rational>(run.mechanism.setting(), run.instance) {
            return Ok(Verdict::OutOfScope(reason.into()));
        }
        let kept = || is_kept(self, &Case::of_run(run, &M::amounts(&run.outcome)[..]));
        if Quick::exactly(kept) == Some(true) {
            return Ok(Verdict::Holds);
        }
        let gets: Vec<Rational> = M::amounts(&run.outcome);
        let case = Case::of_run(run, &gets);
        let worst = self.worst(&case, &self.0.basis(&case), &run.tolerance(|| self.scale(run)));
        Ok(worst.map_or(Verdict::Holds, |(at, _)| Verdict::Violated(at.into())))
    }
}
