//! The claims of the papers with their standings: a table of counts, and a list of claims for each paper, which is
//! filtered without a script.

use std::collections::BTreeMap;

use super::inline;
use super::link::Target;
use super::markdown::folded;
use super::naming::cited;
use crate::library::VariantArray as _;
use crate::library::claims::{Bearing, Claim, Evidence, Found, Open, Standing, Voice, Weighed};
use crate::workbench::{Bench, bench_of};

/// The papers from which claims are taken, sorted.
pub(super) fn sources(weighed: &[Weighed]) -> Vec<String> {
    let mut found: Vec<String> = weighed.iter().map(|w| w.claim.source.clone()).collect();
    found.sort();
    found.dedup();
    found
}

/// The link targets of the ids of claims, and of the keys of papers.
pub(super) fn targets(weighed: &[Weighed]) -> Vec<(String, Target)> {
    let target = |w: &Weighed| {
        let path = format!("papers/{}.md#{}", w.claim.source, w.claim.id);
        let aside = (w.standing != Standing::Contradicted).then(|| w.standing.word());
        let model = w.claim.mechanism.as_deref().and_then(bench_of).map(Bench::model);
        (w.claim.id.clone(), Target { path, model: model.map(String::from), aside })
    };
    let paper = |source: String| (source.clone(), Target::to(format!("papers/{source}.md")));
    weighed.iter().map(target).chain(sources(weighed).into_iter().map(paper)).collect()
}

