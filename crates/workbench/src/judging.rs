//! Operations on one instance: judging, allocating, measuring.

use super::bounded::{OTHERS, answered, between, bounds_value};
use super::held::{Held, held};
use super::{
    Answer, CellReport, Cells, LongReport, Read, Ruling, RunReport, Shown, Steps, Within, Workbench,
    assumptions, infinitesimal, instance_for, instance_of, with_model,
};
use crate::archive::record::{read_witness, write_witness};
use crate::document::{Document, Node, Value};
use crate::instances::{Scope, draw_number};
use crate::linear::{Patience, Uncut as _};
use crate::mechanism::{enclosed, proved};
use crate::model::refusal::Refusal;
use crate::model::{Hypothesis, Presented};
use crate::property::evidence::run_of;
use crate::property::judge::{Judgement, Ruled};
use crate::property::{Between, Outline};
use crate::scalar::Rational;
use crate::search::Searched;
use crate::trace::{CERTIFICATE, Step};

/// The reason that a report gives for work that was cut short.
pub(super) const CUT: &str = "it was not decided in the time that it had";

/// The operations of a bench on one instance.
///
/// # Errors
/// Every method fails if an id is unknown or a document cannot be read, and a method with a `patience` also
/// if it is cut short.
pub trait Judging {
    /// Judges one instance by one property.
    fn judge(
        &self,
        mechanism: &str,
        property: &str,
        instance: &Document,
        patience: &Patience,
    ) -> Within<CellReport>;
    /// Returns the reason why the property does not apply to the mechanism on any instance, or `None` if it may
    /// apply.
    fn never(&self, mechanism: &str, property: &str) -> Read<Option<&'static str>>;
    /// Returns the cells of one mechanism with several properties, to judge many instances.
    fn cells(&self, mechanism: &str, properties: &[&str]) -> Read<Box<dyn Cells + '_>>;
    /// Judges one instance by several properties on one run of the mechanism; see [`Cells`].
    fn rulings(
        &self,
        mechanism: &str,
        properties: &[&str],
        instance: &Document,
        patience: &Patience,
    ) -> Within<Vec<Ruling>> {
        self.cells(mechanism, properties)?.rulings(instance, patience)
    }
    /// Returns how many instances the mechanism accepts at once in advance, before the question about the
    /// first.
    fn ahead(&self, mechanism: &str) -> usize;
    /// Announces the instances that are judged next to the mechanism.
    fn foresee(&self, mechanism: &str, instances: &[Document], patience: &Patience);
    /// Judges one instance by a given witness; returns `None` unless the witness is accepted.
    fn convict(
        &self,
        mechanism: &str,
        property: &str,
        instance: &Document,
        witness: &Value,
        patience: &Patience,
    ) -> Within<Option<CellReport>>;
    /// Allocates one instance, with its picture.
    fn run(&self, mechanism: &str, instance: &Document, patience: &Patience) -> Within<RunReport> {
        self.run_shown(mechanism, instance, Shown::Bars, patience)
    }
    /// Allocates one instance, and computes only the parts of the report that `shown` asks for.
    fn run_shown(
        &self,
        mechanism: &str,
        instance: &Document,
        shown: Shown,
        patience: &Patience,
    ) -> Within<RunReport>;
    /// Returns the steps by which the mechanism reaches its outcome on one instance, or the reason why they
    /// are not listed.
    fn trace(&self, mechanism: &str, instance: &Document, patience: &Patience) -> Within<Steps>;
    /// Allocates one instance in shortened form; returns `None` if the outcome is not much longer than the
    /// instance, or if the mechanism has no such form.
    fn run_long(&self, mechanism: &str, instance: &Document) -> Read<Option<LongReport>>;
    /// Returns the value of a measure on one instance, or `None` if it has none.
    fn measure(
        &self,
        mechanism: &str,
        measure: &str,
        instance: &Document,
        patience: &Patience,
    ) -> Within<Option<Rational>>;
    /// Returns `true` if a given outcome passes the question.
    fn held(
        &self,
        mechanism: &str,
        question: Held<'_>,
        instance: &Document,
        outcome: &Value,
        patience: &Patience,
    ) -> Within<bool>;
    /// Returns `true` if value `a` of the measure is strictly worse than value `b`.
    fn is_worse(&self, measure: &str, a: &Rational, b: &Rational) -> Read<bool>;
    /// Reads the instance of a file and returns it as it is written, with numbers as numbers.
    fn instance(&self, document: &Document) -> Read<Value>;
    /// Returns random instance `number` of the stream with seed `seed`, as a file.
    fn drawn(&self, seed: u64, number: u64, scope: Scope) -> Document;
    /// Returns `true` if the instance of a record meets the hypothesis.
    fn admits(&self, hypothesis: Hypothesis, instance: &Value) -> bool;
}

