//! Every examination of a property that a comparison states: a search for its witness, which is the property's own,
//! and the displayed arithmetic and screens, which follow from the inequality.

use crate::linear::{Patience, Timely, Uncut as _};
use crate::mechanism::{InWords, Mechanism, Sought, enclosed, evidence};
use crate::model::{Instance, Model, Outcome, Rejected};
use crate::property::{
    Amounts, Between, Both, Case, Cleared, Compared, Comparison, Examine, Examined, Hearing, Known, Look,
    Outline, Run, Sides, Unit, Verdict, Witness, largest,
};
use crate::recorded::{Recorded, lines};
use crate::scalar::{Interval, Quick, Rational, Scalar as _};
use crate::trace::Line;

/// The largest number of agents for which outcomes beside an instance are found by bounds.
pub(super) const FEW: usize = 8;

/// An instance beside another, with the witnesses that lead to it, and the agents of each.
pub(super) type Other<M, At> = (<M as Model>::Instance<Rational>, Vec<(Witness<M>, At)>);

/// Instances beside another.
pub(super) struct Others<M: Model, At> {
    /// The instances.
    pub(super) found: Vec<Other<M, At>>,
    /// `true` if these are all that matter.
    pub(super) all: bool,
}

/// The search for a witness of a comparison.
pub(super) trait Seek<M: Amounts>: Comparison<M> {
    /// The unit of the margin of a violation.
    fn unit(&self, _run: &Run<'_, M>, _witness: &Witness<M>) -> Unit {
        if Self::UNIT.is_empty() { Unit::Tasks } else { Unit::of(Self::UNIT) }
    }

    /// Returns `true` if the judgement solves an exact programme over all outcomes.
    fn solves(&self, _setting: M::Setting) -> bool {
        false
    }

    /// Lines of arithmetic that come before those of the inequality.
    fn before(&self, _run: &Run<'_, M>, _witness: &Witness<M>) -> Vec<Line> {
        Vec::new()
    }

    /// The judgement of the instance, if a screen in machine words shows that it is no violation.
    fn clears(&self, _look: &mut Look<'_, M>) -> Option<Cleared> {
        None
    }

    /// Returns `true` if the property follows from what is known of an outcome beside bounds on amounts.
    fn follows(&self, _instance: &Instance<M>, _known: &Known) -> bool {
        false
    }

    /// Instances with whose outcomes that of `instance` is compared, with witnesses whose inequality reads amounts
    /// alone; `None` if they are too many for bounds.
    fn beside(&self, _instance: &Instance<M>) -> Option<Others<M, Self::At>> {
        None
    }

    /// Judges a run for which the property is defined.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    fn seek(&self, hearing: &Hearing<'_, M>) -> Examined<M>;
}

impl<M: Amounts, F: Seek<M>> Examine<M> for Compared<F> {
    fn unit(&self, run: &Run<'_, M>, witness: &Witness<M>) -> Unit {
        Seek::unit(&self.formula, run, witness)
    }

    fn lines(&self, run: &Run<'_, M>, witness: &Witness<M>, second: Option<&Outcome<M>>) -> Vec<Line> {
        let evidence = (witness, second);
        let less = self.cases(run, evidence, Rational::clone, |both, at| Ok(self.formula.less(both, at)));
        let sides = self.cases(run, evidence, Recorded::shown, |both, at| self.formula.sides(both, at));
        let (Ok(less), Ok(sides)) = (less, sides) else { return Vec::new() };
        let mut all = self.formula.before(run, witness);
        all.extend(lines(sides, less));
        all
    }

    fn solves(&self, setting: M::Setting) -> bool {
        Seek::solves(&self.formula, setting)
    }

    fn clears(&self, look: &mut Look<'_, M>) -> Option<Cleared> {
        self.formula.clears(look)
    }

