//! Hostile scenario files: each leads to an answer, or to a refusal that names file and field, within 10 s of
//! processor time and 1 GiB.

use std::path::Path;
use std::process::Output;

use fairwitness::simulator::bounds;

use super::support::{folder, root, under};

pub fn simulated(file: &Path, more: &[&str]) -> Output {
    let asked = [&["simulate", "--scenario", file.to_str().unwrap()], more].concat();
    under("ulimit -v 1048576; ulimit -t 10;", &asked, &root())
}

/// The text of both output streams, with single blanks.
pub fn said(output: &Output) -> String {
    let both = [&output.stdout[..], b" ", &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).split_whitespace().collect::<Vec<_>>().join(" ")
}

pub const ONE: &str = "[servers]\ncapacity = [[\"1\", \"1\"]]\n";
pub const TASK: &str = "[[user]]\n[[user.job]]\ndemand = [\"1\", \"1\"]\ntasks = 1\nseconds = 1\n";

/// A scenario of the given parts.
pub fn scenario_of(policy: &str, head: &str, servers: &str, users: &str) -> String {
    format!("policy = \"{policy}\"\n{head}{servers}{users}")
}

/// Users with the given weights and the usual job.
fn weighted(weights: impl Iterator<Item = u64>) -> String {
    weights.map(|w| TASK.replacen("[[user]]\n", &format!("[[user]]\nweight = {w}\n"), 1)).collect()
}

