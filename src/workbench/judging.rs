//! One instance: judged, allocated, measured.

use super::{Answer, Report, RunReport, Workbench, infinitesimal, instance_of, unknown, with_model};
use crate::document::{Document, InputError, Node, Value};
use crate::instances::{Scope, draw_number};
use crate::mechanism::certified;
use crate::model::refusal::Refusal;
use crate::model::{Hypothesis, Model};
use crate::property::evidence::Run;
use crate::property::judge::Judgement;
use crate::scalar::Rational;
use crate::search::Searched;

/// What is asked of one instance.
pub trait Judging {
    /// Judges one instance.
    fn judge(&self, mechanism: &str, property: &str, instance: &Document) -> Result<Report, InputError>;
    /// Why the property says nothing of the mechanism, whatever the instance; `None` where it may.
    fn never(&self, mechanism: &str, property: &str) -> Result<Option<&'static str>, InputError>;
    /// Allocates one instance.
    fn run(&self, mechanism: &str, instance: &Document) -> Result<RunReport, InputError>;
    /// The value of a measure on one instance; `None` where it has none.
    fn measure(
        &self,
        mechanism: &str,
        measure: &str,
        instance: &Document,
    ) -> Result<Option<Rational>, InputError>;
    /// Whether the first value of a measure is strictly worse than the second.
    fn is_worse(&self, measure: &str, a: &Rational, b: &Rational) -> Result<bool, InputError>;
    /// A random instance, as a file.
    fn drawn(&self, seed: u64, number: u64, scope: Scope) -> Document;
    /// Whether an instance of a record meets the hypothesis.
    fn admits(&self, hypothesis: Hypothesis, instance: &Value) -> bool;
}

impl<M: Model> Judging for Workbench<M> {
    fn judge(&self, mechanism: &str, property: &str, document: &Document) -> Result<Report, InputError> {
        let cell = self.cell(mechanism, property)?;
        let instance = instance_of::<M>(document)?;
        let searched = Searched { instances: 1, exhausted: true, ..Searched::default() };
        let report = |answer, reason: Option<String>, outcome: Option<M::Outcome<Rational>>| Report {
            instance: Some(with_model::<M>(&instance)),
            outcome: outcome.as_ref().map(|o| M::write_outcome(&instance, o)),
            tables: M::tables(&instance, outcome.as_ref()),
            size: Some(M::size_label(&instance)),
            reason,
            ..Self::blank(cell, answer, searched)
        };
        Ok(match cell.judge(&instance) {
            Judgement::Holds(outcome) => {
                let certificate = certified(cell.mechanism, &instance, &outcome);
                match certificate.err().filter(|_| !cell.mechanism.as_printed()) {
                    None => report(Answer::Holds, None, Some(outcome)),
                    Some(why) => {
                        let why = format!("the outcome is not certified: {why}");
                        report(Answer::Undecided, Some(why), Some(outcome))
                    }
                }
            }
            Judgement::Violated(found) => Self::violation(cell, &instance, found, searched),
            Judgement::OutOfScope(outcome, why) => report(Answer::OutOfScope, Some(why), Some(outcome)),
            Judgement::Undecided(outcome, why) => {
                let mut report = report(Answer::Undecided, Some(why), outcome);
                report.searched.undecided = 1;
                report
            }
            Judgement::Refused(refusal) => {
                let answer = match refusal {
                    Refusal::OutOfDomain(_) => Answer::OutOfScope,
                    _ => Answer::Undecided,
                };
                let mut report = report(answer, Some(format!("{mechanism} refuses: {refusal}")), None);
                report.searched.refused = 1;
                report
            }
        })
    }

    fn never(&self, mechanism: &str, property: &str) -> Result<Option<&'static str>, InputError> {
        let cell = self.cell(mechanism, property)?;
        Ok(cell.property.never(cell.mechanism.setting()))
    }

    fn run(&self, mechanism: &str, document: &Document) -> Result<RunReport, InputError> {
        let mechanism = self.mechanism(mechanism)?;
        if let Some(run) = self.infinitesimal
            && infinitesimal::speaks_of_eps(&document.root)
        {
            return run(mechanism, document);
        }
        let instance = instance_of::<M>(document)?;
        let blank = RunReport {
            mechanism: mechanism.id(),
            model: M::ID,
            outcome: Ok(Value::Table(Vec::new())),
            certified: None,
            reason: None,
            tables: M::tables(&instance, None),
            bars: None,
        };
        Ok(match mechanism.allocate(&instance) {
            Ok(outcome) => {
                let written = M::write_outcome(&instance, &outcome);
                let check = certified(mechanism, &instance, &outcome);
                let reason = check.as_ref().err().map(ToString::to_string);
                let mut tables = M::tables(&instance, Some(&outcome));
                tables.extend(mechanism.steps(&instance));
                let bars = Some(M::bars(&instance, &outcome));
                RunReport {
                    outcome: Ok(written),
                    certified: Some(check.is_ok()),
                    reason,
                    tables,
                    bars,
                    ..blank
                }
            }
            Err(refusal) => RunReport { outcome: Err(refusal), ..blank },
        })
    }

    fn measure(
        &self,
        mechanism: &str,
        measure: &str,
        document: &Document,
    ) -> Result<Option<Rational>, InputError> {
        let found = self.measures.iter().copied().find(|m| m.id() == measure);
        let measure = found.ok_or_else(|| unknown("measure", measure))?;
        let instance = instance_of::<M>(document)?;
        let run = Run::of(self.mechanism(mechanism)?, &instance).ok();
        Ok(run.and_then(|run| measure.value(&run).ok().flatten()))
    }

    fn is_worse(&self, measure: &str, a: &Rational, b: &Rational) -> Result<bool, InputError> {
        let found = self.measures.iter().find(|m| m.id() == measure);
        Ok(found.ok_or_else(|| unknown("measure", measure))?.worse().is_worse(a, b))
    }

    fn drawn(&self, seed: u64, number: u64, scope: Scope) -> Document {
        let instance = (self.instances.draw)(&mut draw_number(seed, number), scope);
        Document { file: format!("draw {number}"), root: with_model::<M>(&instance) }
    }

    fn admits(&self, hypothesis: Hypothesis, instance: &Value) -> bool {
        M::read(&Node::new("record", instance)).is_ok_and(|instance| hypothesis.admits::<M>(&instance))
    }
}
