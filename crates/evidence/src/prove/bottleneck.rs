//! Proofs in steps for mechanisms with a bottleneck for every user on every server, under resource division.
//!
//! Each step is a query of few variables, and the last query of a proof has no product of variables.

use super::chain::Chain;
use super::pool::{Placed, Symbols};
use super::query::Query;
use super::rule::{Looks, below};
use super::term::{
    Term, all, any, eq, flag, implies, int, le, lt, not, positive, product, real, sum, times, zero,
};

/// A step: its premises, and the claim that follows from them.
type Step = (Vec<Term>, Term);

/// The tasks by which server `i` compares user `u`.
fn counted(looks: Looks, placed: &Placed, u: usize, i: usize) -> Term {
    match looks {
        Looks::Everywhere => placed.total[u].clone(),
        Looks::Here => placed.tasks[u][i].clone(),
    }
}

/// Queries for sharing incentive, denied for user `n`, with one weight per user.
///
/// Proof: let `r` be a bottleneck of user `n` on server `i`, and let `lost_im = w_n gamma_ni x_mi d_mr /
/// c_ir`. Since `r` is used up, the sum of `lost_im` over all users `m` is `w_n gamma_ni`. Since users of `r`
/// have levels at most that of user `n`, the sum of `lost_im` over all servers `i` is at most `w_m x_n`. So
/// `w_n` times the sum of all `gamma_ni` is at most `x_n` times the sum of all weights.
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
    // The conditions for `r` to be a bottleneck of user `n` on server `i`, except those on levels.
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

    // On every server where the user can run, one of the bottlenecks is chosen.
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
        premises.push(le(&int(0), &pool.fit[n][i]));
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
        premises.extend(
            known(&chain, &["feasible"])
                .into_iter()
                .filter(|fact| fact.mentions(&placed.tasks[m][i]) && fact.mentions(&pool.gamma[m][i])),
        );
        let fits = about.iter().flat_map(|u| {
            instance
                .iter()
                .filter(|fact| fact.mentions(&pool.fit[*u][i]) || fact.mentions(&pool.gamma[*u][i]))
        });
        premises.extend(fits.cloned());
        for r in 0..resources {
            premises.extend([
                le(&int(0), &pool.demand[m][r]),
                le(&int(0), &pool.capacity[i][r]),
                there(i, r),
            ]);
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

/// An instance and its misreported form, each with a placement that meets the specification.
#[derive(Clone, Copy)]
pub struct Runs<'a> {
    /// The true instance.
    pub truth: &'a Symbols,
    /// The placement for the true instance.
    pub placed: &'a Placed,
    /// The instance as reported.
    pub said: &'a Symbols,
    /// The placement for the reported instance.
    pub lied: &'a Placed,
}

/// Queries for a profitable lie of user `n`, where every server compares users by their tasks there. `held`
/// is the number of true tasks that user `n` gets from its allocation on each server.
///
/// Proof: on some server user `n` gains, so it ends at a higher level and holds more of its bottleneck for
/// the truth. Another user therefore loses. Among the users that lose, one ends at the lowest level; the
/// users of its bottleneck for the lie have levels at most that one. One of them, not user `n`, has gained,
/// and its bottleneck for the truth is used less by a user that loses and ends at a lower level still, a
/// contradiction.
pub fn lie(chain: Chain, runs: Runs<'_>, n: usize, held: &[Term]) -> Vec<Query> {
    let kappa = real("kappa");
    let gain = |i: usize| lt(&runs.placed.tasks[n][i], &times(&kappa, &held[i]));
    let mut first = chain.clone();
    let premises = first.facts(&["denial"]);
    let somewhere = any((0..held.len()).map(gain));
    first.claim_by("gain", "the lie pays on some server", vec![(premises, somewhere)]);
    let mut queries = first.queries;
    for i in 0..held.len() {
        queries.extend(lie_on(chain.clone().on(i), runs, n, (i, &held[i]), gain(i)));
    }
    queries
}

