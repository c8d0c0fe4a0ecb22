//! Statements of the papers, and steps of their proofs, that are no cells: the computations of `tests/statements/` in the
//! language of `properties/evidence/values/`, each with its expected value.

use fairwitness::document::{Node, Value};
use fairwitness::library::values::Computation;
use rayon::prelude::*;

use super::support::{files, load, root};

/// The reason why a case does not have its expected value; a case of the kind `search` draws instances at random.
fn wrong(file: &str, case: &Value) -> Option<String> {
    let search = case.get("kind") == Some(&Value::text("search"));
    let of_case = Computation::read(&Node::new(file, case), search).unwrap_or_else(|e| panic!("{e}"));
    let quantity = || case.get("quantity").map_or(String::new(), Value::inline);
    match of_case.compute(&root()) {
        Ok(found) => (!found.agrees).then_some(found.what),
        Err(reason) => Some(format!("{}: {reason}", quantity())),
    }
}

#[test]
fn each_statement_has_its_value() {
    let mut said = Vec::new();
    for file in files("tests/statements", "toml") {
        let document = load(&file);
        let Some(Value::List(cases)) = document.root.get("case") else { panic!("{}", file.display()) };
        said.par_extend(cases.par_iter().filter_map(|case| wrong(&document.file, case)));
    }
    assert!(said.is_empty(), "{}", said.join("\n"));
}
