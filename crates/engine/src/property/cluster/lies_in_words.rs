//! The search for a profitable lie in machine words: one row of the instance is overwritten for each lie, and
//! buffers are reused.
//!
//! The lies, their order and their gains are those of the exact search, so both end in one lie, or in none.

use fairwitness_kernel::property::cluster::truthful::Truthful;

use super::lies::{Best, CLIMBS, Scales, demands, eligibility_lies, few_demands, flips, near, rank};
use crate::linear::Patience;
use crate::mechanism::{InWords, Mechanism};
use crate::model::cluster::{Cluster, Pool, Setting};
use crate::property::{Both, Case, Comparison as _, Hearing, Sides};
use crate::scalar::{Quick, Rational, Scalar};

/// The result of the search.
pub(super) struct Tried {
    /// Number of lies tried; none was refused.
    pub(super) lies: usize,
    /// The liar whose best lie profits most: its index, its false demand, and its false set of servers.
    pub(super) pays: Option<(usize, Vec<Quick>, Vec<bool>)>,
}

/// A false demand, and a set of servers that may be false.
type Lie = (Vec<Quick>, Vec<bool>);

struct Search<'a> {
    kind: &'a Truthful,
    mechanism: &'a dyn Mechanism<Cluster>,
    words: &'a dyn InWords<Cluster>,
    patience: &'a Patience,
    truth: &'a Pool<Quick>,
    /// The reported instance, in machine words.
    said: Pool<Quick>,
    gets: Vec<Quick>,
    /// The tasks of each user with the truth.
    honest: &'a [Quick],
    setting: Setting,
    scales: Scales<Quick>,
    /// A buffer for false demands.
    found: Vec<Quick>,
    by: usize,
    best: Best<Quick, Lie>,
    lies: usize,
}

impl Search<'_> {
    /// Tries one lie. `None` if machine words do not determine its gain.
    fn attempt(&mut self, demand: &[Quick], set: &[bool]) -> Option<()> {
        self.lies += 1;
        self.said.demand[self.by].copy_from_slice(demand);
        self.said.eligible[self.by].copy_from_slice(set);
        if !self.words.gets(&self.said, &mut self.gets) {
            return None;
        }
        let mut gain = self.gain(&self.said, &self.gets)?;
        let truth = self.truth;
        let honest: (&[_], &[_]) = (&truth.demand[self.by], &truth.eligible[self.by]);
        let rank = || rank(&self.scales, honest, (demand, set));
        let Some(mut ranked) = self.best.keeps(&gain, rank) else { return Some(()) };
        let claims = |i: usize| set[i] && !truth.eligible[self.by][i];
        if (0..set.len()).any(claims) {
            // Tasks may be placed where they cannot run, so the placement matters.
            gain = self.exactly()?;
            let Some(again) = self.best.keeps(&gain, || Some(ranked)) else { return Some(()) };
            ranked = again;
        }
        self.best.offer(gain, ranked, (demand.to_vec(), set.to_vec()));
        Some(())
    }

    /// The gain of the liar; a bound from above if servers are claimed falsely.
    fn gain(&self, said: &Pool<Quick>, gets: &[Quick]) -> Option<Quick> {
        let case = |instance, gets| Case { setting: self.setting, instance, gets, outcome: None };
        let both = Both { first: &case(self.truth, self.honest), second: &case(said, gets) };
        self.kind.sides(&both, &self.by).ok().map(Sides::gap)
    }

    /// Continues from the best lies while none profits. Returns `Some(None)` once one does, otherwise
    /// `Some(Some(strayed))`, where `strayed` is `true` if a step started from a false set of servers. `None`
    /// if machine words do not decide, or the search is cut short. `room` is a buffer for lies.
    fn climb(&mut self, room: &mut Vec<Quick>) -> Option<Option<bool>> {
        let width = self.truth.resources();
        let mut strayed = false;
        for step in 0..=CLIMBS {
            self.patience.check().ok()?;
            if self.best.gain.is_some_and(|gain| gain.is_positive()) {
                return Some(None);
            }
            if !self.kind.demand || step == CLIMBS {
                break;
            }
            for (demand, eligible) in self.best.fresh().to_vec() {
                strayed |= eligible != self.truth.eligible[self.by];
                room.clear();
                near(&self.scales, &demand, room);
                for lie in room.chunks(width) {
                    self.attempt(lie, &eligible)?;
                }
            }
        }
        Some(Some(strayed))
    }

    /// Tries false demands with the true set of servers.
    fn false_demands(&mut self) -> Option<()> {
        let (truth, by) = (self.truth, self.by);
        let (demand, eligible) = (&truth.demand[by], &truth.eligible[by]);
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        if self.kind.demand {
            demands(&self.scales, demand, &mut found);
        }
        self.best = Best::default();
        let tried = found.chunks(demand.len()).try_for_each(|lie| self.attempt(lie, eligible));
        self.found = found;
        tried
    }

    /// Tries the lies of the present user, and climbs from the best; `Some` as by [`climb`](Self::climb).
    fn tries(&mut self) -> Option<Option<bool>> {
        let (truth, by) = (self.truth, self.by);
        let (demand, eligible) = (&truth.demand[by], &truth.eligible[by]);
        self.false_demands()?;
        let mut found = std::mem::take(&mut self.found);
        if self.kind.eligibility {
            for set in &eligibility_lies(eligible) {
                self.attempt(demand, set)?;
            }
            found.clear();
            if self.kind.demand {
                few_demands(&self.scales, demand, &mut found);
            }
            for lie in found.chunks(demand.len()) {
                for set in &flips(eligible) {
                    self.attempt(lie, set)?;
                }
            }
        }
        let mut strayed = self.climb(&mut found)?;
        if strayed == Some(true) {
            // The climb continued from a false set of servers, so it is repeated from false demands alone.
            self.false_demands()?;
            strayed = self.climb(&mut found)?;
        }
        self.found = found;
        Some(strayed)
    }

    /// The gain of the present lie, by an exact run.
    fn exactly(&self) -> Option<Quick> {
        // A poisoned number stands for no number.
        let numbers = self.said.demand.iter().chain(&self.truth.demand).chain(&self.truth.capacity).flatten();
        if numbers.clone().any(|x| x.rational().is_none()) {
            return None;
        }
        let rational = |pool: &Pool<Quick>| pool.map(|x| x.rational().unwrap_or_else(Rational::one));
        let (truth, said) = (rational(self.truth), rational(&self.said));
        let outcome = self.mechanism.allocate(&said, self.patience).ok()?;
        let gets: Vec<Rational> = self.honest.iter().map(|x| x.rational()).collect::<Option<_>>()?;
        let first = Case { setting: self.setting, instance: &truth, gets: &gets, outcome: None };
        let second = Case { instance: &said, outcome: Some(&outcome), ..first };
        self.kind
            .sides(&Both { first: &first, second: &second }, &self.by)
            .ok()
            .map(|sides| Quick::from(&sides.gap()))
    }
}

