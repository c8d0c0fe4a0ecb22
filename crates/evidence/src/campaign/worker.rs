//! A worker: takes blocks of a folder by lease, does them and writes them to their shelves, until none is
//! left.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::fold::Done;
use super::lease::{self, Holder, Watcher, chance};
use super::shelf::{self, Published, SHELF};
use super::{Campaign, CampaignError, Task, batch, census, seal, search, worst};
use crate::document::Value;
use crate::search::Limits;
use crate::workbench::Bench;

/// A part of a campaign: the blocks whose number is `index` modulo `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Index of the part, from 0.
    pub index: usize,
    /// Number of parts, above `index`.
    pub count: usize,
}

/// The parameters of a worker.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Name of the machine.
    pub host: &'a str,
    /// The time without a beat after which its leases are lost.
    pub term: Duration,
    /// Its part of the campaign; the parts may be done in separate folders without leases.
    pub shard: Shard,
}

impl Default for Terms<'_> {
    fn default() -> Self {
        Terms { host: "here", term: lease::TERM, shard: Shard { index: 0, count: 1 } }
    }
}

/// The counts of a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkerTally {
    /// Number of blocks that it was the first to finish.
    pub done: usize,
    /// Number of blocks that another worker had finished before it, with identical bytes.
    pub again: usize,
    /// Number of blocks that it took over from lost workers.
    pub taken_over: usize,
    /// `true` if it was stopped before the end of the campaign.
    pub stopped: bool,
}

/// The number of leases that a worker examines before it waits: near the end all workers examine the few that
/// remain.
const GLANCES: usize = 32;

/// The longest time that a worker waits before it looks again.
const PAUSE: Duration = Duration::from_secs(5);

/// The beats of a worker; they end when the value is dropped.
struct Beats<'a> {
    ended: &'a AtomicBool,
    heart: &'a std::thread::Thread,
}

impl Drop for Beats<'_> {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        self.heart.unpark();
    }
}

/// A worker's knowledge of the shelves.
struct View<'a> {
    campaign: &'a Campaign,
    folder: &'a Path,
    shard: Shard,
    /// All shelves before this one are complete.
    cursor: usize,
    /// Further shelves that are complete.
    full: BTreeSet<usize>,
    /// The decided series, each with the earliest block known to decide it.
    decided: BTreeMap<usize, usize>,
}

/// The blocks to do next.
#[derive(Default)]
struct Next {
    /// Blocks without a lease.
    free: Vec<usize>,
    /// Blocks with a lease, with its turn.
    held: Vec<(usize, usize)>,
    /// Number of blocks that are finished or not needed, as far as known.
    done: usize,
}

impl View<'_> {
    /// The blocks of a shelf that are not finished and are needed.
    fn open(&mut self, at: usize) -> Result<Vec<usize>, CampaignError> {
        let units = self.campaign.units();
        let listing = shelf::list(self.folder, at, units)?;
        for (unit, _) in listing.done.iter().filter(|(_, found)| **found) {
            let (k, series) = self.campaign.place(*unit);
            let least = self.decided.entry(series).or_insert(k);
            *least = k.min(*least);
        }
        let all = at * SHELF..((at + 1) * SHELF).min(units);
        let mine = all.filter(|unit| unit % self.shard.count == self.shard.index);
        let spared = |unit: usize| {
            let (k, series) = self.campaign.place(unit);
            self.decided.get(&series).is_some_and(|least| *least < k)
        };
        Ok(mine.filter(|unit| !listing.done.contains_key(unit) && !spared(*unit)).collect())
    }

    /// The first remaining blocks, at most `most` free ones.
    fn next(&mut self, leases: &lease::Listing, most: usize) -> Result<Next, CampaignError> {
        let shelves = self.campaign.units().div_ceil(SHELF);
        let mut next = Next { done: self.cursor * SHELF, ..Next::default() };
        for at in self.cursor..shelves {
            if self.full.contains(&at) {
                next.done += SHELF;
                continue;
            }
            let open = self.open(at)?;
            if open.is_empty() {
                self.full.insert(at);
                while self.full.remove(&self.cursor) {
                    self.cursor += 1;
                }
            }
            next.done += SHELF.min(self.campaign.units() - at * SHELF) - open.len();
            for unit in open {
                match leases.leases.get(&unit).and_then(|turns| turns.last()) {
                    Some(turn) => next.held.push((unit, *turn)),
                    None => next.free.push(unit),
                }
            }
            if next.free.len() >= most {
                break;
            }
        }
        Ok(next)
    }
}

/// A random index below `count`.
fn one_of(count: usize) -> usize {
    (chance() % count.max(1) as u64) as usize
}

impl Campaign {
    /// Does blocks of the folder until none is left or it is stopped. `told` is called for each block with
    /// the numbers of blocks done and to do.
    ///
    /// # Errors
    /// A folder that cannot be read or written, or a block with two different results.
    pub fn run(
        &self,
        folder: &Path,
        terms: &Terms<'_>,
        limits: &Limits<'_>,
        told: &dyn Fn(&str, usize, usize),
    ) -> Result<WorkerTally, CampaignError> {
        self.run_at(self.bench()?, folder, terms, limits, told)
    }

