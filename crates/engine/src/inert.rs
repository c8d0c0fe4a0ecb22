//! Text from files, made safe for display: no markup, no formulas, no directives, no hidden characters.

use std::fmt::Write as _;

/// Returns `true` for a character that is invisible, or changes the direction or the place of its neighbours.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The text on one line, with hidden characters spelled out.
pub fn plain(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '\n' | '\t' | '\r' => shown.push(' '),
            c if is_hidden(c) => {
                let _ = write!(shown, "\\u{{{:X}}}", c as u32);
            }
            c => shown.push(c),
        }
    }
    shown
}

/// The text as Markdown that displays exactly that text, on one line and also within a table cell.
pub fn inert(text: &str) -> String {
    let mut shown = String::new();
    for c in plain(text).chars() {
        match c {
            '&' | '<' | '>' | '*' | '`' | '[' | ']' | '|' | '$' | '\\' | '{' | '}' | '~' | '!' | '#'
            | '"' => {
                let _ = write!(shown, "&#{};", c as u32);
            }
            // Inside a word an underscore is no emphasis, and ids are full of underscores.
            '_' if !shown.ends_with(char::is_alphanumeric) => shown += "&#95;",
            // No tool turns `javascript:..` into a link here, but it is not displayed as a scheme either.
            ':' if shown.ends_with(char::is_alphabetic) && text.contains("://") => shown += "&#58;",
            c => shown.push(c),
        }
    }
    shown
}

/// The text as a block of code that no part of it can end, and in which mdBook finds no directive.
///
/// mdBook searches code for directives too, and its escapes do not cover all of them. So a text with two
/// adjacent braces becomes a block of HTML, in which braces are written as character references.
pub fn fenced(language: &str, text: &str) -> String {
    let lines: Vec<String> = text.lines().map(plain).collect();
    let text = lines.join("\n");
    if text.contains("{{") {
        return format!("<pre><code class=\"language-{language}\">{}\n</code></pre>\n", numbered(&text));
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n")
}

/// The text within a block of HTML, with special characters as character references.
fn numbered(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if c.is_ascii_punctuation() && !"=,.-/:;".contains(c) {
            let _ = write!(shown, "&#{};", c as u32);
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The line, counted from 1, with the first mdBook directive of a page, if any: two braces, spaces, a number
/// sign.
pub fn directive(page: &str) -> Option<usize> {
    let (at, _) = page
        .match_indices("{{")
        .find(|(at, _)| page[at + 2..].trim_start_matches('{').trim_start().starts_with('#'))?;
    Some(1 + page[..at].matches('\n').count())
}
