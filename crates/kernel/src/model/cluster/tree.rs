//! Trees of queues: inner nodes between the root and the users, each with a weight (hierarchical DRF).
//!
//! A user is a leaf, with its own weight. An instance without inner nodes has no tree.

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
                    inner.push(Inner { name: name.clone(), above: at, weight: weight(&path[..=depth]) });
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

    /// The tree with `paths` in place of the present paths. Nodes whose path stays keep their weight; new
    /// nodes have weight 1.
    pub fn moved(&self, paths: &[Path]) -> Option<Tree<S>> {
        let known: Vec<Path> = (0..self.inner.len()).map(|k| self.path(Some(k))).collect();
        Tree::of(paths, |path| {
            let node = known.iter().position(|known| known == path);
            node.map_or_else(S::one, |k| self.inner[k].weight.clone())
        })
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
        let node =
            |node: &Inner<S>| Inner { name: node.name.clone(), above: node.above, weight: f(&node.weight) };
        Tree { inner: self.inner.iter().map(node).collect(), above: self.above.clone() }
    }
}

/// The name of the `k`-th child among inner nodes, counted from 0: `a`, `b`, .. `z`, then `n27`, `n28`, ..
pub fn letter(k: usize) -> String {
    match u8::try_from(k) {
        Ok(k) if k < 26 => char::from(b'a' + k).to_string(),
        _ => format!("n{}", k + 1),
    }
}
