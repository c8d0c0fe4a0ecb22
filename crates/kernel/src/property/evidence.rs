//! Evidence: the run to be judged, the witness of a violation, and its margin.

use crate::document::Value;
use crate::model::{Checked, Instance, Model, Outcome, Rejected};
use crate::scalar::{Rational, Scalar};
use crate::specification::Specification;

/// One allocation to be judged: a mechanism, an instance, and the mechanism's outcome on the instance.
#[derive(Clone, Debug)]
pub struct Run<'a, M: Model> {
    /// The specification of the mechanism.
    pub mechanism: &'a dyn Specification<M>,
    /// The instance that the mechanism allocated.
    pub instance: &'a Instance<M>,
    /// The outcome of the mechanism.
    pub outcome: Outcome<M>,
}

impl<M: Model> Run<'_, M> {
    /// The largest margin that rounding alone could produce: zero, unless the mechanism's numbers are
    /// rounded. The scale of its relative slack is [`Property::scale`](crate::property::Property::scale).
    pub fn tolerance(&self, scale: impl FnOnce() -> Rational) -> Rational {
        self.mechanism.slack().map_or_else(Rational::zero, |slack| slack * scale())
    }

    /// The largest margin that rounding alone could produce in amounts on the scale of the model.
    pub fn amounts_within(&self) -> Rational {
        self.tolerance(|| M::scale(self.instance))
    }
}

/// A value that proves a violation; each property states the kind that it accepts.
#[derive(Clone, Debug, PartialEq)]
pub enum Witness<M: Model> {
    /// The outcome of the run, without further data.
    Outcome,
    /// An agent that is worse off than the property allows.
    Agent(usize),
    /// An agent that prefers the bundle of another agent to its own.
    Envy {
        /// Index of the agent that envies.
        envious: usize,
        /// The agent that is envied.
        envied: usize,
    },
    /// An outcome at least as good for each agent and better for some agent.
    Better(Outcome<M>),
    /// An agent that could have more at the expense of better-off agents only.
    Complaint {
        /// Index of the agent that complains.
        by: usize,
        /// The outcome that the agent asks for.
        instead: Outcome<M>,
    },
    /// A false report that profits its author.
    Misreport {
        /// Index of the agent that lies.
        by: usize,
        /// The false report of the agent.
        report: M::Report,
    },
    /// False reports of several agents that profit each of them.
    Collusion(Vec<(usize, M::Report)>),
    /// An agent that loses when another agent leaves.
    Departure {
        /// Index of the agent that leaves.
        leaves: usize,
        /// The agent that loses, by its index before the departure.
        loses: usize,
    },
    /// An agent that loses when another instance takes the place of the run's.
    Sibling {
        /// The second instance, for which the agent's loss is measured.
        instance: Instance<M>,
        /// Index of the agent that loses.
        loses: usize,
    },
    /// A state of an iteration that returns, so that the iteration never ends; the state is the outcome.
    Recurrence {
        /// Number of whole rounds before the state is reached for the first time.
        rounds: usize,
        /// Number of rounds until the state returns.
        period: usize,
    },
    /// A node of a tree that has less than the property requires.
    Node {
        /// An agent below the node.
        agent: usize,
        /// The depth of the node below the root, on the path to that agent.
        depth: usize,
    },
    /// A running state from which the mechanism continues in a way that the property excludes.
    State {
        /// Index of the agent that waits.
        waits: usize,
        /// The state: tasks that run.
        running: Outcome<M>,
    },
    /// Agents that ask one after another, until a state returns.
    Cycle {
        /// The agents that ask before the cycle, in order.
        before: Vec<usize>,
        /// The agents that ask in the cycle, in order.
        cycle: Vec<usize>,
    },
    /// The witness of a property outside, in the words of that property alone: the fields of its answer.
    Said(Value),
}

impl<M: Model> Witness<M> {
    /// The outcome that a witness about one run holds up against that of the run.
    pub fn outcome(&self) -> Option<&Outcome<M>> {
        match self {
            Witness::Better(outcome) | Witness::Complaint { instead: outcome, .. } => Some(outcome),
            _ => None,
        }
    }

    /// The second instance of a witness that compares two runs; `None` for a witness about one run.
    pub fn other(&self, instance: &Instance<M>) -> Option<Instance<M>> {
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
            | Witness::Said(_)
            | Witness::State { .. } => None,
        }
    }
}

/// The size of a violation, above zero; the property's page gives its unit.
pub type Margin = Rational;

/// The margin that a witness proves, or the reason why it proves nothing.
pub type Confirmed = Checked<Margin>;

/// The margin, if it is positive.
///
/// # Errors
/// A margin of zero or less.
pub fn positive(margin: Rational) -> Confirmed {
    if margin.is_positive() { Ok(margin) } else { Err(Rejected::NoViolation(margin)) }
}

/// The margin of a witness that the outcome is infeasible, from the result `found` of the feasibility check:
/// the amount of the violation.
///
/// # Errors
/// A feasible outcome, or a witness of another kind.
pub fn infeasible<M: Model>(witness: &Witness<M>, found: Checked) -> Confirmed {
    match (witness, found) {
        (Witness::Outcome, Err(Rejected::Infeasible { by, .. })) => positive(by),
        (Witness::Outcome, Err(reason)) => Err(reason),
        (Witness::Outcome, Ok(())) => Err(Rejected::NoViolation(Margin::from(0))),
        _ => Err(Rejected::Kind),
    }
}
