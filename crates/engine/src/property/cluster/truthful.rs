//! Strategy-proofness: false reports, their value, and a search for a profitable one. The code that `sp`,
//! `sp-demand`, `sp-eligibility` and `sp-time-slice` share (khamse2017 III-B and (46), wang2013 III-C).

use fairwitness_kernel::property::cluster::truthful::Truthful;

use super::lies::{
    ALL_SETS, Best, CLIMBS, Scales, demands, eligibility_lies, few_demands, flips, near, rank,
};
use super::lies_in_words;
use crate::linear::{Cut, Halt, Timely, Uncut as _};
use crate::model::cluster::{Cluster, Pool, Report};
use crate::model::{Model, Refusal};
use crate::property::{
    Beside, Cleared, Examined, FEW, Hearing, Look, Most, Others, Run, Seek, Verdict, Witness,
};
use crate::scalar::Rational;

/// Returns `true` if the lies of every user are finitely many and were all tried: sets of few servers, with
/// the true demand. The empty set is omitted, since it brings nothing.
fn tries_all<S>(kind: &Truthful, pool: &Pool<S>) -> bool {
    // A user may misreport some members of a class, which a report on classes cannot express.
    let sets = kind.eligibility && pool.count.is_empty();
    sets && !kind.demand && !kind.slice && pool.capacity.len() <= ALL_SETS
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
        Verdict::tried(tried - refused, format!("none of {tried} lies pays ({refused} were refused)"))
    } else if told.tried == told.refused {
        Verdict::OutOfScope("there is no other set of servers that the mechanism lets a user report".into())
    } else {
        Verdict::Holds
    }
}

/// A few lies of `user`, of each kind.
pub(super) fn few_lies(kind: &Truthful, pool: &Pool, scales: &Scales<Rational>, user: usize) -> Vec<Report> {
    let truth = pool.truth(user);
    let sets = if kind.eligibility { flips(&truth.eligible) } else { Vec::new() };
    let mut lies: Vec<Report> =
        sets.into_iter().map(|eligible| Report { eligible, ..truth.clone() }).collect();
    if kind.demand {
        let mut rows = Vec::new();
        few_demands(scales, &truth.demand, &mut rows);
        let others = pool.demand.iter().filter(|row| **row != truth.demand).cloned();
        let rows = rows.chunks(pool.resources()).map(<[Rational]>::to_vec).chain(others);
        lies.extend(rows.map(|demand| Report { demand, ..truth.clone() }));
    }
    lies
}

/// Appends false demands to a list.
type FalseDemands = fn(&Scales<Rational>, &[Rational], &mut Vec<Rational>);

