//! The layers of the crate: modules that check an answer use no module that finds one, and one file alone
//! names the solver.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

const ACCEPTS: [&str; 20] = [
    "allocation.rs",
    "coq.rs",
    "divisible/amounts.rs",
    "divisible/condition.rs",
    "divisible/question.rs",
    "divisible/record.rs",
    "divisible/refutation.rs",
    "divisible/tell.rs",
    "file.rs",
    "justification.rs",
    "kept.rs",
    "profile.rs",
    "property",
    "question.rs",
    "record.rs",
    "rule.rs",
    "scope.rs",
    "table.rs",
    "tell.rs",
    "walk.rs",
];
const FINDS: [&str; 12] = [
    "best", "decide", "encode", "forced", "lattice", "over", "picture", "report", "smallest", "solver",
    "split", "stop",
];

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    std::fs::read_dir(path).unwrap().flat_map(|entry| sources(&entry.unwrap().path())).collect()
}

#[test]
fn what_accepts_uses_nothing_that_finds() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in ACCEPTS.iter().flat_map(|name| sources(&src.join(name))) {
        let text = std::fs::read_to_string(&file).unwrap();
        for module in FINDS {
            assert!(!text.contains(&format!("crate::{module}")), "{} uses {module}", file.display());
        }
        for module in ["known", "search", "sets", "simplex"] {
            assert!(!text.contains(&format!("super::{module}")), "{} uses {module}", file.display());
            assert!(!text.contains(&format!("divisible::{module}")), "{} uses {module}", file.display());
        }
        assert!(!text.contains("batsat"), "{} names the solver", file.display());
    }
    for file in sources(&src) {
        let text = std::fs::read_to_string(&file).unwrap();
        let lines = text.lines().count();
        assert!(lines < 400, "{} has {lines} lines", file.display());
        assert!(
            !text.contains("batsat::") || file.ends_with("solver.rs"),
            "{} knows the solver",
            file.display()
        );
        for word in ["Instant", "SystemTime", "static mut", "thread::"] {
            assert!(!text.contains(word), "{} has {word}", file.display());
        }
    }
}
