//! The division of a cluster among the queues of a tree that have tasks, level by level by their shares.
//!
//! A queue without tasks, and without such queues below it, takes part in no division, so its part goes to its own
//! parent's other queues. Queues with zero shares get nothing while a sibling has more; if all have zero, their
//! parts are equal.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::InputError;
use crate::scalar::{Rational, Scalar, sum};

/// The largest number of levels of queues.
const MOST_LEVELS: usize = 100;

/// A queue or an account with its shares among its siblings.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    /// Name, by which tasks refer to the queue.
    pub(super) name: String,
    /// Name of the parent, if any.
    pub(super) above: Option<String>,
    /// Shares among the siblings, at least zero.
    pub(super) shares: Rational,
    /// Shares of the queue's own tasks among the queues below it, if it has both and the shares are known.
    pub(super) own: Option<Rational>,
}

/// The queues of a cluster, as a file of the product lists them.
#[derive(Debug)]
pub(super) struct Queues {
    file: String,
    list: Vec<Queue>,
    by_name: BTreeMap<String, usize>,
}

impl Queues {
    /// The queues that `file` lists.
    ///
    /// # Errors
    /// A queue that is listed twice, or that is below itself.
    pub(super) fn new(file: &str, list: Vec<Queue>) -> Result<Queues, InputError> {
        let mut queues = Queues { file: file.to_string(), list, by_name: BTreeMap::new() };
        for (k, queue) in queues.list.iter().enumerate() {
            if queues.by_name.insert(queue.name.clone(), k).is_some() {
                return Err(queues.wrong(&queue.name, "is listed twice"));
            }
        }
        for k in 0..queues.list.len() {
            if queues.up(k).nth(MOST_LEVELS).is_some() {
                let reason = format!("has more than {MOST_LEVELS} queues above it, or is above itself");
                return Err(queues.wrong(&queues.list[k].name, &reason));
            }
        }
        Ok(queues)
    }

    fn wrong(&self, name: &str, reason: &str) -> InputError {
        InputError { file: self.file.clone(), field: format!("account {name}"), reason: reason.to_string() }
    }

    fn above(&self, k: usize) -> Option<usize> {
        self.list[k].above.as_ref().and_then(|name| self.by_name.get(name).copied())
    }

    /// The queue `k` and the queues above it.
    fn up(&self, k: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(k), |k| self.above(*k))
    }

    /// The names of the queues.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|queue| queue.name.as_str())
    }

    /// Returns `true` if the file lists a queue of that name.
    pub(super) fn lists(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The part of the cluster of each of `teams`, the queues that have tasks.
    ///
    /// # Errors
    /// A team that is not listed, or one with queues below it whose own shares are not known.
    pub(super) fn divided(&self, teams: &BTreeSet<String>) -> Result<BTreeMap<String, Rational>, InputError> {
        let mut below: BTreeMap<Option<usize>, BTreeSet<usize>> = BTreeMap::new();
        for team in teams {
            let Some(&k) = self.by_name.get(team) else {
                return Err(self.wrong(
                    team,
                    "is not listed, and has tasks: how much it is entitled to cannot be known",
                ));
            };
            self.up(k).for_each(|k| {
                below.entry(self.above(k)).or_default().insert(k);
            });
        }
        let (mut parts, mut open) = (BTreeMap::new(), vec![(None::<usize>, Rational::one())]);
        while let Some((at, part)) = open.pop() {
            let own = at.map(|k| &self.list[k]).filter(|queue: &&Queue| teams.contains(&queue.name));
            let Some(children) = below.get(&at) else {
                parts.extend(own.map(|queue| (queue.name.clone(), part)));
                continue;
            };
            let shares = match own {
                None => None,
                Some(Queue { own: Some(shares), .. }) => Some(shares.clone()),
                Some(queue) => {
                    let reason = "has tasks of its own and queues below it, and the shares of its users are not listed";
                    return Err(self.wrong(&queue.name, reason));
                }
            };
            let total = sum(children.iter().map(|&k| self.list[k].shares.clone()).chain(shares.clone()));
            let all = if total.is_zero() {
                int(children.len() + usize::from(own.is_some()))
            } else {
                total.clone()
            };
            let of = |shares: &Rational| {
                &part * if total.is_zero() { Rational::one() } else { shares.clone() } / &all
            };
            parts.extend(own.zip(shares).map(|(queue, shares)| (queue.name.clone(), of(&shares))));
            open.extend(children.iter().map(|&k| (Some(k), of(&self.list[k].shares))));
        }
        Ok(parts)
    }
}

fn int(n: usize) -> Rational {
    Rational::int(i64::try_from(n).unwrap_or(i64::MAX))
}
