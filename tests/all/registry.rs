//! The tables of mechanisms, properties and measures: sorted, without repetition, and with a page under its
//! id for every entry.

use fairwitness::workbench::{Entry, models};

use super::support::root;

fn check(entries: &[Entry], kind: &str) {
    assert!(!entries.is_empty());
    assert!(entries.is_sorted_by(|a, b| a.id < b.id), "{kind}s are sorted by id, without repetition");
    for entry in entries {
        assert_eq!(entry.field("id").as_deref(), Some(entry.id), "{kind} {}: the page's id", entry.id);
        for field in ["name", "source", "model"] {
            assert!(entry.field(field).is_some(), "{kind} {}: the page has no `{field}`", entry.id);
        }
    }
}

#[test]
fn tables_and_pages_agree() {
    for bench in models() {
        check(&bench.mechanisms(), "mechanism");
        check(&bench.properties(), "property");
        let folder = root().join("properties").join(bench.model());
        let pages = std::fs::read_dir(folder).unwrap().count();
        assert_eq!(pages, bench.properties().len(), "pages of model {}", bench.model());
        for entry in bench.mechanisms().iter().chain(&bench.properties()) {
            assert_eq!(entry.field("model").as_deref(), Some(bench.model()), "{}", entry.id);
        }
    }
    let mechanisms: usize = models().iter().map(|bench| bench.mechanisms().len()).sum();
    assert_eq!(std::fs::read_dir(root().join("properties/mechanisms")).unwrap().count(), mechanisms);
}

#[test]
fn sources_of_pages_are_known() {
    let sources = super::support::load(&root().join("properties/sources.toml"));
    let known: Vec<&str> = sources.root.fields().iter().map(|(key, _)| key.as_str()).collect();
    for bench in models() {
        for entry in bench.mechanisms().iter().chain(&bench.properties()) {
            let source = entry.field("source").unwrap();
            let named = known.iter().any(|key| source.contains(key));
            assert!(named || source.contains("house"), "{}: source `{source}`", entry.id);
        }
    }
}
