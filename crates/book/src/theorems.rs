//! The page of theorems: statements for all sizes that a proof kernel accepts, and their consequences.

use std::collections::BTreeSet;

use super::link::Target;
use super::{Page, inline};
use crate::library::claims::Library;
use crate::library::theorems::Theorem;
use crate::model::Hypothesis;
use crate::workbench::bench_of;

/// Every theorem with its hypotheses, its idea, and the cells and claims that it settles.
pub(super) fn page(library: &Library) -> Page {
    let theorems = library.theorems();
    let settled = || theorems.iter().flat_map(|t| &t.settles).filter_map(|cell| cell.typed.as_ref());
    let cells: BTreeSet<&str> = settled().map(|typed| typed.theorem.as_str()).collect();
    let restated: BTreeSet<&str> =
        settled().filter(|typed| typed.by_definition).map(|typed| typed.theorem.as_str()).collect();
    let (cells, restated) = (cells.len(), restated.len());
    let mut text = format!(
        "# Theorems\n\n{} theorems for all numbers of users, servers and resources, accepted by the proof assistant Coq \
         (`proofs/` in the repository). They settle {cells} cells of the [matrix](matrix.md), {restated} of which restate a \
         clause of the mechanism's specification. Each of these cells is a proposition in `proofs/Cells/`, with a theorem \
         of exactly that type. A theorem speaks of every outcome that meets the mechanism's specification, and of no \
         algorithm.\n\n`sh proofs/check.sh` compiles all of \
         them, and fails when one is missing, unfinished, or rests on an axiom other than those of Coq's real numbers, \
         classical logic and the extensionality of functions.\n\nThe definitions are audited: on examples and random \
         instances the kernel accepts the allocations of the mechanisms and refuses their neighbours. `check.sh` counts a sample, \
         `sh proofs/audit.sh` does the whole, and `proofs/README.md` says how. What a theorem assumes is said once for theorems that follow each other.\n",
        theorems.len()
    );
    let mut files: Vec<&str> = theorems.iter().map(|t| t.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        text += &format!(
            "\n## {}\n",
            file.trim_start_matches("proofs/").trim_end_matches(".v").replace('/', ", ")
        );
        let mut assumed = "";
        for theorem in theorems.iter().filter(|t| t.file == file) {
            text += &item(theorem, theorem.hypotheses != assumed);
            assumed = &theorem.hypotheses;
        }
    }
    ("theorems.md".to_string(), text)
}

/// The link targets of the names of theorems.
pub(super) fn targets(library: &Library) -> Vec<(String, Target)> {
    let target = |t: &Theorem| (t.name.clone(), Target::to(format!("theorems.md#{}", t.name)));
    library.theorems().iter().map(target).collect()
}

/// A theorem; with `assumptions`, what it assumes, if this differs from the theorem above. A theorem that settles no cell and no
/// claim is a step to others, whose idea stands in its file.
fn item(theorem: &Theorem, assumptions: bool) -> String {
    let mut text = format!("\n<a id=\"{0}\"></a>**`{0}`** {1}\n\n", theorem.name, inline(&theorem.statement));
    if assumptions {
        text += &format!("- assumes: {}\n", inline(&theorem.hypotheses));
    }
    if !(theorem.settles.is_empty() && theorem.claims.is_empty() && theorem.part_of.is_empty()) {
        text += &format!("- idea: {}\n", inline(&theorem.idea));
    }
    let cell = |c: &crate::library::theorems::Settled| {
        let model = bench_of(&c.mechanism).map_or("cluster", |bench| bench.model());
        let assumed = match c.hypothesis {
            Hypothesis::None => String::new(),
            other => format!(" ({})", other.id()),
        };
        format!(
            "[`{0}`](mechanisms/{0}.md) × [`{1}`](properties/{model}/{1}.md){assumed}",
            c.mechanism, c.property
        )
    };
    let settles: Vec<String> = theorem.settles.iter().map(cell).collect();
    for (word, list) in
        [("settles", settles.join(", ")), ("covers", theorem.covers.clone().unwrap_or_default())]
    {
        if !list.is_empty() {
            text += &format!("- {word}: {}\n", list.replace('\n', " "));
        }
    }
    let claims: Vec<String> = theorem
        .claims
        .iter()
        .map(|id| {
            let source = id.split('-').next().unwrap_or_default();
            let aside = if theorem.refutes.contains(id) { " (refuted)" } else { "" };
            format!("[`{id}`](papers/{source}.md#{id}){aside}")
        })
        .collect();
    if !claims.is_empty() {
        text += &format!("- claims: {}\n", claims.join(", "));
    }
    for part in &theorem.part_of {
        let source = part.claim.split('-').next().unwrap_or_default();
        text +=
            &format!("- a part of [`{0}`](papers/{source}.md#{0}): {1}\n", part.claim, inline(&part.covers));
    }
    text
}
