//! The complete tree of an instance, with root and users among its nodes, and the hierarchical share of each
//! node.

use super::tree::path_text;
use super::{Pool, Setting};
use crate::scalar::{Of, Rational, Scalar, sum};

/// A node of the complete tree: the root, an inner node or a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The parent; `None` for the root.
    pub above: Option<usize>,
    /// The children, in the order of their first user.
    pub below: Vec<usize>,
    /// The kind of the node.
    pub kind: NodeKind,
    /// `true` if some user below the node, or the node itself, can run part of a task: it has a task and an
    /// eligible server.
    pub demands: bool,
}

/// The kind of a node of the complete tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The root of the tree.
    Root,
    /// An inner node, by its index in [`Tree`](super::tree::Tree).
    Inner(usize),
    /// A user, by its index.
    User(usize),
}

/// The complete tree of an instance, the root first and each node after its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    /// The nodes; index 0 is the root.
    pub nodes: Vec<Node>,
    /// The index of the node of each user.
    pub leaf: Vec<usize>,
}

impl Hierarchy {
    /// The complete tree of `pool`. The users that count as demanding depend on `setting`, because a user whose
    /// limit is below one task demands nothing if tasks are whole.
    pub fn of<S: Scalar>(pool: &Pool<S>, setting: Setting) -> Hierarchy {
        let mut all = Hierarchy { nodes: Vec::new(), leaf: Vec::with_capacity(pool.users()) };
        all.add(None, NodeKind::Root);
        let inner = pool.tree.as_ref().map_or(&[][..], |tree| &tree.inner);
        let mut place: Vec<Option<usize>> = vec![None; inner.len()];
        for user in 0..pool.users() {
            let mut missing = Vec::new();
            let mut at = pool.tree.as_ref().and_then(|tree| tree.above[user]);
            while let Some(k) = at.filter(|&k| place[k].is_none()) {
                missing.push(k);
                at = inner[k].above;
            }
            let mut above = at.and_then(|k| place[k]).unwrap_or(0);
            for k in missing.into_iter().rev() {
                above = all.add(Some(above), NodeKind::Inner(k));
                place[k] = Some(above);
            }
            let leaf = all.add(Some(above), NodeKind::User(user));
            all.leaf.push(leaf);
            if pool.tasks[user].as_ref().is_none_or(|has| setting.tasks(has.clone()).is_positive())
                && pool.can_run(user)
            {
                let mut node = Some(leaf);
                while let Some(k) = node {
                    all.nodes[k].demands = true;
                    node = all.nodes[k].above;
                }
            }
        }
        all
    }

    fn add(&mut self, above: Option<usize>, kind: NodeKind) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Node { above, below: Vec::new(), kind, demands: false });
        if let Some(above) = above {
            self.nodes[above].below.push(node);
        }
        node
    }

    /// The nodes from `node` up to the root, without the root.
    pub fn up(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |k| self.nodes[*k].above).filter(|k| self.nodes[*k].above.is_some())
    }

    /// The children of `node` that demand something.
    pub fn demanding(&self, node: usize) -> impl Iterator<Item = usize> {
        self.nodes[node].below.iter().copied().filter(|&k| self.nodes[k].demands)
    }

    /// The users below `node`, or the user that it is.
    pub fn users(&self, node: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![node];
        while let Some(k) = open.pop() {
            if let NodeKind::User(user) = self.nodes[k].kind {
                found.push(user);
            }
            open.extend(self.nodes[k].below.iter().rev());
        }
        found
    }

    /// The weight of `node` on `resource`; 1 for the root.
    pub fn weight<N: Scalar>(&self, pool: &Pool<N>, node: usize, resource: usize) -> N {
        match (self.nodes[node].kind, &pool.tree) {
            (NodeKind::User(user), _) => pool.weight(user, resource).clone(),
            (NodeKind::Inner(k), Some(tree)) => tree.inner[k].weight.clone(),
            _ => N::one(),
        }
    }

    /// The hierarchical share of each node on `resource`: the product, along its path, of the node's part of
    /// the weights of those siblings that demand something; zero for a node that demands nothing. If all such
    /// siblings have weight zero, their parts are equal.
    pub fn shares(&self, pool: &Pool, resource: usize) -> Vec<Rational> {
        self.shares_in(pool, resource)
    }

    /// [`Hierarchy::shares`] in another number.
    pub fn shares_in<N: Scalar, S: Of<N>>(&self, pool: &Pool<N>, resource: usize) -> Vec<S> {
        let mut shares = vec![S::zero(); self.nodes.len()];
        shares[0] = S::one();
        for node in 0..self.nodes.len() {
            let of = |k: usize| S::of(&self.weight(pool, k, resource));
            let total = sum(self.demanding(node).map(of));
            let (alike, count) = (total.is_zero(), self.demanding(node).count());
            let all = if alike { S::int(i64::try_from(count).unwrap_or(i64::MAX)) } else { total };
            for k in self.demanding(node) {
                let weight = if alike { S::one() } else { of(k) };
                let share = shares[node].clone() * weight / &all;
                shares[k] =
                    share.said(|_| format!("the hierarchical share of {}, by weight", self.name(pool, k)));
            }
        }
        shares
    }

    /// The name of `node`: the path of an inner node, the label of a user.
    pub fn name<S: Scalar>(&self, pool: &Pool<S>, node: usize) -> String {
        match (self.nodes[node].kind, &pool.tree) {
            (NodeKind::User(user), _) => pool.user_name(user),
            (NodeKind::Inner(k), Some(tree)) => format!("queue {}", path_text(&tree.path(Some(k)))),
            _ => "the root".to_string(),
        }
    }
}
