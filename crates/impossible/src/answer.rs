//! Answers: a proof that no rule has the properties, a rule that has them, or the reason why neither was found.

use crate::flaw::{Failure, Gap};
use crate::profile::Profile;
use crate::rule::{Division, Rule};

/// Profiles at which no choices have the properties together, with the proof.
#[derive(Debug, Clone, PartialEq)]
pub struct Proof<D: Division> {
    /// The profiles of the core, in the order of [`Profile::order`].
    pub profiles: Vec<Profile>,
    /// `true` if no core of the scope has fewer profiles, and none with as many has smaller numbers; `false`
    /// if the search for one was stopped, and `None` if there is no such search.
    pub smallest: Option<bool>,
    /// The proof over the core, which was accepted, or `None` if the search for it was stopped.
    pub proof: Option<D::Proof>,
    /// A rule with the properties on the rest of the core, for each profile of the core. The rules prove that the
    /// core is minimal; there are fewer if the search for them was stopped.
    pub without: Vec<Rule<D>>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict<D: Division> {
    /// No rule over the scope has the properties.
    Impossible(Proof<D>),
    /// The rule has the properties; every property was checked directly on its table.
    Possible(Rule<D>),
    /// There is no answer.
    Undecided(Undecided),
}

/// The reason why there is no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Undecided {
    /// The work was stopped before the search began.
    #[error("stopped while the question was written down")]
    Written,
    /// The work was stopped.
    #[error("stopped before an answer")]
    Stopped,
    /// The solver chose no allocation at some profile.
    #[error("the solver left a profile open")]
    Open,
    /// The rule that was found is refused.
    #[error("the rule that was found fails: {0}")]
    Rule(Failure),
    /// The proof that was found is refused.
    #[error("the proof that was found fails: {0}")]
    Proof(Gap),
}

/// A set of properties, as ascending indices in the question.
pub type Set = Vec<usize>;

/// The largest number of properties; n properties have 2^n sets.
pub const MOST_PROPERTIES: usize = 14;

/// The possible and the impossible sets of properties of a question.
#[derive(Debug, Clone)]
pub struct Lattice<D: Division> {
    /// The maximal possible sets, each with a rule that was judged.
    pub possible: Vec<(Set, Rule<D>)>,
    /// The minimal impossible sets, each with its core.
    pub impossible: Vec<(Set, Proof<D>)>,
    /// `true` if every set is decided, `false` if the work was stopped. A set is open if it is no subset of a
    /// possible set and no superset of an impossible one.
    pub complete: bool,
}

/// The state of one set of properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Some rule has all properties of the set.
    Possible,
    /// No rule has all properties of the set.
    Impossible,
    /// The set is not decided.
    Open,
}

impl State {
    /// Returns the state as reports name it.
    pub fn word(self) -> &'static str {
        match self {
            State::Possible => "possible",
            State::Impossible => "impossible",
            State::Open => "undecided",
        }
    }
}

/// Returns `true` if the first set is a subset of the second.
pub(crate) fn inside(small: &[usize], large: &[usize]) -> bool {
    small.iter().all(|k| large.contains(k))
}

impl<D: Division> Lattice<D> {
    /// A lattice without a decided set.
    pub(crate) fn open() -> Self {
        Lattice { possible: vec![], impossible: vec![], complete: false }
    }

    /// Returns the state of `set`, which follows from the maximal possible and the minimal impossible sets.
    pub fn state(&self, set: &[usize]) -> State {
        if self.possible.iter().any(|(large, _)| inside(set, large)) {
            State::Possible
        } else if self.impossible.iter().any(|(small, _)| inside(small, set)) {
            State::Impossible
        } else {
            State::Open
        }
    }
}

/// Returns all subsets of `0..n`, by size and then by indices.
pub fn sets(n: usize) -> Vec<Set> {
    let mut all: Vec<Set> =
        (0..1usize << n).map(|mask| (0..n).filter(|k| mask >> k & 1 == 1).collect()).collect();
    all.sort_by(|a: &Set, b| (a.len(), a).cmp(&(b.len(), b)));
    all
}
