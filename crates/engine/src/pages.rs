//! The pages of ids, as they stand in the folders `mechanisms`, `properties`, `measures` and `models`.

/// Folder and id, and the text.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page of an id in a folder; empty where there is none.
pub fn of(folder: &str, id: &str) -> &'static str {
    let is_it = |known: &str| known.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) == Some(id);
    PAGES.iter().find(|(known, _)| is_it(known)).map_or("", |(_, text)| *text)
}
