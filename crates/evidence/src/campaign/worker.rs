//! A worker: takes blocks of a folder by lease, does them and puts them on their shelves, until there is none left.

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

/// Which part of a campaign to do: the blocks whose number leaves the remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: usize,
    /// How many shards there are.
    pub count: usize,
}

/// How a worker works.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// What it calls the machine.
    pub host: &'a str,
    /// After how long without a beat its leases are lost.
    pub term: Duration,
    /// Its part; without leases the parts of a campaign may be done in folders of their own.
    pub shard: Shard,
}

impl Default for Terms<'_> {
    fn default() -> Self {
        Terms { host: "here", term: lease::TERM, shard: Shard { index: 0, count: 1 } }
    }
}

/// What a worker did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Blocks that it was the first to finish.
    pub done: usize,
    /// Blocks that somebody else had finished before it, with the same bytes.
    pub again: usize,
    /// Blocks that it took over from workers that were lost.
    pub taken_over: usize,
    /// Whether it was told to stop before there was nothing left.
    pub stopped: bool,
}

/// So many leases a worker looks at before it waits: at the end all workers look at those that are left.
const GLANCES: usize = 32;

/// How long a worker waits at most before it looks again.
const PAUSE: Duration = Duration::from_secs(5);

/// The beats of a worker; they end when this is dropped, however the work ends.
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

/// What a worker knows of the shelves.
struct View<'a> {
    campaign: &'a Campaign,
    folder: &'a Path,
    shard: Shard,
    /// All shelves before this one need nothing more.
    cursor: usize,
    /// Others that need nothing more.
    full: BTreeSet<usize>,
    /// The series that are decided, with the least block known to decide them.
    decided: BTreeMap<usize, usize>,
}

/// What there is to do next.
#[derive(Default)]
struct Next {
    /// Blocks that nobody has.
    free: Vec<usize>,
    /// Blocks that somebody has, with the turn of the lease.
    held: Vec<(usize, usize)>,
    /// How many blocks need nothing more, as far as was looked.
    done: usize,
}

impl View<'_> {
    /// The blocks of a shelf that are not done, and that no earlier block spares.
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

    /// The first blocks that are left, so many free ones at most.
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

/// One of so many.
fn one_of(count: usize) -> usize {
    (chance() % count.max(1) as u64) as usize
}

impl Campaign {
    /// Does blocks of the folder until there are none left or it is stopped, at the bench of the campaign's model. `told`
    /// hears of each block with the numbers of blocks done and to do.
    pub fn run(
        &self,
        folder: &Path,
        terms: &Terms<'_>,
        limits: &Limits<'_>,
        told: &dyn Fn(&str, usize, usize),
    ) -> Result<Tally, CampaignError> {
        self.run_at(self.bench()?, folder, terms, limits, told)
    }

    /// The same at another bench of the model, which may have mechanisms of its own.
    pub fn run_at(
        &self,
        bench: &dyn Bench,
        folder: &Path,
        terms: &Terms<'_>,
        limits: &Limits<'_>,
        told: &dyn Fn(&str, usize, usize),
    ) -> Result<Tally, CampaignError> {
        if let Some(batch) = &self.batch {
            batch::unchanged(batch, self.instances)?;
        }
        let holder = Holder::enter(folder, terms.host, terms.term)?;
        let ended = AtomicBool::new(false);
        let tally = std::thread::scope(|scope| {
            // A beat that fails is no end: whoever takes the block over comes to the same bytes.
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
    ) -> Result<Tally, CampaignError> {
        let stopped = || limits.stop.is_thrown();
        let (decided, fingerprint) = (BTreeMap::new(), self.fingerprint());
        let mut view = View { campaign: self, folder, shard, cursor: 0, full: BTreeSet::new(), decided };
        let (mut watcher, mut tally) = (Watcher::default(), Tally::default());
        loop {
            if stopped() {
                tally.stopped = true;
                return Ok(tally);
            }
            let leases = lease::list(folder, self.units())?;
            watcher.keep(&leases);
            // As many as there are workers begin at different blocks, so that few of them want the same.
            let crowd = leases.present.len().max(1);
            let mut next = view.next(&leases, crowd)?;
            next.free.truncate(crowd);
            let glances = if next.free.is_empty() { GLANCES } else { 2 };
            let lost = match next.held[..] {
                [] => None,
                // What time it is counts only where somebody may be late.
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
            // It may have been finished since the shelf was looked at.
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

    /// Does a block; `None` when it was stopped before its end.
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

    /// A block as a file.
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

/// A block among these whose lease is lost, with the turn to take it by and whose it was; so many are looked at.
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

/// Waits, unless stopped.
fn pause(time: Duration, stopped: &dyn Fn() -> bool) {
    let started = Instant::now();
    while started.elapsed() < time && !stopped() {
        std::thread::sleep(Duration::from_millis(20).min(time));
    }
}
