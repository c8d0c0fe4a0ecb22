//! A property or a measure outside: a program or an embedded function that is asked about an instance and an outcome.
//!
//! None of the answers is trusted to be a function of its question: one question in 64 is asked twice, and each question
//! on which a violation or a worst value rests is asked again, in fresh processes. The protocol is in `book/text/programs.md`.

use std::marker::PhantomData;
use std::sync::Arc;

use super::measure::{Measure, Valued, Worse};
use crate::document::{Fields, InputError, Node, Value};
use crate::interned::interned;
use crate::linear::{Cut, Halt, Patience, Uncut as _};
use crate::mechanism::Settles;
use crate::mechanism::outside::{
    Answer, Failure, Kind, Program, Spoken, accepts, beyond, known, question_on,
};
use crate::model::{Outcome, Refusal, Rejected};
use crate::property::{
    Confirmed, Examine, Examined, Facts, Hearing, Property, Run, Unit, Verdict, Witness, positive,
};
use crate::scalar::{Rational, Scalar as _};

/// A program as a property or a measure of the model `M`.
#[derive(Debug)]
pub struct Judge<M: Spoken> {
    program: Arc<Program>,
    id: &'static str,
    page: String,
    model: PhantomData<M>,
}

/// An answer about an outcome: the gap or the value, and the witness.
type Found = (Rational, Value);

/// Checks that a witness can be written into a record: no part of it is null or a bare float.
fn writable(node: &Node<'_>) -> Result<(), InputError> {
    match node.value() {
        Value::Null => Err(node.error("is null; leave the field out")),
        Value::Float(_) => Err(node.error("is a bare float; quote it, as in \"0.25\" or \"1/4\"")),
        Value::List(_) => node.list()?.iter().try_for_each(writable),
        Value::Table(fields) => {
            fields.iter().try_for_each(|(name, value)| writable(&node.child(name, value)))
        }
        _ => Ok(()),
    }
}

/// Reads the gap of a property with its witness, or the value of a measure.
fn read(kind: Kind, fields: &mut Fields<'_>) -> Result<Found, InputError> {
    if kind != Kind::Property {
        return Ok((fields.required("value")?.number()?, Value::Table(Vec::new())));
    }
    let gap = fields.required("gap")?.number()?;
    let Some(node) = fields.optional("witness") else { return Ok((gap, Value::Table(Vec::new()))) };
    node.fields()?;
    writable(&node)?;
    Ok((gap, node.value().clone()))
}

impl<M: Spoken> Judge<M> {
    /// The program as a property or a measure, if it greets as one of this model.
    ///
    /// # Errors
    /// A greeting of another model, or one that the model does not accept.
    pub fn new(program: Arc<Program>) -> Result<Self, Failure> {
        let greeting = program.greeting().clone();
        if greeting.model != M::ID {
            let reason = format!("the greeting: `{}` is not the model `{}`", greeting.model, M::ID);
            return Err(Failure::Malformed(reason));
        }
        known(M::FEATURES, &greeting.takes)?;
        let page = format!(
            "# {id}\n\n```toml\nid     = \"{id}\"\nname   = \"a program outside\"\nmodel  = \"{}\"\nsource = \"outside\"\n```\n",
            M::ID,
            id = greeting.id,
        );
        Ok(Judge { program, id: interned(&greeting.id), page, model: PhantomData })
    }

    /// Returns `true` if the greeting does not exclude the feature of that name.
    fn accepts(&self, word: &str) -> bool {
        accepts(M::FEATURES, &self.program.greeting().takes, word)
    }

    /// The answer of the program about the outcome of a run.
    fn ask(&self, run: &Run<'_, M>, patience: &Patience) -> Result<Answer<Found>, Halt<Failure>> {
        let greeting = self.program.greeting();
        if let Some(feature) = beyond(M::FEATURES, &greeting.takes, run.instance).next() {
            return Ok(Answer::Refuses(format!("the program takes no {}", feature.said)));
        }
        let line = self.line(run)?;
        self.program.ask_steadily(&line, patience, |fields| read(greeting.kind, fields))
    }

    fn line(&self, run: &Run<'_, M>) -> Result<String, Failure> {
        question_on::<M>(run.instance, &run.outcome)
            .ok_or_else(|| self.program.count(Failure::Unaskable("the question has no line".to_string())))
    }
}

