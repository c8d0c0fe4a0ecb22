//! The page of theorems: statements for all sizes that a proof kernel accepts, and their consequences.

use std::collections::BTreeSet;

use super::link::Target;
use super::{Page, inline};
use crate::library::claims::Library;
use crate::library::theorems::Theorem;

/// Every theorem that settles a cell or bears on a claim, with its hypotheses, and the names of the others.
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
         of exactly that type, and the pages of mechanisms and properties list them. A theorem speaks of every outcome that meets the mechanism's specification, and of no \
         algorithm.\n\n`sh proofs/check.sh` compiles all of \
         them, and fails when one is missing, unfinished, or rests on an axiom other than those of Coq's real numbers, \
         classical logic and the extensionality of functions.\n\nThe definitions are audited: on examples and random \
         instances the kernel accepts the allocations of the mechanisms and refuses their neighbours. `check.sh` counts a sample, \
         `sh proofs/audit.sh` does the whole, and `proofs/README.md` says how. What a theorem assumes is said once for theorems that \
         follow each other; each file of proofs is folded. The files `proofs/theorems*.toml` give the idea of each proof, and the statement of each step.\n",
        theorems.len()
    );
    let mut files: Vec<&str> = theorems.iter().map(|t| t.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        let count = theorems.iter().filter(|t| t.file == file).count();
        text += &format!("\n<details><summary><code>{file}</code>: {count}</summary>\n");
        let mut assumed = "";
        let step = |t: &&Theorem| t.settles.is_empty() && t.claims.is_empty() && t.part_of.is_empty();
        let (steps, own): (Vec<&Theorem>, Vec<&Theorem>) =
            theorems.iter().filter(|t| t.file == file).partition(step);
        for theorem in own {
            text += &item(theorem, theorem.hypotheses != assumed);
            assumed = &theorem.hypotheses;
        }
        let steps: Vec<String> = steps.iter().map(|t| format!("<a id=\"{0}\"></a>`{0}`", t.name)).collect();
        if !steps.is_empty() {
            text += &format!("\nSteps and bounds: {}.\n", steps.join(", "));
        }
        text += "\n</details>\n";
    }
    ("theorems.md".to_string(), text)
}

/// The link targets of the names of theorems.
pub(super) fn targets(library: &Library) -> Vec<(String, Target)> {
    let target = |t: &Theorem| (t.name.clone(), Target::to(format!("theorems.md#{}", t.name)));
    library.theorems().iter().map(target).collect()
}

/// A theorem that settles a cell or bears on a claim; with `assumptions`, what it assumes, if this differs from the theorem above.
fn item(theorem: &Theorem, assumptions: bool) -> String {
    let mut text = format!("\n<a id=\"{0}\"></a>**`{0}`** {1}", theorem.name, inline(&theorem.statement));
    if assumptions {
        text += &format!(" *Assumes {}.*", inline(theorem.hypotheses.trim_end_matches('.')));
    }
    let claim = |id: &str, aside: &str| {
        let source = id.split('-').next().unwrap_or_default();
        format!("[`{id}`](papers/{source}.md#{id}){aside}")
    };
    let whole = theorem.claims.iter().map(|id| {
        let aside = if theorem.refutes.contains(id) { " (refuted)" } else { "" };
        claim(id, aside)
    });
    let parts = theorem.part_of.iter().map(|part| claim(&part.claim, " (a part)"));
    let claims: Vec<String> = whole.chain(parts).collect();
    if !claims.is_empty() {
        text += &format!(" Claims: {}.", claims.join(", "));
    }
    text + "\n"
}
