//! Cells of the model `cluster` as cases: the specification of a mechanism, and a property denied.
//!
//! The alternatives at which nobody may have a complaint are built from the denial: the envied bundle handed over, the
//! dominating allocation, the slices, what the other run hands out. Where an amount is chosen, one exists: `0 < part <= 1`
//! scales a gain down to the tasks that a user has.

use super::bottleneck;
use super::case::{Case, Frame};
use super::chain::{Chain, Facts};
use super::pool::{Eligible, Placed, Quotients, Shape, Symbols, Weights};
use super::query::Query;
use super::rule::{Known, Looks, Rule, Yardstick, no_complaint, no_higher};
use super::scope::Scope;
use super::term::{Term, all, any, eq, implies, int, le, lt, minus, not, positive, real, sum, times};
use crate::model::cluster::{Division, Pool};

/// The properties that can be denied here, by id.
pub const PROPERTIES: [&str; 8] = ["bf", "bf-global", "ef", "ef-aggregate", "po", "si", "sp", "sp-demand"];

/// A property denied for somebody.
struct Denial {
    name: String,
    about: String,
    terms: Vec<Term>,
    /// The placement that the denial speaks of, if there is one.
    instead: Option<Placed>,
}

/// What is asked about: every instance of a shape, or one.
struct Subject {
    known: Known,
    pool: Symbols,
    facts: Facts,
    positive: bool,
    /// Users may be renamed, so that the first of them can stand for any.
    nameless: bool,
    label: &'static str,
}

/// The properties that are defined with rates; of an instance with rates the others say nothing.
pub const WITH_RATES: [&str; 3] = ["ef", "po", "si"];

/// The cases of a cell over every instance of a scope, as far as the mechanism takes the instances.
pub fn every(known: Known, property: &str, scope: &Scope) -> Vec<Case> {
    let Scope { users, servers, resources, positive, tasks, .. } = *scope;
    let eligible = if known.eligible { scope.eligible } else { Eligible::All };
    let weights = match scope.weights {
        Weights::Resource if !known.resource_weights => Weights::User,
        weights => weights,
    };
    let rated = known.rate && scope.rates && WITH_RATES.contains(&property);
    let ways: &[(bool, &str)] = if rated { &[(false, ""), (true, "rates-")] } else { &[(false, "")] };
    ways.iter()
        .flat_map(|&(rate, label)| {
            let tasks = tasks && known.tasks;
            let shape = Shape { users, servers, resources, positive, weights, eligible, tasks, rate };
            let (pool, facts) = Symbols::every(&shape);
            Subject { known, pool, facts, positive, nameless: true, label }.cases(property)
        })
        .collect()
}

/// What `demands=positive` assumes.
pub const POSITIVE: &str = "every demand is above zero";

/// Whatever an instance that the mechanism takes may have and the cases of [`every`] leave out, a sentence for each.
pub fn hypothesis(known: Known, property: &str, scope: &Scope) -> Vec<String> {
    let assumed = [
        (scope.positive, POSITIVE),
        (scope.weights == Weights::Equal, "all weights are equal"),
        (
            scope.weights == Weights::User && known.resource_weights,
            "each user has one weight for all resources",
        ),
        (scope.eligible == Eligible::All && known.eligible, "each user may run on every server"),
        (scope.eligible == Eligible::Some && known.eligible, "each user may run on at least one server"),
        (!scope.tasks && known.tasks, "no user's tasks are finite"),
        (
            !scope.rates && known.rate && WITH_RATES.contains(&property),
            "the tasks per whole server follow from demands and capacities, and no rates are given",
        ),
    ];
    assumed.iter().filter(|(assumed, _)| *assumed).map(|(_, sentence)| (*sentence).to_string()).collect()
}

/// The cases of a cell on one instance.
pub fn one(known: Known, property: &str, pool: &Pool) -> Vec<Case> {
    let pool = Symbols::one(pool);
    let facts = Facts::default();
    Subject { known, pool, facts, positive: false, nameless: false, label: "" }.cases(property)
}

impl Subject {
    fn users(&self) -> Vec<usize> {
        if self.nameless { vec![0] } else { (0..self.pool.users()).collect() }
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let others = |n: usize| (0..self.pool.users()).filter(move |m| *m != n).map(move |m| (n, m));
        match self.nameless {
            true => others(0).take(1).collect(),
            false => (0..self.pool.users()).flat_map(others).collect(),
        }
    }

    fn division(&self) -> Division {
        self.known.rule.division()
    }

