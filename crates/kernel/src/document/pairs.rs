//! Lists of `name=value` pairs, the notation of scopes.

/// Reasons why a list of pairs is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// A part that is not `name=value`.
    #[error("`{0}` is not of the form name=value")]
    Part(String),
    /// A name that occurs twice.
    #[error("`{0}` is given twice")]
    Twice(String),
}

/// One `name=value` pair of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<'a> {
    /// The pair as written, spaces around it removed.
    pub part: &'a str,
    /// The name, left of the first `=`.
    pub name: &'a str,
    /// The value, right of the first `=`.
    pub value: &'a str,
}

/// The pairs of a list separated by commas.
///
/// # Errors
/// A part without `=`, or a name that occurs twice.
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
