//! Screens of properties in machine words, by exact arithmetic that gives up if a number does not fit.
//!
//! A screen can only show that there is no violation. An instance that it does not clear is judged exactly.

use crate::mechanism::InWords;
use crate::model::cluster::{Cluster, Division, Placement, Pool, Setting, Weight};
use crate::property::evidence::Run;
use crate::scalar::{Quick, Scalar, Word};

/// The largest number of users whose totals are kept on the stack.
const MOST: usize = 8;

/// The total of every user, for a run of divisible tasks with few users.
pub(super) fn gets_of(run: &Run<'_, Cluster>) -> Option<[Quick; MOST]> {
    let rows = &run.outcome.tasks;
    if rows.len() > MOST || rows.len() != run.instance.users() || run.mechanism.setting().whole {
        return None;
    }
    let mut gets = [Quick::int(0); MOST];
    for (get, row) in gets.iter_mut().zip(rows) {
        for x in row.iter().filter(|x| !x.is_zero()) {
            *get = *get + x.word();
        }
    }
    Some(gets)
}

/// The number of tasks that `user` could run alone on server `i`, eligible or not.
fn alone_on<S: Word>(pool: &Pool<S>, user: usize, i: usize) -> Quick {
    if let Some(rate) = &pool.rate {
        return rate[user][i].word();
    }
    fits(&pool.demand[user], |r| pool.capacity[i][r].word())
}

/// The number of times that a demand fits into a bundle.
fn fits<S: Word>(demand: &[S], bundle: impl Fn(usize) -> Quick) -> Quick {
    let mut least: Option<Quick> = None;
    for (r, d) in demand.iter().enumerate().filter(|(_, d)| d.is_positive()) {
        let most = bundle(r) / d.word();
        if least.is_none_or(|least| most < least) {
            least = Some(most);
        }
    }
    least.unwrap_or_else(|| Quick::int(0))
}

/// The smaller of `tasks` and the number of tasks that `user` has.
fn capped<S: Word>(pool: &Pool<S>, user: usize, tasks: Quick) -> Quick {
    match &pool.tasks[user] {
        Some(has) if has.word() < tasks => has.word(),
        _ => tasks,
    }
}

/// Returns `true` if all tasks of `user` run.
fn is_full<S: Word>(pool: &Pool<S>, user: usize, gets: &[Quick]) -> bool {
    pool.tasks[user].as_ref().is_some_and(|has| gets[user] >= has.word())
}

/// Returns `true` if every user has at least the tasks of its fair share of every server.
pub(super) fn has_its_slice<S: Word>(pool: &Pool<S>, gets: &[Quick]) -> bool {
    if pool.tree.is_some() {
        return false; // What is due in a tree is not computed here.
    }
    let users = pool.users();
    let total = |r: usize| (0..users).fold(Quick::int(0), |sum, u| sum + pool.weight(u, r).word());
    let one_weight = pool.user_weights().is_some();
    let all = if one_weight { total(0) } else { Quick::int(1) };
    if one_weight && pool.servers() == 1 && pool.rate.is_none() {
        // The user's tasks use at least its fair share of some resource that it demands.
        return (0..users).all(|u| {
            let takes = |r: usize, d: &S| {
                gets[u] * d.word() * all >= pool.weight(u, r).word() * pool.capacity[0][r].word()
            };
            let demanded = |(_, d): &(usize, &S)| d.is_positive();
            !pool.eligible[u][0]
                || is_full(pool, u, gets)
                || pool.demand[u].iter().enumerate().filter(demanded).any(|(r, d)| takes(r, d))
        });
    }
    (0..users).all(|u| {
        let mut slice = Quick::int(0);
        for i in (0..pool.servers()).filter(|&i| pool.eligible[u][i]) {
            slice = slice
                + if one_weight {
                    alone_on(pool, u, i)
                } else {
                    fits(&pool.demand[u], |r| {
                        pool.capacity[i][r].word() * pool.weight(u, r).word() / total(r)
                    })
                };
        }
        if one_weight {
            slice = slice * pool.weight(u, 0).word() / all;
        }
        capped(pool, u, slice) <= gets[u]
    })
}

/// Returns `true` if no user envies another. `within(user, other)` is at least the number of tasks that
/// `other` runs on the servers of `user`. That many tasks of `other`, scaled by weights, hold no more tasks
/// of `user` than it has, because they hold at most its own amount of some resource that it demands.
fn nobody_envies<S: Word>(pool: &Pool<S>, gets: &[Quick], within: impl Fn(usize, usize) -> Quick) -> bool {
    if pool.tree.is_some() {
        return false;
    }
    let mut users = pool.demand.iter().zip(gets).enumerate();
    users.all(|(user, (own, get))| {
        let content = |(other, its): (usize, &Vec<S>)| {
            let has = within(user, other);
            let mut demanded = own.iter().zip(its).enumerate().filter(|(_, (d, _))| d.is_positive());
            match &pool.weight {
                Weight::User(w) if w[user] == w[other] => {
                    demanded.any(|(_, (d, e))| has * e.word() <= *get * d.word())
                }
                Weight::User(w) => {
                    let (has, get) = (has * w[user].word(), *get * w[other].word());
                    demanded.any(|(_, (d, e))| has * e.word() <= get * d.word())
                }
                Weight::Resource(w) => demanded.any(|(r, (d, e))| {
                    has * e.word() * w[user][r].word() <= *get * d.word() * w[other][r].word()
                }),
            }
        };
        pool.demand.iter().enumerate().filter(|(other, _)| *other != user).all(content)
            || !own.iter().any(Scalar::is_positive)
            || is_full(pool, user, gets)
    })
}