    /// Everything that the specification says of a placement.
    fn facts(&self, placed: &Placed) -> (Facts, Vec<Term>, Vec<Term>) {
        let mut facts = self.facts.clone();
        let (yards, meant) = self.known.rule.yards(&self.pool);
        facts.add("yards", meant);
        facts.add("feasible", self.pool.feasible(self.division(), placed));
        let asks = self.known.rule.asks(&self.pool, placed, &yards, "");
        (facts, yards, asks)
    }

    fn cases(&self, property: &str) -> Vec<Case> {
        let placed = self.pool.placement("", self.division());
        match property {
            "sp" | "sp-demand" => {
                self.users().into_iter().map(|n| self.truthful(&placed, n, property == "sp")).collect()
            }
            _ => {
                self.denials(property, &placed).into_iter().map(|d| self.case(&placed, d, property)).collect()
            }
        }
    }

    fn denials(&self, property: &str, placed: &Placed) -> Vec<Denial> {
        let name = |n: usize| format!("{}{property}-{}", self.label, n + 1);
        match property {
            "si" => self
                .users()
                .into_iter()
                .map(|n| Denial {
                    name: name(n),
                    about: format!("user {} has less than its slices", n + 1),
                    terms: self.short(placed, n),
                    instead: None,
                })
                .collect(),
            "ef" | "ef-aggregate" => {
                let aggregate = property == "ef-aggregate";
                self.pairs()
                    .into_iter()
                    .map(|(n, m)| Denial {
                        name: format!("{}-{}", name(n), m + 1),
                        about: format!("user {} envies user {}", n + 1, m + 1),
                        terms: self.envy(placed, n, m, aggregate),
                        instead: None,
                    })
                    .collect()
            }
            "po" => {
                let instead = self.pool.placement("alt_", self.division());
                let kept = |m: usize| le(&placed.total[m], &instead.total[m]);
                self.users()
                    .into_iter()
                    .map(|n| {
                        let mut terms = self.pool.feasible(self.division(), &instead);
                        terms.extend((0..self.pool.users()).map(kept));
                        terms.push(lt(&placed.total[n], &instead.total[n]));
                        let about = format!("user {} could have more, and nobody less", n + 1);
                        Denial { name: name(n), about, terms, instead: Some(instead.clone()) }
                    })
                    .collect()
            }
            _ => {
                let by = |r: usize| self.users().into_iter().map(move |n| (r, n));
                let complaint = |(r, n): (usize, usize)| {
                    let instead = self.pool.placement("alt_", self.division());
                    Denial {
                        name: format!("{}-{}", name(n), r + 1),
                        about: format!("user {} has a complaint about resource {}", n + 1, r + 1),
                        terms: self.complaint(placed, &instead, n, r, property == "bf-global"),
                        instead: Some(instead),
                    }
                };
                (0..self.pool.resources()).flat_map(by).map(complaint).collect()
            }
        }
    }

    fn short(&self, placed: &Placed, n: usize) -> Vec<Term> {
        let short = match &self.pool.quotients {
            Some(Quotients { slice, .. }) => lt(&placed.total[n], &sum(slice[n].iter().cloned())),
            None => {
                let slice = times(&self.pool.weight[n][0], &sum(self.pool.gamma[n].iter().cloned()));
                lt(&times(&self.pool.weights(0), &placed.total[n]), &slice)
            }
        };
        vec![short, self.pool.wants(n, &placed.total[n])]
    }

    fn envy(&self, placed: &Placed, n: usize, m: usize, aggregate: bool) -> Vec<Term> {
        let pool = &self.pool;
        let wants = pool.wants(n, &placed.total[n]);
        if let (true, Some(time)) = (pool.rate, &placed.time) {
            let worth = sum((0..pool.servers()).map(|i| times(&time[m][i], &pool.gamma[n][i])));
            return vec![pool.weighs_more(n, m, &worth, &placed.total[n]), wants];
        }
        let kappa = real("kappa");
        let usable =
            if aggregate { placed.tasks[m].clone() } else { pool.where_allowed(n, &placed.tasks[m]) };
        let worth = times(&kappa, &sum(usable));
        if pool.quotients.is_some() {
            // The weights of each resource scale what is held of it.
            let weighed = |of: usize, by: usize| -> Vec<Term> {
                pool.demand[of].iter().zip(&pool.weight[by]).map(|(d, w)| times(d, w)).collect()
            };
            let mut terms = Symbols::worth(&weighed(n, m), &weighed(m, n), &kappa);
            terms.extend([lt(&placed.total[n], &worth), wants]);
            return terms;
        }
        let mut terms = Symbols::worth(&pool.demand[n], &pool.demand[m], &kappa);
        terms.extend([pool.weighs_more(n, m, &worth, &placed.total[n]), wants]);
        terms
    }

