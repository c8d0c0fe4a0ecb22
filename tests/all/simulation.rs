//! The committed results of simulations: the library reproduces their counts.

use fairwitness::document::Document;
use fairwitness::library::printed::{Comparison, Counts, FIRST, ROWS, tallies};
use fairwitness::linear::Stop;

use super::support::{load, root};

fn kept() -> Counts {
    Counts::read(&load(&root().join("properties/evidence/simulations.toml")))
        .unwrap_or_else(|e| panic!("{e}"))
}

/// The first runs of every row, simulated again, have the stored counts.
#[test]
fn the_first_runs_are_those_kept() {
    let counts = kept();
    for counted in &counts.rows {
        let again = tallies(counted.row, FIRST, counts.seed, &Stop::new(), &|| {}).unwrap();
        assert_eq!(again, counted.first, "{}", counted.row.id);
        for (first, all) in counted.first.iter().zip(&counted.all) {
            assert!(all.runs == 1000 && first.runs == FIRST as i64);
            let sides = [(first.short, all.short), (first.ahead, all.ahead)];
            assert!(sides.iter().all(|(few, many)| few.iter().zip(many).all(|(a, b)| a <= b)));
            assert!(first.most[0] <= all.most[0] && first.most[1] <= all.most[1]);
        }
    }
}

/// The numbers of metin's Table 1 compared with the 1,000 stored runs, ties to the higher share: means within 3
/// standard errors, deviations within a sixth, and no user with two tasks too few or more than one too many.
#[test]
fn table_one_is_near_what_is_kept() {
    let counts = kept();
    let rows: Vec<_> = counts.rows.iter().filter(|c| c.row.id.starts_with("metin-table1")).collect();
    assert_eq!(rows.len(), 3);
    for counted in rows {
        let tally = counted.all.iter().find(|tally| tally.reference == "drf-tasks").unwrap();
        let found = Comparison::of(counted.row, tally);
        for (sample, printed) in [(found.under, counted.row.under), (found.over, counted.row.over)] {
            assert!(sample.z.abs() < 3.0, "{}: {sample:?}", counted.row.id);
            assert!((sample.deviation - printed.deviation).abs() <= printed.deviation / 6.0, "{sample:?}");
        }
        assert!(tally.most[0] == 1 && tally.most[1] <= 2, "{tally:?}");
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

/// `verify simulate all --save` writes the library's counts, and a single row is refused.
#[test]
fn verify_keeps_the_counts() {
    let file = super::support::folder("simulation-counts").join("counts.toml");
    let simulate = |id: &str| {
        let mut verify = std::process::Command::new(env!("CARGO_BIN_EXE_verify"));
        verify.args(["simulate", id, "--runs", "2", "--seed", "3", "--save"]).arg(&file).output().unwrap()
    };
    assert!(!simulate("metin-table1-1-10").status.success() && !file.exists());
    assert!(simulate("all").status.success());
    let counts = Counts::read(&load(&file)).unwrap_or_else(|e| panic!("{e}"));
    std::fs::remove_file(&file).unwrap();
    let row = &counts.rows[3];
    assert_eq!(row.all, tallies(row.row, 2, 3, &Stop::new(), &|| {}).unwrap());
    assert_eq!((row.all == row.first, counts.seed, counts.rows.len()), (true, 3, ROWS.len()));
}
