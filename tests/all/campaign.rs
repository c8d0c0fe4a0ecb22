//! Campaigns: equal bytes for every division into blocks, threads and processes, after a kill, and with damaged
//! and foreign files in the folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use chacha20::ChaCha8Rng;
use fairwitness::document::{Document, Value};
use fairwitness::library::campaign::{Campaign, numbers, ranges, sealed};
use rand::{RngExt, SeedableRng};
use serde_json::Value as Json;

use super::support::{Running, folder, kill, root, said, verify};

/// Runs `verify campaign` in the project's folder.
fn campaign(words: &[&str]) -> Output {
    verify(&[&["campaign"], words].concat())
}

/// Runs `verify campaign`, which has to end with this status, and returns both outputs.
fn ended(code: i32, words: &[&str]) -> String {
    let output = campaign(words);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", said(&output));
    said(&output).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A folder with a plan.
fn planned(name: &str, plan: &[&str]) -> String {
    let path = text(&folder(name));
    ended(0, &[&["plan", path.as_str()], plan].concat());
    path
}

/// The files of a campaign with their contents, by name.
fn bytes(path: &str) -> BTreeMap<String, String> {
    let files = super::support::files_under(Path::new(path)).into_iter();
    let name = |file: &PathBuf| text(file.strip_prefix(path).unwrap());
    files.map(|file| (name(&file), std::fs::read_to_string(&file).unwrap())).collect()
}

fn status(path: &str) -> Json {
    let output = campaign(&["status", path, "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

const SEARCH: [&str; 8] =
    ["--mech", "tsf,c-drfh,ps-dsf", "--property", "si,ef,bf", "--blocks", "4", "--instances", "300"];

/// Lines of a batch: most are instances, some are empty, some are none.
fn lines(name: &str) -> PathBuf {
    let file = folder(name).join("pools.jsonl");
    let line = |k: usize| match k % 50 {
        7 => String::new(),
        13 => "{\"model\": 3}".to_string(),
        _ => {
            let (a, b, c, d) = (5 + k % 7, 6 + k % 5, 1 + k % 4, 1 + k % 3);
            format!(
                "{{\"model\": \"cluster\", \"capacity\": [[{a}, {b}]], \"demand\": [[1, {c}], [{d}, 1]]}}"
            )
        }
    };
    std::fs::write(&file, (0..230).map(line).collect::<Vec<_>>().join("\n")).unwrap();
    file
}

/// Every kind of campaign: all blocks in order by one process on one thread, and block by block from the last one
/// to the first by processes with two threads.
#[test]
fn blocks_are_the_same_bytes_in_any_order_and_on_any_threads() {
    let file = text(&lines("campaign-lines"));
    let small = ["--scope", "users=2,servers=1,resources=2,max=2", "--census", "--blocks", "5"];
    let worst = ["--scope", "agents=3,resources=2", "--blocks", "4", "--instances", "60"];
    let kinds: [(&str, Vec<&str>, i32); 4] = [
        ("search", SEARCH[2..].iter().copied().chain(["--mech", "tsf,ps-dsf"]).collect(), 1),
        ("worst", [&["--mech", "ddrf", "--measure", "maxmin-ratio"], &worst[..]].concat(), 0),
        ("census", [&["--mech", "drf-tasks,drf", "--property", "po,ef"], &small[..]].concat(), 1),
        ("batch", vec!["--mech", "drf", "--property", "si,ef", "--batch", &file, "--instances", "40"], 2),
    ];
    for (name, plan, code) in kinds {
        let alone = planned(&format!("campaign-{name}-alone"), &plan);
        ended(0, &["run", &alone, "--threads", "1"]);
        let apart = planned(&format!("campaign-{name}-apart"), &plan);
        let units = status(&apart)["blocks"].as_u64().unwrap();
        for unit in (0..units).rev() {
            ended(0, &["run", &apart, "--block", &unit.to_string(), "--threads", "2"]);
        }
        assert_eq!(status(&apart)["done"]["numbers"], format!("0-{}", units - 1), "{name}");
        ended(code, &["merge", &alone]);
        ended(code, &["merge", &apart]);
        let (alone, apart) = (bytes(&alone), bytes(&apart));
        assert!(alone.len() > 5, "{name}: {:?}", alone.keys());
        // All missing blocks are those that count; a block by its number is done in any case.
        for (file, content) in &alone {
            assert_eq!(Some(content), apart.get(file), "{name}: {file}");
        }
        assert!(apart.keys().all(|file| alone.contains_key(file) || file.starts_with("blocks/")), "{name}");
    }
    let verdicts = verify(&["judge", "--instances", &file, "--mech", "drf", "--property", "si,ef"]);
    let merged = bytes(&text(&folder_of("campaign-batch-apart")));
    assert_eq!(String::from_utf8(verdicts.stdout).unwrap(), merged["verdicts.jsonl"]);
}

fn folder_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
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
        let kept = Document::load(&root().join(format!("properties/evidence/{model}.toml"))).unwrap();
        let plan = kept.root.get("campaign").unwrap();
        let word = |name: &str| match plan.get(name) {
            Some(Value::Text(text)) => text.clone(),
            Some(Value::Integer(n)) => n.to_string(),
            other => panic!("{model}: {name} is {other:?}"),
        };
        let [scope, blocks, instances, seed] = ["scope", "blocks", "instances", "seed"].map(word);
        let asked = ["--model", model, "--mech", mechanisms, "--property", properties, "--scope", &scope];
        let amount = ["--blocks", &blocks, "--instances", &instances, "--seed", &seed];
        let again = planned(&format!("campaign-again-{model}"), &[&asked[..], &amount].concat());
        ended(0, &["run", &again]);
        assert!(matches!(campaign(&["merge", &again]).status.code(), Some(0 | 1)), "{model}");
        let found = Document::load(&Path::new(&again).join("results.toml")).unwrap();
        assert_eq!(found.root.get("campaign").unwrap().get("program"), plan.get("program"), "{model}");
        let list = |document: &Document| match document.root.get("cell") {
            Some(Value::List(cells)) => cells.clone(),
            other => panic!("{model}: {other:?}"),
        };
        let (kept, found) = (list(&kept), list(&found));
        assert_eq!(found.len(), mechanisms.split(',').count() * properties.split(',').count(), "{model}");
        // What a screen clears, and where floats steer a search, are no findings; the other numbers and words are.
        let told = |cell: &Value| {
            let Value::Table(mut fields) = cell.clone() else { panic!("{model}: a cell is a table") };
            for (name, value) in &mut fields {
                if name == "searched"
                    && let Value::Table(counts) = value
                {
                    counts.retain(|(name, _)| ["instances", "undecided"].contains(&name.as_str()));
                }
            }
            Value::Table(fields)
        };
        for cell in found {
            let same = |other: &&Value| told(other) == told(&cell);
            assert!(kept.iter().any(|other| same(&other)), "{model}: {}", cell.to_json());
        }
    }
}

#[test]
fn a_killed_campaign_goes_on_where_it_was() {
    let whole = planned("campaign-unbroken", &SEARCH);
    ended(0, &["run", &whole]);
    ended(1, &["merge", &whole]);
    let broken = planned("campaign-broken", &SEARCH);
    let mut kills = 0;
    for round in 0..40 {
        let mut child = started(&["run", &broken]);
        std::thread::sleep(Duration::from_millis(40 + 25 * round));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap(); // SIGKILL on Unix: nothing can be put in order any more.
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 0);
    // What a killed process leaves is a draft, which no process reads and the last merge removes.
    std::fs::write(Path::new(&broken).join("blocks/.draftXyZ012"), "half a bl").unwrap();
    ended(0, &["run", &broken]);
    ended(1, &["merge", &broken]);
    assert_eq!(bytes(&whole), bytes(&broken));
}

fn started(words: &[&str]) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
    command.arg("campaign").args(words).current_dir(root());
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// One cell in one block that takes minutes.
const LONG: [&str; 8] =
    ["--mech", "ps-dsf", "--property", "sp", "--blocks", "1", "--instances", "1000000000"];

#[test]
#[cfg(unix)]
fn a_block_that_is_interrupted_writes_nothing() {
    for signal in [rustix::process::Signal::TERM, rustix::process::Signal::INT] {
        let path = planned("campaign-signal", &LONG);
        let Running(child) = &mut Running(started(&["run", &path, "--block", "0"]));
        // By then the program handles signals.
        std::thread::sleep(Duration::from_secs(1));
        kill(child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(3));
        assert_eq!(bytes(&path).keys().collect::<Vec<_>>(), ["campaign.toml"]);
        assert_eq!(status(&path)["missing"]["numbers"], "0");
    }
}

const SMALL: [&str; 10] = [
    "--mech",
    "drf",
    "--property",
    "si,ef",
    "--scope",
    "users=2,servers=1,resources=2,max=3",
    "--blocks",
    "4",
    "--instances",
    "200",
];

#[test]
fn a_block_runs_again_to_the_same_bytes() {
    let path = planned("campaign-twice", &SMALL);
    ended(0, &["run", &path]);
    let whole = bytes(&path);
    let said = ended(0, &["run", &path, "--block", "0-7"]);
    assert!(said.contains("0 blocks done, 8 there already"), "{said}");
    for file in whole.keys().filter(|name| name.starts_with("blocks/")) {
        std::fs::remove_file(Path::new(&path).join(file)).unwrap();
    }
    ended(0, &["run", &path, "--block", "0-7"]);
    assert_eq!(bytes(&path), whole);
    assert!(ended(2, &["run", &path, "--block", "8"]).contains("8 blocks are numbered from 0"));
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
            made.drain(ends[k - 1] + 1..=ends[k]);
        }
    }
    made
}

