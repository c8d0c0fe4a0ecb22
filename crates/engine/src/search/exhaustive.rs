//! Enumeration as a strategy: every instance of the scope, in order.

use super::{Batch, Brief, Hunt};
use crate::model::Model;
use crate::scalar::Rational;

/// The strategy `exhaustive`: every instance of the scope, in order.
pub(super) fn start<M: Model>(brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
    let listed = (brief.instances.enumerate)(brief.scope, brief.renamed);
    Box::new(Listed { rest: listed.fuse(), learns: false })
}

/// Enumeration as one of several strategies: first the instances without further parts, then all.
pub(super) fn plain_first<M: Model>(brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
    let (scope, plain, renamed) = (brief.scope, brief.scope.plain(), brief.renamed);
    let enumerate = brief.instances.enumerate;
    let rest = (scope != plain).then(|| enumerate(scope, renamed)).into_iter().flatten();
    Box::new(Listed { rest: enumerate(plain, renamed).chain(rest).fuse(), learns: false })
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
