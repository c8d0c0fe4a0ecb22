//! Text from files that others write, made harmless: no markup, no formulas, no directives, no hidden characters.

use std::fmt::Write as _;

/// Characters that change the direction or the place of what stands beside them, or cannot be seen.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The text on one line, hidden characters spelled out.
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

/// The text as Markdown that shows just that text: on one line, inside a cell of a table too.
pub fn inert(text: &str) -> String {
    let mut shown = String::new();
    for c in plain(text).chars() {
        match c {
            '&' | '<' | '>' | '*' | '`' | '[' | ']' | '|' | '$' | '\\' | '{' | '}' | '~' | '!' | '#'
            | '"' => {
                let _ = write!(shown, "&#{};", c as u32);
            }
            // Inside a word an underscore is no emphasis, and ids are full of them.
            '_' if !shown.ends_with(char::is_alphanumeric) => shown += "&#95;",
            // `javascript:..` and the like are turned into links by nobody, but a scheme is not shown as one either.
            ':' if shown.ends_with(char::is_alphabetic) && text.contains("://") => shown += "&#58;",
            c => shown.push(c),
        }
    }
    shown
}

/// The text as a block of code that nothing in it can end, and in which mdBook sees no directive.
///
/// mdBook looks for directives in code too, and what it lets be escaped is not all that it obeys. So a text with two
/// braces side by side becomes a block of HTML, in which a brace is written as its number.
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

/// The text inside a block of HTML, signs by their numbers.
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

/// The line, from 1, on which a directive of mdBook stands in a page, if one does: two braces, blanks, a number sign.
pub fn directive(page: &str) -> Option<usize> {
    let (at, _) = page
        .match_indices("{{")
        .find(|(at, _)| page[at + 2..].trim_start_matches('{').trim_start().starts_with('#'))?;
    Some(1 + page[..at].matches('\n').count())
}