    fn complaint(&self, placed: &Placed, instead: &Placed, n: usize, r: usize, global: bool) -> Vec<Term> {
        let pool = &self.pool;
        let dominant = |u: usize, capacity: &dyn Fn(usize) -> Term| {
            let beats = |q: usize| {
                le(&times(&pool.demand[u][q], &capacity(r)), &times(&pool.demand[u][r], &capacity(q)))
            };
            all((0..pool.resources()).map(beats).chain([positive(&pool.demand[u][r])]))
        };
        let mut terms = Vec::new();
        for u in 0..pool.users() {
            if global {
                let runs = positive(&sum(pool.gamma[u].iter().cloned()));
                terms.push(implies(&runs, &dominant(u, &|q| pool.pooled(q))));
            } else {
                terms.extend((0..pool.servers()).map(|i| {
                    implies(&positive(&pool.gamma[u][i]), &dominant(u, &|q| pool.capacity[i][q].clone()))
                }));
            }
        }
        terms.extend(pool.feasible(self.division(), instead));
        terms.push(lt(&placed.total[n], &instead.total[n]));
        // Shares of the resource per weight, cleared of fractions.
        let share = |u: usize, other: usize| {
            times(&times(&placed.total[u], &pool.demand[u][r]), &pool.weight[other][r])
        };
        terms.extend(
            (0..pool.users())
                .filter(|m| *m != n)
                .map(|m| implies(&lt(&instead.total[m], &placed.total[m]), &lt(&share(n, m), &share(m, n)))),
        );
        terms
    }

    fn case(&self, placed: &Placed, denial: Denial, property: &str) -> Case {
        let (mut facts, yards, asks) = self.facts(placed);
        let mut satisfiable = facts.of(&[]);
        satisfiable.extend(asks.iter().cloned());
        let mut complete = satisfiable.clone();
        complete.extend(denial.terms.iter().cloned());
        let steps = match (self.known.rule, property) {
            (Rule::Leximin(_), _) => self.steps(placed, &yards, facts, &denial, property),
            (Rule::Bottlenecks(Division::Resource, looks), "si")
                if self.nameless && self.pool.quotients.is_none() =>
            {
                facts.add("denial", denial.terms.clone());
                facts.add("asks", asks);
                bottleneck::slices(Chain::from(&denial.name, facts), &self.pool, placed, looks, 0)
            }
            _ => vec![],
        };
        Case {
            satisfiable: Query::new(
                format!("{}satisfiable", self.label),
                "some instance has an allocation that meets the specification",
                satisfiable,
            ),
            complete: Query::new(&denial.name, &denial.about, complete),
            steps,
            frame: Frame::Pool(Box::new(self.pool.clone()), None),
        }
    }

    /// The number of tasks that some tasks are scaled to, so that the user has them.
    fn part(&self, user: usize, name: &str) -> Term {
        if self.pool.tasks[user].0 == Term::Truth(true) { int(1) } else { real(name) }
    }

