//! `verify exercise`: the exercises of the book, and their answers, which the engine computes.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use fairwitness::document::{Document, Value, shown};
use fairwitness::linear::{Halt, Patience};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::Shown;

use super::args::Format;
use super::limits::interruption;
use super::said::{Answered, Exercise as Said};
use super::{FOUND, UNDECIDED, ids, inputs, render};

/// The chapter that asks the exercises; its commands compute the answers.
const CHAPTER: &str = include_str!("../../../book/text/learn/exercises.md");

/// An exercise of the chapter.
struct Exercise {
    number: usize,
    title: &'static str,
    question: &'static str,
    /// The words of the command that computes the answer, and its instance; `None` if the answer is a proof.
    computed: Option<(Vec<&'static str>, &'static str)>,
}

/// Returns the exercises in the order of the chapter.
fn all() -> Vec<Exercise> {
    let one = |part: &'static str| {
        let (head, body) = part.split_once('\n')?;
        let (number, title) = head.split_once(". ")?;
        let question = body.split("<details>").next()?.trim();
        let command = body.split("$ verify ").nth(1).and_then(|rest| rest.lines().next());
        let words: Vec<&str> = command.unwrap_or_default().split_whitespace().collect();
        let named = |option: &str| words.windows(2).find(|pair| pair[0] == option).map(|pair| pair[1]);
        let instance = named("--instance")
            .and_then(|file| body.split(&format!("# {file}\n")).nth(1)?.split("```").next());
        let computed = instance.map(|instance| (words.clone(), instance));
        Some(Exercise { number: number.parse().ok()?, title, question, computed })
    };
    CHAPTER.split("\n## ").skip(1).filter_map(one).collect()
}

/// Lists the exercises, asks one, or judges an answer to it.
pub fn run(number: Option<usize>, answer: Option<&Path>, format: Format) -> Result<u8> {
    let all = all();
    let Some(number) = number else {
        let said = |e: &Exercise| Said { exercise: e.number, title: e.title.to_string(), question: None };
        render::show(format, &all.iter().map(said).collect::<Vec<_>>(), || {
            let line = |e: &Exercise| format!("{:>3}  {}\n", e.number, e.title);
            let list: String = all.iter().map(line).collect();
            format!("{list}\n`verify exercise N` asks one, and --answer FILE judges an answer\n")
        });
        return Ok(0);
    };
    let Some(exercise) = all.iter().find(|exercise| exercise.number == number) else {
        bail!("there is no exercise {number}; they have the numbers 1 to {}", all.len());
    };
    match answer {
        None => ask(exercise, format),
        Some(file) => judge(exercise, file, format),
    }
}

fn ask(exercise: &Exercise, format: Format) -> Result<u8> {
    let Exercise { number, title, question, computed } = exercise;
    let form = match computed {
        None => "The answer is an argument in words; it is in the book.".to_string(),
        Some((words, _)) => format!(
            "An answer is a file with one line, {}: verify exercise {number} --answer FILE",
            if words.first() == Some(&"run") {
                "tasks = [..] or the outcome as `verify run` prints it"
            } else {
                "margin = \"p/q\""
            }
        ),
    };
    let question = Some((*question).to_string());
    let said = Said { exercise: *number, title: (*title).to_string(), question };
    render::show(format, &said, || format!("{number}. {title}\n\n{}\n\n{form}\n", exercise.question));
    Ok(0)
}

/// Computes the right answer: the fields of the outcome of a run, or the margin of a violation, 0 if there is none.
fn right(words: &[&str], instance: &str) -> Result<Option<Value>> {
    let document = Document::parse("exercise.toml", instance)?;
    let named = |option: &str| words.windows(2).find(|pair| pair[0] == option).map(|pair| pair[1]);
    let mechanism = named("--mech").context("the chapter's command names no mechanism")?;
    let (bench, mechanism) = ids::mechanism(mechanism)?;
    let patience = Patience::with(&interruption());
    let found = match named("--property") {
        None => bench.run_shown(mechanism, &document, Shown::Outcome, &patience).map(|run| run.outcome.ok()),
        Some(property) => bench.judge(mechanism, property, &document, &patience).map(|report| {
            let margin = report.witness.and_then(|witness| witness.get("margin").cloned());
            let margin = margin.unwrap_or(Value::Number(Rational::zero()));
            Some(Value::Table(vec![("margin".to_string(), margin)]))
        }),
    };
    match found {
        Ok(found) => Ok(found),
        Err(Halt::Cut) => Ok(None),
        Err(Halt::Failed(error)) => Err(error.into()),
    }
}

/// Returns the places at which an answer differs from what is right; numbers are compared as numbers.
fn differences(place: &str, answer: &Value, right: &Value, found: &mut Vec<String>) {
    let number = |value: &Value| match value {
        Value::Integer(n) => Some(Rational::int(*n)),
        Value::Number(x) => Some(x.clone()),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    };
    match (answer, right) {
        (Value::List(ours), Value::List(theirs)) if ours.len() == theirs.len() => {
            for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                differences(&format!("{place}[{at}]"), ours, theirs, found);
            }
        }
        _ if number(answer).is_some() && number(answer) == number(right) => {}
        _ if answer.to_json() == right.to_json() => {}
        _ => found.push(place.to_string()),
    }
}

fn judge(exercise: &Exercise, file: &Path, format: Format) -> Result<u8> {
    let Some((words, instance)) = &exercise.computed else {
        bail!("exercise {} asks for an argument in words, which the book gives", exercise.number);
    };
    let given = inputs::load(file)?;
    let Some(right) = right(words, instance)? else {
        return Ok(UNDECIDED);
    };
    let outcome = given.root.get("outcome").unwrap_or(&given.root).clone();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for (name, value) in outcome.fields() {
        if let Some(theirs) = right.get(name) {
            compared += 1;
            differences(name, value, theirs, &mut wrong);
        }
    }
    if compared == 0 {
        let known: Vec<&str> = right.fields().iter().map(|(name, _)| name.as_str()).collect();
        bail!("{}: has none of the fields {}", shown(&file.display().to_string()), known.join(", "));
    }
    let verdict = if wrong.is_empty() { "right" } else { "wrong" };
    let text = match wrong.is_empty() {
        true => format!("right: exercise {}, {}\n", exercise.number, exercise.title),
        false => format!("wrong: {}\n", wrong.join(", ")),
    };
    let code = if wrong.is_empty() { 0 } else { FOUND };
    render::show(format, &Answered { exercise: exercise.number, verdict, wrong }, || text);
    Ok(code)
}