#[test]
fn damage_is_named_and_repaired() {
    let path = planned("campaign-damaged", &SMALL);
    ended(0, &["run", &path]);
    let (folder, file) = (Path::new(&path), Path::new(&path).join("blocks/3.toml"));
    let plan = Campaign::of(folder).unwrap();
    let bench = fairwitness::workbench::model("cluster").unwrap();
    let (whole, before) = (plan.results(bench, folder).unwrap(), std::fs::read(&file).unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(45);
    for _ in 0..300 {
        let made = damaged(&before, &mut rng);
        if made == before {
            continue;
        }
        std::fs::write(&file, &made).unwrap();
        let error = plan.results(bench, folder).expect_err(&String::from_utf8_lossy(&made));
        assert!(error.to_string().contains("blocks/3.toml"), "{error}");
        assert_eq!(plan.status(folder).unwrap().damaged, [3], "{}", String::from_utf8_lossy(&made));
    }
    let said = ended(2, &["merge", &path]);
    assert!(said.contains("3.toml") && said.contains("run its block again"), "{said}");
    // The list of what is to be run has the damaged block, which is done again.
    assert!(ended(0, &["slurm", &path]).contains("--array=3 "));
    let said = ended(0, &["run", &path]);
    assert!(said.contains("3.toml") && said.contains("1 blocks done"), "{said}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert_eq!(plan.results(bench, folder).unwrap(), whole);
}

#[test]
fn foreign_files_are_named_and_refused() {
    let path = planned("campaign-foreign", &SMALL);
    ended(0, &["run", &path]);
    let blocks = Path::new(&path).join("blocks");
    let refused = |name: &str, what: &str| {
        for words in [&["status", &path][..], &["merge", &path]] {
            let said = ended(if words[0] == "merge" { 2 } else { 0 }, words);
            assert!(said.contains(name) && said.contains(what), "{words:?}: {said}");
        }
    };
    for name in ["notes.txt", "8.toml", "03.toml", "0"] {
        std::fs::write(blocks.join(name), "mine").unwrap();
        refused(name, "no block of this campaign");
        std::fs::remove_file(blocks.join(name)).unwrap();
    }
    let other = planned("campaign-foreign-other", &[&SMALL[..], &["--seed", "1"]].concat());
    ended(0, &["run", &other]);
    let own = std::fs::read(blocks.join("2.toml")).unwrap();
    for (from, what) in [
        (format!("{other}/blocks/2.toml"), "another campaign"),
        (format!("{path}/blocks/1.toml"), "is block 1"),
    ] {
        std::fs::copy(from, blocks.join("2.toml")).unwrap();
        refused("2.toml", what);
        assert!(ended(2, &["run", &path, "--block", "2"]).contains(what));
    }
    std::fs::write(blocks.join("2.toml"), own).unwrap();
    ended(0, &["merge", &path]);
    let said = ended(2, &["plan", &path, "--mech", "tsf", "--property", "si"]);
    assert!(said.contains("another campaign"), "{said}");
}

/// Changes the first block that contains `from`, merges, and restores the block. Returns the output of `merge`.
fn told_of(path: &str, from: &str, to: &str) -> String {
    let files = bytes(path).into_iter();
    let (name, before) = files
        .filter(|(name, _)| name.starts_with("blocks/"))
        .find(|(_, t)| t.contains(from))
        .unwrap_or_else(|| panic!("{from} is in no block"));
    let (body, last) = before.trim_end().rsplit_once('\n').unwrap();
    assert!(last.starts_with("# ended "), "{before}");
    // The checksum protects against damage and not against forgery.
    let file = Path::new(path).join(&name);
    std::fs::write(&file, sealed(&format!("{}\n", body.replacen(from, to, 1)))).unwrap();
    let said = ended(2, &["merge", path]);
    std::fs::write(&file, &before).unwrap();
    assert!(said.contains(&name), "{from} -> {to}: {said}");
    said
}

/// Merging checks every statement of a block that can be checked: violations, values and counts.
#[test]
fn what_blocks_say_is_judged_again() {
    let done = |name: &str, plan: &[&str]| {
        let path = planned(name, plan);
        ended(0, &["run", &path]);
        assert_ne!(campaign(&["merge", &path]).status.code(), Some(2));
        path
    };
    let scope = ["--scope", "users=2,servers=2,resources=2,max=3", "--blocks", "4", "--instances", "300"];
    let search =
        done("campaign-false", &[&["--mech", "tsf,drf", "--property", "bf,po"], &scope[..]].concat());
    for (from, to) in [
        ("capacity = [[1, 1]", "capacity = [[1, 2]"),
        ("margin = \\\"1/", "margin = \\\"2/"),
        ("mechanism = \\\"tsf\\\"", "mechanism = \\\"drf\\\""),
    ] {
        assert!(told_of(&search, from, to).contains("record: "), "{from}");
    }
    assert!(told_of(&search, "instances = 300", "instances = 301").contains("at most 300"));
    assert!(told_of(&search, "refused = ", "refused = 9223372036854775").contains("more than its instances"));
    assert!(told_of(&search, "cell = [\n", "cell = [\n{ },\n").contains("2 cells, not 1"));
    assert!(told_of(&search, "refused", "rejected").contains("unknown field `rejected`"));
    let worst =
        done("campaign-false-worst", &[&["--mech", "c-drfh", "--measure", "si-ratio"], &scope[..]].concat());
    assert!(told_of(&worst, "worst = [\"", "worst = [\"1").contains("does not have this value"));
    let census = ["--census", "--mech", "drf-tasks", "--property", "ef", "--blocks", "3"];
    let small = ["--scope", "users=2,servers=1,resources=1,max=2"];
    let census = done("campaign-false-census", &[&census[..], &small].concat());
    assert!(told_of(&census, "counts = [", "counts = [1").contains("and the block has"));
    // A server with 1 of the resource and two users who need 1 each: one of them envies the other; with 2, none.
    let told = told_of(&census, "capacity = [[\"1\"]]", "capacity = [[\"2\"]]");
    assert!(told.contains("does not violate"), "{told}");
    let file = text(&lines("campaign-false-lines"));
    let batch = ["--batch", &file, "--instances", "60", "--mech", "drf", "--property", "si,ef"];
    let batch = planned("campaign-false-batch", &batch);
    ended(0, &["run", &batch]);
    assert!(told_of(&batch, "holds", "junk").contains("line 1 is no verdict"));
    assert!(told_of(&batch, "lines = ", "cell = [] #").contains("0 cells, not 2"));
    // A file that has changed since the plan is refused.
    std::fs::write(&file, "{}\n").unwrap();
    std::fs::remove_file(Path::new(&batch).join("blocks/0.toml")).unwrap();
    let said = ended(2, &["run", &batch]);
    assert!(said.contains("pools.jsonl") && said.contains("changed"), "{said}");
}

#[test]
fn a_process_takes_its_block_from_its_engine() {
    let path = planned("campaign-env", &SMALL);
    let run = |variables: &[(&str, &str)], more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        for name in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "PARALLEL_SEQ"] {
            command.env_remove(name);
        }
        let words = ["campaign", "run", &path, "--block-from-env", "--format", "json"];
        let output = command.args(words).args(more).envs(variables.iter().copied()).output().unwrap();
        let done: Json = serde_json::from_slice(&output.stdout).unwrap_or_default();
        (output.status.code(), format!("{} {}", done["done"], said(&output)))
    };
    // Slurm and Kubernetes count from 0 and GNU parallel from 1; the first that is set counts.
    for (variables, done) in [
        (&[("SLURM_ARRAY_TASK_ID", "0"), ("PARALLEL_SEQ", "4")][..], "\"0\""),
        (&[("JOB_COMPLETION_INDEX", "1"), ("PARALLEL_SEQ", "4")], "\"1\""),
        (&[("PARALLEL_SEQ", "3")], "\"2\""),
    ] {
        let (code, said) = run(variables, &[]);
        assert!(code == Some(0) && said.starts_with(done), "{variables:?}: {said}");
    }
    let (code, said) = run(&[("JOB_COMPLETION_INDEX", "1")], &["--each", "5"]);
    assert!(code == Some(0) && said.starts_with("\"5-7\""), "the second five of eight: {said}");
    for (variables, part) in [
        (&[][..], "none of SLURM_ARRAY_TASK_ID"),
        (&[("PARALLEL_SEQ", "0")], "no number from 1 on"),
        (&[("SLURM_ARRAY_TASK_ID", "x"), ("PARALLEL_SEQ", "1")], "SLURM_ARRAY_TASK_ID is x"),
        (&[("JOB_COMPLETION_INDEX", "8")], "8 blocks are numbered from 0"),
    ] {
        let (code, said) = run(variables, &[]);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(code == Some(2) && said.contains(part), "{variables:?}: {said}");
    }
}

#[test]
fn numbers_of_blocks_are_ranges() {
    for (list, written) in [(&[][..], ""), (&[7], "7"), (&[0, 1, 2, 5, 7, 8], "0-2,5,7-8")] {
        assert_eq!(ranges(list), written);
        assert_eq!(numbers(written).unwrap_or_default(), list);
    }
    for wrong in ["x", "1-", "-1", "1,,2", "1000000", "0-99999999999999999999"] {
        assert_eq!(numbers(wrong), None, "{wrong}");
    }
}
