//! The driver of a search: batches of candidates are screened, judged and counted until one violates the
//! property.

use std::time::Duration;

use super::supply::{Supply, TRIES};
use super::{Batch, Brief, Limits, Progress, Searched, Strategy, Watch};
use crate::instances::{draw_number, restart};
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::{Asked, InWords, told};
use crate::model::Model;
use crate::property::Look;
use crate::property::evidence::{Cleared, run_of};
use crate::property::judge::{Cell, Conviction, Judgement};
use crate::scalar::{Quick, Rational};

/// The cell to be refuted, and the instances to search.
#[derive(Debug)]
pub struct Target<'a, M: Model> {
    /// The mechanism and the property.
    pub cell: Cell<'a, M>,
    /// The instances to search.
    pub brief: Brief<'a, M>,
}

/// A violation, and the strategy that found it.
#[derive(Clone, Debug)]
pub struct Found<M: Model> {
    /// The strategy that proposed the instance.
    pub strategy: &'static str,
    /// The violating instance, not yet shrunk.
    pub instance: M::Instance<Rational>,
    /// The confirmed violation: outcome, witness and margin.
    pub conviction: Conviction<M>,
}

/// The number of candidates per turn.
const BATCH: usize = 64;
/// Draws per turn, and in one piece of work at least.
const DRAWS: usize = 4096;
const PIECE: usize = 64;
/// Listed instances in one piece of work: few, since some take long.
const LISTED: usize = 8;
/// Listed instances per turn at most: few enough that the memory of a turn stays in the caches.
const LISTED_PER_TURN: usize = 512;
/// Draws per turn of a strategy that runs alone, as long as turns are at most `SHORT`: at the end of a turn
/// threads wait for one another. A single thread without a clock waits for none, and keeps to shorter turns.
/// The way in which draws are divided into turns does not change the result.
const DRAWS_ALONE: usize = 262_144;
const SHORT: Duration = Duration::from_millis(50);

/// The result of one piece of work.
struct Tally<M: Model> {
    searched: Searched,
    /// The lean of each instance, for strategies that learn; empty for draws.
    leans: Vec<(M::Instance<Rational>, f64)>,
    violation: Option<(M::Instance<Rational>, Conviction<M>)>,
}

impl<M: Model> Tally<M> {
    fn empty() -> Self {
        Tally { searched: Searched::default(), leans: Vec::new(), violation: None }
    }
}

/// Searches until a violation is found, the strategy has nothing left, or the limits are reached.
pub fn hunt<M: Model>(
    target: &Target<'_, M>,
    strategy: &Strategy<M>,
    limits: &Limits<'_>,
    watch: &Watch<'_>,
) -> (Option<Found<M>>, Searched) {
    let Brief { seed, scope, .. } = target.brief;
    let mut searched = Searched { seed, scope: Some(scope), ..Searched::default() };
    let mut hunt = (strategy.start)(target);
    let mut nearest: Option<f64> = None;
    // Turns grow, so that an early violation is found in a small batch.
    let mut turn = BATCH;
    loop {
        let left = usize::try_from(limits.budget.left(searched.instances)).unwrap_or(usize::MAX);
        if let Some(ended) = watch.ends(left) {
            return (None, Searched { ended, ..searched });
        }
        if target.cell.differs().is_some() {
            return (None, searched);
        }
        let began = watch.clock();
        let mut batch = hunt.propose(turn);
        if batch.is_empty() {
            searched.exhausted = true;
            return (None, searched);
        }
        batch.truncate(left);
        let drawn = matches!(batch, Batch::Draws { .. });
        let learns = hunt.learns();
        let strategy = hunt.source().unwrap_or(strategy.id);
        for tally in target.tallies(&batch, learns, watch) {
            searched.add(&tally.searched);
            if let Some((instance, conviction)) = tally.violation {
                return (Some(Found { strategy, instance, conviction }), searched);
            }
            for (instance, lean) in tally.leans {
                nearest = nearest.into_iter().chain([lean]).reduce(f64::max);
                hunt.learn(&instance, lean);
            }
        }
        (limits.progress)(Progress { strategy, instances: searched.instances, nearest });
        if drawn || !learns {
            let most = match (drawn, hunt.source()) {
                (false, _) => LISTED_PER_TURN,
                (true, None) => DRAWS_ALONE,
                (true, Some(_)) => DRAWS,
            };
            let long = turn >= DRAWS && began.is_none_or(|began| began.elapsed() >= SHORT);
            turn = if long { (turn / 2).max(DRAWS) } else { (turn * 2).min(most) };
        }
    }
}

