//! Evidence: the run that is judged, the verdict on it, and the witness that proves a violation.
//!
//! A verdict other than `Holds` carries the value that explains it. `Holds` is said of one run only.

use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar};

/// One allocation to be judged: which mechanism made which outcome of which instance.
#[derive(Clone, Debug)]
pub struct Run<'a, M: Model> {
    /// The mechanism.
    pub mechanism: &'a dyn Mechanism<M>,
    /// What it was given.
    pub instance: &'a M::Instance<Rational>,
    /// What it handed out.
    pub outcome: M::Outcome<Rational>,
}

impl<'a, M: Model> Run<'a, M> {
    /// Runs the mechanism on the instance.
    pub fn of(mechanism: &'a dyn Mechanism<M>, instance: &'a M::Instance<Rational>) -> Result<Self, Refusal> {
        Ok(Run { mechanism, instance, outcome: mechanism.allocate(instance)? })
    }

    /// Up to where a margin counts for nothing: zero, unless the mechanism's numbers are rounded. The scale is
    /// [`Property::scale`](crate::property::Property::scale).
    pub fn tolerance(&self, scale: impl FnOnce() -> Rational) -> Rational {
        self.mechanism.slack().map_or_else(Rational::zero, |slack| slack * scale())
    }

    /// The same for amounts on the scale of the model.
    pub fn amounts_within(&self) -> Rational {
        self.tolerance(|| M::scale(self.instance))
    }
}

/// The judgement of one run.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<M: Model> {
    /// The property holds of this run.
    Holds,
    /// It does not, and the witness says why.
    Violated(Witness<M>),
    /// The property says nothing about this instance; the reason.
    OutOfScope(&'static str),
    /// Nothing was found, and that proves nothing; what was tried.
    Undecided(String),
}

/// What a look in machine words says of an instance that it lets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleared {
    /// The full judgement would be that the property holds.
    Holds,
    /// The full judgement would find nothing, and prove nothing.
    Undecided,
}

impl Cleared {
    /// That the property holds, if that is shown.
    pub fn holds(shown: bool) -> Option<Cleared> {
        shown.then_some(Cleared::Holds)
    }
}

/// A value that proves a violation; each property says which kind it takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Witness<M: Model> {
    /// The outcome itself.
    Outcome,
    /// An agent that is worse off than the property allows.
    Agent(usize),
    /// An agent that would rather have another's bundle.
    Envy {
        /// Who envies.
        envious: usize,
        /// Whom.
        envied: usize,
    },
    /// An outcome at least as good for everybody and better for somebody.
    Better(M::Outcome<Rational>),
    /// An agent that could have more, were it taken only from agents that stand higher.
    Complaint {
        /// Who complains.
        by: usize,
        /// The outcome it asks for.
        instead: M::Outcome<Rational>,
    },
    /// A lie that pays.
    Misreport {
        /// Who lies.
        by: usize,
        /// What it says.
        report: M::Report,
    },
    /// Lies of several agents that pay for each of them.
    Collusion(Vec<(usize, M::Report)>),
    /// An agent that loses when another leaves.
    Departure {
        /// Who leaves.
        leaves: usize,
        /// Who loses (its number before the departure).
        loses: usize,
    },
    /// An agent that loses when the instance becomes this one.
    Sibling {
        /// The other instance.
        instance: M::Instance<Rational>,
        /// Who loses.
        loses: usize,
    },
}

impl<M: Model> Witness<M> {
    /// The other instance that the witness speaks of, when it compares what the mechanism hands out on two.
    pub fn other(&self, instance: &M::Instance<Rational>) -> Option<M::Instance<Rational>> {
        match self {
            Witness::Misreport { by, report } => Some(M::misreported(instance, *by, report)),
            Witness::Collusion(lies) => {
                let told = |said, (by, report): &(usize, M::Report)| M::misreported(&said, *by, report);
                Some(lies.iter().fold(instance.clone(), told))
            }
            Witness::Departure { leaves, .. } => M::without(instance, *leaves),
            Witness::Sibling { instance, .. } => Some(instance.clone()),
            Witness::Outcome
            | Witness::Agent(_)
            | Witness::Envy { .. }
            | Witness::Better(_)
            | Witness::Complaint { .. } => None,
        }
    }
}

/// How much a violation amounts to, above zero; the property's page gives its unit.
pub type Margin = Rational;

/// A margin that must be positive.
pub fn positive(margin: Rational) -> Result<Margin, Rejected> {
    if margin.is_positive() { Ok(margin) } else { Err(Rejected::NoViolation(margin)) }
}
