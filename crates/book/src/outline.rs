//! A table of contents in the form of a `SUMMARY.md`: a list of links, nested by indentation.

/// An entry of a table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Title of the page.
    pub title: String,
    /// Path of the page from the top of the book.
    pub path: String,
    /// Nesting depth, from 0.
    pub depth: usize,
}

/// Returns `true` if a line is an entry.
pub(super) fn listed(line: &str) -> bool {
    line.trim_start().starts_with("- [")
}

/// The entries of a list; `Err` is the number of the first malformed line, from 1. An entry is indented by
/// two spaces more than its parent.
pub(super) fn entries(text: &str) -> Result<Vec<Entry>, usize> {
    let mut entries: Vec<Entry> = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| listed(line)) {
        let entry = entry(line).ok_or(at + 1)?;
        if entry.depth > entries.last().map_or(0, |last| last.depth + 1) {
            return Err(at + 1);
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn entry(line: &str) -> Option<Entry> {
    let item = line.trim_start();
    let blanks = line.len() - item.len();
    let (title, path) = item.strip_prefix("- [")?.trim_end().strip_suffix(')')?.rsplit_once("](")?;
    blanks.is_multiple_of(2).then(|| Entry {
        title: title.to_string(),
        path: path.to_string(),
        depth: blanks / 2,
    })
}
