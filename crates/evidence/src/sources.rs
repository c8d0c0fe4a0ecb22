//! The sources of claims: papers that were read, and sources of other kinds, from `properties/sources.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::document::{InputError, files};

/// The kind of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum SourceKind {
    /// A paper whose text was read.
    Paper,
    /// Documentation and code of a product, at one commit.
    Product,
    /// A text that was not read; its contents are reported elsewhere.
    Unread,
}

/// The place of a claim that is reported about a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Reporter {
    /// Documentation of a product, at a commit.
    Documentation,
    /// Code of a product, at a commit.
    Code,
    /// The abstract of a text.
    Abstract,
    /// Lecture notes about the source.
    #[strum(serialize = "lecture-notes")]
    Notes,
    /// A text of another author about it.
    SecondHand,
    /// The memory of a reader.
    Memory,
}

impl Reporter {
    /// The word for the place in files.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns `true` if the place is in a repository, whose commit must be named.
    pub fn of_product(self) -> bool {
        matches!(self, Reporter::Documentation | Reporter::Code)
    }
}

/// The kinds of the sources of a project, by key; a source without `kind` is a paper.
///
/// # Errors
/// A file that cannot be read, an unknown kind, or a product without a commit.
pub fn kinds(root: &Path) -> Result<BTreeMap<String, SourceKind>, InputError> {
    let document = files::load(&root.join("properties").join("sources.toml"))?;
    let root = document.node();
    let mut found = BTreeMap::new();
    for (key, value) in document.root.fields() {
        let node = root.child(key, value);
        let mut fields = node.fields()?;
        let kind = fields.maybe("kind", |node| {
            node.text()?.parse().map_err(|_| node.error("must be `paper`, `product` or `unread`"))
        })?;
        let kind = kind.unwrap_or(SourceKind::Paper);
        if kind == SourceKind::Product {
            commit(fields.required("commit")?.text()?)
                .ok_or_else(|| node.error("a product is named with its commit, 40 hexadecimal digits"))?;
        }
        found.insert(key.clone(), kind);
    }
    Ok(found)
}

/// Returns `text` if it is a full commit hash: 40 hexadecimal digits.
fn commit(text: &str) -> Option<&str> {
    (text.len() == 40 && text.bytes().all(|b| b.is_ascii_hexdigit())).then_some(text)
}
