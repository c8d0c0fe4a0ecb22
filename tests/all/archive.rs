//! Every record in `counterexamples/` is judged again from its file alone.

use fairwitness::archive::record::Record;
use fairwitness::workbench;

use super::support::{files, load};

#[test]
fn every_record_replays() {
    for file in files("counterexamples", "toml") {
        let document = load(&file);
        let record = Record::read(&document).unwrap_or_else(|e| panic!("{e}"));
        let bench = workbench::model(&record.model).expect("a model of the workbench");
        let text = std::fs::read_to_string(&file).unwrap();
        bench.replay(&document, &text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert!(!record.note.is_empty(), "{}: a record has a line for its readers", file.display());
    }
}
