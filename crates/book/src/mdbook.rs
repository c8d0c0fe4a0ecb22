//! The preprocessor of mdBook: receives the book as JSON, and returns it with directives, links and formulas
//! expanded and with the reference as its last chapter.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::live;
use super::outline::{Entry, entries};
use super::{Press, REFERENCE, pressed, wrong};
use crate::document::InputError;

/// The renderers whose books can be expanded.
const RENDERERS: [&str; 2] = ["html", "markdown"];

/// The field with the items of a book: for mdBook 0.5, and for earlier versions.
const ITEMS: [&str; 2] = ["items", "sections"];

/// The first page of the reference; all its other pages are below it.
const FIRST: &str = "reference.md";

/// The chapter for engineers, where a cluster can be pasted.
const CLUSTER: &str = "choose/your-cluster.md";

/// The page of the matrix, which answers queries.
const MATRIX: &str = "matrix.md";
/// Returns `true` if a book for this renderer of mdBook can be expanded.
pub fn supports(renderer: &str) -> bool {
    RENDERERS.contains(&renderer)
}

/// The expanded book, from the input of a preprocessor: `[context, book]` as JSON. The project's folder is
/// the parent of the book's.
///
/// # Errors
/// An input that is not such JSON, a directive or formula that cannot be read, or a reference that lists a
/// page that does not exist.
pub fn preprocess(input: &str) -> Result<String, InputError> {
    let strange = |reason: &str| {
        let reason = format!("{reason}; mdBook writes [context, book] to its preprocessors");
        InputError::of("standard input", "", reason)
    };
    let Ok(Value::Array(both)) = serde_json::from_str(input) else {
        return Err(strange("this is no JSON list"));
    };
    let [context, book] = both.as_slice() else {
        return Err(strange("the list has not two members"));
    };
    let root = context.get("root").and_then(Value::as_str);
    let root = project(Path::new(root.ok_or_else(|| strange("the context has no `root`"))?));
    let mut book = book.clone();
    let items = ITEMS.iter().find(|name| book.get(**name).is_some_and(Value::is_array));
    let items = *items.ok_or_else(|| strange("the book has no `items`"))?;
    pressed(&root, |press| {
        if let Some(Value::Array(items)) = book.get_mut(items) {
            let mut seen = Seen { live: live::is_live(&root), ..Seen::default() };
            for item in items.iter_mut() {
                expand(press, item, &mut seen)?;
            }
            items.extend(reference(press, &seen, &live::benches(press.source.library))?);
        }
        Ok(())
    })?;
    Ok(book.to_string())
}

/// The project's folder, from the book's folder, which may be relative to the present folder or be that
/// folder.
fn project(book: &Path) -> PathBuf {
    let whole = book.canonicalize().unwrap_or_else(|_| book.to_path_buf());
    whole.parent().map_or_else(|| PathBuf::from(".."), Path::to_path_buf)
}

/// The pages of the book proper, and the largest number of a chapter.
#[derive(Default)]
struct Seen {
    pages: BTreeSet<String>,
    last: u64,
    /// `true` if pages have live elements.
    live: bool,
}

/// Expands a chapter and the chapters below it.
fn expand(press: &Press<'_>, item: &mut Value, seen: &mut Seen) -> Result<(), InputError> {
    let Some(chapter) = item.get_mut("Chapter") else { return Ok(()) };
    if let Some(number) = chapter["number"][0].as_u64() {
        seen.last = seen.last.max(number);
    }
    // A draft has neither path nor text.
    if let Some(path) = chapter["path"].as_str() {
        let path = path.replace('\\', "/");
        if let Some(text) = chapter["content"].as_str() {
            let text = press.page(&path, text)?;
            let text = if path == CLUSTER { live::with_cluster(&text) } else { text };
            chapter["content"] = Value::String(live::scripted(&path, text, seen.live));
        }
        seen.pages.insert(path);
    }
    if let Some(Value::Array(below)) = chapter.get_mut("sub_items") {
        for item in below {
            expand(press, item, seen)?;
        }
    }
    Ok(())
}

/// The reference with the live benches of its pages: one chapter that contains all others, so that one style
/// rule shows or hides its contents.
fn reference(
    press: &Press<'_>,
    seen: &Seen,
    benches: &BTreeMap<String, String>,
) -> Result<Option<Value>, InputError> {
    let entries = entries(&press.reference()?)
        .map_err(|line| wrong(REFERENCE, line, "this is no entry, or it stands too far to the right"))?;
    let Some((first, _)) = entries.split_first() else { return Ok(None) };
    if first.path != FIRST || entries.iter().skip(1).any(|entry| entry.depth == 0) {
        return Err(wrong(REFERENCE, 1, &format!("all entries stand below the first, which is {FIRST}")));
    }
    if let Some(twice) = entries.iter().find(|entry| seen.pages.contains(&entry.path)) {
        return Err(wrong(REFERENCE, 1, &format!("{} is in the book proper, too", twice.path)));
    }
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in press.generated()? {
        let shown = press.shown(&name, &text)?;
        texts.insert(name, shown);
    }
    let mut made = Vec::new();
    for entry in &entries {
        let written = press.chapter(&entry.path);
        let text = match (texts.remove(&entry.path), written) {
            (Some(text), _) if entry.path == MATRIX => {
                live::scripted(&entry.path, live::with_queries(&text), seen.live)
            }
            (Some(text), _) => live::with_bench(&text, &entry.path, benches.get(&entry.path), seen.live),
            (None, Some(text)) => live::scripted(&entry.path, press.page(&entry.path, text)?, seen.live),
            (None, None) => {
                let why = format!("there is no page {}, or it stands here twice", entry.path);
                return Err(wrong(REFERENCE, 1, &why));
            }
        };
        made.push((entry, text, written.is_some()));
    }
    let mut made = made.into_iter().peekable();
    // Chapters of a book are numbered consecutively, and the reference has the next number.
    Ok(nested(&mut made, 0, &[], &[seen.last]).pop())
}

/// An entry with its text, and `true` if the text is hand-written.
type Made<'a> = (&'a Entry, String, bool);

/// The next chapters at this depth, with the chapters below them. mdBook's contents are nested by number.
fn nested<'a>(
    made: &mut std::iter::Peekable<impl Iterator<Item = Made<'a>>>,
    depth: usize,
    above: &[String],
    number: &[u64],
) -> Vec<Value> {
    let mut chapters = Vec::new();
    while let Some((entry, text, written)) = made.next_if(|(entry, ..)| entry.depth == depth) {
        let own = if depth == 0 {
            number.iter().map(|last| last + 1).collect()
        } else {
            [number, &[chapters.len() as u64 + 1]].concat()
        };
        let names = [above, std::slice::from_ref(&entry.title)].concat();
        let below = nested(made, depth + 1, &names, &own);
        chapters.push(json!({"Chapter": {
            "name": entry.title,
            "content": text,
            "number": own,
            "sub_items": below,
            "path": entry.path,
            "source_path": written.then_some(&entry.path),
            "parent_names": above,
        }}));
    }
    chapters
}
