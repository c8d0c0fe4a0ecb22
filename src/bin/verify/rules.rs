//! `--mech FILE`: a rule as a table, as `verify impossible` writes it, in the place of a mechanism's id.

use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Result, anyhow, bail};
use fairwitness::document::Value;
use fairwitness::mechanism::Tabled;
use fairwitness::model::cluster::{Cluster, Division, Placement, Pool, Setting};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::{Bench, Workbench};
use fairwitness_rules::kept::{self, Kept};
use fairwitness_rules::profile::Profile;
use fairwitness_rules::rule::{Rule, Table};
use fairwitness_rules::scope::ProfileScope;
use fairwitness_rules::tell;
use fairwitness_rules::whole::Whole;

use super::{inputs, outside};

/// The bench with the rules read so far, and their ids, which are the paths as typed.
struct Read {
    ids: Vec<String>,
    bench: Box<dyn Bench>,
    /// The bench with one more rule, once that is read.
    next: OnceLock<Box<Read>>,
}

static READ: OnceLock<Box<Read>> = OnceLock::new();

/// Returns what was read so far, if anything.
fn last() -> Option<&'static Read> {
    std::iter::successors(READ.get(), |read| read.next.get()).last().map(|read| &**read)
}

/// Returns the bench that includes the rules of files, if any were read.
pub fn bench() -> Option<&'static dyn Bench> {
    last().map(|read| &*read.bench)
}

/// Returns `true` if the id is that of a rule from a file, and not of a known mechanism.
pub fn is_rule(id: &str) -> bool {
    last().is_some_and(|read| read.ids.iter().any(|known| known == id))
}

/// Returns `true` if the text has the form of a path, which no id of a mechanism has.
fn meant(id: &str) -> bool {
    id.ends_with(".toml") || id.contains(['/', '\\'])
}

/// Converts integers to rationals.
pub fn exact(rows: &[Vec<u32>]) -> Vec<Vec<Rational>> {
    rows.iter().map(|row| row.iter().map(|n| Rational::int(i64::from(*n))).collect()).collect()
}

/// Returns the instance of a profile.
pub fn pool(p: &Profile) -> Pool {
    Pool::new(exact(&p.capacity), exact(&p.demand))
}

/// Returns the fields of an instance of the model `cluster`.
pub fn fields(p: &Profile) -> Vec<(String, Value)> {
    let matrix = |name: &str, rows: &[Vec<u32>]| (name.to_string(), Value::matrix(&exact(rows)));
    vec![matrix("capacity", &p.capacity), matrix("demand", &p.demand)]
}

/// Returns a rule for whole tasks as a mechanism.
pub fn of_rule(id: &str, scope: &ProfileScope, rule: &Rule<Whole>) -> Result<Tabled, String> {
    let rows = rule.rows().map(|(p, v)| (pool(p), Placement { tasks: exact(&v.0) }));
    Tabled::new(id, &tell::scope(scope), Setting::WHOLE, rows)
}

/// Returns the table of a file as a mechanism.
fn table(id: &str) -> Result<Tabled> {
    let path = inputs::found(Path::new(id));
    let text = fairwitness::document::Document::text(&path)?;
    let Some(kind) = kept::kind(&text) else {
        bail!("{id}: is no table of a rule; `verify impossible --out FILE` writes one, with kind = \"rule\"");
    };
    let no_table = || anyhow!("{id}: field `kind`: is \"{kind}\", and the table of a mechanism has \"rule\"");
    if !kept::is_table(kind) {
        return Err(no_table());
    }
    let made = match Kept::read(id, &text)? {
        Kept::Rule(Table { head, rule }) => of_rule(id, &head.scope, &rule),
        Kept::DivisibleRule(Table { head, rule }) => {
            let on_one = |x: &Vec<Rational>| x.iter().map(|tasks| vec![tasks.clone()]).collect();
            let rows = rule.rows().map(|(p, x)| (pool(p), Placement { tasks: on_one(x) }));
            Tabled::new(id, &tell::scope(&head.scope), Setting::divisible(Division::Resource), rows)
        }
        _ => return Err(no_table()),
    };
    made.map_err(|why| anyhow!("{id}: {why}"))
}

/// Returns the rule of a file as a mechanism of a bench, if the id has the form of a path.
///
/// # Errors
/// The file cannot be read, or is no table of a rule.
pub fn of_file(id: &str) -> Result<Option<(&'static dyn Bench, &'static str)>> {
    if !meant(id) {
        return Ok(None);
    }
    let known =
        || last().and_then(|read| Some((&*read.bench, read.ids.iter().find(|known| *known == id)?.as_str())));
    if let Some(read) = known() {
        return Ok(Some(read));
    }
    if outside::id().is_some() {
        bail!("--mech {id} and --mech-command are two mechanisms; name one");
    }
    let before = last();
    let mut ids = before.map_or_else(Vec::new, |read| read.ids.clone());
    ids.push(id.to_string());
    let mut bench = Workbench::<Cluster>::standard();
    for id in &ids {
        bench = bench.with_mechanism(table(id)?)?;
    }
    let read = Box::new(Read { ids, bench: Box::new(bench), next: OnceLock::new() });
    let _ = before.map_or(&READ, |read| &read.next).set(read);
    Ok(known())
}
