//! Evidence: the run that is judged, and the witness that proves a violation.

use crate::model::Model;
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar};
use crate::specification::Specification;

/// One allocation to be judged: which mechanism made which outcome of which instance.
#[derive(Clone, Debug)]
pub struct Run<'a, M: Model> {
    /// What the mechanism promises.
    pub mechanism: &'a dyn Specification<M>,
    /// What it was given.
    pub instance: &'a M::Instance<Rational>,
    /// What it handed out.
    pub outcome: M::Outcome<Rational>,
}

impl<M: Model> Run<'_, M> {
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
    /// A state of an iteration, which is the outcome, that comes again: the iteration never ends.
    Recurrence {
        /// Whole rounds before the state is reached for the first time.
        rounds: usize,
        /// Rounds from there until it is reached again.
        period: usize,
    },
    /// A node of a tree that has less than the property asks for.
    Node {
        /// An agent in it.
        agent: usize,
        /// How many steps it is below the root, on the way to that agent.
        depth: usize,
    },
    /// What runs at some moment, from which the mechanism goes on in a way that the property excludes.
    State {
        /// Who waits.
        waits: usize,
        /// What runs.
        running: M::Outcome<Rational>,
    },
    /// Agents that ask one after another, until a state returns.
    Cycle {
        /// Who asks before the loop, in order.
        before: Vec<usize>,
        /// Who asks in the loop, in order.
        cycle: Vec<usize>,
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
            | Witness::Complaint { .. }
            | Witness::Cycle { .. }
            | Witness::Recurrence { .. }
            | Witness::Node { .. }
            | Witness::State { .. } => None,
        }
    }
}

/// How much a violation amounts to, above zero; the property's page gives its unit.
pub type Margin = Rational;

/// A margin that must be positive.
pub fn positive(margin: Rational) -> Result<Margin, Rejected> {
    if margin.is_positive() { Ok(margin) } else { Err(Rejected::NoViolation(margin)) }
}

/// The margin of a witness that says that the outcome cannot be carried out, given what its model finds: by how much it is broken.
pub fn infeasible<M: Model>(witness: &Witness<M>, found: Result<(), Rejected>) -> Result<Margin, Rejected> {
    match (witness, found) {
        (Witness::Outcome, Err(Rejected::Infeasible { by, .. })) => positive(by),
        (Witness::Outcome, Err(reason)) => Err(reason),
        (Witness::Outcome, Ok(())) => Err(Rejected::NoViolation(Margin::from(0))),
        _ => Err(Rejected::Kind),
    }
}