    fn between(
        &self,
        mechanism: &dyn Mechanism<M>,
        instance: &Instance<M>,
        known: Outline<'_, M>,
        patience: &Patience,
    ) -> Timely<Between<M>> {
        let (setting, formula) = (mechanism.setting(), &self.formula);
        let barred = formula.never(setting).is_some() || formula.scope(setting, instance).is_err();
        let gets = match &known {
            Outline::Bounds(bounds) if !barred && formula.follows(instance, &bounds.known) => {
                return Ok(Between::Holds);
            }
            Outline::Bounds(bounds) => bounds.intervals(),
            Outline::Outcome(outcome) => M::amounts::<Rational, Interval>(outcome),
        };
        let Some(others) = formula.beside(instance).filter(|_| !barred) else {
            return Ok(Between::Open);
        };
        let (first, mut open) = (Case { setting, instance, gets: &gets, outcome: None }, !others.all);
        for (other, witnesses) in others.found {
            let Some(gets) = amounts(mechanism, &other, patience)? else {
                open = true;
                continue;
            };
            let both = Both {
                first: &first,
                second: &Case { setting, instance: &other, gets: &gets, outcome: None },
            };
            for (witness, at) in witnesses {
                match Interval::decided(|| formula.sides(&both, &at)) {
                    Some(Ok(sides)) => {
                        let gap = sides.clone().gap();
                        if gap.low.is_positive() {
                            let story = at_best(formula, &both, &at, sides);
                            return Ok(Between::Violated(witness, gap.low, story));
                        }
                        open |= gap.high.is_positive();
                    }
                    Some(Err(_)) => {}
                    None => open = true,
                }
            }
        }
        Ok(if open { Between::Open } else { Between::Holds })
    }

    fn examine(&self, hearing: &Hearing<'_, M>) -> Examined<M> {
        let Hearing { run, .. } = *hearing;
        match self.in_scope(run) {
            Ok(()) => self.formula.seek(hearing),
            Err(reason) => Ok(Verdict::OutOfScope(reason.into())),
        }
    }
}

/// The first witness with the largest gap so far.
pub(super) struct Most<M: Model>(Option<(Rational, Witness<M>)>);

impl<M: Model> Most<M> {
    /// No witness.
    pub(super) fn none() -> Self {
        Most(None)
    }

    /// Returns `true` if a gap is larger.
    pub(super) fn is_below(&self, gap: &Rational) -> bool {
        self.0.as_ref().is_none_or(|(most, _)| gap > most)
    }

    /// Takes what was found at an instance into account.
    pub(super) fn offer<At>(
        &mut self,
        found: Option<(Rational, At)>,
        witness: impl FnOnce(At) -> Witness<M>,
    ) {
        if let Some((gap, at)) = found
            && self.is_below(&gap)
        {
            self.0 = Some((gap, witness(at)));
        }
    }

    /// The verdict: a violation, or the other one if there is no witness.
    pub(super) fn or(self, other: impl FnOnce() -> Verdict<M>) -> Verdict<M> {
        self.0.map_or_else(other, |(_, witness)| Verdict::Violated(witness))
    }
}

/// What is known of the amount of every agent on an instance; `None` if nothing is.
fn amounts<M: Amounts>(
    mechanism: &dyn Mechanism<M>,
    instance: &Instance<M>,
    patience: &Patience,
) -> Timely<Option<Vec<Interval>>> {
    patience.check()?;
    Ok(match evidence(mechanism, instance, patience).uncut()? {
        Ok(outcome) => Some(M::amounts::<Rational, Interval>(&outcome)),
        Err(Rejected::Refused(refusal)) => {
            enclosed(mechanism, instance, &refusal, patience)?.map(|bounds| bounds.intervals())
        }
        Err(_) => None,
    })
}

/// The violation of an inequality between bounds in a sentence, with the smaller amount due and the larger one there.
fn at_best<M: Amounts, F: Comparison<M>>(
    formula: &F,
    Both { first, second }: &Both<'_, M, Interval, Rational>,
    at: &F::At,
    Sides { due, has }: Sides<Interval>,
) -> String {
    let low: Vec<Rational> = first.gets.iter().map(|x| x.low.clone()).collect();
    let high: Vec<Rational> = second.gets.iter().map(|x| x.high.clone()).collect();
    let setting = first.setting;
    let first = Case { setting, instance: first.instance, gets: &low[..], outcome: None };
    let second = Case { setting, instance: second.instance, gets: &high[..], outcome: None };
    let both = Both { first: &first, second: &second };
    let told = formula.tell(&both, at, &Sides { due: due.low, has: has.high });
    format!("At best: {told}")
}

