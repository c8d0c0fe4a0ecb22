//! Checks of new ids.

use anyhow::{Result, bail};
use fairwitness::document::shown;

use super::project::Project;
use crate::args::NewKind;

/// The largest length of an id, in bytes.
const LONGEST: usize = 40;

/// The keywords of Rust, which cannot be names of modules.
const KEPT: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if \
                    impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try \
                    type typeof unsafe unsized use virtual where while yield";

/// Returns `true` if the word is a keyword of Rust.
fn is_kept(word: &str) -> bool {
    KEPT.split(' ').any(|kept| kept == word)
}

/// Returns `true` if a word is an id: lower-case letters, digits and single hyphens, beginning with a letter.
fn is_id(word: &str) -> bool {
    let plain = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let ends = word.starts_with(|c: char| c.is_ascii_lowercase()) && !word.ends_with('-');
    plain && ends && !word.contains("--") && word.len() <= LONGEST
}

/// Returns the id nearest to the typed word: letters in lower case, and a hyphen for every other character
/// that is no digit.
fn like(word: &str) -> Option<String> {
    let parts: String =
        word.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let parts: Vec<&str> = parts.split('-').filter(|part| !part.is_empty()).collect();
    let id: String = parts.join("-").trim_start_matches(|c: char| !c.is_ascii_lowercase()).to_string();
    let id: String = id.chars().take(LONGEST).collect();
    let id = id.trim_end_matches('-').to_string();
    (is_id(&id) && !is_kept(&id)).then_some(id)
}

/// Returns the path of the page that defines an id.
pub fn page(kind: NewKind, id: &str, model: Option<&str>) -> String {
    match (kind, model) {
        (NewKind::Mechanism, _) => format!("properties/mechanisms/{id}.md"),
        (NewKind::Property, Some(model)) => format!("properties/{model}/{id}.md"),
        (NewKind::Property | NewKind::Model, _) => format!("properties/models/{id}.md"),
        (NewKind::Measure, _) => format!("properties/measures/{id}.md"),
    }
}

/// Refuses a word that is no id, and an id that is in use.
pub fn check(id: &str, kind: NewKind, model: Option<&str>, project: &Project) -> Result<()> {
    if !is_id(id) {
        let hint = match like(id) {
            Some(near) => format!("what about `{near}`?"),
            None => "for example `max-min-tasks`".to_string(),
        };
        bail!(
            "`{}` is no id: an id is lower-case letters, digits and single hyphens, begins with a letter and has at most \
             {LONGEST} characters; {hint}",
            shown(id)
        );
    }
    if is_kept(id) {
        bail!("`{id}` is a word of Rust and can name no module; what about `{id}-{}`?", kind.word());
    }
    let file = page(kind, id, model);
    if project.has(&file) {
        let free = (2..).map(|n| format!("{id}-{n}")).find(|id| !project.has(&page(kind, id, model)));
        let (file, free) = (project.named(&file), free.unwrap_or_default());
        bail!("`{id}` is taken: {file} defines it; what about `{free}`?");
    }
    Ok(())
}
