//! What is kept of simulations: the counts are those that the library makes.

use std::sync::atomic::AtomicBool;

use fairwitness::document::Document;
use fairwitness::simulation::{Counts, FIRST, ROWS, tallies};

use super::support::{load, root};

fn kept() -> Counts {
    Counts::read(&load(&root().join("evidence/simulations.toml"))).unwrap_or_else(|e| panic!("{e}"))
}

/// The first runs of every row, made again, have the counts that are kept of them.
#[test]
fn the_first_runs_are_those_kept() {
    let counts = kept();
    for counted in &counts.rows {
        let again = tallies(counted.row, FIRST, counts.seed, &AtomicBool::new(false), &|| {}).unwrap();
        assert_eq!(again, counted.first, "{}", counted.row.id);
        for (first, all) in counted.first.iter().zip(&counted.all) {
            assert!(all.runs == 1000 && first.runs == FIRST as i64);
            let sides = [(first.short, all.short), (first.ahead, all.ahead)];
            assert!(sides.iter().all(|(few, many)| few.iter().zip(many).all(|(a, b)| a <= b)));
            assert!(first.most[0] <= all.most[0] && first.most[1] <= all.most[1]);
        }
    }
}

#[test]
fn counts_are_read_as_written() {
    let text = kept().write().to_toml();
    let read = Counts::read(&Document::parse("counts.toml", &text).unwrap()).unwrap();
    assert_eq!(read.write().to_toml(), text);
    let less = text.replacen("drf-tasks = ", "drf-tusks = ", 1);
    assert!(Counts::read(&Document::parse("counts.toml", &less).unwrap()).is_err());
}

/// `verify simulate all --save` writes what the library counts, and one row alone is not enough.
#[test]
fn verify_keeps_the_counts() {
    let file = std::env::temp_dir().join(format!("fairwitness-{}-counts.toml", std::process::id()));
    let simulate = |id: &str| {
        let mut verify = std::process::Command::new(env!("CARGO_BIN_EXE_verify"));
        verify.args(["simulate", id, "--runs", "2", "--seed", "3", "--save"]).arg(&file).output().unwrap()
    };
    assert!(!simulate("metin-table1-1-10").status.success() && !file.exists());
    assert!(simulate("all").status.success());
    let counts = Counts::read(&load(&file)).unwrap_or_else(|e| panic!("{e}"));
    std::fs::remove_file(&file).unwrap();
    let row = &counts.rows[3];
    assert_eq!(row.all, tallies(row.row, 2, 3, &AtomicBool::new(false), &|| {}).unwrap());
    assert_eq!((row.all == row.first, counts.seed, counts.rows.len()), (true, 3, ROWS.len()));
}
