//! Texts of files as they are shown: nothing in them moves a cursor, turns a line round or hides.

/// Whether the character changes the direction or the look of what stands beside it without being seen.
pub(crate) fn turns(c: char) -> bool {
    matches!(c,
        '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

/// The text with control characters and marks of direction written out, as in `\u{202e}`; on one line.
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
