//! Strategy-proofness: lies, what they are worth, and a search for one that pays. The shared core of `sp`,
//! `sp-demand`, `sp-eligibility` and `sp-time-slice` (khamse2017 III-B and (46), wang2013 III-C).

use super::lies::{Scales, demands, near};
use super::lies_in_words::{Kind, Sets};
use super::{Property, lies_in_words};
use crate::linear::patience;
use crate::mechanism::{Mechanism, Settles, evidence};
use crate::model::Model;
use crate::model::cluster::{Cluster, Division, Placement, Pool, Report, Setting, fitting};
use crate::model::refusal::{Refusal, Rejected};
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Rational, Scalar, sum};

/// A kind of lie, and how what it brings is counted.
#[derive(Debug)]
pub(super) struct Truthful {
    pub(super) id: &'static str,
    pub(super) page: &'static str,
    /// Whether the demand may be misreported.
    pub(super) demand: bool,
    /// Whether the eligible servers may be misreported.
    pub(super) eligibility: bool,
    /// Whether a slice of a server's time is used with the true demand, instead of the bundle received.
    pub(super) slice: bool,
}

impl Truthful {
    pub(super) fn out_of_scope(&self, run: &Run<'_, Cluster>) -> Option<&'static str> {
        match (self.slice, run.mechanism.setting().division) {
            (true, Division::Resource) => Some("the mechanism divides resources, not time"),
            (false, _) if run.instance.rate.is_some() => {
                Some("with effective rates a bundle does not tell what it is worth; see sp-time-slice")
            }
            _ => None,
        }
    }

    /// The true tasks that a user runs with what the mechanism gave it for its report.
    pub(super) fn utility(
        &self,
        setting: Setting,
        truth: &Pool,
        said: &Pool,
        outcome: &Placement,
        user: usize,
    ) -> Rational {
        let usable = (0..truth.servers()).filter(|&i| outcome.tasks[user][i].is_positive());
        let tasks = usable.map(|i| {
            let placed = &outcome.tasks[user][i];
            if self.slice {
                placed / said.gamma(user, i) * truth.gamma(user, i)
            } else if truth.eligible[user][i] {
                setting.tasks(placed * fitting(&truth.demand[user], &said.demand[user]))
            } else {
                Rational::zero()
            }
        });
        setting.capped(truth, user, sum(tasks))
    }

    /// What the lie gains, or why the mechanism refuses it.
    fn gain(&self, run: &Run<'_, Cluster>, user: usize, report: &Report) -> Result<Rational, Refusal> {
        patience::check();
        let said = Cluster::misreported(run.instance, user, report);
        let outcome = run.mechanism.allocate(&said)?;
        let told = self.utility(run.mechanism.setting(), run.instance, &said, &outcome, user);
        Ok(told - self.honest(run, user))
    }

    /// Whether the lies of every user are finitely many and were all tried: sets of few servers, with the true demand. The
    /// empty set is left out, since it brings nothing.
    fn tries_all<S>(&self, pool: &Pool<S>) -> bool {
        self.eligibility && !self.demand && !self.slice && pool.capacity.len() <= ALL_SETS
    }

    /// Searches in words, unless slices of time are lied about.
    fn in_words<T>(&self, setting: Setting, search: impl FnOnce(&Kind<'_>) -> Option<T>) -> Option<T> {
        let utility = |truth: &Pool, said: &Pool, outcome: &Placement, by: usize| {
            self.utility(setting, truth, said, outcome, by)
        };
        let sets = self.eligibility.then_some(eligibility_lies as Sets);
        let kind = Kind { demand: self.demand, sets, climbs: CLIMBS, utility: &utility };
        if self.slice { None } else { search(&kind) }
    }

    /// What a search in words comes to; `None` where a lie that pays does not fit words after all.
    fn verdict_in_words(
        &self,
        run: &Run<'_, Cluster>,
        tried: lies_in_words::Tried,
    ) -> Option<Verdict<Cluster>> {
        let Some((by, demand, eligible)) = tried.pays else {
            return Some(self.unpaid(run.instance, Told { tried: tried.lies, ..Told::default() }));
        };
        let demand: Option<Vec<Rational>> = demand.into_iter().map(|x| x.rational()).collect();
        let report = Report { demand: demand?, eligible, ..run.instance.truth(by) };
        Some(Verdict::Violated(Witness::Misreport { by, report }))
    }

    /// The verdict when no lie pays that was told.
    fn unpaid(&self, pool: &Pool, told: Told) -> Verdict<Cluster> {
        if !self.tries_all(pool) || told.unsettled > 0 {
            let (tried, refused) = (told.tried, told.refused + told.unsettled);
            Verdict::Undecided(format!("none of {tried} lies pays ({refused} were refused)"))
        } else if told.tried == told.refused {
            Verdict::OutOfScope("there is no other set of servers that the mechanism lets a user report")
        } else {
            Verdict::Holds
        }
    }

    pub(super) fn honest(&self, run: &Run<'_, Cluster>, user: usize) -> Rational {
        self.utility(run.mechanism.setting(), run.instance, run.instance, &run.outcome, user)
    }

    /// Lies worth trying first.
    pub(super) fn lies(&self, pool: &Pool, user: usize) -> Vec<Report> {
        let truth = pool.truth(user);
        let demands = if self.demand { demand_lies(pool, user) } else { Vec::new() };
        let sets = if self.eligibility { eligibility_lies(&truth.eligible) } else { Vec::new() };
        let rates = if self.slice { rate_lies(&truth) } else { Vec::new() };
        let mut lies: Vec<Report> = Vec::new();
        lies.extend(rates.into_iter().map(|rate| Report { rate: Some(rate), ..truth.clone() }));
        lies.extend(sets.iter().map(|set| Report { eligible: set.clone(), ..truth.clone() }));
        lies.extend(demands.iter().map(|demand| Report { demand: demand.clone(), ..truth.clone() }));
        for demand in demands.iter().take(6) {
            for set in sets.iter().take(6) {
                lies.push(Report { demand: demand.clone(), eligible: set.clone(), rate: truth.rate.clone() });
            }
        }
        lies
    }
}

/// Lies that were told.
#[derive(Default)]
struct Told {
    tried: usize,
    /// Outside the mechanism's domain.
    refused: usize,
    /// Ended without an outcome.
    unsettled: usize,
}

/// Demands a liar might claim, without the truth and without repetition.
fn demand_lies(pool: &Pool, user: usize) -> Vec<Vec<Rational>> {
    let mut rows = Vec::new();
    demands(&Scales::of(pool), &pool.demand[user], &mut rows);
    rows.chunks(pool.resources()).map(<[Rational]>::to_vec).collect()
}

/// Up to so many servers every set of them is tried.
const ALL_SETS: usize = 4;

/// Sets of servers a liar might claim: every other one while they are few, else those one server away.
fn eligibility_lies(truth: &[bool]) -> Vec<Vec<bool>> {
    let servers = truth.len();
    if servers <= ALL_SETS {
        let set = |bits: usize| (0..servers).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>();
        return (1..1 << servers).map(set).filter(|set| set[..] != *truth).collect();
    }
    let flipped = |i: usize| {
        let mut set = truth.to_vec();
        set[i] = !set[i];
        set
    };
    let mut sets: Vec<Vec<bool>> = (0..servers).map(flipped).collect();
    sets.push(vec![true; servers]);
    sets.retain(|set| set.iter().any(|e| *e) && set[..] != *truth);
    sets
}

fn rate_lies(truth: &Report) -> Vec<Vec<Rational>> {
    let Some(rates) = &truth.rate else { return Vec::new() };
    let mut lies = Vec::new();
    for i in 0..rates.len() {
        for (p, q) in [(1, 2), (2, 1), (3, 4), (5, 4), (0, 1)] {
            let mut lie = rates.clone();
            lie[i] = &lie[i] * Rational::new(p, q);
            if lie != *rates {
                lies.push(lie);
            }
        }
    }
    lies
}

/// Reports near a lie, for climbing.
fn near_lies(pool: &Pool, report: &Report) -> Vec<Report> {
    let mut rows = Vec::new();
    near(&Scales::of(pool), &report.demand, &mut rows);
    rows.chunks(pool.resources()).map(|row| Report { demand: row.to_vec(), ..report.clone() }).collect()
}

/// Steps of the climb from the best lie found, while it does not yet pay.
const CLIMBS: usize = 3;

impl Property<Cluster> for Truthful {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (self.slice && setting.division == Division::Resource)
            .then_some("the mechanism divides resources, not time")
    }

    fn clears(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool<Quick>,
        gets: &[Quick],
    ) -> Option<Cleared> {
        let setting = mechanism.setting();
        let tried = self.in_words(setting, |kind| lies_in_words::search(kind, mechanism, pool, gets))?;
        match (tried.pays, self.tries_all(pool)) {
            (Some(_), _) => None,
            (None, false) => Some(Cleared::Undecided),
            (None, true) => Cleared::holds(tried.lies > 0),
        }
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        if let Some(reason) = self.out_of_scope(run) {
            return Verdict::OutOfScope(reason);
        }
        let in_words = self.in_words(run.mechanism.setting(), |kind| lies_in_words::of_run(kind, run));
        if let Some(verdict) = in_words.and_then(|tried| self.verdict_in_words(run, tried)) {
            return verdict;
        }
        let within = run.amounts_within();
        let mut told = Told::default();
        for by in 0..run.instance.users() {
            let mut best: Option<(Rational, Report)> = None;
            let mut round = self.lies(run.instance, by);
            for climb in 0..=CLIMBS {
                for report in round {
                    told.tried += 1;
                    match self.gain(run, by, &report) {
                        Err(Refusal::OutOfDomain(_)) => told.refused += 1,
                        Err(_) => told.unsettled += 1,
                        Ok(gain) if best.as_ref().is_none_or(|(most, _)| gain > *most) => {
                            best = Some((gain, report));
                        }
                        Ok(_) => {}
                    }
                }
                match &best {
                    Some((gain, report)) if *gain > within => {
                        return Verdict::Violated(Witness::Misreport { by, report: report.clone() });
                    }
                    Some((_, report)) if self.demand && climb < CLIMBS => {
                        round = near_lies(run.instance, report);
                    }
                    _ => break,
                }
            }
        }
        self.unpaid(run.instance, told)
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Misreport { by, report } = witness else { return Err(Rejected::Kind) };
        if let Some(reason) = self.out_of_scope(run) {
            return Err(Rejected::OutOfScope(reason));
        }
        let truth = run.instance.truth(*by);
        let foreign = (!self.demand && report.demand != truth.demand)
            || (!self.eligibility && report.eligible != truth.eligible)
            || report.demand.iter().any(Scalar::is_negative)
            || report.demand.iter().all(Scalar::is_zero);
        if foreign {
            return Err(Rejected::Misfit("a lie of another kind than the property speaks of".to_string()));
        }
        let said = Cluster::misreported(run.instance, *by, report);
        let outcome = evidence(run.mechanism, &said)?;
        positive(
            self.utility(run.mechanism.setting(), run.instance, &said, &outcome, *by) - self.honest(run, *by),
        )
    }

    fn reads(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Settles {
        let Witness::Misreport { by, report } = witness else { return Settles::Outcome };
        let said_and_not = |(said, may): (&bool, &bool)| *said && !*may;
        if self.slice || report.eligible.iter().zip(&run.instance.eligible[*by]).any(said_and_not) {
            Settles::Outcome
        } else {
            Settles::Utilities
        }
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Misreport { by, report } = witness else { return String::new() };
        let said = Cluster::misreported(run.instance, *by, report);
        let Ok(outcome) = run.mechanism.allocate(&said) else { return String::new() };
        let truth = run.instance.truth(*by);
        let pool = run.instance;
        let mut claims = Vec::new();
        if report.demand != truth.demand {
            claims.push(format!("demand {:?} instead of {:?}", report.demand, truth.demand));
        }
        if report.eligible != truth.eligible {
            let names = |set: &[bool]| {
                let on: Vec<String> =
                    (0..set.len()).filter(|&i| set[i]).map(|i| pool.server_name(i)).collect();
                if on.is_empty() { "no server".to_string() } else { on.join(", ") }
            };
            claims.push(format!(
                "eligible on {} instead of {}",
                names(&report.eligible),
                names(&truth.eligible)
            ));
        }
        if let (Some(lie), Some(rates)) = (&report.rate, &truth.rate)
            && lie != rates
        {
            claims.push(format!("rates {lie:?} instead of {rates:?}"));
        }
        let held = if self.slice { "with the time it receives" } else { "with the bundles it receives" };
        format!(
            "{} reports {}. It then holds, as reported, {:?} tasks per server, and runs {} true tasks {held} instead of {}.",
            pool.user_name(*by),
            claims.join(" and "),
            outcome.tasks[*by],
            self.utility(run.mechanism.setting(), pool, &said, &outcome, *by),
            self.honest(run, *by)
        )
    }
}
