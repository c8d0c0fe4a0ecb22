//! The judgement of one cell on one instance: run, examine, and convict only what is confirmed.

use crate::mechanism::{Mechanism, certified, evidence};
use fairwitness_kernel::replay::stands_for_every;

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

/// Why it is not said of an outcome that a property holds: it has to be certified, unless the mechanism is run as its paper
/// prints it. This goes for one instance, for many, and for the counts of a census alike.
pub fn unproved<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
) -> Option<String> {
    if mechanism.as_printed() {
        return None;
    }
    certified(mechanism, instance, outcome).err().map(|why| format!("the outcome is not certified: {why}"))
}

impl<M: Model> Cell<M> {
    /// Judges the cell on an instance.
    ///
    /// Most properties speak only of outcomes that can be carried out. A violation counts when
    /// the outcome is certified (or the mechanism is one run as printed) and the witness is confirmed.
    pub fn judge(&self, instance: &M::Instance<Rational>) -> Judgement<M> {
        match run_of(self.mechanism, instance) {
            Ok(run) => self.judge_run(run),
            Err(refusal) => Judgement::Refused(refusal),
        }
    }

    /// Judges the property on a run of the mechanism.
    pub fn judge_run(&self, run: Run<'_, M>) -> Judgement<M> {
        let instance = run.instance;
        if !self.property.judges_infeasible()
            && let Err(reason) = M::feasible(self.mechanism.setting(), instance, &run.outcome)
        {
            return Judgement::OutOfScope(
                run.outcome,
                format!("the outcome cannot be carried out: {reason}"),
            );
        }
        match self.property.examine(self.mechanism, &run) {
            Verdict::Holds => Judgement::Holds(run.outcome),
            Verdict::OutOfScope(reason) => Judgement::OutOfScope(run.outcome, reason.to_string()),
            Verdict::Undecided(reason) => Judgement::Undecided(Some(run.outcome), reason),
            Verdict::Violated(witness) => self.convict(run, witness),
        }
    }

    /// What a witness comes to: a violation when the outcome is certified and the witness confirmed.
    pub fn convict(&self, run: Run<'_, M>, witness: Witness<M>) -> Judgement<M> {
        if !self.mechanism.as_printed()
            && let Err(reason) = certified(self.mechanism, run.instance, &run.outcome)
        {
            return Judgement::Undecided(
                Some(run.outcome),
                format!("the outcome is not certified: {reason}"),
            );
        }
        match self.confirm(&run, &witness) {
            Ok(margin) if margin <= run.tolerance(|| self.property.scale(&run)) => {
                Judgement::Holds(run.outcome)
            }
            Ok(_) if !self.repeats(&run, &witness) => {
                Judgement::Undecided(Some(run.outcome), NO_FUNCTION.to_string())
            }
            Ok(margin) => Judgement::Violated(Conviction { outcome: run.outcome, witness, margin }),
            Err(reason) => {
                Judgement::Undecided(Some(run.outcome), format!("the violation was not confirmed: {reason}"))
            }
        }
    }

    /// The margin of the witness, whose second run, where it speaks of one, is made and accepted as evidence.
    pub fn confirm(&self, run: &Run<'_, M>, witness: &Witness<M>) -> Result<Margin, Rejected> {
        match self.property.confirm(run, witness, None) {
            // What is wrong with the witness by itself has been said before the mechanism runs again.
            Err(Rejected::SecondMissing) => {}
            said => return said,
        }
        let other = witness.other(run.instance).ok_or(Rejected::Kind)?;
        self.property.confirm(run, witness, Some(&evidence(self.mechanism, &other)?))
    }

    /// The violation in words.
    pub fn tell(&self, run: &Run<'_, M>, witness: &Witness<M>) -> String {
        let second = witness.other(run.instance).and_then(|other| self.mechanism.allocate(&other).ok());
        let told = self.property.tell(run, witness, second.as_ref());
        // What has no label begins a sentence with a capital letter.
        let capital = |line: &str| match ["user ", "resource "].iter().any(|noun| line.starts_with(noun)) {
            true => line[..1].to_uppercase() + &line[1..],
            false => line.to_string(),
        };
        told.lines().map(capital).collect::<Vec<_>>().join("\n")
    }

    /// Whether a program outside says the same when it is asked again, on every instance that the witness speaks of.
    fn repeats(&self, run: &Run<'_, M>, witness: &Witness<M>) -> bool {
        let Some(outside) = self.mechanism.outside() else { return true };
        let twice = |instance: &M::Instance<Rational>| match self.mechanism.allocate(instance) {
            Ok(outcome) => outside.repeats(instance, &outcome),
            Err(_) => false,
        };
        outside.repeats(run.instance, &run.outcome)
            && witness.other(run.instance).is_none_or(|other| twice(&other))
    }

    /// Whether the violation stands for every outcome that the mechanism's specification allows, not only for
    /// the one that was chosen: on every instance that the witness speaks of, what it reads is settled.
    pub fn stands_for_every(&self, run: &Run<'_, M>, witness: &Witness<M>) -> bool {
        stands_for_every(self.property, run, witness)
    }

    /// Whether the cell is violated on the instance.
    pub fn violated(&self, instance: &M::Instance<Rational>) -> Option<Conviction<M>> {
        match self.judge(instance) {
            Judgement::Violated(conviction) => Some(conviction),
            _ => None,
        }
    }
}
