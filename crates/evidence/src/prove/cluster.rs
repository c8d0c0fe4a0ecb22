//! Queries about cells of the model `cluster`: the specification of a mechanism, and the negation of a
//! property.
//!
//! The negation gives the alternative in which no user may have a complaint: the envied bundle, the
//! dominating allocation, the slices, the outcome of the false report. If an amount is chosen, one exists: `0
//! < part <= 1` scales a gain down to the tasks that a user has.

mod denial;
mod lie;

use denial::Denial;

use super::bottleneck;
use super::case::{Case, Frame};
use super::chain::{Chain, Facts};
use super::pool::{Eligible, Placed, Shape, Symbols, Weights, grid};
use super::query::Query;
use super::rule::{Known, Rule, Yardstick, no_complaint, no_higher};
use super::scope::ProofScope;
use super::term::{Term, any, eq, int, le, lt, not, not_negative, positive, real, sum};
use crate::model::cluster::{Division, Pool};

/// Ids of the properties with a negation here.
pub const PROPERTIES: [&str; 8] = ["bf", "bf-global", "ef", "ef-aggregate", "po", "si", "sp", "sp-demand"];

/// The instances in question: all of a size, or one.
struct Subject {
    known: Known,
    pool: Symbols,
    facts: Facts,
    positive: bool,
    /// `true` if users may be renamed, so that the first user can represent any user.
    nameless: bool,
    label: &'static str,
}

/// Ids of the properties that are defined with rates; the rest do not apply to instances with rates.
pub const WITH_RATES: [&str; 3] = ["ef", "po", "si"];