/// Tries the lies of every user until one profits. `None` if machine words do not decide, a lie is refused,
/// or the search is cut short. The caller runs it within [`Quick::exactly`].
pub(super) fn search(
    kind: &Truthful,
    (mechanism, words): (&dyn Mechanism<Cluster>, &dyn InWords<Cluster>),
    pool: &Pool<Quick>,
    honest: &[Quick],
    patience: &Patience,
) -> Option<Tried> {
    let setting = mechanism.setting();
    // Parts of time are misreported by their rates.
    if kind.slice || setting.whole || pool.rate.is_some() || mechanism.slack().is_some() {
        return None;
    }
    let mut search = Search {
        kind,
        mechanism,
        words,
        patience,
        truth: pool,
        said: pool.clone(),
        gets: Vec::with_capacity(pool.users()),
        honest,
        setting,
        scales: Scales::of(pool, false),
        found: Vec::new(),
        by: 0,
        best: Best::default(),
        lies: 0,
    };
    let mut most: Option<(Quick, usize, Lie)> = None;
    for by in 0..pool.users() {
        search.by = by;
        if search.tries()?.is_none()
            && let Some(gain) = search.best.gain
            && most.as_ref().is_none_or(|(most, ..)| gain > *most)
        {
            most = search.best.lies.pop().map(|lie| (gain, by, lie));
        }
        search.said.demand[by].copy_from_slice(&pool.demand[by]);
        search.said.eligible[by].copy_from_slice(&pool.eligible[by]);
    }
    let pays = most.map(|(_, by, (demand, eligible))| (by, demand, eligible));
    Some(Tried { lies: search.lies, pays })
}

/// The search on a run, if every number fits machine words.
pub(super) fn of_run(kind: &Truthful, hearing: &Hearing<'_, Cluster>) -> Option<Tried> {
    let Hearing { mechanism, run, patience } = *hearing;
    let words = mechanism.in_words()?;
    let gets: Vec<Rational> = run.outcome.totals();
    Quick::exactly(|| {
        let pool = run.instance.map(|x| Quick::from(x));
        let gets: Vec<Quick> = gets.iter().map(Quick::from).collect();
        search(kind, (mechanism, words), &pool, &gets, patience)
    })
    .flatten()
}