    fn steps(
        &self,
        placed: &Placed,
        yards: &[Term],
        mut facts: Facts,
        denial: &Denial,
        property: &str,
    ) -> Vec<Query> {
        let pool = &self.pool;
        facts.add("denial", denial.terms.clone());
        let (n, m) = *self.pairs().first().unwrap_or(&(0, 0));
        let chain = Chain::from(&denial.name, facts.clone());
        match (property, &denial.instead) {
            ("ef", _) if self.nameless && n != m => {
                let (kappa, part) = (real("kappa"), self.part(n, "part"));
                let usable = pool.where_allowed(n, &placed.tasks[m]);
                let mut rows = placed.tasks.clone();
                for (i, x) in usable.iter().enumerate() {
                    let moved = times(&part, x);
                    rows[n][i] = sum([rows[n][i].clone(), times(&kappa, &moved)]);
                    rows[m][i] = minus(&rows[m][i], &moved);
                }
                let instead = Placed::of(rows);
                let mut choice = vec![positive(&part), le(&part, &int(1))];
                choice.push(pool.within(
                    n,
                    &sum([
                        placed.total[n].clone(),
                        times(&times(&part, &kappa), &sum(usable.iter().cloned())),
                    ]),
                ));
                facts.add("part", choice.clone());
                let mut chain = Chain::from(&denial.name, facts);
                self.yard(
                    &mut chain,
                    yards,
                    (&kappa, &pool.fit[m], yards.get(m)),
                    n,
                    &["instance", "fits", "yards", "denial"],
                );
                let feasible = pool.feasible(Division::Resource, &instead);
                chain.claim(
                    "feasible-instead",
                    "the envied bundle can be handed over",
                    &["instance", "fits", "feasible", "denial", "part"],
                    feasible,
                );
                let more = lt(&placed.total[n], &instead.total[n]);
                chain.claim(
                    "more",
                    "that gives the envious user more",
                    &["feasible", "instance", "denial", "part"],
                    vec![more],
                );
                let low = no_higher(pool, yards, &placed.total, m, n);
                chain.absurd(
                    "so the envied user stands no higher, and cannot be envied",
                    &["instance", "fits", "yards", "feasible", "denial", "yard"],
                    vec![low],
                )
            }
            ("si", _) => {
                let cut: Vec<Vec<Term>> = (0..pool.users())
                    .map(|u| (0..pool.servers()).map(|i| real(format!("slice{u}_{i}"))).collect())
                    .collect();
                let total = pool.weights(0);
                let whole: Vec<Vec<Term>> = (0..pool.users())
                    .map(|u| (0..pool.servers()).map(|i| real(format!("whole{u}_{i}"))).collect())
                    .collect();
                let mut meant = Vec::new();
                for u in 0..pool.users() {
                    let part = self.part(u, &format!("part{u}"));
                    let all_of = sum(whole[u].iter().cloned());
                    let have = times(&part, &all_of);
                    meant.extend([le(&int(0), &part), le(&part, &int(1)), pool.within(u, &have)]);
                    // Scaled down only where there are no more tasks.
                    let capped = any([eq(&part, &int(1)), not(&pool.wants(u, &have))]);
                    meant.push(capped);
                    for i in 0..pool.servers() {
                        meant.push(eq(
                            &times(&total, &whole[u][i]),
                            &times(&pool.weight[u][0], &pool.gamma[u][i]),
                        ));
                        meant.push(eq(&cut[u][i], &times(&part, &whole[u][i])));
                    }
                }
                let instead = Placed::of(cut);
                facts.add("slices", meant);
                let mut chain = Chain::from(&denial.name, facts);
                let feasible = pool.feasible(Division::Resource, &instead);
                chain.claim("feasible-slices", "the slices fit", &["instance", "fits", "slices"], feasible);
                let fair = no_complaint(pool, placed, yards, n, &instead);
                chain.absurd("nobody complains that the slices are not handed out", &[], vec![fair])
            }
            (_, Some(instead)) => {
                let fair: Vec<Term> =
                    (0..pool.users()).map(|n| no_complaint(pool, placed, yards, n, instead)).collect();
                chain.absurd("nobody complains that the alternative is not handed out", &[], fair)
            }
            _ => vec![],
        }
    }

    /// Claims that a user's yard is no shorter than `kappa` times that of another demand, whose bundles hold `kappa` of its tasks.
    fn yard(
        &self,
        chain: &mut Chain,
        yards: &[Term],
        (kappa, fits, other): (&Term, &[Term], Option<&Term>),
        n: usize,
        from: &[&str],
    ) {
        let Some(other) = other else { return };
        if self.known.rule == Rule::Leximin(Yardstick::TaskShare) {
            let holds = fits.iter().zip(&self.pool.fit[n]).map(|(a, b)| le(&times(kappa, a), b)).collect();
            chain.claim(
                "fits-more",
                "a server that holds a task of the other holds kappa of one's own",
                from,
                holds,
            );
        }
        let from: Vec<&str> = from.iter().copied().chain(["fits-more"]).collect();
        chain.claim("yard", "so does the pool", &from, vec![le(&times(kappa, other), &yards[n])]);
    }

    /// A lie that pays: two runs, and more true tasks in the second.
    fn truthful(&self, placed: &Placed, n: usize, anywhere: bool) -> Case {
        let pool = &self.pool;
        let name = format!("{}-{}", if anywhere { "sp" } else { "sp-demand" }, n + 1);
        let (mut facts, yards, asks) = self.facts(placed);
        let (said, valid) = pool.lie(n, self.positive, anywhere && self.known.eligible);
        let lied = said.placement("lie_", self.division());
        facts.add("lie", valid);
        // Nobody else's yard is changed by the lie.
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
            // From here on totals are enough.
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
            chain.absurd("nobody complains in either run", &["yard", "totals", "yards-exist"], fair)
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
