//! Texts from files, made safe to print: no character moves a cursor, reverses a line or hides another.

/// Returns `true` for a character that changes the direction or the look of its neighbours without being
/// visible.
pub(crate) fn turns(c: char) -> bool {
    matches!(c,
        '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

/// The text on one line, with control characters and direction marks written as escapes such as `\u{202e}`.
pub fn shown(text: &str) -> String {
    if !text.chars().any(|c| c.is_control() || turns(c)) {
        return text.to_string();
    }
    let mut out = String::new();
    for c in text.chars() {
        if c.is_control() || turns(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}
