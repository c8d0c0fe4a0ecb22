//! Theorems: statements for all sizes that a proof kernel accepts, as `proofs/theorems*.toml` list them.
//!
//! The files are data. That each theorem compiles, that it rests on no axiom but those of the standard reals, and that each
//! cell that is settled has a theorem of exactly its type, is checked by `proofs/check.sh`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::document::{InputError, Node, files};
use crate::model::Hypothesis;

/// A theorem with what follows from it here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// Its qualified name.
    pub name: String,
    /// The file that proves it, in the folder `proofs`.
    pub file: String,
    /// What it says, in one sentence.
    pub statement: String,
    /// What it assumes.
    pub hypotheses: String,
    /// The idea of its proof.
    pub idea: String,
    /// The cells that it settles, each under a hypothesis.
    pub settles: Vec<Settled>,
    /// What it is for where it settles no cell: a lemma, a comparison, a formula. No standing depends on it.
    pub covers: Option<String>,
    /// The claims that it proves, each in full, and those that it refutes.
    pub claims: Vec<String>,
    /// The claims of which it says a part only.
    pub part_of: Vec<Part>,
    /// Of these, the ones that it refutes.
    pub refutes: Vec<String>,
    /// A lemma that shows that its hypotheses can be met.
    pub witness: Option<String>,
}

/// A claim of which a theorem says a part; the claim is not proved by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The id of the claim.
    pub claim: String,
    /// Which part the theorem says.
    pub covers: String,
}

/// A cell that a theorem settles: no instance that meets the hypothesis violates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The mechanism.
    pub mechanism: String,
    /// The property.
    pub property: String,
    /// What is assumed of instances.
    pub hypothesis: Hypothesis,
    /// The theorem whose type is this cell; without one the cell is not proved.
    pub typed: Option<Typed>,
}

/// A theorem whose type is the proposition of a cell, as `proofs/cells.toml` lists it from what compiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// Its qualified name.
    pub theorem: String,
    /// Whether the property restates a clause of the mechanism's specification.
    pub by_definition: bool,
    /// The theorems of the lists that its proof mentions.
    pub rests_on: Vec<String>,
}

impl Theorem {
    /// Whether it proves the claim: it is listed with it, and not as a refutation.
    pub fn proves(&self, claim: &str) -> bool {
        let named = |ids: &[String]| ids.iter().any(|id| id == claim);
        named(&self.claims) && !named(&self.refutes)
    }

    /// The theorem of the cell's type, where this theorem settles the cell for all instances that meet the hypothesis.
    pub fn covers(&self, mechanism: &str, property: &str, hypothesis: Hypothesis) -> Option<&Typed> {
        let fits = |cell: &&Settled| {
            cell.mechanism == mechanism
                && cell.property == property
                && (cell.hypothesis == Hypothesis::None || cell.hypothesis == hypothesis)
        };
        self.settles.iter().filter(fits).find_map(|cell| cell.typed.as_ref())
    }
}

/// A cell's ids in one text.
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
    };
    fields.finish()?;
    Ok(read)
}

/// The theorems of a project's folder, from every `proofs/theorems*.toml`; none where there are no such files. A cell
/// counts as settled where `proofs/cells.toml` has a theorem of its type, which rests on the theorem that settles it.
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
                return Err(node.error("a cell that stands twice"));
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
