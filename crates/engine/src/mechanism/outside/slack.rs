//! Slack: what rounded numbers overshoot by is taken back, as long as it is no more than they may be off.
//!
//! The outcome that is meant lies below the one that was said, and within the slack of it. What overshoots by more stays
//! as it is, and is infeasible.

use crate::model::arrivals::{self, History, Sequence};
use crate::model::cluster::{Division, Placement, Pool, Setting};
use crate::scalar::{Rational, Scalar, greatest, max, sum};

/// A factor that takes back an overshoot within the slack.
fn back(overshoot: Option<Rational>, slack: &Rational) -> Option<Rational> {
    overshoot.filter(|by| *by > Rational::one() && *by <= Rational::one() + slack)
}

/// A placement: what is negative or impossible by a trifle is nothing, what is whole but for a trifle is whole, and a user
/// or a server that has a trifle too much has its row or column made smaller.
pub(super) fn placement(setting: Setting, pool: &Pool, outcome: Placement, slack: &Rational) -> Placement {
    let mut tasks = outcome.tasks;
    for (u, row) in tasks.iter_mut().enumerate() {
        let trifle = slack * max(pool.alone(u), Rational::one());
        for (i, x) in row.iter_mut().enumerate() {
            if (x.is_negative() || !pool.runs_on(u, i)) && x.abs() <= trifle {
                *x = Rational::zero();
            }
            let nearest = (&*x + Rational::new(1, 2)).floor();
            if setting.whole && (&*x - &nearest).abs() <= slack * max(nearest.clone(), Rational::one()) {
                *x = nearest;
            }
        }
        let total = sum(row.iter().cloned());
        let beyond = pool.tasks[u].as_ref().filter(|has| has.is_positive() && !setting.whole);
        if let Some(by) = back(beyond.map(|has| &total / has), slack) {
            row.iter_mut().for_each(|x| *x = &*x / &by);
        }
    }
    for i in 0..if setting.whole { 0 } else { pool.servers() } {
        let used = |r: usize| sum((0..pool.users()).map(|u| &tasks[u][i] * &pool.demand[u][r]));
        let overshoot = match setting.division {
            Division::Resource => {
                let there = (0..pool.resources()).filter(|&r| pool.capacity[i][r].is_positive());
                greatest(there.map(|r| used(r) / &pool.capacity[i][r]))
            }
            Division::Time => {
                let running = (0..pool.users()).filter(|&u| pool.runs_on(u, i));
                Some(sum(running.map(|u| &tasks[u][i] / pool.gamma(u, i))))
            }
        };
        if let Some(by) = back(overshoot, slack) {
            tasks.iter_mut().for_each(|row| row[i] = &row[i] / &by);
        }
    }
    Placement { tasks }
}

/// A history: shares below zero by a trifle are nothing, shares that fall by a trifle did not stand so high before, and
/// all become smaller where a trifle too much is used.
pub(super) fn history(sequence: &Sequence, outcome: History, slack: &Rational) -> History {
    let mut shares = outcome.shares;
    for x in shares.iter_mut().flatten().filter(|x| x.is_negative()) {
        if x.abs() <= *slack {
            *x = Rational::zero();
        }
    }
    for k in (1..shares.len()).rev() {
        let (before, after) = shares.split_at_mut(k);
        for (x, now) in before[k - 1].iter_mut().zip(&after[0]) {
            if *x > *now && &*x - now <= *slack {
                x.clone_from(now);
            }
        }
    }
    let demand = sequence.normalised();
    let steps = shares.iter().enumerate();
    let overshoots = steps.flat_map(|(k, x)| {
        let released = sequence.released(k);
        arrivals::used(&demand, x).into_iter().map(move |used| used / &released)
    });
    if let Some(by) = back(greatest(overshoots), slack) {
        shares.iter_mut().flatten().for_each(|x| *x = &*x / &by);
    }
    History { shares }
}
