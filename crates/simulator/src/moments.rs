//! Properties over time: a moment of a run is an instance with an outcome, and is judged like any other.
//!
//! The instance has the users that are present, the tasks that each has running or waiting, and the whole
//! servers; the outcome is the running tasks. There is no certificate: the state at a moment depends on its
//! history, which the mechanism's specification does not cover. So a violation here is one of the schedule,
//! not of the mechanism.

use crate::document::{Value, shown};
use crate::linear::{Cut, Patience};
use crate::mechanism::decision::{Misfit, dominant_share, fits};
use crate::mechanism::{CLUSTER, Facts, Mechanism, Settles, Specification};
use crate::model::Model as _;
use crate::model::cluster::{Certificate, Cluster, Placement, Pool, Running, Setting, Weight};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::property::{self, Examine, Hearing};
use crate::scalar::{Rational, Scalar as _};

use super::engine::{Mixed, State};
use super::fluid::present;
use super::servers::narrowed;
use super::workload::Workload;

/// The properties that can be judged at a moment: those that look at one outcome alone.
pub fn at_a_moment() -> impl Iterator<Item = &'static dyn Examine<Cluster>> {
    property::CLUSTER.iter().copied().filter(|property| !property.facts().looks_beyond)
}

/// The state at a moment, in place of the specification of the mechanism that made it.
#[derive(Debug)]
struct Standing {
    mechanism: &'static dyn Mechanism<Cluster>,
}

impl Specification<Cluster> for Standing {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of(self.mechanism.id(), self.mechanism.setting()) }
    }

    fn as_printed(&self) -> bool {
        true
    }

    fn check(&self, _pool: &Pool, _outcome: &Placement, _certificate: &Certificate) -> Result<(), Rejected> {
        Err(Rejected::Certificate("what stands at a moment has no certificate".to_string()))
    }
}

/// The worst moment for a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// The margin of the violation, in the property's unit.
    pub margin: Rational,
    /// Time since the beginning, in milliseconds.
    pub at: u64,
    /// The instance of the moment, with the tasks that run.
    pub instance: Pool,
    /// The violation in words.
    pub tells: String,
}

impl Worst {
    /// The moment as an instance file.
    pub fn file(&self, property: &str) -> String {
        let Value::Table(mut fields) = Cluster::write(&self.instance) else { return String::new() };
        if !fields.iter().any(|(name, _)| name == "model") {
            fields.insert(0, ("model".to_string(), Value::text(Cluster::ID)));
        }
        let words = self.tells.lines().map(|line| format!("# {}\n", shown(line))).collect::<String>();
        let (seconds, margin, table) =
            (self.at as f64 / 1000.0, &self.margin, Value::Table(fields).to_toml());
        format!("# {property} at {seconds} s, short by {margin}.\n{words}{table}")
    }
}

/// The judgements of one property.
#[derive(Clone, Debug)]
pub struct PropertyTally {
    /// The property judged.
    pub property: &'static dyn Examine<Cluster>,
    /// Number of moments at which the property holds.
    pub holds: u64,
    /// Number of moments at which it is violated, with confirmation.
    pub violated: u64,
    /// Number of moments for which it is not defined.
    pub out_of_scope: u64,
    /// Number of moments left undecided.
    pub undecided: u64,
    /// The sum of the margins of all violations, as a float for the mean.
    pub shortfall: f64,
    /// Number of violations that concern each user, by name.
    pub whom: std::collections::BTreeMap<String, u64>,
    /// The moment with the largest margin.
    pub worst: Option<Box<Worst>>,
}

/// The judgements of moments by several properties.
#[derive(Clone, Debug)]
pub struct Docket {
    mechanism: &'static dyn Mechanism<Cluster>,
    /// The judgements of each property.
    pub tallies: Vec<PropertyTally>,
    /// Number of moments at which a user had tasks of several kinds, so that there is no instance.
    pub mixed: u64,
    /// Number of moments without users.
    pub empty: u64,
    /// The limit on each judgement: one that is cut short is undecided.
    pub patience: Patience,
}

/// The largest product of users, users and servers for which moments are judged.
const MOST: usize = 20_000_000;

