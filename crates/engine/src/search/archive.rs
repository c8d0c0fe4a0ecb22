//! The archive as a strategy: instances on record, those of the searched cell first.

use super::exhaustive::Listed;
use super::{Hunt, Target};
use crate::model::Model;

/// The strategy `archive`: instances on record.
pub(super) fn start<'b, M: Model>(target: &Target<'b, M>) -> Box<dyn Hunt<M> + 'b> {
    Box::new(Listed { rest: Vec::from(target.brief.archive).into_iter(), learns: true })
}
