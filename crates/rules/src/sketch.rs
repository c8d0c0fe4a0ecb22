//! The contents of a picture of a core: the profiles, the remaining allocations at each, and the clashes by
//! which a proof excludes pairs of them.

use crate::condition::Condition;
use crate::profile::Profile;
use crate::property::{Property, Two, vector};
use crate::refutation::Refutation;
use crate::tell::{self, capital, divisible::sentence};
use crate::walk::{End, Split};

/// A core with the clashes of its proof.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The title, as a sentence.
    pub title: String,
    /// The profiles of the core.
    pub nodes: Vec<Node>,
    /// The clashes, without repetition.
    pub clashes: Vec<Clash>,
    /// The conclusion from the clashes, as a sentence.
    pub end: String,
}

/// A profile with its remaining allocations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// The reports and capacities, one per line.
    pub lines: Vec<String>,
    /// The allocations that satisfy the properties of one run; empty for divisible tasks.
    pub left: Vec<String>,
}

/// Two profiles that a property of two runs compares, with an allocation at each if tasks are whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// The profile where a user is worse off, and the index of its allocation.
    pub from: (usize, Option<usize>),
    /// The profile that the user prefers, and the index of its allocation.
    pub to: (usize, Option<usize>),
    /// Id of the property.
    pub property: String,
    /// The loss of the user, as a sentence.
    pub sentence: String,
}

fn reports(p: &Profile, capacity: bool) -> Vec<String> {
    let one = |(u, row): (usize, &Vec<u32>)| format!("user {} reports {}", u + 1, vector(row));
    let mut lines: Vec<String> = p.demand.iter().enumerate().map(one).collect();
    if capacity {
        let rows: Vec<String> = p.capacity.iter().map(|row| vector(row)).collect();
        let noun = if rows.len() == 1 { "capacity" } else { "capacities" };
        lines.push(format!("{noun} {}", tell::list(&rows, "and")));
    }
    lines
}

fn differ(profiles: &[Profile]) -> bool {
    profiles.iter().any(|p| p.capacity != profiles[0].capacity)
}

/// Returns the sketch of a core for whole tasks, from an accepted case split.
pub fn whole(properties: &[&'static dyn Property], profiles: &[Profile], walk: &Split) -> Sketch {
    let capacity = differ(profiles);
    let compares = |k: &dyn Property| profiles.iter().any(|p| profiles.iter().any(|q| k.compares(p, q)));
    let alone = properties.iter().filter(|k| !compares(**k));
    let one_run: Vec<String> = alone.map(|k| k.facts().name.to_string()).collect();
    let mut nodes: Vec<Node> =
        profiles.iter().map(|p| Node { lines: reports(p, capacity), left: vec![] }).collect();
    let mut drawn = Drawn { properties, profiles, left: vec![None; profiles.len()], clashes: vec![] };
    drawn.follow(walk, &mut vec![None; profiles.len()]);
    for (node, left) in nodes.iter_mut().zip(&drawn.left) {
        let left = left.as_deref().unwrap_or_default();
        node.left = left.iter().map(tell::allocation).collect();
        let by = match one_run.as_slice() {
            [] => "by feasibility".to_string(),
            names => format!("by {}", tell::list(names, "and")),
        };
        node.lines.push(match node.left.len() {
            0 => format!("nothing is left {by}"),
            1 => format!("one allocation is left {by}"),
            n => format!("{n} allocations are left {by}"),
        });
    }
    let end = match (profiles.len(), drawn.clashes.is_empty()) {
        (_, true) => "At one profile no allocation is left.".to_string(),
        _ => "Whichever allocation a rule takes at each profile, two of them are joined by an arrow. An arrow leads from the allocation under which a user is worse off to the allocation that the user prefers.".to_string(),
    };
    let count =
        if profiles.len() == 1 { "1 profile".to_string() } else { format!("{} profiles", profiles.len()) };
    let title = format!("No rule has {}, from {count}.", tell::names(properties));
    Sketch { title, nodes, clashes: drawn.clashes, end }
}

struct Drawn<'a> {
    properties: &'a [&'static dyn Property],
    profiles: &'a [Profile],
    left: Vec<Option<Vec<crate::allocation::Allocation>>>,
    clashes: Vec<Clash>,
}

