//! Abilities: the work that a mechanism can do beyond allocating and certifying, one trait for each.

use std::fmt::Debug;

use fairwitness_kernel::property::formula::Known;

use crate::linear::{Patience, Timely};
use crate::model::arrivals::Levels;
use crate::model::{Instance, Model, Outcome};
use crate::scalar::{Eps, Interval, Quick, Rational};

/// An algorithm in the numbers `S`: from an instance to its outcome.
pub type InNumbers<M, S> = fn(&<M as Model>::Instance<S>) -> <M as Model>::Outcome<S>;

/// A compact history of one level per step, from an instance.
pub type InShort<M> = fn(&<M as Model>::Instance<Rational>) -> Levels;

/// The abilities that a mechanism offers; `None` for each ability that the mechanism lacks.
#[derive(Clone, Copy, Debug)]
pub struct Abilities<'a, M: Model> {
    /// The mechanism as a printed algorithm whose starting point is open.
    pub start: Option<&'a dyn Starts<M>>,
    /// The mechanism as one that bounds allocations which it refuses to compute.
    pub enclosure: Option<&'a dyn Encloses<M>>,
    /// The algorithm in Q(eps), if it works in any ordered field.
    pub eps: Option<InNumbers<M, Eps>>,
    /// The algorithm in floats, which steers searches and decides nothing.
    pub floats: Option<InNumbers<M, f64>>,
    /// The algorithm of compact histories; the full history is much longer.
    pub levels: Option<InShort<M>>,
    /// The mechanism in machine words, for screens.
    pub words: Option<&'a dyn InWords<M>>,
    /// The program or function outside that is the mechanism.
    pub outside: Option<&'a dyn Asked<M>>,
}

impl<M: Model> Abilities<'_, M> {
    /// No ability.
    pub fn none() -> Self {
        Abilities {
            start: None,
            enclosure: None,
            eps: None,
            floats: None,
            levels: None,
            words: None,
            outside: None,
        }
    }
}

/// A printed algorithm whose paper leaves the choice of the starting point open.
pub trait Starts<M: Model>: Debug {
    /// A starting point on `instance`. It may solve programmes, and is not trusted.
    ///
    /// # Errors
    /// The work was cut short.
    fn start(&self, instance: &Instance<M>, patience: &Patience) -> Timely<Option<M::Certificate>>;
}

/// What is known of an outcome that is not computed.
#[derive(Clone, Debug)]
pub struct Enclosed {
    /// Lower bounds on the amount of every agent.
    pub low: Vec<Rational>,
    /// Upper bounds on the amount of every agent.
    pub high: Vec<Rational>,
    /// What is known beside these bounds.
    pub known: Known,
}

impl Enclosed {
    /// The amount of every agent as what is known of it.
    pub fn intervals(&self) -> Vec<Interval> {
        let bounds = self.low.iter().zip(&self.high);
        bounds.map(|(low, high)| Interval { low: low.clone(), high: high.clone() }).collect()
    }
}

/// A mechanism that bounds allocations which it refuses to compute.
pub trait Encloses<M: Model>: Debug {
    /// Bounds on the amount of every agent, for an allocation that [`Refusal::Enclosed`](crate::model::refusal::Refusal::Enclosed) refuses to compute.
    /// They are proved by comparisons and sums. `None` if the allocation can be computed, or if no bounds are
    /// known.
    ///
    /// # Errors
    /// The work was cut short.
    fn enclosure(&self, instance: &Instance<M>, patience: &Patience) -> Timely<Option<Enclosed>>;
}

/// A mechanism in machine words, for screens: exact while no number is poisoned, and no part of a verdict.
pub trait InWords<M: Model>: Debug {
    /// Returns `true` if [`Mechanism::allocate`](super::Mechanism::allocate) certainly refuses the instance as outside its domain.
    fn refuses(&self, _instance: &M::Instance<Quick>) -> bool {
        false
    }

    /// Writes the total of every agent into `gets`, if the specification determines it. Returns `false` if
    /// the mechanism has no such code, or refuses.
    fn gets(&self, _instance: &M::Instance<Quick>, _gets: &mut Vec<Quick>) -> bool {
        false
    }

    /// The outcome of [`Mechanism::allocate`](super::Mechanism::allocate); `None` if the algorithm does not work in every scalar, or
    /// refuses.
    fn outcome(&self, _instance: &M::Instance<Quick>) -> Option<M::Outcome<Quick>> {
        None
    }
}

/// A program or function outside that answers questions.
pub trait Asked<M: Model>: Debug {
    /// The command of the program, or the name of the function.
    fn command(&self) -> &str;

    /// Asks about the instances of a violation again, in fresh processes and in several orders. `outcome` is the known
    /// outcome of the first instance. Returns the reason why the violation rests on nothing, if there is one.
    ///
    /// # Errors
    /// The work was cut short.
    fn repeats(
        &self,
        instances: &[&Instance<M>],
        outcome: &Outcome<M>,
        patience: &Patience,
    ) -> Timely<Result<(), String>>;

    /// Two answers of the program to one question, if it gave them, as the reason why nothing is decided.
    fn differs(&self) -> Option<String>;

    /// Returns `true` if the program accepts instances with the feature `word`, named as in scopes.
    fn takes(&self, _word: &str) -> bool {
        true
    }

    /// The largest number of instances that the program receives before it answers the first of them.
    fn ahead(&self) -> usize;

    /// Announces instances of later questions. Answers do not depend on the announcement.
    fn foresee(&self, instances: &[Instance<M>], patience: &Patience);
}
