//! Proofs in steps for mechanisms with a bottleneck for every user on every server, under resource division.
//!
//! Each step is a query of few variables, and the last query of a proof has no product of variables.

mod lie;

pub use lie::lie;

use super::chain::Chain;
use super::pool::{Placed, Symbols};
use super::query::Query;
use super::rule::{Looks, below};
use super::term::{
    Term, all, any, eq, flag, implies, le, lt, not, not_negative, positive, product, real, sum, zero,
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

fn chosen(i: usize, r: usize) -> Term {
    flag(format!("chosen{i}_{r}"))
}

fn lost(i: usize, m: usize) -> Term {
    real(format!("lost{i}_{m}"))
}

fn part(m: usize) -> Term {
    real(format!("part{m}"))
}

fn worth(i: usize) -> Term {
    real(format!("worth{i}"))
}

/// What user `n` loses to each user on each server.
struct Losses<'a> {
    pool: &'a Symbols,
    placed: &'a Placed,
    looks: Looks,
    n: usize,
}

impl Losses<'_> {
    fn runs(&self, i: usize) -> Term {
        positive(&self.pool.gamma[self.n][i])
    }

    fn low(&self, i: usize, r: usize, m: usize) -> Term {
        let Losses { pool, placed, looks, n } = *self;
        let (own, other) = (counted(looks, placed, n, i), counted(looks, placed, m, i));
        let holds = all([positive(&placed.tasks[m][i]), positive(&pool.demand[m][r])]);
        implies(holds, below(&other, &pool.unit(m, i), &own, &pool.unit(n, i)))
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let n = self.n;
        (0..self.pool.users()).filter(move |m| *m != n)
    }

    /// The conditions for `r` to be a bottleneck of user `n` on server `i`, except those on levels.
    fn plain(&self, i: usize, r: usize) -> [Term; 2] {
        let pool = self.pool;
        [positive(&pool.demand[self.n][r]), eq(pool.used(self.placed, i, r), &pool.capacity[i][r])]
    }

    fn chosen_is_plain(&self, i: usize, r: usize) -> [Term; 2] {
        self.plain(i, r).map(|fact| implies(chosen(i, r), fact))
    }

    fn is_chosen(&self, i: usize) -> Term {
        implies(self.runs(i), any((0..self.pool.resources()).map(|r| chosen(i, r))))
    }

    fn idle(&self, i: usize, m: usize) -> Term {
        implies(not(self.runs(i)), zero(lost(i, m)))
    }

    fn is_lost(&self, i: usize, r: usize, m: usize) -> Term {
        let of = product([&worth(i), &self.placed.tasks[m][i], &self.pool.demand[m][r]]);
        implies(chosen(i, r), eq(lost(i, m) * &self.pool.capacity[i][r], of))
    }

    fn is_worth(&self, i: usize) -> Term {
        eq(worth(i), self.pool.unit(self.n, i))
    }

    fn is_part(&self, m: usize) -> Term {
        eq(part(m), &self.pool.weight[m][0] * &self.placed.total[self.n])
    }

    fn there(&self, i: usize, r: usize) -> Term {
        implies(chosen(i, r), positive(&self.pool.capacity[i][r]))
    }

    /// The names: on every server where the user can run, one of the bottlenecks is chosen.
    fn names(&self) -> Vec<Term> {
        let (users, servers) = (self.pool.users(), self.pool.servers());
        let mut names: Vec<Term> = (0..servers).map(|i| self.is_chosen(i)).collect();
        names.extend((0..servers).map(|i| self.is_worth(i)));
        names.extend((0..users).map(|m| self.is_part(m)));
        names.extend((0..servers).flat_map(|i| (0..users).map(move |m| self.idle(i, m))));
        for (i, r) in self.cells() {
            names.push(implies(chosen(i, r), self.runs(i)));
            names.extend(self.chosen_is_plain(i, r));
            names.extend(self.others().map(|m| implies(chosen(i, r), self.low(i, r, m))));
            names.extend((0..users).map(|m| self.is_lost(i, r, m)));
        }
        names
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let resources = self.pool.resources();
        (0..self.pool.servers()).flat_map(move |i| (0..resources).map(move |r| (i, r)))
    }

    fn not_below_zero(&self, u: usize) -> impl Iterator<Item = Term> {
        self.placed.tasks[u].iter().map(not_negative)
    }

    fn weight(&self, m: usize) -> Term {
        positive(&self.pool.weight[m][0])
    }

    /// The bound of the loss to user `m` on server `i`, which is zero if `m` has nothing there.
    fn bound(&self, i: usize, m: usize) -> Term {
        let Losses { pool, placed, looks, n } = *self;
        let x = &placed.tasks[m][i];
        let bound = match (m == n, looks) {
            (true, _) => le(lost(i, m), &pool.weight[n][0] * x),
            (false, Looks::Everywhere) => le(lost(i, m) * &placed.total[m], part(m) * x),
            (false, Looks::Here) => le(lost(i, m), &pool.weight[m][0] * &placed.tasks[n][i]),
        };
        all([bound, implies(zero(x), zero(lost(i, m)))])
    }

    fn bounded(&self, i: usize, m: usize, instance: &[Term], feasible: &[Term]) -> Step {
        let Losses { pool, placed, n, .. } = *self;
        let mut premises = vec![
            self.is_chosen(i),
            self.idle(i, m),
            self.is_part(m),
            self.is_worth(i),
            self.weight(m),
            self.weight(n),
        ];
        premises.extend(self.not_below_zero(m).chain(self.not_below_zero(n)));
        let of = |fact: &&Term| fact.mentions(&placed.tasks[m][i]) && fact.mentions(&pool.gamma[m][i]);
        premises.extend(feasible.iter().filter(of).cloned());
        for u in [m, n] {
            let of = |fact: &&Term| fact.mentions(&pool.fit[u][i]) || fact.mentions(&pool.gamma[u][i]);
            premises.extend(instance.iter().filter(of).cloned());
        }
        for r in 0..pool.resources() {
            premises.extend([&pool.demand[m][r], &pool.capacity[i][r]].map(not_negative));
            let low = implies(chosen(i, r), self.low(i, r, m));
            premises.extend([self.there(i, r), self.is_lost(i, r, m), low]);
        }
        (premises, self.bound(i, m))
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
    let of = Losses { pool, placed, looks, n };
    let wanted = chain.facts(&["asks", "denial"]);
    let owed = (0..servers).map(|i| {
        let low = |r: usize| of.others().map(|m| of.low(i, r, m)).collect::<Vec<_>>();
        let bottleneck = |r: usize| all(of.plain(i, r).into_iter().chain(low(r)));
        (wanted.clone(), implies(of.runs(i), any((0..resources).map(bottleneck))))
    });
    chain.claim_by("owed", "the user has a bottleneck on every server that it can use", owed.collect());
    chain.names(of.names());
    let instance = chain.facts(&["instance", "fits"]);
    let has = of.cells().map(|(i, r)| {
        let mut premises = instance.clone();
        premises.extend(of.chosen_is_plain(i, r));
        premises.push(implies(chosen(i, r), of.runs(i)));
        (premises, of.there(i, r))
    });
    chain.claim_by("there", "there is some of a bottleneck", has.collect());
    let whole = (0..servers).map(|i| {
        let mut premises = vec![of.is_chosen(i), of.is_worth(i)];
        premises.extend(instance.iter().filter(|fact| fact.mentions(&pool.gamma[n][i])).cloned());
        premises.push(not_negative(&pool.fit[n][i]));
        premises.extend((0..users).map(|m| of.idle(i, m)));
        for r in 0..resources {
            premises.push(of.there(i, r));
            premises.extend(of.chosen_is_plain(i, r));
            premises.extend((0..users).map(|m| of.is_lost(i, r, m)));
        }
        (premises, eq(sum((0..users).map(|m| lost(i, m))), worth(i)))
    });
    chain.claim_by("whole", "the losses on a server add up to its worth", whole.collect());
    let feasible = chain.facts(&["feasible"]);
    let pairs = (0..servers).flat_map(|i| (0..users).map(move |m| (i, m)));
    let bounds = pairs.map(|(i, m)| of.bounded(i, m, &instance, &feasible));
    chain.claim_by("bounds", "who uses the bottleneck stands no higher", bounds.collect());
    let totals = (0..users).map(|m| {
        let mut premises = vec![of.is_part(m), of.weight(m)];
        premises.extend((0..servers).map(|i| of.bound(i, m)));
        premises.extend(of.not_below_zero(m).chain(of.not_below_zero(n)));
        (premises, le(sum((0..servers).map(|i| lost(i, m))), part(m)))
    });
    chain.claim_by("totals", "the losses to a user are bounded on all servers together", totals.collect());
    let mut premises = chain.facts(&["denial"]);
    premises.extend((0..servers).map(|i| of.is_worth(i)).chain((0..users).map(|m| of.is_part(m))));
    let short = lt(sum((0..users).map(part)), sum((0..servers).map(worth)));
    chain.claim_by("short", "all parts are less than all worths", vec![(premises, short)]);
    chain.absurd("the losses add up to both", &["whole", "totals", "short"], vec![])
}
