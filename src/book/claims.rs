//! What the papers say, with its standing: a table of counts, and a table of claims for each paper.

use super::inline;
use super::link::{Target, Targets};
use crate::library::claims::{Bearing, Evidence, Standing, Weighed};

/// The papers that claims are taken from, in order.
pub(super) fn sources(weighed: &[Weighed]) -> Vec<String> {
    let mut found: Vec<String> = weighed.iter().map(|w| w.claim.source.clone()).collect();
    found.sort();
    found.dedup();
    found
}

/// Where the ids of claims lead.
pub(super) fn targets(weighed: &[Weighed]) -> Targets {
    let target = |w: &Weighed| {
        let path = format!("papers/{}.md#{}", w.claim.source, w.claim.id);
        let aside = (w.standing != Standing::Contradicted).then(|| w.standing.word());
        (w.claim.id.clone(), Target { path, aside })
    };
    weighed.iter().map(target).collect()
}

/// How many claims of each paper stand where.
pub(super) fn standing(weighed: &[Weighed]) -> String {
    let head = Standing::ALL.map(Standing::word).join(" | ");
    let mut text = format!("| paper | {head} |\n|---|--:|--:|--:|--:|\n");
    for source in sources(weighed) {
        let of = |s: Standing| weighed.iter().filter(|w| w.claim.source == source && w.standing == s).count();
        let counts = Standing::ALL.map(|s| of(s).to_string()).join(" | ");
        text += &format!("| [{source}](papers/{source}.md) | {counts} |\n");
    }
    text
}

/// The claims of a paper with what bears on them, for a chapter one folder below the top.
pub(super) fn list(source: &str, weighed: &[Weighed]) -> String {
    let mut text = String::new();
    for w in weighed.iter().filter(|w| w.claim.source == source) {
        let claim = &w.claim;
        text += &format!(
            "- <a id=\"{0}\"></a>`{0}` ({1}): **{2}**. {3}\n",
            claim.id,
            inline(&claim.locus),
            w.standing.word(),
            inline(&claim.statement)
        );
        for (evidence, (bearing, what)) in claim.evidence.iter().zip(&w.found) {
            let word = match bearing {
                Bearing::Reproduces => "agrees",
                Bearing::Contradicts => "against",
                Bearing::Unrefuted => "nothing against",
            };
            text += &format!("  - {word}: {}\n", linked(evidence, what));
        }
        for (word, note) in [("tried", &claim.tried), ("note", &claim.note)] {
            text += &note.as_ref().map_or_else(String::new, |note| format!("  - {word}: {}\n", inline(note)));
        }
    }
    text
}

/// The evidence in words, with a link to the page of its record.
fn linked(evidence: &Evidence, what: &str) -> String {
    let text = inline(what);
    let named = text.split_once("counterexamples/").and_then(|(before, rest)| {
        let (stem, after) = rest.split_once(".toml")?;
        Some(format!("{before}[{stem}](../records/{stem}.md){after}"))
    });
    match evidence {
        Evidence::Cell { .. } | Evidence::Record { .. } => named.unwrap_or(text),
        _ => text,
    }
}
