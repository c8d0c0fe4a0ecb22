//! Helpers shared by several tests: folders, instances, short forms of library calls.

use std::path::{Path, PathBuf};

use fairwitness::document::{Document, Value};
use fairwitness::linear::{Patience, Uncut as _};
use fairwitness::mechanism::{self, Mechanism, evidence};
use fairwitness::model::Model;
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::model::refusal::Rejected;
use fairwitness::property::evidence::{Margin, Run, Witness};
use fairwitness::property::judge::Cell;
use fairwitness::property::{self, Examine};
use fairwitness::scalar::Rational;

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder with the ending, in order; a folder without such files fails the test.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == ending));
    files.sort();
    assert!(!files.is_empty(), "no .{ending} files in {}", folder.display());
    files
}

pub fn load(path: &Path) -> Document {
    Document::load(path).unwrap_or_else(|e| panic!("{e}"))
}

pub fn mech(id: &str) -> &'static dyn Mechanism<Cluster> {
    mechanism::CLUSTER.iter().copied().find(|m| m.id() == id).unwrap_or_else(|| panic!("no mechanism {id}"))
}

pub fn prop(id: &str) -> &'static dyn Examine<Cluster> {
    property::CLUSTER.iter().copied().find(|p| p.id() == id).unwrap_or_else(|| panic!("no property {id}"))
}

/// The margin that the property confirms for a witness; the mechanism makes the second run, if the witness names
/// one.
pub fn confirm<M: Model>(
    mechanism: &dyn Mechanism<M>,
    property: &dyn Examine<M>,
    run: &Run<'_, M>,
    witness: &Witness<M>,
) -> Result<Margin, Rejected> {
    match property.confirm(run, witness, None) {
        Err(Rejected::SecondMissing) => {}
        said => return said,
    }
    let other = witness.other(run.instance).ok_or(Rejected::Kind)?;
    let second =
        evidence(mechanism, &other, &Patience::unlimited()).uncut().expect("nothing cuts it short")?;
    property.confirm(run, witness, Some(&second))
}

pub fn cell(mechanism: &str, property: &str) -> Cell<Cluster> {
    Cell { mechanism: mech(mechanism), property: prop(property) }
}

/// The cluster instance in the fields of a table; a field `model` is ignored.
pub fn pool(value: &Value) -> Pool {
    let fields = value.fields().iter().filter(|(name, _)| name != "model").cloned().collect();
    let table = Value::Table(fields);
    Cluster::read(&fairwitness::document::Node::new("test", &table)).unwrap_or_else(|e| panic!("{e}"))
}

/// The cluster instance of a TOML text.
pub fn pool_of(text: &str) -> Pool {
    pool(&Document::parse("test.toml", text).unwrap_or_else(|e| panic!("{e}")).root)
}

pub fn r(text: &str) -> Rational {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

pub fn rows(rows: &[&[&str]]) -> Vec<Vec<Rational>> {
    rows.iter().map(|row| row.iter().map(|x| r(x)).collect()).collect()
}

pub fn numbers(value: &Value) -> Vec<Rational> {
    let node = fairwitness::document::Node::new("test", value);
    node.list().unwrap().iter().map(|n| n.number().unwrap()).collect()
}
