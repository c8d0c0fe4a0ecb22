//! Text of others inside a comment of Coq.

use crate::document::shown;

/// The text on one line, in which Coq sees neither a comment that begins or ends nor a string.
///
/// A star is parted from parentheses on both sides: comments nest, so one that begins would have to end, too.
pub(super) fn inert(text: &str) -> String {
    let mut made = String::new();
    for c in shown(text).chars() {
        let star = made.ends_with('*') && c == ')' || made.ends_with('(') && c == '*';
        if star {
            made.push(' ');
        }
        made.push(if c == '"' { '\'' } else { c });
    }
    made
}
