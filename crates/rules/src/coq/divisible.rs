//! Export of an impossibility for divisible tasks as a closed Coq theorem about every function from the
//! profiles to amounts in any ordered field.
//!
//! `divisible.v` and `sums.v` have the definitions and the soundness proofs of sums and case distinctions, which
//! all cores share. An exported file adds the data of its core and its sums with their Farkas multipliers;
//! Coq computes the sums itself and searches for nothing.

use super::{NoTheorem, matrix, named, row};
use crate::condition::{Condition, ratio};
use crate::profile::Profile;
use crate::property::{Linear, Property, find, linear};
use crate::refutation::Refutation;
use crate::tell;
use fairwitness_kernel::scalar::{Rational, Scalar as _, common_denominator};

/// The text with which every exported file begins: definitions with the saturation of Pareto optimal
/// allocations, then sums of inequalities and case distinctions.
pub const HEAD: &str = concat!(include_str!("divisible.v"), "\n", include_str!("sums.v"));

/// Returns the name in `divisible.v` of the relation by which a user of one profile runs at least as much as a user of
/// another.
fn related(property: &dyn Property) -> Option<&'static str> {
    if let Some(Linear::Related(name)) = property.facts().linear { Some(name) } else { None }
}

/// Returns the theorem as a file for Coq 8.16 or newer.
///
/// # Errors
/// A condition of the refutation that the profiles do not have.
pub fn export(
    properties: &[&dyn Property],
    profiles: &[Profile],
    refutation: &Refutation,
) -> Result<String, NoTheorem> {
    let relations: Vec<&str> = properties.iter().filter_map(|k| related(*k)).collect();
    let depth = depth(refutation, profiles) + 1;
    let tree = Written { profiles, relations: &relations }.tree(refutation, 1)?;
    let mut out = format!("(* No rule for divisible tasks has {}. *)\n{HEAD}\n", tell::names(properties));
    for (i, p) in profiles.iter().enumerate() {
        let (capacity, demand) = (p.capacity.first().map(|c| row(c)).unwrap_or_default(), matrix(&p.demand));
        let name = format!("profile_{}", i + 1);
        out += &format!("Definition {name} := {{| capacity := {capacity}%N; demand := {demand}%N |}}.\n");
    }
    let names: Vec<String> = (1..=profiles.len()).map(|i| format!("profile_{i}")).collect();
    let single: String = named(properties, false).iter().map(|id| format!(" /\\ {id} F p (f p)")).collect();
    let both: String =
        named(properties, true).iter().map(|id| format!(" /\\ {id} F p (f p) q (f q)")).collect();
    let flags = [Linear::Saturated, Linear::Share, Linear::Envy, Linear::Lie];
    let flags = flags.map(|condition| linear(properties, condition).to_string());
    let width = profiles.iter().map(Profile::users).max().unwrap_or(1);
    let flags = flags.join(" ");
    // One step for each relation; beyond these steps the list is empty.
    let known =
        "destruct k as [|k]; [simpl in same; injection same as <-; tauto|].\n  ".repeat(relations.len());
    out += &format!(
        "Definition core : list profile := [{}].\n\n\
         (* Of every function [f] from profiles to amounts, in any ordered field: on the core it does not have the properties. *)\n\
         Definition has (F : ordered_field) (f : profile -> list F) : Prop :=\n  \
         (forall p, In p core -> feasible F p (f p){single})\n  \
         /\\ (forall p q, In p core -> In q core -> True{both}).\n\n\
         Definition refutation : tree :=\n  {tree}.\n\
         Definition relations : list (profile -> profile -> nat -> nat -> bool) := [{}].\n\n\
         Lemma computed : check core {flags} relations {width} {depth} [] refutation = true.\nProof. vm_compute. reflexivity. Qed.\n\n\
         Theorem impossible : forall F : ordered_field, ~ exists f, has F f.\nProof.\n  intros F [f [one two]].\n  \
         apply (check_sound F core f {flags} relations {width}) with (fuel := {depth}) (supposed := []) (t := refutation);\n    \
         [reflexivity | | | | | | | intros i r [] | exact computed]; try (intros flag; discriminate flag).\n  \
         all: try (intros p inside; specialize (one p inside); tauto).\n  \
         all: try (intros _ p inside; specialize (one p inside); tauto).\n  \
         all: try (intros _ p q inside inside'; specialize (two p q inside inside'); tauto).\n  \
         intros k related same p q inside inside'; specialize (two p q inside inside').\n  \
         {known}destruct k; discriminate same.\n\
         Qed.\n\nPrint Assumptions impossible.\n",
        names.join("; "),
        relations.join("; ")
    );
    Ok(out)
}

