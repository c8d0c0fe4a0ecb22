//! How a node of a tree stands before a pick.

use crate::scalar::Rational;

/// What is known of a node before a pick.
#[derive(Clone, Debug)]
pub struct Stand {
    /// Whether no task of the node can be given: no user has one left that fits.
    pub blocked: bool,
    /// Whether Volcano counts the node as saturated.
    pub saturated: bool,
    /// What the node counts as using of each resource, in parts of the pool.
    pub uses: Vec<Rational>,
    /// Its share: the largest of these parts, over the resources that count.
    pub share: Rational,
}
