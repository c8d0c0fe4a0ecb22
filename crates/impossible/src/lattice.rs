//! All sets of a list of properties at once: the maximal sets that a rule has, and the minimal sets that no rule has.

use crate::decide::{Proof, all_of, complete, prove, table};
use crate::encode::{Ask, Encoded, Said};
use crate::question::Question;
use crate::rule::Rule;
use crate::stop::{Stop, Stopped};

/// The most properties of a list; there are 2^n sets.
pub const MOST_PROPERTIES: usize = 14;

/// A set of properties by their numbers in the question, ascending.
pub type Set = Vec<usize>;

/// Which sets of properties can be met together.
#[derive(Debug, Clone)]
pub struct Lattice {
    /// Maximal sets that a rule has, each with a rule that was judged.
    pub possible: Vec<(Set, Rule)>,
    /// Minimal sets that no rule has, each with its core.
    pub impossible: Vec<(Set, Proof)>,
    /// Every set is decided; `false` when stopped. A set that is no part of a possible one and contains no impossible one is open.
    pub complete: bool,
}

/// The state of one set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// A rule has all of the set.
    Possible,
    /// No rule has all of the set.
    Impossible,
    /// Not decided.
    Open,
}

fn inside(small: &[usize], large: &[usize]) -> bool {
    small.iter().all(|k| large.contains(k))
}

impl Lattice {
    /// The state of a set, by the sets below and above it.
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

/// All sets of `0..n`, small ones first, and in order of their numbers among those of one size.
pub fn sets(n: usize) -> Vec<Set> {
    let mut all: Vec<Set> =
        (0..1usize << n).map(|mask| (0..n).filter(|k| mask >> k & 1 == 1).collect()).collect();
    all.sort_by(|a: &Set, b| (a.len(), a).cmp(&(b.len(), b)));
    all
}

/// Decides every set of the properties of the question, of which there are at most [`MOST_PROPERTIES`].
///
/// A rule that is found is judged for all other properties, and extended until no property can be added; a set with no rule is
/// decided after all its parts, so it is minimal when none of them has none.
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

/// Adds properties to a set while a rule remains.
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
