//! A case split as a proof in words.

use crate::allocation::{self, Allocation, MOST_VALUES};
use crate::profile::{Profile, permutations};
use crate::property::{Property, Two, vector};
use crate::scope::ProfileScope;
use crate::walk::{End, Split};

pub mod divisible;

/// The largest number of allocations that one sentence lists by name.
const LISTED: usize = 6;

/// The subject of a proof: properties, profiles and a supposition.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// The properties that no rule has.
    pub properties: &'a [&'static dyn Property],
    /// The profiles of the core.
    pub profiles: &'a [Profile],
    /// The allocation that is supposed at one profile.
    pub given: Option<(usize, &'a Allocation)>,
}

/// Returns a list in words: "a, b and c".
pub fn list(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} {and} {last}", head.join(", ")),
    }
}

/// Returns a text with a capital as its first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the names of the properties as a list in words.
pub fn names(properties: &[&dyn Property]) -> String {
    list(&properties.iter().map(|p| p.facts().name.to_string()).collect::<Vec<_>>(), "and")
}

/// Returns the servers, users and demands of a scope in words.
pub fn scope(scope: &ProfileScope) -> String {
    let servers = match scope.servers() {
        1 => format!("one server with capacity {}", vector(&scope.capacity[0])),
        n => format!(
            "{n} servers with capacities {}",
            list(&scope.capacity.iter().map(|row| vector(row)).collect::<Vec<_>>(), "and")
        ),
    };
    let users = if scope.users == 1 { "1 user".to_string() } else { format!("{} users", scope.users) };
    let smaller = if scope.smaller { ", or any smaller capacity from 1," } else { "" };
    let from = if scope.zeros { "0, not all 0," } else { "1" };
    format!("{users} on {servers}{smaller} with whole demands from {from} to {}", vector(&scope.max))
}

/// Returns an allocation in words: the tasks of each user, on each server if there are several.
pub fn allocation(v: &Allocation) -> String {
    format!("({})", v.0.iter().map(|row| vector(row)).collect::<Vec<_>>().join(", "))
}

/// Returns the reported demands of a profile in words, with the capacities if `with_capacity`.
pub fn profile(p: &Profile, with_capacity: bool) -> String {
    let one = |(u, row): (usize, &Vec<u32>)| format!("user {} reports {}", u + 1, vector(row));
    let said = list(&p.demand.iter().enumerate().map(one).collect::<Vec<_>>(), "and");
    if with_capacity {
        let rows: Vec<String> = p.capacity.iter().map(|row| vector(row)).collect();
        format!("{said}; the capacity is {}", list(&rows, "and"))
    } else {
        said
    }
}

/// Returns the proof, one line for each step; steps inside a case are indented.
pub fn proof(told: Told<'_>, walk: &Split) -> Vec<String> {
    let vary = told.profiles.iter().any(|p| p.capacity != told.profiles[0].capacity);
    let mut lines: Vec<String> = told
        .profiles
        .iter()
        .enumerate()
        .map(|(i, p)| format!("Profile {}: {}.", i + 1, profile(p, vary)))
        .collect();
    let mut fixed = vec![None; told.profiles.len()];
    match told.given {
        Some((p, v)) => {
            fixed[p] = Some(v.clone());
            lines.push(format!("Suppose that the rule allocates {} at profile {}.", allocation(v), p + 1));
        }
        None => lines.push(format!("Suppose that a rule has {}.", names(told.properties))),
    }
    told.split(walk, &mut fixed, 0, &mut lines);
    lines
}

