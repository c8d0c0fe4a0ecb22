//! The answer to a question: a core with its case split, or a rule that was judged again.

use crate::allocation::Allocation;
use crate::encode::{Ask, Encoded, Said};
use crate::profile::Profile;
use crate::property::Property;
use crate::question::Question;
use crate::rule::Rule;
use crate::smallest::smallest;
use crate::split::{Failed, split};
use crate::stop::{Stop, Stopped};
use crate::walk::{Split, accept};
use std::cell::Cell;

/// Up to this many steps a case split is found even when the work was stopped.
const FEW_STEPS: usize = 2_000;

/// Profiles at which no allocations have the properties together, with everything that proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The profiles of the core, smallest numbers first.
    pub profiles: Vec<Profile>,
    /// No core of the scope has fewer profiles, or smaller numbers with as many; `false` when the search for it was stopped.
    pub smallest: bool,
    /// The case split; `None` when the search for it was stopped.
    pub walk: Option<Split>,
    /// For each profile of the core a rule on the others: with it taken away, the properties can be met.
    pub without: Vec<Rule>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// No rule of the scope has the properties.
    Impossible(Proof),
    /// This rule has them, judged by straight checks.
    Possible(Rule),
    /// Stopped, or an answer that was found did not stand up to its check; the reason.
    Undecided(String),
}

/// Which rule is preferred where there are several.
#[derive(Debug, Clone, Default)]
pub enum Prefer {
    /// The first that the solver finds.
    #[default]
    Any,
    /// Profile by profile, smallest numbers first: the most tasks in all that still leaves a rule.
    Welfare,
    /// Profile by profile, smallest numbers first: the fewest tasks of difference from another rule that still leaves a rule.
    Near(Rule),
}

/// What is left of a question whose solver knows nothing of which answer is wanted.
pub fn all_of(question: &Question) -> Ask {
    Ask {
        profiles: (0..question.profiles.len()).collect(),
        properties: (0..question.properties.len()).collect(),
        given: vec![],
        symmetry: true,
    }
}

/// Decides a question.
pub fn decide(question: &Question, prefer: &Prefer, stop: &dyn Stop) -> Verdict {
    let Ok(mut encoded) = Encoded::new(question, stop) else {
        return Verdict::Undecided("stopped while the question was written down".to_string());
    };
    let ask = all_of(question);
    match encoded.ask(&ask) {
        Err(Stopped) => Verdict::Undecided("stopped before an answer".to_string()),
        Ok(Said::Rule(chosen)) => {
            let Some(mut chosen) = complete(&chosen) else {
                return Verdict::Undecided("the solver left a profile open".to_string());
            };
            better(&mut encoded, &ask, prefer, &mut chosen);
            let rule = table(question, &chosen);
            match rule.judge(&question.properties) {
                Ok(()) => Verdict::Possible(rule),
                Err(failure) => Verdict::Undecided(format!("the rule that was found fails: {failure}")),
            }
        }
        Ok(Said::None { profiles, .. }) => {
            Verdict::Impossible(prove(&mut encoded, &ask.properties, profiles, stop))
        }
    }
}

/// The rule that a choice of allocations is.
pub fn table(question: &Question, chosen: &[usize]) -> Rule {
    let allocations = chosen.iter().enumerate().map(|(p, &v)| question.values[p][v].clone()).collect();
    Rule { profiles: question.profiles.clone(), allocations }
}

/// Every profile with its allocation; `None` when one has none.
pub fn complete(chosen: &[Option<usize>]) -> Option<Vec<usize>> {
    chosen.iter().copied().collect()
}

/// The smallest core of some properties of the question, with its case split, and rules for when a profile is taken away.
///
/// `conflict` are profiles of a first conflict, found with or without breaking symmetry.
pub fn prove(
    encoded: &mut Encoded<'_>,
    properties: &[usize],
    conflict: Vec<usize>,
    stop: &dyn Stop,
) -> Proof {
    let question = encoded.question;
    let base = Ask { properties: properties.to_vec(), ..Ask::default() };
    // Breaking symmetry may have left out profiles that the conflict needs; without it, the core is taken anew.
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
    // A stopped search still tells the proof from the core that it has, if few steps are enough for it.
    let steps = Cell::new(0);
    let patient = || {
        steps.set(steps.get() + 1);
        steps.get() > FEW_STEPS && stop.stop()
    };
    let walk = match split(&asked, &profiles, &values, None, &patient) {
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
        let Some(allocations) = others.iter().map(allocation).collect::<Option<Vec<_>>>() else { break };
        let rule =
            Rule { profiles: others.iter().map(|&p| question.profiles[p].clone()).collect(), allocations };
        if rule.judge(&asked).is_err() {
            break;
        }
        without.push(rule);
    }
    Proof { profiles, smallest: reduced, walk, without }
}

/// Makes the rule a preferred one, as far as there is time: what is chosen so far stays when the work is stopped.
fn better(encoded: &mut Encoded<'_>, ask: &Ask, prefer: &Prefer, chosen: &mut Vec<usize>) {
    let question = encoded.question;
    // The symmetric image of a preferred rule may not be preferred, so symmetry is not broken here.
    let mut given = vec![];
    for p in 0..question.profiles.len() {
        let cost = |v: &Allocation| match prefer {
            Prefer::Any => 0,
            Prefer::Welfare => u32::MAX - v.totals().iter().sum::<u32>(),
            Prefer::Near(rule) => rule
                .at(&question.profiles[p])
                .map_or(0, |other| v.totals().iter().zip(other.totals()).map(|(a, b)| a.abs_diff(b)).sum()),
        };
        if matches!(prefer, Prefer::Any) {
            return;
        }
        let mut order: Vec<usize> = (0..question.values[p].len()).collect();
        order.sort_by_key(|&v| cost(&question.values[p][v]));
        for v in order {
            if cost(&question.values[p][v]) >= cost(&question.values[p][chosen[p]]) {
                break;
            }
            let mut tried = given.clone();
            tried.push((p, v));
            match encoded.ask(&Ask { given: tried, symmetry: false, ..ask.clone() }) {
                Ok(Said::Rule(found)) => match complete(&found) {
                    Some(found) => *chosen = found,
                    None => return,
                },
                Ok(Said::None { .. }) => {}
                Err(Stopped) => return,
            }
        }
        given.push((p, chosen[p]));
    }
}
