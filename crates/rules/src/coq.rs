//! Export of an impossibility as a closed Coq theorem about every function on the profiles of the core.
//!
//! `head.v` has the definitions and the soundness proof of the exhaustion, which all cores share; an exported
//! file adds the data of its core and one computation.

use crate::profile::Profile;
use crate::property::Property;
use crate::tell;
use crate::walk::{End, Split};

pub mod divisible;

/// The reason why a refutation is no theorem: a part of it that the profiles do not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoTheorem {
    /// The profile of a split.
    #[error("a split is at no profile")]
    Profile,
    /// A case of a split.
    #[error("a case of full resources is missing")]
    Case,
    /// A condition of a sum.
    #[error("a condition that the profiles do not have")]
    Condition,
    /// The multiplier of a condition.
    #[error("a multiplier that is no number")]
    Multiplier,
}

/// The text of `head.v`, with which every exported file begins.
pub const HEAD: &str = include_str!("coq/head.v");

/// Returns the theorem as a file for Coq 8.16 or newer.
///
/// The profiles are enumerated in the order of the case split `walk`. Coq repeats the exhaustion itself, so
/// it rejects a wrong core.
pub fn export(properties: &[&dyn Property], profiles: &[Profile], walk: &Split) -> String {
    let mut order = vec![];
    visit(walk, &mut order);
    order.extend((0..profiles.len()).filter(|i| !order.contains(i)).collect::<Vec<_>>());
    let mut out = format!("(* No rule has {}. *)\n{HEAD}\n", tell::names(properties));
    let mut names = vec![];
    for (n, &i) in order.iter().filter(|&&i| i < profiles.len()).enumerate() {
        let name = format!("profile_{}", n + 1);
        let (capacity, demand) = (matrix(&profiles[i].capacity), matrix(&profiles[i].demand));
        out += &format!("Definition {name} := {{| capacity := {capacity}; demand := {demand} |}}.\n");
        names.push(name);
    }
    out += &format!("Definition core : list profile := [{}].\n\n", names.join("; "));
    let (one, two) = (named(properties, false), named(properties, true));
    let single: String = one.iter().map(|id| format!(" /\\ {id} p (f p)")).collect();
    let both: String = two.iter().map(|id| format!(" /\\ {id} p (f p) q (f q)")).collect();
    out += &format!(
        "(* Of every function [f] from profiles to allocations: on the core it does not have the properties. *)\n\
         Definition has (f : profile -> matrix) : Prop :=\n  (forall p, In p core -> feasible p (f p){single})\n  \
         /\\ (forall p q, In p core -> In q core -> True{both}).\n\n"
    );
    let check = |ids: &[String], tail: &str| {
        ids.iter().map(|id| format!("{id}_b {tail} && ")).collect::<String>() + "true"
    };
    let lemmas: Vec<String> = one.iter().map(|id| format!("apply {id}_sound; tauto")).collect();
    let lemmas = lemmas.into_iter().chain(["reflexivity".to_string()]).collect::<Vec<_>>();
    let twos: Vec<String> =
        two.iter().map(|_| "tauto".to_string()).chain(["reflexivity".to_string()]).collect();
    out += &format!(
        "Definition keeps (p : profile) (x : matrix) : bool := {}.\n\
         Definition agrees (p : profile) (x : matrix) (q : profile) (y : matrix) : bool := {}.\n\n\
         Lemma computed : dead keeps agrees [] core = true.\nProof. vm_compute. reflexivity. Qed.\n\n\
         Theorem impossible : ~ exists f, has f.\nProof.\n  intros [f [one two]].\n  \
         apply (dead_sound keeps agrees f core [] eq_refl); [ | | | | exact computed].\n  \
         - intros p x no; destruct no.\n  \
         - intros p inside; specialize (one p inside); tauto.\n  \
         - intros p inside; specialize (one p inside); unfold keeps; repeat rewrite andb_true_iff;\n    \
           repeat split; first [{}].\n  \
         - intros p q inside inside'; specialize (two p q inside inside'); unfold agrees; \
           repeat rewrite andb_true_iff;\n    repeat split; first [{}].\n\
         Qed.\n\nPrint Assumptions impossible.\n",
        check(&one, "p x"),
        check(&two, "p x q y"),
        lemmas.join(" | "),
        twos.join(" | ")
    );
    out
}

/// Returns the names in Coq of the properties of two runs, or of one run.
fn named(properties: &[&dyn Property], two: bool) -> Vec<String> {
    let asked = properties.iter().filter(|p| p.facts().changes.is_some() == two);
    asked.map(|p| p.id().replace('-', "_")).collect()
}

fn visit(split: &Split, order: &mut Vec<usize>) {
    if !order.contains(&split.profile) {
        order.push(split.profile);
    }
    for case in &split.cases {
        if let End::Next(next) = &case.end {
            visit(next, order);
        }
    }
}

fn row(row: &[u32]) -> String {
    format!("[{}]", row.iter().map(u32::to_string).collect::<Vec<_>>().join("; "))
}

fn matrix(rows: &[Vec<u32>]) -> String {
    format!("[{}]", rows.iter().map(|r| row(r)).collect::<Vec<_>>().join("; "))
}
