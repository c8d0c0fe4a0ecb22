//! Leases: the assignment of blocks to workers, kept in the folder itself.
//!
//! A worker keeps a diary, `NAME.worker`. A lease of block 12 is a further name of that file, `12.0`: a hard
//! link, which a file system creates for exactly one of several processes at once, over NFS too. A worker
//! beats by rewriting the first byte of its diary, and thereby renews its leases, because they are that file.
//! A lost lease stays where it is, and the next worker takes `12.1`; so no worker removes a lease of another,
//! and of several workers that see one loss exactly one gets the block.
//!
//! A lease of a process of this machine that has ended is lost at once. For any other lease, age is measured
//! by the time stamps of the folder's file system, never by the clock of a machine: the worker's own beat
//! gives the present time there. A stamp from the future says nothing about age; such a lease is lost once it
//! has been watched for its whole term without a beat. A lease that is taken over too early costs only time:
//! both workers finish the block, with identical bytes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::shelf::{names, number};
use super::{CampaignError, failed, life};

/// The first word of a diary.
const HEAD: &str = "fairwitness-worker";

/// The time without a beat after which a lease is lost, unless its holder states another one.
pub const TERM: Duration = Duration::from_secs(60);

/// The folder of leases and diaries, which are kept together because some file systems link only within a
/// folder.
pub(super) fn folder_of(folder: &Path) -> PathBuf {
    folder.join("leases")
}

/// The file of a lease: the block, and the number of times that it was lost before.
fn lease_path(folder: &Path, unit: usize, turn: usize) -> PathBuf {
    folder_of(folder).join(format!("{unit}.{turn}"))
}

/// A random number, which two workers are unlikely to share.
pub(super) fn chance() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _};
    std::hash::RandomState::new().build_hasher().finish()
}

/// A worker in a folder, with its diary.
#[derive(Debug)]
pub struct Holder {
    /// Name of the worker: of the machine, of the process, and a number.
    pub name: String,
    folder: PathBuf,
    path: PathBuf,
    diary: Mutex<File>,
    /// The time without a beat after which its leases are lost.
    pub term: Duration,
}

impl Holder {
    /// Starts a diary in the folder.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn enter(folder: &Path, host: &str, term: Duration) -> Result<Holder, CampaignError> {
        let leases = folder_of(folder);
        std::fs::create_dir_all(&leases).map_err(failed(&leases))?;
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
        let host: String = host.chars().take(40).map(plain).collect();
        let name = format!("{host}-{}-{:08x}", std::process::id(), chance() as u32);
        let path = leases.join(format!("{name}.worker"));
        let begin = || -> std::io::Result<File> {
            let mut diary = File::options().write(true).create_new(true).open(&path)?;
            diary.write_all(HEAD.as_bytes())?;
            diary.sync_all()?;
            let born = since_epoch(diary.metadata()?.modified()?);
            let process = life::own().unwrap_or_else(|| "-".to_string());
            writeln!(diary, " 2 {name} {} {} {process}", term.as_millis(), born.as_millis())?;
            diary.sync_all()?;
            Ok(diary)
        };
        let begun = begin();
        if begun.as_ref().is_err_and(|error| error.kind() != std::io::ErrorKind::AlreadyExists) {
            // A diary that cannot be started is not left behind.
            let _ = std::fs::remove_file(&path);
        }
        let diary = Mutex::new(begun.map_err(failed(&path))?);
        Ok(Holder { name, folder: folder.to_path_buf(), path, diary, term })
    }

    fn with_diary<R>(&self, work: impl FnOnce(&mut File) -> std::io::Result<R>) -> Result<R, CampaignError> {
        let mut diary = self.diary.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        work(&mut diary).map_err(failed(&self.path))
    }

    /// Renews all leases, and returns the present time by the clock of the folder.
    ///
    /// # Errors
    /// The diary cannot be written.
    pub fn beat(&self) -> Result<SystemTime, CampaignError> {
        self.with_diary(|diary| {
            diary.seek(SeekFrom::Start(0))?;
            diary.write_all(&HEAD.as_bytes()[..1])?;
            // The stamp is the file system's once the byte has arrived there.
            diary.sync_data()?;
            diary.metadata()?.modified()
        })
    }

    /// Appends a line to the diary.
    ///
    /// # Errors
    /// The diary cannot be written.
    pub fn note(&self, line: &str) -> Result<(), CampaignError> {
        self.with_diary(|diary| {
            diary.seek(SeekFrom::End(0))?;
            diary.write_all(format!("{line}\n").as_bytes())
        })
    }

    /// Takes the lease of a block; `None` if another worker has it.
    ///
    /// # Errors
    /// The folder cannot be written, or its file system has no hard links.
    pub fn take(&self, unit: usize, turn: usize) -> Result<Option<Lease<'_>>, CampaignError> {
        let path = lease_path(&self.folder, unit, turn);
        match std::fs::hard_link(&self.path, &path) {
            Ok(()) => Ok(Some(Lease { path, holder: self })),
            // Over a network the link may be created and the answer lost.
            Err(_) if same_file(&self.path, &path) => Ok(Some(Lease { path, holder: self })),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(None),
            Err(error) if error.kind() == std::io::ErrorKind::Unsupported => {
                let what = "the file system has no hard links, and leases are made of them; choose a folder on another";
                Err(CampaignError::Other(path.display().to_string(), what.to_string()))
            }
            Err(error) => Err(CampaignError::Folder(path, error)),
        }
    }

    /// Ends the diary: the worker leaves in good order.
    ///
    /// # Errors
    /// The diary cannot be written or renamed.
    pub fn leave(&self) -> Result<(), CampaignError> {
        self.note("left")?;
        self.beat()?;
        let left = self.path.with_file_name(format!("{}.left.worker", self.name));
        std::fs::rename(&self.path, &left).map_err(failed(&self.path))
    }
}

