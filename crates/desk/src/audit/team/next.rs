//! The tasks that Best-Fit and First-Fit would start next for teams. The next task belongs to the team with the
//! smallest weighted dominant share over all its shapes, and to the first of the team's shapes that waits and fits
//! on some server. No running task is moved or stopped.
//!
//! These two rules admit teams with several shapes, because every bundle has a dominant share. Rules that solve a
//! programme need one demand vector per user.

use fairwitness_kernel::specification::tasks::placing::best;
use fairwitness_kernel::specification::tasks::{BEST_FIT_DRFH, FIRST_FIT_DRFH, WholeTasks};

use crate::audit::next::Next;
use crate::audit::state::State;
use crate::linear::Patience;
use crate::mechanism::Specification as _;
use crate::scalar::{Rational, Scalar as _, sum};
use fairwitness_kernel::audit::rights::Rights;

const RULES: [&WholeTasks; 2] = [&BEST_FIT_DRFH, &FIRST_FIT_DRFH];

/// The tasks of each team after each rule has continued as far as possible, or the reason why the rule does not
/// continue.
pub fn next(state: &State<'_>, rights: &Rights, patience: &Patience) -> Vec<Next> {
    RULES.iter().map(|rule| (rule.id(), of_rule(rule, state, rights, patience))).collect()
}

fn of_rule(
    rule: &WholeTasks,
    state: &State<'_>,
    rights: &Rights,
    patience: &Patience,
) -> Result<Vec<Rational>, String> {
    let pool = state.pool;
    if pool.in_classes() {
        return Err(
            "places tasks on servers one by one, and `count` stands for several in one row".to_string()
        );
    }
    let scheduler = rule.scheduler(pool).map_err(|refusal| refusal.to_string())?;
    let (mut left, mut totals) = (state.left.clone(), state.totals.clone());
    let teams = rights.teams.len();
    let mut waiting: Vec<usize> = (0..teams).collect();
    let waits = |u: usize, totals: &[Rational]| {
        pool.tasks[u].as_ref().is_none_or(|has| &totals[u] + Rational::one() <= *has)
    };
    while let Some(scheduler) = &scheduler {
        if patience.over() {
            return Err("it was not done in the time that it had".to_string());
        }
        // Teams that are entitled to nothing come last.
        let level = |t: usize| {
            let (share, part) = (rights.share(pool, t, &totals).0, &rights.part[t]);
            if part.is_zero() { (true, share) } else { (false, share / part) }
        };
        let Some(&t) = waiting.iter().min_by_key(|&&t| (level(t), t)) else { break };
        let shapes = rights.teams[t].shapes.iter().filter(|&&u| waits(u, &totals));
        let place = shapes.copied().find_map(|u| Some((u, best(&**scheduler, pool, u, &left)?)));
        match place {
            Some((u, i)) => {
                scheduler.take(u, i, &mut left[i]);
                totals[u] = &totals[u] + Rational::one();
            }
            None => waiting.retain(|&other| other != t),
        }
    }
    let of = |t: usize| sum(rights.teams[t].shapes.iter().map(|&u| totals[u].clone()));
    Ok((0..teams).map(of).collect())
}
