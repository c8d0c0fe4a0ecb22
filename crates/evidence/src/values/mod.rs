//! Computations on file: a quantity, its relation to an expected number, and the instances on which it is
//! computed, in exact arithmetic, whenever a standing is asked for.
//!
//! A quantity is an expression over the fields of an instance and the outcomes of mechanisms; definitions come
//! first, each ended by a semicolon: `level(u) = tasks[u] / gamma(u); max([level(u) for u in range(len(demand))])`.

mod evaluate;
mod functions;
mod instances;
mod parse;

use std::cmp::Ordering;
use std::path::Path;

use evaluate::Evaluator;
use instances::Load;
use parse::Program;

use crate::document::{InputError, Node, Value, files};
use crate::instances::Scope;
use crate::workbench::model;

/// A relation of the quantity to the expected number: its word in files, and the orders of the two that it holds in.
type Relation = (&'static str, fn(Ordering) -> bool);

const RELATIONS: [Relation; 5] = [
    ("=", Ordering::is_eq),
    ("<", Ordering::is_lt),
    ("<=", Ordering::is_le),
    (">", Ordering::is_gt),
    (">=", Ordering::is_ge),
];

/// The random instances on which a quantity is computed.
#[derive(Clone, Debug)]
struct Draws {
    model: String,
    scope: Scope,
    seed: u64,
    count: u64,
    /// Only instances on which this is true count.
    only: Option<Program>,
}

/// A quantity with its expected value.
#[derive(Clone, Debug)]
pub struct Computation {
    /// File of the instance whose fields the quantity names; `None` if it names none.
    instance: Option<String>,
    draws: Option<Draws>,
    /// Names of files of definitions in `properties/evidence/values/`.
    uses: Vec<String>,
    text: String,
    quantity: Program,
    relation: Relation,
    expected: Value,
    /// `true` if the statement is about more instances than those that are computed.
    pub general: bool,
}

/// The result of a computation.
#[derive(Clone, Debug, PartialEq)]
pub struct Computed {
    /// `true` if the quantity has the relation to the expected value on each instance.
    pub agrees: bool,
    /// The quantity and both values in words, for the first instance that disagrees.
    pub what: String,
    /// The number of random instances on which the quantity was computed.
    pub instances: Option<u64>,
}

impl Computation {
    /// Reads the fields of a computation; `search` says if random instances are drawn.
    ///
    /// # Errors
    /// The field that is missing, unknown or malformed.
    pub fn read(node: &Node<'_>, search: bool) -> Result<Computation, InputError> {
        let mut fields = node.fields()?;
        fields.required("kind")?;
        let program = |node: &Node<'_>| parse::parse(node.text()?).map_err(|reason| node.error(reason));
        let quantity = fields.required("quantity")?;
        let relation = fields.maybe("relation", |node| {
            let word = node.text()?;
            let known = RELATIONS.into_iter().find(|(known, _)| *known == word);
            known.ok_or_else(|| node.error("must be `=`, `<`, `<=`, `>` or `>=`"))
        })?;
        let draws = match search {
            false => None,
            true => {
                let (id, scope) = (fields.required("model")?, fields.required("scope")?);
                let bench = model(id.text()?).ok_or_else(|| id.error("is no model"))?;
                Some(Draws {
                    model: bench.model().to_string(),
                    scope: scope.text()?.parse().map_err(|e| scope.error(format!("{e}")))?,
                    seed: fields.required("seed")?.count()? as u64,
                    count: fields.required("count")?.count()? as u64,
                    only: fields.maybe("only", program)?,
                })
            }
        };
        let general = fields.maybe("general", Node::flag)?.unwrap_or(search);
        let text = |node: &Node<'_>| node.text().map(String::from);
        let uses = fields.maybe("use", |node| node.each(text))?.unwrap_or_default();
        let instance = if search { None } else { fields.optional("instance") };
        let read = Computation {
            instance: instance.map(|node| text(&node)).transpose()?,
            draws,
            uses,
            text: quantity.text()?.to_string(),
            quantity: program(&quantity)?,
            relation: relation.unwrap_or(RELATIONS[0]),
            expected: functions::plain(fields.required("expected")?.value()),
            general,
        };
        fields.finish()?;
        Ok(read)
    }

    /// Computes the quantity in the folder of a project.
    ///
    /// # Errors
    /// The reason why the quantity has no value.
    pub fn compute(&self, root: &Path) -> Result<Computed, String> {
        let load = |file: &str| {
            let document = files::load(&root.join(file)).map_err(|e| e.to_string())?;
            Ok(functions::plain(&document.instance().root))
        };
        let instance = self.instance.as_deref().map(load).transpose()?;
        let mut quantity = self.quantity.clone();
        let mut shared = Vec::new();
        for name in &self.uses {
            let path = root.join("properties").join("evidence").join("values").join(format!("{name}.toml"));
            let document = files::load(&path).map_err(|e| e.to_string())?;
            let Some(Value::Text(text)) = document.root.get("definitions") else {
                return Err(format!("{} has no definitions", path.display()));
            };
            shared.extend(parse::definitions(text)?);
        }
        quantity.definitions.splice(..0, shared.iter().cloned());
        let Some(draws) = &self.draws else {
            let got = Evaluator::new(&load).program(&quantity, instance.as_ref(), 0)?;
            let what = self.instance.as_ref().map_or(String::new(), |file| format!(" on {file}"));
            return Ok(Computed {
                agrees: self.agrees(&got)?,
                what: self.said(&got, &what),
                instances: None,
            });
        };
        let mut only = draws.only.clone();
        if let Some(only) = &mut only {
            only.definitions.splice(..0, shared);
        }
        self.over(draws, only.as_ref(), &quantity, &load)
    }

    /// The result over random instances.
    fn over(
        &self,
        draws: &Draws,
        only: Option<&Program>,
        quantity: &Program,
        load: &Load<'_>,
    ) -> Result<Computed, String> {
        let bench = model(&draws.model).ok_or("there is no such model")?;
        let (mut number, mut computed) = (0, 0);
        while computed < draws.count {
            if number > 200 * (draws.count + 10) {
                return Err(format!("only {computed} of {number} random instances count"));
            }
            let instance = functions::plain(&bench.drawn(draws.seed, number, draws.scope).root);
            number += 1;
            let by = Evaluator::new(load);
            if let Some(only) = only
                && by.program(only, Some(&instance), number)? != Value::Bool(true)
            {
                continue;
            }
            computed += 1;
            let got = by.program(quantity, Some(&instance), number)?;
            if !self.agrees(&got)? {
                let what = self.said(&got, &format!(" on {}", instance.inline()));
                return Ok(Computed { agrees: false, what, instances: Some(computed) });
            }
        }
        let what =
            format!("{} on {computed} random instances: each time {}", short(&self.text), self.wanted());
        Ok(Computed { agrees: true, what, instances: Some(computed) })
    }

    fn wanted(&self) -> String {
        format!("{} {}", self.relation.0, self.expected.inline())
    }

    fn said(&self, got: &Value, place: &str) -> String {
        format!("{}{place}: {}; expected {}", short(&self.text), got.inline(), self.wanted())
    }

    /// `true` if the quantity has the relation to the expected value; a text in place of a number is a reason why
    /// there is none.
    fn agrees(&self, got: &Value) -> Result<bool, String> {
        if let (Value::Text(reason), false) = (got, matches!(self.expected, Value::Text(_))) {
            return Err(reason.clone());
        }
        match self.relation {
            ("=", _) => Ok(*got == self.expected),
            (_, holds) => Ok(holds(functions::number(got)?.cmp(&functions::number(&self.expected)?))),
        }
    }
}

/// Two computations are equal if they are written in one way.
impl PartialEq for Computation {
    fn eq(&self, other: &Computation) -> bool {
        let key = |c: &Computation| (c.instance.clone(), c.text.clone(), c.expected.clone(), c.general);
        key(self) == key(other)
    }
}

/// The text on one line.
fn short(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
