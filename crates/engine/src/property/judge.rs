//! The judgement of one cell on one instance: run, examine, and convict only what is confirmed.

use std::cell::OnceCell;

use fairwitness_kernel::replay::stands_for_every;

use crate::linear::{Cut, Halt, Patience, Uncut as _};
use crate::mechanism::{Enclosed, Mechanism, certified_feasible, evidence};
use crate::model::Model;
use crate::model::refusal::{Refusal, Rejected};
use crate::property::Examine;
use crate::property::evidence::{Margin, Run, Verdict, Witness, run_of};
use crate::scalar::Rational;

/// A mechanism and a property: what a question is about.
#[derive(Debug)]
pub struct Cell<M: Model> {
    /// The mechanism.
    pub mechanism: &'static dyn Mechanism<M>,
    /// The property.
    pub property: &'static dyn Examine<M>,
}

impl<M: Model> Clone for Cell<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Model> Copy for Cell<M> {}

/// Why nothing is said of a program that is no function.
pub const NO_FUNCTION: &str = "the program is not a function: it answers the same question differently";

/// A confirmed violation.
#[derive(Clone, Debug, PartialEq)]
pub struct Conviction<M: Model> {
    /// What the mechanism handed out.
    pub outcome: M::Outcome<Rational>,
    /// Why that violates the property.
    pub witness: Witness<M>,
    /// By how much.
    pub margin: Margin,
}

/// What one judgement came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement<M: Model> {
    /// The property holds of this instance.
    Holds(M::Outcome<Rational>),
    /// It is violated, and the violation is confirmed.
    Violated(Conviction<M>),
    /// The property says nothing here.
    OutOfScope(M::Outcome<Rational>, String),
    /// Nothing found, nothing proved.
    Undecided(Option<M::Outcome<Rational>>, String),
    /// The mechanism hands out nothing.
    Refused(Refusal),
}

/// Verdict on a property of a run whose outcome stands beside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding<M: Model> {
    /// The property holds, and of an outcome without certificate nothing more is said than that.
    Holds,
    /// A confirmed violation: the witness and by how much.
    Violated(Witness<M>, Margin),
    /// The property says nothing here.
    OutOfScope(String),
    /// Nothing found, nothing proved.
    Undecided(String),
}

/// A run on which several properties are judged. Feasibility and the certificate of its outcome are looked for once, when a
/// property first asks for them.
#[derive(Debug)]
pub struct Ruled<'a, M: Model> {
    mechanism: &'static dyn Mechanism<M>,
    run: Run<'a, M>,
    feasible: OnceCell<Result<(), Rejected>>,
    unproved: OnceCell<Option<String>>,
}

impl<'a, M: Model> Ruled<'a, M> {
    /// The run of that mechanism.
    pub fn new(mechanism: &'static dyn Mechanism<M>, run: Run<'a, M>) -> Self {
        Ruled { mechanism, run, feasible: OnceCell::new(), unproved: OnceCell::new() }
    }

    /// Feasibility of the outcome.
    fn feasible(&self) -> Result<(), &Rejected> {
        let feasible = || M::feasible(self.mechanism.setting(), self.run.instance, &self.run.outcome);
        self.feasible.get_or_init(feasible).as_ref().copied()
    }

    /// Reason for which no property is said to hold of the outcome: it has no certificate, and the mechanism is not one that
    /// runs as its paper prints it. One rule for a single instance, for a batch and for the counts of a census.
    ///
    /// # Errors
    /// The search for a certificate was cut short.
    pub fn unproved(&self, patience: &Patience) -> Result<Option<&str>, Cut> {
        if self.unproved.get().is_none() {
            let why = match self.feasible() {
                _ if self.mechanism.as_printed() => None,
                Err(why) => Some(why.clone()),
                Ok(()) => certified_feasible(self.mechanism, self.run.instance, &self.run.outcome, patience)
                    .uncut()?
                    .err(),
            };
            let said = why.map(|why| format!("the outcome is not certified: {why}"));
            return Ok(self.unproved.get_or_init(|| said).as_deref());
        }
        Ok(self.unproved.get().and_then(Option::as_deref))
    }