impl<M: Spoken> Property<M> for Judge<M> {
    fn id(&self) -> &'static str {
        self.id
    }

    /// What the program reads is not known.
    fn facts(&self) -> Facts {
        Facts { reads: None, ..Facts::NONE }
    }

    fn confirm(&self, run: &Run<'_, M>, witness: &Witness<M>, _: Option<&Outcome<M>>) -> Confirmed {
        let Witness::Said(says) = witness else { return Err(Rejected::Kind) };
        match self.ask(run, &Patience::unlimited()).uncut() {
            Ok(Ok(Answer::Says((gap, again)))) if again.to_json() == says.to_json() => positive(gap),
            Ok(Err(failure)) => Err(Rejected::Misfit(format!("the program {failure}"))),
            Ok(Ok(_)) | Err(Cut) => Err(Rejected::Misfit("the program has another answer now".to_string())),
        }
    }

    fn tell(&self, _: &Run<'_, M>, witness: &Witness<M>, _: Option<&Outcome<M>>) -> String {
        let Witness::Said(says) = witness else { return String::new() };
        if let Some(Value::Text(text)) = says.get("says") {
            return text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        }
        let parts: Vec<String> =
            says.fields().iter().map(|(name, value)| format!("{name} = {}", value.inline())).collect();
        let with = if parts.is_empty() { String::new() } else { format!(" with {}", parts.join(", ")) };
        format!("The program `{}` finds a violation{with}.", self.id)
    }
}

impl<M: Spoken> Examine<M> for Judge<M> {
    fn page(&self) -> &str {
        &self.page
    }

    fn unit(&self, _run: &Run<'_, M>, _witness: &Witness<M>) -> Unit {
        Unit::of("")
    }

    fn command(&self) -> Option<&str> {
        Some(self.program.command())
    }

    fn differs(&self) -> Option<String> {
        self.program.difference().map(|failure| failure.reason())
    }

    fn takes(&self, word: &str) -> bool {
        self.accepts(word)
    }

    fn lean(&self, run: &Run<'_, M>) -> Option<f64> {
        match self.ask(run, &Patience::unlimited()) {
            Ok(Answer::Says((gap, _))) => Some(gap.to_f64()),
            _ => None,
        }
    }

    fn examine(&self, hearing: &Hearing<'_, M>) -> Examined<M> {
        let Hearing { run, patience, .. } = *hearing;
        let said = self.ask(run, patience).uncut()?;
        let said = match said {
            Ok(Answer::Says((gap, witness))) if gap.is_positive() => {
                let steady = || self.program.steady(&[self.line(run)?], patience);
                steady().uncut()?.map(|()| Answer::Says((gap, witness)))
            }
            said => said,
        };
        Ok(match said {
            Ok(Answer::Says((gap, witness))) if gap.is_positive() => {
                Verdict::Violated(Witness::Said(witness))
            }
            Ok(Answer::Says(_)) => Verdict::Holds,
            Ok(Answer::Refuses(why)) => Verdict::OutOfScope(why.into()),
            Err(failure) => Verdict::undecided(failure.reason()),
        })
    }
}

impl<M: Spoken> Measure<M> for Judge<M> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &str {
        &self.page
    }

    fn takes(&self, word: &str) -> bool {
        self.accepts(word)
    }

    fn reads(&self) -> Option<Settles> {
        None
    }

    fn worse(&self) -> Worse {
        match self.program.greeting().kind {
            Kind::Measure { smaller: true } => Worse::Smaller,
            _ => Worse::Larger,
        }
    }

    fn steady(&self, run: &Run<'_, M>, patience: &Patience) -> Result<(), Halt<String>> {
        let line = self.line(run).map_err(|failure| failure.reason())?;
        self.program.steady(&[line], patience).uncut()?.map_err(|failure| failure.reason().into())
    }

    fn value(&self, run: &Run<'_, M>, patience: &Patience) -> Valued {
        match self.ask(run, patience).uncut()? {
            Ok(Answer::Says((value, _))) => Ok(Some(value)),
            Ok(Answer::Refuses(_)) => Ok(None),
            Err(failure) => Err(Refusal::Failed(failure.reason()).into()),
        }
    }
}
