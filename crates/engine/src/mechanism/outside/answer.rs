//! Questions and answers: an instance as a line of JSON, and the answer of a program as an outcome.

use std::fmt::Write as _;

use super::taken::{self, Feature, STATE};
use super::{Failure, Greeting, Numbers, excerpt, slack};
use crate::document::{Document, Fields, InputError, Node, Value};
use crate::model::arrivals::{self, Arrivals, History};
use crate::model::cluster::{self, Cluster, Division, Placement, Pool};
use crate::model::cohort::{self, Cohort, Decision, Queues};
use crate::model::covering::{self, Allotment, Covering, Stock};
use crate::model::{Instance, Model, Outcome};
use crate::scalar::Rational;

/// A model that programs outside can allocate.
pub trait Spoken: Model {
    /// The features that some instances have and others have not.
    const FEATURES: &'static [Feature<Self>];

    /// The reading of feasibility for a program with this greeting.
    ///
    /// # Errors
    /// The reason why the model has no such reading.
    fn setting(greeting: &Greeting) -> Result<Self::Setting, &'static str>;
    /// Reads the outcome from the fields of an answer.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed.
    fn read_answer(
        instance: &Self::Instance<Rational>,
        fields: &mut Fields<'_>,
        numbers: Numbers,
    ) -> Result<Self::Outcome<Rational>, InputError>;
    /// The outcome with overshoots corrected that are within `slack`.
    fn meant(
        setting: Self::Setting,
        instance: &Self::Instance<Rational>,
        outcome: Self::Outcome<Rational>,
        slack: &Rational,
    ) -> Self::Outcome<Rational>;
}

/// The answer of a program about an instance.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<T> {
    /// The outcome that the program allocates, or what it finds of an outcome.
    Says(T),
    /// The program's reason for refusing the instance.
    Refuses(String),
}

/// Reads a number of an answer: an exact number, or the exact value of a float.
fn number(node: &Node<'_>, numbers: Numbers) -> Result<Rational, InputError> {
    match (node.value(), numbers) {
        (Value::Float(text), Numbers::Float) => {
            let whole = text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
            let exact = if whole { text.parse().ok() } else { None };
            let float = || text.parse().ok().and_then(Rational::of_float);
            exact.or_else(float).ok_or_else(|| node.error("is no number"))
        }
        (Value::Float(_), Numbers::Exact) => Err(node.error(
            "a bare float, and the greeting promises exact numbers: quote it, as in \"0.25\" or \"1/4\", or greet with \"numbers\": \"float\"",
        )),
        _ => node.number(),
    }
}

fn row(node: &Node<'_>, length: usize, what: &str, numbers: Numbers) -> Result<Vec<Rational>, InputError> {
    node.list_of(length, what)?.iter().map(|node| number(node, numbers)).collect()
}

impl Spoken for Cluster {
    const FEATURES: &'static [Feature<Self>] = taken::CLUSTER;

    fn setting(greeting: &Greeting) -> Result<cluster::Setting, &'static str> {
        match (greeting.time, greeting.whole) {
            (true, true) => Err("whole tasks under time division are not judged"),
            (false, true) => Ok(cluster::Setting::WHOLE),
            (true, false) => Ok(cluster::Setting::divisible(Division::Time)),
            (false, false) => Ok(cluster::Setting::divisible(Division::Resource)),
        }
    }

    fn read_answer(pool: &Pool, fields: &mut Fields<'_>, numbers: Numbers) -> Result<Placement, InputError> {
        let rows = fields.required("placement")?.list_of(pool.users(), "user")?;
        let tasks = rows.iter().map(|node| row(node, pool.servers(), "server", numbers));
        Ok(Placement { tasks: tasks.collect::<Result<_, _>>()? })
    }

    fn meant(setting: cluster::Setting, pool: &Pool, outcome: Placement, slack: &Rational) -> Placement {
        slack::placement(setting, pool, outcome, slack)
    }
}

impl Spoken for Arrivals {
    const FEATURES: &'static [Feature<Self>] = taken::ARRIVALS;

    fn setting(_greeting: &Greeting) -> Result<arrivals::Setting, &'static str> {
        // Irrevocability is a property of its own, and not part of feasibility here.
        Ok(arrivals::Setting { irrevocable: false })
    }

    fn read_answer(
        sequence: &arrivals::Sequence,
        fields: &mut Fields<'_>,
        numbers: Numbers,
    ) -> Result<History, InputError> {
        let steps = fields.required("shares")?.list_of(sequence.steps(), "step")?;
        let shares = steps.iter().enumerate();
        let shares = shares.map(|(k, node)| row(node, k + 1, "agent present", numbers));
        Ok(History { shares: shares.collect::<Result<_, _>>()? })
    }

    fn meant(
        _setting: arrivals::Setting,
        sequence: &arrivals::Sequence,
        outcome: History,
        slack: &Rational,
    ) -> History {
        slack::history(sequence, outcome, slack)
    }
}

impl Spoken for Cohort {
    const FEATURES: &'static [Feature<Self>] = taken::COHORT;

