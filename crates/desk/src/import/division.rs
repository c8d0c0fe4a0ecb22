//! The tree of queues that divides a cluster, as a product lists it, and the places of teams with tasks in it.
//!
//! A queue without tasks, and without such queues below it, takes part in no division, so its part goes to its own
//! parent's other queues. A queue that holds one other queue alone, and has neither floor nor cap, is left out.

use std::collections::{BTreeMap, BTreeSet};

use super::amounts::Amounts;
use crate::document::InputError;
use crate::scalar::{Rational, Scalar};

/// The largest number of levels of queues.
const MOST_LEVELS: usize = 60;

/// A queue or an account with its terms among its siblings.
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
    /// The amounts that come to the queue before any division by shares.
    pub(super) floor: Amounts,
    /// The largest amounts that the queue may use; a resource without an amount has no limit.
    pub(super) cap: Amounts,
    /// `true` if the queue is entitled by its own shares, floor and cap alone, as YARN's fair scheduler does: what its
    /// children cannot take stays with it, and without shares it has its floor.
    pub(super) own_terms: bool,
}

impl Queue {
    /// A queue without floor and cap, and without shares of its own tasks.
    pub(super) fn new(name: String, above: Option<String>, shares: Rational) -> Queue {
        let (floor, cap) = Default::default();
        Queue { name, above, shares, own: None, floor, cap, own_terms: false }
    }

    fn is_bound(&self) -> bool {
        !self.floor.is_empty() || !self.cap.is_empty() || (self.own_terms && self.shares.is_zero())
    }
}

/// The places of teams in a tree of queues.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The path above the user of a team, and the user's weight there, by team.
    pub(super) users: BTreeMap<String, (String, Rational)>,
    /// The nodes by path, with their weights as shares.
    pub(super) nodes: BTreeMap<String, Queue>,
}

impl Places {
    /// Adds a node with the terms of `queue` below `path`, and returns its own path.
    fn node(&mut self, queue: &Queue, weight: Rational, path: &str) -> String {
        let above = queue.above.as_deref().unwrap_or_default();
        let own = queue.name.strip_prefix(above).unwrap_or(&queue.name).trim_start_matches(['.', '/']);
        let own = if own.is_empty() { &queue.name } else { own }.replace('/', ".");
        let mut path = if path.is_empty() { own } else { format!("{path}/{own}") };
        while self.nodes.contains_key(&path) {
            path.push('\'');
        }
        self.nodes.insert(path.clone(), Queue { shares: weight, ..queue.clone() });
        path
    }

    /// Places the tasks of a team themselves below `path`. Users cannot have the weight zero, so a queue of its own
    /// carries it.
    fn user(&mut self, queue: &Queue, weight: Rational, path: &str) {
        let place = match weight.is_zero() {
            true => {
                let plain = Queue::new(queue.name.clone(), queue.above.clone(), Rational::zero());
                (self.node(&plain, weight, path), Rational::one())
            }
            false => (path.to_string(), weight),
        };
        self.users.insert(queue.name.clone(), place);
    }
}

/// The queues with tasks, by the index of the queue above them.
type Below = BTreeMap<Option<usize>, BTreeSet<usize>>;

/// The queues of a cluster, as a file of the product lists them.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    file: String,
    /// The word for a queue in errors: queue, account.
    word: &'static str,
    pub(super) list: Vec<Queue>,
    by_name: BTreeMap<String, usize>,
}

impl Queues {
    /// The queues that `file` lists; `word` is the word for one in errors.
    ///
    /// # Errors
    /// A queue that is listed twice, or that is below itself.
    pub(super) fn new(file: &str, word: &'static str, list: Vec<Queue>) -> Result<Queues, InputError> {
        let mut queues = Queues { file: file.to_string(), word, list, by_name: BTreeMap::new() };
        for (k, queue) in queues.list.iter().enumerate() {
            if queues.by_name.insert(queue.name.clone(), k).is_some() {
                return Err(queues.wrong(&queue.name, "is listed twice"));
            }
        }
        for k in 0..queues.list.len() {
            if queues.up(k).nth(MOST_LEVELS).is_some() {
                let reason = format!("has more than {MOST_LEVELS} levels above it, or is above itself");
                return Err(queues.wrong(&queues.list[k].name, &reason));
            }
        }
        Ok(queues)
    }

