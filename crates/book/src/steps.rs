//! The steps of a run on a page: numbered paragraphs, each with its arithmetic in lines below.

use std::collections::BTreeSet;

use super::inert::inert;
use crate::trace::{Line, Step};
use crate::workbench::Steps;

/// The largest number of lines that a page lists of consecutive steps of one kind, apart from the first two steps.
const LISTED: usize = 14;

/// The steps as numbered paragraphs, each with its arithmetic in lines below.
pub(super) fn listed(steps: &Steps, wanted: impl Fn(&Step) -> bool) -> String {
    let steps = match steps {
        Ok(steps) => steps,
        Err(refusal) => return format!("The steps are not listed: {}.\n\n", inert(&refusal.to_string())),
    };
    let own: Vec<&Step> = steps.iter().filter(|step| wanted(step)).collect();
    let (mut text, mut number, mut seen) = (String::new(), 0, BTreeSet::new());
    for same in own.chunk_by(|a, b| a.kind == b.kind) {
        let mut lines = 0;
        let fits = |(k, step): &(usize, &&Step)| {
            lines += 1 + step.lines.len();
            *k < 2 || lines <= LISTED
        };
        let shown = same.iter().enumerate().take_while(fits).count();
        for step in &same[..shown] {
            number += 1;
            text += &format!("{number}. {}\n", set(&step.says));
            for line in &step.lines {
                let because = match reason(&line.because, &mut seen) {
                    none if none.is_empty() => none,
                    reason => format!(" ({})", set(&reason)),
                };
                text += &format!("    - {}{because}\n", set(&line.formula));
            }
        }
        if same.len() > shown {
            number += 1;
            text += &format!("{number}. {} more steps like these follow.\n", same.len() - shown);
        }
    }
    if number > 0 {
        text.push('\n');
    }
    text
}

/// The largest number of words of a reason that is repeated whole.
const REPEATED: usize = 5;

/// The reason of a line. A long one that another line of the run has about other users, servers or resources is not repeated: what it
/// is about is left.
fn reason(because: &str, seen: &mut BTreeSet<String>) -> String {
    const NOUNS: [&str; 6] = ["user", "server", "resource", "task", "agent", "queue"];
    let words: Vec<&str> = because.split_whitespace().collect();
    let plain = |word: &str| word.trim_end_matches([',', ':', ';']).to_string();
    let about = |k: &usize| {
        NOUNS.contains(&words[*k])
            && words.get(k + 1).is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()))
    };
    let named: Vec<usize> = (0..words.len()).filter(about).collect();
    let form =
        |k: usize| if k > 0 && named.contains(&(k - 1)) { String::new() } else { words[k].to_string() };
    let form: Vec<String> = (0..words.len()).map(form).collect();
    if seen.insert(form.join(" ")) || words.len() <= REPEATED || named.is_empty() {
        return because.to_string();
    }
    if let Some((head, _)) = because.split_once(": ") {
        return head.to_string();
    }
    let mut left: Vec<String> =
        named.iter().map(|&k| format!("{} {}", words[k], plain(words[k + 1]))).collect();
    left.dedup();
    left.join(", ")
}

/// Lines of arithmetic as a list.
pub(super) fn arithmetic(lines: &[Line]) -> String {
    let line = |line: &Line| {
        let because =
            if line.because.is_empty() { String::new() } else { format!(" ({})", set(&line.because)) };
        format!("- {}{because}\n", set(&line.formula))
    };
    let all: String = lines.iter().map(line).collect();
    // The sentence separates the lines from a list above them.
    if all.is_empty() { all } else { format!("The margin, line by line:\n\n{all}\n") }
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
            let below = |d: &char| char::from_u32(0x2080 + d.to_digit(10)?);
            made.extend(plain[at + 1..=at + digits].iter().filter_map(below));
            at += digits + 1;
        } else {
            made.push(c);
            at += 1;
        }
    }
    inert(&made)
}
