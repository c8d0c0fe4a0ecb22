//! The sentences that give the gist of a violation's text, whose indented lines are items of a list.

use super::CellReport;

/// The last sentence of `story`, together with the items of a list that ends it.
pub fn last_sentence(story: &str) -> String {
    let lines: Vec<&str> = story.lines().collect();
    let Some(at) = lines.iter().rposition(|line| !line.starts_with(' ')) else { return String::new() };
    match lines[at + 1..].iter().map(|item| item.trim()).collect::<Vec<_>>() {
        items if items.is_empty() => lines[at].to_string(),
        items => format!("{} {}.", lines[at], items.join("; ")),
    }
}

/// The note of a record: all sentences of `story` behind its last list, or that list with its head if nothing follows.
pub fn note(story: &str) -> String {
    let lines: Vec<&str> = story.lines().collect();
    match lines.iter().rposition(|line| line.starts_with(' ')).map_or(0, |at| at + 1) {
        from if from < lines.len() => lines[from..].join(" "),
        _ => last_sentence(story),
    }
}

impl CellReport {
    /// The violation in one sentence; empty without one.
    pub fn sentence(&self) -> String {
        last_sentence(self.story.as_deref().unwrap_or_default())
    }

    /// The violation as the note of a record.
    pub fn note(&self) -> String {
        note(self.story.as_deref().unwrap_or_default())
    }
}
