//! The pages of ids, from the folders of `properties`: those of mechanisms, measures and models, and one of
//! properties per model.

/// The pages of a folder: ids in alphabetical order, and texts.
type Folder = &'static [(&'static str, &'static str)];

/// The folders, each with its pages.
const PAGES: &[(&str, Folder)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page of `id` in `folder`; empty if there is none.
pub fn of(folder: &str, id: &str) -> &'static str {
    let pages = PAGES.iter().find(|(known, _)| *known == folder).map_or(&[][..], |(_, pages)| pages);
    pages.binary_search_by_key(&id, |(known, _)| *known).map_or("", |at| pages[at].1)
}