/// Runs of a mechanism on instances beside that of a run, compared with the run.
pub(super) struct Beside<'a, M: Amounts, F> {
    pub(super) formula: &'a F,
    pub(super) hearing: &'a Hearing<'a, M>,
    gets: Vec<Rational>,
    /// The largest gap that is no violation.
    pub(super) within: Rational,
    /// Number of instances tried.
    pub(super) tried: usize,
    /// Number of instances that the mechanism refused.
    pub(super) refused: usize,
}

impl<'a, M: Amounts, F: Comparison<M>> Beside<'a, M, F> {
    pub(super) fn of(formula: &'a F, hearing: &'a Hearing<'a, M>) -> Self {
        let run = hearing.run;
        let (gets, within) = (M::amounts(&run.outcome), run.tolerance(|| formula.scale(run.instance)));
        Beside { formula, hearing, gets, within, tried: 0, refused: 0 }
    }

    /// The inequality of each of the agents `at`, for the outcome on `other`; agents without an inequality are left
    /// out.
    pub(super) fn sides<'s>(
        &'s self,
        other: &Instance<M>,
        outcome: &Outcome<M>,
        at: impl IntoIterator<Item = F::At> + 's,
    ) -> impl Iterator<Item = (F::At, Sides)> {
        let after: Vec<Rational> = M::amounts(outcome);
        let first = Case::of_run(self.hearing.run, &self.gets);
        let second = Case { setting: first.setting, instance: other, gets: &after, outcome: Some(outcome) };
        let both = Both { first: &first, second: &second };
        let sides = |at: F::At| self.formula.sides(&both, &at).ok().map(|sides| (at, sides));
        at.into_iter().filter_map(sides).collect::<Vec<_>>().into_iter()
    }

    /// The largest gap above what is no violation, and the first of the agents `at` with it, for the outcome on
    /// `other`; `None` if there is none, or the mechanism refuses the instance.
    ///
    /// # Errors
    /// The work was cut short.
    pub(super) fn pays(
        &mut self,
        other: &Instance<M>,
        at: impl IntoIterator<Item = F::At>,
    ) -> Timely<Option<(Rational, F::At)>> {
        self.hearing.patience.check()?;
        self.tried += 1;
        match self.hearing.mechanism.allocate(other, self.hearing.patience).uncut()? {
            Ok(outcome) => {
                let most = largest(self.sides(other, &outcome, at)).map(|(at, sides)| (sides.gap(), at));
                Ok(most.filter(|(gap, _)| *gap > self.within))
            }
            Err(_) => {
                self.refused += 1;
                Ok(None)
            }
        }
    }

    /// The gain of the agents `at` from the outcome on `other`.
    ///
    /// # Errors
    /// The refusal of the instance, or that the work was cut short.
    pub(super) fn gain(&self, other: &Instance<M>, at: F::At) -> Sought<Option<Rational>> {
        self.hearing.patience.check()?;
        let outcome = self.hearing.mechanism.allocate(other, self.hearing.patience)?;
        Ok(self.sides(other, &outcome, [at]).next().map(|(_, sides)| sides.gap()))
    }
}

/// Returns `true` if the inequality of none of the agents `at` is violated in machine words, where the second outcome
/// is that on `other`; `room` is a buffer.
pub(super) fn kept<M: Amounts, F: Comparison<M>>(
    formula: &F,
    first: &Case<'_, M, Quick>,
    (words, other): (&dyn InWords<M>, &M::Instance<Quick>),
    room: &mut Vec<Quick>,
    mut at: impl Iterator<Item = F::At>,
) -> bool {
    words.gets(other, room) && {
        let second = Case { setting: first.setting, instance: other, gets: room, outcome: None };
        let both = Both { first, second: &second };
        at.all(|at| formula.sides(&both, &at).is_ok_and(|sides| sides.due <= sides.has))
    }
}
