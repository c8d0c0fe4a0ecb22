//! A property that compares two outcomes as one inequality: the outcome of the run, and that of the instance to
//! which a witness leads, of another mechanism, or of the witness itself.

use std::fmt::Debug;

use super::formula::{Amounts, Case, Owed, Sides};
use crate::model::{Checked, Instance, Model, Outcome, Rejected};
pub use crate::property::Facts;
use crate::property::Property;
use crate::property::evidence::{Confirmed, Run, Witness};
use crate::scalar::{Of, Rational, Scalar};
use crate::specification::Settles;

/// The outcome of the run, and the one beside it.
#[derive(Debug)]
pub struct Both<'a, M: Model, S: Scalar = Rational, N: Scalar = S> {
    /// The case of the run.
    pub first: &'a Case<'a, M, S, N>,
    /// The second case.
    pub second: &'a Case<'a, M, S, N>,
}

/// An inequality between two outcomes.
pub trait Comparison<M: Amounts>: Debug + Send + Sync + 'static {
    /// The agents that the inequality of a witness concerns.
    type At: Debug;
    /// The unit of margins, in words that follow the number; empty for tasks.
    const UNIT: &'static str = M::UNIT;
    /// The facts that depend on no run; by default the second outcome is that of a second run, or of another mechanism.
    const FACTS: Facts = Facts { looks_beyond: true, ..Facts::NONE };

    /// The reason why the property is never defined for a mechanism with this setting.
    fn never(&self, _setting: M::Setting) -> Option<&'static str> {
        None
    }

    /// Checks that the property is defined for the instance under a mechanism with this setting, for which it is
    /// not never defined.
    ///
    /// # Errors
    /// The reason why it is not.
    fn scope(&self, _setting: M::Setting, _instance: &Instance<M>) -> Result<(), &'static str> {
        Ok(())
    }

    /// The amount that the relative slack of rounded mechanisms is multiplied by.
    fn scale(&self, instance: &Instance<M>) -> Rational {
        M::scale(instance)
    }

    /// The largest gap that is no violation.
    fn allowed(&self) -> Rational {
        Rational::zero()
    }

    /// The id of the mechanism whose outcome on the same instance is the second outcome, if it is that.
    fn compared_with(&self) -> Option<&'static str> {
        None
    }

    /// The outcome of the mechanism [`compared_with`](Self::compared_with), computed and checked.
    fn reference(&self, _instance: &Instance<M>) -> Option<Checked<Outcome<M>>> {
        None
    }

    /// The agents that the witness concerns.
    ///
    /// # Errors
    /// A witness of another kind, or one that does not fit the run.
    fn at(&self, run: &Run<'_, M>, witness: &Witness<M>) -> Checked<Self::At>;

    /// The inequality between the case of the run and the second case. If a case holds the amounts of agents alone,
    /// the gap may be a bound from above.
    ///
    /// # Errors
    /// The reason why the agents do not fit the property.
    fn sides<N: Scalar, S: Of<N>>(&self, both: &Both<'_, M, S, N>, at: &Self::At) -> Owed<S>;

    /// The most that an inequality reads of both outcomes.
    fn most(&self) -> Settles {
        Settles::Utilities
    }

    /// The part of both outcomes that the inequality of the witness reads.
    fn reads(&self, _instance: &Instance<M>, _witness: &Witness<M>) -> Settles {
        self.most()
    }

    /// The last step of the displayed arithmetic in words: `less what user 1 runs`.
    fn less(&self, both: &Both<'_, M>, at: &Self::At) -> String;

    /// The violation in a sentence.
    fn tell(&self, both: &Both<'_, M>, at: &Self::At, sides: &Sides) -> String;
}

/// The property that a comparison states.
#[derive(Debug)]
pub struct Compared<F> {
    /// The id of the property.
    pub id: &'static str,
    /// The inequality.
    pub formula: F,
}

impl<F> Compared<F> {
    /// Checks that the property is defined for the run.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn in_scope<M: Amounts>(&self, run: &Run<'_, M>) -> Result<(), &'static str>
    where
        F: Comparison<M>,
    {
        let setting = run.mechanism.setting();
        self.formula.never(setting).map_or(Ok(()), Err)?;
        self.formula.scope(setting, run.instance)
    }

    /// The result of `then` on both cases of the witness, with the agents that it concerns. `number` reads the
    /// amounts of agents; `second` is the outcome of the second run, if the witness names one.
    ///
    /// # Errors
    /// The property is not defined for the run, the witness does not fit, or the second outcome is missing.
    pub fn cases<M: Amounts, S: Of<Rational>, T>(
        &self,
        run: &Run<'_, M>,
        (witness, second): (&Witness<M>, Option<&Outcome<M>>),
        number: impl Fn(&Rational) -> S,
        then: impl FnOnce(&Both<'_, M, S, Rational>, &F::At) -> Checked<T>,
    ) -> Checked<T>
    where
        F: Comparison<M>,
    {
        self.in_scope(run).map_err(Rejected::OutOfScope)?;
        let at = self.formula.at(run, witness)?;
        let (other, reference) =
            (witness.other(run.instance), self.formula.reference(run.instance).transpose()?);
        let outcome = reference.as_ref().or(witness.outcome()).or(second).ok_or(Rejected::SecondMissing)?;
        let amounts = |outcome| M::amounts::<Rational, Rational>(outcome).iter().map(&number).collect();
        let (before, after): (Vec<S>, Vec<S>) = (amounts(&run.outcome), amounts(outcome));
        let (setting, instance) = (run.mechanism.setting(), other.as_ref().unwrap_or(run.instance));
        let second = Case { setting, instance, gets: &after, outcome: Some(outcome) };
        then(&Both { first: &Case::of_run(run, &before), second: &second }, &at)
    }
}

impl<M: Amounts, F: Comparison<M>> Property<M> for Compared<F> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn facts(&self) -> Facts {
        let reads = Some(self.formula.most());
        Facts { compared_with: self.formula.compared_with(), reads, ..F::FACTS }
    }

    fn never(&self, setting: M::Setting) -> Option<&'static str> {
        self.formula.never(setting)
    }

    fn scale(&self, run: &Run<'_, M>) -> Rational {
        self.formula.scale(run.instance)
    }

    fn confirm(&self, run: &Run<'_, M>, witness: &Witness<M>, second: Option<&Outcome<M>>) -> Confirmed {
        let gap = self.cases(run, (witness, second), Rational::clone, |both, at| {
            self.formula.sides(both, at).map(Sides::gap)
        })?;
        if gap > self.formula.allowed() { Ok(gap) } else { Err(Rejected::NoViolation(gap)) }
    }

    fn reads(&self, run: &Run<'_, M>, witness: &Witness<M>) -> Settles {
        self.formula.reads(run.instance, witness)
    }

    fn tell(&self, run: &Run<'_, M>, witness: &Witness<M>, second: Option<&Outcome<M>>) -> String {
        let told = self.cases(run, (witness, second), Rational::clone, |both, at| {
            Ok(self.formula.tell(both, at, &self.formula.sides(both, at)?))
        });
        told.unwrap_or_default()
    }
}
