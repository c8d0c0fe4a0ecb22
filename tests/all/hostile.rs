//! Hostile files, folders and timing: files of a megabyte, a full disk, processes that disturb each other, and
//! records whose texts are all markup.
//!
//! The program runs under limits of its shell: 1 GiB of memory and 10 s of processor time.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rayon::prelude::*;

use super::support::root;

/// A new folder called `name`.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Runs the program after `limits`, a line of the shell that ends in a semicolon.
fn under(limits: &str, arguments: &[&str], at: &Path) -> Output {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{limits} exec \"$0\" \"$@\"")).arg(env!("CARGO_BIN_EXE_verify"));
    command.args(arguments).current_dir(at).stdin(Stdio::null()).output().unwrap()
}

/// The text of both output streams.
fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The files under a folder with their contents.
fn listed(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(listed(&path));
        } else {
            found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

const SLICES: &str =
    "model = \"cluster\"\ncapacity = [[0, 1], [1, 1]]\ndemand = [[1, 1], [0, 1]]\neligible = [[0, 1], [1]]\n";

/// No file can grow, and no signal ends the program for trying.
const FULL: &str = "trap '' XFSZ; ulimit -f 0;";

#[test]
fn a_full_disk_leaves_nothing_behind() {
    let here = folder("full");
    std::fs::write(here.join("slices.toml"), SLICES).unwrap();
    let before = listed(&here);
    let one =
        ["--mech", "tsf", "--property", "si", "--instance", "slices.toml", "--save", "--archive", "kept"];
    let searched = ["--mech", "tsf", "--property", "si", "--no-archive", "--save", "--archive", "kept"];
    let campaign =
        ["campaign", "hunt", "--mech", "c-drfh", "--property", "si", "--blocks", "2", "--instances", "300"];
    for (arguments, code) in [(&one[..], 1), (&searched[..], 1), (&campaign[..], 1)] {
        let full = under(FULL, arguments, &here);
        let text = said(&full);
        assert_eq!(full.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains("too large") || text.contains("No space"), "{arguments:?}: {text}");
        assert!(text.contains("kept") || text.contains("campaign.toml"), "which file: {text}");
        assert_eq!(listed(&here), before, "{arguments:?}");
        let _ = (std::fs::remove_dir_all(here.join("kept")), std::fs::remove_dir_all(here.join("hunt")));
        let free = under("", arguments, &here);
        assert_eq!(free.status.code(), Some(code), "{arguments:?}: {}", said(&free));
        assert!(listed(&here).len() > before.len(), "{arguments:?}");
        let _ = (std::fs::remove_dir_all(here.join("kept")), std::fs::remove_dir_all(here.join("hunt")));
    }
}

/// The disk is full in the middle of a campaign: finished blocks stay, and the campaign continues there once there
/// is space.
#[test]
fn a_campaign_goes_on_when_there_is_room_again() {
    let here = folder("full-later");
    let arguments = [
        "campaign",
        "hunt",
        "--mech",
        "c-drfh",
        "--property",
        "si,bf",
        "--blocks",
        "2",
        "--instances",
        "300",
    ];
    assert_eq!(under("", &arguments, &here).status.code(), Some(1));
    let whole = listed(&here);
    let blocks: Vec<&PathBuf> =
        whole.iter().map(|(p, _)| p).filter(|p| p.to_string_lossy().contains("blocks")).collect();
    assert!(blocks.len() > 1, "{blocks:?}");
    std::fs::remove_file(blocks[0]).unwrap();
    std::fs::remove_file(here.join("hunt/results.toml")).unwrap();
    let left = listed(&here);
    let full = under(FULL, &arguments[..2], &here);
    assert_eq!(full.status.code(), Some(2), "{}", said(&full));
    assert_eq!(listed(&here), left);
    assert_eq!(under("", &arguments[..2], &here).status.code(), Some(1));
    // The workers and their times are in the folder of leases, which differs.
    let work = |all: Vec<(PathBuf, String)>| -> Vec<(PathBuf, String)> {
        all.into_iter().filter(|(path, _)| !path.to_string_lossy().contains("leases")).collect()
    };
    assert_eq!(work(listed(&here)), work(whole));
}

#[test]
fn three_processes_on_one_campaign_do_not_mind_each_other() {
    let here = folder("three");
    let asked = |name: &'static str| {
        [
            "campaign",
            name,
            "--mech",
            "tsf,c-drfh",
            "--property",
            "si,ef",
            "--blocks",
            "3",
            "--instances",
            "60",
            "--threads",
            "1",
        ]
    };
    let single = under("", &asked("one"), &here);
    assert_eq!(single.status.code(), Some(1), "{}", said(&single));
    let start = |_| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.args(asked("shared")).current_dir(&here).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let three: Vec<_> = (0..3).map(start).collect();
    for child in three {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    }
    let bare = |name: &str| -> Vec<(String, String)> {
        let from = here.join(name);
        listed(&from)
            .into_iter()
            .map(|(p, t)| (p.strip_prefix(&from).unwrap().display().to_string(), t))
            .collect()
    };
    let (alone, together) = (bare("one"), bare("shared"));
    assert!(alone.len() > 5);
    let without_blocks = |all: &[(String, String)]| -> Vec<(String, String)> {
        let kept = |name: &str| !name.starts_with("blocks") && !name.starts_with("leases");
        all.iter().filter(|(name, _)| kept(name)).cloned().collect()
    };
    assert_eq!(without_blocks(&alone), without_blocks(&together));
    // A block of a settled cell may exist or not; existing blocks do not differ.
    for (name, text) in together.iter().filter(|(name, _)| name.starts_with("blocks")) {
        assert!(alone.iter().all(|(other, known)| other != name || known == text), "{name}");
    }
    let merged = under("", &["campaign", "merge", "merged", "shared", "one"], &here);
    assert_eq!(merged.status.code(), Some(1), "{}", said(&merged));
    assert_eq!(without_blocks(&bare("merged")), without_blocks(&alone));
}

