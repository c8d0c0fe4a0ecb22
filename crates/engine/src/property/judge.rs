//! The judgement of one cell on one instance: allocate, examine, and convict only on a confirmed witness.

use std::cell::OnceCell;

use fairwitness_kernel::replay::stands_for_every;

use crate::linear::{Halt, Patience, Timely, Uncut as _};
use crate::mechanism::{Mechanism, Sought, evidence, proved};
use crate::model::{Instance, Model, Outcome, Refusal, Rejected};
use crate::property::{Between, Examine, Hearing, Margin, Open, Outline, Run, Verdict, Witness};
use crate::trace::begun;

/// A mechanism and a property.
#[derive(Debug)]
pub struct Cell<'b, M: Model> {
    /// The mechanism that is judged.
    pub mechanism: &'b dyn Mechanism<M>,
    /// The property that it is judged by.
    pub property: &'b dyn Examine<M>,
}

impl<M: Model> Clone for Cell<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Model> Copy for Cell<'_, M> {}

/// A confirmed violation on one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Conviction<M: Model> {
    /// The outcome that the mechanism allocates.
    pub outcome: Outcome<M>,
    /// The witness that the outcome violates the property.
    pub witness: Witness<M>,
    /// The margin of the witness.
    pub margin: Margin,
}

/// The result of one judgement.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement<M: Model> {
    /// The property holds for this outcome.
    Holds(Outcome<M>),
    /// The property is violated, and the violation is confirmed.
    Violated(Conviction<M>),
    /// The property is not defined for this outcome, for this reason.
    OutOfScope(Outcome<M>, String),
    /// Neither a violation nor its absence was shown, for this reason.
    Undecided(Option<Outcome<M>>, Open),
    /// The mechanism refuses the instance.
    Refused(Refusal),
}

/// The verdict on one property of a run; the caller holds the outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding<M: Model> {
    /// The property holds for the outcome, whether or not the outcome has a certificate.
    Holds,
    /// A confirmed violation: the witness and its margin.
    Violated(Witness<M>, Margin),
    /// The property is not defined for the run, for this reason.
    OutOfScope(String),
    /// Neither a violation nor its absence was found, for this reason.
    Undecided(Open),
}

/// A run on which several properties are judged. The feasibility and the certificate of its outcome are computed once, when
/// a property first needs them.
#[derive(Debug)]
pub struct Ruled<'a, M: Model> {
    mechanism: &'a dyn Mechanism<M>,
    run: Run<'a, M>,
    /// The certificate that the algorithm found on its way, not checked.
    certificate: Option<M::Certificate>,
    feasible: OnceCell<Result<(), Rejected>>,
    unproved: OnceCell<Option<String>>,
}

impl<'a, M: Model> Ruled<'a, M> {
    /// The run of that mechanism.
    pub fn new(mechanism: &'a dyn Mechanism<M>, run: Run<'a, M>) -> Self {
        Ruled { mechanism, run, certificate: None, feasible: OnceCell::new(), unproved: OnceCell::new() }
    }

    /// Runs the mechanism on the instance.
    ///
    /// # Errors
    /// The refusal of the mechanism, or that the work was cut short.
    pub fn of(
        mechanism: &'a dyn Mechanism<M>,
        instance: &'a Instance<M>,
        patience: &Patience,
    ) -> Sought<Self> {
        let (outcome, certificate) = mechanism.allocate_with_certificate(instance, patience)?;
        let run = Run { mechanism: mechanism.specification(), instance, outcome };
        Ok(Ruled { certificate, ..Ruled::new(mechanism, run) })
    }

    /// The feasibility of the outcome, computed at the first call.
    fn feasible(&self) -> Result<(), &Rejected> {
        let feasible = || M::feasible(self.mechanism.setting(), self.run.instance, &self.run.outcome);
        self.feasible.get_or_init(feasible).as_ref().copied()
    }

    /// The reason why a property is not said to hold for the outcome: the outcome must be certified, unless the mechanism
    /// is run as its paper prints it. The rule applies to one instance, to a batch, and to the counts of a census alike.
    ///
    /// # Errors
    /// The search for a certificate was cut short.
    pub fn unproved(&self, patience: &Patience) -> Timely<Option<&str>> {
        if self.unproved.get().is_none() {
            let why = match self.feasible() {
                _ if self.mechanism.as_printed() => None,
                Err(why) => Some(why.clone()),
                Ok(()) => self.proved(patience).uncut()?.err(),
            };
            let said = why.map(|why| format!("the outcome is not certified: {why}"));
            return Ok(self.unproved.get_or_init(|| said).as_deref());
        }
        Ok(self.unproved.get().and_then(Option::as_deref))
    }

