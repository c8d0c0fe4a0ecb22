//! The state of a node of a tree before a pick.

use crate::scalar::Rational;

/// Usage, share and availability of a node before a pick.
#[derive(Clone, Debug)]
pub struct Stand {
    /// `true` if no task below the node can be given: no user below it has a task left that fits.
    pub blocked: bool,
    /// `true` if Volcano counts the node as saturated.
    pub saturated: bool,
    /// Usage of each resource by the node, in parts of the pool.
    pub uses: Vec<Rational>,
    /// Share of the node: the largest entry of `uses` over the resources that count.
    pub share: Rational,
}
