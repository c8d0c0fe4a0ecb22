//! A property as one formula: at each place of a run, what is due is compared with what is there, in any number.
//!
//! The check of a witness, the largest margin, the screen in machine words, the number that steers a search, the
//! verdict between bounds and the displayed arithmetic of a property are one [`Formula`] in different numbers.

use std::fmt::Debug;
use std::mem::discriminant;

use crate::model::{Checked, Instance, Model, Outcome, Rejected};
pub use crate::property::Facts;
use crate::property::Property;
use crate::property::evidence::{Confirmed, Run, Witness, positive};
use crate::scalar::{Of, Rational, Scalar};
use crate::specification::Settles;

/// A model whose outcomes give each agent an amount, in any number.
pub trait Amounts: Model {
    /// The amount of each agent that formulas compare; empty in a model where they read the outcome alone.
    fn amounts<N: Scalar, S: Of<N>>(outcome: &Self::Outcome<N>) -> Vec<S>;
}

/// An outcome to be judged, with stored numbers of type `N`, in computations with numbers of type `S`.
#[derive(Debug)]
pub struct Case<'a, M: Model, S: Scalar = Rational, N: Scalar = S> {
    /// The reading of feasibility of the mechanism.
    pub setting: M::Setting,
    /// The instance.
    pub instance: &'a M::Instance<N>,
    /// The amount of each agent, as [`Amounts`] gives them.
    pub gets: &'a [S],
    /// The outcome; `None` where only the amounts are known.
    pub outcome: Option<&'a M::Outcome<N>>,
}

/// What is known of an outcome beside bounds on amounts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Resources that are used up.
    pub full: Vec<usize>,
    /// For each agent a part, of one used-up resource at least, that it holds; empty if none is known.
    pub holds: Vec<Rational>,
}

/// The two sides of an inequality: the property is violated where `due` is above `has`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sides<S = Rational> {
    /// The amount that the property requires.
    pub due: S,
    /// The amount that is there.
    pub has: S,
}

/// An inequality, or the reason why there is none.
pub type Owed<S> = Checked<Sides<S>>;

impl<S: Scalar> Sides<S> {
    /// The size of the violation; zero or less if there is none.
    pub fn gap(self) -> S {
        self.due - self.has
    }
}

/// The statement of a formula at one place.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim<S> {
    /// An inequality.
    Owes(Sides<S>),
    /// Nothing is due.
    Nothing,
    /// The inequality cannot be stated from the amounts of agents alone.
    Unknown,
}

impl<S> Claim<S> {
    /// The claim that `has` is at least `due`.
    pub fn owes(due: S, has: S) -> Self {
        Claim::Owes(Sides { due, has })
    }

    /// The inequality; `None` if there is none, or it is not known.
    pub fn sides(self) -> Option<Sides<S>> {
        match self {
            Claim::Owes(sides) => Some(sides),
            Claim::Nothing | Claim::Unknown => None,
        }
    }
}

/// The amount by which a gap is divided to steer a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yard {
    /// One: gaps are parts of a whole already.
    One,
    /// The amount that is due.
    Due,
    /// The amount that is there.
    Has,
}

/// The unit of margins that are parts of a resource.
pub const PART: &str = "of a whole resource";

