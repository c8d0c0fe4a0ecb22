//! Hostile files: every file of a megabyte leads to an answer or an error within 10 s of processor time and 1 GiB.

use std::fmt::Write as _;

use rayon::prelude::*;

use super::support::{folder, under};

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
    let here = folder("hostile-shapes");
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
