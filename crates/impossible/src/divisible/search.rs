//! Decision for divisible tasks: linear programmes over the conditions, branching over the resources that may
//! be used up.
//!
//! Conditions of two runs are added when a solution violates them (cutting planes). A first refutation names
//! few profiles; profiles are then removed one by one while the rest still has no rule.

use super::simplex::{End, solve};
use crate::answer::{Proof, Undecided, Verdict};
use crate::condition::{Condition, covers, of_one, of_two, offsets};
use crate::known;
use crate::parts::{Divisible, saturated};
use crate::profile::Profile;
use crate::property::{Linear, Property, linear};
use crate::question::Question;
use crate::refutation::{Refutation, accept};
use crate::rule::Rule;
use crate::stop::{Stop, Stopped};
use fairwitness_kernel::linear::Row;
use fairwitness_kernel::scalar::{Rational, Scalar as _};
use std::collections::BTreeMap;

/// The number of profiles in the first attempt.
const FIRST: usize = 16;

/// The largest number of violated conditions added between two solutions.
const ADDED: usize = 200;

/// The result for some of the profiles.
enum Found {
    Rule(Vec<Vec<Rational>>),
    None(Refutation),
}

/// Decides whether a rule for divisible tasks has all properties of `question` at all its profiles. If `stop` is thrown
/// before there is an answer, the verdict is undecided.
pub fn decide(question: &Question, stop: &dyn Stop) -> Verdict<Divisible> {
    let properties = &question.properties;
    let table = |choices| Rule::<Divisible> { profiles: question.profiles.clone(), choices };
    for (_, rule) in known::DIVISIBLE {
        let table = table(question.profiles.iter().map(rule).collect());
        if table.judge(properties).is_ok() {
            return Verdict::Possible(table);
        }
    }
    // Most impossibilities need only small numbers, so the first profiles are tried alone, then twice as
    // many.
    let mut first = FIRST;
    loop {
        let asked = &question.profiles[..first.min(question.profiles.len())];
        match on(properties, asked, stop) {
            Err(Stopped) => return Verdict::Undecided(Undecided::Stopped),
            Ok(Found::Rule(_)) if asked.len() < question.profiles.len() => first *= 2,
            Ok(Found::Rule(tasks)) => {
                let table = table(tasks);
                return match table.judge(properties) {
                    Ok(()) => Verdict::Possible(table),
                    Err(failure) => Verdict::Undecided(Undecided::Rule(failure)),
                };
            }
            Ok(Found::None(refutation)) => {
                let (profiles, refutation, without) = core(properties, asked.to_vec(), refutation, stop);
                return match accept(properties, &profiles, &refutation) {
                    Ok(_) => Verdict::Impossible(Proof {
                        profiles,
                        smallest: None,
                        proof: Some(refutation),
                        without,
                    }),
                    Err(gap) => Verdict::Undecided(Undecided::Proof(gap)),
                };
            }
        }
    }
}

