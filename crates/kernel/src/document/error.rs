//! Errors of inputs: file, field and reason in one sentence.

use super::shown;

/// The text as it is printed in an error: at most 800 characters, then the length of the whole.
fn brief(text: &str) -> String {
    const MOST: usize = 800;
    let begins = text.char_indices().nth(MOST).map_or(text, |(end, _)| &text[..end]);
    let written = shown(begins).to_string();
    match written.char_indices().nth(MOST) {
        None if begins.len() == text.len() => written,
        cut => {
            let end = cut.map_or(written.len(), |(end, _)| end);
            format!("{} .. ({} characters in all)", &written[..end], text.chars().count())
        }
    }
}

/// An input that is refused: its file, the field with its position, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", shown(file), self.said())]
pub struct InputError {
    /// The file's path, or `standard input`.
    pub file: String,
    /// The field with its position, as in `demand[1][2]`; empty for the file as a whole.
    pub field: String,
    /// The reason, in words that follow the field.
    pub reason: String,
}

/// A value that was read, or the error of its input.
pub type Read<T> = Result<T, InputError>;

impl InputError {
    /// The error of a field of a file.
    pub fn of(file: impl Into<String>, field: impl Into<String>, reason: impl Into<String>) -> InputError {
        InputError { file: file.into(), field: field.into(), reason: reason.into() }
    }

    /// The error for a file at `path` that cannot be read.
    pub fn unread(path: &std::path::Path, error: &std::io::Error) -> InputError {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_string(),
            std::io::ErrorKind::InvalidData => "is not UTF-8 text".to_string(),
            std::io::ErrorKind::IsADirectory => "is a folder".to_string(),
            _ => error.to_string(),
        };
        InputError { file: path.display().to_string(), field: String::new(), reason }
    }

    /// Field and reason in one phrase; where the reason begins with the field's name, the name is not
    /// repeated.
    pub fn said(&self) -> String {
        let (above, leaf) = self.field.rsplit_once('.').unwrap_or(("", self.field.as_str()));
        let names_it = |start: &str| {
            let rest = self.reason.strip_prefix(start).and_then(|rest| rest.strip_prefix(leaf));
            rest.is_some_and(|rest| rest.starts_with('`'))
        };
        let twice = !leaf.is_empty() && (names_it("field `") || names_it("unknown field `"));
        let field = if twice { above } else { self.field.as_str() };
        let reason = brief(&self.reason);
        if field.is_empty() { reason } else { format!("{}: {reason}", brief(field)) }
    }
}
