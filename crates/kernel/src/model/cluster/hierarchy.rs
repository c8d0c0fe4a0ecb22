//! The complete tree of an instance, with root and users among its nodes, and the hierarchical share of each
//! node.

use super::division::{Terms, divided};
use super::tree::{Inner, path_text};
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

    /// The hierarchical share of each node on `resource`, as a part of the pool: level by level, the part of the node
    /// above is [divided] among those children that demand something; zero for a node that demands nothing.
    /// Without floors and caps that is the product, along the path, of the node's part of the weights. A node with
    /// `own_terms` takes no more than its own cap, or with weight zero its floor, whatever its children can take.
    pub fn shares(&self, pool: &Pool, resource: usize) -> Vec<Rational> {
        self.shares_in(pool, resource)
    }

    /// [`Hierarchy::shares`] in another number.
    pub fn shares_in<N: Scalar, S: Of<N>>(&self, pool: &Pool<N>, resource: usize) -> Vec<S> {
        self.division(pool, resource, &self.most(pool, resource, |_| None, true), divided)
    }

    /// The part of `resource` of each node: from the root down, the part of a node is divided by `rule` among those
    /// children that demand something. `caps` has the largest part of each node, `None` without a limit.
    pub fn division<N: Scalar, S: Of<N>>(
        &self,
        pool: &Pool<N>,
        resource: usize,
        caps: &[Option<S>],
        rule: impl Fn(&S, &[Terms<S>]) -> Vec<S>,
    ) -> Vec<S> {
        let pooled = || sum(pool.capacity.iter().map(|row| S::of(&row[resource])));
        let mut shares = vec![S::zero(); self.nodes.len()];
        shares[0] = S::one();
        for node in 0..self.nodes.len() {
            let below: Vec<usize> = self.demanding(node).collect();
            let terms = |&k: &usize| {
                let floor = self.floor(pool, k, resource).filter(|_| pooled().is_positive());
                let floor = floor.map_or_else(S::zero, |floor| S::of(floor) / pooled());
                let floor = caps[k].as_ref().map_or(floor.clone(), |cap| floor.lesser(cap.clone()));
                Terms { weight: S::of(&self.weight(pool, k, resource)), floor, cap: caps[k].clone() }
            };
            let among: Vec<Terms<S>> = below.iter().map(terms).collect();
            for (k, share) in below.into_iter().zip(rule(&shares[node], &among)) {
                shares[k] =
                    share.said(|_| format!("the hierarchical share of {}, by weight", self.name(pool, k)));
            }
        }
        shares
    }

    /// The largest part of `resource` that each node can take: its cap, and no more than its children that demand
    /// something can take together, where `most` is the limit of a user; `None` without a limit.
    pub fn ceilings<N: Scalar, S: Of<N>>(
        &self,
        pool: &Pool<N>,
        resource: usize,
        most: impl Fn(usize) -> Option<S>,
    ) -> Vec<Option<S>> {
        self.most(pool, resource, most, false)
    }

    /// [`Hierarchy::ceilings`]; if `entitled`, what nodes with `own_terms` are entitled to at most.
    fn most<N: Scalar, S: Of<N>>(
        &self,
        pool: &Pool<N>,
        resource: usize,
        most: impl Fn(usize) -> Option<S>,
        entitled: bool,
    ) -> Vec<Option<S>> {
        let pooled = sum(pool.capacity.iter().map(|row| S::of(&row[resource])));
        let mut caps: Vec<Option<S>> = vec![None; self.nodes.len()];
        for node in (0..self.nodes.len()).rev() {
            let alone = self.inner(pool, node).filter(|inner| entitled && inner.own_terms);
            let below = match self.nodes[node].kind {
                NodeKind::User(user) => most(user),
                _ if alone.is_some() => None,
                _ => self.demanding(node).try_fold(S::zero(), |all, k| Some(all + caps[k].as_ref()?)),
            };
            let own = match alone.filter(|inner| inner.weight.is_zero()) {
                Some(inner) => Some(inner.floor.get(resource).map_or_else(S::zero, S::of)),
                None => self.cap(pool, node, resource).map(S::of),
            };
            let own = own.filter(|_| pooled.is_positive()).map(|cap| cap / &pooled);
            caps[node] = match (own, below) {
                (Some(own), Some(below)) => Some(own.lesser(below)),
                (own, below) => own.or(below),
            };
        }
        caps
    }

    /// The part of `resource` of the pool that the tasks of `user` take together; `None` without a limit.
    pub fn wanted<N: Scalar, S: Of<N>>(pool: &Pool<N>, resource: usize, user: usize) -> Option<S> {
        let demand = &pool.demand[user][resource];
        let pooled = sum(pool.capacity.iter().map(|row| S::of(&row[resource])));
        if demand.is_zero() || pooled.is_zero() {
            return Some(S::zero());
        }
        pool.tasks[user].as_ref().map(|has| S::of(has) * S::of(demand) / pooled)
    }

    /// The floor of `node`, an amount of `resource`, if it has one above zero.
    pub fn floor<'a, N: Scalar>(&self, pool: &'a Pool<N>, node: usize, resource: usize) -> Option<&'a N> {
        self.inner(pool, node)?.floor.get(resource).filter(|floor| floor.is_positive())
    }

    /// The cap of `node`, an amount of `resource`, if it has one.
    pub fn cap<'a, N: Scalar>(&self, pool: &'a Pool<N>, node: usize, resource: usize) -> Option<&'a N> {
        self.inner(pool, node)?.cap.get(resource)?.as_ref()
    }

    /// The inner node that `node` is.
    fn inner<'a, N: Scalar>(&self, pool: &'a Pool<N>, node: usize) -> Option<&'a Inner<N>> {
        match self.nodes[node].kind {
            NodeKind::Inner(k) => pool.tree.as_ref().map(|tree| &tree.inner[k]),
            _ => None,
        }
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
