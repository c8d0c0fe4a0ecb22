//! Stored files of every kind, each read and judged from its text alone.

use crate::coq;
use crate::divisible::Divisible;
use crate::flaw::Flaw;
use crate::justification::{FORCED, Justification};
use crate::record::Record;
use crate::rule::{Division as _, Table};
use crate::sketch::{self, Sketch};
use crate::whole::Whole;
use fairwitness_kernel::document::{Document, InputError, Read};

/// The kinds of files, which are the values of the field `kind`.
pub const KINDS: [&str; 5] = [Divisible::IMPOSSIBLE, Divisible::RULE, FORCED, Whole::IMPOSSIBLE, Whole::RULE];

/// A stored answer about all rules.
#[derive(Debug, Clone)]
pub enum Kept {
    /// No rule has the properties.
    Impossible(Record<Whole>),
    /// No rule for divisible tasks has the properties.
    DivisibleImpossible(Record<Divisible>),
    /// A rule has the properties.
    Rule(Table<Whole>),
    /// A rule for divisible tasks has the properties.
    DivisibleRule(Table<Divisible>),
    /// What every rule with the properties chooses at an instance.
    Forced(Justification),
}

/// Returns the kind of a document, or `None` if its field `kind` has none of [`KINDS`].
fn kind_of(document: &Document) -> Option<&'static str> {
    let said = document.node().child("kind", document.root.get("kind")?).text().ok()?;
    KINDS.into_iter().find(|kind| *kind == said)
}

/// Returns the kind of a file, or `None` if the text has no field `kind` with one of [`KINDS`].
pub fn kind(text: &str) -> Option<&'static str> {
    kind_of(&Document::parse("", text).ok()?)
}

/// Returns `true` if files of this kind are tables of rules.
pub fn is_table(kind: &str) -> bool {
    [Divisible::RULE, Whole::RULE].contains(&kind)
}

impl Kept {
    /// Reads the text of a file, which errors call `file`.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub fn read(file: &str, text: &str) -> Read<Kept> {
        let document = Document::parse(file, text)?;
        let node = document.node();
        Ok(match kind_of(&document) {
            Some(Divisible::IMPOSSIBLE) => Kept::DivisibleImpossible(Record::read(&node)?),
            Some(Divisible::RULE) => Kept::DivisibleRule(Table::read(&node)?),
            Some(FORCED) => Kept::Forced(Justification::read(&node)?),
            Some(Whole::RULE) => Kept::Rule(Table::read(&node)?),
            Some(Whole::IMPOSSIBLE) => Kept::Impossible(Record::read(&node)?),
            _ => {
                let kind = node.fields()?.required("kind")?;
                return Err(kind.error(format!("must be one of {}", KINDS.join(", "))));
            }
        })
    }

    /// Checks the claim, and returns the statement proved.
    ///
    /// # Errors
    /// The part that does not follow.
    pub fn judge(&self) -> Result<String, Flaw> {
        match self {
            Kept::Impossible(record) => record.replay(),
            Kept::DivisibleImpossible(record) => record.replay(),
            Kept::Rule(table) => table.replay().map(|()| "the rule has its properties".to_string()),
            Kept::DivisibleRule(table) => table.replay().map(|()| "the rule has its properties".to_string()),
            Kept::Forced(record) => record.replay().map(|()| record.says()),
        }
    }

    /// Returns the canonical print of a record; the table of a rule may have any layout.
    fn printed(&self) -> Option<String> {
        match self {
            Kept::Impossible(record) => Some(record.write()),
            Kept::DivisibleImpossible(record) => Some(record.write()),
            Kept::Forced(record) => Some(record.write()),
            Kept::Rule(_) | Kept::DivisibleRule(_) => None,
        }
    }

    /// Returns the impossibility as a closed Coq theorem, or `None` if there is none.
    pub fn theorem(&self) -> Option<Result<String, coq::NoTheorem>> {
        match self {
            Kept::Impossible(Record { head, profiles, proof, .. }) => {
                Some(Ok(coq::export(&head.properties, profiles, proof)))
            }
            Kept::DivisibleImpossible(Record { head, profiles, proof, .. }) => {
                Some(coq::divisible::export(&head.properties, profiles, proof))
            }
            _ => None,
        }
    }

    /// Returns the contents of a picture of the core, or `None` if there is no core.
    pub fn sketch(&self) -> Option<Sketch> {
        match self {
            Kept::Impossible(Record { head, profiles, proof, .. }) => {
                Some(sketch::whole(&head.properties, profiles, proof))
            }
            Kept::DivisibleImpossible(Record { head, profiles, proof, .. }) => {
                Some(sketch::divisible(&head.properties, profiles, proof))
            }
            _ => None,
        }
    }
}

/// Reads a file of any kind, compares a record with its canonical print, checks its claim, and returns the
/// answer with the statement proved. Errors call the file `file`.
///
/// # Errors
/// The field that cannot be read, the first line that differs from the canonical print, or the part that does
/// not follow.
pub fn replay(file: &str, text: &str) -> Read<(Kept, String)> {
    let kept = Kept::read(file, text)?;
    let wrong = |field: String, reason: String| InputError { file: file.to_string(), field, reason };
    if let Some(printed) = kept.printed().filter(|printed| printed != text) {
        let differs = printed.lines().zip(text.lines()).take_while(|(a, b)| a == b).count() + 1;
        return Err(wrong(format!("line {differs}"), "is not as it would be printed".to_string()));
    }
    let said = kept.judge().map_err(|flaw| wrong(flaw.field, flaw.why.to_string()))?;
    Ok((kept, said))
}
