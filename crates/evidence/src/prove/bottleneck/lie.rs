//! Proofs in steps that no lie pays, where every server compares users by their tasks there.

use super::Step;
use crate::prove::chain::Chain;
use crate::prove::pool::{Placed, Symbols};
use crate::prove::query::Query;
use crate::prove::rule::below;
use crate::prove::term::{Term, all, any, eq, implies, le, lt, not_negative, positive, real, sum, zero};

/// The truth and the lie: the instance of each run, and a placement that meets its specification.
pub type Runs<'a> = [(&'a Symbols, &'a Placed); 2];

/// One run on one server. What users hold there and their levels have variables of their own.
#[derive(Clone, Copy)]
struct Run<'a> {
    /// 0 for the truth and 1 for the lie, in names of variables.
    number: usize,
    pool: &'a Symbols,
    placed: &'a Placed,
    /// The server.
    i: usize,
}

/// Both runs on a server, for the liar `n`.
struct Server<'a> {
    runs: [Run<'a>; 2],
    n: usize,
    /// The facts about both instances.
    instance: Vec<Term>,
    /// The facts about the gain.
    lies: Vec<Term>,
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
    let gain = |i: usize| lt(&runs[0].1.tasks[n][i], real("kappa") * &held[i]);
    let mut first = chain.clone();
    let premises = first.facts(&["denial"]);
    first.claim_by("gain", "the lie pays on some server", vec![(premises, any((0..held.len()).map(gain)))]);
    let mut queries = first.queries;
    for i in 0..held.len() {
        let mut chain = chain.clone().on(i);
        let run = |number: usize| Run { number, pool: runs[number].0, placed: runs[number].1, i };
        chain.names([run(0), run(1)].iter().flat_map(Run::names).collect());
        chain.suppose("gain", gain(i));
        let instance = chain.facts(&["instance", "fits", "lie"]);
        let lies = chain.facts(&["denial", "gain"]);
        queries.extend(Server { runs: [run(0), run(1)], n, instance, lies }.refuted(chain, &held[i]));
    }
    queries
}

impl<'a> Run<'a> {
    fn has(&self, k: usize) -> &'a Term {
        &self.placed.tasks[k][self.i]
    }

    fn share(&self, k: usize, r: usize) -> Term {
        real(format!("share{}_{k}_{r}", self.number))
    }

    fn level(&self, k: usize) -> Term {
        real(format!("level{}_{k}", self.number))
    }

    fn shares(&self, k: usize) -> Vec<Term> {
        let is_share = |(r, d): (usize, &Term)| eq(self.share(k, r), self.has(k) * d);
        self.pool.demand[k].iter().enumerate().map(is_share).collect()
    }

    fn is_level(&self, k: usize) -> Term {
        eq(self.level(k) * self.pool.unit(k, self.i), self.has(k))
    }

    fn names(&self) -> Vec<Term> {
        (0..self.pool.users()).flat_map(|k| self.shares(k).into_iter().chain([self.is_level(k)])).collect()
    }

    fn runs(&self, k: usize) -> Term {
        positive(&self.pool.gamma[k][self.i])
    }

    fn idle(&self, k: usize) -> Term {
        implies(zero(&self.pool.gamma[k][self.i]), zero(self.has(k)))
    }

    /// A user who can run a task has a unit above zero.
    fn unit(&self, k: usize) -> Term {
        implies(self.runs(k), positive(self.pool.unit(k, self.i)))
    }

    fn signs(&self, k: usize) -> Vec<Term> {
        let (demand, weight) = (&self.pool.demand[k], &self.pool.weight[k]);
        let row = demand.iter().chain(&self.pool.capacity[self.i]).map(not_negative);
        row.chain(demand.iter().chain(weight).map(positive)).collect()
    }

    fn no_higher(&self, m: usize, k: usize) -> Term {
        let (mine, its) = (self.pool.unit(k, self.i), self.pool.unit(m, self.i));
        let low = below(self.has(m), &its, self.has(k), &mine);
        implies(all([positive(mine), positive(its), low]), le(self.level(m), self.level(k)))
    }

    fn others(&self, k: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        (0..self.pool.users()).filter(move |m| *m != k)
    }

    /// All that is used of resource `r`, in holdings.
    fn used(&self, r: usize) -> Term {
        sum((0..self.pool.users()).map(|k| self.share(k, r)))
    }
}

