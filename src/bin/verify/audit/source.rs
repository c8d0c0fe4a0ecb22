//! The file of an audit: its name, and what an import noted at its head.

use std::path::Path;
use std::time::UNIX_EPOCH;

use fairwitness::desk::import::moment;
use fairwitness::desk::report::AuditReport;
use fairwitness::scalar::Scalar as _;

/// The file that was audited.
#[derive(Debug, Default)]
pub struct Source {
    /// The name of the file.
    pub name: String,
    /// The comments at the head of the file: what an import left out, and how it names things.
    pub notes: Vec<String>,
    /// The time at which the file was last changed, in UTC; `None` if it is not known.
    pub read: Option<String>,
}

impl Source {
    /// The source `path`; the standard input has no notes.
    pub fn of(path: &Path) -> Source {
        if path == Path::new("-") {
            return Source { name: "the standard input".to_string(), notes: Vec::new(), read: None };
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let changed = std::fs::metadata(path).and_then(|file| file.modified()).ok();
        let read = changed
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
            .and_then(|time| i64::try_from(time.as_secs()).ok());
        let read = read.map(|seconds| format!("{} UTC", moment(seconds).replace('T', " ")));
        Source { read, ..Source::of_text(&path.display().to_string(), &text) }
    }

    /// The source with this name and text; the notes are the comments at its head.
    pub fn of_text(name: &str, text: &str) -> Source {
        let notes = text.lines().map_while(|line| line.strip_prefix('#')).map(|line| line.trim().to_string());
        let notes = notes.filter(|line| !line.is_empty()).collect();
        Source { name: name.to_string(), notes, read: None }
    }

    /// The notes that name `user` and say that something was left out.
    pub fn about<'a>(&'a self, user: &'a str) -> impl Iterator<Item = &'a str> {
        self.notes
            .iter()
            .map(String::as_str)
            .filter(move |note| note.contains("left out") && names(note, user))
    }

    /// The notes that are not told beside a user below its share.
    pub fn others<'a>(&'a self, report: &'a AuditReport) -> impl Iterator<Item = &'a str> {
        let short = || report.users.iter().filter(|line| line.short.is_positive());
        self.notes
            .iter()
            .map(String::as_str)
            .filter(move |note| !(note.contains("left out") && short().any(|line| names(note, &line.user))))
    }

    /// The numbers of users, servers and tasks in a sentence.
    pub fn counts(&self, report: &AuditReport) -> String {
        let many = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
        let (shapes, servers) = report.size;
        let users = report.users.len();
        let kinds = if shapes > users { format!(" with {shapes} kinds of tasks") } else { String::new() };
        let (runs, waits) = &report.counts;
        let waits = waits.as_ref().map_or_else(|| "without limit".to_string(), ToString::to_string);
        let short = report.users.iter().filter(|line| line.short.is_positive()).count();
        let of =
            [&report.cluster, &report.date].into_iter().flatten().cloned().collect::<Vec<_>>().join(", ");
        let of = if of.is_empty() { of } else { format!(" ({of})") };
        let (name, users, servers) = (&self.name, many(users, "user"), many(servers, "server"));
        let tasks = format!("tasks running: {runs}, waiting: {waits}; users below their share: {short}");
        format!("{name}{of}: {users}{kinds} on {servers}; {tasks}.")
    }
}

/// Returns `true` if the text has `name` as a word of its own, or before a slash.
fn names(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '.' || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !name.is_empty()
            && !before.ends_with(|c: char| part(c) || c == '/')
            && !after.starts_with(|c: char| part(c) && c != '.')
    })
}
