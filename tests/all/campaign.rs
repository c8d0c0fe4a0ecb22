//! Campaigns: equal bytes for every division into blocks, threads and processes, after a kill, and with foreign
//! files in the folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use fairwitness::document::{Document, Value};

const CELLS: [&str; 4] = ["--mech", "tsf,c-drfh,ps-dsf", "--property", "si,ef,bf"];

pub fn campaign(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
    command.arg("campaign").args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Results and records, by name.
fn bytes(folder: &Path) -> Vec<(String, String)> {
    let mut files = vec![folder.join("results.toml"), folder.join("campaign.toml")];
    files.extend(std::fs::read_dir(folder.join("records")).unwrap().map(|e| e.unwrap().path()));
    // A process that was killed while it wrote leaves its draft, which no process reads.
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

/// This program finds the stored results of the searches of every cell again, byte for byte. A change of random
/// draws, of small changes or of a screen that alters results is seen in some of the cells.
#[test]
fn kept_evidence_is_found_again() {
    let cells = [
        ("cluster", "c-drfh,slots,uniform", "ef,si,single-server"),
        ("arrivals", "ddrf,ddrf-printed", "dpo,ef,dynamic-si"),
        ("covering", "greedy,greedy-last,lp-naive", "feasible,greedy-bound-literal,relaxation"),
    ];
    for (model, mechanisms, properties) in cells {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("evidence").join(format!("{model}.toml"));
        let kept = Document::load(&file).unwrap();
        let plan = kept.root.get("campaign").unwrap();
        let word = |name: &str| match plan.get(name) {
            Some(Value::Text(text)) => text.clone(),
            Some(Value::Integer(n)) => n.to_string(),
            other => panic!("{model}: {name} is {other:?}"),
        };
        let again = folder(&format!("campaign-again-{model}"));
        let path = again.to_string_lossy().to_string();
        let [scope, blocks, instances, seed] = ["scope", "blocks", "instances", "seed"].map(word);
        let asked = ["--model", model, "--mech", mechanisms, "--property", properties, "--scope", &scope];
        let amount = ["--blocks", &blocks, "--instances", &instances, "--seed", &seed];
        let ran = campaign(&[&[path.as_str()], &asked[..], &amount[..]].concat()).status().unwrap();
        assert!(matches!(ran.code(), Some(0 | 1)), "{model}: {ran}");
        let found = Document::load(&again.join("results.toml")).unwrap();
        assert_eq!(found.root.get("campaign").unwrap().get("program"), plan.get("program"), "{model}");
        let list = |document: &Document| match document.root.get("cell") {
            Some(Value::List(cells)) => cells.clone(),
            other => panic!("{model}: {other:?}"),
        };
        let (kept, found) = (list(&kept), list(&found));
        assert_eq!(found.len(), mechanisms.split(',').count() * properties.split(',').count(), "{model}");
        for cell in found {
            assert!(kept.contains(&cell), "{model}: {}", cell.to_json());
        }
    }
}

#[test]
fn a_killed_campaign_goes_on_where_it_was() {
    let whole = bytes(&run("campaign-unbroken", &[]));
    let broken = folder("campaign-broken");
    let path = broken.to_string_lossy().to_string();
    let first =
        [&[path.as_str(), "--lease", "1s"], &CELLS[..], &["--blocks", "4", "--instances", "300"]].concat();
    let mut kills = 0;
    for round in 0..40 {
        let mut child = campaign(if broken.join("campaign.toml").exists() { &first[..3] } else { &first })
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
    assert_eq!(campaign(&first[..3]).status().unwrap().code(), Some(1));
    assert_eq!(whole, bytes(&broken));
}

#[test]
fn another_campaign_is_refused() {
    let folder = run("campaign-other", &[]);
    let path = folder.to_string_lossy().to_string();
    let status = campaign(&[&path, "--mech", "tsf", "--property", "si"]).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

/// The campaign's folder as an argument.
pub fn text(folder: &Path) -> String {
    folder.to_string_lossy().to_string()
}

pub fn output(arguments: &[&str]) -> (Option<i32>, String, String) {
    let out = campaign(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (out.status.code(), text(&out.stdout), text(&out.stderr))
}

pub fn status(folder: &Path) -> serde_json::Value {
    let (code, out, err) = output(&["status", &text(folder), "--format", "json"]);
    assert_eq!(code, Some(0), "{err}");
    serde_json::from_str(&out).unwrap()
}

/// The leases in the folder.
pub fn leases(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder.join("leases")).unwrap();
    let names = names.map(|e| e.unwrap().file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(|c: char| c.is_ascii_digit())).collect()
}

const SMALL: [&str; 8] =
    ["--mech", "drf,uniform", "--property", "si,ef", "--blocks", "30", "--instances", "400"];

/// A folder of the small campaign in which no block is finished.
fn begun(name: &str) -> PathBuf {
    let folder = folder(name);
    let path = text(&folder);
    let all = [&["slurm", "--dry-run", path.as_str(), "--"], &SMALL[..]].concat();
    assert_eq!(campaign(&all).status().unwrap().code(), Some(0));
    folder
}

#[test]
fn three_processes_on_one_folder_all_end_well() {
    let whole = begun("campaign-alone");
    let code = campaign(&[&text(&whole), "--threads", "1"]).status().unwrap().code();
    let shared = begun("campaign-shared");
    let workers: Vec<_> = (0..3)
        .map(|_| campaign(&[&text(&shared), "--threads", "1", "--no-merge"]).spawn().unwrap())
        .collect();
    for mut worker in workers {
        assert_eq!(worker.wait().unwrap().code(), Some(0));
    }
    assert!(leases(&shared).is_empty());
    let found = status(&shared);
    assert_eq!(found["blocks"]["done"].as_u64().unwrap() + found["blocks"]["spared"].as_u64().unwrap(), 120);
    assert_eq!((&found["repeated"], &found["taken_over"]), (&0.into(), &0.into()), "{found}");
    assert_eq!(found["workers"].as_array().unwrap().len(), 3);
    let merged = campaign(&["merge", &text(&shared)]).status().unwrap().code();
    assert_eq!(merged, code);
    assert_eq!(
        std::fs::read(whole.join("results.toml")).unwrap(),
        std::fs::read(shared.join("results.toml")).unwrap()
    );
}

/// A worker with a large block, after it has its lease.
pub fn at_work(folder: &Path, lease: &str) -> std::process::Child {
    let path = text(folder);
    let cell = ["--mech", "ps-dsf", "--property", "sp", "--blocks", "1", "--instances", "1000000000"];
    let all = [&[path.as_str(), "--lease", lease, "--no-merge", "--threads", "1"], &cell[..]].concat();
    let mut child = campaign(&all).spawn().unwrap();
    for _ in 0..600 {
        if folder.join("leases").is_dir() && !leases(folder).is_empty() {
            return child;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("no lease was taken");
}

#[test]
#[cfg(unix)]
fn a_worker_that_is_told_to_end_gives_its_lease_back() {
    for signal in ["TERM", "INT"] {
        let folder = folder(&format!("campaign-signal-{signal}"));
        let mut child = at_work(&folder, "60s");
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(3));
        assert!(leases(&folder).is_empty());
        let found = status(&folder);
        assert_eq!(found["workers"][0]["state"], "left", "{found}");
        assert_eq!(found["blocks"]["open"], 1, "{found}");
    }
}

/// Writes a lease of block 0 into the folder as a worker with this term would, with a beat `beat` seconds from now.
fn plant(folder: &Path, term: u64, beat: i64) {
    let diary = folder.join("leases/gone-1-abc.worker");
    std::fs::create_dir_all(folder.join("leases")).unwrap();
    std::fs::write(&diary, format!("fairwitness-worker 1 gone-1-abc {term} 1000\n")).unwrap();
    std::fs::hard_link(&diary, folder.join("leases/0.0")).unwrap();
    let offset = Duration::from_secs(beat.unsigned_abs());
    let now = std::time::SystemTime::now();
    let beat = if beat < 0 { now - offset } else { now + offset };
    std::fs::File::options().write(true).open(&diary).unwrap().set_modified(beat).unwrap();
}

#[test]
fn the_block_of_a_lost_worker_is_taken_over_whatever_its_stamp_says() {
    // A beat long ago; and a beat stamped in the future by another clock, which gives no information on its age.
    for (name, beat) in [("past", -3600), ("future", 3600)] {
        let folder = begun(&format!("campaign-lost-{name}"));
        plant(&folder, 1500, beat);
        let (code, _, err) = output(&[&text(&folder), "--no-merge", "--threads", "1", "--lease", "2s"]);
        assert_eq!(code, Some(0), "{err}");
        let found = status(&folder);
        assert_eq!((&found["taken_over"], &found["repeated"]), (&1.into(), &0.into()), "{found}");
        assert_eq!(found["blocks"]["open"], 0);
        assert!(leases(&folder).is_empty());
    }
}

#[test]
fn a_lease_that_is_alive_is_left_to_its_holder() {
    let folder = begun("campaign-alive");
    plant(&folder, 600_000, 0);
    let mut child =
        campaign(&[&text(&folder), "--no-merge", "--threads", "1", "--lease", "2s"]).spawn().unwrap();
    let others = || status(&folder)["blocks"]["open"] == 0;
    let patience = (0..1200).find(|_| {
        std::thread::sleep(Duration::from_millis(100));
        others()
    });
    assert!(patience.is_some(), "{}", status(&folder));
    assert!(child.try_wait().unwrap().is_none(), "it waits for the block of the other");
    assert!(!folder.join("blocks/0/0.toml").exists() && !folder.join("blocks/0/0.found.toml").exists());
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn two_results_of_a_block_that_differ_are_an_error_that_names_both() {
    let folders = [begun("campaign-differs"), begun("campaign-differs-part")];
    for folder in &folders {
        campaign(&[&text(folder), "--no-merge"]).status().unwrap();
    }
    let file = folders[1].join("blocks/0/3.toml");
    let file = if file.exists() { file } else { folders[1].join("blocks/0/3.found.toml") };
    let block = std::fs::read_to_string(&file).unwrap();
    let other = resealed(&block.replacen("screened = ", "screened = 1", 1));
    assert_ne!(block, other);
    // Identical bytes a second time are no error.
    let merge = ["merge", &text(&folders[0]), &text(&folders[1])];
    let (code, _, err) = output(&merge);
    assert_ne!(code, Some(2), "{err}");
    std::fs::write(&file, other).unwrap();
    for again in [&merge[..], &merge[..2]] {
        let (code, _, err) = output(again);
        assert_eq!(code, Some(2), "{err}");
        let err = err.split_whitespace().collect::<String>();
        assert!(err.contains("blocks/0/3.") && err.contains("blocks/0/3.other-part-1.toml"), "{err}");
    }
}

#[test]
fn foreign_files_are_named_and_torn_ones_refused() {
    let folder = begun("campaign-foreign");
    campaign(&[&text(&folder), "--no-merge"]).status().unwrap();
    std::fs::write(folder.join("blocks/0/notes.txt"), "mine").unwrap();
    std::fs::write(folder.join("leases/notes.txt"), "mine").unwrap();
    std::fs::write(folder.join("leases/torn-1-2.worker"), "fairwit").unwrap();
    let foreign = status(&folder)["foreign"].to_string();
    for name in ["blocks/0/notes.txt", "leases/notes.txt", "leases/torn-1-2.worker"] {
        assert!(foreign.contains(name), "{foreign}");
    }
    let (code, _, err) = output(&["merge", &text(&folder)]);
    assert!(code != Some(2) && err.contains("notes.txt"), "{err}");
    // A lease that was cut off while it was written belongs to no worker, and blocks nothing once it is old.
    let block = [folder.join("blocks/0/0.toml"), folder.join("blocks/0/0.found.toml")];
    let block = block.iter().find(|path| path.exists()).unwrap();
    let before = std::fs::read(block).unwrap();
    std::fs::write(block, &before[..before.len() / 2]).unwrap();
    let (code, _, err) = output(&["merge", &text(&folder)]);
    assert!(code == Some(2) && err.contains("blocks/0/0.") && err.contains("remove the file"), "{err}");
    std::fs::remove_file(block).unwrap();
    std::fs::write(folder.join("leases/0.0"), "fair").unwrap();
    let old = std::time::SystemTime::now() - Duration::from_secs(600);
    std::fs::File::options().write(true).open(folder.join("leases/0.0")).unwrap().set_modified(old).unwrap();
    campaign(&[&text(&folder), "--no-merge", "--lease", "2s"]).status().unwrap();
    assert_eq!(std::fs::read(block).unwrap(), before);
    // A block of another campaign is refused by name.
    let text_of = String::from_utf8(before).unwrap();
    let at = text_of.find("campaign = \"").unwrap() + 12;
    let other = format!("{}0000000000000000{}", &text_of[..at], &text_of[at + 16..]);
    std::fs::write(block, resealed(&other)).unwrap();
    let (code, _, err) = output(&["merge", &text(&folder)]);
    assert!(code == Some(2) && err.contains("another campaign"), "{err}");
}

/// Runs a campaign once by one worker on one thread, and once by two workers with two threads each; the bytes of
/// `files` agree.
fn the_same_by_two(name: &str, plan: &[&str], files: &[&str]) -> PathBuf {
    let alone = folder(&format!("campaign-{name}-alone"));
    campaign(&[&[text(&alone).as_str(), "--threads", "1"], plan].concat()).status().unwrap();
    let shared = folder(&format!("campaign-{name}-shared"));
    let path = text(&shared);
    let all = [&[path.as_str(), "--threads", "2", "--no-merge"], plan].concat();
    for mut worker in [campaign(&all).spawn().unwrap(), campaign(&all).spawn().unwrap()] {
        assert_eq!(worker.wait().unwrap().code(), Some(0));
    }
    campaign(&["merge", &path]).status().unwrap();
    for file in files {
        let (a, b) = (std::fs::read(alone.join(file)).unwrap(), std::fs::read(shared.join(file)).unwrap());
        assert!(!a.is_empty() && a == b, "{file}");
    }
    shared
}

/// Runs another command of the program and returns its standard output.
fn verify(arguments: &[&str]) -> String {
    String::from_utf8(super::support::verify(arguments).stdout).unwrap()
}

#[test]
fn a_census_in_blocks_counts_what_a_census_counts() {
    let scope = "users=2,servers=1,resources=2,max=2";
    let cells = ["--mech", "drf-tasks,drf", "--property", "po,ef", "--scope", scope];
    let plan = [&["--census", "--blocks", "7"], &cells[..]].concat();
    let shared = the_same_by_two("census", &plan, &["results.toml"]);
    let whole: serde_json::Value =
        serde_json::from_str(&verify(&[&["census", "--format", "json"], &cells[..]].concat())).unwrap();
    let (_, out, _) = output(&["merge", &text(&shared), "--format", "json"]);
    let rows: serde_json::Value = serde_json::from_str(&out).unwrap();
    let mut compared = 0;
    for row in rows.as_array().unwrap() {
        let of = |list: &serde_json::Value, field: &str, name: &str| {
            list[name].as_array().unwrap().iter().find(|x| x[field] == row[field]).unwrap().clone()
        };
        let mechanism = of(&whole, "mechanism", "mechanisms");
        let cell = of(&mechanism, "property", "properties");
        for count in ["violated", "holds", "undecided", "out_of_scope"] {
            assert_eq!(row[count], cell[count], "{row} {cell}");
        }
        assert_eq!(row.get("first").unwrap_or(&serde_json::Value::Null), &cell["first"]);
        assert_eq!(row["searched"]["instances"], whole["searched"]["instances"]);
        compared += 1;
    }
    assert_eq!(compared, 4);
}

#[test]
fn a_batch_in_blocks_is_what_judge_writes() {
    let folder = folder("campaign-lines");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("pools.jsonl");
    let line = |k: usize| match k % 50 {
        7 => String::new(),
        13 => "{\"model\": 3}".to_string(),
        _ => format!(
            "{{\"model\": \"cluster\", \"capacity\": [[{}, {}]], \"demand\": [[1, {}], [{}, 1]]}}",
            5 + k % 7,
            6 + k % 5,
            1 + k % 4,
            1 + k % 3
        ),
    };
    let lines: Vec<String> = (0..230).map(line).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let pools = text(&file);
    let cells = ["--mech", "drf", "--property", "si,ef"];
    let plan = [&["--batch", pools.as_str(), "--instances", "20"], &cells[..]].concat();
    let shared = the_same_by_two("batch", &plan, &["results.toml", "verdicts.jsonl"]);
    let judged = verify(&[&["judge", "--instances", pools.as_str()], &cells[..]].concat());
    assert_eq!(judged, std::fs::read_to_string(shared.join("verdicts.jsonl")).unwrap());
    // A file that has changed since the start is refused.
    std::fs::write(&file, lines[1..].join("\n")).unwrap();
    let (code, _, err) = output(&[&text(&shared)]);
    assert!(code == Some(2) && err.contains("pools.jsonl"), "{err}");
}

#[test]
fn worst_values_in_blocks_do_not_depend_on_workers() {
    let plan = [
        "--mech",
        "ddrf",
        "--measure",
        "maxmin-ratio",
        "--scope",
        "agents=3,resources=2",
        "--blocks",
        "6",
        "--instances",
        "60",
    ];
    let shared = the_same_by_two("worst", &plan, &["results.toml"]);
    let results = std::fs::read_to_string(shared.join("results.toml")).unwrap();
    assert!(results.contains("value = ") && !results.contains("incomplete"), "{results}");
}

/// The text of a changed block with a matching last line: the last line protects against damage and not against
/// forgery.
fn resealed(block: &str) -> String {
    let (body, last) = block.trim_end().rsplit_once('\n').unwrap();
    assert!(last.starts_with("# ended "), "{block}");
    fairwitness::library::campaign::sealed(&format!("{body}\n"))
}

/// Changes the first block that contains `from`, merges, and restores the block. Returns the output of `merge`.
fn told_of(folder: &Path, from: &str, to: &str) -> String {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder.join("blocks/0")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let holds = |file: &&PathBuf| std::fs::read_to_string(file).unwrap().contains(from);
    let file = files.iter().find(holds).unwrap_or_else(|| panic!("{from} stands in no block"));
    let before = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, resealed(&before.replacen(from, to, 1))).unwrap();
    let (code, _, err) = output(&["merge", &text(folder)]);
    std::fs::write(file, before).unwrap();
    let name = file.file_name().unwrap().to_str().unwrap();
    let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(code == Some(2) && err.contains(name), "{from} -> {to}: {code:?} {err}");
    err
}

/// Merging checks every statement of a block that can be checked: violations, values and counts.
#[test]
fn what_blocks_say_is_looked_at_again() {
    let done = |name: &str, plan: &[&str]| {
        let folder = folder(name);
        let path = text(&folder);
        let all = [&[path.as_str()], plan].concat();
        assert_ne!(campaign(&all).status().unwrap().code(), Some(2));
        assert_ne!(campaign(&["merge", &text(&folder)]).status().unwrap().code(), Some(2));
        folder
    };
    let scope = ["--scope", "users=2,servers=2,resources=2,max=3"];
    let search =
        [&["--mech", "tsf,drf", "--property", "bf,po", "--blocks", "4", "--instances", "300"], &scope[..]];
    let search = done("campaign-false-search", &search.concat());
    for (from, to) in [
        ("instance = { capacity = [[1, 1]", "instance = { capacity = [[1, 2]"),
        ("margin = \"1/", "margin = \"2/"),
    ] {
        assert!(told_of(&search, from, to).contains("record: "));
    }
    assert!(told_of(&search, "instances = 300", "instances = 301").contains("300 at most"));
    assert!(told_of(&search, "refused = ", "refused = 9223372036854775").contains("more than its instances"));
    let worst = ["--mech", "c-drfh", "--measure", "si-ratio", "--blocks", "2", "--instances", "1000"];
    let worst = done("campaign-false-worst", &[&worst, &scope[..]].concat());
    let told = told_of(&worst, "\nvalue = \"", "\nvalue = \"1");
    assert!(told.contains("does not have the value"), "{told}");
    let census = ["--census", "--mech", "drf-tasks", "--property", "ef", "--blocks", "3"];
    let census = done(
        "campaign-false-census",
        &[&census[..], &["--scope", "users=2,servers=1,resources=1,max=2"]].concat(),
    );
    assert!(told_of(&census, "holds = ", "holds = 1").contains("the block looked at"));
    let file = census.join("pools.jsonl");
    let pool = "{\"model\": \"cluster\", \"capacity\": [[3, 4]], \"demand\": [[1, 1], [2, 1]]}\n";
    std::fs::write(&file, pool.repeat(5)).unwrap();
    let batch = ["--batch", &text(&file), "--instances", "3", "--mech", "drf", "--property", "si,ef"];
    let batch = done("campaign-false-batch", &batch);
    assert!(told_of(&batch, "counts = [[0, 3", "counts = [[1, 2").contains("its lines have 0"));
    assert!(told_of(&batch, "lines = ", "errors_ = ").contains("lines"));
    assert!(told_of(&batch, "holds", "junk").contains("its lines have 2"));
}

/// The limits on a program are passed on to the job, before `--`.
#[test]
fn a_job_hands_on_what_a_program_is_allowed() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "CI has python3");
        return;
    }
    let folder = folder("campaign-job-program");
    let path = text(&folder);
    let command = "python3 examples/asset-fairness/mine.py";
    let job = ["slurm", &path, "--dry-run", "--mech-command", command];
    let cell = ["--", "--property", "ef", "--blocks", "1", "--instances", "20"];
    let allowed = ["--mech-timeout", "7s", "--mech-memory", "2G", "--slack", "1e-3"];
    let (code, _, err) = output(&[&job[..], &allowed[..], &cell[..]].concat());
    assert_eq!(code, Some(0), "{err}");
    let script = std::fs::read_to_string(folder.join("slurm/job.sh")).unwrap();
    let end =
        format!("--mech-command '{command}' --mech-timeout 7000ms --mech-memory 2097152K --slack 1/1000\n");
    assert!(script.ends_with(&end), "{script}");
    // The program reads the limits again.
    let run = Command::new("bash").arg(folder.join("slurm/job.sh")).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    assert_eq!(status(&folder)["blocks"]["done"], 1);
    // Without limits there is no limit of memory, and the other limits have their default values.
    assert_eq!(output(&[&job[..], &cell[..]].concat()).0, Some(0));
    let script = std::fs::read_to_string(folder.join("slurm/job.sh")).unwrap();
    assert!(script.ends_with(" --mech-timeout 10000ms --slack 1/1000000000\n"), "{script}");
    for late in ["--slack", "--mech-memory=1G"] {
        let (code, _, err) = output(&[&job[..], &cell[..], &[late, "0.5"]].concat());
        assert!(code == Some(2) && err.contains("before --"), "{late}: {err}");
    }
}

#[test]
fn a_job_is_written_and_a_missing_sbatch_is_said() {
    let folder = folder("campaign job");
    let path = text(&folder);
    let cells = ["--", "--mech", "drf", "--property", "ef", "--blocks", "3"];
    let asked = ["slurm", &path, "--nodes", "3", "--time", "0:30:00", "--partition", "long"];
    let (code, out, err) = output(&[&asked[..], &["--dry-run", "--format", "json"], &cells[..]].concat());
    assert_eq!(code, Some(0), "{err}");
    let said: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&said["blocks"], &said["job"]), (&3.into(), &serde_json::Value::Null));
    let script = std::fs::read_to_string(said["script"].as_str().unwrap()).unwrap();
    for part in [
        "--array=0-2\n",
        "--time=0:30:00\n",
        "--partition=long\n",
        "--requeue\n",
        "campaign job'",
        "--no-merge",
    ] {
        assert!(script.contains(part), "{script}");
    }
    // The script is bash, and its command works on the campaign.
    let run = Command::new("bash").arg(folder.join("slurm/job.sh")).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    assert_eq!(status(&folder)["blocks"]["done"], 3);
    let mut without = campaign(&asked);
    without.env("PATH", "/nowhere").stderr(Stdio::piped());
    let out = without.output().unwrap();
    let err = String::from_utf8(out.stderr).unwrap();
    assert!(out.status.code() == Some(2) && err.contains("sbatch") && err.contains("install"), "{err}");
    for wrong in [
        vec!["slurm", &path, "--time", "2h"],
        vec!["slurm", &path, "--", "--mehc", "drf"],
        vec!["status", "/nowhere/at/all"],
    ] {
        assert_eq!(output(&wrong).0, Some(2), "{wrong:?}");
    }
}
