//! The seal of a block: its last line marks the end, and holds a checksum of all bytes before it.
//!
//! A block that was truncated, or in which a byte differs from the one written, is recognised by its seal.
//! The checksum protects against damage and not against forgery.

use super::plan::Sum;

/// Beginning of the last line: a comment, which no field contains.
const ENDED: &str = "# ended ";

/// The text of a block with its seal.
pub fn sealed(text: &str) -> String {
    let line = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let text = format!("{text}{line}");
    let sum = Sum::of(text.as_bytes());
    format!("{text}{ENDED}{sum}\n")
}

/// The reason why `text` is damaged; `None` for an undamaged block.
pub(super) fn broken(text: &str) -> Option<&'static str> {
    let at = text.strip_suffix('\n').map(|text| text.rfind('\n').map_or(0, |end| end + 1));
    let Some((body, last)) = at.map(|at| text.split_at(at)) else { return Some("its last line has no end") };
    match last.strip_prefix(ENDED) {
        None => Some("does not say that it ended: it was cut off, or changed, or is of an older program"),
        Some(sum) if sum.trim_end_matches('\n') != Sum::of(body.as_bytes()) => {
            Some("is not what was written: its bytes do not have the sum that stands at its end")
        }
        Some(_) => None,
    }
}
