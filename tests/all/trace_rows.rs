//! Rows of published traces: those that are read, and those that are counted and named with their reason.

use fairwitness::linear::Patience;
use fairwitness::simulator::trace;
use fairwitness::simulator::workload::{Durations, SECOND};

use super::support::{folder, root};

fn reasons<T>(read: &trace::Read<T>) -> Vec<(&str, u64, u64)> {
    read.left_out.iter().map(|l| (&l.reason[..], l.count, l.line)).collect()
}

/// A made-up piece of task_events with every peculiarity: readable rows are read, and each other row is counted and
/// named.
#[test]
fn rows_of_the_2011_trace() {
    let file = root().join("tests/traces/google2011-task-events.csv");
    let read = trace::google_tasks(&[&file], 10_000, &Patience::unlimited()).unwrap();
    assert_eq!(read.reports[0].rows, 26);
    assert_eq!(
        reasons(&read.reports[0]),
        [
            ("CPU request is missing", 2, 7),
            ("timestamp is not a whole number", 1, 10),
            ("a time before that of an earlier row", 1, 11),
            ("the end of a task that never began", 1, 12),
            ("a time after the end of the trace", 1, 20),
            ("an event type that task_events does not have", 1, 21),
            ("no column task index", 1, 22),
            ("CPU request is below zero or too large", 1, 23),
            ("a task that asks for nothing", 1, 24),
        ]
    );
    let seen: Vec<_> = read
        .work
        .batches
        .iter()
        .map(|b| {
            (
                read.work.members[b.user as usize].name.as_str(),
                b.at / SECOND,
                b.tasks,
                b.demand.clone(),
                b.durations.clone(),
            )
        })
        .collect();
    let lasted = |seconds: &[u64]| Durations::Listed(seconds.iter().map(|s| s * SECOND).collect());
    assert_eq!(
        seen,
        [
            ("alice", 0, 1, vec![625, 300], lasted(&[10])),
            ("bob", 601, 1, vec![5000, 2500], lasted(&[4])),
            ("bob", 602, 1, vec![5000, 2500], lasted(&[5])),
            // Submitted again after its eviction, with the request as updated; it runs until the rows end.
            ("alice", 611, 1, vec![1250, 300], lasted(&[58])),
            // A start without a submission counts as one.
            ("dora", 660, 1, vec![2500, 1250], lasted(&[10])),
        ]
    );
    assert_eq!(read.work.batches[1].job, read.work.batches[2].job);
    assert_eq!(read.notes.len(), 2, "{:?}", read.notes);

    let machines = trace::google_machines(
        &root().join("tests/traces/google2011-machine-events.csv"),
        10_000,
        &Patience::unlimited(),
    )
    .unwrap();
    assert_eq!(machines.found, [[5000, 2493], [5000, 7490]]);
    assert_eq!(
        reasons(&machines),
        [
            ("a machine that is there already", 1, 3),
            ("CPUs is missing", 1, 4),
            ("a machine removed", 1, 5),
            ("a machine added later", 1, 6),
        ]
    );
}

/// The batch table of 2018 in like manner. A core is 1/96 of a machine: 100 are 105 of 10,000 parts, rounded up.
#[test]
fn rows_of_the_2018_table() {
    let file = root().join("tests/traces/alibaba2018-batch-task.csv");
    let read = trace::alibaba_tasks(&file, 2, 10_000, &Patience::unlimited()).unwrap();
    assert_eq!(
        reasons(&read.reports[0]),
        [
            ("status Running: not known to have ended", 1, 3),
            ("a task that ends before it starts, or has no start", 1, 4),
            ("plan_cpu is missing", 1, 5),
            ("instance_num is not a whole number", 1, 6),
        ]
    );
    let seen: Vec<_> = read
        .work
        .batches
        .iter()
        .map(|b| (b.job, b.at / SECOND, b.tasks, b.demand.clone(), b.durations.of(0)))
        .collect();
    assert_eq!(
        seen,
        [
            (0, 0, 3, vec![105, 50], 10 * SECOND),
            (0, 10, 1, vec![53, 39], 20 * SECOND),
            (1, 20, 2, vec![10_000, 10_000], 20 * SECOND),
        ]
    );
}

/// Compressed files are read directly; a truncated file gives its complete rows and a remark; a missing file is an
/// error.
#[test]
fn a_trace_that_breaks_off_is_told() {
    use std::io::Write as _;
    let folder = folder("traces");
    let text = std::fs::read(root().join("tests/traces/google2011-task-events.csv")).unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&text).unwrap();
    let packed = packed.finish().unwrap();
    let (whole, broken) = (folder.join("whole.csv.gz"), folder.join("broken.csv.gz"));
    std::fs::write(&whole, &packed).unwrap();
    std::fs::write(&broken, &packed[..packed.len() - 40]).unwrap();
    let plain = trace::google_tasks(
        &[root().join("tests/traces/google2011-task-events.csv")],
        10_000,
        &Patience::unlimited(),
    )
    .unwrap();
    assert_eq!(trace::google_tasks(&[&whole], 10_000, &Patience::unlimited()).unwrap(), plain);
    let read = trace::google_tasks(&[&broken], 10_000, &Patience::unlimited()).unwrap();
    assert!(read.reports[0].left_out.iter().any(|l| l.reason.contains("breaks off")), "{:?}", read.reports);
    assert!(
        trace::google_tasks(&[folder.join("absent.csv")], 10_000, &Patience::unlimited())
            .unwrap_err()
            .to_string()
            .contains("absent.csv")
    );
    std::fs::remove_dir_all(folder).unwrap();
}
