//! A query, answered for every mechanism: from the states of cells that a page knows, or on one instance.

use fairwitness_engine::linear::{Halt, Patience};
use fairwitness_kernel::document::InputError;
use fairwitness_kernel::document::suggest::hint;
use fairwitness_workbench::Bench;
use fairwitness_workbench::query::{Query, Truth, meant};
use serde_json::{Value as Json, json};

use super::arguments::{Arguments, wrong};

/// Reads the argument `query`, and returns the query with its properties, which must be properties of the model.
fn read(bench: &dyn Bench, given: Arguments<'_>) -> Result<(Query, Vec<&'static str>), InputError> {
    let entries = bench.properties();
    let query = Query::read(given.text("query")?, |words| meant(words, &entries));
    let query = query.map_err(|why| wrong("query", why))?;
    let known: Vec<&'static str> = entries.iter().map(|entry| entry.id).collect();
    let one = |id: &str| {
        known.iter().copied().find(|known| *known == id).ok_or_else(|| {
            let hint = hint(id, known.iter().copied());
            wrong("query", format!("`{id}` is no property of the model {}{hint}", bench.model()))
        })
    };
    let properties = query.properties().into_iter().map(one).collect::<Result<Vec<_>, _>>()?;
    Ok((query, properties))
}

/// The answer to a query for each mechanism of the bench. With an `instance` every mechanism is judged on it, and
/// the rulings accompany the answer. Otherwise `known` has the states of cells in the words of the matrix: `{"tsf":
/// {"si": "violated"}}`; a cell that is not named is open.
pub fn asked(bench: &dyn Bench, given: Arguments<'_>, patience: &Patience) -> Result<Json, Halt<InputError>> {
    let (query, properties) = read(bench, given)?;
    let mut rows = Vec::new();
    if given.0.get("instance").is_some() {
        let document = given.document("instance")?;
        for entry in bench.mechanisms() {
            let rulings = bench.rulings(entry.id, &properties, &document, patience)?;
            let of = |id: &str| properties.iter().zip(&rulings).find(|(property, _)| **property == id);
            let answer = query.answer(&|id| {
                of(id).and_then(|(_, ruling)| Truth::of(ruling.answer.word())).unwrap_or(Truth::Open)
            });
            rows.push(json!({"mechanism": entry.id, "answer": answer.word(), "rulings": rulings}));
        }
    } else {
        let known = given.0.get("known").and_then(Json::as_object);
        let known = known.ok_or_else(|| wrong("known", "must be an object, where there is no instance"))?;
        for entry in bench.mechanisms() {
            let of = |id: &str| known.get(entry.id)?.get(id)?.as_str().and_then(Truth::of);
            let answer = query.answer(&|id| of(id).unwrap_or(Truth::Open));
            rows.push(json!({"mechanism": entry.id, "answer": answer.word()}));
        }
    }
    Ok(json!({"properties": properties, "read": query.to_string(), "mechanisms": rows}))
}
