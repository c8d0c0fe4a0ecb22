//! The negation of strategy-proofness: the truth, the lie, and an allocation for each.

use super::Subject;
use crate::model::cluster::Division;
use crate::prove::bottleneck;
use crate::prove::case::{Case, Frame};
use crate::prove::chain::{Chain, Facts};
use crate::prove::pool::{Placed, Symbols};
use crate::prove::query::Query;
use crate::prove::rule::{Looks, Rule, no_complaint};
use crate::prove::term::{Term, eq, implies, int, le, lt, not_negative, positive, real, sum};

/// A run: its instance, its placement, and the yardsticks of users.
#[derive(Clone, Copy)]
struct Run<'a> {
    pool: &'a Symbols,
    placed: &'a Placed,
    yards: &'a [Term],
}

impl Subject {
    /// Returns the case of a profitable lie: two runs, with more true tasks in the second.
    pub fn truthful(&self, placed: &Placed, n: usize, anywhere: bool) -> Case {
        let pool = &self.pool;
        let name = format!("{}-{}", if anywhere { "sp" } else { "sp-demand" }, n + 1);
        let (mut facts, yards, asks) = self.facts(placed);
        let (said, valid) = pool.lie(n, self.positive, anywhere && self.known.eligible);
        let lied = said.placement("lie_", self.division());
        facts.add("lie", valid);
        // The lie changes only the yardstick of the liar.
        let mut said_yards = yards.clone();
        if let Some((yard, meant)) = self.known.rule.yard(&said, n, &format!("lie_y{n}")) {
            said_yards[n] = yard;
            facts.add("lie-yards", meant);
        }
        facts.add("lie-feasible", said.feasible(self.division(), &lied));
        let said_asks = self.known.rule.asks(&said, &lied, &said_yards, "lie_");
        let kappa = real("kappa");
        let held = pool.where_allowed(n, &lied.tasks[n]);
        let worth = &kappa * sum(&held);
        let mut gain = Symbols::worth(&pool.demand[n], &said.demand[n], &kappa);
        gain.extend([lt(&placed.total[n], &worth), pool.wants(n, &placed.total[n])]);
        let satisfiable = [facts.of(&[]), asks.clone(), said_asks.clone()].concat();
        let complete = [satisfiable.clone(), gain.clone()].concat();
        facts.add("denial", gain);
        let steps = match self.known.rule {
            Rule::Leximin(_) => {
                let truth = Run { pool, placed, yards: &yards };
                let lie = Run { pool: &said, placed: &lied, yards: &said_yards };
                self.no_gain(&name, facts, [truth, lie], n, (&kappa, &held, &worth))
            }
            Rule::Bottlenecks(Division::Resource, Looks::Here) => {
                facts.add("asks", asks);
                facts.add("lie-asks", said_asks);
                bottleneck::lie(Chain::from(&name, facts), [(pool, placed), (&said, &lied)], n, &held)
            }
            _ => vec![],
        };
        let about = format!("user {} gains by a lie", n + 1);
        let exist = "truth and lie have allocations that meet the specification";
        Case {
            satisfiable: Query::new("satisfiable", exist, satisfiable),
            complete: Query::new(&name, about, complete),
            steps,
            frame: Frame::Pool(Box::new(pool.clone()), Some((n, Box::new(said)))),
        }
    }
    /// The steps for a rule whose levels are leximin: `held` is what the liar can use of its allocation, in tasks as
    /// reported, and `worth` is their number in true tasks.
    fn no_gain(
        &self,
        name: &str,
        mut facts: Facts,
        [truth, lie]: [Run<'_>; 2],
        n: usize,
        (kappa, held, worth): (&Term, &[Term], &Term),
    ) -> Vec<Query> {
        let part = self.part(n, "part");
        let with = |placed: &Placed, row: Vec<Term>| {
            let mut tasks = placed.tasks.clone();
            tasks[n] = row;
            Placed::of(tasks)
        };
        let truly = with(lie.placed, held.iter().map(|x| &part * kappa * x).collect());
        let kept = with(truth.placed, vec![int(0); truth.pool.servers()]);
        let scaled = &part * worth;
        let is_part = [positive(&part), le(&part, int(1))];
        let gains = [truth.pool.within(n, &scaled), lt(&truth.placed.total[n], &scaled)];
        facts.add("part", is_part.iter().cloned().chain(gains).collect());
        let mut chain = Chain::from(name, facts);
        let from = ["instance", "fits", "yards", "lie", "lie-yards", "denial"];
        self.yard(&mut chain, truth.yards, (kappa, &lie.pool.fit[n], lie.yards.get(n)), n, &from);
        let from = ["instance", "fits", "lie", "lie-feasible", "denial", "part"];
        let feasible = truth.pool.feasible(Division::Resource, &truly);
        chain.claim("feasible-truly", "what the lie leads to is feasible in true tasks", &from, feasible);
        let feasible = lie.pool.feasible(Division::Resource, &kept);
        let from = ["instance", "fits", "lie", "feasible"];
        chain.claim("feasible-kept", "the others can have what the truth gave them", &from, feasible);
        // The remaining steps use only totals.
        let named = |name: &str| (0..truth.pool.users()).map(|u| real(format!("{name}{u}"))).collect();
        let (x, l): (Vec<Term>, Vec<Term>) = (named("total_x"), named("total_lie"));
        let both = x.iter().zip(&truth.placed.total).chain(l.iter().zip(&lie.placed.total));
        chain.names(both.map(|(name, total)| eq(name, total)).collect());
        let mut totals = vec![le(&scaled, kappa * &l[n]), lt(&x[n], &scaled)];
        totals.extend(x.iter().zip(&l).flat_map(|(x, l)| [not_negative(x), not_negative(l)]));
        let from = ["names", "instance", "feasible", "lie-feasible", "denial", "part"];
        let about = "totals are not below zero, and what is used is part of what is held";
        chain.claim("totals", about, &from, totals);
        let have = |x: &Term, yard: &Term| implies(positive(x), positive(yard));
        let exist = (0..x.len()).flat_map(|u| [have(&x[u], &truth.yards[u]), have(&l[u], &lie.yards[u])]);
        let from = ["names", "instance", "fits", "yards", "feasible", "lie", "lie-yards", "lie-feasible"];
        chain.claim("yards-exist", "users with tasks have yards", &from, exist.collect());
        let totals = |total: &[Term]| Placed { tasks: vec![], total: total.to_vec(), time: None };
        let at = |total: &[Term], value: Term| {
            let mut of = totals(total);
            of.total[n] = value;
            of
        };
        let (x, alternative, kept) = (totals(&x), at(&l, scaled), at(&x, int(0)));
        let l = totals(&l);
        let users = 0..truth.pool.users();
        let fair = users.clone().map(|k| no_complaint(truth.pool, &x, truth.yards, k, &alternative));
        let said = users.filter(|k| *k != n).map(|k| no_complaint(lie.pool, &l, lie.yards, k, &kept));
        let weights = truth.pool.weight.iter().map(|row| positive(&row[0]));
        let all = fair.chain(said).chain(weights).chain([positive(kappa)]).chain(is_part);
        let from = ["yard", "totals", "yards-exist"];
        chain.absurd("no user has a complaint in either run", &from, all.collect())
    }
}
