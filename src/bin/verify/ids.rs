//! Resolution of typed ids, with errors for unknown ids and for impossible cells.

use anyhow::{Context as _, Result, bail};
use fairwitness::document::suggest::distance;
use fairwitness::document::{Document, Value, shown};
use fairwitness::instances::construction::{CONSTRUCTIONS, Construction};
use fairwitness::library::printed::{PrintedRow, ROWS};
use fairwitness::workbench::{self, Bench, strategy_list};

use super::meanings::{meant, with_name};
use super::outside::Place;
use super::{outside, rules};

/// Returns the benches of all models; the bench of the program's model includes the program, and the bench of
/// clusters the rules of files.
pub fn models() -> Vec<&'static dyn Bench> {
    let own = outside::bench().or_else(rules::bench);
    let with_own =
        |bench: &&'static dyn Bench| own.filter(|own| own.model() == bench.model()).unwrap_or(*bench);
    workbench::models().iter().map(with_own).collect()
}

/// Returns the bench of the model with this id.
pub fn model(id: &str) -> Option<&'static dyn Bench> {
    models().into_iter().find(|bench| bench.model() == id)
}

/// Returns the mechanism that was named, or else the program.
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

/// Returns the mechanisms that were named, or else the program.
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
        None if known.len() > FEW => {
            format!("the nearest are {}; `{}` lists all", nearest_few(id, known), listing(what))
        }
        None => format!("there are: {}", known.join(", ")),
        Some((one, [])) => format!("did you mean {one}?"),
        Some((last, others)) => format!("did you mean {} or {last}?", others.join(", ")),
    };
    anyhow::anyhow!("unknown {what} `{}`; {hint}", shown(id))
}

/// Returns the command that lists all ids of a kind.
fn listing(what: &str) -> &'static str {
    match what {
        "row" => "verify simulate",
        "construction" => "verify instance",
        _ => "verify list",
    }
}

/// The largest number of ids that an error lists.
const FEW: usize = 5;

/// Returns the known ids that are spelt most like `id`, as many as an error lists.
pub fn nearest_few(id: &str, known: &[&str]) -> String {
    let mut near = known.to_vec();
    near.sort_by_key(|known| (distance(id, known), *known));
    near.truncate(FEW);
    near.sort_unstable();
    near.join(", ")
}

/// Returns the ids of a bench for a place.
fn known(place: Place, bench: &dyn Bench) -> Vec<&'static str> {
    let entries = match place {
        Place::Mech => bench.mechanisms(),
        Place::Property => bench.properties(),
        Place::Measure => bench.measures(),
    };
    entries.iter().map(|entry| entry.id).collect()
}

/// Returns the known ids for a place, in alphabetical order.
pub fn of(place: Place) -> Vec<&'static str> {
    let mut ids: Vec<&'static str> = models().into_iter().flat_map(|bench| known(place, bench)).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Returns the id if it is among those of its kind.
fn among(what: &str, id: &str, known: &[&'static str]) -> Result<&'static str> {
    known.iter().copied().find(|known| *known == id).ok_or_else(|| unknown(what, id, known))
}

/// Returns the error for the id of a property or a measure that some model has, and not that of the mechanism.
fn elsewhere(what: &str, id: &str, (bench, mech): (&dyn Bench, &str), fitting: &[&str]) -> anyhow::Error {
    let all = if what == "property" { "properties" } else { "measures" };
    let (model, fitting) = (bench.model(), fitting.join(", "));
    let of = format!("`{mech}`, a mechanism of the model `{model}`");
    anyhow::anyhow!("the {what} `{id}` does not apply to {of}; {all} that do: {fitting}")
}

/// Returns the ids of the models.
pub fn known_models() -> Vec<&'static str> {
    models().iter().map(|bench| bench.model()).collect()
}

/// Returns `true` if the word is the id of a mechanism of some model.
pub fn is_mechanism(word: &str) -> bool {
    of(Place::Mech).contains(&word)
}

/// Returns `true` if the word is the id of a property of some model.
pub fn is_property(word: &str) -> bool {
    of(Place::Property).contains(&word)
}

/// Returns the bench that has the mechanism, and the mechanism's id.
pub fn mechanism(id: &str) -> Result<(&'static dyn Bench, &'static str)> {
    for bench in models() {
        if let Some(id) = known(Place::Mech, bench).into_iter().find(|m| *m == id) {
            return Ok((bench, id));
        }
    }
    if let Some(rule) = rules::of_file(id)? {
        return Ok(rule);
    }
    Err(unknown("mechanism", id, &of(Place::Mech)))
}

/// Returns the bench of a model that the user or a file names.
pub fn known_model(id: &str) -> Result<&'static dyn Bench> {
    let known = known_models();
    model(id).ok_or_else(|| unknown("model", id, &known))
}

/// Returns the bench of the model that a record or a plan names.
pub fn model_on_file(id: &str) -> Result<&'static dyn Bench> {
    model(id).with_context(|| format!("unknown model `{id}`"))
}

/// Returns the bench of the model that a file names.
pub fn model_of(document: &Document) -> Result<&'static dyn Bench> {
    match document.root.get("model") {
        Some(Value::Text(model)) => known_model(model),
        _ => bail!("{}: field `model` is missing: write model = \"cluster\"", document.file),
    }
}