/// Returns the largest number of nested case distinctions, if every case distinction is over the used-up
/// resource of one user.
fn depth(tree: &Refutation, profiles: &[Profile]) -> usize {
    match tree {
        Refutation::Sum(_) => 1,
        Refutation::Cases { profile, full } => {
            let below = full.iter().map(|(_, next)| depth(next, profiles)).max().unwrap_or(0);
            profiles.get(*profile).map_or(0, Profile::users) + below
        }
    }
}

struct Written<'a> {
    profiles: &'a [Profile],
    relations: &'a [&'a str],
}

impl Written<'_> {
    fn tree(&self, tree: &Refutation, indent: usize) -> Result<String, NoTheorem> {
        match tree {
            Refutation::Sum(all) => self.sum(all),
            Refutation::Cases { profile, full } => self.cases(*profile, full, &[], indent),
        }
    }

    /// Writes a case distinction over sets of used-up resources as case distinctions over the used-up
    /// resource of one user after another.
    fn cases(
        &self,
        profile: usize,
        full: &[(Vec<usize>, Refutation)],
        known: &[usize],
        indent: usize,
    ) -> Result<String, NoTheorem> {
        if let Some((_, next)) = full.iter().find(|(set, _)| set.iter().all(|r| known.contains(r))) {
            return self.tree(next, indent);
        }
        let p = self.profiles.get(profile).ok_or(NoTheorem::Profile)?;
        let open =
            (0..p.users()).find(|&u| !known.iter().any(|&r| p.demand[u].get(r).is_some_and(|d| *d > 0)));
        let user = open.ok_or(NoTheorem::Case)?;
        let mut branches = vec![];
        for r in (0..p.demand[user].len()).filter(|&r| p.demand[user][r] > 0) {
            let known: Vec<usize> = known.iter().copied().chain([r]).collect();
            branches.push(format!("({r}, {})", self.cases(profile, full, &known, indent + 1)?));
        }
        let space = "  ".repeat(indent + 1);
        Ok(format!("Cases {profile} {user} [\n{space}{}]", branches.join(&format!(";\n{space}"))))
    }

    fn sum(&self, all: &[(Condition, Rational)]) -> Result<String, NoTheorem> {
        let each = all.iter().map(|(condition, times)| {
            let (reason, coefficient) = self.reason(condition).ok_or(NoTheorem::Condition)?;
            Ok((reason, times.clone() / coefficient))
        });
        let each = each.collect::<Result<Vec<_>, NoTheorem>>()?;
        let common = common_denominator(each.iter().map(|(_, times)| times));
        let common = Rational::ratio(&common, &Rational::one().numerator()).ok_or(NoTheorem::Multiplier)?;
        let terms: Vec<String> =
            each.into_iter().map(|(reason, times)| format!("({}%N, {reason})", times * &common)).collect();
        Ok(format!("Sum [{}]", terms.join("; ")))
    }

    /// Returns the reason in the terms of `divisible.v`, and the factor between its inequality and the condition.
    fn reason(&self, condition: &Condition) -> Option<(String, Rational)> {
        Some(match condition {
            Condition::Capacity { profile, resource } => {
                (format!("Capacity {profile} {resource}"), Rational::one())
            }
            Condition::Full { profile, resource } => (format!("Full {profile} {resource}"), Rational::one()),
            Condition::Share { profile, user } => {
                let p = self.profiles.get(*profile)?;
                let n = u32::try_from(p.users()).ok()?;
                let demand = p.demand.get(*user)?;
                let r = scarcest(demand, p.capacity.first()?)?;
                (format!("Share {profile} {user} {r}"), ratio(n, 1) * &ratio(demand[r], 1))
            }
            Condition::Envy { profile, user, other } => {
                let p = self.profiles.get(*profile)?;
                let demand = p.demand.get(*user)?;
                let r = scarcest(demand, p.demand.get(*other)?)?;
                (format!("Envy {profile} {user} {other} {r}"), ratio(demand[r], 1))
            }
            Condition::Compared { property, from, user, to, other } => {
                let (p, q) = (self.profiles.get(*from)?, self.profiles.get(*to)?);
                if let Some(name) = find(property).and_then(related) {
                    let k = self.relations.iter().position(|known| *known == name)?;
                    (format!("Related {k} {from} {to} {user} {other}"), Rational::one())
                } else {
                    let demand = p.demand.get(*user)?;
                    let r = scarcest(demand, q.demand.get(*user)?)?;
                    (format!("Lie {from} {to} {user} {r}"), ratio(demand[r], 1))
                }
            }
        })
    }
}

/// Returns the demanded resource that limits the number of tasks of `demand` in `held`.
fn scarcest(demand: &[u32], held: &[u32]) -> Option<usize> {
    let demanded = (0..demand.len().min(held.len())).filter(|&r| demand[r] > 0);
    demanded.min_by_key(|&r| ratio(held[r], demand[r]))
}
