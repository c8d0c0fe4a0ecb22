//! Theorems: statements for all sizes that a proof kernel accepts, as listed in `proofs/theorems*.toml`.
//!
//! The files are data. `proofs/check.sh` checks that each theorem compiles, that it uses no axiom but those
//! of the standard reals, and that each settled cell has a theorem of exactly its type.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::document::{InputError, files, hypothesis, typed};
use crate::model::Hypothesis;

/// A theorem, with its consequences for cells and claims.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Theorem {
    /// Qualified name of the theorem.
    pub name: String,
    /// The file that proves it, in the folder `proofs`.
    pub file: String,
    /// Statement of the theorem, in one sentence.
    pub statement: String,
    /// Hypotheses of the theorem, in words.
    pub hypotheses: String,
    /// The idea of its proof.
    pub idea: String,
    /// The cells that the theorem settles, each under a hypothesis.
    #[serde(default)]
    pub settles: Vec<Settled>,
    /// Purpose of a theorem that settles no cell: a lemma, a comparison, a formula. No standing depends on
    /// it.
    pub covers: Option<String>,
    /// Ids of the claims that the theorem proves completely, and of those that it refutes.
    #[serde(default)]
    pub claims: Vec<String>,
    /// The claims of which the theorem proves only a part.
    #[serde(default)]
    pub part_of: Vec<Part>,
    /// Ids of the claims among `claims` that the theorem refutes.
    #[serde(default)]
    pub refutes: Vec<String>,
    /// A lemma that shows that the hypotheses can be satisfied.
    pub witness: Option<String>,
    /// Ids of the mechanisms that have an outcome on every instance of their domain, by this theorem.
    #[serde(default)]
    pub exists: Vec<String>,
}

/// A claim of which a theorem proves a part; the claim itself stays unproved.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Part {
    /// Id of the claim.
    pub claim: String,
    /// The part that the theorem proves, in words.
    pub covers: String,
}

/// A cell that a theorem settles: no instance that meets the hypothesis violates the property.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settled {
    /// Id of the mechanism.
    pub mechanism: String,
    /// Id of the property.
    pub property: String,
    /// The hypothesis about instances.
    #[serde(deserialize_with = "hypothesis")]
    pub hypothesis: Hypothesis,
    /// The theorem whose type is the cell; without it the cell is not proved.
    #[serde(skip)]
    pub typed: Option<Typed>,
}

/// A theorem whose type is the proposition of a cell, as listed in `proofs/cells.toml` after compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// Qualified name of the theorem.
    pub theorem: String,
    /// `true` if the property restates a clause of the mechanism's specification.
    pub by_definition: bool,
    /// The listed theorems that its proof mentions.
    pub rests_on: Vec<String>,
}

impl Theorem {
    /// Returns `true` if the theorem proves the claim: it is listed with it, and not as a refutation.
    pub fn proves(&self, claim: &str) -> bool {
        let named = |ids: &[String]| ids.iter().any(|id| id == claim);
        named(&self.claims) && !named(&self.refutes)
    }

    /// The theorem of the cell's type, if this theorem settles the cell for all instances that meet the
    /// hypothesis.
    pub fn covers(&self, mechanism: &str, property: &str, hypothesis: Hypothesis) -> Option<&Typed> {
        let fits = |cell: &&Settled| {
            cell.mechanism == mechanism
                && cell.property == property
                && (cell.hypothesis == Hypothesis::None || cell.hypothesis == hypothesis)
        };
        self.settles.iter().filter(fits).find_map(|cell| cell.typed.as_ref())
    }
}

/// A cell with the theorem of its type.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Cell {
    mechanism: String,
    property: String,
    #[serde(deserialize_with = "hypothesis")]
    hypothesis: Hypothesis,
    theorem: String,
    by: By,
    #[serde(default)]
    rests_on: Vec<String>,
}

/// What shows a cell: a theorem, or a clause of the mechanism's specification.
#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum By {
    Definition,
    Theorem,
}

/// The rows of a list in a file of the folder `proofs`.
fn rows<T: DeserializeOwned>(path: &Path, list: &'static str) -> Result<Vec<T>, InputError> {
    files::load(path)?.node().table(|fields| fields.required(list)?.each(typed))
}

/// The theorems of a project's folder, from every `proofs/theorems*.toml`; empty if there are no such files.
/// A cell counts as settled if `proofs/cells.toml` has a theorem of its type that rests on the theorem that
/// settles it.
///
/// # Errors
/// A file that cannot be read.
pub fn theorems(root: &Path) -> Result<Vec<Theorem>, InputError> {
    let folder = root.join("proofs");
    let path = folder.join("cells.toml");
    let cells: Vec<Cell> = if files::exists(&path) { rows(&path, "cell")? } else { Vec::new() };
    let mut typed = BTreeMap::new();
    for cell in cells {
        let Cell { mechanism, property, hypothesis, theorem, by, rests_on } = cell;
        let key = (mechanism, property, hypothesis.id());
        if typed.insert(key, Typed { theorem, by_definition: by == By::Definition, rests_on }).is_some() {
            return Err(InputError::of(path.display().to_string(), "cell", "a cell that is given twice"));
        }
    }
    let list =
        |path: &PathBuf| path.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("theorems"));
    let mut found: Vec<Theorem> = Vec::new();
    for path in files::toml_files(&folder).unwrap_or_default().iter().filter(|path| list(path)) {
        found.extend(rows::<Theorem>(path, "theorem")?);
    }
    for theorem in &mut found {
        for text in [&mut theorem.statement, &mut theorem.hypotheses, &mut theorem.idea] {
            *text = text.trim().to_string();
        }
        for cell in &mut theorem.settles {
            let key = (cell.mechanism.clone(), cell.property.clone(), cell.hypothesis.id());
            cell.typed = typed.get(&key).filter(|typed| typed.rests_on.contains(&theorem.name)).cloned();
        }
    }
    Ok(found)
}
