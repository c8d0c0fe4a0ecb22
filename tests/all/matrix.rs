//! Implications between properties, and the matrix of cells that they complete.

use fairwitness::archive::record::Cells;
use fairwitness::library::matrix::{CellState, implications, matrix};
use fairwitness::linear::{Halt, Patience, Stop};
use fairwitness::model::Hypothesis;
use fairwitness::model::refusal::Refusal;
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Answer, Plan, model, models};

use super::support::{files, library, load, mech, pool, root};

/// On every instance on record and every worked example: a mechanism that violates the first property violates the
/// second.
#[test]
fn implications_hold_wherever_there_is_an_instance() {
    let implications = implications(&root()).unwrap_or_else(|e| panic!("{e}"));
    assert!(implications.len() > 5);
    let library = library();
    let mut violated: Vec<(&str, Cells)> = Vec::new();
    for ((_, record), cells) in library.records().iter().zip(super::archive::violated()) {
        violated.push((&record.model, cells.clone()));
    }
    for file in files("tests/worked", "toml") {
        if let Some(instance) = load(&file).root.get("instance") {
            violated.push(("cluster", model("cluster").unwrap().violated(instance).unwrap()));
        }
    }
    let mut violations = 0;
    for (model, cells) in &violated {
        for implication in implications.iter().filter(|i| i.model == *model) {
            for (mechanism, ids) in cells.iter().filter(|(_, ids)| ids.contains(&implication.violated)) {
                assert!(ids.contains(&implication.then), "{implication:?}: {mechanism} violates {ids:?}");
                violations += 1;
            }
        }
    }
    assert!(violations > 100, "only {violations} violations to follow from");
}

/// A cell with a record in the archive is marked as violated, and a cell without record and implication is not.
#[test]
fn cells_show_their_evidence() {
    let library = library();
    let bench = model("cluster").unwrap();
    let cells = matrix(library, &root(), bench, Hypothesis::None).unwrap();
    let state = |m: &str, p: &str| {
        let found = cells.iter().find(|c| c.mechanism == m && c.property == p);
        found.unwrap_or_else(|| panic!("no cell {m} x {p}")).state.clone()
    };
    assert!(matches!(state("tsf", "bf"), CellState::Violated { .. }));
    assert!(matches!(state("drf", "ef"), CellState::Unrefuted(_) | CellState::Proved { .. }));
    for cell in &cells {
        match &cell.state {
            CellState::Unrefuted(extent) => assert!(extent.decided > 0, "{cell:?}"),
            CellState::Undecided(extent) => {
                assert!(extent.decided == 0 && (extent.undecided > 0 || extent.instances == 0), "{cell:?}");
            }
            CellState::OutOfScope(extent) => {
                let never = || bench.never(cell.mechanism, cell.property).unwrap().is_some();
                assert!(extent.instances > 0 || never(), "{cell:?}");
            }
            CellState::ProvedOnPaper { file } => assert!(root().join(file).is_file(), "{cell:?}"),
            CellState::Violated { .. } | CellState::Derived { .. } | CellState::Proved { .. } => {}
        }
    }
}

/// A proof on paper settles exactly its cell, in a state of its own; no cell is undecided for all demands, and a proof on
/// paper is listed only where no record and no theorem settles the cell.
#[test]
fn a_proof_on_paper_is_a_state_of_its_own() {
    let library = library();
    for hypothesis in [Hypothesis::None, Hypothesis::PositiveDemands] {
        let mut on_paper = Vec::new();
        for bench in models() {
            for cell in matrix(library, &root(), *bench, hypothesis).unwrap() {
                let undecided = matches!(cell.state, CellState::Undecided(_));
                assert!(!undecided || hypothesis != Hypothesis::None, "{cell:?}");
                if let CellState::ProvedOnPaper { file } = cell.state {
                    on_paper.push((cell.mechanism, cell.property, file));
                }
            }
        }
        let listed = library.on_paper.cells.iter();
        let listed: Vec<_> =
            listed.map(|c| (c.mechanism.as_str(), c.property.as_str(), c.file.clone())).collect();
        assert_eq!(on_paper, listed, "{}", hypothesis.id());
        assert!(!listed.is_empty());
    }
}

