//! Divisible tasks on one server: a rule chooses amounts, which are real numbers, and sums of linear conditions
//! prove that no amounts have the properties.
//!
//! With tasks `x`, a profile uses `sum of x[u] * demand[u][r]` of resource `r`. All conditions on `x` are
//! linear inequalities except Pareto optimality, which says that every user demands some resource that is
//! used up. Pareto optimality is therefore a case distinction, and a case whose conditions contradict each
//! other has Farkas multipliers: a sum of conditions that no amounts satisfy.

use crate::condition::{Condition, admitted, covers, of_one, of_two, offsets};
use crate::file::Head;
use crate::flaw::{Failure, Gap};
use crate::profile::Profile;
use crate::property::{Linear, Property};
use crate::refutation::{Counted, Refutation, accept};
use crate::rule::{Division, Rule};
use fairwitness_kernel::document::{Fields, Node, Read, Value};
use fairwitness_kernel::scalar::{Rational, Scalar as _};

/// The division of tasks into parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Divisible;

/// Returns `true` if every user demands a resource that is used up to its capacity by `tasks`.
pub fn saturated(p: &Profile, tasks: &[Rational]) -> bool {
    let full = |r: usize| {
        let rows = p.demand.iter().zip(tasks);
        let used = rows.fold(Rational::zero(), |sum, (row, x)| sum + Rational::int(i64::from(row[r])) * x);
        used == Rational::int(i64::from(p.capacity[0][r]))
    };
    covers(p).iter().any(|set| set.iter().all(|&r| full(r)))
}

impl Division for Divisible {
    /// The tasks of every user of the profile.
    type Choice = Vec<Rational>;
    type Proof = Refutation;
    const IMPOSSIBLE: &'static str = "divisible-impossible";
    const RULE: &'static str = "divisible-rule";
    const PROOF: &'static str = "node";
    const NO_RULES: &'static str = "";
    const ONE: &'static str = "tasks";
    const SEVERAL: &'static str = "tasks";

    fn admit(head: &Head, file: &Node<'_>) -> Read<()> {
        let refused = |why: crate::condition::NotLinear| {
            let at = file.value().get("properties").map_or(file.clone(), |ids| file.child("properties", ids));
            at.error(why.to_string())
        };
        admitted(&head.properties, &head.scope).map_err(refused)
    }

    fn judge(rule: &Rule<Divisible>, properties: &[&dyn Property]) -> Result<(), Failure> {
        let fits = |(p, x): (&Profile, &Vec<Rational>)| p.capacity.len() == 1 && p.users() == x.len();
        if rule.profiles.len() != rule.choices.len() || !rule.rows().all(fits) {
            return Err(Failure::Amounts);
        }
        let offsets = offsets(&rule.profiles);
        let point: Vec<Rational> = rule.choices.iter().flatten().cloned().collect();
        let holds = |condition: &Condition| {
            condition.row(&rule.profiles, &offsets).is_some_and(|row| row.at(&point) >= row.bound)
        };
        for (i, (p, x)) in rule.rows().enumerate() {
            if x.iter().any(|amount| amount.is_negative()) {
                return Err(Failure::Negative(i));
            }
            if let Some(condition) = of_one(properties, i, p).into_iter().find(|condition| !holds(condition))
            {
                return Err(Failure::Condition(i, condition));
            }
            let optimal =
                properties.iter().find(|property| property.facts().linear == Some(Linear::Saturated));
            if let Some(property) = optimal.filter(|_| !saturated(p, x)) {
                return Err(Failure::One(i, property.id()));
            }
        }
        for property in properties {
            for (i, p) in rule.profiles.iter().enumerate() {
                for (j, q) in rule.profiles.iter().enumerate().filter(|(_, q)| property.compares(p, q)) {
                    if !of_two(*property, (i, p), (j, q)).iter().all(holds) {
                        return Err(Failure::Two(i, j, property.id()));
                    }
                }
            }
        }
        Ok(())
    }

    fn accept(properties: &[&dyn Property], profiles: &[Profile], tree: &Refutation) -> Result<String, Gap> {
        let Counted { splits, sums, conditions } = accept(properties, profiles, tree)?;
        Ok(format!(
            "impossible for divisible tasks, on {} profiles, {splits} of them split, by {sums} sums of {conditions} conditions in all",
            profiles.len()
        ))
    }

