//! The nearest known name to one that is not known.

/// The known name most like `word`, when one is near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = word.chars().count().div_ceil(2).clamp(1, 3);
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&word.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= most || (word.len() > 2 && name.starts_with(word)))
        .min_by_key(|(distance, name)| (*distance, *name))
        .map(|(_, name)| name)
}
