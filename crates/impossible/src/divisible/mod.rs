//! Search for rules and refutations of divisible tasks on one server.

use crate::answer::{Lattice, MOST_PROPERTIES, Set, State, Verdict, inside, sets};
use crate::parts::Divisible;
use crate::question::Question;
use crate::stop::Stop;
use search::decide;

pub mod simplex;
pub mod search;

/// Decides every set of the properties of the question in order of size; there must be at most
/// [`MOST_PROPERTIES`] properties.
pub fn lattice(question: &Question, stop: &dyn Stop) -> Lattice<Divisible> {
    let mut found = Lattice::open();
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
            Verdict::Possible(rule) => {
                // The set is extended by every further property that the rule has.
                let also = |k: &usize| set.contains(k) || rule.judge(&[question.properties[*k]]).is_ok();
                let set: Set = (0..n).filter(also).collect();
                found.possible.push((set, rule));
            }
        }
    }
    let all: Vec<Set> = found.possible.iter().map(|(set, _)| set.clone()).collect();
    let larger = |set: &Set| all.iter().any(|other| other.len() > set.len() && inside(set, other));
    found.possible.retain(|(set, _)| !larger(set));
    found.complete = complete;
    found
}
