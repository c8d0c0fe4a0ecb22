//! Placement constraints: for each user the servers that may run its tasks. Users may share one row.

use std::ops::{Index, IndexMut};

/// The eligible servers of each user, as a row of flags with one entry per server. The row of a user that shares it is
/// copied when it is changed.
#[derive(Debug, Default)]
pub struct Eligible {
    /// The rows, each of some user.
    rows: Vec<Vec<bool>>,
    /// Index of the row of each user.
    of: Vec<usize>,
}

impl Eligible {
    /// Every one of `users` users may run on every one of `servers` servers.
    pub fn everywhere(users: usize, servers: usize) -> Self {
        Eligible::shared(vec![vec![true; servers]; users.min(1)], vec![0; users])
    }

    /// The rows of users by index in `rows`, each of which some user has.
    pub fn shared(rows: Vec<Vec<bool>>, of: Vec<usize>) -> Self {
        Eligible { rows, of }
    }

    /// The rows without repetitions by users that share one.
    pub fn rows(&self) -> &[Vec<bool>] {
        &self.rows
    }

    /// The index in [`Eligible::rows`] of the row of `user`.
    pub fn row_of(&self, user: usize) -> usize {
        self.of[user]
    }

    /// The row of each user.
    pub fn iter(&self) -> impl Iterator<Item = &Vec<bool>> + Clone {
        self.of.iter().map(|k| &self.rows[*k])
    }

    /// The row of each user, which no other user shares any more.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Vec<bool>> {
        if self.rows.len() < self.of.len() || self.of.iter().enumerate().any(|(u, k)| u != *k) {
            *self = self.iter().cloned().collect();
        }
        self.rows.iter_mut()
    }

    /// Adds the row of a further user.
    pub fn push(&mut self, row: Vec<bool>) {
        self.of.push(self.rows.len());
        self.rows.push(row);
    }

    /// Removes a user.
    pub fn remove(&mut self, user: usize) {
        let at = self.of.remove(user);
        if !self.of.contains(&at) {
            self.rows.swap_remove(at);
            let last = self.rows.len();
            self.of.iter_mut().filter(|k| **k == last).for_each(|k| *k = at);
        }
    }
}

impl Clone for Eligible {
    fn clone(&self) -> Self {
        Eligible { rows: self.rows.clone(), of: self.of.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        self.rows.clone_from(&from.rows);
        self.of.clone_from(&from.of);
    }
}

impl PartialEq for Eligible {
    fn eq(&self, other: &Self) -> bool {
        (self.of == other.of && self.rows == other.rows)
            || (self.of.len() == other.of.len() && self.iter().eq(other.iter()))
    }
}

impl Index<usize> for Eligible {
    type Output = Vec<bool>;

    #[inline]
    fn index(&self, user: usize) -> &Vec<bool> {
        &self.rows[self.of[user]]
    }
}

impl IndexMut<usize> for Eligible {
    fn index_mut(&mut self, user: usize) -> &mut Vec<bool> {
        let at = self.of[user];
        if self.of.iter().filter(|k| **k == at).nth(1).is_some() {
            self.of[user] = self.rows.len();
            self.rows.push(self.rows[at].clone());
        }
        let at = self.of[user];
        &mut self.rows[at]
    }
}

impl FromIterator<Vec<bool>> for Eligible {
    fn from_iter<I: IntoIterator<Item = Vec<bool>>>(rows: I) -> Self {
        Vec::from_iter(rows).into()
    }
}

impl From<Vec<Vec<bool>>> for Eligible {
    fn from(rows: Vec<Vec<bool>>) -> Self {
        Eligible { of: (0..rows.len()).collect(), rows }
    }
}