    /// Judges the property. Most properties speak only of outcomes that can be carried out.
    ///
    /// # Errors
    /// It was cut short, and says nothing.
    pub fn judge(&self, property: &'static dyn Examine<M>, patience: &Patience) -> Result<Finding<M>, Cut> {
        if !property.judges_infeasible()
            && let Err(reason) = self.feasible()
        {
            return Ok(Finding::OutOfScope(format!("the outcome cannot be carried out: {reason}")));
        }
        Ok(match property.examine(self.mechanism, &self.run, patience)? {
            Verdict::Holds => Finding::Holds,
            Verdict::OutOfScope(reason) => Finding::OutOfScope(reason.to_string()),
            Verdict::Undecided(reason) => Finding::Undecided(reason),
            Verdict::Violated(witness) => self.convict(property, witness, patience)?,
        })
    }

    /// Verdict on a witness: a violation when the outcome is certified, or the mechanism runs as printed, and the witness is
    /// confirmed.
    ///
    /// # Errors
    /// It was cut short, and says nothing.
    pub fn convict(
        &self,
        property: &'static dyn Examine<M>,
        witness: Witness<M>,
        patience: &Patience,
    ) -> Result<Finding<M>, Cut> {
        if let Some(why) = self.unproved(patience)? {
            return Ok(Finding::Undecided(why.to_string()));
        }
        let (cell, run) = (Cell { mechanism: self.mechanism, property }, &self.run);
        Ok(match cell.confirm(run, &witness, patience).uncut()? {
            Ok(margin) if margin <= run.tolerance(|| property.scale(run)) => Finding::Holds,
            Ok(_) if !cell.repeats(run, &witness, patience)? => Finding::Undecided(NO_FUNCTION.to_string()),
            Ok(margin) => Finding::Violated(witness, margin),
            Err(reason) => Finding::Undecided(format!("the violation was not confirmed: {reason}")),
        })
    }

    /// The finding with the outcome that it is about.
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

impl<M: Model> Cell<M> {
    /// Judges the cell on an instance.
    ///
    /// Most properties speak only of outcomes that can be carried out. A violation counts when
    /// the outcome is certified (or the mechanism is one run as printed) and the witness is confirmed.
    ///
    /// # Errors
    /// It was cut short, and says nothing.
    pub fn judge(&self, instance: &M::Instance<Rational>, patience: &Patience) -> Result<Judgement<M>, Cut> {
        match run_of(self.mechanism, instance, patience).uncut()? {
            Ok(run) => self.judge_run(run, patience),
            Err(refusal) => self.judge_refusal(instance, refusal, patience),
        }
    }

    /// What the cell comes to where the mechanism has no outcome: it is refused, unless the property judges runs without end and
    /// sees one.
    ///
    /// # Errors
    /// It was cut short, and says nothing.
    pub fn judge_refusal(
        &self,
        instance: &M::Instance<Rational>,
        refusal: Refusal,
        patience: &Patience,
    ) -> Result<Judgement<M>, Cut> {
        if self.property.judges_endless()
            && matches!(refusal, Refusal::Endless(_))
            && let Some((outcome, witness)) = self.property.endless(self.mechanism, instance, patience)?
        {
            let run = Run { mechanism: self.mechanism.specification(), instance, outcome };
            return self.convict(run, witness, patience);
        }
        Ok(Judgement::Refused(refusal))
    }

    /// Bounds of an outcome in irrational numbers, where the property holds of everything between them.
    ///
    /// # Errors
    /// It was cut short.
    pub fn holds_between(
        &self,
        instance: &M::Instance<Rational>,
        refusal: &Refusal,
        patience: &Patience,
    ) -> Result<Option<Enclosed<M>>, Cut> {
        let Refusal::Irrational(_) = refusal else { return Ok(None) };
        let bounds = self.mechanism.enclosure(instance, patience)?;
        Ok(bounds.filter(|bounds| self.property.holds_between(self.mechanism, instance, bounds)))
    }

