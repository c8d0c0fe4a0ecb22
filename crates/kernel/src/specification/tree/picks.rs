//! Hierarchical DRF for whole tasks: from the root, the child with the smallest weighted share is entered
//! repeatedly, down to a user whose task fits.
//!
//! The usage of nodes is computed again before each pick, so the next pick depends on the running tasks alone
//! and not on their order.

use super::stand::Stand;
use super::volcano;
use crate::model::cluster::hierarchy::{Hierarchy, NodeKind};
use crate::model::cluster::{Pool, Setting};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar, greatest, least, min, sum};
use crate::specification::tasks::left;

/// The way in which inner nodes count their children's usage, and hence the next user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Children that are not blocked are rescaled to the smallest of their weighted shares; blocked children
    /// count as they are; full resources do not count.
    Rescaling,
    /// The usage of all children is added without rescaling.
    Naive,
    /// Blocked children are rescaled as well.
    RescalingAll,
    /// No inner nodes: users are compared by dominant share divided by hierarchical share.
    Collapsed,
    /// The order and the rescaling of Volcano's code.
    Volcano,
}

/// An event of the rule: the next pick, or its end.
#[derive(Clone, Debug)]
pub struct Pick {
    /// The user who gets the next task; `None` if no task fits.
    pub user: Option<usize>,
    /// The state of each node before the pick; the root first.
    pub stand: Vec<Stand>,
}

/// Whole tasks given one by one on the only server of an instance.
#[derive(Debug)]
pub struct Picks<'a> {
    /// The instance with its only server.
    pub pool: &'a Pool,
    /// The complete tree of the instance.
    pub tree: Hierarchy,
    rule: Rule,
    /// The weight of each node; for [`Rule::Collapsed`], its hierarchical share.
    weight: Vec<Rational>,
}

impl<'a> Picks<'a> {
    /// The rule on an instance with one server and one weight per user.
    pub fn of(pool: &'a Pool, rule: Rule) -> Self {
        let tree = Hierarchy::of(pool, Setting::WHOLE);
        let weight = match rule {
            Rule::Collapsed => tree.shares(pool, 0),
            _ => (0..tree.nodes.len()).map(|node| tree.weight(pool, node, 0)).collect(),
        };
        Picks { pool, tree, rule, weight }
    }

    /// Returns `true` if `user` has more than `given` whole tasks, and one of them fits the amounts `left`.
    pub fn fits(&self, user: usize, given: &Rational, left: &[Rational]) -> bool {
        self.tree.nodes[self.tree.leaf[user]].demands
            && self.has_more(user, given)
            && self.pool.demand[user].iter().zip(left).all(|(d, left)| d.is_zero() || d <= left)
    }

    fn has_more(&self, user: usize, given: &Rational) -> bool {
        self.pool.tasks[user].as_ref().is_none_or(|has| *given < has.floor())
    }

    /// Usage of each resource by `tasks` tasks of `user`, in parts of the pool.
    fn parts(&self, user: usize, tasks: &Rational) -> Vec<Rational> {
        let part = |(d, c): (&Rational, &Rational)| {
            if d.is_zero() || tasks.is_zero() { Rational::zero() } else { tasks * d / c }
        };
        self.pool.demand[user].iter().zip(&self.pool.capacity[0]).map(part).collect()
    }

    /// The state of each node when user `u` has `given[u]` tasks; the root first.
    pub fn stand(&self, given: &[Rational]) -> Vec<Stand> {
        let left = left(self.pool, given);
        let counts: Vec<bool> = left.iter().map(|left| self.counts_full() || left.is_positive()).collect();
        let nothing = Stand {
            blocked: true,
            saturated: true,
            uses: vec![Rational::zero(); left.len()],
            share: Rational::zero(),
        };
        let mut stand = vec![nothing; self.tree.nodes.len()];
        for node in (0..stand.len()).rev() {
            let below: Vec<usize> = self.tree.demanding(node).collect();
            stand[node] = match self.tree.nodes[node].kind {
                NodeKind::User(user) => self.leaf(user, &given[user], &left),
                NodeKind::Root | NodeKind::Inner(_) => {
                    let uses = self.added(&stand, &below);
                    let counted =
                        uses.iter().zip(&counts).filter(|(_, counts)| **counts).map(|(part, _)| part.clone());
                    Stand {
                        blocked: below.iter().all(|&k| stand[k].blocked),
                        saturated: below.iter().all(|&k| stand[k].saturated),
                        share: greatest(counted).unwrap_or_else(Rational::zero),
                        uses,
                    }
                }
            };
        }
        stand
    }

    /// Returns `true` if the share of an inner node counts full resources too.
    fn counts_full(&self) -> bool {
        matches!(self.rule, Rule::Naive | Rule::Volcano)
    }