#[cfg(unix)]
fn same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |path: &Path| path.symlink_metadata().map(|m| (m.dev(), m.ino())).ok();
    id(a).is_some() && id(a) == id(b)
}

#[cfg(not(unix))]
fn same_file(_a: &Path, _b: &Path) -> bool {
    false
}

fn since_epoch(time: SystemTime) -> Duration {
    time.duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The lease of a block. It is released when it is dropped.
#[derive(Debug)]
pub struct Lease<'a> {
    path: PathBuf,
    holder: &'a Holder,
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        // A lease that cannot be released is lost after its term.
        if let Err(error) = std::fs::remove_file(&self.path) {
            let _ = self.holder.note(&format!("kept {} {error}", self.path.display()));
        }
    }
}

/// The contents of the folder of leases.
#[derive(Debug, Default)]
pub struct Listing {
    /// The turns of each leased block, in order; the last one counts.
    pub leases: BTreeMap<usize, Vec<usize>>,
    /// Diaries of workers that have not left.
    pub present: Vec<PathBuf>,
    /// Diaries of workers that have left.
    pub left: Vec<PathBuf>,
    /// Files that do not belong there.
    pub foreign: Vec<PathBuf>,
}

/// Lists the leases of a campaign with `units` blocks.
///
/// # Errors
/// A folder that cannot be read.
pub fn list(folder: &Path, units: usize) -> Result<Listing, CampaignError> {
    let at = folder_of(folder);
    let mut listing = Listing::default();
    for name in names(&at)? {
        let lease = name.split_once('.').and_then(|(unit, turn)| Some((number(unit)?, number(turn)?)));
        match lease {
            Some((unit, turn)) if unit < units => listing.leases.entry(unit).or_default().push(turn),
            _ if name.starts_with('.') => {}
            _ if name.ends_with(".left.worker") => listing.left.push(at.join(name)),
            _ if name.ends_with(".worker") => listing.present.push(at.join(name)),
            _ => listing.foreign.push(at.join(name)),
        }
    }
    for turns in listing.leases.values_mut() {
        turns.sort_unstable();
    }
    for paths in [&mut listing.present, &mut listing.left, &mut listing.foreign] {
        paths.sort();
    }
    Ok(listing)
}

/// Removes the leases of a finished block.
pub(super) fn clear(folder: &Path, unit: usize, turns: &[usize]) {
    for turn in turns {
        let _ = std::fs::remove_file(lease_path(folder, unit, *turn)); // What is left says nothing of a block that is done.
    }
}

/// The data at the head of a diary or a lease.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// Name of its worker; `None` if the head cannot be read.
    pub holder: Option<String>,
    /// The time without a beat after which it is lost.
    pub term: Duration,
    /// Time of the last beat.
    pub beat: SystemTime,
    /// Time at which the diary was started, by the folder's clock.
    pub born: SystemTime,
    /// The process that keeps the diary, if its machine provides a name.
    pub process: Option<String>,
}

impl Sight {
    /// Returns `true` if the process ran on this machine and has ended.
    pub fn died(&self) -> bool {
        self.process.as_deref().is_some_and(life::is_dead)
    }

