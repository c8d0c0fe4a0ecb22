//! Existence: whether a mechanism has an outcome on every instance of its domain. A proved cell says something of
//! outcomes, and nothing where there is none.

use std::collections::BTreeMap;
use std::path::Path;

use crate::document::{InputError, Node, files};

/// The state of the statement that a mechanism has an outcome on every instance of its domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Existence {
    /// A theorem that a proof kernel accepts says so.
    Proved,
    /// A proof on paper says so.
    OnPaper,
    /// A record has an instance on which the mechanism comes to no end.
    MayNotEnd,
    /// Neither a proof nor such a record is known.
    Unknown,
}

impl Existence {
    /// All states, from proved to unknown.
    pub const ALL: [Existence; 4] =
        [Existence::Proved, Existence::OnPaper, Existence::MayNotEnd, Existence::Unknown];

    /// Returns the word of the state in outputs.
    pub fn word(self) -> &'static str {
        match self {
            Existence::Proved => "proved",
            Existence::OnPaper => "on-paper",
            Existence::MayNotEnd => "may-not-end",
            Existence::Unknown => "unknown",
        }
    }

    /// Returns the state in words that complete a sentence: `proved on paper`.
    pub fn phrase(self) -> &'static str {
        match self {
            Existence::Proved => "proved in Coq for all sizes",
            Existence::OnPaper => "proved on paper",
            Existence::MayNotEnd => "false, because a run may not end",
            Existence::Unknown => "unknown",
        }
    }

    /// Returns the sentence of a mechanism's page.
    pub fn sentence(self) -> &'static str {
        match self {
            Existence::Proved => "Every instance of its domain has an outcome: proved in Coq for all sizes.",
            Existence::OnPaper => "Every instance of its domain has an outcome: proved on paper.",
            Existence::MayNotEnd => {
                "An instance on record has no outcome, because the run comes to no end; what is proved holds where the \
                 run ends."
            }
            Existence::Unknown => {
                "Nothing here proves that every instance has an outcome; what is proved holds where there is one."
            }
        }
    }
}

/// The proofs on paper: the file of each mechanism's, from `proofs/existence.toml`.
///
/// # Errors
/// A file that cannot be read, or a mechanism that stands twice.
pub fn on_paper(root: &Path) -> Result<BTreeMap<String, String>, InputError> {
    let path = root.join("proofs").join("existence.toml");
    let mut found = BTreeMap::new();
    if !files::exists(&path) {
        return Ok(found);
    }
    let document = files::load(&path)?;
    let mut fields = document.node().fields()?;
    for node in fields.required("proof")?.list()? {
        let mut proof = node.fields()?;
        let file = proof.required("file")?.text()?.to_string();
        for mechanism in proof.required("mechanisms")?.list()?.iter().map(Node::text) {
            if found.insert(mechanism?.to_string(), file.clone()).is_some() {
                return Err(node.error("a mechanism stands twice"));
            }
        }
        proof.finish()?;
    }
    fields.finish()?;
    Ok(found)
}
