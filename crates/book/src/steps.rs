//! The steps of a run on a page: numbered paragraphs, each with its arithmetic in lines below.

use super::inert::inert;
use crate::trace::{Line, Step};
use crate::workbench::Steps;

/// The largest number of consecutive steps of one kind that a page lists.
const LISTED: usize = 8;

/// The steps as numbered paragraphs, each with its arithmetic in lines below.
pub(super) fn listed(steps: &Steps, wanted: impl Fn(&Step) -> bool) -> String {
    let steps = match steps {
        Ok(steps) => steps,
        Err(refusal) => return format!("The steps are not listed: {}.\n\n", inert(&refusal.to_string())),
    };
    let own: Vec<&Step> = steps.iter().filter(|step| wanted(step)).collect();
    let (mut text, mut number) = (String::new(), 0);
    for same in own.chunk_by(|a, b| a.kind == b.kind) {
        for step in &same[..same.len().min(LISTED)] {
            number += 1;
            text += &format!("{number}. {}\n", set(&step.says));
            for line in &step.lines {
                let because = if line.because.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", set(&line.because))
                };
                text += &format!("    - {}{because}\n", set(&line.formula));
            }
        }
        if same.len() > LISTED {
            let more = same.len() - LISTED;
            number += 1;
            text += &format!(
                "{number}. {more} more steps like these follow; `verify run --trace --format json` lists all.\n"
            );
        }
    }
    if number > 0 {
        text.push('\n');
    }
    text
}

/// Lines of arithmetic as a list.
pub(super) fn arithmetic(lines: &[Line]) -> String {
    let line = |line: &Line| {
        let because =
            if line.because.is_empty() { String::new() } else { format!(" ({})", set(&line.because)) };
        format!("- {}{because}\n", set(&line.formula))
    };
    let all: String = lines.iter().map(line).collect();
    if all.is_empty() { all } else { all + "\n" }
}
/// A text with mathematical signs: indexes of variables as subscripts, and relations as single signs.
fn set(text: &str) -> String {
    let plain: Vec<char> = text.replace("<=", "≤").replace(">=", "≥").replace(" * ", " · ").chars().collect();
    let mut made = String::new();
    let mut at = 0;
    while at < plain.len() {
        let c = plain[at];
        let begins = at == 0 || !plain[at - 1].is_alphanumeric();
        let digits = plain[at + 1..].iter().take_while(|d| d.is_ascii_digit()).count();
        let ends = plain.get(at + 1 + digits).is_none_or(|d| !d.is_alphanumeric());
        if begins && ends && digits > 0 && "xylhdmpsvfIw".contains(c) {
            made.push(if c == 'l' { 'ℓ' } else { c });
            made.extend(plain[at + 1..=at + digits].iter().map(|d| below(*d)));
            at += digits + 1;
        } else {
            made.push(c);
            at += 1;
        }
    }
    inert(&made)
}

fn below(digit: char) -> char {
    digit.to_digit(10).and_then(|d| char::from_u32(0x2080 + d)).unwrap_or(digit)
}