    /// Runs as [`run`](Self::run) does, with another bench of the model, which may have further mechanisms.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub fn run_at(
        &self,
        bench: &dyn Bench,
        folder: &Path,
        terms: &Terms<'_>,
        limits: &Limits<'_>,
        told: &dyn Fn(&str, usize, usize),
    ) -> Result<WorkerTally, CampaignError> {
        if let Some(batch) = &self.batch {
            batch::unchanged(batch, self.instances)?;
        }
        let holder = Holder::enter(folder, terms.host, terms.term)?;
        let ended = AtomicBool::new(false);
        let tally = std::thread::scope(|scope| {
            // A failed beat is no reason to stop: a worker that takes over the block makes identical bytes.
            let heart = scope.spawn(|| {
                let mut last = Instant::now();
                while !ended.load(Ordering::Relaxed) {
                    std::thread::park_timeout(terms.term / 8);
                    if last.elapsed() >= terms.term / 4 {
                        let _ = holder.beat();
                        last = Instant::now();
                    }
                }
            });
            let _beats = Beats { ended: &ended, heart: heart.thread() };
            self.work(bench, folder, &holder, terms.shard, limits, told)
        })?;
        holder.leave()?;
        Ok(tally)
    }

    fn work(
        &self,
        bench: &dyn Bench,
        folder: &Path,
        holder: &Holder,
        shard: Shard,
        limits: &Limits<'_>,
        told: &dyn Fn(&str, usize, usize),
    ) -> Result<WorkerTally, CampaignError> {
        let stopped = || limits.stop.is_thrown();
        let (decided, fingerprint) = (BTreeMap::new(), self.fingerprint());
        let mut view = View { campaign: self, folder, shard, cursor: 0, full: BTreeSet::new(), decided };
        let (mut watcher, mut tally) = (Watcher::default(), WorkerTally::default());
        loop {
            if stopped() {
                tally.stopped = true;
                return Ok(tally);
            }
            let leases = lease::list(folder, self.units())?;
            watcher.keep(&leases);
            // Workers start at different blocks, as many as there are workers, so that few compete for one.
            let crowd = leases.present.len().max(1);
            let mut next = view.next(&leases, crowd)?;
            next.free.truncate(crowd);
            let glances = if next.free.is_empty() { GLANCES } else { 2 };
            let lost = match next.held[..] {
                [] => None,
                // The present time matters only if some worker may be late.
                ref held => lost(folder, held, glances, &mut watcher, holder.beat()?)?,
            };
            let (unit, turn, from) = match (lost, next.free.len()) {
                (Some(found), _) => found,
                (None, 0) if next.held.is_empty() => return Ok(tally),
                (None, 0) => {
                    told("waiting for the blocks of others", next.done, self.units());
                    pause(PAUSE.min(holder.term / 4), &stopped);
                    continue;
                }
                (None, free) => (next.free[one_of(free)], 0, None),
            };
            let Some(lease) = holder.take(unit, turn)? else { continue };
            // The block may have been finished since the shelf was listed.
            if shelf::is_done(folder, unit) {
                drop(lease);
                lease::clear(folder, unit, leases.leases.get(&unit).map_or(&[][..], Vec::as_slice));
                continue;
            }
            if let Some(whom) = from {
                tally.taken_over += 1;
                holder.note(&format!("took {unit} after {whom}"))?;
            }
            told(&self.about(unit), next.done, self.units());
            let started = Instant::now();
            let Some(block) = self.block(bench, unit, limits)? else { continue }; // Half a block is no block.
            let text = self.block_text(unit, &block, &fingerprint);
            match shelf::publish(folder, unit, block.found, &text, &holder.name)? {
                Published::First => {
                    tally.done += 1;
                    let time = started.elapsed().as_millis();
                    holder.note(&format!("done {unit} {} {time}", block.searched.instances))?;
                }
                Published::Same => {
                    tally.again += 1;
                    holder.note(&format!("again {unit}"))?;
                }
            }
            drop(lease);
            lease::clear(folder, unit, leases.leases.get(&unit).map_or(&[][..], Vec::as_slice));
        }
    }

    /// Does a block; `None` if it was stopped before its end.
    fn block(
        &self,
        bench: &dyn Bench,
        unit: usize,
        limits: &Limits<'_>,
    ) -> Result<Option<Done>, CampaignError> {
        let (k, series) = self.place(unit);
        let done = match self.task {
            Task::Search => search::block(self, bench, series, k, limits),
            Task::Worst => worst::block(self, bench, series, k, limits),
            Task::Census => census::block(self, bench, k, limits),
            Task::Judge => batch::block(self, bench, k, limits),
        }?;
        Ok(done.filter(|_| !limits.stop.is_thrown()))
    }

    /// The text of a block's file.
    fn block_text(&self, unit: usize, block: &Done, fingerprint: &str) -> String {
        let mut fields = vec![
            ("campaign".to_string(), Value::text(fingerprint)),
            ("block".to_string(), Value::index(unit)),
            ("about".to_string(), Value::text(self.about(unit))),
            ("searched".to_string(), search::searched_value(&block.searched)),
        ];
        fields.extend(block.fields.clone());
        seal::sealed(&Value::Table(fields).to_toml())
    }
}

/// A block whose lease is lost among `held`, with the turn by which to take it, and its former worker; at
/// most `glances` are examined.
fn lost(
    folder: &Path,
    held: &[(usize, usize)],
    glances: usize,
    watcher: &mut Watcher,
    now: std::time::SystemTime,
) -> Result<Option<(usize, usize, Option<String>)>, CampaignError> {
    let from = one_of(held.len());
    for (unit, turn) in held.iter().cycle().skip(from).take(glances.min(held.len())) {
        let Some(sight) = lease::sight_of(folder, *unit, *turn)? else { continue };
        if watcher.lost((*unit, *turn), &sight, now) || sight.died() {
            let whom = sight.holder.unwrap_or_else(|| "nobody".to_string());
            return Ok(Some((*unit, turn + 1, Some(whom))));
        }
    }
    Ok(None)
}

/// Waits for `time`, unless stopped.
fn pause(time: Duration, stopped: &dyn Fn() -> bool) {
    let started = Instant::now();
    while started.elapsed() < time && !stopped() {
        std::thread::sleep(Duration::from_millis(20).min(time));
    }
}
