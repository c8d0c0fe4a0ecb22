//! Hostile traces: each leads to an answer, with rows omitted, or to a refusal that names file and line, within 10 s
//! of processor time and 1 GiB.

use std::io::Write as _;
use std::process::Command;

use super::scenario_files::{ONE, TASK, said, scenario_of, simulated};
use super::support::folder;

/// A row of the trace of 2011: time, job, event, user, CPU, memory.
fn google(time: u64, job: u64, event: u8, user: &str, cpu: &str) -> String {
    format!("{time},,{job},0,,{event},{user},,,{cpu},0.1,,\n")
}

/// A row of the table of 2018.
fn alibaba(count: u64, status: &str, start: u64, end: u64, cpu: &str) -> String {
    format!("t,{count},j,1,{status},{start},{end},{cpu},1\n")
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// A table: its name, its bytes, its kind, and the expected message.
type Row = (&'static str, Vec<u8>, &'static str, Result<&'static str, &'static str>);

/// Tables with `Ok` if rows are omitted and there is an answer, and `Err` if the table is refused.
fn tables() -> Vec<Row> {
    let whole =
        |time: u64, cpu: &str| [0, 1, 4].map(|event| google(time, 1, event, "u", cpu)).concat().into_bytes();
    let users = (0..20_000).map(|k| google(1, k, 0, &format!("u{k}"), "0.1")).collect::<String>();
    let statuses = (0..3000).map(|k| alibaba(1, &format!("\u{7}s{k}"), 1, 2, "100")).collect::<String>();
    let (g, a) = ("google2011", "alibaba2018");
    vec![
        ("far", whole(9_223_372_036_854_775_806, "0.1"), g, Ok("timestamp is beyond 100 years")),
        ("late", whole(3_000_000_000_000_000, "0.1"), g, Err("every: the run is not over")),
        ("exponent", whole(1, "1e-2147483648"), g, Ok("CPU request is not a number")),
        ("infinite", whole(1, "inf"), g, Ok("CPU request is not a number")),
        ("negative", whole(1, "-0.1"), g, Ok("CPU request is below zero")),
        ("long-number", whole(1, &format!("0.{}", "3".repeat(400_000))), g, Ok("longer than 60 digits")),
        ("many-users", users.into_bytes(), g, Err("many-users.csv: line 10001: more than 10000 users")),
        (
            "long-user",
            google(1, 1, 0, &"u".repeat(500), "0.1").into_bytes(),
            g,
            Ok("user is longer than 200 bytes"),
        ),
        ("not-text", b"1,\xff\xfe,1,0,,0,u,,,0.1,0.1,,\n".to_vec(), g, Ok("bytes that are no text")),
        (
            "one-line",
            [&b"1,,1,0,,0,"[..], &vec![b'a'; 3 << 20]].concat(),
            g,
            Err("one-line.csv: line 1: the record is longer"),
        ),
        (
            "open-quote",
            [&b"1,,1,0,,0,\""[..], &b"1,,1,0,,0,u,,,0.1,0.1,,\n".repeat(100_000)].concat(),
            g,
            Err("open-quote.csv: line 1: the record is longer"),
        ),
        (
            "bomb",
            compressed(&google(1, 1, 0, "u", "0.1").into_bytes().repeat(8_000_000)),
            g,
            Err("it unpacks to more than 50 times its size"),
        ),
        (
            "packed-line",
            compressed(&vec![b'a'; 200 << 20]),
            g,
            Err("packed-line.csv: line 1: the record is longer"),
        ),
        ("torn", compressed(&whole(1, "0.1"))[..30].to_vec(), g, Ok("the file breaks off")),
        (
            "times",
            alibaba(1, "Terminated", 1, u64::MAX, "100").into_bytes(),
            a,
            Ok("end_time is beyond 100 years"),
        ),
        (
            "start",
            alibaba(1, "Terminated", u64::MAX, u64::MAX, "1").into_bytes(),
            a,
            Ok("start_time is beyond"),
        ),
        (
            "counts",
            alibaba(4_294_967_295, "Terminated", 1, 2, "1").repeat(3).into_bytes(),
            a,
            Err("counts.csv: line 1: more than 50000000 tasks"),
        ),
        (
            "large-task",
            alibaba(1, "Terminated", 1, 2, "9223372036854").into_bytes(),
            a,
            Ok("tasks that fit nowhere"),
        ),
        ("statuses", statuses.into_bytes(), a, Ok("another reason")),
    ]
}

/// The scenario that reads a table of this kind.
fn reading(kind: &str, file: &str) -> String {
    let list = if kind == "google2011" { format!("[\"{file}\"]") } else { format!("\"{file}\"") };
    scenario_of("first-fit-drfh", "", ONE, &format!("[trace]\nkind = \"{kind}\"\ntasks = {list}\n"))
}

#[test]
fn every_trace_ends_in_an_answer_or_a_refusal() {
    let here = folder("scenarios-traces");
    let mut faults = String::new();
    let mut judge = |name: &str, scenario: String, told: Result<&str, &str>| {
        let file = here.join(format!("{name}.toml"));
        std::fs::write(&file, scenario).unwrap();
        let output = simulated(&file, &[]);
        let said = said(&output);
        let (code, words) = match told {
            Ok(words) => (Some(0), words),
            Err(words) => (Some(2), words),
        };
        if output.status.code() != code || !said.contains(words) || said.contains(['\u{1b}', '\u{7}']) {
            let brief: String = said.chars().take(300).collect();
            faults += &format!("{name}: {:?}, and not {told:?}: {brief}\n", output.status);
        }
    };
    for (name, bytes, kind, told) in tables() {
        std::fs::write(here.join(format!("{name}.csv")), bytes).unwrap();
        judge(name, reading(kind, &format!("{name}.csv")), told);
    }
    judge("users-of-2018", reading("alibaba2018", "times.csv") + "users = 10000000000\n", Err("trace.users"));
    judge("kind", reading("google2019", "times.csv"), Err("trace.kind"));
    judge("missing", reading("google2011", "nowhere.csv"), Err("nowhere.csv: no such file"));
    judge("folder", reading("google2011", "."), Err("is a folder"));
    if cfg!(unix) {
        let made = Command::new("mkfifo").arg(here.join("pipe")).status();
        assert!(made.is_ok_and(|status| status.success()));
        judge("device", reading("google2011", "/dev/zero"), Err("/dev/zero: is no regular file"));
        judge("pipe", reading("google2011", "pipe"), Err("pipe: is no regular file"));
        let machines = scenario_of("first-fit-drfh", "", "[servers]\ntrace = \"/dev/zero\"\n", TASK);
        judge("machines", machines, Err("/dev/zero: is no regular file"));
    }
    assert!(faults.is_empty(), "{faults}");
}
