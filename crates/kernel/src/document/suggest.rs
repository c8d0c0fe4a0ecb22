//! The known name nearest to a misspelt one.

/// The known name with the smallest edit distance to `word`, among names at most half the length of `word`
/// and at most 3 edits away and, if `word` has three letters, names that begin with it.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = word.chars().count().div_ceil(2).clamp(1, 3);
    known
        .into_iter()
        .map(|name| (distance(word, name), name))
        .filter(|(distance, name)| *distance <= most || (word.len() > 2 && name.starts_with(word)))
        .min_by_key(|(distance, name)| (*distance, *name))
        .map(|(_, name)| name)
}

/// The nearest known name as the end of an error, `; did you mean ..?`; empty if no name is near.
pub fn hint<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The Damerau-Levenshtein distance of two words without regard to case: the smallest number of insertions,
/// deletions, replacements of a letter and transpositions of adjacent letters that turn `a` into `b`.
pub fn distance(a: &str, b: &str) -> usize {
    strsim::damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase())
}