impl<'a> Drawn<'a> {
    fn follow(&mut self, split: &'a Split, fixed: &mut Vec<Option<usize>>) {
        let at = split.profile;
        self.left[at].get_or_insert_with(|| split.cases.iter().map(|c| c.placement.clone()).collect());
        for (i, case) in split.cases.iter().enumerate() {
            fixed[at] = Some(i);
            match &case.end {
                End::Next(next) => self.follow(next, fixed),
                End::Against { property, from, to } => self.clash(property, (*from, *to), fixed),
            }
        }
        fixed[at] = None;
    }

    fn clash(&mut self, id: &str, (from, to): (usize, usize), fixed: &[Option<usize>]) {
        let held = |i: usize| {
            let at = fixed.get(i).copied().flatten()?;
            Some((&self.profiles[i], self.left[i].as_ref()?.get(at)?))
        };
        let Some(property) = self.properties.iter().find(|k| k.id() == id) else { return };
        let (Some(p), Some(q)) = (held(from), held(to)) else { return };
        let by = property.breaks(p.0, p.1, q.0, q.1).unwrap_or_default();
        let names = (format!("profile {}", from + 1), format!("profile {}", to + 1));
        let said = property.tell_two(Two { p, q, names: (&names.0, &names.1) }, &by);
        let sentence = format!("{}: {said}.", capital(property.facts().name));
        let clash =
            Clash { from: (from, fixed[from]), to: (to, fixed[to]), property: id.to_string(), sentence };
        if !self.clashes.contains(&clash) {
            self.clashes.push(clash);
        }
    }
}

/// Returns the sketch of a core for divisible tasks, from an accepted refutation.
pub fn divisible(properties: &[&'static dyn Property], profiles: &[Profile], tree: &Refutation) -> Sketch {
    let mut nodes: Vec<Node> =
        profiles.iter().map(|p| Node { lines: reports(p, true), left: vec![] }).collect();
    let (mut clashes, mut sums) = (vec![], 0);
    gather(profiles, tree, &mut nodes, &mut clashes, &mut sums);
    let (names, n) = (tell::names(properties), profiles.len());
    let title = format!("No rule for divisible tasks has {names}, from {n} profiles.");
    let cases = if sums == 1 {
        "the inequalities".to_string()
    } else {
        format!("in each of {sums} cases the inequalities")
    };
    let end = format!(
        "xu(p) stands for the tasks of user u at profile p. Multiplied and added up, {cases} contradict each other; the multipliers stand in the record. An arrow leads from the profile at which a user must not be worse off to the one that is compared."
    );
    Sketch { title, nodes, clashes, end }
}

fn gather(
    profiles: &[Profile],
    tree: &Refutation,
    nodes: &mut [Node],
    clashes: &mut Vec<Clash>,
    sums: &mut usize,
) {
    match tree {
        Refutation::Cases { profile, full } => {
            let sets: Vec<String> = full
                .iter()
                .map(|(set, _)| {
                    tell::list(&set.iter().map(|r| (r + 1).to_string()).collect::<Vec<_>>(), "and")
                })
                .collect();
            let line = format!("full, by Pareto optimality: resource {}", tell::list(&sets, "or"));
            if !nodes[*profile].lines.contains(&line) {
                nodes[*profile].lines.push(line);
            }
            full.iter().for_each(|(_, next)| gather(profiles, next, nodes, clashes, sums));
        }
        Refutation::Sum(all) => {
            *sums += 1;
            for (condition, _) in all {
                let (said, _) = sentence(profiles, condition);
                match condition {
                    // The beginning of the case describes this condition.
                    Condition::Full { .. } => {}
                    Condition::Compared { property, from, to, .. } => {
                        let clash = Clash {
                            from: (*from, None),
                            to: (*to, None),
                            property: property.clone(),
                            sentence: format!("{said}."),
                        };
                        if !clashes.contains(&clash) {
                            clashes.push(clash);
                        }
                    }
                    Condition::Capacity { profile, .. }
                    | Condition::Share { profile, .. }
                    | Condition::Envy { profile, .. } => {
                        if !nodes[*profile].lines.contains(&said) {
                            nodes[*profile].lines.push(said);
                        }
                    }
                }
            }
        }
    }
}
