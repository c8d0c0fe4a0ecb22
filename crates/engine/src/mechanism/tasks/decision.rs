//! Turns of users that wait for whole tasks, beside the decisions of the kernel: whose task is next, and where it goes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub use fairwitness_kernel::specification::tasks::decision::*;

/// What became of a user whose turn it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn<K> {
    /// Its task was placed, and it stands there with another.
    Again(K),
    /// Its task was placed, and it has no other.
    Done,
    /// Its task fits nowhere.
    Blocked,
}

/// Gives turns to the users that wait, always to the one that stands lowest; one whose task fits nowhere is left out, or,
/// where `leave_out` is false, ends it all. `turn` places a task.
pub fn serve<K: Ord>(
    waiting: &mut BinaryHeap<Reverse<(K, usize)>>,
    leave_out: bool,
    mut turn: impl FnMut(usize) -> Turn<K>,
) {
    while let Some(Reverse((key, user))) = waiting.pop() {
        match turn(user) {
            Turn::Again(key) => waiting.push(Reverse((key, user))),
            Turn::Done => {}
            Turn::Blocked if leave_out => {}
            Turn::Blocked => {
                waiting.push(Reverse((key, user)));
                break;
            }
        }
    }
}
