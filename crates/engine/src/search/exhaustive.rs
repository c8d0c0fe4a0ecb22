//! Enumeration as a strategy: every instance of the scope, in order.

use super::{Batch, Brief, Hunt, Strategy};
use crate::model::Model;
use crate::scalar::Rational;

/// The strategy `exhaustive`: every instance of the scope, in order.
#[derive(Debug)]
pub struct Exhaustive;

impl<M: Model> Strategy<M> for Exhaustive {
    fn id(&self) -> &'static str {
        "exhaustive"
    }

    fn about(&self) -> &'static str {
        "every instance of the scope with integer entries, up to the renamings that the mechanism ignores"
    }

    fn start(&self, brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
        let listed = (brief.instances.enumerate)(brief.scope, brief.renamed);
        Box::new(Listed { rest: listed.fuse(), learns: false })
    }
}

/// Enumeration as one of several strategies: first the instances without further parts, then all.
#[derive(Debug)]
pub(super) struct PlainFirst;

impl<M: Model> Strategy<M> for PlainFirst {
    fn id(&self) -> &'static str {
        "exhaustive"
    }

    fn about(&self) -> &'static str {
        "the instances without weights, limits and other parts, and then every one of the scope"
    }

    fn start(&self, brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
        let (scope, plain, renamed) = (brief.scope, brief.scope.plain(), brief.renamed);
        let enumerate = brief.instances.enumerate;
        let rest = (scope != plain).then(|| enumerate(scope, renamed)).into_iter().flatten();
        Box::new(Listed { rest: enumerate(plain, renamed).chain(rest).fuse(), learns: false })
    }
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
