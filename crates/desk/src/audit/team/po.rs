//! Pareto optimality of teams: no allocation of whole tasks is worth as much to every team and more to some
//! team.
//!
//! An allocation that gives every shape as many tasks and some shape more is better, whatever tasks are worth.
//! Where there is none, a team may still gain by tasks of one shape for tasks of another. Branch and bound
//! then maximises the worth of all teams together, over the whole tasks that lower the worth of no team.

use super::named::{in_words, named};
use crate::audit::state::State;
use crate::audit::verdicts::Said;
use crate::linear::Patience;
use crate::linear::integer::{Integer, maximise};
use crate::model::Model as _;
use crate::model::cluster::{Cluster, Division, Polytope, Setting};
use crate::scalar::{Rational, Scalar, sum};
use fairwitness_kernel::audit::rights::Rights;

/// The largest number of relaxations that are solved.
const MOST_NODES: usize = 2_000;
/// The largest product of rows and variables for which the search is begun.
const MOST_CELLS: usize = 100_000;

/// Whether a team would gain by tasks of one shape for tasks of another, where no shape can have more tasks
/// unless some shape has fewer. The margin is the gain of all teams together.
pub fn by_exchange(state: &State<'_>, rights: &Rights, patience: &Patience) -> Said {
    let pool = state.pool;
    let cut = |why: String| {
        Said::Undecided(format!(
            "no shape can have more tasks unless some shape has fewer; whether a team would gain by tasks of one shape for tasks of \
             another was not decided: {why}"
        ))
    };
    let cells = Polytope::cells(pool);
    if cells > MOST_CELLS {
        return cut(format!("a programme of {cells} numbers is too large for a search of whole tasks"));
    }
    let polytope = Polytope::of(pool, Division::Resource);
    let mut program = polytope.program.clone();
    program.objective = polytope.pairs.iter().map(|(u, _)| rights.value[*u].clone()).collect();
    let teams = 0..rights.teams.len();
    let now: Vec<Rational> = teams.clone().map(|t| rights.worth(t, &state.totals)).collect();
    for (team, now) in rights.teams.iter().zip(&now) {
        let worth = team.shapes.iter().flat_map(|&u| polytope.total(u, &rights.value[u]));
        program.at_least(worth.collect(), now.clone());
    }
    let placement = match maximise(&program, MOST_NODES, patience) {
        Ok(Integer::Optimal { point, .. }) => polytope.placement(&point),
        Ok(Integer::Infeasible) => return cut("what runs is not feasible".to_string()),
        Ok(Integer::Undecided) => {
            return cut(format!("the search was cut short after {MOST_NODES} programmes"));
        }
        Err(_) => return cut("the search was cut short by the time that it had".to_string()),
    };
    let totals = placement.totals();
    let gains: Vec<Rational> = teams.clone().map(|t| rights.worth(t, &totals) - &now[t]).collect();
    let all = sum(gains.iter().cloned());
    if all.is_zero() {
        return Said::Holds;
    }
    // The better allocation is checked by itself: it is feasible, and no team loses.
    if Cluster::feasible(Setting::WHOLE, pool, &placement).is_err() || gains.iter().any(Scalar::is_negative) {
        return cut("the allocation that was found is not better".to_string());
    }
    let most = teams.reduce(|a, b| if gains[b] > gains[a] { b } else { a }).unwrap_or(0);
    let tasks = |of: &[Rational]| -> Vec<Rational> {
        rights.teams[most].shapes.iter().map(|&u| of[u].clone()).collect()
    };
    let [then, now] = [&totals, &state.totals].map(|of| named(state, rights, most, &tasks(of)));
    let (name, more) = (&rights.teams[most].name, in_words(state, rights, most, gains[most].clone()));
    let worth = format!("which is worth {more} more, and no team would lose");
    let tells = format!("{name} could run {then} in place of {now}, {worth}.");
    Said::Violated(all, tells)
}

/// Pareto optimality on classes, where it does not depend on the members that run the tasks.
pub fn in_classes(state: &State<'_>) -> Said {
    let pool = state.pool;
    let waits = |u: &usize| state.waiting(*u).is_none_or(|waiting| waiting.is_positive());
    for u in (0..pool.users()).filter(waits) {
        if let Some(i) =
            (0..pool.servers()).find(|&i| pool.runs_on(u, i) && state.fits_surely(u, i).is_positive())
        {
            let (name, on) = (pool.user_name(u), pool.server_name(i));
            let tells = format!(
                "One more task of {name} fits on {on}, on whichever of these servers the tasks run that run there."
            );
            return Said::Violated(Rational::one(), tells);
        }
    }
    if (0..pool.users()).any(|u| waits(&u)) {
        let why = "which of the like servers of a class runs which task is not known; without `count` it is";
        return Said::Undecided(why.to_string());
    }
    Said::Holds
}
