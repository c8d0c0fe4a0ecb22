//! What the papers say, with its standing: a table of counts, and a table of claims for each paper.

use std::collections::BTreeMap;

use super::inline;
use super::link::{Target, Targets};
use crate::library::claims::{Bearing, Evidence, Standing, Voice, Weighed};

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

/// How many findings of each paper's own sentences stand where, and how many of our questions to it. A finding gathers the
/// claims of one cause; it counts under the first standing that one of its claims has.
pub(super) fn standing(weighed: &[Weighed]) -> String {
    let head = Standing::ALL.map(Standing::word).join(" | ");
    let mut text = String::new();
    for (voice, title) in [
        (Voice::Paper, "Findings of what the papers say"),
        (Voice::Question, "Findings of what we ask beyond that"),
    ] {
        text += &format!("{title}:\n\n| paper | {head} |\n|---|--:|--:|--:|--:|--:|\n");
        for source in sources(weighed) {
            let own = || weighed.iter().filter(|w| w.claim.source == source && w.claim.voice == voice);
            let mut findings: BTreeMap<&str, Standing> = BTreeMap::new();
            for w in own() {
                let known = findings.entry(&w.claim.finding).or_insert(w.standing);
                *known = (*known).min(w.standing);
            }
            let counts =
                Standing::ALL.map(|s| findings.values().filter(|f| **f == s).count().to_string()).join(" | ");
            text += &format!("| [{source}](papers/{source}.md) | {counts} |\n");
        }
        text.push('\n');
    }
    text.trim_end().to_string() + "\n"
}

/// The claims of a paper with what bears on them, what it says before our questions, for a chapter one folder below the
/// top.
pub(super) fn list(source: &str, weighed: &[Weighed]) -> String {
    let mut text = String::new();
    for (voice, title) in
        [(Voice::Paper, "What the paper says"), (Voice::Question, "What we ask beyond that")]
    {
        text += &format!("### {title}\n\n");
        for w in weighed.iter().filter(|w| w.claim.source == source && w.claim.voice == voice) {
            text += &item(w);
        }
        text.push('\n');
    }
    text.trim_end().to_string() + "\n"
}

fn item(w: &Weighed) -> String {
    let claim = &w.claim;
    let mut text = format!(
        "- <a id=\"{0}\"></a>`{0}` ({1}, {2}): **{3}**. {4}\n",
        claim.id,
        claim.kind,
        inline(&claim.locus),
        w.standing.word(),
        inline(&claim.statement)
    );
    for (k, (bearing, what)) in w.found.iter().enumerate() {
        let word = match bearing {
            Bearing::Proves => "proved by",
            Bearing::Reproduces => "agrees",
            Bearing::Contradicts => "against",
            Bearing::Unrefuted => "nothing against",
        };
        let shown = claim.evidence.get(k).map_or_else(|| inline(what), |evidence| linked(evidence, what));
        text += &format!("  - {word}: {shown}\n");
    }
    let extent = w.extent.as_ref().filter(|_| w.standing == Standing::Unrefuted);
    for (word, note) in [("searched", extent), ("tried", claim.tried.as_ref()), ("note", claim.note.as_ref())]
    {
        text += &note.map_or_else(String::new, |note| format!("  - {word}: {}\n", inline(note)));
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