/// Scenario files by name, with the field that is refused, or "" if there is an answer.
fn shapes() -> Vec<(&'static str, String, &'static str)> {
    let first = |head: &str, servers: &str, users: &str| scenario_of("first-fit-drfh", head, servers, users);
    let day = |fields: &str| first("", ONE, &format!("[day]\n{fields}\n"));
    let short = "horizon = 60\n";
    let job = |fields: &str| format!("[[user]]\n[[user.job]]\n{fields}\n");
    let servers = |fields: &str| format!("[servers]\n{fields}\n");
    let large = "\"9000000000000\"";
    let wide = vec!["1"; 100_000].join(", ");
    let acts = |head: &str| scenario_of("ps-dsf-servers", head, ONE, &job("demand = [\"1\", \"1\"]"));
    vec![
        ("billion-servers", first(short, &format!("{ONE}count = [1000000000]\n"), TASK), "servers.count[0]"),
        (
            "billion-drawn",
            first(short, &servers("draw = 1000000000\ntable = \"wang2013-table1\""), TASK),
            "servers.draw",
        ),
        ("day-tasks", day("tasks = 1000000000000000000\nusers = 3"), "day.tasks"),
        ("day-users", day("tasks = 10\nusers = 1000000000000"), "day.users"),
        ("day-hours", day("tasks = 10\nusers = 3\nhours = 9223372036854775807"), "day.hours"),
        ("day-load", day("tasks = 10\nusers = 3\nload = \"1000000000000000000000\""), "day.load"),
        ("far-horizon", first("horizon = 9000000000000000\n", ONE, TASK), "horizon"),
        ("negative-horizon", first("horizon = -1\n", ONE, TASK), "horizon"),
        ("nan-horizon", first("horizon = \"nan\"\n", ONE, TASK), "horizon"),
        ("float-horizon", first("horizon = inf\n", ONE, TASK), "horizon"),
        ("long-number", first(&format!("horizon = \"{}\"\n", "9".repeat(1_000_000)), ONE, TASK), "horizon"),
        ("many-moments", first("horizon = 100000000\nevery = \"0.001\"\n", ONE, TASK), "every"),
        (
            "negative-time",
            first("", ONE, &TASK.replace("seconds = 1", "seconds = -1")),
            "user[0].job[0].seconds",
        ),
        ("late-task", first("", ONE, &format!("{TASK}at = 9000000000000000\n")), "user[0].job[0].at"),
        (
            "late-within-bounds",
            first("", ONE, &format!("{TASK}at = 3000000000\n")),
            "every: the run is not over",
        ),
        (
            "turned-time",
            first("", ONE, &TASK.replace("seconds = 1", "seconds = [2, 1]")),
            "user[0].job[0].seconds",
        ),
        (
            "century-tasks",
            first(
                "",
                ONE,
                &TASK.replace("seconds = 1", "seconds = 3000000000").replace("tasks = 1", "tasks = 9"),
            ),
            "every: the run is not over",
        ),
        (
            "billion-tasks",
            first("", ONE, &TASK.replace("tasks = 1", "tasks = 4000000000")),
            "user[0].job[0].tasks",
        ),
        (
            "tasks-in-all",
            first("", ONE, &TASK.replace("tasks = 1", "tasks = 49000000").repeat(2)),
            "user[1]: makes more than 50000000 tasks",
        ),
        (
            "crowd",
            first(
                short,
                &servers(&format!("capacity = [[{large}, {large}]]")),
                &job("demand = [\"0.000001\", \"0.000001\"]\nseconds = 100").repeat(3),
            ),
            "more than 8000000 tasks are to run at one time",
        ),
        (
            "too-large",
            first(short, &servers("capacity = [[\"90000000000000000000\", \"1\"]]"), TASK),
            "capacity[0][0]",
        ),
        (
            "sum-of-servers",
            first(short, &servers(&format!("capacity = [[{large}, {large}]]\ncount = [2]")), TASK),
            "servers.capacity: all servers together",
        ),
        (
            "unlike-totals",
            first(
                short,
                &servers("capacity = [[\"8999999999999\", \"7999999999999\", \"6999999999997\"]]"),
                &TASK.replace("\"1\", \"1\"", "\"1\", \"1\", \"1\""),
            ),
            "no common denominator of 128 bits",
        ),
        (
            "best-fit-products",
            scenario_of(
                "best-fit-drfh",
                short,
                &servers("capacity = [[\"8999999999999\", \"7999999999999\"], [\"1\", \"2\"]]"),
                &TASK.replace("\"1\", \"1\"", "\"999999999999\", \"777777777777\""),
            ),
            "as best fit compares them",
        ),
        (
            "huge-weight",
            first(short, ONE, &weighted([9_223_372_036_854_775_807].into_iter())),
            "user[0].weight",
        ),
        ("zero-weight", first(short, ONE, &weighted([0].into_iter())), "user[0].weight"),
        ("unlike-weights", first(short, ONE, &weighted(900..1100)), "the weights of users"),
        ("slots", scenario_of("slots-9223372036854775807", short, ONE, TASK), "policy"),
        ("zero-slots", scenario_of("slots-0", short, ONE, TASK), "policy"),
        ("periods", acts("period = \"0.001\"\nhorizon = 1000000000\n"), "period"),
        ("zero-period", acts("period = 0\nhorizon = 1000\n"), "period"),
        (
            "divisible-century",
            scenario_of(
                "drfh",
                "horizon = 3000000000\n",
                ONE,
                &TASK.replace("tasks = 1", "tasks = 50000000").replace("seconds = 1", "seconds = 3000000000"),
            ),
            "",
        ),
        (
            "divisible-pairs",
            scenario_of(
                "drfh",
                short,
                &format!("{ONE}count = [99999]\n"),
                &job("demand = [\"1\", \"1\"]").repeat(100),
            ),
            "user: 100 users and 99999 servers",
        ),
        (
            "wide-servers",
            first(short, &servers(&format!("capacity = [[{wide}]]\ncount = [1000]")), TASK),
            "servers.capacity[0]",
        ),
        (
            "eligible",
            first(
                short,
                &format!("{ONE}count = [99999]\n"),
                &format!("[[user]]\neligible = [0]\n{}", &TASK[9..]).repeat(600),
            ),
            "pairs of user and server",
        ),
        (
            "endless",
            first(
                "horizon = 1000\nevery = 100\n",
                ONE,
                &job("demand = [\"1\", \"1\"]\nseconds = 0").repeat(2),
            ),
            "",
        ),
        (
            "nothing-demanded",
            first(short, ONE, &TASK.replace("\"1\", \"1\"", "0, 0")),
            "user[0].job[0].demand",
        ),
        (
            "short-demand",
            first(short, ONE, &format!("{TASK}{}", TASK.replace("\"1\", \"1\"", "\"1\""))),
            "user[1].job[0].demand",
        ),
        ("zero-server", first(short, &servers("capacity = [[\"0\", \"0\"]]"), TASK), ""),
        ("no-servers", first(short, &servers("capacity = []"), TASK), "servers.capacity"),
        ("counted-to-none", first(short, &format!("{ONE}count = [0]\n"), TASK), "servers.capacity"),
        ("no-users", first("horizon = 60\nuser = []\n", ONE, ""), "user: there is no user"),
        (
            "two-names",
            first(short, ONE, &TASK.replace("[[user]]\n", "[[user]]\nname = \"a\"\n").repeat(2)),
            "user[1]",
        ),
        (
            "control-name",
            first(short, ONE, &TASK.replace("[[user]]\n", "[[user]]\nname = \"\\u001b[31m\"\n")),
            "user[0].name",
        ),
        ("two-tables", first(short, ONE, &format!("{TASK}{ONE}")), "line"),
        ("empty", String::new(), "policy"),
    ]
}

