//! Symmetry of an enumeration: rows of digits, multisets, permutations, and sequences that no renaming makes smaller.

/// Rows of `width` digits from 0 to `max`, counting up.
pub(super) fn rows(width: usize, max: i64) -> impl Iterator<Item = Vec<i64>> + Clone {
    let count = (max as u64 + 1).saturating_pow(width as u32);
    (0..count).map(move |mut k| {
        let mut row = vec![0; width];
        for digit in row.iter_mut().rev() {
            *digit = (k % (max as u64 + 1)) as i64;
            k /= max as u64 + 1;
        }
        row
    })
}

/// Ascending sequences of `length` indexes below `count`, repetition allowed.
pub(super) fn multisets(length: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (count > 0 || length == 0).then(|| vec![0; length]);
    std::iter::from_fn(move || {
        let current = next.take()?;
        let mut successor = current.clone();
        if let Some(at) = (0..length).rev().find(|&at| successor[at] + 1 < count) {
            let value = successor[at] + 1;
            successor[at..].fill(value);
            next = Some(successor);
        }
        Some(current)
    })
}

pub(super) fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for k in 0..n {
        found = found
            .into_iter()
            .flat_map(|p: Vec<usize>| {
                (0..=k).map(move |at| {
                    let mut p = p.clone();
                    p.insert(at, k);
                    p
                })
            })
            .collect();
    }
    found
}

/// Sorted sequences of kinds that no renaming makes smaller, one for each class, by extending such sequences.
///
/// The image of a sequence is sorted before it is compared. A sequence that some renaming makes smaller stays so
/// whatever is appended, since the first places of the larger image can only get smaller: so a prefix that fails is never
/// extended. Renamings that make a prefix larger at a place which later kinds cannot reach are done with.
pub(super) struct Orderly {
    renamings: Vec<Vec<usize>>,
    /// For each kind the smallest one that it is renamed to.
    lowest: Vec<usize>,
    count: usize,
    length: usize,
    /// The sequence so far.
    pub(super) chosen: Vec<usize>,
    /// The next kind to try at each place.
    next: Vec<usize>,
    image: Vec<usize>,
}

impl Orderly {
    pub(super) fn new(mut renamings: Vec<Vec<usize>>, count: usize, length: usize) -> Self {
        renamings.retain(|map| map.iter().enumerate().any(|(k, image)| k != *image));
        let least = |k: usize| renamings.iter().map(|map| map[k]).min().unwrap_or(k).min(k);
        let lowest = (0..count).map(least).collect();
        Orderly { renamings, lowest, count, length, chosen: Vec::new(), next: vec![0], image: Vec::new() }
    }

    /// Whether no renaming makes the sequence smaller.
    fn is_least(&mut self) -> bool {
        let first = self.chosen[0];
        for map in &self.renamings {
            // Only an image with a kind as small as the first can be smaller.
            if self.chosen.iter().all(|&k| map[k] > first) {
                continue;
            }
            self.image.clear();
            self.image.extend(self.chosen.iter().map(|&k| map[k]));
            self.image.sort_unstable();
            if self.image < self.chosen {
                return false;
            }
        }
        true
    }

    /// Goes to the next sequence of full length, if there is one.
    pub(super) fn advance(&mut self) -> bool {
        if self.chosen.len() == self.length {
            self.chosen.pop();
        }
        loop {
            let depth = self.next.len();
            if depth == 0 {
                return false;
            }
            let kind = self.next[depth - 1];
            if kind >= self.count {
                self.next.pop();
                self.chosen.pop();
                continue;
            }
            self.next[depth - 1] += 1;
            // The first is the smallest of its class, and nobody after it may be renamed below it.
            let first = self.chosen.first().copied().unwrap_or(kind);
            if self.lowest[kind] < first {
                continue;
            }
            self.chosen.push(kind);
            if !self.renamings.is_empty() && !self.is_least() {
                self.chosen.pop();
                continue;
            }
            if depth == self.length {
                return true;
            }
            self.next.push(kind);
        }
    }
}
