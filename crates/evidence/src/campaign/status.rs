//! The status of a campaign: finished blocks, workers, speed, losses and repetitions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::lease::{self, Diary, Sight};
use super::shelf::{self, SHELF};
use super::{Campaign, CampaignError};

/// The present activity of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// The worker is at work on the block.
    Works(usize),
    /// The worker waits for blocks of other workers, or looks for one.
    Waits,
    /// The worker has left in good order.
    Left,
    /// The worker is lost: it has been silent for longer than its term. It may have had a block.
    Lost(Option<usize>),
}

/// A worker, according to its diary.
#[derive(Clone, Debug, PartialEq)]
pub struct Worker {
    /// Name of the worker.
    pub name: String,
    /// Activity of the worker at present.
    pub doing: Doing,
    /// Number of blocks that it was the first to finish.
    pub done: usize,
    /// Number of blocks that were finished already when it had finished them.
    pub again: usize,
    /// Number of blocks that it took over.
    pub taken_over: usize,
    /// Number of instances in the blocks that it was the first to finish.
    pub instances: u64,
    /// Time from its first beat to its last.
    pub present: Duration,
    /// Time since its last beat.
    pub silent: Duration,
}

/// The status of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Total number of blocks.
    pub all: usize,
    /// Number of finished blocks.
    pub done: usize,
    /// Number of blocks that are not needed, because an earlier one decides their cell.
    pub spared: usize,
    /// Number of blocks that a worker is at.
    pub leased: usize,
    /// Number of blocks whose worker is lost, and that no worker has taken over yet.
    pub lost: usize,
    /// Number of blocks that no worker has started.
    pub open: usize,
    /// Number of times that a block was taken over from a lost worker.
    pub taken_over: usize,
    /// Number of blocks that were done more than once, with identical results.
    pub repeated: usize,
    /// Second results that differ from the first.
    pub differing: Vec<PathBuf>,
    /// Files that do not belong to the campaign.
    pub foreign: Vec<PathBuf>,
    /// The workers, by name.
    pub workers: Vec<Worker>,
    /// Number of instances in the finished blocks, according to the diaries.
    pub instances: u64,
}

impl Status {
    /// The workers that are present.
    pub fn present(&self) -> impl Iterator<Item = &Worker> {
        self.workers.iter().filter(|w| matches!(w.doing, Doing::Works(_) | Doing::Waits))
    }

    fn rate(&self, of: impl Fn(&Worker) -> f64) -> f64 {
        let rate = |w: &Worker| {
            let seconds = w.present.as_secs_f64();
            if seconds > 0.0 { of(w) / seconds } else { 0.0 }
        };
        self.present().map(rate).sum()
    }

    /// Blocks per second of the workers that are present, each over its own time.
    pub fn blocks_per_second(&self) -> f64 {
        self.rate(|w| w.done as f64)
    }

    /// Instances per second of the workers that are present, each over its own time.
    pub fn instances_per_second(&self) -> f64 {
        self.rate(|w| w.instances as f64)
    }

    /// Seconds until the end at the present rate; `None` if no block is being finished.
    pub fn seconds_left(&self) -> Option<f64> {
        let (left, rate) = (self.open + self.leased + self.lost, self.blocks_per_second());
        (rate > 0.0).then(|| left as f64 / rate)
    }
}

/// The status of the campaign in `folder`.
///
/// # Errors
/// A folder that cannot be read.
pub fn status(campaign: &Campaign, folder: &Path) -> Result<Status, CampaignError> {
    let units = campaign.units();
    let leases = lease::list(folder, units)?;
    let mut watched: BTreeMap<String, (Sight, Diary, bool)> = BTreeMap::new();
    let mut foreign = leases.foreign.clone();
    for (paths, left) in [(&leases.left, true), (&leases.present, false)] {
        for path in paths {
            let Some((sight, diary)) = lease::diary(path)? else { continue };
            match &sight.holder {
                // A worker that leaves during the listing is seen under both names.
                Some(name) => {
                    watched.entry(name.clone()).or_insert((sight, diary, left));
                }
                None => foreign.push(path.clone()),
            }
        }
    }
    // If the folder cannot be written, the latest beat is the best estimate of the present time.
    let latest = watched.values().map(|(sight, ..)| sight.beat).max();
    let now = lease::now(folder).or(latest).unwrap_or(SystemTime::UNIX_EPOCH);
    let since = |then: SystemTime| now.duration_since(then).unwrap_or_default();

    let mut done: BTreeSet<usize> = BTreeSet::new();
    let (mut decided, mut differing) = (BTreeMap::new(), Vec::new());
    for at in 0..units.div_ceil(SHELF) {
        let listing = shelf::list(folder, at, units)?;
        for (unit, _) in listing.done.iter().filter(|(_, found)| **found) {
            let (k, series) = campaign.place(*unit);
            let least = decided.entry(series).or_insert(k);
            *least = k.min(*least);
        }
        done.extend(listing.done.keys());
        differing.extend(listing.differing.into_iter().map(|(_, path)| path));
        foreign.extend(listing.foreign);
    }
    let spares = |unit: usize| {
        let (k, series) = campaign.place(unit);
        decided.get(&series).is_some_and(|least| *least < k)
    };
    let spared_of = |(series, least): (&usize, &usize)| {
        let later = least + 1..campaign.blocks;
        later.filter(|k| !done.contains(&(k * campaign.series() + series))).count()
    };
    let spared = decided.iter().map(spared_of).sum();

    let (mut holds, mut lost) = (BTreeMap::new(), 0);
    for (unit, turns) in &leases.leases {
        let Some(turn) = turns.last() else { continue };
        if done.contains(unit) || spares(*unit) {
            continue;
        }
        let Some(sight) = lease::sight_of(folder, *unit, *turn)? else { continue };
        if sight.is_over(now) {
            lost += 1;
        }
        holds.insert(sight.holder.unwrap_or_else(|| format!("unknown, at block {unit}")), *unit);
    }
    let leased = holds.len().saturating_sub(lost);

    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    let mut workers = Vec::new();
    for (name, (sight, diary, left)) in watched {
        for unit in diary.done.iter().map(|(unit, ..)| *unit).chain(diary.again.iter().copied()) {
            *times.entry(unit).or_default() += 1;
        }
        let silent = since(sight.beat);
        let doing = match (left, sight.is_over(now), holds.get(&name)) {
            (true, ..) => Doing::Left,
            (false, true, unit) => Doing::Lost(unit.copied()),
            (false, false, Some(unit)) => Doing::Works(*unit),
            (false, false, None) => Doing::Waits,
        };
        workers.push(Worker {
            name,
            doing,
            done: diary.done.len(),
            again: diary.again.len(),
            taken_over: diary.taken.len(),
            instances: diary.done.iter().map(|(_, instances, _)| instances).sum(),
            present: sight.beat.duration_since(sight.born).unwrap_or_default(),
            silent,
        });
    }
    Ok(Status {
        all: units,
        done: done.len(),
        spared,
        leased,
        lost,
        open: units.saturating_sub(done.len() + spared + leased + lost),
        taken_over: workers.iter().map(|w| w.taken_over).sum(),
        repeated: times.values().filter(|n| **n > 1).count(),
        differing,
        foreign,
        instances: workers.iter().map(|w| w.instances).sum(),
        workers,
    })
}
