//! From what was typed to what there is: unknown ids, and cells that make no sense.

use anyhow::{Result, bail};
use fairwitness::document::{Document, Value, shown};
use fairwitness::instances::construction::{CONSTRUCTIONS, Construction};
use fairwitness::library::printed::{ROWS, Row};
use fairwitness::workbench::{self, Bench, strategy_list};

use super::meanings::{meant, with_name};
use super::outside;

/// The benches of all models: that of the program's model with the program in it.
pub fn models() -> Vec<&'static dyn Bench> {
    let own = outside::bench();
    let with_own =
        |bench: &&'static dyn Bench| own.filter(|own| own.model() == bench.model()).unwrap_or(*bench);
    workbench::models().iter().map(with_own).collect()
}

/// The bench of that model.
pub fn model(id: &str) -> Option<&'static dyn Bench> {
    models().into_iter().find(|bench| bench.model() == id)
}

/// The mechanism that was named, or else the program.
pub fn named(mech: Option<&str>) -> Result<&str> {
    match (mech, outside::id()) {
        (Some(id), Some(own)) if id != own => {
            bail!("--mech {id} and --mech-command are two mechanisms; name one")
        }
        (Some(id), _) => Ok(id),
        (None, Some(own)) => Ok(own),
        (None, None) => {
            bail!("--mech ID is missing, or --mech-command COMMAND; try `verify list mechanisms`")
        }
    }
}

/// The mechanisms that were named, or else the program.
pub fn all_named(mechs: &[String]) -> Result<Vec<String>> {
    if mechs.is_empty() {
        return Ok(vec![named(None)?.to_string()]);
    }
    mechs.iter().map(|mech| Ok(named(Some(mech))?.to_string())).collect()
}

fn unknown(what: &str, id: &str, known: &[&'static str]) -> anyhow::Error {
    if id.is_empty() {
        return anyhow::anyhow!(
            "the id of a {what} is missing; in a list one stands before and after each comma"
        );
    }
    let near: Vec<String> = meant(id, known).into_iter().map(with_name).collect();
    let hint = match near.split_last() {
        None => format!("there are: {}", known.join(", ")),
        Some((one, [])) => format!("did you mean {one}?"),
        Some((last, others)) => format!("did you mean {} or {last}?", others.join(", ")),
    };
    anyhow::anyhow!("unknown {what} `{}`; {hint}", shown(id))
}

fn all(of: fn(&dyn Bench) -> Vec<&'static str>) -> Vec<&'static str> {
    let mut ids: Vec<&'static str> = models().into_iter().flat_map(of).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn mechanisms(bench: &dyn Bench) -> Vec<&'static str> {
    bench.mechanisms().iter().map(|entry| entry.id).collect()
}

fn properties(bench: &dyn Bench) -> Vec<&'static str> {
    bench.properties().iter().map(|entry| entry.id).collect()
}

fn measures(bench: &dyn Bench) -> Vec<&'static str> {
    bench.measures().iter().map(|entry| entry.id).collect()
}

/// The mechanisms that were named, or else the program if there is one.
pub fn own_if_none(mech: Vec<String>) -> Vec<String> {
    if mech.is_empty() { outside::id().map(String::from).into_iter().collect() } else { mech }
}

/// The bench that has the mechanism, and the mechanism's id.
pub fn mechanism(id: &str) -> Result<(&'static dyn Bench, &'static str)> {
    for bench in models() {
        if let Some(id) = mechanisms(bench).into_iter().find(|m| *m == id) {
            return Ok((bench, id));
        }
    }
    Err(unknown("mechanism", id, &all(mechanisms)))
}

/// The bench of a model that somebody names.
pub fn known_model(id: &str) -> Result<&'static dyn Bench> {
    let known: Vec<&'static str> = models().iter().map(|bench| bench.model()).collect();
    model(id).ok_or_else(|| unknown("model", id, &known))
}

/// The bench of the model that a file names.
pub fn model_of(document: &Document) -> Result<&'static dyn Bench> {
    match document.root.get("model") {
        Some(Value::Text(model)) => known_model(model),
        _ => bail!("{}: field `model` is missing: write model = \"cluster\"", document.file),
    }
}

/// The bench of a cell, with its ids.
pub fn cell(mech: &str, property: &str) -> Result<(&'static dyn Bench, &'static str, &'static str)> {
    let (bench, mech) = mechanism(mech)?;
    let fitting = properties(bench);
    if let Some(property) = fitting.iter().find(|p| **p == property) {
        return Ok((bench, mech, property));
    }
    if all(properties).contains(&property) {
        let model = bench.model();
        bail!(
            "`{property}` says nothing of `{mech}`, a mechanism of model `{model}`; what fits: {}",
            fitting.join(", ")
        );
    }
    Err(unknown("property", property, &fitting))
}