    fn proved(&self, patience: &Patience) -> Result<(), Halt<Rejected>> {
        let Run { instance, outcome, .. } = &self.run;
        proved(self.mechanism, instance, outcome, self.certificate.as_ref(), patience)
    }

    /// Judges `property`. Most properties are defined for feasible outcomes only.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    pub fn judge(&self, property: &dyn Examine<M>, patience: &Patience) -> Timely<Finding<M>> {
        if let Some(reason) = property.never_of(self.run.mechanism) {
            return Ok(Finding::OutOfScope(reason.to_string()));
        }
        if let Some(reason) = property.beyond(self.run.instance) {
            return Ok(Finding::OutOfScope(reason));
        }
        if !property.facts().judges_infeasible
            && let Err(reason) = self.feasible()
        {
            return Ok(Finding::OutOfScope(format!("the outcome cannot be carried out: {reason}")));
        }
        Ok(match property.examine(&Hearing::of(self.mechanism, &self.run, patience))? {
            Verdict::Holds => Finding::Holds,
            Verdict::OutOfScope(reason) => Finding::OutOfScope(reason.to_string()),
            Verdict::Undecided(open) => match self.between(property, patience)? {
                Between::Holds => Finding::Holds,
                Between::Violated(..) | Between::Open => Finding::Undecided(open),
            },
            Verdict::Violated(witness) => self.convict(property, witness, patience)?,
        })
    }

    /// The property where other outcomes with which that of the run is compared are known by bounds.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    pub fn between(&self, property: &dyn Examine<M>, patience: &Patience) -> Timely<Between<M>> {
        if self.mechanism.abilities().enclosure.is_none() || self.unproved(patience)?.is_some() {
            return Ok(Between::Open);
        }
        let known = Outline::Outcome(&self.run.outcome);
        property.between(self.mechanism, self.run.instance, known, patience)
    }

    /// The finding from `witness`: a violation if the outcome is certified, or the mechanism runs as printed, and the
    /// witness is confirmed.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    pub fn convict(
        &self,
        property: &dyn Examine<M>,
        witness: Witness<M>,
        patience: &Patience,
    ) -> Timely<Finding<M>> {
        if let Some(why) = self.unproved(patience)? {
            return Ok(Finding::Undecided(why.to_string().into()));
        }
        let (cell, run) = (Cell { mechanism: self.mechanism, property }, &self.run);
        Ok(match cell.confirm(run, &witness, patience).uncut()? {
            Ok(margin) if margin <= run.tolerance(|| property.scale(run)) => Finding::Holds,
            Ok(margin) => match cell.repeats(run, &witness, patience)? {
                Ok(()) => Finding::Violated(witness, margin),
                Err(reason) => Finding::Undecided(reason.into()),
            },
            Err(reason) => Finding::Undecided(format!("the violation was not confirmed: {reason}").into()),
        })
    }

    /// Joins `finding` and the outcome of the run.
    fn judgement(self, finding: Finding<M>) -> Judgement<M> {
        let outcome = self.run.outcome;
        match finding {
            Finding::Holds => Judgement::Holds(outcome),
            Finding::Violated(witness, margin) => {
                Judgement::Violated(Conviction { outcome, witness, margin })
            }
            Finding::OutOfScope(reason) => Judgement::OutOfScope(outcome, reason),
            Finding::Undecided(reason) => Judgement::Undecided(Some(outcome), reason),
        }
    }
}