/// Converts a refusal to an answer: the mechanism is not meant for the instance, or there is no outcome to
/// judge.
pub(super) fn refused(refusal: &Refusal) -> Answer {
    match refusal {
        Refusal::OutOfDomain(_) => Answer::OutOfScope,
        _ => Answer::Undecided,
    }
}

impl<M: Presented> Judging for Workbench<M> {
    fn judge(
        &self,
        mechanism: &str,
        property: &str,
        document: &Document,
        patience: &Patience,
    ) -> Within<CellReport> {
        let cell = self.cell(mechanism, property)?;
        let instance = match instance_for::<M>(cell.mechanism, document)? {
            Ok(instance) => instance,
            Err(refusal) => {
                let reason = Some(format!("{mechanism} refuses: {refusal}"));
                let searched = Searched::of_refusal(&refusal.to_string());
                return Ok(CellReport { reason, ..Self::blank(cell, refused(&refusal), searched) });
            }
        };
        let report = |answer, reason: Option<String>, outcome: Option<M::Outcome<Rational>>| CellReport {
            instance: Some(with_model::<M>(&instance)),
            outcome: outcome.as_ref().map(|o| M::write_outcome(&instance, o)),
            tables: M::tables(&instance, outcome.as_ref()),
            size: Some(M::size_label(&instance)),
            reason,
            ..Self::blank(cell, answer, Searched::of_answer(answer.word(), 0))
        };
        let told = |report: CellReport, within: Between<M>| match within {
            Between::Violated(witness, margin, story) => {
                let witness = write_witness::<M>(&instance, &witness, &margin, true);
                CellReport { witness: Some(witness), story: Some(story), ..report }
            }
            Between::Holds | Between::Open => report,
        };
        if let Some(why) = cell.property.beyond(&instance) {
            return Ok(report(Answer::OutOfScope, Some(why), None));
        }
        Ok(match cell.judge(&instance, patience)? {
            Judgement::Holds(outcome) => {
                match Ruled::new(cell.mechanism, cell.run(&instance, outcome.clone())).unproved(patience)? {
                    None => report(Answer::Holds, None, Some(outcome)),
                    Some(why) => report(Answer::Undecided, Some(why.to_string()), Some(outcome)),
                }
            }
            Judgement::Violated(found) => {
                let searched = Searched::of_answer(Answer::Violated.word(), 1);
                Self::violation(cell, &instance, found, searched, patience)?
            }
            Judgement::OutOfScope(outcome, why) => report(Answer::OutOfScope, Some(why), Some(outcome)),
            Judgement::Undecided(outcome, open) => {
                if let Some(outcome) = &outcome
                    && let ruled = Ruled::new(cell.mechanism, cell.run(&instance, outcome.clone()))
                    && let within @ Between::Violated(..) = ruled.between(cell.property, patience)?
                {
                    let why = Some(OTHERS.to_string());
                    return Ok(told(report(Answer::Violated, why, Some(outcome.clone())), within));
                }
                let searched = Searched::of_answer(Answer::Undecided.word(), open.trials);
                CellReport { searched, ..report(Answer::Undecided, Some(open.reason), outcome) }
            }
            Judgement::Refused(refusal) => {
                let Some(bounds) = enclosed(cell.mechanism, &instance, &refusal, patience)? else {
                    let searched = Searched::of_refusal(&refusal.to_string());
                    let why = Some(format!("{mechanism} refuses: {refusal}"));
                    return Ok(CellReport { searched, ..report(refused(&refusal), why, None) });
                };
                let within = cell.between(&instance, Outline::Bounds(&bounds), patience)?;
                let (answer, reason) = answered(&within, &refusal);
                let mut report = told(report(answer, Some(reason), None), within);
                report.outcome = Some(bounds_value(&bounds));
                report.tables.push(between::<M>(&instance, &bounds));
                report
            }
        })
    }

