//! The archive as a strategy: instances on record, those of the searched cell first.

use super::exhaustive::Listed;
use super::{Brief, Hunt};
use crate::model::Model;

/// The strategy `archive`: instances on record.
pub(super) fn start<M: Model>(brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
    Box::new(Listed { rest: Vec::from(brief.archive).into_iter(), learns: true })
}