    /// Judges the property on a run of the mechanism.
    ///
    /// # Errors
    /// It was cut short, and says nothing.
    pub fn judge_run(&self, run: Run<'_, M>, patience: &Patience) -> Result<Judgement<M>, Cut> {
        let ruled = Ruled::new(self.mechanism, run);
        let finding = ruled.judge(self.property, patience)?;
        Ok(ruled.judgement(finding))
    }

    /// What a witness comes to: a violation when the outcome is certified and the witness confirmed.
    ///
    /// # Errors
    /// It was cut short, and says nothing.
    pub fn convict(
        &self,
        run: Run<'_, M>,
        witness: Witness<M>,
        patience: &Patience,
    ) -> Result<Judgement<M>, Cut> {
        let ruled = Ruled::new(self.mechanism, run);
        let finding = ruled.convict(self.property, witness, patience)?;
        Ok(ruled.judgement(finding))
    }

    /// The margin of the witness, whose second run, where it speaks of one, is made and accepted as evidence.
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
            // What is wrong with the witness by itself has been said before the mechanism runs again.
            Err(Rejected::SecondMissing) => {}
            said => return Ok(said?),
        }
        let other = witness.other(run.instance).ok_or(Rejected::Kind)?;
        let second = evidence(self.mechanism, &other, patience)?;
        Ok(self.property.confirm(run, witness, Some(&second))?)
    }

    /// The violation in words.
    ///
    /// # Errors
    /// The other run that the witness speaks of was cut short.
    pub fn tell(&self, run: &Run<'_, M>, witness: &Witness<M>, patience: &Patience) -> Result<String, Cut> {
        let second = match witness.other(run.instance) {
            Some(other) => self.mechanism.allocate(&other, patience).uncut()?.ok(),
            None => None,
        };
        let told = self.property.tell(run, witness, second.as_ref());
        // What has no label begins a sentence with a capital letter.
        let capital = |line: &str| match ["user ", "resource "].iter().any(|noun| line.starts_with(noun)) {
            true => line[..1].to_uppercase() + &line[1..],
            false => line.to_string(),
        };
        Ok(told.lines().map(capital).collect::<Vec<_>>().join("\n"))
    }

    /// Whether a program outside says the same when it is asked again, on every instance that the witness speaks of.
    fn repeats(&self, run: &Run<'_, M>, witness: &Witness<M>, patience: &Patience) -> Result<bool, Cut> {
        let Some(outside) = self.mechanism.outside() else { return Ok(true) };
        if !outside.repeats(run.instance, &run.outcome, patience)? {
            return Ok(false);
        }
        let Some(other) = witness.other(run.instance) else { return Ok(true) };
        match self.mechanism.allocate(&other, patience).uncut()? {
            Ok(outcome) => outside.repeats(&other, &outcome, patience),
            Err(_) => Ok(false),
        }
    }

    /// Whether the violation stands for every outcome that the mechanism's specification allows, not only for
    /// the one that was chosen: on every instance that the witness speaks of, what it reads is settled.
    pub fn stands_for_every(&self, run: &Run<'_, M>, witness: &Witness<M>) -> bool {
        stands_for_every(self.property, run, witness)
    }

    /// The violation of the cell on the instance, if there is one.
    ///
    /// # Errors
    /// It was cut short, and says nothing.
    pub fn violated(
        &self,
        instance: &M::Instance<Rational>,
        patience: &Patience,
    ) -> Result<Option<Conviction<M>>, Cut> {
        Ok(match self.judge(instance, patience)? {
            Judgement::Violated(conviction) => Some(conviction),
            _ => None,
        })
    }
}
