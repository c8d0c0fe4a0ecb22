//! Proofs on paper, which no proof kernel has checked: of cells, and of the existence of outcomes.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::document::{InputError, Node, files, hypothesis, typed};
use crate::model::Hypothesis;

/// A cell that is proved on paper.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperCell {
    /// Id of the mechanism.
    pub mechanism: String,
    /// Id of the property.
    pub property: String,
    /// The hypothesis of the proof.
    #[serde(deserialize_with = "hypothesis")]
    pub hypothesis: Hypothesis,
    /// The file of the proof, from the project's folder.
    pub file: String,
}

/// The proofs on paper of a project.
#[derive(Clone, Debug, Default)]
pub struct OnPaper {
    /// The file of the proof that a mechanism has an outcome on every instance, by its id.
    pub existence: BTreeMap<String, String>,
    /// The instance on which a mechanism is proved to come to no end, by its id.
    pub endless: BTreeMap<String, String>,
    /// The cells.
    pub cells: Vec<PaperCell>,
}

impl OnPaper {
    /// Reads `proofs/on-paper.toml` in the folder `root`; without the file nothing is proved on paper.
    ///
    /// # Errors
    /// A file that cannot be read, or a mechanism that is given twice.
    pub fn load(root: &Path) -> Result<OnPaper, InputError> {
        let path = root.join("proofs").join("on-paper.toml");
        let mut found = OnPaper::default();
        if !files::exists(&path) {
            return Ok(found);
        }
        let document = files::load(&path)?;
        let mut fields = document.node().fields()?;
        let lists = [("exists", "file", &mut found.existence), ("endless", "instance", &mut found.endless)];
        for (list, of, known) in lists {
            for node in fields.required(list)?.list()? {
                let mut proof = node.fields()?;
                let file = proof.required(of)?.text()?.to_string();
                for mechanism in proof.required("mechanisms")?.list()?.iter().map(Node::text) {
                    if known.insert(mechanism?.to_string(), file.clone()).is_some() {
                        return Err(node.error("a mechanism is given twice"));
                    }
                }
                proof.finish()?;
            }
        }
        found.cells = fields.required("cell")?.list()?.iter().map(typed).collect::<Result<_, _>>()?;
        fields.finish()?;
        Ok(found)
    }

    /// Returns the file of the proof of a cell under a hypothesis; a proof under no hypothesis covers all.
    pub fn proof(&self, mechanism: &str, property: &str, hypothesis: Hypothesis) -> Option<&str> {
        let covers = |c: &&PaperCell| {
            c.mechanism == mechanism
                && c.property == property
                && (c.hypothesis == hypothesis || c.hypothesis == Hypothesis::None)
        };
        self.cells.iter().find(covers).map(|c| c.file.as_str())
    }
}
