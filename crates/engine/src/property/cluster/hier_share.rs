//! The hierarchical share guarantee: the dominant share of every node of the tree is at least its
//! hierarchical share.

use fairwitness_kernel::model::cluster::hierarchy::Kind;
use fairwitness_kernel::property::cluster::hier_share::{Entitled, FLAT, HierShare};

use super::Examine;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::Cluster;
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::Rational;

/// The node with the largest shortfall, the first among equals, and the shortfall; below zero if every node
/// has its share.
fn shortest(entitled: &Entitled<'_>) -> Option<(usize, Rational)> {
    let nodes = (1..entitled.tree.nodes.len()).filter(|&node| !entitled.repeats(node));
    let short = nodes.filter_map(|node| Some((node, entitled.short(node)?)));
    short.reduce(|most, other| if other.1 > most.1 { other } else { most })
}

impl Examine<Cluster> for HierShare {
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
