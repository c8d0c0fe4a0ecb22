//! The negation of strategy-proofness: the truth, the lie, and an allocation for each.

use super::Subject;
use crate::model::cluster::Division;
use crate::prove::bottleneck;
use crate::prove::case::{Case, Frame};
use crate::prove::chain::Chain;
use crate::prove::pool::{Placed, Symbols};
use crate::prove::query::Query;
use crate::prove::rule::{Looks, Rule, no_complaint};
use crate::prove::term::{Term, eq, implies, int, le, lt, positive, real, sum, times};

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
        let worth = times(&kappa, &sum(held.iter().cloned()));
        let mut gain = Symbols::worth(&pool.demand[n], &said.demand[n], &kappa);
        gain.extend([lt(&placed.total[n], &worth), pool.wants(n, &placed.total[n])]);
        let mut satisfiable = facts.of(&[]);
        satisfiable.extend(asks.iter().cloned());
        satisfiable.extend(said_asks.iter().cloned());
        let mut complete = satisfiable.clone();
        complete.extend(gain.iter().cloned());
        let steps = if matches!(self.known.rule, Rule::Leximin(_)) {
            facts.add("denial", gain);
            let part = self.part(n, "part");
            let mut truly = lied.tasks.clone();
            truly[n] = held.iter().map(|x| times(&times(&part, &kappa), x)).collect();
            let truly = Placed::of(truly);
            let mut kept = placed.tasks.clone();
            kept[n] = vec![int(0); pool.servers()];
            let kept = Placed::of(kept);
            let scaled = times(&part, &worth);
            facts.add(
                "part",
                vec![
                    positive(&part),
                    le(&part, &int(1)),
                    pool.within(n, &scaled),
                    lt(&placed.total[n], &scaled),
                ],
            );
            let mut chain = Chain::from(&name, facts);
            let from = ["instance", "fits", "yards", "lie", "lie-yards", "denial"];
            self.yard(&mut chain, &yards, (&kappa, &said.fit[n], said_yards.get(n)), n, &from);
            let from = ["instance", "fits", "lie", "lie-feasible", "denial", "part"];
            let feasible = pool.feasible(Division::Resource, &truly);
            chain.claim("feasible-truly", "what the lie leads to is feasible in true tasks", &from, feasible);
            let feasible = said.feasible(Division::Resource, &kept);
            let from = ["instance", "fits", "lie", "feasible"];
            chain.claim("feasible-kept", "the others can have what the truth gave them", &from, feasible);
            // The remaining steps use only totals.
            let total = |name: &str, u: usize| real(format!("{name}{u}"));
            let all_of = |name: &str, of: &Placed| {
                let named: Vec<Term> = (0..pool.users()).map(|u| total(name, u)).collect();
                let same = named.iter().zip(&of.total).map(|(a, b)| eq(a, b)).collect::<Vec<_>>();
                (Placed { tasks: vec![], total: named, time: None }, same)
            };
            let (x, same) = all_of("total_x", placed);
            let (l, more) = all_of("total_lie", &lied);
            let same: Vec<Term> = same.into_iter().chain(more).collect();
            let mut with_names = vec![le(&scaled, &times(&kappa, &l.total[n])), lt(&x.total[n], &scaled)];
            with_names
                .extend((0..pool.users()).flat_map(|u| [le(&int(0), &x.total[u]), le(&int(0), &l.total[u])]));
            chain.names(same);
            let from = ["names", "instance", "feasible", "lie-feasible", "denial", "part"];
            chain.claim(
                "totals",
                "totals are not below zero, and what is used is part of what is held",
                &from,
                with_names,
            );
            let at = |mut of: Placed, value: Term| {
                of.total[n] = value;
                of
            };
            let alternative = at(l.clone(), scaled.clone());
            let kept = at(x.clone(), int(0));
            let mut fair: Vec<Term> =
                (0..pool.users()).map(|k| no_complaint(pool, &x, &yards, k, &alternative)).collect();
            fair.extend(
                (0..pool.users()).filter(|k| *k != n).map(|k| no_complaint(&said, &l, &said_yards, k, &kept)),
            );
            chain.claim(
                "yards-exist",
                "users with tasks have yards",
                &["names", "instance", "fits", "yards", "feasible", "lie", "lie-yards", "lie-feasible"],
                (0..pool.users())
                    .flat_map(|u| {
                        [
                            implies(&positive(&x.total[u]), &positive(&yards[u])),
                            implies(&positive(&l.total[u]), &positive(&said_yards[u])),
                        ]
                    })
                    .collect(),
            );
            let weights = pool.weight.iter().map(|row| positive(&row[0])).chain([
                positive(&kappa),
                positive(&part),
                le(&part, &int(1)),
            ]);
            fair.extend(weights);
            chain.absurd("no user has a complaint in either run", &["yard", "totals", "yards-exist"], fair)
        } else if self.known.rule == Rule::Bottlenecks(Division::Resource, Looks::Here) {
            facts.add("denial", gain);
            facts.add("asks", asks);
            facts.add("lie-asks", said_asks);
            let runs = bottleneck::Runs { truth: pool, placed, said: &said, lied: &lied };
            bottleneck::lie(Chain::from(&name, facts), runs, n, &held)
        } else {
            vec![]
        };
        let about = format!("user {} gains by a lie", n + 1);
        Case {
            satisfiable: Query::new(
                "satisfiable",
                "truth and lie have allocations that meet the specification",
                satisfiable,
            ),
            complete: Query::new(&name, about, complete),
            steps,
            frame: Frame::Pool(Box::new(pool.clone()), Some((n, Box::new(said)))),
        }
    }
}
