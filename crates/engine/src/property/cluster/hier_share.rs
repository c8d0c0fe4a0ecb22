//! The hierarchical share guarantee: the dominant share of every node of the tree is at least its
//! hierarchical share.

use crate::trace::Line;
use fairwitness_kernel::model::cluster::hierarchy::Kind;
use fairwitness_kernel::property::cluster::hier_share::{Entitled, FLAT, HierShare};

use super::{Examine, Unit, arithmetic};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement};
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar};

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
        let mut lines = Vec::new();
        let mut way: Vec<usize> = tree.up(node).collect();
        way.reverse();
        for k in way {
            let Some(above) = tree.nodes[k].above else { continue };
            let weights: Vec<String> =
                tree.demanding(above).map(|k| tree.weight(pool, k, 0).to_string()).collect();
            lines.push(arithmetic::line(
                format!(
                    "{} * {} / ({}) = {}",
                    arithmetic::held(&entitled.shares[above]),
                    arithmetic::held(&tree.weight(pool, k, 0)),
                    weights.join(" + "),
                    entitled.shares[k]
                ),
                format!("the hierarchical share of {}, by weight", tree.name(pool, k)),
            ));
        }
        let has = entitled.dominant_share(&tree.users(node), |u| run.outcome.total(u));
        lines.push(arithmetic::line(format!("{has}"), format!("the dominant share of {name} as it is")));
        let task = &entitled.shares[node] - &has - &short;
        if task.is_positive() {
            lines.push(arithmetic::line(
                format!("{task}"),
                format!("the dominant share of the largest next task of {name}"),
            ));
            lines.push(arithmetic::line(
                format!(
                    "{} - {} - {} = {short}",
                    entitled.shares[node],
                    arithmetic::held(&has),
                    arithmetic::held(&task)
                ),
                "what is missing even with that task",
            ));
        } else {
            lines.push(arithmetic::less(&entitled.shares[node], &has, "what is missing"));
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
            Kind::User(user) => user,
            Kind::Root | Kind::Inner(_) => 0,
        });
        Ok(Verdict::Violated(Witness::Node { agent: below, depth }))
    }
}