impl<'b, M: Model> Cell<'b, M> {
    /// The run of the mechanism with this outcome.
    pub fn run<'a>(&self, instance: &'a Instance<M>, outcome: Outcome<M>) -> Run<'a, M>
    where
        'b: 'a,
    {
        Run { mechanism: self.mechanism.specification(), instance, outcome }
    }

    /// Judges the cell on `instance`.
    ///
    /// Most properties are defined for feasible outcomes only. A violation counts if the outcome is certified
    /// (or the mechanism is run as printed) and the witness is confirmed.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    pub fn judge(&self, instance: &Instance<M>, patience: &Patience) -> Timely<Judgement<M>> {
        match Ruled::of(self.mechanism, instance, patience).uncut()? {
            Ok(ruled) => self.judge_ruled(ruled, patience),
            Err(refusal) => self.judge_refusal(instance, refusal, patience),
        }
    }

    /// The judgement where the mechanism has no outcome: refused, unless the property judges endless runs and
    /// finds one.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    pub fn judge_refusal(
        &self,
        instance: &Instance<M>,
        refusal: Refusal,
        patience: &Patience,
    ) -> Timely<Judgement<M>> {
        if self.property.facts().judges_endless
            && matches!(refusal, Refusal::Endless(_))
            && let Some((outcome, witness)) = self.property.endless(self.mechanism, instance, patience)?
        {
            return self.convict(self.run(instance, outcome), witness, patience);
        }
        Ok(Judgement::Refused(refusal))
    }

    /// The property of all outcomes that agree with what is known.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    pub fn between(
        &self,
        instance: &Instance<M>,
        known: Outline<'_, M>,
        patience: &Patience,
    ) -> Timely<Between<M>> {
        self.property.between(self.mechanism, instance, known, patience)
    }

    /// Judges the property on a run of the mechanism.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    pub fn judge_run(&self, run: Run<'_, M>, patience: &Patience) -> Timely<Judgement<M>> {
        self.judge_ruled(Ruled::new(self.mechanism, run), patience)
    }

    fn judge_ruled(&self, ruled: Ruled<'_, M>, patience: &Patience) -> Timely<Judgement<M>> {
        let finding = ruled.judge(self.property, patience)?;
        Ok(ruled.judgement(finding))
    }

    /// The judgement from a witness: a violation if the outcome is certified and the witness is confirmed.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    pub fn convict(&self, run: Run<'_, M>, witness: Witness<M>, patience: &Patience) -> Timely<Judgement<M>> {
        let ruled = Ruled::new(self.mechanism, run);
        let finding = ruled.convict(self.property, witness, patience)?;
        Ok(ruled.judgement(finding))
    }

    /// The margin of the witness. If it compares two runs, the second is made and accepted as evidence.
    ///
    /// # Errors
    /// The witness proves nothing, or the work was cut short.
    pub fn confirm(
        &self,
        run: &Run<'_, M>,
        witness: &Witness<M>,
        patience: &Patience,
    ) -> Result<Margin, Halt<Rejected>> {
        match self.property.confirm(run, witness, None) {
            // Faults of the witness itself are reported before the mechanism runs again.
            Err(Rejected::SecondMissing) => {}
            said => return Ok(said?),
        }
        let other = witness.other(run.instance).ok_or(Rejected::Kind)?;
        let second = evidence(self.mechanism, &other, patience)?;
        Ok(self.property.confirm(run, witness, Some(&second))?)
    }

    /// The violation in a sentence.
    ///
    /// # Errors
    /// The second run of the witness was cut short.
    pub fn tell(&self, run: &Run<'_, M>, witness: &Witness<M>, patience: &Patience) -> Timely<String> {
        let second = match witness.other(run.instance) {
            Some(other) => self.mechanism.allocate(&other, patience).uncut()?.ok(),
            None => None,
        };
        let told = self.property.tell(run, witness, second.as_ref());
        Ok(told.lines().map(begun).collect::<Vec<_>>().join("\n"))
    }

    /// Has a program outside give its answers again, on every instance that the witness names. Returns the reason why the
    /// violation rests on nothing, if there is one.
    fn repeats(
        &self,
        run: &Run<'_, M>,
        witness: &Witness<M>,
        patience: &Patience,
    ) -> Timely<Result<(), String>> {
        let Some(outside) = self.mechanism.outside() else { return Ok(Ok(())) };
        let other = witness.other(run.instance);
        let instances: Vec<&Instance<M>> = std::iter::once(run.instance).chain(&other).collect();
        outside.repeats(&instances, &run.outcome, patience)
    }

    /// Two answers of the mechanism or the property to one question, if it is a program that gave them, as the reason why
    /// nothing is decided.
    pub fn differs(&self) -> Option<String> {
        let outside = self.mechanism.outside().and_then(|outside| outside.differs());
        outside.or_else(|| self.property.differs())
    }

    /// Returns `true` if the violation stands for every outcome that the mechanism's specification admits, not only
    /// for the chosen one: on every instance that the witness names, the specification settles all that the property
    /// reads.
    pub fn stands_for_every(&self, run: &Run<'_, M>, witness: &Witness<M>) -> bool {
        stands_for_every(self.property, run, witness)
    }

    /// The violation of the cell on `instance`, if there is one.
    ///
    /// # Errors
    /// The work was cut short, so nothing is known.
    pub fn violated(&self, instance: &Instance<M>, patience: &Patience) -> Timely<Option<Conviction<M>>> {
        Ok(match self.judge(instance, patience)? {
            Judgement::Violated(conviction) => Some(conviction),
            _ => None,
        })
    }
}
