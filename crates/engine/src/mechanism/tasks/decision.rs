//! Turns of users that wait for whole tasks, used with the decisions of the kernel on users and servers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub use fairwitness_kernel::specification::tasks::decision::*;

/// The result of a user's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn<K> {
    /// Its task was placed, and it waits with a further task under this key.
    Again(K),
    /// Its task was placed, and it has no further task.
    Done,
    /// Its task fits on no server.
    Blocked,
}

/// Gives turns to the waiting users, always to the one with the smallest key. A user whose task fits nowhere
/// is skipped if `leave_out`; otherwise the service stops there. `turn` places a task.
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
