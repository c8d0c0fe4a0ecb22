//! The papers' constructions: instances to begin with, and their families, measured from size to size.

use fairwitness_engine::instances::construction::{CONSTRUCTIONS, Construction, MOST};
use fairwitness_engine::linear::{Halt, Patience};
use fairwitness_kernel::document::suggest::nearest;
use fairwitness_kernel::document::{Document, InputError, Value};
use fairwitness_kernel::scalar::{Rational, Scalar as _};
use fairwitness_workbench::Bench;
use serde_json::{Value as Json, json};

use super::arguments::{Arguments, wrong};

/// The number that replaces an infinitesimal if the question names none.
fn small() -> Rational {
    Rational::new(1, 100)
}

/// The construction for the parameter `m`, with `eps` in place of the infinitesimal.
fn built(construction: &Construction, m: usize, eps: &Rational) -> Value {
    construction.instance(m, Some(eps))
}

/// The constructions of a model: ids, purposes, the least parameter of each family, and an instance to begin with.
pub(super) fn listed(bench: &dyn Bench) -> Json {
    let own = CONSTRUCTIONS.iter().filter_map(|construction| {
        let instance = built(construction, construction.least.unwrap_or(0).max(2), &small());
        let ours = instance.get("model") == Some(&Value::text(bench.model()));
        let Construction { id, about, least, .. } = construction;
        ours.then(|| json!({"id": id, "about": about, "least": least, "instance": instance.to_json()}))
    });
    own.collect()
}

/// The values of a measure along a family: `construction` names the family, `most` is the largest parameter, and
/// `eps`, a number as text, replaces an infinitesimal. There is one entry per parameter, from the least on; its
/// value is null if the measure is not defined.
pub(super) fn family(
    bench: &dyn Bench,
    given: Arguments<'_>,
    patience: &Patience,
) -> Result<Json, Halt<InputError>> {
    let id = given.text("construction")?;
    let (mechanism, measure) = (given.text("mechanism")?, given.text("measure")?);
    let construction = CONSTRUCTIONS.iter().find(|known| known.id == id).ok_or_else(|| {
        let meant = nearest(id, CONSTRUCTIONS.iter().map(|known| known.id));
        let meant = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
        wrong("construction", format!("there is no construction `{id}`{meant}"))
    })?;
    let least = construction
        .least
        .ok_or_else(|| wrong("construction", format!("`{id}` is one instance, and no family")))?;
    let most = given.count("most").and_then(|most| usize::try_from(most).ok()).unwrap_or(least + 9);
    if most < least || most > MOST {
        return Err(wrong("most", format!("must be between {least} and {MOST}")).into());
    }
    let eps = match given.0.get("eps") {
        None => small(),
        Some(eps) => {
            let read = eps.as_str().and_then(|text| text.parse::<Rational>().ok());
            let positive = read.filter(|eps| *eps > Rational::zero() && *eps <= Rational::int(1));
            positive.ok_or_else(|| wrong("eps", "must be an exact number above 0 and at most 1, as text"))?
        }
    };
    let point = |m: usize| {
        let document = Document { file: id.to_string(), root: built(construction, m, &eps) };
        let value = bench.measure(mechanism, measure, &document, patience)?;
        Ok(json!({"m": m, "value": value.map(|value| value.to_string())}))
    };
    (least..=most).map(point).collect::<Result<Vec<_>, Halt<InputError>>>().map(Json::Array)
}