/// A cell that is called unrefuted is not refuted by the first instances of the search that a user would type. Its numbers count
/// instances of its hypothesis alone.
#[test]
fn a_plain_search_refutes_no_unrefuted_cell() {
    let library = library();
    let (stop, mut refuted, mut asked) = (Stop::new(), Vec::new(), 0);
    for (hypothesis, scope) in
        [(Hypothesis::None, "default"), (Hypothesis::PositiveDemands, "default,demands=positive")]
    {
        let plan = Plan { strategy: "auto", scope: scope.parse().unwrap(), seed: 0, archive: Vec::new() };
        let limits = Limits { budget: Budget::instances(100), threads: 2, stop: &stop, progress: &|_| {} };
        for bench in models() {
            for cell in matrix(library, &root(), *bench, hypothesis).unwrap() {
                let CellState::Unrefuted(_) = cell.state else { continue };
                let report = bench.search(cell.mechanism, cell.property, &plan, &limits).unwrap();
                asked += 1;
                if report.answer == Answer::Violated {
                    refuted.push(format!("{} x {}, {scope}", cell.mechanism, cell.property));
                }
            }
        }
    }
    assert!(asked > 50, "{asked} cells");
    assert_eq!(refuted, Vec::<String>::new());
}

/// Each cell has a record, a theorem, a completed search on file, or a property that is never defined for the
/// mechanism.
#[test]
fn the_evidence_on_file_covers_every_cell() {
    let library = library();
    for hypothesis in [Hypothesis::None, Hypothesis::PositiveDemands] {
        for bench in models() {
            let bare: Vec<_> = matrix(library, &root(), *bench, hypothesis)
                .unwrap()
                .into_iter()
                .filter(|cell| matches!(&cell.state, CellState::Undecided(extent) if extent.instances == 0))
                .map(|cell| format!("{} x {}", cell.mechanism, cell.property))
                .collect();
            assert_eq!(bare, Vec::<String>::new(), "{}: cells without evidence", bench.model());
        }
    }
    for file in files("properties/evidence", "toml") {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.contains("incomplete"), "{}", file.display());
    }
}

/// No theorem settles a cell that a record violates under an equal hypothesis.
#[test]
fn no_record_violates_what_is_proved() {
    let library = library();
    let mut cells = 0;
    for theorem in library.theorems() {
        for cell in &theorem.settles {
            cells += 1;
            let record = library.violation(&cell.mechanism, &cell.property, cell.hypothesis);
            assert_eq!(record, None, "{} settles {cell:?}", theorem.name);
        }
    }
    assert!(cells > 0 || library.theorems().is_empty());
}

/// A mechanism that has a proved cell has a state of existence, from proofs and records alone; no proved cell
/// is conditional without a word.
#[test]
fn existence_is_computed_from_proofs_and_records() {
    use fairwitness::library::existence::Existence;

    let library = library();
    let known: Vec<&str> = models().iter().flat_map(|b| b.mechanisms()).map(|m| m.id).collect();
    for (mechanism, file) in &library.on_paper.existence {
        assert!(known.contains(&mechanism.as_str()), "{mechanism}");
        assert!(root().join(file).is_file(), "{file}");
        let coq = library.theorems().iter().any(|t| t.exists.contains(mechanism));
        assert!(!coq, "{mechanism} is proved in Coq, and listed as proved on paper");
    }
    for theorem in library.theorems() {
        assert!(theorem.exists.iter().all(|id| known.contains(&id.as_str())), "{}", theorem.name);
    }
    assert_eq!(library.existence("tsf"), Existence::Proved);
    assert_eq!(library.existence("ps-dsf"), Existence::OnPaper);
    assert_eq!(library.existence("ps-dsf-printed"), Existence::MayNotEnd);
    assert_eq!(library.existence("ps-dsf-tdm-printed"), Existence::MayNotEnd);
    for (mechanism, file) in &library.on_paper.endless {
        let instance = pool(&library.instance(file).unwrap().root);
        let ended = mech(mechanism).allocate(&instance, &Patience::unlimited());
        assert!(matches!(ended, Err(Halt::Failed(Refusal::Endless(_)))), "{mechanism}: {ended:?}");
    }
    assert_eq!(library.existence("bmf"), Existence::OnPaper);
    assert_eq!(library.existence("pdrf-f64"), Existence::OnPaper);
    assert_eq!(library.existence("hdrf-tasks"), Existence::Proved);
    assert_eq!(library.existence("rounding-printed"), Existence::Unknown);
    let mut conditional = 0;
    for bench in models() {
        for cell in matrix(library, &root(), *bench, Hypothesis::None).unwrap() {
            let proved = matches!(cell.state, CellState::Proved { .. });
            conditional += usize::from(proved && cell.existence == Existence::Unknown);
        }
    }
    assert_eq!(conditional, 0, "proved cells of mechanisms whose outcomes are not known to exist");
}
