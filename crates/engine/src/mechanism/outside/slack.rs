//! Slack: overshoots of rounded numbers are corrected, if they are within the admitted error.
//!
//! The corrected outcome is at most the stated one, and within the slack of it. A larger overshoot stays as
//! it is, and is infeasible.

use crate::model::arrivals::{self, History, Sequence};
use crate::model::cluster::{Division, Placement, Pool, Setting};
use crate::scalar::{Rational, Scalar, greatest, max, sum};

/// The factor that corrects an overshoot, if it is within the slack.
fn back(overshoot: Option<Rational>, slack: &Rational) -> Option<Rational> {
    overshoot.filter(|by| *by > Rational::one() && *by <= Rational::one() + slack)
}

/// Corrects a placement: entries that are negative or impossible within the slack become zero, entries within
/// the slack of a whole number become whole, and rows or columns of users or servers with an excess within
/// the slack are scaled down.
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

/// Corrects a history: shares negative within the slack become zero, a share that falls within the slack is
/// lowered before the fall, and all shares are scaled down if usage exceeds the release within the slack.
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