impl<M: Model> Target<'_, M> {
    /// Judges the instances of a batch, in pieces; one by one, with their leans, if the strategy `learns`.
    fn tallies(&self, batch: &Batch<M>, learns: bool, watch: &Watch<'_>) -> Vec<Tally<M>> {
        let found = match batch {
            Batch::Instances(listed) if !learns => {
                let pieces: Vec<&[M::Instance<Rational>]> = listed.chunks(LISTED).collect();
                watch.each(&pieces, |piece, patience| Ok(self.look_at_listed(piece, patience)))
            }
            Batch::Instances(instances) => {
                watch.each(instances, |instance, patience| Ok(self.look(instance, patience)))
            }
            Batch::Draws { first, count } => {
                let piece = (*count / 128).max(PIECE);
                let pieces: Vec<u64> = (0..*count as u64).step_by(piece).map(|k| first + k).collect();
                let end = first + *count as u64;
                watch.each(&pieces, |at, patience| {
                    Ok(self.look_at_draws(*at..(at + piece as u64).min(end), patience))
                })
            }
        };
        found.into_iter().flatten().collect()
    }

    /// Judges one instance and records its lean.
    fn look(&self, instance: &M::Instance<Rational>, patience: &Patience) -> Tally<M> {
        let mut tally = Tally::empty();
        self.judge(instance, &mut tally, true, patience);
        tally
    }

    /// The judgement of an instance, and its lean if `learn`.
    fn judged(
        &self,
        instance: &M::Instance<Rational>,
        learn: bool,
        patience: &Patience,
    ) -> Result<(Option<f64>, Judgement<M>), Cut> {
        let run = match run_of(self.cell.mechanism, instance, patience).uncut()? {
            Ok(run) => run,
            Err(refusal) => {
                let lean = if learn { self.cell.property.lean_of_refusal(&refusal) } else { None };
                return Ok((lean, self.cell.judge_refusal(instance, refusal, patience)?));
            }
        };
        let lean = if learn { self.cell.property.lean(&run).filter(|lean| !lean.is_nan()) } else { None };
        Ok((lean, self.cell.judge_run(run, patience)?))
    }

    fn judge(
        &self,
        instance: &M::Instance<Rational>,
        tally: &mut Tally<M>,
        learn: bool,
        patience: &Patience,
    ) {
        let (mut lean, searched) = (None, &mut tally.searched);
        match self.judged(instance, learn, patience) {
            Err(Cut) => searched.leave_open("it was not decided in the time that it had"),
            Ok((near, judgement)) => {
                lean = near;
                match judgement {
                    Judgement::Holds(_) => searched.judge(1),
                    Judgement::OutOfScope(_, reason) => searched.pass_by(&reason),
                    Judgement::Undecided(_, open) if open.trials > 0 => searched.judge(open.trials),
                    Judgement::Undecided(_, open) => searched.leave_open(&open.reason),
                    Judgement::Refused(refusal) => searched.refuse(&refusal.to_string()),
                    Judgement::Violated(conviction) => {
                        searched.judge(1);
                        tally.violation = Some((instance.clone(), conviction));
                    }
                }
            }
        }
        if learn {
            tally.leans.push((instance.clone(), lean.unwrap_or(f64::NEG_INFINITY)));
        }
    }

    /// Judges draws that are announced to the mechanism in advance, up to the first violation.
    fn look_ahead(
        &self,
        draws: std::ops::Range<u64>,
        outside: &dyn Asked<M>,
        tally: &mut Tally<M>,
        patience: &Patience,
    ) {
        let drawn: Vec<_> = draws.map(|k| self.drawn(k)).collect();
        for instance in told(&drawn, outside.ahead(), |some| outside.foresee(some, patience)) {
            self.judge(instance, tally, false, patience);
            if tally.violation.is_some() || patience.over() {
                return;
            }
        }
    }

    /// Random instance `k`.
    fn drawn(&self, k: u64) -> M::Instance<Rational> {
        Supply::of(self).draw(&mut draw_number(self.brief.seed, k))
    }

    /// Returns `true` if the instance was cleared in machine words, and counts it.
    fn is_cleared(
        &self,
        (words, instance): (&dyn InWords<M>, &M::Instance<Quick>),
        gets: &mut Vec<Quick>,
        tally: &mut Tally<M>,
        patience: &Patience,
    ) -> bool {
        let Cell { mechanism, property } = self.cell;
        let mut look = Look { mechanism, words, instance, room: gets, patience };
        let Some(cleared) = property.clears(&mut look) else { return false };
        tally.searched.instances += 1;
        tally.searched.screened += 1;
        tally.searched.trials += match cleared {
            Cleared::Holds => 1,
            Cleared::Tried(trials) => trials,
        };
        true
    }

    /// Screens instances one after another and judges those that remain, up to the first violation.
    fn look_at_listed(&self, listed: &[M::Instance<Rational>], patience: &Patience) -> Tally<M> {
        let (mut tally, mut gets, mut room) = (Tally::empty(), Vec::new(), None);
        for instance in listed {
            if let (Some(in_words), Some(words)) =
                (self.brief.instances.words, self.cell.mechanism.in_words())
                && let Some(instance) = Quick::exactly(|| in_words(instance, &mut room))
                && !words.refuses(instance)
                && self.is_cleared((words, instance), &mut gets, &mut tally, patience)
            {
                continue;
            }
            self.judge(instance, &mut tally, false, patience);
            // Once the time is up, the remaining instances are skipped.
            if tally.violation.is_some() || patience.over() {
                break;
            }
        }
        tally
    }

    /// Screens draws in machine words where possible and judges those that remain, up to the first violation.
    fn look_at_draws(&self, draws: std::ops::Range<u64>, patience: &Patience) -> Tally<M> {
        let mut tally = Tally::empty();
        if let Some(outside) = self.cell.mechanism.outside().filter(|outside| outside.ahead() > 1) {
            self.look_ahead(draws, outside, &mut tally, patience);
            return tally;
        }
        let (mut rng, mut gets) = (draw_number(self.brief.seed, 0), Vec::new());
        let mut rooms: Vec<M::Instance<Quick>> = Vec::new();
        'draws: for k in draws {
            if let (Some(quick), Some(words)) = (self.brief.instances.quick, self.cell.mechanism.in_words()) {
                restart(&mut rng, k);
                // The draws of `drawn`, as far as the words tell which are in the domain.
                for _ in 0..TRIES {
                    let instance = quick(&mut rng, self.brief.drawn, &mut rooms);
                    if words.refuses(instance) {
                        continue;
                    }
                    if self.is_cleared((words, instance), &mut gets, &mut tally, patience) {
                        continue 'draws;
                    }
                    break;
                }
            }
            let instance = self.drawn(k);
            self.judge(&instance, &mut tally, false, patience);
            // Once the time is up, the remaining draws are skipped.
            if tally.violation.is_some() || patience.over() {
                break;
            }
        }
        tally
    }
}
