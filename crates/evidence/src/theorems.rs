//! Theorems: statements for all sizes that a proof kernel accepts, as listed in `proofs/theorems*.toml`.
//!
//! The files are data. `proofs/check.sh` checks that each theorem compiles, that it uses no axiom but those
//! of the standard reals, and that each settled cell has a theorem of exactly its type.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::document::{InputError, Node, files};
use crate::model::Hypothesis;

/// A theorem, with its consequences for cells and claims.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub settles: Vec<Settled>,
    /// Purpose of a theorem that settles no cell: a lemma, a comparison, a formula. No standing depends on
    /// it.
    pub covers: Option<String>,
    /// Ids of the claims that the theorem proves completely, and of those that it refutes.
    pub claims: Vec<String>,
    /// The claims of which the theorem proves only a part.
    pub part_of: Vec<Part>,
    /// Ids of the claims among `claims` that the theorem refutes.
    pub refutes: Vec<String>,
    /// A lemma that shows that the hypotheses can be satisfied.
    pub witness: Option<String>,
    /// Ids of the mechanisms that have an outcome on every instance of their domain, by this theorem.
    pub exists: Vec<String>,
}

/// A claim of which a theorem proves a part; the claim itself stays unproved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Id of the claim.
    pub claim: String,
    /// The part that the theorem proves, in words.
    pub covers: String,
}

/// A cell that a theorem settles: no instance that meets the hypothesis violates the property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Id of the mechanism.
    pub mechanism: String,
    /// Id of the property.
    pub property: String,
    /// The hypothesis about instances.
    pub hypothesis: Hypothesis,
    /// The theorem whose type is the cell; without it the cell is not proved.
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

/// The ids of a cell in one text.
fn key(mechanism: &str, property: &str, hypothesis: Hypothesis) -> String {
    format!("{mechanism} {property} {}", hypothesis.id())
}

type Cells = BTreeMap<String, Typed>;

fn hypothesis_of(node: &Node<'_>) -> Result<Hypothesis, InputError> {
    Hypothesis::named(node.text()?).ok_or_else(|| node.error("unknown hypothesis"))
}

fn typed(node: &Node<'_>) -> Result<(String, Typed), InputError> {
    let mut fields = node.fields()?;
    let (mechanism, property) = (fields.required("mechanism")?, fields.required("property")?);
    let hypothesis = hypothesis_of(&fields.required("hypothesis")?)?;
    let by = fields.required("by")?;
    let read = Typed {
        theorem: fields.required("theorem")?.text()?.to_string(),
        by_definition: match by.text()? {
            "definition" => true,
            "theorem" => false,
            _ => return Err(by.error("must be `definition` or `theorem`")),
        },
        rests_on: texts(fields.optional("rests-on"))?,
    };
    fields.finish()?;
    Ok((key(mechanism.text()?, property.text()?, hypothesis), read))
}

fn texts(node: Option<Node<'_>>) -> Result<Vec<String>, InputError> {
    node.map_or(Ok(Vec::new()), |node| node.list()?.iter().map(|t| t.text().map(String::from)).collect())
}

fn settled(node: &Node<'_>, cells: &Cells) -> Result<Settled, InputError> {
    let mut fields = node.fields()?;
    let mechanism = fields.required("mechanism")?.text()?.to_string();
    let property = fields.required("property")?.text()?.to_string();
    let hypothesis = hypothesis_of(&fields.required("hypothesis")?)?;
    fields.finish()?;
    let typed = cells.get(&key(&mechanism, &property, hypothesis)).cloned();
    Ok(Settled { mechanism, property, hypothesis, typed })
}

fn part(node: &Node<'_>) -> Result<Part, InputError> {
    let mut fields = node.fields()?;
    let read = Part {
        claim: fields.required("claim")?.text()?.to_string(),
        covers: fields.required("covers")?.text()?.to_string(),
    };
    fields.finish()?;
    Ok(read)
}

fn theorem(node: &Node<'_>, cells: &Cells) -> Result<Theorem, InputError> {
    let mut fields = node.fields()?;
    let mut text =
        |name: &'static str| Ok::<_, InputError>(fields.required(name)?.text()?.trim().to_string());
    let (name, file, statement) = (text("name")?, text("file")?, text("statement")?);
    let (hypotheses, idea) = (text("hypotheses")?, text("idea")?);
    let read = Theorem {
        name,
        file,
        statement,
        hypotheses,
        idea,
        settles: match fields.optional("settles") {
            Some(node) => node.list()?.iter().map(|n| settled(n, cells)).collect::<Result<_, _>>()?,
            None => Vec::new(),
        },
        covers: fields.optional("covers").map(|n| n.text().map(String::from)).transpose()?,
        claims: texts(fields.optional("claims"))?,
        part_of: match fields.optional("part-of") {
            Some(node) => node.list()?.iter().map(part).collect::<Result<_, _>>()?,
            None => Vec::new(),
        },
        refutes: texts(fields.optional("refutes"))?,
        witness: fields.optional("witness").map(|n| n.text().map(String::from)).transpose()?,
        exists: texts(fields.optional("exists"))?,
    };
    fields.finish()?;
    Ok(read)
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
    let mut cells = Cells::new();
    if files::exists(&path) {
        let document = files::load(&path)?;
        let mut fields = document.node().fields()?;
        for node in fields.required("cell")?.list()? {
            let (key, read) = typed(&node)?;
            if cells.insert(key, read).is_some() {
                return Err(node.error("a cell that is given twice"));
            }
        }
        fields.finish()?;
    }
    let list =
        |path: &PathBuf| path.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("theorems"));
    let mut found: Vec<Theorem> = Vec::new();
    for path in files::toml_files(&folder).unwrap_or_default().iter().filter(|path| list(path)) {
        let document = files::load(path)?;
        let mut fields = document.node().fields()?;
        for node in fields.required("theorem")?.list()? {
            found.push(theorem(&node, &cells)?);
        }
        fields.finish()?;
    }
    for theorem in &mut found {
        let rests = |typed: &Typed| typed.rests_on.contains(&theorem.name);
        for cell in &mut theorem.settles {
            cell.typed = cell.typed.take().filter(rests);
        }
    }
    Ok(found)
}
