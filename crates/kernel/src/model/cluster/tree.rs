//! Trees of queues: inner nodes between the root and the users, each with a weight (hierarchical DRF).
//!
//! A user is a leaf, and its own weight is the leaf's. An instance without inner nodes has no tree here.

use crate::scalar::{Rational, Scalar};

/// The inner nodes of an instance, and where its users hang.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree<S = Rational> {
    /// The inner nodes, each after the one above it, in the order in which the users' paths first name them.
    pub inner: Vec<Inner<S>>,
    /// For each user the inner node right above it; `None` for the root.
    pub above: Vec<Option<usize>>,
}

/// An inner node: a queue that holds queues or users.
#[derive(Clone, Debug, PartialEq)]
pub struct Inner<S = Rational> {
    /// Its name, which its siblings do not have.
    pub name: String,
    /// The inner node right above it; `None` for the root.
    pub above: Option<usize>,
    /// Its weight among its siblings, above zero.
    pub weight: S,
}

/// The names of the inner nodes from the root down to a user; none for a user right below the root.
pub type Path = Vec<String>;

/// A path as it stands in a file.
pub fn path_text(path: &[String]) -> String {
    path.join("/")
}

impl<S: Scalar> Tree<S> {
    /// The tree of these paths, one a user, with the weight of the inner node at the end of a path; `None` if all paths are empty.
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

    /// The names from the root down to this inner node, its own last; none for the root.
    pub fn path(&self, mut node: Option<usize>) -> Path {
        let mut names = Vec::new();
        while let Some(k) = node {
            names.push(self.inner[k].name.clone());
            node = self.inner[k].above;
        }
        names.reverse();
        names
    }

    /// The path of each user.
    pub fn paths(&self) -> Vec<Path> {
        self.above.iter().map(|&node| self.path(node)).collect()
    }

    /// How many inner nodes stand above the user below whom most stand.
    pub fn depth(&self) -> usize {
        self.above.iter().map(|&node| self.path(node).len()).max().unwrap_or(0)
    }

    /// The tree with other paths: nodes that keep their path keep their weight, new ones have weight 1.
    pub fn moved(&self, paths: &[Path]) -> Option<Tree<S>> {
        let known: Vec<Path> = (0..self.inner.len()).map(|k| self.path(Some(k))).collect();
        Tree::of(paths, |path| {
            let node = known.iter().position(|known| known == path);
            node.map_or_else(S::one, |k| self.inner[k].weight.clone())
        })
    }

    /// The tree with nodes named by letters in the order in which they stand below their parents.
    pub fn renamed(&self) -> Tree<S> {
        let mut renamed = self.clone();
        for k in 0..renamed.inner.len() {
            let before = renamed.inner[..k].iter().filter(|node| node.above == renamed.inner[k].above);
            renamed.inner[k].name = letter(before.count());
        }
        renamed
    }

    /// The tree in another scalar.
    pub fn map<T: Scalar>(&self, f: impl Fn(&S) -> T) -> Tree<T> {
        let node =
            |node: &Inner<S>| Inner { name: node.name.clone(), above: node.above, weight: f(&node.weight) };
        Tree { inner: self.inner.iter().map(node).collect(), above: self.above.clone() }
    }
}

/// The name of the `k`-th inner node below a node, counted from 0: `a`, `b`, .. `z`, then `n27`, `n28`, ..
pub fn letter(k: usize) -> String {
    match u8::try_from(k) {
        Ok(k) if k < 26 => char::from(b'a' + k).to_string(),
        _ => format!("n{}", k + 1),
    }
}
