//! Observers: an algorithm that is generic in its observer tells its run, event by event, while it runs.
//!
//! The unit observer `()` makes an observed run as fast as one without an observer, because no event is built.
//! A vector records the events for readers.

/// A receiver of the events `E` of a run, in order.
pub trait Observer<E> {
    /// Receives the event that `event` builds, or omits to build it.
    fn see(&mut self, event: impl FnOnce() -> E);
}

impl<E> Observer<E> for () {
    fn see(&mut self, _: impl FnOnce() -> E) {}
}
impl<E> Observer<E> for Vec<E> {
    fn see(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}
