//! Enumeration as a strategy: every instance of the scope, in order.

use super::supply::{Fitting, Supply};
use super::{Batch, Hunt, Target};
use crate::model::Model;
use crate::scalar::Rational;

/// The strategy `exhaustive`: every instance of the scope, in order.
pub(super) fn start<'b, M: Model>(target: &Target<'b, M>) -> Box<dyn Hunt<M> + 'b> {
    let brief = &target.brief;
    let listed = (brief.instances.enumerate)(brief.scope, brief.ignored);
    Box::new(Listed { rest: listed.fuse(), learns: false })
}

/// Enumeration as one of several strategies, in the domain of the mechanism: first the instances without further parts,
/// then all.
pub(super) fn plain_first<'b, M: Model>(target: &Target<'b, M>) -> Box<dyn Hunt<M> + 'b> {
    let (drawn, renamed) = (target.brief.drawn, target.brief.renamed);
    let (plain, enumerate) = (drawn.plain(), target.brief.instances.enumerate);
    let rest = (drawn != plain).then(|| enumerate(drawn, renamed)).into_iter().flatten();
    let rest = Box::new(enumerate(plain, renamed).chain(rest).fuse());
    Box::new(Fitting { rest, supply: Supply::of(target) })
}

/// A list of candidates as a hunt.
pub(super) struct Listed<I> {
    pub(super) rest: I,
    /// `true` if each candidate is judged without a screen.
    pub(super) learns: bool,
}

impl<M: Model, I: Iterator<Item = M::Instance<Rational>> + Send> Hunt<M> for Listed<I> {
    fn propose(&mut self, count: usize) -> Batch<M> {
        Batch::Instances(self.rest.by_ref().take(count).collect())
    }

    fn learns(&self) -> bool {
        self.learns
    }
}
