//! The archive as a strategy: instances on record, those of the searched cell first.

use super::exhaustive::Listed;
use super::{Brief, Hunt, Strategy};
use crate::model::Model;

/// The strategy `archive`: instances on record.
#[derive(Debug)]
pub struct Archive;

impl<M: Model> Strategy<M> for Archive {
    fn id(&self) -> &'static str {
        "archive"
    }

    fn about(&self) -> &'static str {
        "the instances on record, those of the same cell first; then suspects, where a property knows a family of them"
    }

    fn start(&self, brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
        Box::new(Listed { rest: Vec::from(brief.archive).into_iter(), learns: true })
    }
}
