//! Trees of queues: inner nodes between the root and the users, each with a weight (hierarchical DRF).
//!
//! A user is a leaf, with its own weight. An instance without inner nodes has no tree.

use crate::model::simpler;
use crate::scalar::{Rational, Scalar};

/// The inner nodes of an instance, and the parent of each user.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree<S = Rational> {
    /// The inner nodes, each after its parent, in the order in which the users' paths first name them.
    pub inner: Vec<Inner<S>>,
    /// The parent of each user among the inner nodes; `None` for the root.
    pub above: Vec<Option<usize>>,
}

/// An inner node: a queue that holds queues or users.
#[derive(Clone, Debug, PartialEq)]
pub struct Inner<S = Rational> {
    /// Name of the node, different from the names of its siblings.
    pub name: String,
    /// The parent; `None` for the root.
    pub above: Option<usize>,
    /// The weight of the node among its siblings, at least zero.
    pub weight: S,
    /// The amount of each resource that comes to the node before any division by weight; empty for none.
    pub floor: Vec<S>,
    /// The largest amount of each resource that the node may use, `None` without a limit; empty for no limits.
    pub cap: Vec<Option<S>>,
    /// `true` if the node is entitled by its own weight, floor and cap alone: what the caps below it keep from its
    /// children stays with it, and with weight zero it is entitled to its floor.
    pub own_terms: bool,
}

impl<S: Scalar> Inner<S> {
    /// Raises caps to floors above them, and empties floors that are all zero and caps that are all without a limit.
    pub fn settle(&mut self) {
        for (cap, floor) in self.cap.iter_mut().zip(&self.floor) {
            *cap = cap.take().map(|cap| cap.larger(floor.clone()));
        }
        if self.floor.iter().all(S::is_zero) {
            self.floor.clear();
        }
        if self.cap.iter().all(Option::is_none) {
            self.cap.clear();
        }
    }
}

/// The names of the inner nodes from the root down to a user; empty for a child of the root.
pub type Path = Vec<String>;

/// The path as written in a file.
pub fn path_text(path: &[String]) -> String {
    path.join("/")
}

impl<S: Scalar> Tree<S> {
    /// The tree of `paths`, one per user. `weight` gives the weight of the inner node at the end of a path.
    /// `None` if all paths are empty.
    pub fn of(paths: &[Path], mut weight: impl FnMut(&[String]) -> S) -> Option<Tree<S>> {
        let mut inner: Vec<Inner<S>> = Vec::new();
        let mut above = Vec::with_capacity(paths.len());
        let mut below: std::collections::BTreeMap<(Option<usize>, &str), usize> = Default::default();
        for path in paths {
            let mut at = None;
            for (depth, name) in path.iter().enumerate() {
                let node = *below.entry((at, name)).or_insert_with(|| {
                    let weight = weight(&path[..=depth]);
                    inner.push(Inner {
                        name: name.clone(),
                        above: at,
                        weight,
                        floor: Vec::new(),
                        cap: Vec::new(),
                        own_terms: false,
                    });
                    inner.len() - 1
                });
                at = Some(node);
            }
            above.push(at);
        }
        (!inner.is_empty()).then_some(Tree { inner, above })
    }

    /// The names from the root down to `node`, inclusive; empty for the root.
    pub fn path(&self, mut node: Option<usize>) -> Path {
        let mut names = Vec::new();
        while let Some(k) = node {
            names.push(self.inner[k].name.clone());
            node = self.inner[k].above;
        }
        names.reverse();
        names
    }

    /// The path of each user, in the order of users.
    pub fn paths(&self) -> Vec<Path> {
        self.above.iter().map(|&node| self.path(node)).collect()
    }

    /// The largest number of inner nodes above a user.
    pub fn depth(&self) -> usize {
        self.above.iter().map(|&node| self.path(node).len()).max().unwrap_or(0)
    }

