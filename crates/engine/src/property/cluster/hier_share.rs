//! The hierarchical share guarantee: the dominant share of every node of the tree is at least its
//! hierarchical share.

use fairwitness_kernel::model::cluster::hierarchy::NodeKind;
use fairwitness_kernel::property::cluster::hier_share::{Entitled, FLAT, HierShare};

use super::{Examine, Unit, arithmetic};
use crate::arithmetic::{held, less, line, taken};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar};
use crate::trace::Line;

/// The hierarchical shares of the nodes on the way down to `node`, each from that of the node above:
/// `1/2 * 1 / (1 + 1) = 1/4`. A node without siblings has that of the node above.
pub(super) fn path_shares(pool: &Pool, entitled: &Entitled<'_>, node: usize) -> Vec<Line> {
    let tree = &entitled.tree;
    let mut way: Vec<usize> = tree.up(node).collect();
    way.reverse();
    let mut lines = Vec::new();
    for k in way {
        let Some(above) = tree.nodes[k].above else { continue };
        let weights: Vec<String> =
            tree.demanding(above).map(|k| tree.weight(pool, k, 0).to_string()).collect();
        let formula = if weights.len() == 1 {
            entitled.shares[k].to_string()
        } else {
            format!(
                "{} * {} / ({}) = {}",
                held(&entitled.shares[above]),
                held(&tree.weight(pool, k, 0)),
                weights.join(" + "),
                entitled.shares[k]
            )
        };
        lines.push(line(formula, format!("the hierarchical share of {}, by weight", tree.name(pool, k))));
    }
    lines
}

/// The node with the largest shortfall, the first among equals, and the shortfall; below zero if every node
/// has its share.
fn shortest(entitled: &Entitled<'_>) -> Option<(usize, Rational)> {
    let nodes = (1..entitled.tree.nodes.len()).filter(|&node| !entitled.repeats(node));
    let short = nodes.filter_map(|node| Some((node, entitled.short(node)?)));
    short.reduce(|most, other| if other.1 > most.1 { other } else { most })
}

impl Examine<Cluster> for HierShare {
    fn unit(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Unit {
        Unit::of("of a whole resource")
    }

    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let Witness::Node { agent, depth } = witness else { return Vec::new() };
        let entitled = Entitled::of(run);
        let Some(node) = entitled.node(*agent, *depth) else { return Vec::new() };
        let Some(short) = entitled.short(node) else { return Vec::new() };
        let (pool, tree) = (run.instance, &entitled.tree);
        let name = tree.name(pool, node);
        let mut lines = path_shares(pool, &entitled, node);
        let has = entitled.dominant_share(&tree.users(node), |u| run.outcome.total(u));
        lines.push(line(
            arithmetic::dominant(pool, &tree.users(node), |u| run.outcome.total(u)),
            format!("the dominant share of {name} as it is"),
        ));
        let task = &entitled.shares[node] - &has - &short;
        if task.is_positive() {
            let one = |u: &usize| entitled.dominant_share(&[*u], |_| Rational::one()) == task;
            let largest = tree.users(node).into_iter().find(one).unwrap_or_default();
            lines.push(line(
                arithmetic::dominant(pool, &[largest], |_| Rational::one()),
                format!("the dominant share of one more task of {}", pool.user_name(largest)),
            ));
            lines.push(line(
                format!("{} - {} - {} = {short}", entitled.shares[node], taken(&has), taken(&task)),
                "what is missing even with that task",
            ));
        } else {
            lines.push(less(&entitled.shares[node], &has, "what is missing"));
        }
        lines
    }

    fn lean(&self, run: &Run<'_, Cluster>) -> Option<f64> {
        run.instance.tree.as_ref()?;
        shortest(&Entitled::of(run)).map(|(_, short)| short.to_f64())
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        if run.instance.tree.is_none() {
            return Ok(Verdict::OutOfScope(FLAT));
        }
        let entitled = Entitled::of(run);
        let within = run.tolerance(|| self.scale(run));
        let Some((node, _)) = shortest(&entitled).filter(|(_, short)| *short > within) else {
            return Ok(Verdict::Holds);
        };
        let users = entitled.tree.users(node).into_iter();
        let depth = entitled.tree.up(node).count();
        let below = users.min().unwrap_or(match entitled.tree.nodes[node].kind {
            NodeKind::User(user) => user,
            NodeKind::Root | NodeKind::Inner(_) => 0,
        });
        Ok(Verdict::Violated(Witness::Node { agent: below, depth }))
    }
}
