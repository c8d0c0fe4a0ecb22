//! Decision of a question: an unsatisfiable core with its case split, or a rule that was judged a second
//! time.

use crate::allocation::Allocation;
use crate::answer::{Proof, Undecided, Verdict};
use crate::best::best;
use crate::encode::{Ask, Encoded, Said};
use crate::profile::Profile;
use crate::property::Property;
use crate::question::Question;
use crate::rule::Rule;
use crate::smallest::smallest;
use crate::split::{Failed, split};
use crate::stop::{Stop, Stopped};
use crate::walk::accept;
use crate::whole::Whole;
use std::cell::Cell;

/// The number of steps for which the search for a case split continues after the work was stopped.
const FEW_STEPS: usize = 2_000;

/// The preference among several rules with the properties.
#[derive(Debug, Clone, Default)]
pub enum Prefer {
    /// The first rule that the solver finds.
    #[default]
    Any,
    /// The largest total number of tasks of all users at all profiles.
    Welfare,
    /// The smallest total difference from the given numbers of tasks (profiles x users), over all users and
    /// profiles.
    Near(Vec<Vec<u32>>),
}

/// The quality of a rule by the preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Met {
    /// The total number of tasks for [`Prefer::Welfare`], or the total difference in tasks for
    /// [`Prefer::Near`].
    pub total: u64,
    /// `true` if no rule with the properties is better, `false` if that is undecided.
    pub proved: bool,
}

/// Returns the question to the solver in which all profiles and all properties are switched on and symmetry
/// is broken.
pub fn all_of(question: &Question) -> Ask {
    Ask {
        profiles: (0..question.profiles.len()).collect(),
        properties: (0..question.properties.len()).collect(),
        given: vec![],
        bounds: vec![],
        symmetry: true,
    }
}

/// Decides whether a rule for whole tasks has all properties of `question` at all its profiles; among several rules,
/// `prefer` chooses. If `stop` is thrown before there is an answer, the verdict is undecided.
pub fn decide(question: &Question, prefer: &Prefer, stop: &dyn Stop) -> Verdict<Whole> {
    preferred(question, prefer, stop).0
}

/// Decides `question`, and returns the quality of the preferred rule if there is one.
pub fn preferred(question: &Question, prefer: &Prefer, stop: &dyn Stop) -> (Verdict<Whole>, Option<Met>) {
    let undecided = |reason| (Verdict::Undecided(reason), None);
    let Ok(mut encoded) = Encoded::new(question, stop) else { return undecided(Undecided::Written) };
    let ask = all_of(question);
    match encoded.ask(&ask) {
        Err(Stopped) => undecided(Undecided::Stopped),
        Ok(Said::Rule(chosen)) => {
            let Some(chosen) = complete(&chosen) else { return undecided(Undecided::Open) };
            let (chosen, met) = better(&mut encoded, &ask, prefer, chosen, stop);
            let rule = table(question, &chosen);
            match rule.judge(&question.properties) {
                Ok(()) => (Verdict::Possible(rule), met),
                Err(failure) => undecided(Undecided::Rule(failure)),
            }
        }
        Ok(Said::None { profiles, .. }) => {
            (Verdict::Impossible(prove(&mut encoded, &ask.properties, profiles, stop)), None)
        }
    }
}

/// Returns the rule that chooses allocation `chosen[p]` at each profile `p`.
pub fn table(question: &Question, chosen: &[usize]) -> Rule<Whole> {
    let choices = chosen.iter().enumerate().map(|(p, &v)| question.values[p][v].clone()).collect();
    Rule { profiles: question.profiles.clone(), choices }
}

/// Returns the index of the allocation at every profile, or `None` if one has none.
pub fn complete(chosen: &[Option<usize>]) -> Option<Vec<usize>> {
    chosen.iter().copied().collect()
}