    fn leaf(&self, user: usize, given: &Rational, left: &[Rational]) -> Stand {
        let uses = self.parts(user, given);
        let full = |(d, left): (&Rational, &Rational)| d.is_positive() && left.is_zero();
        let done = given.is_positive() && !self.has_more(user, given);
        Stand {
            blocked: !self.fits(user, given, left),
            saturated: done || self.pool.demand[user].iter().zip(left).any(full),
            share: greatest(uses.iter().cloned()).unwrap_or_else(Rational::zero),
            uses,
        }
    }

    /// The usage of an inner node: the usage of its children `below`, rescaled as the rule says.
    fn added(&self, stand: &[Stand], below: &[usize]) -> Vec<Rational> {
        let factors = self.factors(stand, below);
        let resources = self.pool.resources();
        (0..resources).map(|r| sum(below.iter().zip(&factors).map(|(&k, f)| f * &stand[k].uses[r]))).collect()
    }

    /// The factor by which the rule rescales the usage of each child in `below`, the children of one node. `stand`
    /// is the state of every node.
    pub fn factors(&self, stand: &[Stand], below: &[usize]) -> Vec<Rational> {
        let level = |k: usize| &stand[k].share / &self.weight[k];
        let rescaled = |k: usize| match self.rule {
            Rule::Rescaling => !stand[k].blocked,
            Rule::RescalingAll => true,
            Rule::Volcano => !stand[k].saturated && stand[k].share.is_positive(),
            Rule::Naive | Rule::Collapsed => false,
        };
        // Volcano compares shares here without weights, and starts from 1.
        let least = match self.rule {
            Rule::Volcano => below
                .iter()
                .copied()
                .filter(|&k| rescaled(k))
                .map(|k| stand[k].share.clone())
                .fold(Rational::one(), min),
            _ => least(below.iter().copied().filter(|&k| rescaled(k)).map(level))
                .unwrap_or_else(Rational::zero),
        };
        let factor = |k: usize| {
            let share = &stand[k].share;
            match self.rule {
                _ if !rescaled(k) => Rational::one(),
                // Here `least` is zero too.
                _ if share.is_zero() => Rational::zero(),
                Rule::Volcano => &least / share,
                _ => &least * &self.weight[k] / share,
            }
        };
        below.iter().map(|&k| factor(k)).collect()
    }

    /// The rule that is followed.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The weight of a node; its hierarchical share, where the rule knows no inner nodes.
    pub fn weight(&self, node: usize) -> &Rational {
        &self.weight[node]
    }

    /// The user who gets the next task when user `u` has `given[u]` tasks; `None` if no task fits.
    pub fn next(&self, given: &[Rational]) -> Option<usize> {
        self.chosen(&self.stand(given))
    }

    /// The user who gets the next task in the state `stand` of the nodes; `None` if no task fits.
    fn chosen(&self, stand: &[Stand]) -> Option<usize> {
        match self.rule {
            Rule::Volcano => volcano::next(&self.tree, &self.weight, stand),
            Rule::Collapsed => {
                let open = self.tree.leaf.iter().enumerate().filter(|(_, leaf)| !stand[**leaf].blocked);
                let level = |leaf: usize| &stand[leaf].share / &self.weight[leaf];
                first_least(open.map(|(user, &leaf)| (user, level(leaf))))
            }
            Rule::Rescaling | Rule::Naive | Rule::RescalingAll => {
                let mut node = 0;
                loop {
                    if let NodeKind::User(user) = self.tree.nodes[node].kind {
                        return Some(user);
                    }
                    let open = self.tree.demanding(node).filter(|&k| !stand[k].blocked);
                    node = first_least(open.map(|k| (k, &stand[k].share / &self.weight[k])))?;
                }
            }
        }
    }

    /// The tasks of each user when no further task fits; `observer` receives each pick and the end.
    pub fn run(&self, observer: &mut impl Observer<Pick>) -> Vec<Rational> {
        let mut given = vec![Rational::zero(); self.pool.users()];
        loop {
            let stand = self.stand(&given);
            let user = self.chosen(&stand);
            observer.see(|| Pick { user, stand });
            let Some(user) = user else { return given };
            given[user] = &given[user] + Rational::one();
        }
    }

    /// An upper bound on the number of picks: the tasks that all users could run, each alone in the pool.
    pub fn most(&self) -> Rational {
        sum((0..self.pool.users()).map(|u| self.pool.capped(u, self.pool.gamma(u, 0).floor())))
    }
}

/// The item with the smallest key, the first among equals.
fn first_least<T>(items: impl Iterator<Item = (T, Rational)>) -> Option<T> {
    items.reduce(|best, item| if item.1 < best.1 { item } else { best }).map(|(item, _)| item)
}
