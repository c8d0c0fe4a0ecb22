//! Amounts of a team in words.

use fairwitness_kernel::audit::rights::Rights;

use crate::audit::counted;
use crate::audit::state::State;
use crate::scalar::{Rational, Scalar as _};

/// Tasks of the shapes of a team in words: "2 of web and 1 of db", or "2 tasks" where there is one shape.
pub(super) fn named(state: &State<'_>, rights: &Rights, t: usize, tasks: &[Rational]) -> String {
    if let [tasks] = tasks {
        return counted(tasks);
    }
    let shapes = rights.teams[t].shapes.iter().zip(tasks).filter(|(_, x)| x.is_positive());
    let parts: Vec<String> = shapes.map(|(&u, x)| format!("{x} of {}", state.pool.user_name(u))).collect();
    if parts.is_empty() { "nothing".to_string() } else { parts.join(" and ") }
}

/// A worth of team `t` in words: tasks where the team has one shape.
pub(super) fn in_words(state: &State<'_>, rights: &Rights, t: usize, worth: Rational) -> String {
    match &rights.teams[t].shapes[..] {
        [u] => counted(&(worth / &rights.value[*u])),
        _ if state.pool.in_teams() => format!("{worth} of the cluster"),
        _ => worth.to_string(),
    }
}