/// Returns `true` if a moment of `users` and `servers` is too large to be judged.
fn is_too_large(users: usize, servers: usize) -> bool {
    users.saturating_mul(users).saturating_mul(servers) > MOST
}

/// The largest product of users and servers for which Pareto optimality of whole tasks is decided by search.
const MOST_PACKED: usize = 40;

/// A placement of the running tasks and one further task, if packing all tasks again finds one: users with large
/// tasks first or last, each task on the server where it fits best.
fn packed_anew(pool: &Pool, outcome: &Placement) -> Option<Placement> {
    let totals = outcome.totals();
    let part = |total: Rational| if total.is_positive() { Rational::one() / total } else { total };
    let parts: Vec<Rational> = pool.pooled().into_iter().map(part).collect();
    let size = |u: usize| dominant_share(pool.demand[u].iter().cloned(), &parts);
    let mut large: Vec<usize> = (0..pool.users()).collect();
    large.sort_by_key(|&u| (std::cmp::Reverse(size(u)), u));
    let small: Vec<usize> = large.iter().rev().copied().collect();
    let wants = |u: &usize| pool.tasks[*u].as_ref().is_none_or(|has| &totals[*u] + Rational::one() <= *has);
    (0..pool.users()).filter(wants).find_map(|more| {
        [&large, &small].into_iter().find_map(|order| {
            let mut left = pool.capacity.clone();
            let mut packed = Placement::empty(pool.users(), pool.servers());
            for &u in order {
                let mut placed = Rational::zero();
                let asked = if u == more { &totals[u] + Rational::one() } else { totals[u].clone() };
                while placed < asked {
                    let fitting = (0..pool.servers())
                        .filter(|&i| pool.eligible[u][i] && fits(&pool.demand[u], &left[i]));
                    let best = if pool.demand[u][0].is_positive() {
                        fitting.min_by_key(|&i| (Misfit::of(&pool.demand[u], &left[i], &parts), i))
                    } else {
                        fitting.min()
                    };
                    let i = best?;
                    left[i].iter_mut().zip(&pool.demand[u]).for_each(|(l, d)| *l = &*l - d);
                    packed.tasks[u][i] = &packed.tasks[u][i] + Rational::one();
                    placed = placed + Rational::one();
                }
            }
            Some(packed)
        })
    })
}

/// The property with the id `id`, if it can be judged at a moment.
pub fn property(id: &str) -> Option<&'static dyn Examine<Cluster>> {
    at_a_moment().find(|property| property.id() == id)
}

impl Docket {
    /// A docket for the outcomes of a mechanism's rule; `None` for an unknown mechanism.
    pub fn of(mechanism: &str, properties: &[&'static dyn Examine<Cluster>]) -> Option<Docket> {
        let mechanism = CLUSTER.iter().copied().find(|m| m.id() == mechanism)?;
        let tally = |property: &&'static dyn Examine<Cluster>| PropertyTally {
            property: *property,
            holds: 0,
            violated: 0,
            out_of_scope: 0,
            undecided: 0,
            shortfall: 0.0,
            whom: std::collections::BTreeMap::new(),
            worst: None,
        };
        let tallies = properties.iter().map(tally).collect();
        Some(Docket { mechanism, tallies, mixed: 0, empty: 0, patience: Patience::unlimited() })
    }

    /// Judges the state at a moment of a run of whole tasks.
    pub fn state(&mut self, state: &State, servers: &[Vec<i64>], workload: &Workload, unit: i64) {
        let there = (0..workload.members.len()).filter(|u| state.is_there(*u)).count();
        let mixed = (0..workload.members.len()).any(|u| state.demand(workload, u).is_err());
        if !mixed && is_too_large(there, servers.len()) {
            // An instance of that size would be built only to be left undecided.
            self.tallies.iter_mut().for_each(|tally| tally.undecided += 1);
            return;
        }
        match snapshot(state, servers, workload, unit) {
            Err(Mixed) => self.mixed += 1,
            Ok(None) => self.empty += 1,
            Ok(Some((pool, outcome))) => self.moment(&pool, outcome, state.now),
        }
    }

    /// Judges the tasks of the users that are present at the time `at`.
    pub fn of_users(&mut self, pool: &Pool, users: &[usize], all: &Placement, at: u64) {
        self.moment(&present(pool, users), narrowed(all, users), at);
    }

