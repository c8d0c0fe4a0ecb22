//! Damaged blocks of campaigns, workers that died on this machine, and their drafts.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use chacha20::ChaCha8Rng;
use fairwitness::library::campaign::Campaign;
use rand::{RngExt, SeedableRng};

use super::campaign::{at_work, campaign, folder, leases, output, status, text};

/// A finished and merged campaign of several blocks without violations.
fn done(name: &str) -> PathBuf {
    let folder = folder(name);
    let asked = ["--mech", "drf", "--property", "si,ef", "--scope", "users=2,servers=1,resources=2,max=3"];
    let path = text(&folder);
    let all =
        [&[path.as_str(), "--blocks", "4", "--instances", "200", "--threads", "1"], &asked[..]].concat();
    assert_eq!(campaign(&all).status().unwrap().code(), Some(0));
    folder
}

fn blocks(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join("blocks/0")).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A randomly damaged file: a bit, a digit, a byte more or less, a line more or less, a missing end.
fn damaged(bytes: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut made = bytes.to_vec();
    let at = rng.random_range(0..made.len());
    let digits: Vec<usize> = (0..made.len()).filter(|k| made[*k].is_ascii_digit()).collect();
    let ends: Vec<usize> = (0..made.len()).filter(|k| made[*k] == b'\n').collect();
    match rng.random_range(0..7) {
        0 => made[at] ^= 1 << rng.random_range(0..8),
        1 => {
            let digit = digits[rng.random_range(0..digits.len())];
            made[digit] = b'0' + (made[digit] - b'0' + rng.random_range(1..10u8)) % 10;
        }
        2 => made.insert(at, b"0 #\n"[rng.random_range(0..4)]),
        3 => drop(made.remove(at)),
        4 => made.truncate(at),
        // A file that is cut at the end of a line is still a document.
        5 => made.truncate(ends[rng.random_range(0..ends.len() - 1)] + 1),
        _ => {
            let k = rng.random_range(1..ends.len());
            let line = made[ends[k - 1] + 1..=ends[k]].to_vec();
            if rng.random_range(0..2) == 0 {
                made.splice(ends[k] + 1..ends[k] + 1, line);
            } else {
                made.drain(ends[k - 1] + 1..=ends[k]);
            }
        }
    }
    made
}

#[test]
fn a_damaged_block_is_refused_whatever_was_done_to_it() {
    let folder = done("campaign-damaged");
    let all = Campaign::of(&folder).unwrap().unwrap();
    let whole = all.results(&folder).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(210);
    let (files, mut unseen) = (blocks(&folder), Vec::new());
    for round in 0..400 {
        let file = &files[round % files.len()];
        let bytes = std::fs::read(file).unwrap();
        let made = damaged(&bytes, &mut rng);
        if made == bytes {
            continue;
        }
        std::fs::write(file, &made).unwrap();
        match all.results(&folder) {
            Ok(found) => unseen.push((round, found == whole)),
            Err(error) => {
                let name = file.file_name().unwrap().to_string_lossy().into_owned();
                assert!(error.to_string().contains(&name), "{error}");
            }
        }
        std::fs::write(file, &bytes).unwrap();
    }
    assert_eq!(unseen, [], "damage that was not seen, and whether the results are those of before");
    assert_eq!(all.results(&folder).unwrap(), whole);
}

#[test]
fn a_block_says_that_it_ended() {
    let folder = done("campaign-ended");
    for file in blocks(&folder) {
        let whole = std::fs::read_to_string(&file).unwrap();
        let last = whole.lines().last().unwrap();
        assert!(last.starts_with("# ended "), "{whole}");
        std::fs::write(&file, whole.strip_suffix(&format!("{last}\n")).unwrap()).unwrap();
        let (code, _, err) = output(&["merge", &text(&folder)]);
        let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(code == Some(2) && err.contains("remove the file"), "{err}");
        std::fs::write(&file, &whole).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_died_on_this_machine_is_lost_at_once() {
    let folder = folder("campaign-died");
    let mut child = at_work(&folder, "600s");
    let blocks = |what: &str| status(&folder)["blocks"][what].clone();
    assert_eq!((blocks("leased"), blocks("lost")), (1.into(), 0.into()), "{}", status(&folder));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((blocks("leased"), blocks("lost")), (0.into(), 1.into()), "{}", status(&folder));
    // The next worker takes the block over without waiting for the end of the term.
    let mut next =
        campaign(&[&text(&folder), "--no-merge", "--threads", "1", "--lease", "600s"]).spawn().unwrap();
    let taken = (0..300).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        leases(&folder).contains(&"0.1".to_string())
    });
    next.kill().unwrap();
    next.wait().unwrap();
    assert!(taken, "{:?}", leases(&folder));
}

/// Drafts of processes that were killed while they wrote.
#[test]
fn drafts_are_cleared_when_they_are_nobodys() {
    let folder = done("campaign-drafts");
    let old = SystemTime::now() - Duration::from_secs(7200);
    let plant = |name: &str, stamp: SystemTime| {
        let path = folder.join(name);
        std::fs::write(&path, "half a bl").unwrap();
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(stamp).unwrap();
        path
    };
    std::fs::create_dir_all(folder.join("records")).unwrap();
    let minute = SystemTime::now() - Duration::from_secs(60);
    let drafts = ["blocks/0/.draftXyZ012", "records/.draftaaaaaa", "leases/.clockBcD123"];
    let mut drafts: Vec<PathBuf> = drafts.iter().map(|name| plant(name, minute)).collect();
    // A process without a lease merges the results of a batch in the folder itself.
    drafts.push(plant(".draftAb3dE6", old));
    let others = [".drafts", "blocks/0/.draft-of-mine.toml", "leases/.hidden"].map(|name| plant(name, old));
    assert_ne!(campaign(&["merge", &text(&folder)]).status().unwrap().code(), Some(2));
    assert!(drafts.iter().all(|path| !path.exists()), "{drafts:?}");
    assert!(others.iter().all(|path| path.exists()), "what is no draft is left alone");
    // Drafts of a working process are kept; drafts an hour old are removed.
    let busy = self::folder("campaign-drafts-busy");
    let mut child = at_work(&busy, "60s");
    std::fs::create_dir_all(busy.join("blocks/0")).unwrap();
    let fresh = busy.join("blocks/0/.draftAAAAAA");
    let stale = busy.join("blocks/0/.draftBBBBBB");
    for path in [&fresh, &stale] {
        std::fs::write(path, "half a bl").unwrap();
    }
    std::fs::File::options().write(true).open(&stale).unwrap().set_modified(old).unwrap();
    let (_, _, err) = output(&["merge", &text(&busy)]);
    assert!(fresh.exists() && !stale.exists(), "{err}");
    child.kill().unwrap();
    child.wait().unwrap();
}
