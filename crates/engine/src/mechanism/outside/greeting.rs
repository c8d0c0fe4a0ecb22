//! The greeting: the description that a program gives of itself before it is asked anything.

use super::{Failure, excerpt};
use crate::document::{Document, Fields, InputError, Node, Value};

/// The version of the protocol between this program and programs outside.
pub const VERSION: i64 = 1;

/// The line that greets a program.
pub(super) const HELLO: &str = "{\"fairwitness\": 1}\n";

/// The description that a program gives of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Greeting {
    /// Id of the program's mechanism, property or measure.
    pub id: String,
    /// Id of the model that the program allocates or judges.
    pub model: String,
    /// The part that the program takes.
    pub kind: Kind,
    /// `true` if the program divides time, `false` if it divides each resource.
    pub time: bool,
    /// `true` if the program places whole tasks only.
    pub whole: bool,
    /// The kind of the program's numbers.
    pub numbers: Numbers,
    /// `true` if answers repeat the numbers of their questions, so that questions may be sent before earlier
    /// answers.
    pub numbered: bool,
    /// The optional features of instances that the program accepts; none, for demands and capacities alone.
    pub takes: Vec<String>,
}

/// The part that a program takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From an instance to an outcome.
    Mechanism,
    /// From an instance and an outcome to a gap, which is positive if the outcome violates the property.
    Property,
    /// From an instance and an outcome to a value.
    Measure {
        /// `true` if smaller values are worse.
        smaller: bool,
    },
}

/// The kind of a program's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Fractions and integers, written as text or as bare integers.
    Exact,
    /// Floats, written as JSON numbers.
    Float,
}

const LONGEST_ID: usize = 64;

fn word(node: &Node<'_>, words: [&str; 2]) -> Result<bool, InputError> {
    match node.text()? {
        text if text == words[0] => Ok(false),
        text if text == words[1] => Ok(true),
        text => Err(node.error(format!("is `{text}`, must be `{}` or `{}`", words[0], words[1]))),
    }
}

/// Reads the part that the program takes.
fn kind(fields: &mut Fields<'_>) -> Result<Kind, InputError> {
    let Some(node) = fields.optional("kind") else { return Ok(Kind::Mechanism) };
    Ok(match node.text()? {
        "mechanism" => Kind::Mechanism,
        "property" => Kind::Property,
        "measure" => {
            let worse =
                fields.optional("worse").map(|node| word(&node, ["larger", "smaller"])).transpose()?;
            Kind::Measure { smaller: worse == Some(true) }
        }
        text => return Err(node.error(format!("is `{text}`, must be `mechanism`, `property` or `measure`"))),
    })
}

fn read(document: &Document) -> Result<Greeting, InputError> {
    let mut fields = document.node().fields()?;
    let version = fields.required("fairwitness")?;
    if version.count()? as i64 != VERSION {
        return Err(version.error(format!("is another version of the protocol; this is {VERSION}")));
    }
    let node = fields.required("id")?;
    let id = node.text()?.to_string();
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || id.len() > LONGEST_ID || !id.chars().all(letter) {
        return Err(node.error(format!("must consist of 1 to {LONGEST_ID} of a-z, 0-9 and -")));
    }
    let model = fields.required("model")?.text()?.to_string();
    let kind = kind(&mut fields)?;
    let division = fields.optional("division").map(|node| word(&node, ["resource", "time"])).transpose()?;
    let tasks = fields.optional("tasks").map(|node| word(&node, ["divisible", "whole"])).transpose()?;
    let numbers = fields.optional("numbers").map(|node| word(&node, ["exact", "float"])).transpose()?;
    let flag = |node: Node<'_>| match node.value() {
        Value::Bool(flag) => Ok(*flag),
        _ => Err(node.error("must be true or false")),
    };
    let numbered = fields.optional("numbered").map(flag).transpose()?.unwrap_or(false);
    let words = |node: Node<'_>| -> Result<Vec<String>, InputError> {
        node.list()?.iter().map(|word| Ok(word.text()?.to_string())).collect()
    };
    let takes = fields.optional("takes").map(words).transpose()?.unwrap_or_default();
    // What judges is a function from exact numbers to exact numbers.
    let of_rules = division.is_some() || tasks.is_some() || numbers == Some(true);
    if kind != Kind::Mechanism && of_rules {
        return Err(document.node().error("`division`, `tasks` and floats are for mechanisms only"));
    }
    fields.finish()?;
    let numbers = if numbers == Some(true) { Numbers::Float } else { Numbers::Exact };
    let (time, whole) = (division == Some(true), tasks == Some(true));
    Ok(Greeting { id, model, kind, time, whole, numbers, numbered, takes })
}

impl Greeting {
    /// Reads a greeting as a program writes it.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed.
    pub fn read(line: &str) -> Result<Greeting, InputError> {
        read(&Document::parse("greeting.json", line)?)
    }

    /// Reads the line that a program returns to the greeting.
    ///
    /// # Errors
    /// A line that is no greeting.
    pub fn parse(line: &str) -> Result<Greeting, Failure> {
        Greeting::read(line).map_err(|error| {
            Failure::Malformed(format!("the answer to the greeting: {error}; it said {}", excerpt(line)))
        })
    }
}