/// Returns the smallest core of `properties` (indices in the question) with its case split, and a rule for
/// each profile that is removed.
///
/// `conflict` are the profiles of a first conflict, found with or without symmetry breaking.
pub fn prove(
    encoded: &mut Encoded<'_>,
    properties: &[usize],
    conflict: Vec<usize>,
    stop: &dyn Stop,
) -> Proof<Whole> {
    let question = encoded.question;
    let base = Ask { properties: properties.to_vec(), ..Ask::default() };
    // With symmetry breaking the conflict may lack profiles that a core needs; then a core is derived without
    // it.
    let all = Ask { profiles: (0..question.profiles.len()).collect(), ..base.clone() };
    let first = match encoded.ask(&Ask { profiles: conflict, ..base.clone() }) {
        Ok(Said::None { profiles, .. }) => Ok(profiles),
        _ => match encoded.ask(&all) {
            Ok(Said::None { profiles, .. }) => Ok(profiles),
            _ => Err(all.profiles),
        },
    };
    let (core, reduced) = match first {
        Ok(first) => {
            let core = smallest(encoded, &base, first, stop);
            (core.profiles, core.smallest)
        }
        Err(everything) => (everything, false),
    };
    let asked: Vec<&'static dyn Property> = properties.iter().map(|&k| question.properties[k]).collect();
    let profiles: Vec<Profile> = core.iter().map(|&p| question.profiles[p].clone()).collect();
    let values: Vec<Vec<Allocation>> = core.iter().map(|&p| question.values[p].clone()).collect();
    // If the search was stopped, the core at hand still gets a proof, provided that few steps are enough.
    let steps = Cell::new(0);
    let patient = || {
        steps.set(steps.get() + 1);
        steps.get() > FEW_STEPS && stop.stop()
    };
    let proof = match split(&asked, &profiles, &values, None, &patient) {
        Ok(walk) => accept(&asked, &profiles, None, &walk).is_ok().then_some(walk),
        Err(Failed::Stopped | Failed::Possible) => None,
    };
    let mut without = vec![];
    for left in &core {
        let others: Vec<usize> = core.iter().copied().filter(|p| p != left).collect();
        let Ok(Said::Rule(chosen)) = encoded.ask(&Ask { profiles: others.clone(), ..base.clone() }) else {
            break;
        };
        let allocation = |&p: &usize| chosen[p].map(|v| question.values[p][v].clone());
        let Some(choices) = others.iter().map(allocation).collect::<Option<Vec<_>>>() else { break };
        let rule = Rule { profiles: others.iter().map(|&p| question.profiles[p].clone()).collect(), choices };
        if rule.judge(&asked).is_err() {
            break;
        }
        without.push(rule);
    }
    Proof { profiles, smallest: Some(reduced), proof, without }
}

/// Returns a preferred rule, as good as the time allows, with its quality.
fn better(
    encoded: &mut Encoded<'_>,
    ask: &Ask,
    prefer: &Prefer,
    chosen: Vec<usize>,
    stop: &dyn Stop,
) -> (Vec<usize>, Option<Met>) {
    let question = encoded.question;
    let tasks = |v: &Allocation| v.totals().iter().sum::<u32>();
    let most: Vec<u32> = question.values.iter().map(|row| row.iter().map(tasks).max().unwrap_or(0)).collect();
    let apart = |a: &[u32], b: &[u32]| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).sum::<u32>();
    let costs: Vec<Vec<u32>> = match prefer {
        Prefer::Any => return (chosen, None),
        Prefer::Welfare => {
            let cost = |(row, most): (&Vec<Allocation>, &u32)| row.iter().map(|v| most - tasks(v)).collect();
            question.values.iter().zip(&most).map(cost).collect()
        }
        Prefer::Near(other) => {
            let none = vec![];
            let cost = |(p, row): (usize, &Vec<Allocation>)| {
                let there = other.get(p).unwrap_or(&none);
                row.iter().map(|v| apart(&v.totals(), there)).collect()
            };
            question.values.iter().enumerate().map(cost).collect()
        }
    };
    let found = best(encoded, ask, &costs, chosen, stop);
    let total = match prefer {
        Prefer::Welfare => most.iter().copied().map(u64::from).sum::<u64>() - found.total,
        Prefer::Any | Prefer::Near(_) => found.total,
    };
    (found.chosen, Some(Met { total, proved: found.least }))
}
