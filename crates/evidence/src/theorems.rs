//! Theorems: statements for all sizes that a proof kernel accepts, as `proofs/theorems*.toml` list them.
//!
//! The files are data. That each theorem compiles, and rests on no axiom but those of the standard reals, is checked by
//! `proofs/check.sh`.

use std::path::Path;

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
    /// What it covers of a cell that it does not settle.
    pub partial: Option<String>,
    /// The claims that it speaks of.
    pub claims: Vec<String>,
    /// Of these, the ones that it refutes.
    pub refutes: Vec<String>,
    /// A lemma that shows that its hypotheses can be met.
    pub witness: Option<String>,
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
}

impl Theorem {
    /// Whether it proves the claim: it speaks of it, and covers all of what it speaks of.
    pub fn proves(&self, claim: &str) -> bool {
        let named = |ids: &[String]| ids.iter().any(|id| id == claim);
        self.partial.is_none() && named(&self.claims) && !named(&self.refutes)
    }

    /// Whether the theorem settles the cell for all instances that meet the hypothesis.
    pub fn covers(&self, mechanism: &str, property: &str, hypothesis: Hypothesis) -> bool {
        self.settles.iter().any(|cell| {
            cell.mechanism == mechanism
                && cell.property == property
                && (cell.hypothesis == Hypothesis::None || cell.hypothesis == hypothesis)
        })
    }
}

fn settled(node: &Node<'_>) -> Result<Settled, InputError> {
    let mut fields = node.fields()?;
    let hypothesis = fields.required("hypothesis")?;
    let read = Settled {
        mechanism: fields.required("mechanism")?.text()?.to_string(),
        property: fields.required("property")?.text()?.to_string(),
        hypothesis: Hypothesis::named(hypothesis.text()?)
            .ok_or_else(|| hypothesis.error("unknown hypothesis"))?,
    };
    fields.finish()?;
    Ok(read)
}

fn theorem(node: &Node<'_>) -> Result<Theorem, InputError> {
    let mut fields = node.fields()?;
    let texts = |node: Option<Node<'_>>| match node {
        Some(node) => node.list()?.iter().map(|t| t.text().map(String::from)).collect::<Result<Vec<_>, _>>(),
        None => Ok(Vec::new()),
    };
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
            Some(node) => node.list()?.iter().map(settled).collect::<Result<_, _>>()?,
            None => Vec::new(),
        },
        partial: fields.optional("partial").map(|n| n.text().map(String::from)).transpose()?,
        claims: texts(fields.optional("claims"))?,
        refutes: texts(fields.optional("refutes"))?,
        witness: fields.optional("witness").map(|n| n.text().map(String::from)).transpose()?,
    };
    fields.finish()?;
    Ok(read)
}

/// The theorems of a project's folder, none where there are no such files.
pub fn theorems(root: &Path) -> Result<Vec<Theorem>, InputError> {
    let mut found = Vec::new();
    for name in ["theorems.toml", "theorems-other.toml"] {
        let path = root.join("proofs").join(name);
        if files::exists(&path) {
            let document = files::load(&path)?;
            let mut fields = document.node().fields()?;
            for node in fields.required("theorem")?.list()? {
                found.push(theorem(&node)?);
            }
            fields.finish()?;
        }
    }
    Ok(found)
}