/// The bench of some mechanisms and properties, with their ids; all of the model where none is named.
pub fn cells(
    model: &str,
    mechs: &[String],
    properties: &[String],
) -> Result<(&'static dyn Bench, Vec<&'static str>, Vec<&'static str>)> {
    let known: Vec<&'static str> = models().iter().map(|bench| bench.model()).collect();
    let bench = match mechs.first() {
        Some(mech) => mechanism(mech)?.0,
        None => self::model(model).ok_or_else(|| unknown("model", model, &known))?,
    };
    let all = |ids: &[String], known: Vec<&'static str>, what: &str| -> Result<Vec<&'static str>> {
        if ids.is_empty() {
            return Ok(known);
        }
        let one =
            |id: &String| known.iter().copied().find(|k| k == id).ok_or_else(|| unknown(what, id, &known));
        ids.iter().map(one).collect()
    };
    let mechs = all(mechs, mechanisms(bench), "mechanism")?;
    let fitting = self::properties(bench);
    if let Some(other) = properties.iter().find(|p| !fitting.contains(&p.as_str()))
        && self::all(self::properties).contains(&other.as_str())
    {
        let model = bench.model();
        bail!("`{other}` says nothing of model `{model}`; what fits: {}", fitting.join(", "));
    }
    Ok((bench, mechs, all(properties, fitting, "property")?))
}

/// The bench of a mechanism and a measure, with their ids.
pub fn measured(mech: &str, measure: &str) -> Result<(&'static dyn Bench, &'static str, &'static str)> {
    let (bench, mech) = mechanism(mech)?;
    let fitting = measures(bench);
    if let Some(measure) = fitting.iter().find(|m| **m == measure) {
        return Ok((bench, mech, measure));
    }
    if all(measures).contains(&measure) {
        let model = bench.model();
        bail!(
            "`{measure}` measures nothing of `{mech}`, a mechanism of model `{model}`; what fits: {}",
            fitting.join(", ")
        );
    }
    Err(unknown("measure", measure, &fitting))
}

/// The bench of two mechanisms, or of two properties, with their ids.
pub fn pair(a: &str, b: &str) -> Result<(&'static dyn Bench, &'static str, &'static str)> {
    if a == b {
        bail!("`{a}` twice: nothing tells a thing from itself");
    }
    for of in [mechanisms as fn(&dyn Bench) -> Vec<&'static str>, properties] {
        for bench in models() {
            let find = |id: &str| of(bench).into_iter().find(|known| *known == id);
            if let (Some(a), Some(b)) = (find(a), find(b)) {
                return Ok((bench, a, b));
            }
        }
    }
    let mut known = all(mechanisms);
    known.extend(all(properties));
    for id in [a, b] {
        if !known.contains(&id) {
            return Err(unknown("mechanism or property", id, &known));
        }
    }
    bail!("`{a}` and `{b}` must be two mechanisms, or two properties, of one model")
}

/// The construction of that id.
pub fn construction(id: &str) -> Result<&'static Construction> {
    let known: Vec<&'static str> = CONSTRUCTIONS.iter().map(|c| c.id).collect();
    CONSTRUCTIONS.iter().find(|c| c.id == id).ok_or_else(|| unknown("construction", id, &known))
}

/// The row of a paper's table of that id.
pub fn row(id: &str) -> Result<&'static Row> {
    let figures = fairwitness::simulator::figure::FIGURES.iter().map(|f| f.id);
    let known: Vec<&'static str> = ROWS.iter().map(|row| row.id).chain(figures).collect();
    ROWS.iter().find(|row| row.id == id).ok_or_else(|| unknown("row", id, &known))
}

/// The id of a strategy.
pub fn strategy(id: &str) -> Result<&'static str> {
    let known: Vec<&'static str> = strategy_list().iter().map(|(id, _)| *id).collect();
    known.iter().copied().find(|s| *s == id).ok_or_else(|| unknown("strategy", id, &known))
}

/// Everything that has a page: kind, id, page.
pub fn explain(id: &str) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for bench in models() {
        let entries = |kind: &str, entries: Vec<fairwitness::workbench::Entry>| {
            let of = format!("{kind} of model {}", bench.model());
            entries
                .into_iter()
                .filter(|e| e.id == id)
                .map(move |e| (of.clone(), e.page.to_string()))
                .collect::<Vec<_>>()
        };
        found.extend(entries("mechanism", bench.mechanisms()));
        found.extend(entries("property", bench.properties()));
        found.extend(entries("measure", bench.measures()));
        if bench.model() == id {
            found.push(("model".to_string(), bench.page().to_string()));
        }
    }
    if let Some((id, what)) = strategy_list().iter().find(|(s, _)| *s == id) {
        found.push(("strategy".to_string(), format!("{id}: {what}\n")));
    }
    if found.is_empty() {
        let mut known = all(mechanisms);
        known.extend(all(properties));
        known.extend(all(measures));
        known.extend(strategy_list().iter().map(|(id, _)| *id));
        known.extend(models().iter().map(|bench| bench.model()));
        return Err(unknown("id", id, &known));
    }
    Ok(found)
}