    fn setting(_greeting: &Greeting) -> Result<cohort::Setting, &'static str> {
        Ok(cohort::Setting)
    }

    fn read_answer(queues: &Queues, fields: &mut Fields<'_>, _: Numbers) -> Result<Decision, InputError> {
        cohort::targets(queues, &fields.required("targets")?)
    }

    /// A decision has no numbers to correct.
    fn meant(_: cohort::Setting, _: &Queues, outcome: Decision, _: &Rational) -> Decision {
        outcome
    }
}

impl Spoken for Covering {
    const FEATURES: &'static [Feature<Self>] = taken::COVERING;

    fn setting(_greeting: &Greeting) -> Result<covering::Setting, &'static str> {
        Ok(covering::Setting { integral: true })
    }

    fn read_answer(stock: &Stock, fields: &mut Fields<'_>, _: Numbers) -> Result<Allotment, InputError> {
        let given = fields.required("assignment")?.list_of(stock.resources(), "resource")?;
        let task = |node: &Node<'_>| match node.value() {
            Value::Null => Ok(None),
            _ => node.index(stock.tasks(), "task").map(Some),
        };
        Ok(Allotment::Whole(given.iter().map(task).collect::<Result<_, _>>()?))
    }

    /// An assignment has no numbers to correct.
    fn meant(_: covering::Setting, _: &Stock, outcome: Allotment, _: &Rational) -> Allotment {
        outcome
    }
}

/// The line that asks a program with this greeting about `instance`; `None` if a number is too large for a float. What runs
/// is told to a program that takes it, and does not count for another.
pub fn question<M: Model>(instance: &Instance<M>, greeting: &Greeting) -> Option<String> {
    let told = greeting.takes.iter().any(|word| word == STATE);
    line::<M>(instance, greeting.numbers, (!told).then_some(STATE))
}

/// The line with the fields of `instance` but the one that is left out.
fn line<M: Model>(instance: &Instance<M>, numbers: Numbers, left_out: Option<&str>) -> Option<String> {
    let mut line = format!("{{\"instance\": {{\"model\": \"{}\"", M::ID);
    for (name, value) in M::write(instance).fields().iter().filter(|(name, _)| Some(&name[..]) != left_out) {
        let _ = write!(line, ", \"{name}\": ");
        write(&mut line, value, numbers)?;
    }
    line.push_str("}}\n");
    Some(line)
}

/// The line that asks what judges about `outcome` of `instance`, in exact numbers.
pub fn question_on<M: Model>(instance: &Instance<M>, outcome: &Outcome<M>) -> Option<String> {
    let line = line::<M>(instance, Numbers::Exact, None)?;
    let outcome = M::write_outcome(instance, outcome).to_json();
    Some(format!("{}, \"outcome\": {outcome}}}\n", line.strip_suffix("}\n")?))
}

fn write(line: &mut String, value: &Value, numbers: Numbers) -> Option<()> {
    match value {
        Value::List(items) => {
            line.push('[');
            for (k, item) in items.iter().enumerate() {
                if k > 0 {
                    line.push_str(", ");
                }
                write(line, item, numbers)?;
            }
            line.push(']');
        }
        Value::Number(x) if numbers == Numbers::Exact => {
            let _ = write!(line, "\"{x}\"");
        }
        Value::Number(x) => {
            let float = x.to_f64();
            if !float.is_finite() {
                return None;
            }
            let _ = write!(line, "{float:?}");
        }
        other => line.push_str(&other.to_json().to_string()),
    }
    Some(())
}

/// Reads the line that answers a question: a refusal, or the fields that `read` takes. If the question has a number,
/// the answer must repeat it.
///
/// # Errors
/// A line that is no answer to the question.
pub fn answer<T>(
    line: &str,
    number: Option<u64>,
    read: impl Fn(&mut Fields<'_>) -> Result<T, InputError>,
) -> Result<Answer<T>, Failure> {
    let said = |reason: String| Failure::Malformed(format!("{reason}; it said {}", excerpt(line)));
    let document = Document::parse("answer.json", line).map_err(|error| {
        let strange = ["NaN", "Infinity"].into_iter().find(|word| line.contains(word));
        said(strange.map_or_else(|| error.to_string(), |word| format!("`{word}` is no number of JSON")))
    })?;
    let all = || -> Result<Answer<T>, InputError> {
        let mut fields = document.node().fields()?;
        if let Some(number) = number {
            let node = fields.required("number")?;
            if node.count()? as u64 != number {
                return Err(node.error(format!("must be {number}, as in the question")));
            }
        }
        let answer = match fields.optional("refuse") {
            Some(why) => {
                let why = why.text()?.trim().chars();
                let why: String = why.map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
                Answer::Refuses(if why.is_empty() { "refuses without a reason".to_string() } else { why })
            }
            None => Answer::Says(read(&mut fields)?),
        };
        fields.finish()?;
        Ok(answer)
    };
    all().map_err(|error| said(error.to_string()))
}