    /// Judges an instance with the running tasks `outcome` at the time `at`.
    pub fn moment(&mut self, pool: &Pool, outcome: Placement, at: u64) {
        let standing = Standing { mechanism: self.mechanism };
        let too_large = is_too_large(pool.users(), pool.servers());
        let run = Run { mechanism: &standing, instance: pool, outcome };
        let feasible = Cluster::feasible(self.mechanism.setting(), pool, &run.outcome).is_ok();
        for tally in &mut self.tallies {
            if too_large {
                tally.undecided += 1;
                continue;
            }
            if !feasible && !tally.property.facts().judges_infeasible {
                tally.out_of_scope += 1;
                continue;
            }
            let setting = self.mechanism.setting();
            let large = setting.whole && pool.users() * pool.servers() > MOST_PACKED;
            if large && tally.property.solves(setting) {
                // The exact search through all placements is too expensive; packing again may still find a
                // better placement.
                match packed_anew(pool, &run.outcome).map(Witness::Better) {
                    Some(witness) => tally.convict(&run, &witness, at),
                    None => tally.undecided += 1,
                }
                continue;
            }
            match tally.property.examine(&Hearing::of(self.mechanism, &run, &self.patience)) {
                Ok(Verdict::Holds) => tally.holds += 1,
                Ok(Verdict::OutOfScope(_)) => tally.out_of_scope += 1,
                Ok(Verdict::Undecided(_)) | Err(Cut) => tally.undecided += 1,
                Ok(Verdict::Violated(witness)) => tally.convict(&run, &witness, at),
            }
        }
    }
}

impl PropertyTally {
    /// Counts a violation if its witness is confirmed.
    fn convict(&mut self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>, at: u64) {
        let Ok(margin) = self.property.confirm(run, witness, None) else {
            self.undecided += 1;
            return;
        };
        self.violated += 1;
        self.shortfall += margin.to_f64();
        if let Witness::Agent(u) | Witness::Envy { envious: u, .. } | Witness::Complaint { by: u, .. } =
            witness
        {
            *self.whom.entry(run.instance.user_name(*u)).or_default() += 1;
        }
        if self.worst.as_ref().is_none_or(|worst| margin > worst.margin) {
            self.worst = Some(Box::new(Worst {
                margin,
                at,
                instance: Pool { running: Some(Running::of(&run.outcome.tasks)), ..run.instance.clone() },
                tells: self.property.tell(run, witness, None),
            }));
        }
    }
}

/// The instance and the outcome of a moment; `Ok(None)` without users.
///
/// # Errors
/// [`Mixed`] if some user has tasks of several kinds.
pub fn snapshot(
    state: &State,
    servers: &[Vec<i64>],
    workload: &Workload,
    unit: i64,
) -> Result<Option<(Pool, Placement)>, Mixed> {
    let (mut users, mut demand) = (Vec::new(), Vec::new());
    let part = |&x: &i64| Rational::new(x, unit);
    for u in 0..workload.members.len() {
        if let Some(row) = state.demand(workload, u)? {
            users.push(u);
            demand.push(row.iter().map(part).collect::<Vec<_>>());
        }
    }
    if users.is_empty() {
        return Ok(None);
    }
    let mut pool = Pool::new(servers.iter().map(|c| c.iter().map(part).collect()).collect(), demand);
    pool.weight = Weight::User(users.iter().map(|&u| Rational::int(workload.members[u].weight)).collect());
    let tasks = |&u: &usize| Some(Rational::int(i64::from(state.running[u]) + state.waiting[u] as i64));
    pool.tasks = users.iter().map(tasks).collect();
    for (k, &u) in users.iter().enumerate() {
        if let Some(eligible) = &workload.members[u].eligible {
            pool.eligible[k].clone_from(eligible);
        }
    }
    pool.labels.users = users.iter().map(|&u| workload.members[u].name.clone()).collect();
    let row = |&u: &usize| {
        let row = &state.placed[u * servers.len()..(u + 1) * servers.len()];
        row.iter().map(|&x| Rational::int(i64::from(x))).collect()
    };
    Ok(Some((pool, Placement { tasks: users.iter().map(row).collect() })))
}