impl Server<'_> {
    /// Each run with each user.
    fn each(&self) -> impl Iterator<Item = (Run<'_>, usize)> {
        self.runs.into_iter().flat_map(|run| (0..run.pool.users()).map(move |k| (run, k)))
    }

    fn mentioning(&self, about: &[Term]) -> Vec<Term> {
        let mentions = |fact: &&Term| about.iter().any(|term| fact.mentions(term));
        self.instance.iter().filter(mentions).cloned().collect()
    }

    fn of_user(&self, Run { pool, i, .. }: Run<'_>, k: usize) -> Vec<Term> {
        let mut about = vec![pool.fit[k][i].clone(), pool.gamma[k][i].clone()];
        about.extend(pool.quotients.iter().map(|q| q.unit[k][i].clone()));
        about.retain(|term| !matches!(term, Term::Number(_)));
        self.mentioning(&about)
    }

    fn refuted(&self, mut chain: Chain, held: &Term) -> Vec<Query> {
        let units = self.each().map(|(run, k)| ([self.of_user(run, k), run.signs(k)].concat(), run.unit(k)));
        chain.claim_by("units", "a user that can run has a level", units.collect());
        self.liar(&mut chain, held);
        let compared = self.runs[0].others(self.n).flat_map(|k| self.compared(k)).collect();
        chain.claim_by("compared", "who has more tasks holds more and stands higher", compared);
        self.full(&mut chain);
        let mut linear = ["can", "higher", "more", "compared", "within", "bottlenecks"]
            .map(|name| chain.facts(&[name]))
            .concat();
        linear.extend(chain.facts(&["denial"]).into_iter().filter(Term::linear));
        let signs = |(run, k): (Run<'_>, usize)| {
            let sign = |(r, d): (usize, &Term)| {
                let premises =
                    vec![run.shares(k).remove(r), not_negative(run.has(k)), not_negative(d), positive(d)];
                (premises, not_negative(run.share(k, r)))
            };
            run.pool.demand[k].iter().enumerate().map(sign).collect::<Vec<_>>()
        };
        let shares: Vec<Step> = self.each().flat_map(signs).collect();
        linear.extend(shares.iter().map(|(_, claim)| claim.clone()));
        chain.claim_by("signs", "shares are not below zero", shares);
        chain.claim_by("absurd", "no user can have lost the least", vec![(linear, Term::Truth(false))]);
        chain.queries
    }

    /// Claims about the liar.
    fn liar(&self, chain: &mut Chain, held: &Term) {
        let n = self.n;
        let [truth, lie] = self.runs;
        let both = |of: &dyn Fn(Run<'_>) -> Term| self.runs.map(of).to_vec();
        let starts = both(&|run| not_negative(run.has(n)));
        let can = both(&|run| run.runs(n));
        let mut premises =
            [self.of_user(truth, n), self.of_user(lie, n), truth.signs(n), lie.signs(n)].concat();
        premises.extend([self.lies.clone(), starts.clone(), both(&|run| run.idle(n))].concat());
        premises.extend(self.mentioning(&lie.pool.demand[n]));
        let claims = can.iter().map(|can| (premises.clone(), can.clone())).collect();
        chain.claim_by("can", "the liar can run here by its demand and by its report", claims);
        premises.extend([can.clone(), both(&|run| run.unit(n))].concat());
        let smaller = le(real("kappa") * lie.pool.unit(n, lie.i), truth.pool.unit(n, lie.i));
        chain.claim_by("smaller", "its report makes its unit smaller", vec![(premises, smaller.clone())]);
        let mut premises =
            [self.lies.clone(), can, vec![smaller], both(&|run| run.unit(n)), both(&|run| run.is_level(n))]
                .concat();
        premises.extend([starts.clone(), vec![implies(zero(held), zero(lie.has(n)))]].concat());
        let higher = lt(truth.level(n), lie.level(n));
        chain.claim_by("higher", "the liar ends at a higher level", vec![(premises, higher)]);
        let more = truth.pool.demand[n].iter().zip(&lie.pool.demand[n]).enumerate().map(|(r, (d, e))| {
            let mut premises = self.lies.clone();
            premises.extend([&truth, &lie].map(|side| side.shares(n).remove(r)));
            premises.extend([d, e].map(not_negative));
            premises.extend(starts.iter().cloned().chain([positive(d)]));
            let (own, other) = (truth.share(n, r), lie.share(n, r));
            let strictly = implies(positive(d), all([lt(&own, &other), positive(e)]));
            (premises, all([le(own, other), strictly]))
        });
        chain.claim_by("more", "the liar holds more", more.collect());
    }

    /// The claims about another user `k`: with more tasks it holds more, has a higher level, wanted more, and can
    /// run.
    fn compared(&self, k: usize) -> [Step; 3] {
        let [truth, lie] = self.runs;
        let moved = |from: Run<'_>, to: Run<'_>| {
            let more = from.pool.demand[k].iter().enumerate().map(|(r, d)| {
                let (a, b) = (from.share(k, r), to.share(k, r));
                all([le(&a, &b), implies(positive(d), lt(&a, &b))])
            });
            let wanted = from.pool.wants(k, &from.placed.total[k]);
            let moves = [lt(from.level(k), to.level(k)), wanted, from.runs(k)];
            implies(lt(from.has(k), to.has(k)), all(more.chain(moves)))
        };
        let same = (0..truth.pool.resources()).map(|r| eq(truth.share(k, r), lie.share(k, r)));
        let still = implies(eq(truth.has(k), lie.has(k)), all(same));
        let mut premises = truth.signs(k);
        for run in self.runs {
            premises.extend(run.shares(k));
            premises.extend([run.is_level(k), not_negative(run.has(k)), run.idle(k), run.unit(k)]);
            premises.push(run.pool.within(k, &run.placed.total[k]));
        }
        // The tasks of user `k` on other servers do not matter: its tasks are finite on one server only.
        premises.extend(self.mentioning(&truth.pool.gamma[k][truth.i..=truth.i]));
        premises.push(not_negative(&truth.pool.fit[k][truth.i]));
        [moved(truth, lie), moved(lie, truth), still].map(|claim| (premises.clone(), claim))
    }

    /// Claims about feasibility and bottlenecks, in holdings and levels.
    fn full(&self, chain: &mut Chain) {
        let users = self.runs[0].pool.users();
        let shares = |run: Run<'_>| (0..users).map(|k| run.shares(k)).collect::<Vec<_>>();
        let within = self.runs.iter().flat_map(|run| {
            let of = |(r, c): (usize, &Term)| {
                let mut premises: Vec<Term> = shares(*run).iter().map(|of| of[r].clone()).collect();
                premises.push(le(run.pool.used(run.placed, run.i, r), c));
                (premises, le(run.used(r), c))
            };
            run.pool.capacity[run.i].iter().enumerate().map(of).collect::<Vec<_>>()
        });
        chain.claim_by("within", "all shares are within the capacity", within.collect());
        let levels = self.each().flat_map(|(run, k)| {
            run.others(k).map(move |m| (vec![run.is_level(m), run.is_level(k)], run.no_higher(m, k)))
        });
        chain.claim_by("levels", "levels compare tasks by units", levels.collect());
        let asked = [["asks", "feasible"], ["lie-asks", "lie-feasible"]]
            .map(|names| names.map(|name| chain.facts(&[name])));
        let bottlenecks = self.each().map(|(run, k)| {
            let [asks, feasible] = &asked[run.number];
            let mut premises: Vec<Term> = asks.get(run.i * users + k).cloned().into_iter().collect();
            let here = |fact: &&Term| (0..users).any(|m| fact.mentions(run.has(m)));
            premises.extend(feasible.iter().filter(here).cloned());
            premises.extend(shares(run).concat());
            premises.extend((0..users).flat_map(|m| [run.unit(m), run.idle(m), not_negative(run.has(m))]));
            premises.extend(run.others(k).map(|m| run.no_higher(m, k)));
            premises.extend((0..users).flat_map(|m| run.signs(m)));
            for m in 0..users {
                premises.extend(self.mentioning(&run.pool.gamma[m][run.i..=run.i]));
                premises.push(not_negative(&run.pool.fit[m][run.i]));
            }
            let owed = all([run.runs(k), run.pool.wants(k, &run.placed.total[k])]);
            let bottleneck = |r: usize| {
                let full = eq(run.used(r), &run.pool.capacity[run.i][r]);
                let low = run.others(k);
                let low = low.map(|m| implies(positive(run.share(m, r)), le(run.level(m), run.level(k))));
                all([positive(&run.pool.demand[k][r]), full].into_iter().chain(low))
            };
            (premises, implies(owed, any((0..run.pool.resources()).map(bottleneck))))
        });
        let bottlenecks = bottlenecks.collect();
        chain.claim_by("bottlenecks", "who wants more has a bottleneck", bottlenecks);
    }
}