/// Removes profiles while no rule exists on the rest. Returns the core with its refutation, and amounts on the rest
/// for each of its profiles; if the work is stopped, the core found so far, without amounts.
fn core(
    properties: &[&'static dyn Property],
    profiles: Vec<Profile>,
    refutation: Refutation,
    stop: &dyn Stop,
) -> (Vec<Profile>, Refutation, Vec<Rule<Divisible>>) {
    let (mut profiles, mut refutation) = restricted(profiles, refutation);
    let mut without = vec![];
    let mut at = profiles.len();
    while at > 0 {
        at -= 1;
        let mut fewer = profiles.clone();
        fewer.remove(at);
        match on(properties, &fewer, stop) {
            Err(Stopped) => return (profiles, refutation, vec![]),
            Ok(Found::Rule(_)) => {}
            Ok(Found::None(smaller)) => {
                (profiles, refutation) = restricted(fewer, smaller);
                at = at.min(profiles.len());
            }
        }
    }
    for left in 0..profiles.len() {
        let mut fewer = profiles.clone();
        fewer.remove(left);
        match on(properties, &fewer, stop) {
            Ok(Found::Rule(tasks)) => without.push(Rule { profiles: fewer, choices: tasks }),
            _ => return (profiles, refutation, vec![]),
        }
    }
    (profiles, refutation, without)
}

/// Returns the profiles in a refutation, and the refutation with their new numbers.
fn restricted(profiles: Vec<Profile>, refutation: Refutation) -> (Vec<Profile>, Refutation) {
    fn collect(tree: &Refutation, used: &mut Vec<usize>) {
        match tree {
            Refutation::Sum(all) => used.extend(all.iter().flat_map(|(c, _)| c.profiles())),
            Refutation::Cases { profile, full } => {
                used.push(*profile);
                full.iter().for_each(|(_, next)| collect(next, used));
            }
        }
    }
    let mut used = vec![];
    collect(&refutation, &mut used);
    used.sort_unstable();
    used.dedup();
    let refutation = renumber(refutation, &|p| used.binary_search(&p).unwrap_or(0));
    (used.iter().map(|&p| profiles[p].clone()).collect(), refutation)
}

/// Returns the refutation with each profile `p` replaced by `by(p)`.
fn renumber(tree: Refutation, by: &dyn Fn(usize) -> usize) -> Refutation {
    match tree {
        Refutation::Sum(all) => {
            Refutation::Sum(all.into_iter().map(|(c, times)| (c.renumbered(by), times)).collect())
        }
        Refutation::Cases { profile, full } => Refutation::Cases {
            profile: by(profile),
            full: full.into_iter().map(|(set, next)| (set, renumber(next, by))).collect(),
        },
    }
}

struct Search<'a> {
    profiles: &'a [Profile],
    po: bool,
    offsets: Vec<usize>,
    /// The conditions in the programme; `outside` has the rest.
    inside: Vec<Condition>,
    outside: Vec<Condition>,
    stop: &'a dyn Stop,
}

