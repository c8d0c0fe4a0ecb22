//! The pages of ids, from the folders `mechanisms`, `properties`, `measures` and `models`.

/// Pairs of folder and id, and of the text of the page.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page of `id` in `folder`; empty if there is none.
pub fn of(folder: &str, id: &str) -> &'static str {
    let is_it = |known: &str| known.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) == Some(id);
    PAGES.iter().find(|(known, _)| is_it(known)).map_or("", |(_, text)| *text)
}