/// Names that lead out of the folder, repeated names, and impossible numbers of blocks.
#[test]
fn campaigns_of_others_stay_in_their_folder() {
    let here = folder("strange");
    let asked =
        ["campaign", "hunt", "--mech", "tsf", "--property", "si", "--blocks", "1", "--instances", "9"];
    assert_eq!(under("", &asked, &here).status.code().map(|c| c < 2), Some(true));
    let file = here.join("hunt/campaign.toml");
    let good = std::fs::read_to_string(&file).unwrap();
    let many: String = (0..3000).map(|k| format!("\"m{k}\", ")).collect();
    for (from, to, part) in [
        ("mechanisms = [\"tsf\"]", "mechanisms = [\"../../tsf\"]", "mechanisms[0]: `../../tsf` is no id"),
        ("mechanisms = [\"tsf\"]", "mechanisms = [\"\"]", "is no id"),
        ("properties = [\"si\"]", "properties = [\"si\", \"si\"]", "properties[1]: `si` stands twice"),
        ("blocks = 1", "blocks = 9223372036854775807", "blocks: must be at most 1000000"),
        ("mechanisms = [\"tsf\"]\nproperties = [\"si\"]\n", "MANY", "more than 1,000,000 blocks"),
    ] {
        let to = if to == "MANY" {
            format!("mechanisms = [{many}]\nproperties = [{many}]\n")
        } else {
            to.to_string()
        };
        let text = good.replace(from, &to);
        assert_ne!(text, good);
        std::fs::write(&file, text).unwrap();
        let output = under("", &["campaign", "hunt"], &here);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(part), "{part}: {}", said(&output));
    }
}

const MEGABYTE: usize = 1 << 20;

/// A head, as many items as fit into a megabyte, separated by commas, and a tail.
fn filled(head: &str, item: &str, tail: &str) -> String {
    let times = (MEGABYTE - head.len() - tail.len()) / (item.len() + 2);
    format!("{head}{}{tail}", vec![item; times].join(", "))
}

