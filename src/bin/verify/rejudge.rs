//! Comparison of a rule of `verify impossible` with the workbench: the engine judges its table again, and
//! known mechanisms that equal the rule or are near it are named.

use anyhow::{Result, anyhow, bail};
use fairwitness::document::{Document, Value};
use fairwitness::linear::{Patience, Uncut as _};
use fairwitness::mechanism::Tabled;
use fairwitness::model::cluster::Cluster;
use fairwitness::scalar::Rational;
use fairwitness::workbench::{Answer, Bench, Judging as _, Shown, Workbench};
use fairwitness_impossible::report::Judged;
use fairwitness_impossible::stop::Stop;
use fairwitness_rules::profile::Profile;
use fairwitness_rules::property::sp::liars;
use fairwitness_rules::property::{Change, Linear, Property};

use super::limits::interruption;
use super::{ids, rules};

/// The largest number of comparisons of two profiles for the engine; beyond it, only the judge of tables
/// runs.
const MOST_COMPARED: usize = 20_000;

/// Returns `true` if the engine can confirm violations of the property by a witness within the table.
fn by_witness(property: &dyn Property) -> bool {
    match property.facts().changes {
        Some(Change::Capacity | Change::Departure) => true,
        // One user reports; the lies of groups are searched beyond the table.
        Some(Change::Reports) => property.facts().linear == Some(Linear::Lie),
        Some(Change::Names) | None => false,
    }
}

/// The id of the rule on its own bench, which no known mechanism has.
const OWN: &str = "the rule";

/// Returns the instance of a profile as a file.
fn document(p: &Profile) -> Document {
    let mut fields = rules::fields(p);
    fields.insert(0, ("model".to_string(), Value::text("cluster")));
    Document { file: "profile".to_string(), root: Value::Table(fields) }
}

/// Returns the witnesses of a violation at `p`, compared with `q`, one for each user who might be worse off.
fn witnesses(change: Change, p: &Profile, q: &Profile) -> Vec<Value> {
    let witness = |kind: &str, parts: Vec<(&str, Value)>| {
        let tail = [("margin", Value::Number(Rational::from(1))), ("stands", Value::text("every"))];
        let all = [("kind", Value::text(kind))].into_iter().chain(parts).chain(tail);
        Value::Table(all.map(|(name, value)| (name.to_string(), value)).collect())
    };
    match change {
        Change::Reports => {
            let by = match liars(p, q).as_deref() {
                Some([by]) => *by,
                _ => return vec![],
            };
            let demand = rules::exact(&[q.demand[by].clone()]).remove(0);
            let report = Value::Table(vec![
                ("demand".to_string(), Value::numbers(&demand)),
                ("eligible".to_string(), Value::indexes(0..p.servers())),
            ]);
            vec![witness("misreport", vec![("by", Value::index(by)), ("report", report)])]
        }
        // `p` has more capacity than `q`, and a user of `q` loses.
        Change::Capacity => {
            let becomes = || Value::Table(rules::fields(p));
            let one = |u| witness("sibling", vec![("loses", Value::index(u)), ("becomes", becomes())]);
            (0..q.users()).map(one).collect()
        }
        // `p` is `q` without one user.
        Change::Departure => {
            let leavers: Vec<usize> = (0..q.users()).filter(|&l| q.without(l) == *p).collect();
            let pairs =
                leavers.iter().flat_map(|&l| (0..q.users()).filter(move |&u| u != l).map(move |u| (l, u)));
            pairs
                .map(|(l, u)| {
                    witness("departure", vec![("leaves", Value::index(l)), ("loses", Value::index(u))])
                })
                .collect()
        }
        Change::Names => vec![],
    }
}

/// Returns the instance that a witness refers to: the true profile, or the profile before the change.
fn judged_at<'a>(change: Change, p: &'a Profile, q: &'a Profile) -> &'a Profile {
    if change == Change::Reports { p } else { q }
}

