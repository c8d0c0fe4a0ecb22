//! A refutation as a proof in words: the cases, and at the end of each the conditions that are summed.

use crate::condition::{Condition, factor, share, worth};
use crate::profile::Profile;
use crate::property;
use crate::refutation::Refutation;
use crate::tell;
use fairwitness_kernel::scalar::{Rational, Scalar as _};

/// Returns the proof, one line for each step.
pub fn proof(profiles: &[Profile], tree: &Refutation) -> Vec<String> {
    let capacities = profiles.iter().any(|p| p.capacity != profiles[0].capacity) || profiles.len() == 1;
    let line = |(i, p): (usize, &Profile)| format!("Profile {}: {}.", i + 1, tell::profile(p, capacities));
    let mut lines: Vec<String> = profiles.iter().enumerate().map(line).collect();
    follow(profiles, tree, 0, &mut lines);
    lines
}

fn follow(profiles: &[Profile], tree: &Refutation, depth: usize, lines: &mut Vec<String>) {
    let space = "  ".repeat(depth);
    match tree {
        Refutation::Cases { profile, full } => {
            for (i, (set, next)) in full.iter().enumerate() {
                let names: Vec<String> = set.iter().map(|r| (r + 1).to_string()).collect();
                let (noun, are) = if set.len() == 1 { ("resource", "is") } else { ("resources", "are") };
                let names = tell::list(&names, "and");
                let only = if full.len() == 1 { "By Pareto optimality" } else { "Case" };
                lines.push(match i {
                    0 if full.len() > 1 => format!(
                        "{space}By Pareto optimality at profile {}, every user demands a full resource, in one of {} cases.",
                        profile + 1,
                        full.len()
                    ),
                    _ => String::new(),
                });
                lines.push(format!("{space}{only}: {noun} {names} {are} full at profile {}.", profile + 1));
                follow(profiles, next, depth + 1, lines);
            }
            lines.retain(|line| !line.is_empty());
        }
        Refutation::Sum(all) => {
            let mut bound = Rational::zero();
            for (condition, times) in all {
                let (said, least) = sentence(profiles, condition);
                bound = bound + times.clone() * &least;
                lines.push(format!("{space}{times} times: {said}."));
            }
            lines.push(format!(
                "{space}Added up, the amounts cancel or stand with a minus, so that a sum that is at most 0 would be at least {bound}. This is a contradiction."
            ));
        }
    }
}

/// Returns the symbol for the tasks of a user at a profile, such as `x1(2)`.
fn amount(user: usize, profile: usize) -> String {
    format!("x{}({})", user + 1, profile + 1)
}

fn scaled(factor: &Rational, symbol: &str) -> String {
    if *factor == Rational::one() { symbol.to_string() } else { format!("{factor} {symbol}") }
}

/// Returns the condition in words, and its bound in the form "at least".
pub fn sentence(profiles: &[Profile], condition: &Condition) -> (String, Rational) {
    let used = |p: usize, r: usize| {
        let terms = profiles[p].demand.iter().enumerate().filter(|(_, row)| row[r] > 0);
        let terms: Vec<String> =
            terms.map(|(u, row)| scaled(&Rational::int(i64::from(row[r])), &amount(u, p))).collect();
        (terms.join(" + "), i64::from(profiles[p].capacity[0][r]))
    };
    match condition {
        Condition::Capacity { profile, resource } => {
            let (sum, all) = used(*profile, *resource);
            let at = format!("resource {} at profile {}", resource + 1, profile + 1);
            (format!("{sum} <= {all}, the capacity of {at}"), Rational::int(-all))
        }
        Condition::Full { profile, resource } => {
            let (sum, all) = used(*profile, *resource);
            let at = format!("resource {} is full at profile {}", resource + 1, profile + 1);
            (format!("{sum} >= {all}, because {at}"), Rational::int(all))
        }
        Condition::Share { profile, user } => {
            let least = share(&profiles[*profile], *user);
            (format!("{} >= {least}, by sharing incentive", amount(*user, *profile)), least)
        }
        Condition::Envy { profile, user, other } => {
            let demand = &profiles[*profile].demand;
            let theirs = scaled(&worth(&demand[*user], &demand[*other]), &amount(*other, *profile));
            (format!("{} >= {theirs}, by envy-freeness", amount(*user, *profile)), Rational::zero())
        }
        Condition::Compared { property: id, from, user, to, other } => {
            let (p, q) = ((&profiles[*from], *user), (&profiles[*to], *other));
            let property = property::find(id);
            let factor = property.and_then(|property| factor(property, p, q));
            let theirs = scaled(&factor.unwrap_or_else(Rational::zero), &amount(*other, *to));
            let name = property.map_or(id.as_str(), |p| p.facts().name);
            (format!("{} >= {theirs}, by {name}", amount(*user, *from)), Rational::zero())
        }
    }
}
