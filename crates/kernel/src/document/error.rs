//! Inputs that cannot be taken, and how that is said.

use super::shown;

/// As it is shown, and where somebody wrote a megabyte into it, its beginning and how long it is.
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

/// An input that cannot be taken: which file, which field and position, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", shown(file), self.said())]
pub struct InputError {
    /// The file, or what stands for it.
    pub file: String,
    /// The field with its position, as in `demand[1][2]`; empty for the file as a whole.
    pub field: String,
    /// What is wrong with it.
    pub reason: String,
}

impl InputError {
    /// A file that cannot be read, and why, in the same words everywhere.
    pub fn unread(path: &std::path::Path, error: &std::io::Error) -> InputError {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_string(),
            std::io::ErrorKind::InvalidData => "is not UTF-8 text".to_string(),
            std::io::ErrorKind::IsADirectory => "is a folder".to_string(),
            _ => error.to_string(),
        };
        InputError { file: path.display().to_string(), field: String::new(), reason }
    }

    /// The field and what is wrong with it, in short; a field that the reason names itself is not named twice.
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