#[test]
fn every_scenario_file_ends_in_an_answer_or_a_refusal() {
    let here = folder("scenarios-files");
    let (mut faults, all) = (String::new(), shapes());
    for (name, text, told) in &all {
        let file = here.join(format!("{name}.toml"));
        std::fs::write(&file, text).unwrap();
        let output = simulated(&file, &[]);
        let said = said(&output);
        let code = if told.is_empty() { Some(0) } else { Some(2) };
        let well =
            output.status.code() == code && said.contains(told) && said.contains(&format!("{name}.toml"));
        if !well || said.contains('\u{1b}') {
            let brief: String = said.chars().take(300).collect();
            faults += &format!("{name}: {:?}, and not {told:?}: {brief}\n", output.status);
        }
    }
    assert!(faults.is_empty(), "{faults}");
    assert!(all.len() > 40);
}

/// A run with more tasks than can be simulated in the time ends with its results so far.
#[test]
fn a_run_ends_within_its_budget() {
    let here = folder("scenarios-budget");
    let file = here.join("long.toml");
    let tasks = TASK.replace("tasks = 1", "tasks = 40000000").replace("\"1\", \"1\"", "\"0.1\", \"0.1\"");
    std::fs::write(&file, scenario_of("first-fit-drfh", "every = 10000\n", ONE, &tasks)).unwrap();
    let began = std::time::Instant::now();
    let output = simulated(&file, &["--budget", "1s", "--format", "json"]);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("stopped at") && said.contains("tasks started"), "{said}");
    assert!(began.elapsed().as_secs() < 8, "{:?}", began.elapsed());
    // The limit does not affect a scenario that ends earlier.
    std::fs::write(&file, scenario_of("first-fit-drfh", "", ONE, TASK)).unwrap();
    let output = simulated(&file, &["--budget", "1m"]);
    assert_eq!(output.status.code(), Some(0), "{}", self::said(&output));
}

/// The figures of the papers stay within the bounds of files.
#[test]
fn the_bounds_leave_room() {
    // Servers of the whole table of 2013, and ten times the servers of its day.
    const { assert!(bounds::SERVERS >= 12_583 && bounds::SERVERS >= 20_000) };
    // The trace of 2011: 930 users and some 25 million tasks in 29 days, examined once a minute.
    const { assert!(bounds::USERS >= 930 && bounds::TASKS >= 25_000_000) };
    const { assert!(bounds::MOMENTS >= 29 * 24 * 60 && bounds::PAIRS >= 930 * 12_583) };
    // Sums over a whole run stay below the largest number of their type.
    let used = i128::from(i64::MAX) * i128::from(bounds::END + bounds::TIME);
    assert!(used < i128::MAX / 2);
}
