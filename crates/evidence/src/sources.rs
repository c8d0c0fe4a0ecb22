//! Where claims come from: papers that were read, and sources of other kinds, in `properties/sources.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::document::{InputError, files};

/// What a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A paper whose text was read.
    Paper,
    /// Documentation and code of a product, at one commit.
    Product,
    /// A text that was not read; what is said of it stands elsewhere.
    Unread,
}

impl SourceKind {
    /// All of them.
    pub const ALL: [SourceKind; 3] = [SourceKind::Paper, SourceKind::Product, SourceKind::Unread];

    /// The word in files.
    pub fn word(self) -> &'static str {
        match self {
            SourceKind::Paper => "paper",
            SourceKind::Product => "product",
            SourceKind::Unread => "unread",
        }
    }
}

/// Where a claim stands that is told of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// Documentation of a product, at a commit.
    Documentation,
    /// Code of a product, at a commit.
    Code,
    /// The abstract of a text.
    Abstract,
    /// Lecture notes.
    Notes,
    /// What somebody else writes about it.
    SecondHand,
    /// Memory.
    Memory,
}

impl Report {
    /// All of them.
    pub const ALL: [Report; 6] = [
        Report::Documentation,
        Report::Code,
        Report::Abstract,
        Report::Notes,
        Report::SecondHand,
        Report::Memory,
    ];

    /// The word in files.
    pub fn word(self) -> &'static str {
        match self {
            Report::Documentation => "documentation",
            Report::Code => "code",
            Report::Abstract => "abstract",
            Report::Notes => "lecture-notes",
            Report::SecondHand => "second-hand",
            Report::Memory => "memory",
        }
    }

    /// Whether it stands in a repository, whose commit has to be named.
    pub fn of_product(self) -> bool {
        matches!(self, Report::Documentation | Report::Code)
    }
}

/// The kinds of the sources of a project, by key; a source without `kind` is a paper.
///
/// # Errors
/// A file that cannot be read, a kind that is not known, a product without a commit.
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

/// A full commit.
fn commit(text: &str) -> Option<&str> {
    (text.len() == 40 && text.bytes().all(|b| b.is_ascii_hexdigit())).then_some(text)
}