    /// Returns `true` if some queue has a cap of the resource.
    pub(super) fn cap(&self, resource: &str) -> bool {
        self.list.iter().any(|queue| queue.cap.contains_key(resource))
    }

    fn wrong(&self, name: &str, reason: &str) -> InputError {
        InputError::of(self.file.clone(), format!("{} {name}", self.word), reason)
    }

    fn above(&self, k: usize) -> Option<usize> {
        self.list[k].above.as_ref().and_then(|name| self.by_name.get(name).copied())
    }

    /// The queue `k` and the queues above it.
    fn up(&self, k: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(k), |k| self.above(*k))
    }

    /// The places of `teams`, the queues that have tasks.
    ///
    /// # Errors
    /// A team that is not listed, or one with queues below it whose own shares are not known.
    pub(super) fn placed(&self, teams: &BTreeSet<String>) -> Result<Places, InputError> {
        let mut below = Below::new();
        for team in teams {
            let Some(&k) = self.by_name.get(team) else {
                let reason = "is not listed, and has tasks: how much it is entitled to cannot be known";
                return Err(self.wrong(team, reason));
            };
            self.up(k).for_each(|k| {
                below.entry(self.above(k)).or_default().insert(k);
            });
        }
        let mut places = Places::default();
        let mut top = None;
        // A single queue at the top without floor and cap is the whole cluster.
        let inner = |k: &usize| below.contains_key(&Some(*k)) && !self.list[*k].is_bound();
        while let Some(only) = self.only(top, &below, teams).filter(inner) {
            top = Some(only);
        }
        self.place_below(top, "", &below, teams, &mut places)?;
        Ok(places)
    }

    /// The one queue with tasks below `at`, if `at` has no tasks of its own.
    fn only(&self, at: Option<usize>, below: &Below, teams: &BTreeSet<String>) -> Option<usize> {
        let own = at.is_some_and(|k| teams.contains(&self.list[k].name));
        let below = below.get(&at)?;
        below.first().filter(|_| below.len() == 1 && !own).copied()
    }

    /// Places the queues with tasks below the queue `at`, and its own tasks, at the path `path`.
    fn place_below(
        &self,
        at: Option<usize>,
        path: &str,
        below: &Below,
        teams: &BTreeSet<String>,
        places: &mut Places,
    ) -> Result<(), InputError> {
        if let Some(queue) = at.map(|k| &self.list[k]).filter(|queue| teams.contains(&queue.name)) {
            let Some(shares) = queue.own.clone() else {
                let reason =
                    "has tasks of its own and queues below it, and the shares of its users are not listed";
                return Err(self.wrong(&queue.name, reason));
            };
            places.user(queue, shares, path);
        }
        for &k in below.get(&at).into_iter().flatten() {
            let (mut queue, weight) = (k, self.list[k].shares.clone());
            let bound = |k: usize| self.list[k].is_bound();
            let stays = |queue: usize, only: usize| bound(queue) || self.list[queue].own_terms && bound(only);
            while let Some(only) = self.only(Some(queue), below, teams).filter(|&only| !stays(queue, only)) {
                queue = only;
            }
            let leaf = !below.contains_key(&Some(queue));
            let mut own = self.list[queue].clone();
            // Only limits on all children keep something from them.
            let limited = |k: &usize| !self.list[*k].cap.is_empty() || self.list[*k].shares.is_zero();
            let capped = |of: &BTreeSet<usize>| of.iter().all(limited);
            own.own_terms &= weight.is_zero() || below.get(&Some(queue)).is_some_and(capped);
            let own = &own;
            match (leaf, bound(queue)) {
                (true, false) => places.user(own, weight, path),
                (true, true) => {
                    let path = places.node(own, weight, path);
                    places.users.insert(own.name.clone(), (path, Rational::one()));
                }
                (false, _) => {
                    let path = places.node(own, weight, path);
                    self.place_below(Some(queue), &path, below, teams, places)?;
                }
            }
        }
        Ok(())
    }
}
