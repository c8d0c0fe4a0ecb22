//! Campaigns: the same bytes however the work is cut, on any number of threads, and after being killed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const CELLS: [&str; 4] = ["--mech", "tsf,c-drfh,ps-dsf", "--property", "si,ef,bf"];

fn campaign(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
    command.arg("campaign").args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Results and records, by name.
fn bytes(folder: &Path) -> Vec<(String, String)> {
    let mut files = vec![folder.join("results.toml"), folder.join("campaign.toml")];
    files.extend(std::fs::read_dir(folder.join("records")).unwrap().map(|e| e.unwrap().path()));
    // A process that was killed while it wrote leaves its draft, which nobody reads.
    files.retain(|f| !f.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".draft")));
    files.sort();
    let read = |f: &PathBuf| {
        (f.file_name().unwrap().to_string_lossy().to_string(), std::fs::read_to_string(f).unwrap())
    };
    files.iter().map(read).collect()
}

fn run(name: &str, more: &[&str]) -> PathBuf {
    let folder = folder(name);
    let path = folder.to_string_lossy().to_string();
    let all = [&[path.as_str()], &CELLS[..], &["--blocks", "4", "--instances", "300"], more].concat();
    assert_eq!(campaign(&all).status().unwrap().code(), Some(1));
    folder
}

#[test]
fn results_do_not_depend_on_threads_or_on_how_the_work_is_cut() {
    let whole = bytes(&run("campaign-whole", &["--threads", "1"]));
    assert!(whole.len() > 3, "{whole:?}");
    assert_eq!(whole, bytes(&run("campaign-threads", &["--threads", "2"])));
    let parts = [run("campaign-1", &["--shard", "1/2"]), run("campaign-2", &["--shard", "2/2"])];
    let merged = folder("campaign-merged");
    let paths: Vec<String> =
        [&merged, &parts[1], &parts[0]].iter().map(|p| p.to_string_lossy().to_string()).collect();
    let arguments: Vec<&str> = std::iter::once("merge").chain(paths.iter().map(String::as_str)).collect();
    assert_eq!(campaign(&arguments).status().unwrap().code(), Some(1));
    assert_eq!(whole, bytes(&merged));
}

#[test]
fn a_killed_campaign_goes_on_where_it_was() {
    let whole = bytes(&run("campaign-unbroken", &[]));
    let broken = folder("campaign-broken");
    let path = broken.to_string_lossy().to_string();
    let first = [&[path.as_str()], &CELLS[..], &["--blocks", "4", "--instances", "300"]].concat();
    let mut kills = 0;
    for round in 0..40 {
        let mut child = campaign(if broken.join("campaign.toml").exists() { &first[..1] } else { &first })
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(40 + 25 * round));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap(); // SIGKILL on Unix: nothing can be put in order any more.
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 0 && broken.join("campaign.toml").exists(), "killed {kills} times");
    assert_eq!(campaign(&first[..1]).status().unwrap().code(), Some(1));
    assert_eq!(whole, bytes(&broken));
}

#[test]
fn another_campaign_is_refused() {
    let folder = run("campaign-other", &[]);
    let path = folder.to_string_lossy().to_string();
    let status = campaign(&[&path, "--mech", "tsf", "--property", "si"]).status().unwrap();
    assert_eq!(status.code(), Some(2));
}
