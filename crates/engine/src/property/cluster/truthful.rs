//! Strategy-proofness: false reports, their value, and a search for a profitable one. The code that `sp`,
//! `sp-demand`, `sp-eligibility` and `sp-time-slice` share (khamse2017 III-B and (46), wang2013 III-C).

use crate::trace::Line;
use fairwitness_kernel::property::cluster::truthful::Truthful;

use super::lies::{Scales, demands, near};
use super::lies_in_words::{LieKind, Sets};
use super::{Examine, Look, arithmetic, lies_in_words};
use crate::linear::{Cut, Halt, Patience};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::model::cluster::{Cluster, Placement, Pool, Report, Setting};
use crate::model::refusal::Refusal;
use crate::property::evidence::{Cleared, Run, Verdict, Witness};
use crate::scalar::Rational;

/// The gain of `user` from `report`, in tasks, or the refusal of the reported instance.
fn gain(
    kind: &Truthful,
    mechanism: &dyn Mechanism<Cluster>,
    run: &Run<'_, Cluster>,
    user: usize,
    report: &Report,
    patience: &Patience,
) -> Result<Rational, Halt<Refusal>> {
    patience.check()?;
    let said = Cluster::misreported(run.instance, user, report);
    let outcome = mechanism.allocate(&said, patience)?;
    let told = kind.utility(run.mechanism.setting(), run.instance, &said, &outcome, user);
    Ok(told - kind.honest(run, user))
}

/// Returns `true` if the lies of every user are finitely many and were all tried: sets of few servers, with
/// the true demand. The empty set is omitted, since it brings nothing.
fn tries_all<S>(kind: &Truthful, pool: &Pool<S>) -> bool {
    // A user may misreport some members of a class, which a report on classes cannot express.
    let sets = kind.eligibility && pool.count.is_empty();
    sets && !kind.demand && !kind.slice && pool.capacity.len() <= ALL_SETS
}

