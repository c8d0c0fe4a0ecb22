//! The subsets of a list of properties for divisible tasks: the maximal possible sets and the minimal
//! impossible sets.

use super::amounts::Amounts;
use super::search::{Proof, Verdict, decide};
use crate::lattice::{MOST_PROPERTIES, Set, State, sets};
use crate::question::Question;
use crate::stop::Stop;

/// The possible and the impossible sets of properties of a question.
#[derive(Debug, Clone)]
pub struct Sets {
    /// The maximal possible sets, each with a rule that was judged, and the name of the rule in words if it
    /// is known.
    pub possible: Vec<(Set, Amounts, Option<&'static str>)>,
    /// The minimal impossible sets, each with its core.
    pub impossible: Vec<(Set, Proof)>,
    /// `true` if every set is decided, `false` if the work was stopped.
    pub complete: bool,
}

fn inside(small: &[usize], large: &[usize]) -> bool {
    small.iter().all(|k| large.contains(k))
}

impl Sets {
    /// Returns the state of `set`, which follows from the maximal possible and the minimal impossible sets.
    pub fn state(&self, set: &[usize]) -> State {
        if self.possible.iter().any(|(large, ..)| inside(set, large)) {
            State::Possible
        } else if self.impossible.iter().any(|(small, _)| inside(small, set)) {
            State::Impossible
        } else {
            State::Open
        }
    }
}

/// Decides every set of the properties of the question in order of size; there must be at most
/// [`MOST_PROPERTIES`] properties.
pub fn all(question: &Question, stop: &dyn Stop) -> Sets {
    let mut found = Sets { possible: vec![], impossible: vec![], complete: false };
    let n = question.properties.len();
    if n > MOST_PROPERTIES {
        return found;
    }
    let mut complete = true;
    for set in sets(n) {
        if found.state(&set) != State::Open {
            continue;
        }
        let properties = set.iter().map(|&k| question.properties[k]).collect();
        match decide(&Question { properties, ..question.clone() }, stop) {
            Verdict::Impossible(proof) => found.impossible.push((set, proof)),
            Verdict::Undecided(_) => complete = false,
            Verdict::Possible(rule, known) => {
                // The set is extended by every further property that the rule has.
                let also = |k: &usize| set.contains(k) || rule.judge(&[question.properties[*k]]).is_ok();
                let set: Set = (0..n).filter(also).collect();
                found.possible.push((set, rule, known));
            }
        }
    }
    let all = found.possible.clone();
    let larger = |set: &Set| all.iter().any(|(other, ..)| other.len() > set.len() && inside(set, other));
    found.possible.retain(|(set, ..)| !larger(set));
    found.complete = complete;
    found
}
