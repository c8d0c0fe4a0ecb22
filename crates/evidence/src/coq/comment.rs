//! Text of other authors within a comment of Coq.

use crate::document::shown;

/// The text on one line, in which Coq sees no string, and no beginning or end of a comment.
///
/// A space separates each star from parentheses on both sides: comments nest, so one that begins would also
/// have to end.
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