/// Returns the cases of a cell over every instance of a scope that the mechanism accepts.
pub fn every(known: Known, property: &str, scope: &ProofScope) -> Vec<Case> {
    let ProofScope { users, servers, resources, positive, tasks, .. } = *scope;
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

/// The hypothesis of `demands=positive`, in words.
pub const POSITIVE: &str = "every demand is above zero";

/// Returns the features of an instance that the mechanism accepts and the cases of [`every`] omit, one
/// sentence for each.
pub fn hypothesis(known: Known, property: &str, scope: &ProofScope) -> Vec<String> {
    let by_user = scope.weights == Weights::User && known.resource_weights;
    let rateless = !scope.rates && known.rate && WITH_RATES.contains(&property);
    let assumed = [
        (scope.positive, POSITIVE),
        (scope.weights == Weights::Equal, "all weights are equal"),
        (by_user, "each user has one weight for all resources"),
        (scope.eligible == Eligible::All && known.eligible, "each user may run on every server"),
        (scope.eligible == Eligible::Some && known.eligible, "each user may run on at least one server"),
        (!scope.tasks && known.tasks, "no user's tasks are finite"),
        (rateless, "the tasks per whole server follow from demands and capacities, and no rates are given"),
    ];
    assumed.iter().filter(|(assumed, _)| *assumed).map(|(_, sentence)| (*sentence).to_string()).collect()
}

/// Returns the cases of a cell on one instance.
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

    /// Returns all statements of the specification about a placement.
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
                let denials = self.denials(property, &placed).into_iter();
                denials.map(|denial| self.case(&placed, denial, property)).collect()
            }
        }
    }

    fn case(&self, placed: &Placed, denial: Denial, property: &str) -> Case {
        let (mut facts, yards, asks) = self.facts(placed);
        let satisfiable = [facts.of(&[]), asks.clone()].concat();
        let complete = [satisfiable.clone(), denial.terms.clone()].concat();
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
        let name = format!("{}satisfiable", self.label);
        let about = "some instance has an allocation that meets the specification";
        Case {
            satisfiable: Query::new(name, about, satisfiable),
            complete: Query::new(&denial.name, &denial.about, complete),
            steps,
            frame: Frame::Pool(Box::new(self.pool.clone()), None),
        }
    }

    /// Returns the factor that scales an alternative down to the tasks that the user has: 1 for unlimited
    /// tasks, else a variable.
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
        facts.add("denial", denial.terms.clone());
        let (n, m) = *self.pairs().first().unwrap_or(&(0, 0));
        match (property, &denial.instead) {
            ("ef", _) if self.nameless && n != m => {
                self.handed_over(placed, yards, facts, &denial.name, (n, m))
            }
            ("si", _) => self.sliced(placed, yards, facts, &denial.name, n),
            (_, Some(instead)) => {
                let fair =
                    (0..self.pool.users()).map(|n| no_complaint(&self.pool, placed, yards, n, instead));
                let chain = Chain::from(&denial.name, facts);
                chain.absurd("no user has a complaint in favour of the alternative", &[], fair.collect())
            }
            _ => vec![],
        }
    }

    /// The steps against envy: part of the bundle of user `m` is handed over to user `n`.
    fn handed_over(
        &self,
        placed: &Placed,
        yards: &[Term],
        mut facts: Facts,
        name: &str,
        (n, m): (usize, usize),
    ) -> Vec<Query> {
        let pool = &self.pool;
        let (kappa, part) = (real("kappa"), self.part(n, "part"));
        let usable = pool.where_allowed(n, &placed.tasks[m]);
        let mut rows = placed.tasks.clone();
        for (i, x) in usable.iter().enumerate() {
            let moved = &part * x;
            rows[n][i] = sum([&rows[n][i], &(&kappa * &moved)]);
            rows[m][i] = &rows[m][i] - &moved;
        }
        let instead = Placed::of(rows);
        let held = sum([&placed.total[n], &(&part * &kappa * sum(&usable))]);
        facts.add("part", vec![positive(&part), le(&part, int(1)), pool.within(n, &held)]);
        let mut chain = Chain::from(name, facts);
        let from = ["instance", "fits", "yards", "denial"];
        self.yard(&mut chain, yards, (&kappa, &pool.fit[m], yards.get(m)), n, &from);
        let feasible = pool.feasible(Division::Resource, &instead);
        let from = ["instance", "fits", "feasible", "denial", "part"];
        chain.claim("feasible-instead", "the envied bundle can be handed over", &from, feasible);
        let more = lt(&placed.total[n], &instead.total[n]);
        let from = ["feasible", "instance", "denial", "part"];
        chain.claim("more", "that gives the envious user more", &from, vec![more]);
        let low = no_higher(pool, yards, &placed.total, m, n);
        let from = ["instance", "fits", "yards", "feasible", "denial", "yard"];
        chain.absurd("so the envied user has no larger share, and cannot be envied", &from, vec![low])
    }

    /// The steps for sharing incentive of user `n`: the alternative gives each user its slices.
    fn sliced(&self, placed: &Placed, yards: &[Term], mut facts: Facts, name: &str, n: usize) -> Vec<Query> {
        let pool = &self.pool;
        let cut = grid("", "slice", pool.users(), pool.servers());
        let whole = grid("", "whole", pool.users(), pool.servers());
        let total = pool.weights(0);
        let mut meant = Vec::new();
        for u in 0..pool.users() {
            let part = self.part(u, &format!("part{u}"));
            let have = &part * sum(&whole[u]);
            meant.extend([not_negative(&part), le(&part, int(1)), pool.within(u, &have)]);
            // The factor is below 1 only if the user has no more tasks.
            meant.push(any([eq(&part, int(1)), not(pool.wants(u, &have))]));
            for i in 0..pool.servers() {
                meant.push(eq(&total * &whole[u][i], &pool.weight[u][0] * &pool.gamma[u][i]));
                meant.push(eq(&cut[u][i], &part * &whole[u][i]));
            }
        }
        let instead = Placed::of(cut);
        facts.add("slices", meant);
        let mut chain = Chain::from(name, facts);
        let feasible = pool.feasible(Division::Resource, &instead);
        chain.claim("feasible-slices", "the slices fit", &["instance", "fits", "slices"], feasible);
        let fair = no_complaint(pool, placed, yards, n, &instead);
        chain.absurd("no user has a complaint in favour of the slices", &[], vec![fair])
    }

    /// Claims that the yardstick of user `n` is at least `kappa` times the yardstick of another demand, each
    /// of whose tasks holds `kappa` tasks of user `n`.
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
            let holds = fits.iter().zip(&self.pool.fit[n]).map(|(a, b)| le(kappa * a, b)).collect();
            let about = "a server that holds a task of the other holds kappa of one's own";
            chain.claim("fits-more", about, from, holds);
        }
        let from: Vec<&str> = from.iter().copied().chain(["fits-more"]).collect();
        chain.claim("yard", "so does the pool", &from, vec![le(kappa * other, &yards[n])]);
    }
}
