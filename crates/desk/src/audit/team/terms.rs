//! Repairs that change the weight of a team but no task.

use super::rights::Rights;
use crate::audit::change::Change;
use crate::audit::repair::Way;
use crate::audit::state::State;
use crate::model::cluster::{Pool, Weight};
use crate::scalar::{Rational, Scalar, simplest_between, sum};

/// The number of halvings of the interval of weights.
const HALVINGS: usize = 12;

/// The instance in which the weights of the shapes `users` are multiplied by `factor`.
fn weighed(pool: &Pool, users: &[usize], factor: &Rational) -> Option<Pool> {
    let mut changed = pool.clone();
    let Weight::User(weights) = &mut changed.weight else { return None };
    users.iter().for_each(|&u| weights[u] = &weights[u] * factor);
    Some(changed)
}

/// Smaller weights of the shapes of team `t`, all by one factor, at which the team is not short and no other
/// team is short of more tasks than before. A right does not fall when a weight rises, so the factor is
/// searched by halving; larger factors are better for the other teams.
pub(super) fn one_weight(state: &State<'_>, rights: &Rights, t: usize) -> Option<Way> {
    let users = &rights.teams[t].shapes;
    if users.iter().all(|&u| state.totals[u].is_zero()) {
        return None;
    }
    let short = |rights: &Rights, t: usize| sum(rights.short(state, t).into_iter().map(|(_, tasks)| tasks));
    let at = |factor: &Rational| Some(Rights::of(&weighed(state.pool, users, factor)?, rights.teams.clone()));
    let (mut least, mut most) = (Rational::zero(), Rational::one());
    for _ in 0..HALVINGS {
        let middle = (&least + &most) / Rational::int(2);
        if short(&at(&middle)?, t).is_zero() { least = middle } else { most = middle }
    }
    if least.is_zero() {
        return None;
    }
    let simple = simplest_between(&(&least * Rational::new(9, 10)), &least);
    let fair = |factor: &Rational| {
        let after = at(factor)?;
        let others = (0..rights.teams.len()).filter(|&other| other != t);
        let kept = others.into_iter().all(|other| short(&after, other) <= short(rights, other));
        (kept && short(&after, t).is_zero()).then_some(())
    };
    let factor = [simple, least].into_iter().find(|factor| fair(factor).is_some())?;
    let weigh = |&user: &usize| Change::Weigh { user, weight: state.pool.weight(user, 0) * &factor };
    Some(Way { changes: users.iter().map(weigh).collect(), starts: Vec::new() })
}