/// Returns the bench of a cell, with its ids.
pub fn cell(mech: &str, property: &str) -> Result<(&'static dyn Bench, &'static str, &'static str)> {
    // Some ids name both a mechanism and a property.
    if !is_mechanism(mech) && is_property(mech) && is_mechanism(property) && !is_property(property) {
        bail!(
            "`{mech}` is a property and `{property}` is a mechanism: exchange them, as in `verify --mech {property} --property {mech}`"
        );
    }
    let (bench, mech) = mechanism(mech)?;
    let fitting = known(Place::Property, bench);
    if !fitting.contains(&property) && is_property(property) {
        return Err(elsewhere("property", property, (bench, mech), &fitting));
    }
    Ok((bench, mech, among("property", property, &fitting)?))
}

/// Returns the bench of some mechanisms and properties, with their ids; all of the model if none is named.
pub fn cells(
    model: &str,
    mechs: &[String],
    properties: &[String],
) -> Result<(&'static dyn Bench, Vec<&'static str>, Vec<&'static str>)> {
    for mech in mechs {
        rules::of_file(mech)?;
    }
    let bench = match mechs.first() {
        Some(mech) => mechanism(mech)?.0,
        None => known_model(model)?,
    };
    let all = |ids: &[String], known: Vec<&'static str>, what: &str| -> Result<Vec<&'static str>> {
        if ids.is_empty() {
            return Ok(known);
        }
        ids.iter().map(|id| among(what, id, &known)).collect()
    };
    let mechs = all(mechs, known(Place::Mech, bench), "mechanism")?;
    let fitting = known(Place::Property, bench);
    if let Some(other) = properties.iter().find(|p| !fitting.contains(&p.as_str()))
        && is_property(other)
    {
        let model = bench.model();
        let fitting = fitting.join(", ");
        bail!("the property `{other}` does not apply to the model `{model}`; properties that do: {fitting}");
    }
    Ok((bench, mechs, all(properties, fitting, "property")?))
}

/// Returns the bench of a mechanism and a measure, with their ids.
pub fn measured(mech: &str, measure: &str) -> Result<(&'static dyn Bench, &'static str, &'static str)> {
    let (bench, mech) = mechanism(mech)?;
    let fitting = known(Place::Measure, bench);
    if let Some(measure) = fitting.iter().find(|m| **m == measure) {
        return Ok((bench, mech, measure));
    }
    let ratios: Vec<String> =
        fitting.iter().filter(|m| m.starts_with(&format!("{measure}-"))).map(|m| format!("`{m}`")).collect();
    if !ratios.is_empty() {
        bail!("`{measure}` is no measure; did you mean {}?", ratios.join(" or "));
    }
    if of(Place::Measure).contains(&measure) {
        return Err(elsewhere("measure", measure, (bench, mech), &fitting));
    }
    Err(unknown("measure", measure, &fitting))
}

/// Returns the bench of two mechanisms, or of two properties, with their ids.
pub fn pair(a: &str, b: &str) -> Result<(&'static dyn Bench, &'static str, &'static str)> {
    if a == b {
        bail!("`{a}` is given twice; name two different mechanisms, or two different properties");
    }
    for id in [a, b] {
        rules::of_file(id)?;
    }
    for place in [Place::Mech, Place::Property] {
        for bench in models() {
            let find = |id: &str| known(place, bench).into_iter().find(|known| *known == id);
            if let (Some(a), Some(b)) = (find(a), find(b)) {
                return Ok((bench, a, b));
            }
        }
    }
    let known = [Place::Mech, Place::Property].map(of).concat();
    for id in [a, b] {
        among("mechanism or property", id, &known)?;
    }
    bail!("`{a}` and `{b}` must be two mechanisms, or two properties, of one model")
}

/// Returns the construction with this id.
pub fn construction(id: &str) -> Result<&'static Construction> {
    let known: Vec<&'static str> = CONSTRUCTIONS.iter().map(|c| c.id).collect();
    CONSTRUCTIONS.iter().find(|c| c.id == id).ok_or_else(|| unknown("construction", id, &known))
}

/// Returns the row with this id of a paper's table.
pub fn row(id: &str) -> Result<&'static PrintedRow> {
    let figures = fairwitness::simulator::figure::FIGURES.iter().map(|f| f.id);
    let known: Vec<&'static str> = ROWS.iter().map(|row| row.id).chain(figures).collect();
    ROWS.iter().find(|row| row.id == id).ok_or_else(|| unknown("row", id, &known))
}

/// Returns the id of a strategy.
pub fn strategy(id: &str) -> Result<&'static str> {
    let known: Vec<&'static str> = strategy_list().iter().map(|(id, _)| *id).collect();
    among("strategy", id, &known)
}

/// Returns every page under an id: kind, id, text.
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
        let mut known = [Place::Mech, Place::Property, Place::Measure].map(of).concat();
        known.extend(strategy_list().iter().map(|(id, _)| *id));
        known.extend(models().iter().map(|bench| bench.model()));
        return Err(unknown("id", id, &known));
    }
    Ok(found)
}