/// Lies of `user` to try first.
fn lies(kind: &Truthful, pool: &Pool, scales: &Scales<Rational>, user: usize) -> Vec<Report> {
    let truth = pool.truth(user);
    let all = |found: FalseDemands| {
        let mut rows = Vec::new();
        found(scales, &truth.demand, &mut rows);
        rows.chunks(pool.resources()).map(<[Rational]>::to_vec).collect::<Vec<_>>()
    };
    let demands = if kind.demand { all(demands) } else { Vec::new() };
    let sets = if kind.eligibility { eligibility_lies(&truth.eligible) } else { Vec::new() };
    let rates = if kind.slice { rate_lies(&truth) } else { Vec::new() };
    let mut lies: Vec<Report> = Vec::new();
    lies.extend(rates.into_iter().map(|rate| Report { rate: Some(rate), ..truth.clone() }));
    lies.extend(demands.iter().map(|demand| Report { demand: demand.clone(), ..truth.clone() }));
    lies.extend(sets.iter().map(|set| Report { eligible: set.clone(), ..truth.clone() }));
    if kind.demand && kind.eligibility {
        for demand in all(few_demands) {
            let with = |eligible| Report { demand: demand.clone(), eligible, rate: truth.rate.clone() };
            lies.extend(flips(&truth.eligible).into_iter().map(with));
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
fn near_lies(scales: &Scales<Rational>, report: &Report) -> Vec<Report> {
    let mut rows = Vec::new();
    near(scales, &report.demand, &mut rows);
    rows.chunks(report.demand.len()).map(|row| Report { demand: row.to_vec(), ..report.clone() }).collect()
}

/// Tries the lies of `first` and then, while none profits and demands may be misreported, lies near the best
/// so far. Returns the most profitable lie and its gain, and `true` if a step started from a false set of servers.
fn climb(
    beside: &Beside<'_, Cluster, Truthful>,
    scales: &Scales<Rational>,
    by: usize,
    first: Vec<Report>,
    told: &mut Told,
) -> Timely<(Option<(Rational, Report)>, bool)> {
    let (kind, run) = (beside.formula, beside.hearing.run);
    let truth = run.instance.truth(by);
    let (mut best, mut strayed): (Best<Rational, Report>, bool) = (Best::default(), false);
    let mut round = first;
    for step in 0..=CLIMBS {
        for report in round {
            told.tried += 1;
            match beside.gain(&Cluster::misreported(run.instance, by, &report), by) {
                Err(Halt::Cut) => return Err(Cut),
                Err(Halt::Failed(Refusal::OutOfDomain(_))) => told.refused += 1,
                Err(Halt::Failed(_)) => told.unsettled += 1,
                Ok(Some(gain)) => {
                    let honest: (&[_], &[_]) = (&truth.demand, &truth.eligible);
                    let rank = || rank(scales, honest, (&report.demand, &report.eligible));
                    if let Some(rank) = best.keeps(&gain, rank) {
                        best.offer(gain, rank, report);
                    }
                }
                Ok(None) => {}
            }
        }
        if let Some(gain) = best.gain.take_if(|gain| *gain > beside.within) {
            return Ok((best.lies.into_iter().next().map(|report| (gain, report)), strayed));
        }
        if !kind.demand || step == CLIMBS {
            break;
        }
        let from = best.fresh();
        strayed |= from.iter().any(|report| report.eligible != truth.eligible);
        round = from.iter().flat_map(|report| near_lies(scales, report)).collect();
    }
    Ok((None, strayed))
}

impl Seek<Cluster> for Truthful {
    fn beside(&self, pool: &Pool) -> Option<Others<Cluster, usize>> {
        if pool.users() > FEW {
            return None;
        }
        let (mut found, scales) = (Vec::new(), Scales::of(pool, false));
        for by in 0..pool.users() {
            // With servers claimed falsely, amounts do not determine the gain.
            let told = lies(self, pool, &scales, by)
                .into_iter()
                .filter(|report| report.eligible == pool.eligible[by]);
            found.extend(told.map(|report| {
                let said = Cluster::misreported(pool, by, &report);
                (said, vec![(Witness::Misreport { by, report }, by)])
            }));
        }
        Some(Others { found, all: false })
    }

    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (mechanism, words, pool, patience) = (look.mechanism, look.words, look.instance, look.patience);
        look.by_gets(|gets| {
            let tried = lies_in_words::search(self, (mechanism, words), pool, gets, patience)?;
            match (tried.pays, tries_all(self, pool)) {
                (Some(_), _) => None,
                (None, false) => Some(Cleared::Tried(tried.lies as u64)),
                (None, true) => Cleared::holds(tried.lies > 0),
            }
        })
    }

    fn seek(&self, hearing: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        let verdict = tried(self, hearing)?;
        let apart = matches!(verdict, Verdict::Undecided(_)) && self.eligibility && !self.demand;
        Ok(if apart { written_out(self, hearing)?.unwrap_or(verdict) } else { verdict })
    }
}

/// The verdict from the lies of every user, until one profits.
fn tried(kind: &Truthful, hearing: &Hearing<'_, Cluster>) -> Examined<Cluster> {
    let (in_words, run) = (lies_in_words::of_run(kind, hearing), hearing.run);
    if let Some(verdict) = in_words.and_then(|tried| verdict_in_words(kind, run, tried)) {
        return Ok(verdict);
    }
    let (beside, mut told) = (Beside::of(kind, hearing), Told::default());
    let scales = Scales::of(run.instance, run.mechanism.setting().whole);
    let mut most = Most::none();
    for by in 0..run.instance.users() {
        let first = lies(kind, run.instance, &scales, by);
        let (mut pays, strayed) = climb(&beside, &scales, by, first, &mut told)?;
        if pays.is_none() && strayed {
            // The climb continued from a false set of servers, so it is repeated from false demands alone.
            let alone = Truthful { eligibility: false, ..*kind };
            let first = lies(&alone, run.instance, &scales, by);
            pays = climb(&beside, &scales, by, first, &mut told)?.0;
        }
        most.offer(pays, |report| Witness::Misreport { by, report });
    }
    Ok(most.or(|| unpaid(kind, run.instance, told)))
}

/// The verdict on the instance with the servers of classes written out, where every set of them is tried; `None`
/// if there are too many, or the mechanism allocates otherwise there, or such a lie profits, which no report on
/// classes can express.
fn written_out(kind: &Truthful, hearing: &Hearing<'_, Cluster>) -> Timely<Option<Verdict<Cluster>>> {
    let Hearing { mechanism, run, patience } = *hearing;
    let few = run.instance.in_classes() && run.instance.machines() <= ALL_SETS;
    let Some(apart) = few.then(|| run.instance.one_by_one().ok()).flatten() else { return Ok(None) };
    let Ok(outcome) = mechanism.allocate(&apart, patience).uncut()? else { return Ok(None) };
    if outcome.totals() != run.outcome.totals() {
        return Ok(None);
    }
    let run = Run { instance: &apart, outcome, ..*run };
    Ok(match tried(kind, &Hearing { run: &run, ..*hearing })? {
        Verdict::Violated(_) => None,
        verdict => Some(verdict),
    })
}