fn lie_on(mut chain: Chain, runs: Runs<'_>, n: usize, (i, held): (usize, &Term), gain: Term) -> Vec<Query> {
    let Runs { truth, placed, said, lied } = runs;
    let (users, resources) = (truth.users(), truth.resources());
    let kappa = real("kappa");
    let others = || (0..users).filter(move |k| *k != n);
    let has = |of: &Placed, k: usize| of.tasks[k][i].clone();
    let (x, y) = (|k: usize| has(placed, k), |k: usize| has(lied, k));
    // Holdings of each resource, and levels; for the truth and for the lie.
    let share = |run: usize, k: usize, r: usize| real(format!("share{run}_{k}_{r}"));
    let level = |run: usize, k: usize| real(format!("level{run}_{k}"));
    let both = [(truth, placed, "asks", "feasible"), (said, lied, "lie-asks", "lie-feasible")];
    let is_share = |run: usize, k: usize, r: usize| {
        let (pool, of, ..) = both[run];
        eq(&share(run, k, r), &times(&has(of, k), &pool.demand[k][r]))
    };
    let is_level = |run: usize, k: usize| {
        let (pool, of, ..) = both[run];
        eq(&times(&level(run, k), &pool.unit(k, i)), &has(of, k))
    };
    let mut names = Vec::new();
    for (run, k) in (0..2).flat_map(|run| (0..users).map(move |k| (run, k))) {
        names.extend((0..resources).map(|r| is_share(run, k, r)));
        names.push(is_level(run, k));
    }
    chain.names(names);
    chain.suppose("gain", gain);

    let known = |chain: &Chain, names: &[&str]| chain.facts(names);
    let instance = known(&chain, &["instance", "fits", "lie"]);
    let lies = known(&chain, &["denial", "gain"]);
    let not_below_zero = |run: usize, k: usize| le(&int(0), &has(both[run].1, k));
    let idle = |run: usize, k: usize| {
        let (pool, of, ..) = both[run];
        implies(&zero(&pool.gamma[k][i]), &zero(&has(of, k)))
    };
    let of_user = |pool: &Symbols, k: usize| -> Vec<Term> {
        let mut about = vec![pool.fit[k][i].clone(), pool.gamma[k][i].clone()];
        about.extend(pool.quotients.iter().map(|q| q.unit[k][i].clone()));
        about.retain(|term| !matches!(term, Term::Number(_)));
        instance.iter().filter(|fact| about.iter().any(|term| fact.mentions(term))).cloned().collect()
    };
    let signs = |pool: &Symbols, k: usize| -> Vec<Term> {
        let row = pool.demand[k].iter().chain(&pool.capacity[i]).map(|term| le(&int(0), term));
        row.chain(pool.demand[k].iter().chain(&pool.weight[k]).map(positive)).collect()
    };

    // A user who can run a task has a unit above zero.
    let unit = |run: usize, k: usize| {
        let pool = both[run].0;
        implies(&positive(&pool.gamma[k][i]), &positive(&pool.unit(k, i)))
    };
    let units = (0..2).flat_map(|run| (0..users).map(move |k| (run, k))).map(|(run, k)| {
        let pool = both[run].0;
        ([of_user(pool, k), signs(pool, k)].concat(), unit(run, k))
    });
    chain.claim_by("units", "a user that can run has a level", units.collect());

    // Claims about the liar.
    let can = [positive(&truth.gamma[n][i]), positive(&said.gamma[n][i])];
    let mut premises =
        [of_user(truth, n), of_user(said, n), signs(truth, n), signs(said, n), lies.clone()].concat();
    premises.extend([not_below_zero(0, n), not_below_zero(1, n), idle(0, n), idle(1, n)]);
    premises.extend(instance.iter().filter(|fact| said.demand[n].iter().any(|d| fact.mentions(d))).cloned());
    let claims = vec![(premises.clone(), can[0].clone()), (premises.clone(), can[1].clone())];
    chain.claim_by("can", "the liar can run here by its demand and by its report", claims);
    premises.extend(can.iter().cloned());
    premises.extend([unit(0, n), unit(1, n)]);
    let smaller = le(&times(&kappa, &said.unit(n, i)), &truth.unit(n, i));
    chain.claim_by("smaller", "its report makes its unit smaller", vec![(premises, smaller.clone())]);
    let mut premises = [lies.clone(), can.to_vec()].concat();
    premises.extend([smaller, unit(0, n), unit(1, n), is_level(0, n), is_level(1, n)]);
    premises.extend([not_below_zero(0, n), not_below_zero(1, n), implies(&zero(held), &zero(&y(n)))]);
    let higher = lt(&level(0, n), &level(1, n));
    chain.claim_by("higher", "the liar ends at a higher level", vec![(premises, higher)]);
    let more = (0..resources).map(|r| {
        let (d, e) = (&truth.demand[n][r], &said.demand[n][r]);
        let mut premises = lies.clone();
        premises.extend([is_share(0, n, r), is_share(1, n, r), le(&int(0), d), le(&int(0), e)]);
        premises.extend([not_below_zero(0, n), not_below_zero(1, n), positive(d)]);
        let (own, other) = (share(0, n, r), share(1, n, r));
        (premises, all([le(&own, &other), implies(&positive(d), &all([lt(&own, &other), positive(e)]))]))
    });
    chain.claim_by("more", "the liar holds more", more.collect());

    // Claims about all other users: a user with more tasks holds more, has a higher level, wanted more, and
    // can run.
    let mut compared: Vec<Step> = Vec::new();
    for k in others() {
        let moved = |from: usize| {
            let to = 1 - from;
            let (pool, of, ..) = both[from];
            let more = (0..resources).map(|r| {
                let uses = positive(&pool.demand[k][r]);
                let (a, b) = (share(from, k, r), share(to, k, r));
                all([le(&a, &b), implies(&uses, &lt(&a, &b))])
            });
            let wanted = pool.wants(k, &of.total[k]);
            let moves = [lt(&level(from, k), &level(to, k)), wanted, positive(&pool.gamma[k][i])];
            implies(&lt(&has(both[from].1, k), &has(both[to].1, k)), &all(more.chain(moves)))
        };
        let still =
            implies(&eq(&x(k), &y(k)), &all((0..resources).map(|r| eq(&share(0, k, r), &share(1, k, r)))));
        let mut premises = signs(truth, k);
        for run in 0..2 {
            premises.extend((0..resources).map(|r| is_share(run, k, r)));
            premises.extend([is_level(run, k), not_below_zero(run, k), idle(run, k), unit(run, k)]);
            let (pool, of, ..) = both[run];
            premises.push(pool.within(k, &of.total[k]));
        }
        // The tasks of user `k` on other servers do not matter: its tasks are finite on one server only.
        premises.extend(instance.iter().filter(|fact| fact.mentions(&truth.gamma[k][i])).cloned());
        premises.push(le(&int(0), &truth.fit[k][i]));
        compared.extend([moved(0), moved(1), still].map(|claim| (premises.clone(), claim)));
    }
    chain.claim_by("compared", "who has more tasks holds more and stands higher", compared);

    // Feasibility and bottlenecks, in holdings and levels.
    let within = (0..2).flat_map(|run| (0..resources).map(move |r| (run, r))).map(|(run, r)| {
        let (pool, of, ..) = both[run];
        let mut premises: Vec<Term> = (0..users).map(|k| is_share(run, k, r)).collect();
        premises.push(le(&pool.used(of, i, r), &pool.capacity[i][r]));
        (premises, le(&sum((0..users).map(|k| share(run, k, r))), &pool.capacity[i][r]))
    });
    chain.claim_by("within", "all shares are within the capacity", within.collect());
    let no_higher = |run: usize, m: usize, k: usize| {
        let (pool, of, ..) = both[run];
        let (mine, its) = (pool.unit(k, i), pool.unit(m, i));
        let holds = [positive(&mine), positive(&its), below(&has(of, m), &its, &has(of, k), &mine)];
        implies(&all(holds), &le(&level(run, m), &level(run, k)))
    };
    let pairs = || (0..users).flat_map(move |k| (0..users).filter(move |m| *m != k).map(move |m| (m, k)));
    let levels = (0..2)
        .flat_map(|run| pairs().map(move |(m, k)| (run, m, k)))
        .map(|(run, m, k)| (vec![is_level(run, m), is_level(run, k)], no_higher(run, m, k)));
    chain.claim_by("levels", "levels compare tasks by units", levels.collect());
    let bottlenecks = (0..2).flat_map(|run| (0..users).map(move |k| (run, k))).map(|(run, k)| {
        let (pool, of, asks, feasible) = both[run];
        let mut premises: Vec<Term> =
            known(&chain, &[asks]).get(i * users + k).into_iter().cloned().collect();
        premises.extend(
            known(&chain, &[feasible])
                .into_iter()
                .filter(|fact| (0..users).any(|m| fact.mentions(&has(of, m)))),
        );
        premises.extend((0..users).flat_map(|m| (0..resources).map(move |r| is_share(run, m, r))));
        premises.extend((0..users).flat_map(|m| [unit(run, m), idle(run, m), not_below_zero(run, m)]));
        premises.extend((0..users).filter(|m| *m != k).map(|m| no_higher(run, m, k)));
        premises.extend((0..users).flat_map(|m| signs(pool, m)));
        let fits = |m: usize| {
            let about = instance.iter().filter(move |fact| fact.mentions(&pool.gamma[m][i]));
            about.cloned().chain([le(&int(0), &pool.fit[m][i])])
        };
        premises.extend((0..users).flat_map(fits));
        let owed = all([positive(&pool.gamma[k][i]), pool.wants(k, &of.total[k])]);
        let bottleneck = |r: usize| {
            let full = eq(&sum((0..users).map(|m| share(run, m, r))), &pool.capacity[i][r]);
            let low = (0..users)
                .filter(|m| *m != k)
                .map(|m| implies(&positive(&share(run, m, r)), &le(&level(run, m), &level(run, k))));
            all([positive(&pool.demand[k][r]), full].into_iter().chain(low))
        };
        (premises, implies(&owed, &any((0..resources).map(bottleneck))))
    });
    let bottlenecks = bottlenecks.collect();
    chain.claim_by("bottlenecks", "who wants more has a bottleneck", bottlenecks);

    let mut linear = ["can", "higher", "more", "compared", "within", "bottlenecks"]
        .map(|name| known(&chain, &[name]))
        .concat();
    linear.extend(known(&chain, &["denial"]).into_iter().filter(Term::linear));
    let held_by = |run: usize, k: usize, r: usize| le(&int(0), &share(run, k, r));
    let signs_of =
        (0..2).flat_map(|run| (0..users).flat_map(move |k| (0..resources).map(move |r| (run, k, r))));
    let shares: Vec<Step> = signs_of
        .map(|(run, k, r)| {
            let d = &both[run].0.demand[k][r];
            let premises = vec![is_share(run, k, r), not_below_zero(run, k), le(&int(0), d), positive(d)];
            (premises, held_by(run, k, r))
        })
        .collect();
    linear.extend(shares.iter().map(|(_, claim)| claim.clone()));
    chain.claim_by("signs", "shares are not below zero", shares);
    chain.claim_by("absurd", "no user can have lost the least", vec![(linear, Term::Truth(false))]);
    chain.queries
}