impl Told<'_> {
    fn split(
        &self,
        split: &Split,
        fixed: &mut Vec<Option<Allocation>>,
        depth: usize,
        lines: &mut Vec<String>,
    ) {
        let indent = "  ".repeat(depth);
        let p = &self.profiles[split.profile];
        let mut line = format!("{indent}At profile {},", split.profile + 1);
        let excluded = self.excluded(p);
        for (i, (property, all, reason)) in excluded.iter().enumerate() {
            let shown: Vec<String> = all.iter().take(LISTED).map(allocation).collect();
            let what = if all.len() > LISTED {
                format!("{} and {} others", shown.join(", "), all.len() - LISTED)
            } else {
                list(&shown, "and")
            };
            let again = if i == 0 { "" } else { " At the same profile," };
            let example = match all.len() {
                1 => String::new(),
                _ => format!("at {} ", all.last().map(allocation).unwrap_or_default()),
            };
            line += &format!("{again} {} excludes {what}, because {example}{reason}.", property.facts().name);
        }
        let left: Vec<String> = split.cases.iter().map(|case| allocation(&case.placement)).collect();
        let so = if excluded.is_empty() { "" } else { " So" };
        match left.len() {
            0 => {
                lines.push(format!("{line} So no allocation is left, a contradiction."));
                return;
            }
            1 => line += &format!("{so} the rule allocates {}.", left[0]),
            _ => line += &format!("{so} the rule allocates {}.", list(&left, "or")),
        }
        lines.push(line);
        let single = split.cases.len() == 1;
        for (i, case) in split.cases.iter().enumerate() {
            let (inner, name) = if single {
                (depth, indent.clone())
            } else {
                (depth + 1, format!("{indent}  Case {}: ", left[i]))
            };
            if let Some((other, by)) = self.mirror(split, fixed, i) {
                let moved: Vec<String> =
                    (0..by.len()).filter(|&u| by[u] != u).map(|u| (u + 1).to_string()).collect();
                let moved = list(&moved, "and");
                lines.push(format!("{name}as in the case {}, with users {moved} exchanged.", left[other]));
                continue;
            }
            fixed[split.profile] = Some(case.placement.clone());
            match &case.end {
                End::Against { property, from, to } => {
                    lines.push(format!("{name}{}", self.against(fixed, property, *from, *to)));
                }
                End::Next(next) => {
                    if !single {
                        lines.push(format!("{}.", name.trim_end_matches(": ")));
                    }
                    self.split(next, fixed, inner, lines);
                }
            }
            fixed[split.profile] = None;
        }
    }

    /// Returns each property of one run with the allocations that it is the first to exclude, and the reason
    /// for the last of them.
    fn excluded(&self, p: &Profile) -> Vec<(&'static dyn Property, Vec<Allocation>, String)> {
        let mut found: Vec<(&'static dyn Property, Vec<Allocation>, String)> = vec![];
        for v in allocation::all(p, MOST_VALUES).unwrap_or_default() {
            let first =
                self.properties.iter().find_map(|k| k.broken(p, &v).map(|by| (k, k.tell(p, &v, &by))));
            let Some((property, reason)) = first else { continue };
            match found.iter_mut().find(|(k, ..)| k.id() == property.id()) {
                Some((_, all, last)) => {
                    all.push(v);
                    *last = reason;
                }
                None => found.push((*property, vec![v], reason)),
            }
        }
        found
    }

    fn against(&self, fixed: &[Option<Allocation>], id: &str, from: usize, to: usize) -> String {
        let property = self.properties.iter().find(|p| p.id() == id);
        let (Some(property), Some(v), Some(w)) = (property, &fixed[from], &fixed[to]) else {
            return "a contradiction.".to_string();
        };
        let (p, q) = (&self.profiles[from], &self.profiles[to]);
        let by = property.breaks(p, v, q, w).unwrap_or_default();
        let called = (format!("profile {}", from + 1), format!("profile {}", to + 1));
        let said = property.tell_two(Two { p: (p, v), q: (q, w), names: (&called.0, &called.1) }, &by);
        format!("{}. This contradicts {}.", capital(&said), property.facts().name)
    }

    /// Returns an earlier case of the split, and the renaming of users that maps it to case `i` and changes
    /// neither the core nor the fixed allocations.
    fn mirror(&self, split: &Split, fixed: &[Option<Allocation>], i: usize) -> Option<(usize, Vec<usize>)> {
        let at = split.profile;
        let users = self.profiles[at].users();
        if users > 3 || self.profiles.iter().any(|p| p.users() != users) {
            return None;
        }
        let keeps = |by: &Vec<usize>| {
            self.profiles[at].renamed(by) == self.profiles[at]
                && self.profiles.iter().zip(fixed).all(|(p, v)| {
                    let image = self.profiles.iter().position(|q| *q == p.renamed(by));
                    image.is_some_and(|j| fixed[j] == v.as_ref().map(|v| v.renamed(by)))
                })
        };
        let sames: Vec<Vec<usize>> = permutations(users).into_iter().filter(keeps).collect();
        (0..i).find_map(|other| {
            let goal = &split.cases[i].placement;
            let by = sames.iter().find(|by| split.cases[other].placement.renamed(by) == *goal)?;
            Some((other, by.clone()))
        })
    }
}

/// Returns the larger sizes to which an impossibility carries over, each with its hypothesis.
pub fn larger(properties: &[&dyn Property], scope: &ProfileScope) -> Vec<String> {
    let mut all = vec![
        "a larger max, because the profiles of the core remain among the profiles".to_string(),
        "more resources, if users may report demand 0 for them: the users of the core need nothing of a further resource"
            .to_string(),
        "more servers, if servers may have capacity 0: no task runs on such a server".to_string(),
    ];
    if scope.smaller {
        all.push(
            "larger capacities, because the capacities of the core remain among the capacities".to_string(),
        );
    }
    if !properties.iter().any(|p| p.facts().counts_users) {
        all.push(
            "more users, if users may have no tasks: such a user holds nothing and envies no user"
                .to_string(),
        );
    }
    all
}
