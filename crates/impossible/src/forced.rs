//! Forced outcomes: the allocations that every rule with the properties must choose at one profile, and the
//! other profiles that prove it.

use crate::allocation::Allocation;
use crate::decide::{all_of, complete, table};
use crate::encode::{Ask, Encoded, Said};
use crate::justification::{Allowed, Denial, Justification, Why};
use crate::profile::Profile;
use crate::property::Property;
use crate::question::Question;
use crate::rule::Rule;
use crate::smallest::smallest;
use crate::split::split;
use crate::stop::{Stop, Stopped};
use crate::walk::{Split, accept};
use crate::whole::Whole;

/// An allocation at the instance that no rule with the properties chooses, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    /// The allocation that is denied.
    pub placement: Allocation,
    /// Id of the property that the allocation breaks at the instance alone, or `None` if other profiles are
    /// needed.
    pub breaks: Option<&'static str>,
    /// The profiles of the proof besides the instance, which is number 0 of the case split.
    pub profiles: Vec<Profile>,
    /// `true` if no fewer profiles suffice.
    pub smallest: bool,
    /// The case split over the instance and `profiles`, or `None` if a property of one run suffices or the
    /// search was stopped.
    pub walk: Option<Split>,
}

/// The outcomes that remain at an instance for rules with the properties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forced {
    /// The instance, a profile of the question.
    pub instance: Profile,
    /// The allocations that some rule with the properties chooses, each seen in a rule that was judged.
    pub allowed: Vec<Allocation>,
    /// The rule in which each allocation of `allowed` was seen, in order.
    pub rules: Vec<Rule<Whole>>,
    /// The allocations that no rule with the properties chooses.
    pub denied: Vec<Denied>,
    /// `true` if every allocation is in `allowed` or in `denied`.
    pub complete: bool,
}

impl Forced {
    /// Returns the record with this note, or `None` if the work was stopped before every allocation had a
    /// proof or a rule.
    pub fn record(&self, question: &Question, note: String) -> Option<Justification> {
        let denial = |one: &Denied| {
            let why = match (one.breaks, &one.walk) {
                (Some(id), _) => Why::Alone(id.to_string()),
                (None, walk) => Why::Others(one.profiles.clone(), walk.clone()?),
            };
            Some(Denial { placement: one.placement.clone(), why })
        };
        let denied: Option<Vec<Denial>> = self.denied.iter().map(denial).collect();
        let allowed = self.allowed.iter().zip(&self.rules).map(|(placement, rule)| Allowed {
            placement: placement.clone(),
            placements: rule.choices.clone(),
        });
        self.complete.then_some(Justification {
            head: question.head(note),
            instance: self.instance.clone(),
            denied: denied?,
            allowed: allowed.collect(),
        })
    }
}

/// Decides each allocation at `instance`: allowed by a rule, or denied by a proof.
///
/// Returns `None` if the instance is not a profile of the question.
pub fn forced(question: &Question, instance: &Profile, stop: &dyn Stop) -> Option<Forced> {
    let at = question.profiles.iter().position(|p| p == instance)?;
    let mut found = Forced {
        instance: instance.clone(),
        allowed: vec![],
        rules: vec![],
        denied: vec![],
        complete: false,
    };
    found.complete = fill(question, at, &mut found, stop).is_ok();
    Some(found)
}

fn fill(question: &Question, at: usize, found: &mut Forced, stop: &dyn Stop) -> Result<(), Stopped> {
    let mut encoded = Encoded::new(question, stop)?;
    let properties: Vec<&'static dyn Property> = question.properties.clone();
    for (v, placement) in question.values[at].iter().enumerate() {
        let breaks = properties.iter().find(|k| k.breaks_alone(&found.instance, placement));
        if let Some(property) = breaks {
            found.denied.push(Denied {
                placement: placement.clone(),
                breaks: Some(property.id()),
                profiles: vec![],
                smallest: true,
                walk: None,
            });
            continue;
        }
        let ask = Ask { given: vec![(at, v)], symmetry: false, ..all_of(question) };
        match encoded.ask(&ask)? {
            Said::Rule(chosen) => {
                let chosen = complete(&chosen).ok_or(Stopped)?;
                let rule = table(question, &chosen);
                if rule.judge(&properties).is_err() {
                    return Err(Stopped);
                }
                found.allowed.push(placement.clone());
                found.rules.push(rule);
            }
            Said::None { profiles, .. } => {
                let base = Ask { profiles: vec![], ..ask };
                let conflict = profiles.into_iter().filter(|&p| p != at).collect();
                let core = smallest(&mut encoded, &base, conflict, stop);
                let numbers: Vec<usize> = core.profiles.into_iter().filter(|&p| p != at).collect();
                let all: Vec<usize> = [at].into_iter().chain(numbers.iter().copied()).collect();
                let profiles: Vec<Profile> = all.iter().map(|&p| question.profiles[p].clone()).collect();
                let values: Vec<_> = all.iter().map(|&p| question.values[p].clone()).collect();
                let given = Some((0, placement));
                let walk = split(&properties, &profiles, &values, given, stop).ok();
                let walk = walk.filter(|walk| accept(&properties, &profiles, given, walk).is_ok());
                found.denied.push(Denied {
                    placement: placement.clone(),
                    breaks: None,
                    profiles: profiles[1..].to_vec(),
                    smallest: core.smallest,
                    walk,
                });
            }
        }
    }
    Ok(())
}