/// Items by number, separated by commas.
fn listed_as(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

/// Files of about a megabyte: name, content, and `true` if reading them leads to work that ends with its time.
fn shapes() -> Vec<(&'static str, Vec<u8>, bool)> {
    let cluster = |rest: &str| format!("model = \"cluster\"\n{rest}");
    let arrivals = |rest: &str| format!("model = \"arrivals\"\n{rest}");
    let covering = |rest: &str| format!("model = \"covering\"\n{rest}");
    let deep = |open: &str, inside: &str, close: &str, n: usize| {
        format!("{}{inside}{}", open.repeat(n), close.repeat(n))
    };
    let record = |model: &str, mechanism: &str, property: &str, instance: &str, outcome: &str| {
        format!(
            "format = 2\nmodel = \"{model}\"\nmechanism = \"{mechanism}\"\nproperty = \"{property}\"\nclaims = []\nnote = \"\"\n\n\
             [instance]\n{instance}\n[outcome]\n{outcome}\n[certificate]\nkind = \"rule\"\n\n[witness]\nkind = \"agent\"\n\
             agent = 0\nmargin = 1\nstands = \"every\"\n\n[found]\nstrategy = \"auto\"\nseed = 0\nhypothesis = \"none\"\n\
             minimality = \"local\"\n"
        )
    };
    let ones = |n: usize| listed_as(n, |_| "[1]".to_string());
    let texts: Vec<(&'static str, String, bool)> = vec![
        ("cluster-users.toml", filled(&cluster("capacity = [[1]]\ndemand = ["), "[1]", "]\n"), true),
        ("cluster-servers.toml", filled(&cluster("demand = [[1]]\ncapacity = ["), "[1]", "]\n"), false),
        (
            "cluster-resources.toml",
            cluster(&format!(
                "demand = [[{0}]]\ncapacity = [[{0}]]\n",
                listed_as(MEGABYTE / 7, |_| "1".to_string())
            )),
            false,
        ),
        (
            "cluster-square.toml",
            cluster(&format!(
                "demand = [{0}]\ncapacity = [{0}]\neligible = [{1}]\n",
                listed_as(900, |_| "[1, 2]".to_string()),
                listed_as(900, |_| format!("[{}]", listed_as(225, |s| (4 * s).to_string())))
            )),
            false,
        ),
        (
            "cluster-rates.toml",
            cluster(&format!(
                "demand = [{0}]\ncapacity = [{0}]\nrate = [{1}]\n",
                ones(570),
                listed_as(570, |_| format!("[{}]", listed_as(570, |_| "1".to_string())))
            )),
            false,
        ),
        (
            "cluster-numbers.toml",
            cluster(&format!(
                "demand = [{}]\ncapacity = [{}]\n",
                listed_as(130, |u| format!("[\"{}{u}\"]", "7".repeat(3900))),
                listed_as(130, |s| format!("[\"{}/{}1\"]", "8".repeat(1900), "3".repeat(1900 + s % 7)))
            )),
            false,
        ),
        (
            "cluster-number.toml",
            cluster(&format!("demand = [[\"{}\"]]\ncapacity = [[1]]\n", "9".repeat(MEGABYTE))),
            false,
        ),
        (
            "cluster-label.toml",
            cluster(&format!("demand = [[1]]\ncapacity = [[1]]\nusers = [\"{}\"]\n", "x".repeat(MEGABYTE))),
            false,
        ),
        (
            "cluster-labels.toml",
            filled(&cluster("demand = [[1]]\ncapacity = [[1]]\nusers = ["), "\"<b>\"", "]\n"),
            false,
        ),
        (
            "cluster-labelled.toml",
            cluster(&format!(
                "capacity = [[5]]\ndemand = [{}]\nusers = [{}]\n",
                ones(60_000),
                listed_as(60_000, |u| format!("\"u{u}\""))
            )),
            true,
        ),
        (
            "cluster-nowhere.toml",
            cluster(&format!(
                "capacity = [[1]]\ndemand = [{}]\neligible = [{}]\n",
                ones(80_000),
                listed_as(80_000, |_| "[]".to_string())
            )),
            true,
        ),
        (
            "cluster-tasks.toml",
            cluster(&format!(
                "capacity = [[\"{}\"]]\ndemand = [[1], [1]]\n# {}\n",
                "9".repeat(3000),
                "x".repeat(MEGABYTE)
            )),
            true,
        ),
        ("cluster-nested.toml", cluster(&format!("capacity = {}", deep("[", "", "]", 500_000))), false),
        (
            "cluster-nested.json",
            format!("{{\"model\": \"cluster\", \"capacity\": {}}}", deep("[", "", "]", 500_000)),
            false,
        ),
        ("objects.json", deep("{\"a\": ", "1", "}", 150_000), false),
        ("keys.toml", format!("{}a = 1\n", "a.".repeat(500_000)), false),
        ("tables.toml", format!("a = {}", deep("{a = ", "1", "}", 150_000)), false),
        ("headers.toml", cluster(&(0..110_000).map(|t| format!("[t{t}]\n")).collect::<String>()), false),
        ("twice.json", format!("{{{}\"x\": 1}}", "\"model\": \"cluster\", ".repeat(50_000)), false),
        ("twice.toml", "a = 1\n".repeat(170_000), false),
        (
            "fields.json",
            format!("{{\"model\": \"cluster\", {}}}", listed_as(80_000, |f| format!("\"f{f}\": 1"))),
            false,
        ),
        (
            "lines.toml",
            format!(
                "model = \"cluster\"\r\ncapacity = [\r\n{}]\r\ndemand = [[1]]\r\n",
                "[1],\r\n".repeat(150_000)
            ),
            false,
        ),
        ("blank.toml", "\n".repeat(MEGABYTE), false),
        ("unclosed.toml", cluster(&format!("users = [\"{}", "x".repeat(MEGABYTE))), false),
        ("marks.json", format!("{{\"model\": \"{}\"}}", "\\u202e".repeat(170_000)), false),
        ("halves.json", format!("{{\"model\": \"{}\"}}", "\\ud800".repeat(170_000)), false),
        (
            "exponent.json",
            format!(
                "{{\"model\": \"cluster\", \"capacity\": [[1e{}]], \"demand\": [[1]]}}",
                "9".repeat(MEGABYTE)
            ),
            false,
        ),
        ("arrivals-agents.toml", filled(&arrivals("demand = ["), "[1, 2]", "]\n"), false),
        (
            "arrivals-some.toml",
            arrivals(&format!(
                "demand = [{}]\n",
                listed_as(2_000, |a| format!(
                    "[{}]",
                    listed_as(150, |r| (1 + (a * 7 + r * 3) % 9).to_string())
                ))
            )),
            true,
        ),
        (
            "arrivals-resources.toml",
            arrivals(&format!(
                "demand = [[{0}], [{0}]]\n",
                listed_as(MEGABYTE / 6, |r| (1 + r % 9).to_string())
            )),
            false,
        ),
        (
            "arrivals-numbers.toml",
            arrivals(&format!(
                "demand = [{}]\n",
                listed_as(150, |a| format!(
                    "[\"{}{a}\", \"{}{}\"]",
                    "7".repeat(3000),
                    "5".repeat(3000),
                    a * a
                ))
            )),
            true,
        ),
        (
            "arrivals-tower.toml",
            arrivals(&format!(
                "demand = [[\"((((eps^64)^64+1)^64+eps)^64)^64\", 1]]\n# {}\n",
                "x".repeat(MEGABYTE)
            )),
            false,
        ),
        ("arrivals-sum.toml", arrivals(&format!("demand = [[\"{}1\", 1]]\n", "eps+".repeat(250_000))), false),
        (
            "arrivals-brackets.toml",
            arrivals(&format!("demand = [[\"{}\", 1]]\n", deep("(", "eps", ")", 500_000))),
            false,
        ),
        (
            "arrivals-eps.toml",
            arrivals(&format!(
                "demand = [{}]\n",
                listed_as(1_900, |a| format!("[\"{}eps^{}+{}\", 1]", "0".repeat(500), 1 + a % 9, a % 5))
            )),
            true,
        ),
        (
            "covering-resources.toml",
            covering(&format!("demand = [1]\ncost = [{}]\n", listed_as(MEGABYTE / 3, |_| "1".to_string()))),
            false,
        ),
        (
            "covering-tasks.toml",
            covering(&format!(
                "cost = [{0}]\ndemand = [{0}]\n",
                listed_as(MEGABYTE / 6, |_| "1".to_string())
            )),
            false,
        ),
        (
            "covering-sizes.toml",
            covering(&format!(
                "cost = [{}]\nsize = [{}]\ndemand = [700000, 50000, 999999]\n",
                listed_as(90_000, |i| (1 + i * 7919 % 1000).to_string()),
                listed_as(90_000, |i| (1 + i * 104_729 % 997).to_string())
            )),
            true,
        ),
        (
            "covering-pairs.toml",
            covering(&format!(
                "cost = [{}]\nsize = [{}]\ndemand = [{}]\n# {}\n",
                listed_as(900, |i| (1 + i * 7919 % 1000).to_string()),
                listed_as(900, |i| (1 + i * 104_729 % 997).to_string()),
                listed_as(900, |_| "400".to_string()),
                "x".repeat(MEGABYTE)
            )),
            true,
        ),
        (
            "covering-numbers.toml",
            covering(&format!(
                "cost = [{}]\nsize = [{}]\ndemand = [\"{}\", \"{}\"]\n",
                listed_as(150, |i| format!("\"{}{i}\"", "9".repeat(3000))),
                listed_as(150, |i| format!("\"{}{}\"", "8".repeat(3000), i * i)),
                "7".repeat(3000),
                "6".repeat(3001)
            )),
            true,
        ),
        (
            "record-cluster.toml",
            record(
                "cluster",
                "tsf",
                "si",
                &format!("capacity = [{0}]\ndemand = [{0}]\n", ones(560)),
                &format!(
                    "placement = [{}]\ntasks = [{}]\n",
                    listed_as(560, |_| format!("[{}]", listed_as(560, |_| "0".to_string()))),
                    listed_as(560, |_| "0".to_string())
                ),
            ),
            true,
        ),
        (
            "record-arrivals.toml",
            record(
                "arrivals",
                "ddrf",
                "ef",
                &format!("demand = [{}]\n", listed_as(800, |a| format!("[{}, 1]", a % 9 + 1))),
                &format!(
                    "shares = [{}]\n",
                    listed_as(800, |k| format!("[{}]", listed_as(k + 1, |_| "0".to_string())))
                ),
            ),
            true,
        ),
        (
            "record-covering.toml",
            record(
                "covering",
                "optimum",
                "rounding-bound",
                &format!("cost = [{0}]\ndemand = [1, 2]\n", listed_as(150_000, |_| "1".to_string())),
                &format!("assignment = [{}]\n", listed_as(150_000, |_| "0".to_string())),
            ),
            true,
        ),
        (
            "record-claims.toml",
            record(
                "cluster",
                "tsf",
                "si",
                "capacity = [[1]]\ndemand = [[1]]\n",
                "placement = [[1]]\ntasks = [1]\n",
            )
            .replace("claims = []", &filled("claims = [", "\"made-up\"", "]")),
            false,
        ),
        (
            "record-tree.toml",
            record("covering", "optimum", "feasible", "cost = [1]\ndemand = [1]\n", "assignment = [0]\n")
                .replace(
                    "kind = \"rule\"\n",
                    &format!(
                        "kind = \"tree\"\nroot = {}\n",
                        deep("{ split = 0, branches = [", "\"spare\"", ", \"spare\"] }", 25_000)
                    ),
                ),
            false,
        ),
        ("wide.csv", format!("machine,{}\n", listed_as(120_000, |c| format!("c{c}"))), false),
        (
            "long.csv",
            format!("machine,cpu\n{}", (0..90_000).map(|m| format!("m{m},4\n")).collect::<String>()),
            false,
        ),
        ("quote.csv", format!("machine,cpu\n\"{}", "x".repeat(MEGABYTE)), false),
        (
            "nodes.json",
            format!(
                "{{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [{}]}}",
                listed_as(9_500, |n| format!(
                    "{{\"kind\": \"Node\", \"metadata\": {{\"name\": \"n{n}\"}}, \"status\": {{\"allocatable\": {{\"cpu\": \"4\"}}}}}}"
                ))
            ),
            false,
        ),
    ];
    let mut all: Vec<(&'static str, Vec<u8>, bool)> =
        texts.into_iter().map(|(name, text, long)| (name, text.into_bytes(), long)).collect();
    all.push(("latin1.toml", [b"users = [\"".to_vec(), vec![0xe9; MEGABYTE]].concat(), false));
    all.push(("zeros.toml", vec![0; MEGABYTE], false));
    all.push(("zeros.json", vec![0; MEGABYTE], false));
    all
}

/// The questions about a file; the first is asked in every run of the tests.
fn questions(name: &str) -> Vec<Vec<String>> {
    let told = |line: &str| line.split(' ').map(|word| word.replace("FILE", name)).collect::<Vec<_>>();
    let of_model: &[&str] = match name.split(['-', '.']).next().unwrap() {
        "arrivals" => &[
            "--mech ddrf --property ef --instance FILE",
            "run --mech ddrf --instance FILE",
            "run --mech drf-offline --instance FILE",
            "--mech drf-offline --property dynamic-po --instance FILE",
        ],
        "covering" => &[
            "--mech optimum --property rounding-bound --instance FILE",
            "run --mech rounding --instance FILE",
            "run --mech optimum --instance FILE",
            "--mech greedy --property feasible --instance FILE",
        ],
        "record" => &["replay FILE", "shrink FILE", "export FILE --latex", "run --mech tsf --instance FILE"],
        "wide" | "long" | "quote" => &["import csv FILE FILE", "run --mech tsf --instance FILE"],
        "nodes" => &["import kubernetes FILE FILE", "run --mech tsf --instance FILE"],
        _ => &[
            "run --mech ps-dsf --instance FILE",
            "--mech tsf --property si --instance FILE",
            "--mech drf-tasks --property po --instance FILE",
            "--mech tsf --property si --instance FILE --format json",
            "replay FILE",
            "shrink FILE",
            "judge --mech tsf --property si --instances FILE",
            "import kubernetes FILE FILE",
        ],
    };
    of_model.iter().map(|line| told(line)).collect()
}

/// Work on every file of a megabyte ends by itself, in 10 s of processor time and 1 GiB, without a panic. The test
/// asks one question about each file that only needs reading, and about two others; `FAIRWITNESS_HOSTILE=all` asks
/// all questions.
#[test]
fn files_of_a_megabyte_end_in_time() {
    let everything = std::env::var_os("FAIRWITNESS_HOSTILE").is_some_and(|v| v == "all");
    let here = folder("shapes");
    let all = shapes();
    assert!(all.len() >= 50, "{}", all.len());
    let of_file = |(name, content, long): &(&'static str, Vec<u8>, bool)| {
        let (mut asked, mut faults) = (0, String::new());
        assert!(content.len() > MEGABYTE / 3 && content.len() < 3 * MEGABYTE, "{name}: {}", content.len());
        if *long && !everything && !["cluster-users.toml", "record-arrivals.toml"].contains(name) {
            return (asked, faults);
        }
        std::fs::write(here.join(name), content).unwrap();
        for arguments in questions(name).into_iter().take(if everything { 100 } else { 1 }) {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = under("ulimit -v 1048576; ulimit -t 10;", &arguments, &here);
            asked += 1;
            let errors = String::from_utf8_lossy(&output.stderr);
            let ended = output.status.code().is_some_and(|code| (0..=3).contains(&code));
            if !ended || errors.contains("panicked") || errors.contains("backtrace") || errors.len() > 20_000
            {
                let start: String = errors.chars().take(300).collect();
                let _ = writeln!(faults, "{}: {}: {start}", arguments.join(" "), output.status);
            }
        }
        std::fs::remove_file(here.join(name)).unwrap();
        (asked, faults)
    };
    // Processor time and memory are limited for each process, so processes may run at one time.
    let told: Vec<(usize, String)> = all.par_iter().map(of_file).collect();
    let faults: String = told.iter().map(|(_, faults)| faults.as_str()).collect();
    let asked: usize = told.iter().map(|(asked, _)| asked).sum();
    assert!(faults.is_empty(), "{faults}");
    assert!(asked > 25, "{asked}");
}

/// A label and a note with every kind of markup, which all readers interpret in one way.
const MARKUP: &str = "<script>alert(1)</script> [n](javascript:alert(2)) ![i](http://evil.example/x.png) <img src=x onerror=alert(3)> \
                      {{outcome tsf evil tasks}} {{#include /etc/passwd}} {{ #include /etc/passwd }} \\{{ #include /etc/passwd }} `code` | cell | $x_1$ **bold** ~~gone~~ &lt;b&gt; \
                      \u{1b}[31mred \u{202e}turned\n\n<b>block</b>\n# heading\n</svg></pre></code><iframe>";

/// A record that replays, whose every free text is markup: the pages that mdBook makes contain none of it as markup.
#[test]
fn a_book_with_a_hostile_record_is_inert() {
    use fairwitness::archive::record::Record;
    use fairwitness::document::{Document, Value};
    let here = folder("book");
    for made in ["counterexamples", "evidence", "properties/claims", "book/text", "book/measured"] {
        std::fs::create_dir_all(here.join(made)).unwrap();
    }
    let name = "tsf-si-2u2s2r.toml";
    let document = Document::load(&root().join("counterexamples").join(name)).unwrap();
    let mut record = Record::read(&document).unwrap();
    let Value::Table(fields) = &mut record.instance else { panic!("an instance is a table") };
    for what in ["users", "servers", "resources"] {
        // A label with control characters is refused.
        let label: String = MARKUP.chars().filter(|c| !c.is_control()).collect();
        let names = [format!("{what} one {label}"), format!("{what} two {label}")];
        fields.push((what.to_string(), Value::texts(&names)));
    }
    record.note = MARKUP.to_string();
    // An instance with labels makes no claim to be small.
    record.found.minimality = "given".to_string();
    let given = "tsf-si-2u2s2r-given.toml";
    std::fs::write(here.join("counterexamples").join(given), record.to_toml()).unwrap();
    let needed = [
        "README.md",
        "book/access.js",
        "book/book.toml",
        "book/search.js",
        "book/style.css",
        "book/measured/worst-both-sides.md",
        "counterexamples/tsf-bf-2u2s2r.toml",
        "evidence/simulations.toml",
        "properties/implications.toml",
        "properties/sources.toml",
    ];
    for file in needed {
        std::fs::copy(root().join(file), here.join(file)).unwrap();
    }
    let text = here.join("book/text");
    std::fs::write(text.join("SUMMARY.md"), "# Summary\n\n[Start](start.md)\n").unwrap();
    std::fs::write(text.join("start.md"), "# Start\n").unwrap();
    std::fs::write(text.join("reference.md"), "# Reference\n").unwrap();
    let contents = "- [Reference](reference.md)\n  - [All claims](claims.md)\n{{part records}}\n";
    std::fs::write(text.join("SUMMARY-REFERENCE.md"), contents).unwrap();
    let made = fairwitness::book::files(&here).unwrap_or_else(|e| panic!("{e}"));
    for (path, text) in made.iter().filter(|(path, _)| path.ends_with(".md")) {
        assert_eq!(super::inert::directives(text), Vec::<String>::new(), "{path}");
    }
    let built =
        super::book::mdbook().arg("build").arg(here.join("book")).arg("-d").arg(here.join("html")).output();
    let built = match built {
        Ok(built) => built,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "mdbook is missing: {error}");
            eprintln!("mdbook is missing, the book is not built: cargo install mdbook ({error})");
            return;
        }
    };
    assert!(built.status.success(), "{}", said(&built));
    let (mut pages, mut mentions) = (0, 0);
    for entry in std::fs::read_dir(here.join("html/records")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "html") {
            continue;
        }
        let page = std::fs::read_to_string(&path).unwrap();
        let main = page.split_once("<main>").unwrap().1.split("</main>").next().unwrap();
        pages += 1;
        mentions += main.matches("alert(1)").count();
        for live in [
            "<script",
            "<img",
            "<iframe",
            "<b>",
            "<strong>bold",
            "<del>",
            "href=\"javascript",
            "evil.example/x.png\"",
            "\u{1b}",
            "\u{202e}",
            "<h1>heading",
            "id=\"heading\"",
            "root:x:",
            "<td>cell",
            "<code>code</code>",
            "onerror=alert(3)>",
        ] {
            assert!(!main.contains(live), "{}: {live} is alive", path.display());
        }
    }
    assert!(pages >= 2 && mentions > 10, "{pages} {mentions}");
}

