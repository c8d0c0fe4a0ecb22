//! The states of nodes and jobs of Slurm: each word is known, or refused.

use super::places::words;
use crate::document::{Node, Read};

/// States of a node on which nothing runs.
const DOWN: &str = "DOWN ERROR FUTURE INVALID UNKNOWN";

/// States of a node that accepts no jobs, while those that it has go on.
const CLOSED: &str = "BLOCKED DRAIN DRAINED DRAINING FAIL FAILING INVAL INVALID_REG MAINT MAINTENANCE NOT_RESPONDING NO_RESPOND \
     POWERING_DOWN POWER_DOWN POWER_DRAIN REBOOT_ISSUED";

/// Further states of a node. A node that is powered down is started for a job.
const OPEN: &str = "ALLOCATED CANCEL_REBOOT CLOUD COMPLETING DYNAMIC DYNAMIC_FUTURE DYNAMIC_NORM EXTERNAL IDLE MIXED PERFCTRS \
     PLANNED POWERED_DOWN POWERING_UP POWER_UP REBOOT REBOOT_CANCELED REBOOT_REQUESTED RESERVED RESUME UNDRAIN";

/// Signs after a state in tables for readers, each with the state that it stands for.
const SIGNS: [(char, &str); 9] = [
    ('*', "NOT_RESPONDING"),
    ('~', "POWERED_DOWN"),
    ('#', "POWERING_UP"),
    ('!', "POWER_DOWN"),
    ('%', "POWERING_DOWN"),
    ('$', "MAINTENANCE"),
    ('@', "REBOOT_REQUESTED"),
    ('^', "REBOOT_ISSUED"),
    ('-', "PLANNED"),
];

/// The words in the fields `paths`, the first of which must say something, in upper case. Older versions join them by `+`.
///
/// # Errors
/// A word that no list of `known` has.
fn states(node: &Node<'_>, paths: &[&str], known: &[&str]) -> Read<Vec<String>> {
    let mut found = Vec::new();
    for path in paths {
        for all in words(node, &[path])? {
            for word in all.split('+').filter(|word| !word.is_empty()) {
                let sign = SIGNS.iter().find(|(sign, _)| word.ends_with(*sign));
                let bare = word.trim_end_matches(|c| sign.is_some_and(|(sign, _)| c == *sign));
                found.push(bare.to_ascii_uppercase());
                found.extend(sign.map(|(_, state)| (*state).to_string()));
            }
        }
        if found.is_empty() {
            return Err(
                node.error(format!("field `{path}` is missing or empty, and what counts depends on it"))
            );
        }
    }
    match found.iter().find(|word| !known.iter().any(|known| is_in(word, known))) {
        Some(word) => {
            Err(node.error(format!("{}: `{word}` is no state of Slurm up to version 26.05", paths[0])))
        }
        None => Ok(found),
    }
}

fn is_in(word: &str, list: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// The state by which a node takes no jobs, and `true` if those that it has go on.
pub(super) type Closed = (String, bool);

/// The states of a node, and the one by which it takes no jobs, if any.
///
/// # Errors
/// No state, or a word that is none.
pub(super) fn node_states(node: &Node<'_>) -> Read<(Vec<String>, Option<Closed>)> {
    let found = states(node, &["state", "state_flags"], &[DOWN, CLOSED, OPEN])?;
    let first = |list: &str| found.iter().find(|word| is_in(word, list)).cloned();
    let closed = first(DOWN).map(|state| (state, false)).or_else(|| Some((first(CLOSED)?, true)));
    Ok((found, closed))
}

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It has nodes.
    Runs,
    /// It has nodes, without their processors.
    Suspended,
    /// It waits; `true` if it is held.
    Waits(bool),
    /// It is ending on its nodes.
    Ends,
    /// It has no nodes and asks for none, or does so in another cluster.
    Over,
}

/// States of a job that has nodes.
const RUNNING: &str = "RUNNING CONFIGURING RESIZING SIGNALING STOPPED";

/// States of a job that is held.
const HELD: &str = "REQUEUE_HOLD RESV_DEL_HOLD SPECIAL_EXIT";

/// States of a job that waits again.
const AGAIN: &str = "REQUEUED REQUEUE_FED";

/// States of a job that has ended, or that runs in another cluster.
const OVER: &str = "COMPLETED CANCELLED FAILED TIMEOUT NODE_FAIL PREEMPTED BOOT_FAIL DEADLINE OUT_OF_MEMORY REVOKED STAGE_OUT";

/// States of a job that say nothing without one of the others.
const OTHER: &str =
    "PENDING SUSPENDED COMPLETING EXPEDITING LAUNCH_FAILED POWER_UP_NODE RECONFIG_FAIL UPDATE_DB";

/// What a job does, by its field `job_state`.
///
/// # Errors
/// No state, or a word that is none.
pub(super) fn phase(job: &Node<'_>) -> Read<Phase> {
    let found = states(job, &["job_state"], &[RUNNING, HELD, AGAIN, OVER, OTHER])?;
    let is = |list: &str| found.iter().any(|word| is_in(word, list));
    Ok(if is("REVOKED") {
        Phase::Over
    } else if is("PENDING") || is("REQUEUE_HOLD") {
        Phase::Waits(is(HELD))
    } else if is("COMPLETING") {
        Phase::Ends
    } else if is(RUNNING) {
        Phase::Runs
    } else if is("SUSPENDED") {
        Phase::Suspended
    } else if is(OVER) {
        Phase::Over
    } else if is(HELD) || is(AGAIN) {
        Phase::Waits(is(HELD))
    } else {
        return Err(job.error(format!("job_state: `{}` does not say what the job does", found.join("+"))));
    })
}
