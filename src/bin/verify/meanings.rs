//! Resolution of names to ids: by the names on the pages, and by synonyms from the literature.

use fairwitness::document::suggest::nearest;
use fairwitness::library::query::SYNONYMS;
use fairwitness::workbench::{Entry, models};

/// Returns each synonym with the ids that it may mean.
fn called() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = SYNONYMS.lines().filter_map(|line| line.split_once(": "));
    lines.flat_map(|(names, ids)| {
        names.split(", ").flat_map(move |name| ids.split(' ').map(move |id| (name, id)))
    })
}

fn plain(text: &str) -> String {
    let letters = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns every entry that has a page.
fn entries() -> Vec<Entry<'static>> {
    models().iter().flat_map(|b| [b.mechanisms(), b.properties(), b.measures()].concat()).collect()
}

/// Returns at most three known ids that a word may mean: by synonym, by name, or by similar spelling.
pub fn meant<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    let word = word.trim();
    let asked = plain(word);
    let mut found: Vec<&'a str> = Vec::new();
    let mut add = |id: &str| {
        if let Some(id) = known.iter().find(|k| **k == id)
            && !found.contains(id)
            && found.len() < 3
        {
            found.push(id);
        }
    };
    if known.contains(&word.to_lowercase().as_str()) {
        add(&word.to_lowercase());
    }
    let close = nearest(word, known.iter().copied()).filter(|id| strsim_close(word, id));
    if let Some(id) = close {
        add(id);
    }
    if asked.len() >= 3 {
        let exact = called().filter(|(name, _)| *name == asked);
        let near = called().filter(|(name, _)| {
            *name != asked && (asked.starts_with(name) || (asked.len() > 3 && name.starts_with(&asked)))
        });
        let named = entries();
        let by_name = |whole: bool| {
            let fits = |entry: &&Entry| {
                let name = plain(&entry.name());
                let same = name == asked || trimmed(&name) == trimmed(&asked);
                if whole { same } else { !same && (name.contains(&asked) || asked.contains(&name)) }
            };
            named.iter().filter(fits).map(|e| e.id).collect::<Vec<_>>()
        };
        by_name(true).into_iter().for_each(&mut add);
        exact.chain(near).for_each(|(_, id)| add(id));
        by_name(false).into_iter().for_each(&mut add);
    }
    if let Some(id) = nearest(word, known.iter().copied()) {
        add(id);
    }
    found
}

/// Strips the ending of a noun, so that `envy freeness` and `envy free` are equal.
fn trimmed(name: &str) -> String {
    let mut name = name.to_string();
    for ending in ["ness", "ity", "s"] {
        if let Some(short) = name.strip_suffix(ending) {
            name = short.to_string();
        }
    }
    name
}

/// Returns `true` if two words are long enough, and near enough in length, to differ by a typing error.
fn strsim_close(word: &str, id: &str) -> bool {
    word.len().abs_diff(id.len()) <= 1 && word.len() <= 2 * id.len() && word.len() > 2
}

/// Returns an id with its name, for a suggestion.
pub fn with_name(id: &str) -> String {
    // If two models have the id, the shorter name is the more general one.
    let names = entries().into_iter().filter(|e| e.id == id).map(|e| e.name());
    match names.min_by_key(String::len) {
        Some(name) if plain(&name) != plain(id) => format!("`{id}` ({name})"),
        _ => format!("`{id}`"),
    }
}