/// Judges the table again by the engine: properties of one run at each profile, properties of two runs in
/// each comparison within the table. An answer other than "holds" is an error in one of the two judges.
///
/// # Errors
/// The table is no mechanism, or the engine finds a violation.
pub fn judged(
    table: Tabled,
    properties: &[&'static dyn Property],
    profiles: &[Profile],
    stop: &dyn Stop,
) -> Result<Vec<Judged>> {
    let own = table.instances().count();
    if own != profiles.len() {
        bail!("the table has {own} rows for {} profiles", profiles.len());
    }
    let bench = Workbench::<Cluster>::standard().with_mechanism(table)?;
    let known: Vec<&str> = bench.properties().iter().map(|entry| entry.id).collect();
    let patience = Patience::with(&interruption());
    let mut all = vec![];
    for property in properties {
        let id = property.id();
        let mut said = Judged { property: id, profiles: 0, comparisons: 0, left_out: None };
        let compared = || {
            let pairs = profiles.iter().flat_map(|p| profiles.iter().map(move |q| (p, q)));
            pairs.filter(|(p, q)| property.compares(p, q))
        };
        if !known.contains(&id) {
            said.left_out = Some("the workbench has no such property");
        } else if !by_witness(*property) && compared().next().is_some() {
            said.left_out = Some("the engine looks beyond the table for it");
        } else if let Some(change) = property.facts().changes.filter(|_| by_witness(*property)) {
            for (p, q) in compared() {
                if said.comparisons >= MOST_COMPARED || stop.stop() {
                    said.left_out = Some("there are more comparisons, or the work was stopped");
                    break;
                }
                let at = judged_at(change, p, q);
                for witness in witnesses(change, p, q) {
                    let said = bench.convict(OWN, id, &document(at), &witness, &patience).uncut();
                    if said.map_err(|_| anyhow!("stopped"))?.map_err(|e| anyhow!("{e}"))?.is_some() {
                        bail!("the engine sees a violation of {id} at {:?}", at.demand);
                    }
                }
                said.comparisons += 1;
            }
        } else {
            for p in profiles {
                if stop.stop() {
                    said.left_out = Some("the work was stopped");
                    break;
                }
                let ruling = bench.rulings(OWN, &[id], &document(p), &patience).uncut();
                let ruling = ruling.map_err(|_| anyhow!("stopped"))?.map_err(|e| anyhow!("{e}"))?;
                match ruling.first().map(|one| one.answer) {
                    Some(Answer::Holds) => said.profiles += 1,
                    Some(Answer::Violated) => bail!("the engine sees a violation of {id} at {:?}", p.demand),
                    _ => said.left_out = Some("the engine does not decide it at every profile"),
                }
            }
        }
        all.push(said);
    }
    Ok(all)
}

/// Returns the tasks of every user at each profile under a mechanism for whole tasks.
///
/// # Errors
/// The mechanism is unknown, refuses a profile, or divides tasks.
pub fn tasks_of(mech: &str, profiles: &[Profile]) -> Result<Vec<Vec<u32>>> {
    let (bench, id) = ids::mechanism(mech)?;
    let row = |p: &Profile| {
        let at = || {
            let rows: Vec<String> = p.demand.iter().map(|row| format!("{row:?}")).collect();
            format!("at the demands {} and the capacities {:?}", rows.join(", "), p.capacity)
        };
        match totals(bench, id, p)? {
            Ok(tasks) => {
                let whole = |x: &Rational| x.to_string().parse::<u32>().ok();
                let whole = tasks.iter().map(whole).collect::<Option<Vec<u32>>>();
                let parts = || format!("allocates parts of tasks {}; name a mechanism for whole tasks", at());
                whole.ok_or_else(|| anyhow!("--near {mech}: {}", parts()))
            }
            Err(why) => bail!("--near {mech}: allocates nothing {}: {why}", at()),
        }
    };
    profiles.iter().map(row).collect()
}

/// Returns the tasks of every user under a mechanism, or the reason why it allocates nothing.
fn totals(bench: &dyn Bench, id: &str, p: &Profile) -> Result<Result<Vec<Rational>, String>> {
    let run = bench.run_shown(id, &document(p), Shown::Outcome, &Patience::with(&interruption())).uncut();
    let run = run.map_err(|_| anyhow!("stopped"))?;
    Ok(match run.map_err(|error| anyhow!("{error}"))?.outcome {
        Ok(outcome) => match outcome.get("tasks") {
            Some(Value::List(all)) => all.iter().map(number).collect::<Option<_>>().ok_or_else(String::new),
            _ => Err("its outcome has no tasks".to_string()),
        },
        Err(refusal) => Err(refusal.to_string()),
    })
}

fn number(value: &Value) -> Option<Rational> {
    match value {
        Value::Number(x) => Some(x.clone()),
        Value::Integer(n) => Some(Rational::from(*n)),
        _ => None,
    }
}

/// Returns the mechanisms of the workbench that give every user at every profile as many tasks as the rule.
pub fn fitting(profiles: &[Profile], tasks: &[Vec<Rational>], stop: &dyn Stop) -> Vec<&'static str> {
    let Some(bench) = fairwitness::workbench::model("cluster") else { return vec![] };
    let fits = |id: &&'static str| {
        profiles
            .iter()
            .zip(tasks)
            .all(|(p, own)| !stop.stop() && matches!(totals(bench, id, p), Ok(Ok(theirs)) if theirs == *own))
    };
    bench.mechanisms().iter().map(|entry| entry.id).filter(fits).collect()
}
