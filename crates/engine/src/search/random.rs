//! Random instances as a strategy: draws by number, made where they are judged.

use super::{Batch, Hunt, Target};
use crate::model::Model;

/// The strategy `random`: independent random instances.
pub(super) fn start<'b, M: Model>(_target: &Target<'b, M>) -> Box<dyn Hunt<M> + 'b> {
    Box::new(Draws { next: 0 })
}

struct Draws {
    next: u64,
}

impl<M: Model> Hunt<M> for Draws {
    fn propose(&mut self, count: usize) -> Batch<M> {
        let first = self.next;
        self.next += count as u64;
        Batch::Draws { first, count }
    }
}
