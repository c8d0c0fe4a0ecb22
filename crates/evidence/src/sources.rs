//! The sources of claims: papers that were read, and sources of other kinds, from `properties/sources.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::document::{InputError, files};

/// The kind of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A paper whose text was read.
    Paper,
    /// Documentation and code of a product, at one commit.
    Product,
    /// A text that was not read; its contents are reported elsewhere.
    Unread,
}

impl SourceKind {
    /// All kinds of sources.
    pub const ALL: [SourceKind; 3] = [SourceKind::Paper, SourceKind::Product, SourceKind::Unread];

    /// The word for the kind in files.
    pub fn word(self) -> &'static str {
        match self {
            SourceKind::Paper => "paper",
            SourceKind::Product => "product",
            SourceKind::Unread => "unread",
        }
    }
}

/// The place of a claim that is reported about a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reporter {
    /// Documentation of a product, at a commit.
    Documentation,
    /// Code of a product, at a commit.
    Code,
    /// The abstract of a text.
    Abstract,
    /// Lecture notes about the source.
    Notes,
    /// A text of another author about it.
    SecondHand,
    /// The memory of a reader.
    Memory,
}

impl Reporter {
    /// All kinds of places.
    pub const ALL: [Reporter; 6] = [
        Reporter::Documentation,
        Reporter::Code,
        Reporter::Abstract,
        Reporter::Notes,
        Reporter::SecondHand,
        Reporter::Memory,
    ];

    /// The word for the place in files.
    pub fn word(self) -> &'static str {
        match self {
            Reporter::Documentation => "documentation",
            Reporter::Code => "code",
            Reporter::Abstract => "abstract",
            Reporter::Notes => "lecture-notes",
            Reporter::SecondHand => "second-hand",
            Reporter::Memory => "memory",
        }
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
        let kind = match fields.optional("kind") {
            None => SourceKind::Paper,
            Some(node) => {
                let word = node.text()?;
                let known = SourceKind::ALL.into_iter().find(|kind| kind.word() == word);
                known.ok_or_else(|| node.error("must be `paper`, `product` or `unread`"))?
            }
        };
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