    fn read_choice(node: &Node<'_>) -> Read<Vec<Rational>> {
        node.list()?.iter().map(number).collect()
    }

    fn write_choice(x: &Vec<Rational>) -> String {
        Value::texts(&x.iter().map(Rational::to_string).collect::<Vec<_>>()).inline()
    }

    fn read_proof(fields: &mut Fields<'_>, profiles: usize) -> Read<Refutation> {
        let all = fields.required(Divisible::PROOF)?;
        let nodes = all.list()?;
        let mut left = nodes.iter();
        let tree = tree(&mut left, &all, profiles)?;
        match left.next() {
            Some(node) => Err(node.error("is reached by no case")),
            None => Ok(tree),
        }
    }

    fn write_proof(tree: &Refutation) -> String {
        match tree {
            Refutation::Cases { profile, full } => {
                let sets: Vec<&Vec<usize>> = full.iter().map(|(set, _)| set).collect();
                let below: String = full.iter().map(|(_, next)| Divisible::write_proof(next)).collect();
                format!("\n[[node]]\nprofile = {profile}\nfull = {sets:?}\n{below}")
            }
            Refutation::Sum(all) => {
                let lines: String = all.iter().map(|(condition, times)| line(condition, times)).collect();
                format!("\n[[node]]\nsum = [\n{lines}]\n")
            }
        }
    }
}

/// Reads an exact number, which is always a text in these files.
fn number(node: &Node<'_>) -> Read<Rational> {
    node.text()?.parse().map_err(|why| node.error(format!("{why}")))
}

/// Writes a condition with its multiplier.
fn line(condition: &Condition, times: &Rational) -> String {
    let at = match condition {
        Condition::Capacity { profile, resource } | Condition::Full { profile, resource } => {
            format!("profile = {profile}, resource = {resource}")
        }
        Condition::Share { profile, user } => format!("profile = {profile}, user = {user}"),
        Condition::Envy { profile, user, other } => {
            format!("profile = {profile}, user = {user}, other = {other}")
        }
        Condition::Compared { from, user, to, other, .. } => {
            format!("profile = {from}, user = {user}, to = {to}, other = {other}")
        }
    };
    format!("  {{ times = \"{times}\", by = {}, {at} }},\n", Value::text(condition.by()).inline())
}

/// Builds the tree from nodes in preorder; `depth` bounds its depth, and errors about a missing node are at `all`.
fn tree<'n, 'a: 'n>(
    left: &mut impl Iterator<Item = &'n Node<'a>>,
    all: &Node<'_>,
    depth: usize,
) -> Read<Refutation> {
    let node = left.next().ok_or_else(|| all.error("has too few entries for its cases"))?;
    let mut fields = node.fields()?;
    let read = match (fields.optional("profile"), fields.optional("full"), fields.optional("sum")) {
        (Some(_), Some(_), None) if depth == 0 => Err(node.error("goes deeper than there are profiles")),
        (Some(profile), Some(sets), None) => {
            let full = sets.each(|set| Ok((set.each(Node::count)?, tree(left, all, depth - 1)?)))?;
            Ok(Refutation::Cases { profile: profile.count()?, full })
        }
        (None, None, Some(sum)) => Ok(Refutation::Sum(sum.each(condition)?)),
        _ => Err(node.error("needs either `sum`, or `profile` and `full`")),
    };
    fields.finish()?;
    read
}

/// Reads a condition with its multiplier.
fn condition(node: &Node<'_>) -> Read<(Condition, Rational)> {
    let mut fields = node.fields()?;
    let times = number(&fields.required("times")?)?;
    let by = fields.required("by")?.text()?;
    let profile = fields.required("profile")?.count()?;
    let mut count = |name| fields.maybe(name, Node::count);
    let condition = match (by, count("resource")?, count("user")?, count("to")?, count("other")?) {
        ("capacity", Some(resource), None, None, None) => Condition::Capacity { profile, resource },
        ("full", Some(resource), None, None, None) => Condition::Full { profile, resource },
        ("si", None, Some(user), None, None) => Condition::Share { profile, user },
        ("ef", None, Some(user), None, Some(other)) => Condition::Envy { profile, user, other },
        (_, None, Some(user), Some(to), Some(other)) => {
            Condition::Compared { property: by.to_string(), from: profile, user, to, other }
        }
        _ => return Err(node.error(format!("has not the fields of a condition by `{by}`"))),
    };
    fields.finish()?;
    Ok((condition, times))
}
