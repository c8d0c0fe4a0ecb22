//! Formulas of the book: text between dollar signs in Markdown, converted to MathML that needs no network.

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

/// A formula that cannot be converted, and its first line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Number of the line, from 1.
    pub line: usize,
    /// The reason why the formula cannot be converted.
    pub reason: String,
}

/// The Markdown text with every formula as MathML. Code keeps its dollar signs, and `\$` stands for a dollar
/// sign.
///
/// # Errors
/// The first formula that cannot be converted.
pub fn render(text: &str) -> Result<String, Unreadable> {
    let unusable = |reason: String| Unreadable { line: 1, reason };
    let converter = LatexToMathML::new(MathCoreConfig::default()).map_err(|e| unusable(format!("{e:?}")))?;
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '$', '\\']) {
        let (before, from) = rest.split_at(at);
        shown += before;
        let line = 1 + text[..text.len() - from.len()].matches('\n').count();
        let unreadable = |reason: &str| Unreadable { line, reason: reason.to_string() };
        rest = if from.starts_with('`') {
            let ticks = from.len() - from.trim_start_matches('`').len();
            let after = &from[ticks..];
            let end = closing(after, ticks).ok_or_else(|| unreadable("code that does not end"))?;
            shown += &from[..ticks + end + ticks];
            &after[end + ticks..]
        } else if let Some(after) = from.strip_prefix("\\$") {
            shown.push('$');
            after
        } else if let Some(after) = from.strip_prefix('\\') {
            shown.push('\\');
            after
        } else {
            let (mark, display) =
                if from.starts_with("$$") { ("$$", MathDisplay::Block) } else { ("$", MathDisplay::Inline) };
            let after = &from[mark.len()..];
            let end = after.find(mark).ok_or_else(|| unreadable("a formula that does not end"))?;
            if after[..end].contains("\n\n") || end == 0 {
                return Err(unreadable("a formula that is empty or does not end in its paragraph"));
            }
            let formula = after[..end].trim().replace('\n', " ");
            let made = converter
                .convert_with_local_state(&formula, display)
                .map_err(|e| unreadable(&format!("`{formula}` cannot be read: {e:?}")))?;
            shown += &wrapped(&inert(&made.mathml), display);
            &after[end + mark.len()..]
        };
    }
    Ok(shown + rest)
}

/// The position of the first run of exactly `ticks` backticks.
pub(super) fn closing(text: &str, ticks: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let start = at + found;
        let run = text[start..].len() - text[start..].trim_start_matches('`').len();
        if run == ticks {
            return Some(start);
        }
        at = start + run;
    }
    None
}

/// MathML in which Markdown recognises no syntax of its own.
fn inert(mathml: &str) -> String {
    let mut text = String::new();
    let mut tag = false;
    for c in mathml.chars() {
        tag = (tag || c == '<') && c != '>';
        match c {
            '*' | '_' | '|' | '[' | ']' | '\\' | '`' | '~' if !tag => text += &format!("&#{};", c as u32),
            '\n' => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// A displayed formula in a box that scrolls on a narrow page.
fn wrapped(mathml: &str, display: MathDisplay) -> String {
    match display {
        MathDisplay::Inline => mathml.to_string(),
        MathDisplay::Block => format!("<span class=\"formula\">{mathml}</span>"),
    }
}
