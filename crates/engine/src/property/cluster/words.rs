//! Machine words first: what properties ask of an outcome, in exact arithmetic that gives up where a number does not fit.
//!
//! Everything here only says that there is no violation. What it does not clear is judged in full.

use crate::mechanism::InWords;
use crate::model::cluster::{Cluster, Division, Placement, Pool, Setting, Weight};
use crate::property::evidence::Run;
use crate::scalar::{Quick, Scalar, Word};

/// Users up to which totals are kept on the stack.
const MOST: usize = 8;

/// What everybody has in all, of a run of few users; for divisible tasks alone.
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

/// How many tasks the user could run on the server alone, were it eligible there.
fn alone_on<S: Word>(pool: &Pool<S>, user: usize, i: usize) -> Quick {
    if let Some(rate) = &pool.rate {
        return rate[user][i].word();
    }
    fits(&pool.demand[user], |r| pool.capacity[i][r].word())
}

/// How many times a demand fits into a bundle.
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

/// At most as many tasks as the user has.
fn capped<S: Word>(pool: &Pool<S>, user: usize, tasks: Quick) -> Quick {
    match &pool.tasks[user] {
        Some(has) if has.word() < tasks => has.word(),
        _ => tasks,
    }
}

/// Whether the user has all the tasks it has.
fn is_full<S: Word>(pool: &Pool<S>, user: usize, gets: &[Quick]) -> bool {
    pool.tasks[user].as_ref().is_some_and(|has| gets[user] >= has.word())
}

/// Whether everybody has at least the tasks of its weighted slice of every server.
pub(super) fn has_its_slice<S: Word>(pool: &Pool<S>, gets: &[Quick]) -> bool {
    if pool.tree.is_some() {
        return false; // What is due in a tree is not computed here.
    }
    let users = pool.users();
    let total = |r: usize| (0..users).fold(Quick::int(0), |sum, u| sum + pool.weight(u, r).word());
    let one_weight = pool.user_weights().is_some();
    let all = if one_weight { total(0) } else { Quick::int(1) };
    if one_weight && pool.servers() == 1 && pool.rate.is_none() {
        // What it has takes as much as its slice of something that it demands.
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

/// Whether nobody envies anybody, where `within(user, other)` is at least what `other` runs on servers of `user`: so many tasks
/// of `other`, scaled by their weights, hold no more tasks of `user` than it has, since of something that it demands they hold
/// no more than it has.
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

/// Whether nobody envies anybody server by server in this placement.
pub(super) fn no_envy_in<S: Word>(pool: &Pool<S>, placement: &Placement<S>, gets: &[Quick]) -> bool {
    nobody_envies(pool, gets, |user, other| {
        let row = placement.tasks[other].iter().zip(&pool.eligible[user]);
        row.filter(|(_, usable)| **usable).fold(Quick::int(0), |sum, (x, _)| sum + x.word())
    })
}

/// Whether nobody envies anybody server by server in any placement with these totals: nobody runs more on the servers that
/// another may use than it has in all, or could run there alone.
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

/// Whether nobody envies anybody's bundles added up over servers.
pub(super) fn no_envy_of_totals<S: Word>(pool: &Pool<S>, gets: &[Quick]) -> bool {
    nobody_envies(pool, gets, |_, other| gets[other])
}

/// Whether the one server is feasibly used: within capacities, and nobody beyond its tasks or where it cannot run.
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

/// Whether nobody on the one server can have more while nobody has less: everybody has all its tasks, or needs something
/// that is used up.
pub(super) fn is_used_up(setting: Setting, pool: &Pool<Quick>, gets: &[Quick]) -> bool {
    fits_one_server(setting, pool, gets)
        && (0..pool.users()).filter(|&u| pool.runs_on(u, 0)).all(|u| {
            let demanded = |r: &usize| pool.demand[u][*r].is_positive();
            pool.tasks[u].is_some_and(|has| gets[u] == has)
                || (0..pool.resources()).filter(demanded).any(|r| used(pool, gets, r) == pool.capacity[0][r])
        })
}

/// The instance without a user.
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

/// Whether nobody who stays has less when anybody leaves.
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

/// Whether everybody has at least as much in each of the instances.
pub(super) fn nobody_loses(words: &dyn InWords<Cluster>, siblings: &[Pool<Quick>], gets: &[Quick]) -> bool {
    let mut after = Vec::new();
    siblings.iter().all(|sibling| {
        words.gets(sibling, &mut after) && gets.iter().zip(&after).all(|(before, after)| after >= before)
    })
}
