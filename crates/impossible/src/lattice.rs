//! The lattice of subsets of a list of properties: the maximal possible sets and the minimal impossible sets.

use crate::answer::{Lattice, MOST_PROPERTIES, Set, State, sets};
use crate::decide::{all_of, complete, prove, table};
use crate::encode::{Ask, Encoded, Said};
use crate::question::Question;
use crate::stop::{Stop, Stopped};
use crate::whole::Whole;

/// Decides every set of the properties of the question; there must be at most [`MOST_PROPERTIES`] of them.
///
/// When a rule is found, its set is extended by further properties while a rule remains, and the last rule is
/// judged. Sets are decided in order of size, and supersets of impossible sets are skipped, so an impossible
/// set is minimal if all its proper subsets are decided.
pub fn lattice(question: &Question, stop: &dyn Stop) -> Lattice<Whole> {
    let mut found = Lattice::open();
    if question.properties.len() <= MOST_PROPERTIES {
        found.complete = fill(question, &mut found, stop).is_ok();
    }
    found
}

fn fill(question: &Question, found: &mut Lattice<Whole>, stop: &dyn Stop) -> Result<(), Stopped> {
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
