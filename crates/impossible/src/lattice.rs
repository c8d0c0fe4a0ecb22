//! The lattice of subsets of a list of properties: the maximal possible sets and the minimal impossible sets.

use crate::decide::{Proof, all_of, complete, prove, table};
use crate::encode::{Ask, Encoded, Said};
use crate::question::Question;
use crate::rule::Rule;
use crate::stop::{Stop, Stopped};

/// The largest number of properties; n properties have 2^n sets.
pub const MOST_PROPERTIES: usize = 14;

/// A set of properties, as ascending indices in the question.
pub type Set = Vec<usize>;

/// The possible and the impossible sets of properties of a question.
#[derive(Debug, Clone)]
pub struct Lattice {
    /// The maximal possible sets, each with a rule that was judged.
    pub possible: Vec<(Set, Rule)>,
    /// The minimal impossible sets, each with its core.
    pub impossible: Vec<(Set, Proof)>,
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

fn inside(small: &[usize], large: &[usize]) -> bool {
    small.iter().all(|k| large.contains(k))
}

impl Lattice {
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

/// Decides every set of the properties of the question; there must be at most [`MOST_PROPERTIES`] of them.
///
/// A rule that is found is judged for all properties, and its set is extended while a rule remains. Sets are
/// decided in order of size, so an impossible set whose proper subsets are all possible is minimal.
pub fn lattice(question: &Question, stop: &dyn Stop) -> Lattice {
    let mut found = Lattice { possible: vec![], impossible: vec![], complete: false };
    if question.properties.len() <= MOST_PROPERTIES {
        found.complete = fill(question, &mut found, stop).is_ok();
    }
    found
}

fn fill(question: &Question, found: &mut Lattice, stop: &dyn Stop) -> Result<(), Stopped> {
    let mut encoded = Encoded::new(question, stop)?;
    let everything = all_of(question);
    for set in sets(question.properties.len()) {
        if found.state(&set) != State::Open {
            continue;
        }
        match encoded.ask(&Ask { properties: set.clone(), ..everything.clone() })? {
            Said::None { profiles, .. } => {
                let proof = prove(&mut encoded, &set, profiles, stop);
                found.impossible.push((set, proof));
            }
            Said::Rule(chosen) => {
                let (set, chosen) = extend(&mut encoded, &everything, set, chosen)?;
                let asked: Vec<_> = set.iter().map(|&k| question.properties[k]).collect();
                let rule = complete(&chosen).map(|chosen| table(question, &chosen));
                if let Some(rule) = rule.filter(|rule| rule.judge(&asked).is_ok()) {
                    found.possible.push((set, rule));
                }
            }
        }
    }
    let open = sets(question.properties.len()).iter().any(|set| found.state(set) == State::Open);
    if open { Err(Stopped) } else { Ok(()) }
}

/// Adds properties to `set` while some rule has them all, and returns the maximal set with its rule.
fn extend(
    encoded: &mut Encoded<'_>,
    everything: &Ask,
    mut set: Set,
    mut chosen: Vec<Option<usize>>,
) -> Result<(Set, Vec<Option<usize>>), Stopped> {
    for k in 0..encoded.question.properties.len() {
        if set.contains(&k) {
            continue;
        }
        let mut larger = set.clone();
        larger.push(k);
        larger.sort_unstable();
        if let Said::Rule(more) = encoded.ask(&Ask { properties: larger.clone(), ..everything.clone() })? {
            (set, chosen) = (larger, more);
        }
    }
    Ok((set, chosen))
}
