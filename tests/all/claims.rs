//! What the papers say, and where the evidence leaves it: the files are sound, and the standings are those on record.

use std::collections::BTreeSet;

use fairwitness::bench::models;
use fairwitness::claims::{Claim, Evidence, Library, Standing, Weighed};
use rayon::prelude::*;

use super::support::root;

fn weighed() -> Vec<Weighed> {
    let library = Library::open(&root()).unwrap_or_else(|e| panic!("{e}"));
    let claims = library.claims(None).unwrap_or_else(|e| panic!("{e}"));
    claims.into_par_iter().map(|c| library.weigh(c).unwrap_or_else(|e| panic!("{e}"))).collect()
}

fn claims() -> Vec<Claim> {
    Library::open(&root()).unwrap().claims(None).unwrap()
}

#[test]
fn ids_resolve() {
    let ids = |of: fn(&dyn fairwitness::bench::Bench) -> Vec<fairwitness::bench::Entry>| -> BTreeSet<&str> {
        models().iter().flat_map(|b| of(*b)).map(|e| e.id).collect()
    };
    let mechanisms = ids(|b| b.mechanisms());
    let properties = ids(|b| b.properties());
    let mut seen = BTreeSet::new();
    for claim in claims() {
        assert!(seen.insert(claim.id.clone()), "{} stands twice", claim.id);
        assert!(claim.id.starts_with(&format!("{}-", claim.source)), "{} is of {}", claim.id, claim.source);
        let named =
            |known: &BTreeSet<&str>, id: &Option<String>| id.as_deref().is_none_or(|id| known.contains(id));
        assert!(named(&mechanisms, &claim.mechanism), "{}: {:?}", claim.id, claim.mechanism);
        assert!(named(&properties, &claim.property), "{}: {:?}", claim.id, claim.property);
        for evidence in &claim.evidence {
            if let Evidence::Cell { mechanism, property, .. } | Evidence::Judge { mechanism, property, .. } =
                evidence
            {
                assert!(mechanisms.contains(mechanism.as_str()), "{}: {mechanism}", claim.id);
                assert!(properties.contains(property.as_str()), "{}: {property}", claim.id);
            }
        }
    }
    assert!(seen.len() > 500, "{} claims", seen.len());
}

#[test]
fn tests_that_claims_name_exist() {
    for claim in claims() {
        for evidence in &claim.evidence {
            let Evidence::Test { name, .. } = evidence else { continue };
            let (file, function) = name.split_once("::").unwrap_or_else(|| panic!("{}: {name}", claim.id));
            let text = std::fs::read_to_string(root().join(file))
                .unwrap_or_else(|e| panic!("{}: {file}: {e}", claim.id));
            assert!(text.contains(&format!("#[test]\nfn {function}(")), "{}: no test {name}", claim.id);
        }
    }
}

#[test]
fn what_is_open_says_what_was_tried() {
    for w in weighed().iter().filter(|w| w.standing == Standing::Open) {
        assert!(w.claim.tried.is_some(), "{} is open without a word", w.claim.id);
    }
}

/// A standing that changes is a finding, or a mistake. Set FAIRWITNESS_UPDATE to write the snapshot anew.
#[test]
fn standings_are_those_of_the_snapshot() {
    let now: String = weighed().iter().map(|w| format!("{} {}\n", w.claim.id, w.standing.word())).collect();
    let path = root().join("properties/claims/standings.txt");
    if std::env::var_os("FAIRWITNESS_UPDATE").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    for (now, known) in now.lines().zip(known.lines()) {
        assert_eq!(now, known);
    }
    assert_eq!(now.lines().count(), known.lines().count());
}

/// The table in the README is the one computed.
#[test]
fn the_readme_has_the_standings() {
    let all = weighed();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    for source in ["khamse2017", "li2019", "metin", "mukherjee", "wang2013"] {
        let of = |s: Standing| all.iter().filter(|w| w.claim.source == source && w.standing == s).count();
        let counts: Vec<String> = Standing::ALL.iter().map(|s| of(*s).to_string()).collect();
        let line = format!("| `{source}` | {} |", counts.join(" | "));
        assert!(readme.contains(&line), "README lacks the line {line}");
    }
}