/// A filter of a list of claims: its name, and the word of a claim that it compares.
type Filter = (&'static str, fn(&Weighed) -> &str);

const FILTERS: [Filter; 3] =
    [("kind", |w| &w.claim.kind), ("voice", |w| w.claim.voice.word()), ("standing", |w| w.standing.word())];

/// The menus above a list of claims. The rules of style by which they hide claims are in `book/style.css`, one for each word.
fn menus(weighed: &[&Weighed]) -> String {
    let mut text = String::from("<div class=\"filters\">\n");
    for (name, word) in FILTERS {
        let mut words: Vec<&str> = weighed.iter().map(|w| word(w)).collect();
        words.sort_unstable();
        words.dedup();
        text += &format!("<label>{name} <select id=\"by-{name}\"><option value=\"\">any</option>");
        for word in words {
            text += &format!("<option value=\"{word}\">{word}</option>");
        }
        text += "</select></label>\n";
    }
    text + "</div>\n"
}

/// A claim in its box, with the words that the menus compare.
fn boxed(w: &Weighed, anchor: &str, text: &str) -> String {
    let mut data: Vec<String> =
        FILTERS.iter().map(|(name, word)| format!(" data-{name}=\"{}\"", word(w))).collect();
    // The words of a claim by which a query over the matrix finds it.
    for (name, id) in [("mechanism", &w.claim.mechanism), ("property", &w.claim.property)] {
        data.extend(id.as_ref().map(|id| format!(" data-{name}=\"{id}\"")));
    }
    format!("<div class=\"claim\"{anchor}{}>\n\n{text}\n</div>\n\n", data.concat())
}

/// A claim in one sentence, with its kind and its standing.
fn sentence(w: &Weighed) -> String {
    let Claim { id, source, kind, locus, statement, .. } = &w.claim;
    let voice = match w.claim.voice {
        Voice::Paper => "",
        Voice::Reported => "reported, ",
        Voice::Question => "our question, ",
    };
    let (locus, words, statement) = (inline(locus), w.words(), inline(statement));
    format!("[`{id}`](papers/{source}.md#{id}) ({voice}{kind}, {locus}): **{words}**. {statement}")
}

/// The number of findings about each paper's own sentences, and the number of our questions, for each standing. A
/// finding combines the claims with one cause; it counts under the first standing that one of its claims has.
pub(super) fn standing(weighed: &[Weighed]) -> String {
    // Standings in their order, the open ones by their reasons.
    let settled = Standing::VARIANTS.iter().filter(|s| **s != Standing::Open).map(|s| (*s, None));
    let columns: Vec<(Standing, Option<Open>)> =
        settled.chain(Open::VARIANTS.iter().map(|open| (Standing::Open, Some(*open)))).collect();
    let word = |(s, open): &(Standing, Option<Open>)| match open {
        Some(open) => format!("open: {}", open.word().replace('-', " ")),
        None => s.word().to_string(),
    };
    let mut text = String::new();
    for (voice, title) in [
        (Voice::Paper, "Findings of what the papers say"),
        (
            Voice::Reported,
            "Findings of what is reported of products, or of texts that were not read; our restatement is judged",
        ),
        (Voice::Question, "Findings of what we ask beyond that"),
    ] {
        let mut rows: Vec<(String, Vec<usize>)> = Vec::new();
        for source in sources(weighed) {
            let mut findings: BTreeMap<&str, (Standing, Option<Open>)> = BTreeMap::new();
            for w in weighed.iter().filter(|w| w.claim.source == source && w.claim.voice == voice) {
                let stands = (w.standing, w.claim.open);
                let known = findings.entry(&w.claim.finding).or_insert(stands);
                *known = (*known).min(stands);
            }
            let count = |s: &(Standing, Option<Open>)| findings.values().filter(|f| *f == s).count();
            rows.push((source, columns.iter().map(count).collect()));
        }
        // A source without claims in this voice has no row, and a standing without findings no column.
        rows.retain(|(_, counts)| counts.iter().any(|count| *count > 0));
        let kept: Vec<usize> = (0..columns.len()).filter(|k| rows.iter().any(|(_, c)| c[*k] > 0)).collect();
        let head: Vec<String> = kept.iter().map(|k| word(&columns[*k])).collect();
        text +=
            &format!("{title}:\n\n| source | {} |\n|---|{}\n", head.join(" | "), "--:|".repeat(kept.len()));
        for (source, counts) in rows {
            let counts: Vec<String> = kept.iter().map(|k| counts[*k].to_string()).collect();
            text += &format!("| [{}](papers/{source}.md) | {} |\n", cited(&source), counts.join(" | "));
        }
        text.push('\n');
    }
    text.trim_end().to_string() + "\n"
}

/// The claims of a paper with their evidence, its own claims before our questions, for a chapter one folder
/// below the top.
pub(super) fn list(source: &str, weighed: &[Weighed]) -> String {
    let all: Vec<&Weighed> = weighed.iter().filter(|w| w.claim.source == source).collect();
    let mut text = menus(&all);
    for (voice, title) in [
        (Voice::Paper, "What the paper says"),
        (Voice::Reported, "What is reported"),
        (Voice::Question, "What we ask beyond that"),
    ] {
        if !all.iter().any(|w| w.claim.voice == voice) {
            continue;
        }
        text += &format!("\n## {title}\n\n<div class=\"claims\">\n\n");
        for w in all.iter().filter(|w| w.claim.voice == voice) {
            text += &boxed(w, &format!(" id=\"{}\"", w.claim.id), &item(w));
        }
        text += "</div>\n";
    }
    text
}

/// The statements of the papers that no evidence settles, by the reason, each with its id and a link.
pub(super) fn open(weighed: &[Weighed]) -> String {
    let mut text = String::new();
    for (reason, title) in [
        (Open::Unknown, "Unknown"),
        (Open::SourceMissing, "Source missing"),
        (Open::NoMathematics, "No statement of mathematics"),
    ] {
        let own: Vec<&Weighed> = weighed
            .iter()
            .filter(|w| w.claim.open == Some(reason) && w.claim.voice == Voice::Paper)
            .collect();
        let item = |w: &Weighed| {
            let Claim { id, source, statement, .. } = &w.claim;
            format!("- [`{id}`](../papers/{source}.md#{id}): {}\n", inline(statement))
        };
        let items: String = own.iter().map(|w| item(w)).collect();
        text += &folded(&format!("{title}: {}", own.len()), &items);
    }
    text
}

/// The largest number of words of the evidence that is not folded.
const SHORT: usize = 12;

/// A claim with the evidence that decides it. Of a claim that agrees with what is computed, and of a question, the computations
/// and remarks are left to `verify claims --id`.
fn item(w: &Weighed) -> String {
    let claim = &w.claim;
    let mut text = String::new();
    let asked = claim.voice == Voice::Question;
    for (k, Found { bearing, what, .. }) in w.found.iter().enumerate() {
        let word = match bearing {
            Bearing::Proves => "proved by",
            Bearing::ProvesOnPaper => "proof on paper",
            Bearing::Argues => "argument",
            Bearing::Contradicts => "against",
            Bearing::Unrefuted if w.standing == Standing::Unrefuted => "nothing against",
            Bearing::Reproduces | Bearing::Unrefuted => continue,
        };
        let shown = claim.evidence.get(k).map_or_else(|| inline(what), |evidence| linked(evidence, what));
        text += &format!("- {word}: {shown}\n");
    }
    let extent = w.extent.as_ref().filter(|_| w.standing == Standing::Unrefuted);
    let open = claim.tried.as_ref().filter(|_| w.standing == Standing::Open);
    let agrees = matches!(w.standing, Standing::Reproduced | Standing::Proved);
    let note = claim.note.as_ref().filter(|_| !asked && !agrees);
    if let Some((by, at)) = &claim.reported {
        text += &format!("- reported by {}: {}\n", by.word(), inline(at));
    }
    for (word, note) in [("searched", extent), ("tried", open), ("note", note)] {
        text += &note.map_or_else(String::new, |note| format!("- {word}: {}\n", inline(note)));
    }
    let sentence = sentence(w).replacen("](papers/", "](../papers/", 1);
    match text.split_whitespace().count() {
        0 => sentence + "\n",
        1..=SHORT => format!("{sentence}\n\n{text}"),
        _ => format!("{sentence}\n\n{}", folded("The evidence", &text)),
    }
}

/// The evidence in words, with a link to the page of its record.
fn linked(evidence: &Evidence, what: &str) -> String {
    let text = inline(what);
    let named = text.split_once("counterexamples/").and_then(|(before, rest)| {
        let (stem, after) = rest.split_once(".toml")?;
        Some(format!("{before}[`{stem}`](../records/{stem}.md){after}"))
    });
    match evidence {
        Evidence::Cell { .. } | Evidence::Record { .. } => named.unwrap_or(text),
        _ => text,
    }
}