/// Returns amounts at some profiles with the properties, or a refutation. Profiles without a comparison
/// between them are independent, so each component is decided alone.
fn on(properties: &[&'static dyn Property], profiles: &[Profile], stop: &dyn Stop) -> Result<Found, Stopped> {
    let mut tasks: Vec<Vec<Rational>> = vec![vec![]; profiles.len()];
    for part in parts(properties, profiles, stop)? {
        let those: Vec<Profile> = part.iter().map(|&p| profiles[p].clone()).collect();
        match joined(properties, &those, stop)? {
            Found::None(refutation) => return Ok(Found::None(renumber(refutation, &|p| part[p]))),
            Found::Rule(found) => part.iter().zip(found).for_each(|(&p, x)| tasks[p] = x),
        }
    }
    Ok(Found::Rule(tasks))
}

/// Returns the connected components of the profiles under comparisons of two runs, each in ascending order.
fn parts(
    properties: &[&'static dyn Property],
    profiles: &[Profile],
    stop: &dyn Stop,
) -> Result<Vec<Vec<usize>>, Stopped> {
    let mut part: Vec<usize> = (0..profiles.len()).collect();
    fn root(part: &mut [usize], mut at: usize) -> usize {
        while part[at] != at {
            part[at] = part[part[at]];
            at = part[at];
        }
        at
    }
    for (i, p) in profiles.iter().enumerate() {
        if stop.stop() {
            return Err(Stopped);
        }
        for (j, q) in profiles.iter().enumerate().take(i) {
            if properties.iter().any(|k| k.compares(p, q) || k.compares(q, p)) {
                let (a, b) = (root(&mut part, i), root(&mut part, j));
                part[a.max(b)] = a.min(b);
            }
        }
    }
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for i in 0..profiles.len() {
        found.entry(root(&mut part, i)).or_default().push(i);
    }
    Ok(found.into_values().collect())
}

/// Returns amounts at some profiles with the properties, or a refutation, for all profiles together.
fn joined(
    properties: &[&'static dyn Property],
    profiles: &[Profile],
    stop: &dyn Stop,
) -> Result<Found, Stopped> {
    let inside = profiles.iter().enumerate().flat_map(|(i, p)| of_one(properties, i, p)).collect();
    let mut outside = vec![];
    for property in properties {
        for (i, p) in profiles.iter().enumerate() {
            for (j, q) in profiles.iter().enumerate().filter(|(_, q)| property.compares(p, q)) {
                outside.extend(of_two(*property, (i, p), (j, q)));
            }
        }
    }
    let po = linear(properties, Linear::Saturated);
    let mut search = Search { profiles, po, offsets: offsets(profiles), inside, outside, stop };
    search.down(&mut vec![])
}

impl Search<'_> {
    /// Returns amounts that satisfy every condition and the suppositions, or Farkas multipliers that refute
    /// them.
    fn solved(&mut self, supposed: &[Condition]) -> Result<Result<Vec<Rational>, Refutation>, Stopped> {
        loop {
            let conditions: Vec<Condition> = self.inside.iter().chain(supposed).cloned().collect();
            let rows: Vec<Row> =
                conditions.iter().filter_map(|c| c.row(self.profiles, &self.offsets)).collect();
            match solve(self.offsets[self.profiles.len()], &rows, self.stop)? {
                End::Multipliers(multipliers) => {
                    let used = conditions.into_iter().zip(multipliers).filter(|(_, y)| !y.is_zero());
                    return Ok(Err(Refutation::Sum(used.collect())));
                }
                End::Point(point) => {
                    let (profiles, offsets) = (self.profiles, &self.offsets);
                    let breaks = |c: &Condition| {
                        c.row(profiles, offsets).is_some_and(|row| row.at(&point) < row.bound)
                    };
                    let broken: Vec<usize> =
                        (0..self.outside.len()).filter(|&i| breaks(&self.outside[i])).take(ADDED).collect();
                    if broken.is_empty() {
                        return Ok(Ok(point));
                    }
                    for &i in broken.iter().rev() {
                        let condition = self.outside.swap_remove(i);
                        self.inside.push(condition);
                    }
                }
            }
        }
    }

    fn down(&mut self, supposed: &mut Vec<Condition>) -> Result<Found, Stopped> {
        let point = match self.solved(supposed)? {
            Err(refutation) => return Ok(Found::None(refutation)),
            Ok(point) => point,
        };
        let tasks: Vec<Vec<Rational>> =
            self.offsets.windows(2).map(|ends| point[ends[0]..ends[1]].to_vec()).collect();
        let open = (0..tasks.len()).find(|&i| !saturated(&self.profiles[i], &tasks[i]));
        let Some(profile) = open.filter(|_| self.po) else { return Ok(Found::Rule(tasks)) };
        let mut full = vec![];
        for set in covers(&self.profiles[profile]) {
            let before = supposed.len();
            supposed.extend(set.iter().map(|&resource| Condition::Full { profile, resource }));
            let next = self.down(supposed)?;
            supposed.truncate(before);
            match next {
                Found::Rule(tasks) => return Ok(Found::Rule(tasks)),
                Found::None(next) => {
                    // A refutation that does not use the supposition is one without it.
                    if !uses(&next, profile) {
                        return Ok(Found::None(next));
                    }
                    full.push((set, next));
                }
            }
        }
        Ok(Found::None(Refutation::Cases { profile, full }))
    }
}

/// Returns `true` if the refutation uses the supposition that a resource is used up at profile `at`.
fn uses(tree: &Refutation, at: usize) -> bool {
    match tree {
        Refutation::Sum(all) => {
            all.iter().any(|(c, _)| matches!(c, Condition::Full { profile, .. } if *profile == at))
        }
        Refutation::Cases { full, .. } => full.iter().any(|(_, next)| uses(next, at)),
    }
}
