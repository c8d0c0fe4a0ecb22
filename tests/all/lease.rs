//! Leases of blocks in a shared folder, and the job script for Slurm.

use std::path::Path;
use std::time::{Duration, SystemTime};

use fairwitness::library::campaign::lease::{Holder, Sight, TERM, Watcher, list};
use fairwitness::library::campaign::slurm::{Job, is_time};

fn seen(beat: SystemTime) -> Sight {
    Sight { holder: Some("a".to_string()), term: Duration::from_millis(40), beat, born: beat, process: None }
}

#[test]
fn a_lease_is_lost_by_the_clock_of_the_folder() {
    let now = SystemTime::now();
    let ago = |ms| now - Duration::from_millis(ms);
    assert!(!Watcher::default().lost((0, 0), &seen(ago(20)), now));
    assert!(Watcher::default().lost((0, 0), &seen(ago(60)), now));
}

#[test]
fn a_stamp_from_the_future_is_watched_for_its_term() {
    let now = SystemTime::now();
    let (future, mut watcher) = (now + Duration::from_secs(3600), Watcher::default());
    assert!(!watcher.lost((0, 0), &seen(future), now));
    std::thread::sleep(Duration::from_millis(60));
    // The worker has beaten since, so it is alive regardless of its stamp.
    assert!(!watcher.lost((0, 0), &seen(future + Duration::from_millis(30)), now));
    std::thread::sleep(Duration::from_millis(60));
    assert!(watcher.lost((0, 0), &seen(future + Duration::from_millis(30)), now));
}

#[test]
fn one_of_many_gets_a_lease_and_it_is_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let holders: Vec<Holder> = (0..8).map(|_| Holder::enter(folder.path(), "here", TERM).unwrap()).collect();
    for round in 0..50 {
        let leases: Vec<_> = std::thread::scope(|scope| {
            let all: Vec<_> =
                holders.iter().map(|h| scope.spawn(move || h.take(3, round).unwrap())).collect();
            all.into_iter().map(|t| t.join().unwrap()).collect()
        });
        assert_eq!(leases.iter().flatten().count(), 1);
        assert_eq!(list(folder.path(), 10).unwrap().leases[&3], [round]);
        drop(leases);
        assert!(list(folder.path(), 10).unwrap().leases.is_empty());
    }
}

#[test]
fn times_are_those_of_slurm() {
    for well in ["30", "30:00", "2:00:00", "1-0", "1-12:30", "7-00:00:00"] {
        assert!(is_time(well), "{well}");
    }
    for wrong in ["", "2h", "1:2:3:4", "-5", "1-", "2:00;rm", "a"] {
        assert!(!is_time(wrong), "{wrong}");
    }
}

#[test]
fn what_the_shell_reads_is_quoted() {
    let arguments = ["/a/b.c", "python3 it's.py", "$(x)"].map(String::from);
    let (program, folder) = (Path::new("/bin/verify"), Path::new("/c"));
    let asked = Job {
        workers: 1,
        cores: 1,
        time: "30",
        partition: None,
        options: &[],
        program,
        folder,
        arguments: &arguments,
    };
    let script = asked.script();
    assert!(script.trim_end().ends_with(" /a/b.c 'python3 it'\\''s.py' '$(x)'"), "{script}");
}