    /// Returns `true` if the worker is lost at the time `now` of the folder's clock.
    pub fn is_over(&self, now: SystemTime) -> bool {
        now.duration_since(self.beat).is_ok_and(|age| age > self.term) || self.died()
    }
}

/// Reads the head of a diary or a lease; `None` if it no longer exists.
fn sight(path: &Path) -> std::io::Result<Option<Sight>> {
    // Opening a file makes network file systems ask for its true stamp.
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let beat = file.metadata()?.modified()?;
    let mut head = Vec::new();
    BufReader::new(file.take(512)).read_until(b'\n', &mut head)?;
    let head = String::from_utf8_lossy(&head);
    let words: Vec<&str> = head.trim_end_matches('\n').split(' ').collect();
    let whole = head.ends_with('\n');
    Ok(Some(match words[..] {
        [HEAD, "1", name, term, born] | [HEAD, "2", name, term, born, _] if whole => Sight {
            holder: Some(name.to_string()),
            term: term.parse().map_or(TERM, Duration::from_millis),
            born: born.parse().map_or(beat, |ms| UNIX_EPOCH + Duration::from_millis(ms)),
            beat,
            process: words.get(5).filter(|process| **process != "-").map(ToString::to_string),
        },
        _ => Sight { holder: None, term: TERM, born: beat, beat, process: None },
    }))
}

/// Reads the head of the newest lease of a block.
pub(super) fn sight_of(folder: &Path, unit: usize, turn: usize) -> Result<Option<Sight>, CampaignError> {
    let path = lease_path(folder, unit, turn);
    sight(&path).map_err(failed(&path))
}

/// A watcher of leases: the last beat of each, and the time since it was first seen.
#[derive(Debug, Default)]
pub struct Watcher(BTreeMap<(usize, usize), (SystemTime, Instant)>);

impl Watcher {
    /// Returns `true` if a lease is lost at the time `now` of the folder's clock.
    pub fn lost(&mut self, lease: (usize, usize), sight: &Sight, now: SystemTime) -> bool {
        let (beat, since) = *self
            .0
            .entry(lease)
            .and_modify(|seen| {
                if seen.0 != sight.beat {
                    *seen = (sight.beat, Instant::now());
                }
            })
            .or_insert_with(|| (sight.beat, Instant::now()));
        let old = now.duration_since(beat).is_ok_and(|age| age > sight.term);
        old || since.elapsed() > sight.term
    }

    /// Forgets the leases that no longer exist.
    pub fn keep(&mut self, listing: &Listing) {
        self.0.retain(|(unit, turn), _| listing.leases.get(unit).is_some_and(|turns| turns.contains(turn)));
    }
}

/// The entries of a worker's diary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Diary {
    /// Blocks that it was the first to finish: number, instances, milliseconds.
    pub done: Vec<(usize, u64, u64)>,
    /// Blocks that another worker had finished before it, with identical bytes.
    pub again: Vec<usize>,
    /// Blocks that it took over, with the former worker.
    pub taken: Vec<(usize, String)>,
}

/// Reads a diary; a line that was cut off when its worker was killed is skipped.
pub(super) fn diary(path: &Path) -> Result<Option<(Sight, Diary)>, CampaignError> {
    let Some(sight) = sight(path).map_err(failed(path))? else { return Ok(None) };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(CampaignError::Folder(path.to_path_buf(), error)),
    };
    let mut diary = Diary::default();
    let mut lines = BufReader::new(file);
    let mut line = Vec::new();
    while lines.by_ref().take(4096).read_until(b'\n', &mut line).map_err(failed(path))? > 0 {
        let text = String::from_utf8_lossy(&line).into_owned();
        line.clear();
        let Some(text) = text.strip_suffix('\n') else { continue };
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["done", unit, instances, time] => {
                if let (Some(unit), Ok(instances), Ok(time)) = (number(unit), instances.parse(), time.parse())
                {
                    diary.done.push((unit, instances, time));
                }
            }
            ["again", unit] => diary.again.extend(number(unit)),
            ["took", unit, "after", whom] => {
                diary.taken.extend(number(unit).map(|unit| (unit, whom.to_string())));
            }
            _ => {}
        }
    }
    Ok(Some((sight, diary)))
}

/// The present time by the clock of the folder, for a process without a diary.
pub(super) fn now(folder: &Path) -> Option<SystemTime> {
    let probe = tempfile::Builder::new().prefix(".clock").tempfile_in(folder_of(folder)).ok()?;
    probe.as_file().metadata().ok()?.modified().ok()
}