/// Searches in machine words, unless parts of time are misreported.
fn in_words<T>(
    kind: &Truthful,
    setting: Setting,
    search: impl FnOnce(&LieKind<'_>) -> Option<T>,
) -> Option<T> {
    let utility = |truth: &Pool, said: &Pool, outcome: &Placement, by: usize| {
        kind.utility(setting, truth, said, outcome, by)
    };
    let sets = kind.eligibility.then_some(eligibility_lies as Sets);
    let lies = LieKind { demand: kind.demand, sets, climbs: CLIMBS, utility: &utility };
    if kind.slice { None } else { search(&lies) }
}

/// The verdict from a search in machine words; `None` if a profitable lie does not fit machine words after
/// all.
fn verdict_in_words(
    kind: &Truthful,
    run: &Run<'_, Cluster>,
    tried: lies_in_words::Tried,
) -> Option<Verdict<Cluster>> {
    let Some((by, demand, eligible)) = tried.pays else {
        return Some(unpaid(kind, run.instance, Told { tried: tried.lies, ..Told::default() }));
    };
    let demand: Option<Vec<Rational>> = demand.into_iter().map(|x| x.rational()).collect();
    let report = Report { demand: demand?, eligible, ..run.instance.truth(by) };
    Some(Verdict::Violated(Witness::Misreport { by, report }))
}

/// The verdict if no lie that was tried profits.
fn unpaid(kind: &Truthful, pool: &Pool, told: Told) -> Verdict<Cluster> {
    if !tries_all(kind, pool) || told.unsettled > 0 {
        let (tried, refused) = (told.tried, told.refused + told.unsettled);
        Verdict::Undecided(format!("none of {tried} lies pays ({refused} were refused)"))
    } else if told.tried == told.refused {
        Verdict::OutOfScope("there is no other set of servers that the mechanism lets a user report")
    } else {
        Verdict::Holds
    }
}

/// Lies of `user` to try first.
pub(super) fn lies(kind: &Truthful, pool: &Pool, user: usize) -> Vec<Report> {
    let truth = pool.truth(user);
    let demands = if kind.demand { demand_lies(pool, user) } else { Vec::new() };
    let sets = if kind.eligibility { eligibility_lies(&truth.eligible) } else { Vec::new() };
    let rates = if kind.slice { rate_lies(&truth) } else { Vec::new() };
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

/// Counts of lies that were tried.
#[derive(Default)]
struct Told {
    tried: usize,
    /// Number of lies outside the mechanism's domain.
    refused: usize,
    /// Number of lies without an outcome.
    unsettled: usize,
}

/// False demands to try, distinct, and without the true one.
fn demand_lies(pool: &Pool, user: usize) -> Vec<Vec<Rational>> {
    let mut rows = Vec::new();
    demands(&Scales::of(pool), &pool.demand[user], &mut rows);
    rows.chunks(pool.resources()).map(<[Rational]>::to_vec).collect()
}

/// The largest number of servers for which every set is tried.
const ALL_SETS: usize = 4;

/// False sets of servers to try: all of them if there are few servers, otherwise those that differ in one
/// server.
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

/// The number of steps of the climb from the best lie, while it does not profit.
const CLIMBS: usize = 3;

/// Tries the lies of `first` and then, while none profits and demands may be misreported, lies near the best
/// so far. Returns the profitable lie, and `true` if a step started from a false set of servers.
fn climb(
    kind: &Truthful,
    mechanism: &dyn Mechanism<Cluster>,
    run: &Run<'_, Cluster>,
    by: usize,
    first: Vec<Report>,
    told: &mut Told,
    patience: &Patience,
) -> Result<(Option<Report>, bool), Cut> {
    let within = run.amounts_within();
    let (mut best, mut strayed): (Option<(Rational, Report)>, bool) = (None, false);
    let mut round = first;
    for step in 0..=CLIMBS {
        for report in round {
            told.tried += 1;
            match gain(kind, mechanism, run, by, &report, patience) {
                Err(Halt::Cut) => return Err(Cut),
                Err(Halt::Failed(Refusal::OutOfDomain(_))) => told.refused += 1,
                Err(Halt::Failed(_)) => told.unsettled += 1,
                Ok(gain) if best.as_ref().is_none_or(|(most, _)| gain > *most) => {
                    best = Some((gain, report));
                }
                Ok(_) => {}
            }
        }
        match best {
            Some((gain, report)) if gain > within => return Ok((Some(report), strayed)),
            Some((_, ref report)) if kind.demand && step < CLIMBS => {
                strayed |= report.eligible != run.instance.eligible[by];
                round = near_lies(run.instance, report);
            }
            _ => break,
        }
    }
    Ok((None, strayed))
}

impl Examine<Cluster> for Truthful {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        second: Option<&Placement>,
    ) -> Vec<Line> {
        let (Witness::Misreport { by, report }, Some(lied)) = (witness, second) else { return Vec::new() };
        let said = Cluster::misreported(run.instance, *by, report);
        arithmetic::lie(self, run, &said, lied, *by)
    }

    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (mechanism, words, pool, patience) = (look.mechanism, look.words, look.instance, look.patience);
        look.by_gets(|gets| {
            let tried = in_words(self, mechanism.setting(), |kind| {
                lies_in_words::search(kind, (mechanism, words), pool, gets, patience)
            })?;
            match (tried.pays, tries_all(self, pool)) {
                (Some(_), _) => None,
                (None, false) => Some(Cleared::Undecided),
                (None, true) => Cleared::holds(tried.lies > 0),
            }
        })
    }

    fn examine(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        if let Some(reason) = self.out_of_scope(run) {
            return Ok(Verdict::OutOfScope(reason));
        }
        let in_words = in_words(self, run.mechanism.setting(), |kind| {
            lies_in_words::of_run(kind, mechanism, run, patience)
        });
        if let Some(verdict) = in_words.and_then(|tried| verdict_in_words(self, run, tried)) {
            return Ok(verdict);
        }
        let mut told = Told::default();
        for by in 0..run.instance.users() {
            let mut climb = |first| climb(self, mechanism, run, by, first, &mut told, patience);
            let (mut pays, strayed) = climb(lies(self, run.instance, by))?;
            if pays.is_none() && strayed {
                // The climb continued from a false set of servers, so it is repeated from false demands
                // alone.
                let alone = Truthful { eligibility: false, ..*self };
                pays = climb(lies(&alone, run.instance, by))?.0;
            }
            if let Some(report) = pays {
                return Ok(Verdict::Violated(Witness::Misreport { by, report }));
            }
        }
        Ok(unpaid(self, run.instance, told))
    }
}