/// A property that is one inequality, at every place of a run.
pub trait Formula<M: Amounts>: Debug + Send + Sync + 'static {
    /// A place: the agents, and in a history the step, that one inequality concerns. Several places may be the same
    /// witness.
    type At: Copy + Debug + Into<Witness<M>>;
    /// What the inequalities of a case have in common, computed once.
    type Basis<S: Scalar>;
    /// The id of the property.
    const ID: &'static str;
    /// The unit of margins, in words that follow the number; empty for tasks.
    const UNIT: &'static str = M::UNIT;
    /// The amount by which a gap is divided to steer a search.
    const YARD: Yard = Yard::One;
    /// The facts that depend on no run; `looks_beyond` follows from `compared_with`.
    const FACTS: Facts = Facts::NONE;
    /// The most that an inequality reads of the outcome.
    const READS: Settles = Settles::Outcome;
    /// `false` if no outcome of an instance for which the property is defined is known by bounds alone.
    const BOUNDED: bool = true;

    /// The reason why the property is never defined for a mechanism with this setting.
    fn never(&self, _setting: M::Setting) -> Option<&'static str> {
        None
    }

    /// Checks that the property is defined for the instance under a mechanism with this setting, for which it is
    /// not never defined.
    ///
    /// # Errors
    /// The reason why it is not.
    fn scope<N: Scalar>(&self, _instance: &M::Instance<N>) -> Result<(), &'static str> {
        Ok(())
    }

    /// The amount that the relative slack of rounded mechanisms is multiplied by.
    fn scale(&self, instance: &Instance<M>) -> Rational {
        if Self::UNIT == PART { Rational::one() } else { M::scale(instance) }
    }

    /// What the inequalities of the case have in common.
    fn basis<N: Scalar, S: Of<N>>(&self, case: &Case<'_, M, S, N>) -> Self::Basis<S>;

    /// The places of the case, in the order in which the first of equal violations becomes the witness.
    fn places<N: Scalar, S: Of<N>>(&self, case: &Case<'_, M, S, N>) -> impl Iterator<Item = Self::At>;

    /// The only place that the witness can name, where places may be too many to go through, or one stands for several.
    fn named(&self, _case: &Case<'_, M>, _witness: &Witness<M>) -> Option<Self::At> {
        None
    }

    /// Returns `true` if the witness names the place.
    fn names<S: Scalar>(&self, _basis: &Self::Basis<S>, at: Self::At, witness: &Witness<M>) -> bool {
        at.into() == *witness
    }

    /// The inequality at a place.
    fn claim<N: Scalar, S: Of<N>>(
        &self,
        case: &Case<'_, M, S, N>,
        basis: &Self::Basis<S>,
        at: Self::At,
    ) -> Claim<S>;

    /// Returns `true` if the property follows from what is known of an outcome beside bounds on amounts.
    fn follows(&self, _instance: &Instance<M>, _known: &Known) -> bool {
        false
    }

    /// The part of the outcome that the inequality at a place reads.
    fn reads(&self, _setting: M::Setting, _instance: &Instance<M>, _at: Self::At) -> Settles {
        Self::READS
    }

    /// The last step of the displayed arithmetic in words: `less what user 1 runs`.
    fn less(&self, _case: &Case<'_, M>, _at: Self::At) -> String {
        "the margin".to_string()
    }

    /// The violation in a sentence.
    fn tell(&self, case: &Case<'_, M>, basis: &Self::Basis<Rational>, at: Self::At, sides: &Sides) -> String;
}

/// The place of one agent.
#[derive(Clone, Copy, Debug)]
pub struct Agent(pub usize);

impl<M: Model> From<Agent> for Witness<M> {
    fn from(Agent(agent): Agent) -> Self {
        Witness::Agent(agent)
    }
}

/// The place of an agent, first, that is compared with another.
#[derive(Clone, Copy, Debug)]
pub struct Pair(pub usize, pub usize);

impl Pair {
    /// The pair of different agents, both below `agents`, that the witness names.
    pub fn named<M: Model>(witness: &Witness<M>, agents: usize) -> Option<Pair> {
        match *witness {
            Witness::Envy { envious, envied } if envious != envied && envious.max(envied) < agents => {
                Some(Pair(envious, envied))
            }
            _ => None,
        }
    }
}

impl<M: Model> From<Pair> for Witness<M> {
    fn from(Pair(envious, envied): Pair) -> Self {
        Witness::Envy { envious, envied }
    }
}

/// The property that a formula states.
#[derive(Debug)]
pub struct Stated<F>(pub F);

/// A case, what its inequalities have in common, and a place with its inequality.
pub type Worst<F, M> = (<F as Formula<M>>::Basis<Rational>, <F as Formula<M>>::At, Sides);

impl<F> Stated<F> {
    /// Every place of the case with its claim.
    pub fn claims<'c, M: Amounts, N: Scalar, S: Of<N>>(
        &'c self,
        case: &'c Case<'_, M, S, N>,
        basis: &'c F::Basis<S>,
    ) -> impl Iterator<Item = (F::At, Claim<S>)> + 'c
    where
        F: Formula<M>,
    {
        self.0.places(case).map(|at| (at, self.0.claim(case, basis, at)))
    }

    /// Checks that the property is defined for the instance.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn in_scope<M: Amounts, N: Scalar>(
        &self,
        setting: M::Setting,
        instance: &M::Instance<N>,
    ) -> Result<(), &'static str>
    where
        F: Formula<M>,
    {
        self.0.never(setting).map_or(Ok(()), Err)?;
        self.0.scope::<N>(instance)
    }

    /// The place with the largest gap above `within`, the first among equals.
    pub fn worst<M: Amounts>(
        &self,
        case: &Case<'_, M>,
        basis: &F::Basis<Rational>,
        within: &Rational,
    ) -> Option<(F::At, Sides)>
    where
        F: Formula<M>,
    {
        let all = self.claims(case, basis).filter_map(|(at, claim)| Some((at, claim.sides()?)));
        largest(all).filter(|(_, sides)| sides.clone().gap() > *within)
    }

    /// The inequality that the witness names, with the largest gap.
    ///
    /// # Errors
    /// The property is not defined for the run, or the witness names no place.
    pub fn named<M: Amounts>(&self, case: &Case<'_, M>, witness: &Witness<M>) -> Checked<Worst<F, M>>
    where
        F: Formula<M>,
    {
        self.in_scope::<M, Rational>(case.setting, case.instance).map_err(Rejected::OutOfScope)?;
        let basis = self.0.basis(case);
        let mut known = false;
        let places: Vec<F::At> = match self.0.named(case, witness) {
            Some(at) => vec![at],
            None => self
                .0
                .places(case)
                .inspect(|at| known |= discriminant(&(*at).into()) == discriminant(witness))
                .filter(|at| self.0.names(&basis, *at, witness))
                .collect(),
        };
        if places.is_empty() {
            let misfit = || Rejected::Misfit("no inequality concerns these agents".to_string());
            return Err(if known { misfit() } else { Rejected::Kind });
        }
        let claims = places.into_iter().filter_map(|at| Some((at, self.0.claim(case, &basis, at).sides()?)));
        let nothing = || Rejected::Misfit("nothing is due to these agents".to_string());
        let (at, sides) = largest(claims).ok_or_else(nothing)?;
        Ok((basis, at, sides))
    }
}

/// The place with the largest gap, the first among equals.
pub fn largest<At, S: Scalar>(mut all: impl Iterator<Item = (At, Sides<S>)>) -> Option<(At, Sides<S>)> {
    let (at, sides) = all.next()?;
    let first = (sides.clone().gap(), at, sides);
    let (_, at, sides) = all.fold(first, |most, (at, sides)| {
        let gap = sides.clone().gap();
        if gap > most.0 { (gap, at, sides) } else { most }
    });
    Some((at, sides))
}

impl<'a, M: Amounts, S: Of<Rational>> Case<'a, M, S, Rational> {
    /// The case of a run, in which the agents have these amounts.
    pub fn of_run(run: &'a Run<'_, M>, gets: &'a [S]) -> Self {
        Case { setting: run.mechanism.setting(), instance: run.instance, gets, outcome: Some(&run.outcome) }
    }
}

impl<M: Amounts, F: Formula<M>> Property<M> for Stated<F> {
    fn id(&self) -> &'static str {
        F::ID
    }

    fn facts(&self) -> Facts {
        Facts { looks_beyond: F::FACTS.compared_with.is_some(), reads: Some(F::READS), ..F::FACTS }
    }

    fn never(&self, setting: M::Setting) -> Option<&'static str> {
        self.0.never(setting)
    }

    fn scale(&self, run: &Run<'_, M>) -> Rational {
        self.0.scale(run.instance)
    }

    fn confirm(&self, run: &Run<'_, M>, witness: &Witness<M>, _: Option<&Outcome<M>>) -> Confirmed {
        let gets = M::amounts(&run.outcome);
        let (_, _, sides) = self.named(&Case::of_run(run, &gets), witness)?;
        positive(sides.gap())
    }

    fn reads(&self, run: &Run<'_, M>, witness: &Witness<M>) -> Settles {
        let gets = M::amounts(&run.outcome);
        let found = self.named(&Case::of_run(run, &gets), witness);
        let reads = |at| self.0.reads(run.mechanism.setting(), run.instance, at);
        found.map_or(Settles::Outcome, |(_, at, _)| reads(at))
    }

    fn tell(&self, run: &Run<'_, M>, witness: &Witness<M>, _second: Option<&Outcome<M>>) -> String {
        let gets: Vec<Rational> = M::amounts(&run.outcome);
        let case = Case::of_run(run, &gets);
        let found = self.named(&case, witness);
        found.map_or_else(|_| String::new(), |(basis, at, sides)| self.0.tell(&case, &basis, at, &sides))
    }
}