    fn never(&self, mechanism: &str, property: &str) -> Read<Option<&'static str>> {
        let cell = self.cell(mechanism, property)?;
        Ok(cell.property.never_of(cell.mechanism.specification()))
    }

    fn cells(&self, mechanism: &str, properties: &[&str]) -> Read<Box<dyn Cells + '_>> {
        self.cells_of(mechanism, properties)
    }

    fn ahead(&self, mechanism: &str) -> usize {
        self.mechanism(mechanism).ok().and_then(|m| m.outside()).map_or(1, |outside| outside.ahead())
    }

    fn foresee(&self, mechanism: &str, instances: &[Document], patience: &Patience) {
        if let Some(outside) = self.mechanism(mechanism).ok().and_then(|m| m.outside()) {
            let instances = instances.iter().filter_map(|one| instance_of::<M>(one).ok());
            let instances: Vec<_> = instances.filter_map(|one| M::one_by_one(&one).ok()).collect();
            outside.foresee(&instances, patience);
        }
    }

    fn convict(
        &self,
        mechanism: &str,
        property: &str,
        document: &Document,
        witness: &Value,
        patience: &Patience,
    ) -> Within<Option<CellReport>> {
        let cell = self.cell(mechanism, property)?;
        let Ok(instance) = instance_for::<M>(cell.mechanism, document)? else { return Ok(None) };
        let (witness, ..) = read_witness::<M>(&instance, &Node::new("witness", witness))?;
        let Ok(run) = run_of(cell.mechanism, &instance, patience).uncut()? else { return Ok(None) };
        let Judgement::Violated(found) = cell.convict(run, witness, patience)? else { return Ok(None) };
        let searched = Searched::of_answer(Answer::Violated.word(), 1);
        Ok(Some(Self::violation(cell, &instance, found, searched, patience)?))
    }

    fn run_shown(
        &self,
        mechanism: &str,
        document: &Document,
        shown: Shown,
        patience: &Patience,
    ) -> Within<RunReport> {
        let mechanism = self.mechanism(mechanism)?;
        if let Some(run) = self.infinitesimal
            && infinitesimal::speaks_of_eps(&document.root)
        {
            return Ok(run(mechanism, document)?);
        }
        let none = Ok(Value::Table(Vec::new()));
        let assumed = assumptions(document)?;
        let blank = RunReport { assumed, ..RunReport::of(mechanism.id(), M::ID, none) };
        let instance = match instance_for::<M>(mechanism, document)? {
            Ok(instance) => instance,
            Err(refusal) => return Ok(RunReport { outcome: Err(refusal), ..blank }),
        };
        let report = match mechanism.allocate_with_certificate(&instance, patience).uncut()? {
            Ok((outcome, certificate)) => {
                let written = M::write_outcome(&instance, &outcome);
                let feasible = M::feasible(mechanism.setting(), &instance, &outcome);
                let check = match feasible {
                    Ok(()) if mechanism.outside().is_none() => {
                        proved(mechanism, &instance, &outcome, certificate.as_ref(), patience).uncut()?
                    }
                    said => said,
                };
                let reason = check.as_ref().err().map(ToString::to_string);
                // Feasibility is the only statement about the outcome of a program.
                let certified =
                    if mechanism.outside().is_some() && check.is_ok() { None } else { Some(check.is_ok()) };
                let reason = match certified {
                    None => Some(
                        "what the program returned; it can be carried out, and has no certificate"
                            .to_string(),
                    ),
                    Some(_) => reason,
                };
                let mut tables = Vec::new();
                if shown >= Shown::Tables {
                    tables = M::tables(&instance, Some(&outcome));
                    tables.extend(mechanism.steps(&instance));
                }
                let bars = (shown >= Shown::Bars).then(|| M::bars(&instance, &outcome));
                let beside = M::beside(&instance, &outcome);
                RunReport { outcome: Ok(written), certified, reason, tables, bars, beside, ..blank }
            }
            Err(refusal) => {
                let mut tables = M::tables(&instance, None);
                match enclosed(mechanism, &instance, &refusal, patience)? {
                    Some(bounds) => {
                        tables.push(between::<M>(&instance, &bounds));
                        RunReport {
                            outcome: Ok(bounds_value(&bounds)),
                            certified: Some(true),
                            reason: Some(refusal.to_string()),
                            tables,
                            ..blank
                        }
                    }
                    None => RunReport { outcome: Err(refusal), tables, ..blank },
                }
            }
        };
        Ok(report.under_assumptions())
    }

    fn trace(&self, mechanism: &str, document: &Document, patience: &Patience) -> Within<Steps> {
        let mechanism = self.mechanism(mechanism)?;
        if self.infinitesimal.is_some() && infinitesimal::speaks_of_eps(&document.root) {
            let says = "The steps are listed for numbers, and this instance speaks of eps.";
            return Ok(Ok(vec![Step::new(CERTIFICATE, says)]));
        }
        let instance = instance_of::<M>(document)?;
        Ok(mechanism.trace(&instance, patience).uncut()?.map(|trace| trace.steps))
    }

    fn run_long(&self, mechanism: &str, document: &Document) -> Read<Option<LongReport>> {
        let mechanism = self.mechanism(mechanism)?;
        let Some(run) = self.long else { return Ok(None) };
        if self.infinitesimal.is_some() && infinitesimal::speaks_of_eps(&document.root) {
            return Ok(None);
        }
        Ok(run(mechanism, &instance_of::<M>(document)?))
    }

    fn measure(
        &self,
        mechanism: &str,
        measure: &str,
        document: &Document,
        patience: &Patience,
    ) -> Within<Option<Rational>> {
        let measure = self.measures.find(measure)?;
        let mechanism = self.mechanism(mechanism)?;
        let Ok(instance) = instance_for::<M>(mechanism, document)? else { return Ok(None) };
        let Ok(run) = run_of(mechanism, &instance, patience).uncut()? else { return Ok(None) };
        Ok(measure.value(&run, patience).uncut()?.ok().flatten())
    }

    fn held(
        &self,
        mechanism: &str,
        question: Held<'_>,
        document: &Document,
        outcome: &Value,
        patience: &Patience,
    ) -> Within<bool> {
        held(self, mechanism, question, document, outcome, patience)
    }

    fn is_worse(&self, measure: &str, a: &Rational, b: &Rational) -> Read<bool> {
        Ok(self.measures.find(measure)?.worse().is_worse(a, b))
    }

    fn instance(&self, document: &Document) -> Read<Value> {
        Ok(with_model::<M>(&instance_of::<M>(document)?))
    }

    fn drawn(&self, seed: u64, number: u64, scope: Scope) -> Document {
        let instance = (self.instances.draw)(&mut draw_number(seed, number), scope);
        Document { file: format!("draw {number}"), root: with_model::<M>(&instance) }
    }

    fn admits(&self, hypothesis: Hypothesis, instance: &Value) -> bool {
        M::read(&Node::new("record", instance)).is_ok_and(|instance| hypothesis.admits::<M>(&instance))
    }
}
