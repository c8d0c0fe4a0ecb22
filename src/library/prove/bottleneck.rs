//! Proofs in steps for mechanisms with a bottleneck for every user on every server, under resource division.
//!
//! Each step is a query of few variables, and the last query of a proof has no product of variables.

use super::chain::Chain;
use super::pool::{Placed, Symbols};
use super::query::Query;
use super::rule::{Looks, below};
use super::term::{Term, all, any, eq, flag, implies, int, le, lt, not, positive, product, real, sum, times, zero};

/// The premises of a step, and the claim that follows from them.
type Step = (Vec<Term>, Term);

/// The tasks by which server `i` compares user `u`.
fn counted(looks: Looks, placed: &Placed, u: usize, i: usize) -> Term {
    match looks {
        Looks::Everywhere => placed.total[u].clone(),
        Looks::Here => placed.tasks[u][i].clone(),
    }
}

/// Sharing incentive, denied for user `n`, for one weight per user.
///
/// Let `r` be a bottleneck of user `n` on server `i`, and let `lost_im = w_n gamma_ni x_mi d_mr / c_ir`. Since `r` is used up,
/// the `lost_im` of all users `m` add up to `w_n gamma_ni`. Since users of `r` stand no higher than user `n`, the `lost_im` of
/// all servers `i` add up to at most `w_m x_n`. So `w_n` times all `gamma_ni` is at most `x_n` times all weights.
pub fn slices(mut chain: Chain, pool: &Symbols, placed: &Placed, looks: Looks, n: usize) -> Vec<Query> {
    let (users, servers, resources) = (pool.users(), pool.servers(), pool.resources());
    let cells = || (0..servers).flat_map(move |i| (0..resources).map(move |r| (i, r)));
    let pairs = || (0..servers).flat_map(move |i| (0..users).map(move |m| (i, m)));
    let chosen = |i: usize, r: usize| flag(format!("chosen{i}_{r}"));
    let lost = |i: usize, m: usize| real(format!("lost{i}_{m}"));
    let part = |m: usize| real(format!("part{m}"));
    let worth = |i: usize| real(format!("worth{i}"));
    let runs = |i: usize| positive(&pool.gamma[n][i]);
    let low = |i: usize, r: usize, m: usize| {
        let (own, other) = (counted(looks, placed, n, i), counted(looks, placed, m, i));
        let holds = all([positive(&placed.tasks[m][i]), positive(&pool.demand[m][r])]);
        implies(&holds, &below(&other, &pool.unit(m, i), &own, &pool.unit(n, i)))
    };
    // What makes `r` a bottleneck of user `n` on server `i`, but for the levels.
    let plain = |i: usize, r: usize| {
        [positive(&pool.demand[n][r]), eq(&pool.used(placed, i, r), &pool.capacity[i][r])]
    };
    let others = || (0..users).filter(move |m| *m != n);
    let known = |chain: &Chain, names: &[&str]| chain.facts(names);

    let wanted = known(&chain, &["asks", "denial"]);
    let owed = (0..servers).map(|i| {
        let bottleneck = |r: usize| all(plain(i, r).into_iter().chain(others().map(|m| low(i, r, m))));
        (wanted.clone(), implies(&runs(i), &any((0..resources).map(bottleneck))))
    });
    chain.claim_by("owed", "the user has a bottleneck on every server that it can use", owed.collect());

    // One of the bottlenecks is chosen where the user can run.
    let is_chosen = |i: usize| implies(&runs(i), &any((0..resources).map(|r| chosen(i, r))));
    let idle = |i: usize, m: usize| implies(&not(&runs(i)), &zero(&lost(i, m)));
    let is_lost = |i: usize, r: usize, m: usize| {
        let of = [worth(i), placed.tasks[m][i].clone(), pool.demand[m][r].clone()];
        implies(&chosen(i, r), &eq(&times(&lost(i, m), &pool.capacity[i][r]), &product(of)))
    };
    let is_worth = |i: usize| eq(&worth(i), &pool.unit(n, i));
    let is_part = |m: usize| eq(&part(m), &times(&pool.weight[m][0], &placed.total[n]));
    let mut names: Vec<Term> = (0..servers).map(is_chosen).collect();
    names.extend((0..servers).map(is_worth));
    names.extend((0..users).map(is_part));
    names.extend(pairs().map(|(i, m)| idle(i, m)));
    for (i, r) in cells() {
        names.push(implies(&chosen(i, r), &runs(i)));
        names.extend(plain(i, r).iter().map(|fact| implies(&chosen(i, r), fact)));
        names.extend(others().map(|m| implies(&chosen(i, r), &low(i, r, m))));
        names.extend((0..users).map(|m| is_lost(i, r, m)));
    }
    chain.names(names);

    let instance = known(&chain, &["instance", "fits"]);
    let there = |i: usize, r: usize| implies(&chosen(i, r), &positive(&pool.capacity[i][r]));
    let has = cells().map(|(i, r)| {
        let mut premises = instance.clone();
        premises.extend(plain(i, r).iter().map(|fact| implies(&chosen(i, r), fact)));
        premises.push(implies(&chosen(i, r), &runs(i)));
        (premises, there(i, r))
    });
    chain.claim_by("there", "there is some of a bottleneck", has.collect());

    let all_lost = |i: usize| eq(&sum((0..users).map(|m| lost(i, m))), &worth(i));
    let whole = (0..servers).map(|i| {
        let mut premises = vec![is_chosen(i), is_worth(i)];
        premises.extend(instance.iter().filter(|fact| fact.mentions(&pool.gamma[n][i])).cloned());
        premises.push(le(&int(0), &pool.gamma[n][i]));
        premises.extend((0..users).map(|m| idle(i, m)));
        for r in 0..resources {
            premises.push(there(i, r));
            premises.extend(plain(i, r).iter().map(|fact| implies(&chosen(i, r), fact)));
            premises.extend((0..users).map(|m| is_lost(i, r, m)));
        }
        (premises, all_lost(i))
    });
    chain.claim_by("whole", "the losses on a server add up to its worth", whole.collect());

    let not_below_zero = |u: usize| (0..servers).map(move |i| le(&int(0), &placed.tasks[u][i]));
    let weight = |m: usize| positive(&pool.weight[m][0]);
    let bound = |i: usize, m: usize| {
        let x = &placed.tasks[m][i];
        match (m == n, looks) {
            (true, _) => le(&lost(i, m), &times(&pool.weight[n][0], x)),
            (false, Looks::Everywhere) => le(&times(&lost(i, m), &placed.total[m]), &times(&part(m), x)),
            (false, Looks::Here) => le(&lost(i, m), &times(&pool.weight[m][0], &placed.tasks[n][i])),
        }
    };
    let empty = |i: usize, m: usize| implies(&zero(&placed.tasks[m][i]), &zero(&lost(i, m)));
    let mut bounds: Vec<Step> = Vec::new();
    for (i, m) in pairs() {
        let about = [m, n];
        let mut premises = vec![is_chosen(i), idle(i, m), is_part(m), is_worth(i), weight(m), weight(n)];
        premises.extend(about.iter().flat_map(|u| not_below_zero(*u)));
        premises.extend(known(&chain, &["feasible"]).into_iter().filter(|fact| {
            fact.mentions(&placed.tasks[m][i]) && fact.mentions(&pool.gamma[m][i])
        }));
        let fits = about.iter().flat_map(|u| {
            instance.iter().filter(|fact| fact.mentions(&pool.fit[*u][i]) || fact.mentions(&pool.gamma[*u][i]))
        });
        premises.extend(fits.cloned());
        for r in 0..resources {
            premises.extend([le(&int(0), &pool.demand[m][r]), le(&int(0), &pool.capacity[i][r]), there(i, r)]);
            premises.extend([is_lost(i, r, m), implies(&chosen(i, r), &low(i, r, m))]);
        }
        bounds.push((premises, all([bound(i, m), empty(i, m)])));
    }
    chain.claim_by("bounds", "who uses the bottleneck stands no higher", bounds);

    let total = |m: usize| le(&sum((0..servers).map(|i| lost(i, m))), &part(m));
    let totals = (0..users).map(|m| {
        let mut premises = vec![is_part(m), weight(m)];
        premises.extend((0..servers).map(|i| all([bound(i, m), empty(i, m)])));
        premises.extend(not_below_zero(m).chain(not_below_zero(n)));
        (premises, total(m))
    });
    chain.claim_by("totals", "the losses to a user are bounded on all servers together", totals.collect());

    let mut premises = known(&chain, &["denial"]);
    premises.extend((0..servers).map(is_worth).chain((0..users).map(is_part)));
    let short = lt(&sum((0..users).map(part)), &sum((0..servers).map(worth)));
    chain.claim_by("short", "all parts are less than all worths", vec![(premises, short)]);
    chain.absurd("the losses add up to both", &["whole", "totals", "short"], vec![])
}