/// One signal ends the program: while it waits for input, and during work that does not react.
#[cfg(unix)]
#[test]
fn one_signal_ends_it() {
    use std::time::{Duration, Instant};
    let folder = folder("signals");
    let huge = folder.join("huge.toml");
    // More picks than can be made in the time.
    let text = format!(
        "model = \"cluster\"\ncapacity = [[\"1{}\"]]\ndemand = [[\"1/1{0}\"], [3]]\n",
        "0".repeat(3000)
    );
    std::fs::write(&huge, text).unwrap();
    let waiting = ["judge", "--mech", "drf", "--property", "si", "--instances", "-"];
    let busy = ["run", "--mech", "drf-tasks", "--instance", huge.to_str().unwrap()];
    for (arguments, most) in [(&waiting[..], 2), (&busy[..], 20)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_verify"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // By then the program handles signals.
        std::thread::sleep(Duration::from_secs(2));
        assert!(child.try_wait().unwrap().is_none(), "{arguments:?}");
        let sent = Instant::now();
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None => std::thread::sleep(Duration::from_millis(20)),
            }
            assert!(sent.elapsed() < Duration::from_secs(most), "{arguments:?}");
        };
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert!(status.code() == Some(3) && said.contains("interrupted"), "{arguments:?} {status:?} {said}");
    }
}
