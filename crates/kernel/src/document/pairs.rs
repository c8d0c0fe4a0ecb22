//! Lists of `name=value`, as scopes are written.

/// Why a list cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// A part that is not `name=value`.
    #[error("`{0}` is not of the form name=value")]
    Part(String),
    /// A name that is given twice.
    #[error("`{0}` stands twice")]
    Twice(String),
}

/// A part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<'a> {
    /// The part as it stands.
    pub part: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its value.
    pub value: &'a str,
}

/// The parts of a list, set apart by commas, no name twice.
pub fn pairs(text: &str) -> Result<Vec<Pair<'_>>, PairError> {
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').ok_or_else(|| PairError::Part(part.to_string()))?;
        let pair = Pair { part, name: name.trim(), value: value.trim() };
        if pairs.iter().any(|other| other.name == pair.name) {
            return Err(PairError::Twice(pair.name.to_string()));
        }
        pairs.push(pair);
    }
    Ok(pairs)
}
