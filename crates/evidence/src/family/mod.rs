//! Families: an instance for each `k`, and the value of a measure on it as a function of `k`.
//!
//! [`propose`] finds families from one instance. A family is kept as a record of kind `family`, which is
//! judged again at any `k` by running the mechanism. That the function holds for every `k` is a conjecture,
//! confirmed for every `k` evaluated so far, unless the record names a theorem that proves it.

pub mod function;
pub mod propose;
pub mod template;

use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use function::{Function, Limit};
use template::Template;

use crate::document::{Document, InputError, Node, Value, files};
use crate::linear::{Halt, Patience, Stop, Uncut as _};
use crate::scalar::{Rational, Scalar};
use crate::workbench::{Bench, bench_of};

/// The version of the format of a family's record.
pub const FORMAT: i64 = 1;

/// The folder of families in a project.
pub const FOLDER: &str = "properties/evidence/families";

/// A mechanism and a measure of its outcomes.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The bench of the mechanism's model.
    pub bench: &'static dyn Bench,
    /// Id of the mechanism.
    pub mechanism: &'a str,
    /// Id of the measure.
    pub measure: &'a str,
    /// The switch that stops the work from outside.
    pub stop: &'a Stop,
}

/// The value of a family at one `k`.
#[derive(Clone, Debug, PartialEq)]
pub enum Worth {
    /// The value of the measure.
    Value(Rational),
    /// There is no instance, or the measure has no value.
    None,
    /// The time was too short.
    Late,
}

/// A family, with its value as a function of `k`.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// The instances of the family.
    pub template: Template,
    /// The smallest `k` from which the function holds.
    pub from: i64,
    /// The largest `k` up to which every value was evaluated.
    pub to: i64,
    /// The value as a function of `k`.
    pub value: Function,
}

impl Question<'_> {
    /// The value of the measure on an instance.
    fn value(&self, instance: &Document, patience: &Patience) -> Result<Option<Rational>, Halt<InputError>> {
        self.bench.measure(self.mechanism, self.measure, instance, patience)
    }

    /// Returns `true` if `a` is worse than `b`.
    pub fn is_worse(&self, a: &Rational, b: &Rational) -> bool {
        self.bench.is_worse(self.measure, a, b).unwrap_or(false)
    }

    /// The value on the family's instance at `k`, if it takes at most `time`.
    pub fn worth(&self, template: &Template, k: i64, time: Duration) -> Worth {
        let Some(instance) = template.at(k) else { return Worth::None };
        let patience = Patience::with(self.stop).until(Instant::now().checked_add(time));
        match self.value(&instance, &patience).uncut() {
            Err(_) => Worth::Late,
            Ok(Ok(Some(value))) => Worth::Value(value),
            Ok(_) => Worth::None,
        }
    }

    /// Returns `true` if larger values are worse.
    fn larger(&self) -> bool {
        self.is_worse(&Rational::one(), &Rational::zero())
    }

    /// Order of families: the worse limit first; among equal limits, the worse value at a large `k`, then the
    /// simpler function.
    pub(crate) fn by_limit(&self, a: &Family, b: &Family) -> Ordering {
        let rank = |family: &Family| match family.value.limit() {
            Limit::Number(x) => (0, x),
            Limit::Unbounded { up } => (if up { 1 } else { -1 }, Rational::zero()),
        };
        let ordered = |x: Ordering| if self.larger() { x.reverse() } else { x };
        let far = |family: &Family| family.value.at(1_000).unwrap_or_else(Rational::zero);
        ordered(rank(a).cmp(&rank(b)))
            .then_with(|| ordered(far(a).cmp(&far(b))))
            .then_with(|| a.value.terms().cmp(&b.value.terms()))
    }

    /// The first `k` from which the family is worse than the value `known`, as far as it is examined; `None`
    /// if there is none.
    pub fn worse_from(&self, family: &Family, known: &Rational) -> Option<i64> {
        const FAR: i64 = 1_000;
        let worse = |k: i64| family.value.at(k).is_some_and(|x| self.is_worse(&x, known));
        if !worse(FAR) {
            return None;
        }
        (family.from..=FAR).rev().take_while(|k| worse(*k)).last()
    }
}

/// The families of a project's folder, by file name; empty if there is no such folder.
///
/// # Errors
/// A file that cannot be read.
pub fn load(root: &Path) -> Result<Vec<(String, Record)>, InputError> {
    let files = files::toml_files(&root.join(FOLDER)).unwrap_or_default();
    let one = |path: &PathBuf| {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Ok((name.unwrap_or_default(), Record::read(&files::load(path)?)?))
    };
    files.iter().map(one).collect()
}

