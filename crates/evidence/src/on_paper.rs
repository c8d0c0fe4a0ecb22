//! Proofs on paper, which no proof kernel has checked: of cells, and of the existence of outcomes.

use std::collections::BTreeMap;
use std::path::Path;

use crate::document::{InputError, Node, files};
use crate::model::Hypothesis;

/// A cell that is proved on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperCell {
    /// Id of the mechanism.
    pub mechanism: String,
    /// Id of the property.
    pub property: String,
    /// The hypothesis of the proof.
    pub hypothesis: Hypothesis,
    /// The file of the proof, from the project's folder.
    pub file: String,
}

/// The proofs on paper of a project.
#[derive(Clone, Debug, Default)]
pub struct OnPaper {
    /// The file of the proof that a mechanism has an outcome on every instance, by its id.
    pub existence: BTreeMap<String, String>,
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
        for node in fields.required("exists")?.list()? {
            let mut proof = node.fields()?;
            let file = proof.required("file")?.text()?.to_string();
            for mechanism in proof.required("mechanisms")?.list()?.iter().map(Node::text) {
                if found.existence.insert(mechanism?.to_string(), file.clone()).is_some() {
                    return Err(node.error("a mechanism is given twice"));
                }
            }
            proof.finish()?;
        }
        for node in fields.required("cell")?.list()? {
            let mut cell = node.fields()?;
            let mut text = |name: &'static str| Ok::<_, InputError>(cell.required(name)?.text()?.to_string());
            let (mechanism, property, file) = (text("mechanism")?, text("property")?, text("file")?);
            let hypothesis = cell.required("hypothesis")?;
            let hypothesis = Hypothesis::named(hypothesis.text()?)
                .ok_or_else(|| hypothesis.error("unknown hypothesis"))?;
            found.cells.push(PaperCell { mechanism, property, hypothesis, file });
            cell.finish()?;
        }
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
