//! The known name nearest to a misspelt one.

use std::collections::BTreeMap;

/// The known name with the smallest edit distance to `word`, among names at most half the length of `word`
/// and at most 3 edits away and, if `word` has three letters, names that begin with it.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = word.chars().count().div_ceil(2).clamp(1, 3);
    known
        .into_iter()
        .map(|name| (distance(&word.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= most || (word.len() > 2 && name.starts_with(word)))
        .min_by_key(|(distance, name)| (*distance, *name))
        .map(|(_, name)| name)
}

/// The Damerau-Levenshtein distance of two words: the smallest number of insertions, deletions, replacements
/// of a letter and transpositions of adjacent letters that turn `a` into `b`. Algorithm of Lowrance and
/// Wagner, with a table one row and one column larger than the words.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let far = a.len() + b.len();
    let mut cost = vec![vec![far; b.len() + 2]; a.len() + 2];
    (0..=a.len()).for_each(|i| cost[i + 1][1] = i);
    (0..=b.len()).for_each(|j| cost[1][j + 1] = j);
    let mut last_row: BTreeMap<char, usize> = BTreeMap::new();
    for (i, x) in a.iter().enumerate() {
        let mut last_match = 0;
        for (j, y) in b.iter().enumerate() {
            let row = last_row.get(y).copied().unwrap_or(0);
            let exchanged = cost[row][last_match] + (i - row) + 1 + (j - last_match);
            let replaced = cost[i + 1][j + 1] + usize::from(x != y);
            let inserted = cost[i + 2][j + 1].min(cost[i + 1][j + 2]) + 1;
            cost[i + 2][j + 2] = replaced.min(inserted).min(exchanged);
            if x == y {
                last_match = j + 1;
            }
        }
        last_row.insert(*x, i + 1);
    }
    cost[a.len() + 1][b.len() + 1]
}