/// A family of instances on record, for one mechanism and one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Id of the mechanism.
    pub mechanism: String,
    /// Id of the measure.
    pub measure: String,
    /// One line for a reader.
    pub note: String,
    /// The theorem that proves the value for each `k`, by its qualified name; `None` where it is a conjecture.
    pub theorem: Option<String>,
    /// The family with its value.
    pub family: Family,
}

impl Record {
    /// Returns `true` if a document is a record of a family.
    pub fn is_one(document: &Document) -> bool {
        document.root.get("kind") == Some(&Value::text("family"))
    }

    /// The record as a document.
    pub fn to_value(&self) -> Value {
        let Family { template, from, to, value } = &self.family;
        let text = |text: &str| Some(Value::text(text));
        Value::table([
            ("format", Some(Value::Integer(FORMAT))),
            ("kind", text("family")),
            ("model", text(template.model)),
            ("mechanism", text(&self.mechanism)),
            ("measure", text(&self.measure)),
            ("note", text(&self.note)),
            ("theorem", self.theorem.as_ref().map(Value::text)),
            ("value", text(&value.to_string())),
            ("limit", text(&value.limit().to_string())),
            ("from", Some(Value::Integer(*from))),
            ("to", Some(Value::Integer(*to))),
            ("groups", Some(Value::Table(template.write()))),
        ])
    }

    /// The text of its file.
    pub fn to_toml(&self) -> String {
        self.to_value().to_toml()
    }

    /// Reads a record of a family.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed.
    pub fn read(document: &Document) -> Result<Record, InputError> {
        let mut fields = document.node().fields()?;
        let format = fields.required("format")?;
        if *format.value() != Value::Integer(FORMAT) {
            return Err(format.error(format!("this program reads families of format {FORMAT}")));
        }
        let kind = fields.required("kind")?;
        if kind.text()? != "family" {
            return Err(kind.error("must be `family`"));
        }
        let text = |node: Node<'_>| node.text().map(ToString::to_string);
        let model = text(fields.required("model")?)?;
        let (mechanism, measure) = (text(fields.required("mechanism")?)?, text(fields.required("measure")?)?);
        let note = text(fields.required("note")?)?;
        let theorem = fields.optional("theorem").map(text).transpose()?;
        let (value, limit) = (fields.required("value")?, fields.required("limit")?);
        let whole = |node: Node<'_>| Ok::<_, InputError>(i64::try_from(node.count()?).unwrap_or(i64::MAX));
        let (from, to) = (whole(fields.required("from")?)?, whole(fields.required("to")?)?);
        let template = Template::read(&model, &fields.required("groups")?)?;
        fields.finish()?;
        let function = Function::parse(value.text()?).map_err(|reason| value.error(reason))?;
        if function.limit().to_string() != limit.text()? {
            return Err(limit.error(format!("the limit of {function} is {}", function.limit())));
        }
        let family = Family { template, from, to, value: function };
        Ok(Record { mechanism, measure, note, theorem, family })
    }

    /// Judges the family again at each `k` from its first one to `to`, as far as the time permits; returns
    /// the last `k` judged.
    ///
    /// # Errors
    /// An unknown mechanism or measure, or a `k` with another value.
    pub fn replay(
        &self,
        document: &Document,
        to: i64,
        time: Duration,
        stop: &Stop,
    ) -> Result<i64, InputError> {
        let root = document.node();
        let bench = bench_of(&self.mechanism)
            .filter(|bench| bench.model() == self.family.template.model)
            .filter(|bench| bench.measures().iter().any(|m| m.id == self.measure));
        let Some(bench) = bench else {
            return Err(root.error("mechanism, measure and model do not go together"));
        };
        let question = Question { bench, mechanism: &self.mechanism, measure: &self.measure, stop };
        let until = Instant::now() + time;
        let mut last = None;
        for k in self.family.from..=to {
            let left = until.saturating_duration_since(Instant::now());
            match question.worth(&self.family.template, k, left) {
                Worth::Value(value) if self.family.value.at(k).as_ref() == Some(&value) => last = Some(k),
                Worth::Value(value) => {
                    return Err(root.error(format!("at k = {k} the value is {value}")));
                }
                Worth::None => return Err(root.error(format!("at k = {k} there is no value"))),
                Worth::Late => break,
            }
        }
        last.ok_or_else(|| root.error("no k was judged in the time that there was"))
    }
}