/// Returns `true` if no user envies another in `placement`, server by server.
pub(super) fn no_envy_in<S: Word>(pool: &Pool<S>, placement: &Placement<S>, gets: &[Quick]) -> bool {
    nobody_envies(pool, gets, |user, other| {
        let row = placement.tasks[other].iter().zip(&pool.eligible[user]);
        row.filter(|(_, usable)| **usable).fold(Quick::int(0), |sum, (x, _)| sum + x.word())
    })
}

/// Returns `true` if no user envies another, server by server, in any placement with the totals `gets`: on the
/// servers of one user, another runs at most its total, and at most the tasks that it could run there alone.
pub(super) fn no_envy_anywhere(pool: &Pool<Quick>, gets: &[Quick]) -> bool {
    nobody_envies(pool, gets, |user, other| {
        let both = |i: &usize| pool.eligible[user][*i] && pool.eligible[other][*i];
        let apart = |i: &usize| pool.eligible[other][*i] && !pool.eligible[user][*i];
        if !(0..pool.servers()).any(|i| apart(&i)) {
            return gets[other];
        }
        let room =
            (0..pool.servers()).filter(both).fold(Quick::int(0), |sum, i| sum + alone_on(pool, other, i));
        if room < gets[other] { room } else { gets[other] }
    })
}

/// Returns `true` if no user envies another's bundles summed over servers.
pub(super) fn no_envy_of_totals<S: Word>(pool: &Pool<S>, gets: &[Quick]) -> bool {
    nobody_envies(pool, gets, |_, other| gets[other])
}

/// Returns `true` if the single server is used feasibly: within capacities, and with no tasks beyond a user's
/// number or where it cannot run.
pub(super) fn fits_one_server(setting: Setting, pool: &Pool<Quick>, gets: &[Quick]) -> bool {
    let users = pool.users();
    let one = pool.servers() == 1 && setting == Setting::divisible(Division::Resource) && pool.rate.is_none();
    let sound = |u: usize| {
        !gets[u].is_negative()
            && (gets[u].is_zero() || pool.runs_on(u, 0))
            && pool.tasks[u].is_none_or(|has| gets[u] <= has)
    };
    one && (0..users).all(sound) && (0..pool.resources()).all(|r| used(pool, gets, r) <= pool.capacity[0][r])
}

fn used(pool: &Pool<Quick>, gets: &[Quick], r: usize) -> Quick {
    (0..pool.users()).fold(Quick::int(0), |sum, u| sum + gets[u] * pool.demand[u][r])
}

/// Returns `true` if on the single server no user can have more without a loss to another: each user has all
/// its tasks, or needs a resource that is used up.
pub(super) fn is_used_up(setting: Setting, pool: &Pool<Quick>, gets: &[Quick]) -> bool {
    fits_one_server(setting, pool, gets)
        && (0..pool.users()).filter(|&u| pool.runs_on(u, 0)).all(|u| {
            let demanded = |r: &usize| pool.demand[u][*r].is_positive();
            pool.tasks[u].is_some_and(|has| gets[u] == has)
                || (0..pool.resources()).filter(demanded).any(|r| used(pool, gets, r) == pool.capacity[0][r])
        })
}

/// The instance without `user`, in machine words.
fn without(pool: &Pool<Quick>, user: usize) -> Pool<Quick> {
    let mut rest = pool.clone();
    rest.demand.remove(user);
    match &mut rest.weight {
        Weight::User(w) => drop(w.remove(user)),
        Weight::Resource(w) => drop(w.remove(user)),
    }
    rest.eligible.remove(user);
    rest.tasks.remove(user);
    if let Some(rate) = &mut rest.rate {
        rate.remove(user);
    }
    if let Some(tree) = &pool.tree {
        let mut paths = tree.paths();
        paths.remove(user);
        rest.tree = tree.moved(&paths);
    }
    rest.labels.users.clear();
    rest
}

/// Returns `true` if no remaining user has less when any one user leaves.
pub(super) fn departures_hurt_nobody(
    words: &dyn InWords<Cluster>,
    pool: &Pool<Quick>,
    gets: &[Quick],
) -> bool {
    let users = pool.users();
    let mut after = Vec::new();
    users == 1
        || (0..users).all(|leaves| {
            words.gets(&without(pool, leaves), &mut after) && {
                let before = gets.iter().enumerate().filter(|(u, _)| *u != leaves).map(|(_, x)| x);
                before.zip(&after).all(|(before, after)| after >= before)
            }
        })
}

/// Returns `true` if every user has at least as much in each of `siblings`.
pub(super) fn nobody_loses(words: &dyn InWords<Cluster>, siblings: &[Pool<Quick>], gets: &[Quick]) -> bool {
    let mut after = Vec::new();
    siblings.iter().all(|sibling| {
        words.gets(sibling, &mut after) && gets.iter().zip(&after).all(|(before, after)| after >= before)
    })
}
