//! All sets of a list of properties for divisible tasks: the maximal sets that a rule has, and the minimal sets that no rule has.

use super::amounts::Amounts;
use super::question::Question;
use super::search::{Proof, Verdict, decide};
use crate::lattice::{MOST_PROPERTIES, Set, State, sets};
use crate::stop::Stop;

/// Which sets of properties can be met together.
#[derive(Debug, Clone)]
pub struct Sets {
    /// Maximal sets that a rule has, each with a rule that was judged and its name in words, if it is a known one.
    pub possible: Vec<(Set, Amounts, Option<&'static str>)>,
    /// Minimal sets that no rule has, each with its core.
    pub impossible: Vec<(Set, Proof)>,
    /// Every set is decided; `false` when stopped.
    pub complete: bool,
}

fn inside(small: &[usize], large: &[usize]) -> bool {
    small.iter().all(|k| large.contains(k))
}

impl Sets {
    /// The state of a set, by the sets below and above it.
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

/// Decides every set of the properties of the question, of which there are at most [`MOST_PROPERTIES`], small sets first.
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
                // Whatever else this rule has belongs to its set.
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
