//! Documents: the tree that TOML and JSON files share, read with exact errors and written back byte for byte.
//!
//! A number in a file is an integer or a quoted `"p/q"` or `"0.25"`; an amount may carry a unit, as in `"4Gi"`.
//! Errors name the file, the field and the position, as in `bad.toml: demand[1][2]: must not be negative`.

mod error;
mod node;
pub mod pairs;
pub mod place;
mod quantity;
mod seems;
#[cfg(feature = "schema")]
mod shape;
mod shown;
pub mod suggest;
mod value;

pub use error::{InputError, Read};
pub use node::{Fields, Node};
pub use shown::shown;
pub use value::Value;

use std::io::Read as _;

/// A document and the name of the file it came from.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name that errors print.
    pub file: String,
    /// The fields of the document.
    pub root: Value,
}

/// The name of the standard input in errors.
const STDIN: &str = "standard input";

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 64 << 20;

/// The largest file of another program that is imported, in bytes.
const MOST_BYTES_IMPORTED: usize = 192 << 20;

impl Document {
    /// Parses a text as TOML or, when the name `file` ends in `.json`, as JSON.
    ///
    /// # Errors
    /// A text that is too large, or not well formed, with the place of the mistake.
    pub fn parse(file: &str, text: &str) -> Result<Document, InputError> {
        Document::parse_within(file, text, MOST_BYTES)
    }

    /// Returns `true` if a file of that name is read as JSON.
    pub fn is_json(file: &str) -> bool {
        file.len()
            .checked_sub(5)
            .and_then(|at| file.get(at..))
            .is_some_and(|end| end.eq_ignore_ascii_case(".json"))
    }

    /// Parses a text of at most `most` bytes; see [`Document::parse`].
    fn parse_within(file: &str, text: &str, most: usize) -> Result<Document, InputError> {
        let failed = |reason: String| InputError { file: file.to_string(), field: String::new(), reason };
        if text.len() > most {
            return Err(failed(format!("is larger than {most} bytes")));
        }
        // Some editors write a byte order mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let json = file == STDIN && text.trim_start().starts_with('{');
        let root: Value = if json || Document::is_json(file) {
            serde_json::from_str(text).map_err(|e| {
                if text.trim().is_empty() {
                    return failed("is empty".to_string());
                }
                let said = e.to_string();
                let hint = match said.starts_with("number out of range") {
                    true => Some("write a large number in quotes"),
                    false if e.is_syntax() => seems::instead_of_json(text),
                    false => None,
                };
                failed(said + &hint.map_or_else(String::new, |hint| format!("; {hint}")))
            })?
        } else {
            toml::from_str(text).map_err(|e| {
                let before = &text[..e.span().map_or(0, |s| floor_boundary(text, s.start))];
                let line = before.matches('\n').count() + 1;
                let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
                let hint = match e.message().trim_end() {
                    "integer number overflowed" => Some("write a large integer in quotes"),
                    _ => seems::seems(text),
                };
                let hint = hint.map_or_else(String::new, |hint| format!("; {hint}"));
                failed(format!("line {line}, column {column}: {}{hint}", e.message().trim_end()))
            })?
        };
        match root {
            Value::Table(_) => Ok(Document { file: file.to_string(), root }),
            _ => Err(failed("expected fields, found something else".to_string())),
        }
    }

    /// Reads and parses a file.
    ///
    /// # Errors
    /// A file that cannot be read or is not well formed.
    pub fn load(path: &std::path::Path) -> Result<Document, InputError> {
        Document::parse(&path.display().to_string(), &Document::text(path)?)
    }

    /// Reads and parses a file of another program, which may be larger than a document of this one.
    ///
    /// # Errors
    /// A file that cannot be read or is not well formed.
    pub fn load_import(path: &std::path::Path) -> Result<Document, InputError> {
        let text = Document::text_within(path, MOST_BYTES_IMPORTED)?;
        Document::parse_within(&path.display().to_string(), &text, MOST_BYTES_IMPORTED)
    }

    /// The text of a regular file that is not too large for a document.
    ///
    /// # Errors
    /// A file that cannot be read, is no regular file, is no UTF-8 text or is too large.
    pub fn text(path: &std::path::Path) -> Result<String, InputError> {
        Document::text_within(path, MOST_BYTES)
    }

    /// Opens a regular file, or the standard input by its name. A pipe would wait for a program that writes to it, and a
    /// device may have no end.
    ///
    /// # Errors
    /// A file that cannot be opened, or is no regular file.
    pub fn regular(path: &std::path::Path) -> Result<std::fs::File, InputError> {
        let kind = std::fs::metadata(path).map(|found| found.is_file() || found.is_dir());
        if matches!(kind, Ok(false)) && path != std::path::Path::new("/dev/stdin") {
            let (file, reason) = (path.display().to_string(), "is no regular file".to_string());
            return Err(InputError { file, field: String::new(), reason });
        }
        std::fs::File::open(path).map_err(|error| InputError::unread(path, &error))
    }

    /// The text of a regular file of at most `most` bytes.
    fn text_within(path: &std::path::Path, most: usize) -> Result<String, InputError> {
        let failed =
            |reason: String| InputError { file: path.display().to_string(), field: String::new(), reason };
        let large = || failed(format!("is larger than {most} bytes"));
        if std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > most as u64) {
            return Err(large());
        }
        // One byte more than the limit is read, because a device may have no end.
        let mut text = String::new();
        let read = Document::regular(path)?.take(most as u64 + 1).read_to_string(&mut text);
        read.map_err(|error| InputError::unread(path, &error))?;
        if text.len() > most { Err(large()) } else { Ok(text) }
    }

    /// Reads and parses the standard input: JSON where the text begins with a brace, otherwise TOML.
    ///
    /// # Errors
    /// An input that cannot be read or is not well formed.
    pub fn stdin() -> Result<Document, InputError> {
        let mut text = String::new();
        let read = std::io::stdin().take(MOST_BYTES as u64 + 1).read_to_string(&mut text);
        let failed = |reason: String| InputError { file: STDIN.to_string(), field: String::new(), reason };
        read.map_err(|e| match e.kind() {
            std::io::ErrorKind::InvalidData => failed("is not UTF-8 text".to_string()),
            _ => failed(e.to_string()),
        })?;
        if text.trim().is_empty() {
            return Err(failed("is empty: an instance is expected there".to_string()));
        }
        Document::parse(STDIN, &text)
    }

    /// The instance in the document. A record (which has a field `format`) and a worked example (which has a
    /// field `source`) hold their instance in the table `instance`; any other document is an instance itself.
    pub fn instance(self) -> Document {
        let Some(Value::Table(fields)) = self.root.get("instance") else { return self };
        if self.root.get("format").is_none() && self.root.get("source").is_none() {
            return self;
        }
        let model = self.root.get("model").map(|model| ("model".to_string(), model.clone()));
        let fields = model.into_iter().chain(fields.iter().cloned());
        Document { root: Value::Table(fields.collect()), file: self.file }
    }

    /// The root of the document as a node to read from.
    pub fn node(&self) -> Node<'_> {
        Node::new(&self.file, &self.root)
    }
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