    /// The tree with `paths` in place of the present paths. Nodes whose path stays keep their terms; new
    /// nodes have weight 1 and no other terms.
    pub fn moved(&self, paths: &[Path]) -> Option<Tree<S>> {
        let known: Vec<Path> = (0..self.inner.len()).map(|k| self.path(Some(k))).collect();
        let mut moved = Tree::of(paths, |_| S::one())?;
        for k in 0..moved.inner.len() {
            if let Some(from) = known.iter().position(|known| *known == moved.path(Some(k))) {
                let above = moved.inner[k].above;
                moved.inner[k] = Inner { above, ..self.inner[from].clone() };
            }
        }
        Some(moved)
    }

    /// The floors and caps of all nodes.
    pub fn quotas(&self) -> impl Iterator<Item = &S> {
        self.inner.iter().flat_map(|node| node.floor.iter().chain(node.cap.iter().flatten()))
    }

    /// Returns `true` if some node has a floor or a cap, or is entitled by its own terms alone.
    pub fn has_quotas(&self) -> bool {
        self.inner.iter().any(|node| !node.floor.is_empty() || !node.cap.is_empty() || node.own_terms)
    }

    /// Removes resource `r` from floors and caps.
    pub fn drop_resource(&mut self, r: usize) {
        for node in &mut self.inner {
            if !node.floor.is_empty() {
                node.floor.remove(r);
            }
            if !node.cap.is_empty() {
                node.cap.remove(r);
            }
            node.settle();
        }
    }

    /// The tree with nodes named by letters, in the order of siblings.
    pub fn renamed(&self) -> Tree<S> {
        let mut renamed = self.clone();
        for k in 0..renamed.inner.len() {
            let before = renamed.inner[..k].iter().filter(|node| node.above == renamed.inner[k].above);
            renamed.inner[k].name = letter(before.count());
        }
        renamed
    }

    /// The tree with `f` applied to every weight, in another scalar type.
    pub fn map<T: Scalar>(&self, f: impl Fn(&S) -> T) -> Tree<T> {
        let node = |node: &Inner<S>| Inner {
            name: node.name.clone(),
            above: node.above,
            weight: f(&node.weight),
            floor: node.floor.iter().map(&f).collect(),
            cap: node.cap.iter().map(|cap| cap.as_ref().map(&f)).collect(),
            own_terms: node.own_terms,
        };
        Tree { inner: self.inner.iter().map(node).collect(), above: self.above.clone() }
    }
}

impl Tree {
    /// Trees in which one floor, cap or `own_terms` is missing, or a simpler number.
    pub(super) fn with_simpler_quotas(&self) -> impl Iterator<Item = Tree> + '_ {
        let changed = move |k: usize, change: &dyn Fn(&mut Inner)| {
            let mut tree = self.clone();
            change(&mut tree.inner[k]);
            tree.inner[k].settle();
            tree
        };
        let mut found = Vec::new();
        for (k, node) in self.inner.iter().enumerate() {
            found.extend(node.own_terms.then(|| changed(k, &|node| node.own_terms = false)));
            for (r, floor) in node.floor.iter().enumerate().filter(|(_, floor)| floor.is_positive()) {
                let less = std::iter::once(Rational::zero()).chain(simpler(floor));
                found.extend(less.map(|x| changed(k, &|node| node.floor[r] = x.clone())));
            }
            for (r, cap) in node.cap.iter().enumerate() {
                let Some(cap) = cap else { continue };
                let less = std::iter::once(None).chain(simpler(cap).into_iter().map(Some));
                found.extend(less.map(|x| changed(k, &|node| node.cap[r].clone_from(&x))));
            }
        }
        found.into_iter()
    }
}

/// The name of the `k`-th child among inner nodes, counted from 0: `a`, `b`, .. `z`, then `n27`, `n28`, ..
pub fn letter(k: usize) -> String {
    match u8::try_from(k) {
        Ok(k) if k < 26 => char::from(b'a' + k).to_string(),
        _ => format!("n{}", k + 1),
    }
}
