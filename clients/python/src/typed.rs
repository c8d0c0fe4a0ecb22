//! Reading, writing and drawing of instances and outcomes, by model.

use fairwitness::document::{Document, InputError, Node, Value};
use fairwitness::model::arrivals::Arrivals;
use fairwitness::model::cluster::Cluster;
use fairwitness::model::cohort::Cohort;
use fairwitness::model::covering::Covering;
use fairwitness::model::{Bars, Presented};
use fairwitness::picture;
use serde_json::{Value as Json, json};

/// An operation on a document of a model.
trait Deed {
    type Result;
    fn of<M: Presented>(self, document: &Document) -> Result<Self::Result, InputError>;
}

fn by_model<D: Deed>(document: &Document, deed: D) -> Result<D::Result, InputError> {
    let root = document.node();
    let model = root.fields()?.required("model")?;
    match model.text()? {
        "arrivals" => deed.of::<Arrivals>(document),
        "cluster" => deed.of::<Cluster>(document),
        "cohort" => deed.of::<Cohort>(document),
        "covering" => deed.of::<Covering>(document),
        other => {
            Err(model
                .error(format!("`{other}` is no model; there are arrivals, cluster, cohort and covering")))
        }
    }
}

/// Returns the fields without `model`, as a model reads them.
fn bare(document: &Document) -> Value {
    let fields = document.root.fields().iter().filter(|(name, _)| name != "model").cloned();
    Value::Table(fields.collect())
}

fn instance<M: Presented>(
    document: &Document,
) -> Result<M::Instance<fairwitness::scalar::Rational>, InputError> {
    M::read(&Node::new(&document.file, &bare(document)))
}

fn written<M: Presented>(document: &Document) -> Result<Value, InputError> {
    let mut fields = vec![("model".to_string(), Value::text(M::ID))];
    fields.extend(M::write(&instance::<M>(document)?).fields().iter().cloned());
    Ok(Value::Table(fields))
}

struct Reads;

impl Deed for Reads {
    type Result = Value;
    fn of<M: Presented>(self, document: &Document) -> Result<Value, InputError> {
        written::<M>(document)
    }
}

/// Writes whole numbers bare, so that the engine reads them without a tree.
fn bare_numbers(value: &Value) -> Json {
    match value {
        Value::Number(number) => {
            let text = number.to_string();
            text.parse::<i64>().map_or(Json::String(text), Json::from)
        }
        Value::List(items) => Json::Array(items.iter().map(bare_numbers).collect()),
        Value::Table(fields) => {
            Json::Object(fields.iter().map(|(name, inner)| (name.clone(), bare_numbers(inner))).collect())
        }
        other => other.to_json(),
    }
}

/// Reads the instance of a file or of a record as it is written, and its text with whole numbers bare; errors call it
/// `name`.
pub fn read(name: &str, text: &str, is_json: bool) -> Result<Json, InputError> {
    let parsed = Document::parse(if is_json { ".json" } else { ".toml" }, text);
    let parsed = parsed.map_err(|error| InputError { file: name.to_string(), ..error })?;
    let document = Document { file: name.to_string(), ..parsed.instance() };
    let read = by_model(&document, Reads)?;
    Ok(json!({"instance": read.to_json(), "text": bare_numbers(&read).to_string()}))
}

/// Returns an instance given as JSON, as the text of a TOML file.
pub fn toml(text: &str) -> Result<String, InputError> {
    Ok(by_model(&Document::parse("instance.json", text)?, Reads)?.to_toml())
}

struct Draws<'a>(&'a Document);

impl Deed for Draws<'_> {
    type Result = Bars;
    fn of<M: Presented>(self, document: &Document) -> Result<Bars, InputError> {
        let instance = instance::<M>(document)?;
        let outcome = M::read_outcome(&instance, &self.0.node())?;
        Ok(M::bars(&instance, &outcome))
    }
}

/// Returns the picture of an outcome, as a separate SVG file.
pub fn picture(instance: &str, outcome: &str) -> Result<String, InputError> {
    let outcome = Document::parse("outcome.json", outcome)?;
    let bars = by_model(&Document::parse("instance.json", instance)?, Draws(&outcome))?;
    Ok(picture::file(&picture::bars(&bars)))
}
