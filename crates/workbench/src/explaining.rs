//! Explanations of records: the steps of the mechanism, smaller instances, a curve of the margin, other
//! mechanisms on the instance, and a frame in which the loss is marked.

use super::departed::renumbered;
use super::marked::marked;
use super::{Answer, Entry, Read, Steps, Workbench};
use crate::archive::record::{Record, read_witness};
use crate::document::Node;
use crate::linear::{Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::refusal::Refusal;
use crate::model::{Allocated, Frame, Marks, Model, Presented, Table, within_sentence};
use crate::property::evidence::{Run, Witness, run_of};
use crate::property::judge::{Cell, Judgement};
use crate::scalar::{Rational, Scalar};
use crate::threads;
use crate::trace::Line;

/// The answer on an instance near that of a record.
#[derive(Clone, Debug)]
pub struct Near {
    /// The change in words: `without user 1`.
    pub what: String,
    /// The answer of the property.
    pub answer: Answer,
    /// The margin of a violation.
    pub margin: Option<Rational>,
    /// The reason for an answer other than violated or holds.
    pub reason: Option<String>,
}

/// The answer for another mechanism on the instance of a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Elsewhere {
    /// Id of the mechanism.
    pub mechanism: &'static str,
    /// The answer of the property.
    pub answer: Answer,
    /// The margin of a violation.
    pub margin: Option<Rational>,
    /// `true` if its allocation is that of the record's mechanism.
    pub same: bool,
}

/// The margin as a function of one number of the instance.
#[derive(Clone, Debug)]
pub struct Turned {
    /// The name of the number.
    pub what: String,
    /// Value of the number in the record.
    pub at: Rational,
    /// Values of the number, each with the margin there: zero if the property holds, `None` if it is
    /// undecided or not defined.
    pub points: Vec<(Rational, Option<Rational>)>,
}

/// The explanation of a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explained {
    /// The instance as tables.
    pub tables: Vec<Table>,
    /// The steps of the mechanism on the instance.
    pub steps: Steps,
    /// The second run of a witness that compares two runs: its description, to follow "the steps", and its steps.
    /// `None` for other witnesses.
    pub other: Option<(String, Steps)>,
    /// Margin of the violation with its unit.
    pub amount: String,
    /// The margin line by line; empty if the sentence of the violation contains all steps.
    pub arithmetic: Vec<Line>,
    /// The outcome, and beside it the allocation that the witness compares it with.
    pub frame: Frame,
    /// The caption of the frame, in a sentence.
    pub caption: String,
    /// The property on each instance with one user, server or resource less, or with one number changed; like the two
    /// fields below, empty without a look around.
    pub smaller: Vec<Near>,
    /// The other mechanisms on the instance. If the property searches for lies, only the lie of the record is tried;
    /// a mechanism under which this lie gains nothing is [`Answer::Undecided`].
    pub others: Vec<Elsewhere>,
    /// `true` if the other mechanisms were asked only about the lie of the record.
    pub same_lie: bool,
    /// The margin as a function of one number, unless the property searches for lies.
    pub curve: Option<Turned>,
}

/// Number of values of the varied number up to twice its value in the record.
const VALUES: i64 = 24;

/// Explanations of records by a workbench.
pub trait Explaining {
    /// Explains a record, as far as its mechanism and property allow; with `around`, judges the instances near its own
    /// and the other mechanisms as well.
    ///
    /// # Errors
    /// A record that cannot be read.
    fn explained(&self, record: &Record, around: bool) -> Read<Explained>;

    /// The margin of a record line by line; empty if the sentence of the violation contains all steps.
    ///
    /// # Errors
    /// The record cannot be read.
    fn margin_lines(&self, record: &Record) -> Read<Vec<Line>>;
}

/// The answer of a cell on an instance, with margin and reason.
fn told<M: Model>(
    cell: Cell<'_, M>,
    instance: &M::Instance<Rational>,
) -> (Answer, Option<Rational>, Option<String>) {
    cell.judge(instance, &Patience::unlimited()).map_or((Answer::Undecided, None, None), ruled)
}

/// A judgement as answer, margin and reason.
fn ruled<M: Model>(judgement: Judgement<M>) -> (Answer, Option<Rational>, Option<String>) {
    match judgement {
        Judgement::Violated(found) => (Answer::Violated, Some(found.margin), None),
        Judgement::Holds(_) => (Answer::Holds, None, None),
        Judgement::OutOfScope(_, why) => (Answer::OutOfScope, None, Some(why)),
        Judgement::Undecided(_, open) => (Answer::Undecided, None, Some(open.reason)),
        Judgement::Refused(refusal @ Refusal::OutOfDomain(_)) => {
            (Answer::OutOfScope, None, Some(with_subject(&refusal)))
        }
        Judgement::Refused(refusal) => (Answer::Undecided, None, Some(with_subject(&refusal))),
    }
}

/// A refusal as a clause: most say what the mechanism does, and lack a subject.
fn with_subject(refusal: &Refusal) -> String {
    let said = refusal.to_string();
    let verb = said.split(' ').next().unwrap_or_default();
    let of_mechanism = ["cannot", "divides", "finds", "has", "is", "needs", "takes"].contains(&verb);
    if of_mechanism { format!("the mechanism {said}") } else { said }
}

/// The steps of a mechanism on an instance.
fn steps<M: Model>(mechanism: &dyn Mechanism<M>, instance: &M::Instance<Rational>) -> Steps {
    match mechanism.trace(instance, &Patience::unlimited()).uncut() {
        Ok(trace) => trace.map(|trace| trace.steps),
        Err(_) => Ok(Vec::new()),
    }
}

/// The name of a mechanism on its page.
fn called<M: Model>(mechanism: &dyn Mechanism<M>) -> String {
    Entry { id: mechanism.id(), page: mechanism.page() }.name()
}
/// The allocation displayed beside the outcome.
struct Beside<M: Model> {
    title: String,
    instance: M::Instance<Rational>,
    outcome: M::Outcome<Rational>,
}

/// The second allocation that the witness names, if any.
fn beside<M: Presented>(cell: Cell<'_, M>, run: &Run<'_, M>, witness: &Witness<M>) -> Option<Beside<M>> {
    let name = |agent: usize| M::agent_name(run.instance, agent);
    let given = |title: String, outcome: &M::Outcome<Rational>| {
        Some(Beside { title, instance: run.instance.clone(), outcome: outcome.clone() })
    };
    match witness {
        Witness::Better(outcome) if M::IN_TASKS => {
            return given("better for some, worse for none".to_string(), outcome);
        }
        Witness::Better(outcome) => return given("compared with".to_string(), outcome),
        Witness::Complaint { by, instead } => {
            return given(format!("what {} could have", name(*by)), instead);
        }
        _ => {}
    }
    let instance = witness.other(run.instance)?;
    let outcome = cell.mechanism.allocate(&instance, &Patience::unlimited()).ok()?;
    let title = match witness {
        Witness::Misreport { by, .. } => format!("after the false report of {}", name(*by)),
        Witness::Collusion(lies) => {
            let names: Vec<String> = lies.iter().map(|(by, _)| name(*by)).collect();
            format!("after the false reports of {}", names.join(" and "))
        }
        Witness::Departure { leaves, .. } => format!("without {}", name(*leaves)),
        _ => "on the changed instance".to_string(),
    };
    Some(Beside { title, instance, outcome })
}

impl<M: Presented> Workbench<M> {
    fn near(&self, cell: Cell<'_, M>, instance: &M::Instance<Rational>) -> Vec<Near> {
        let judged = |(what, other): &(String, M::Instance<Rational>)| {
            let (answer, margin, reason) = told(cell, other);
            Near { what: what.clone(), answer, margin, reason }
        };
        threads::each(&M::nearby(instance), judged)
    }

    fn elsewhere(&self, own: Cell<'_, M>, run: &Run<'_, M>) -> Vec<Elsewhere> {
        let others = self.mechanisms.each().filter(|m| m.id() != own.mechanism.id());
        let judged = |mechanism: &&dyn Mechanism<M>| {
            let cell = Cell { mechanism: *mechanism, property: own.property };
            let patience = Patience::unlimited();
            let other = run_of(*mechanism, run.instance, &patience).ok();
            let same = other.as_ref().is_some_and(|other| other.outcome == run.outcome);
            let (answer, margin, _) = match other {
                Some(other) => {
                    cell.judge_run(other, &patience).map_or((Answer::Undecided, None, None), ruled)
                }
                None => (Answer::OutOfScope, None, None),
            };
            Elsewhere { mechanism: mechanism.id(), answer, margin, same }
        };
        threads::each(&others.collect::<Vec<_>>(), judged)
    }

    /// The other mechanisms, when the reports of the witness are made to them.
    fn lied_to(&self, own: Cell<'_, M>, run: &Run<'_, M>, witness: &Witness<M>) -> Vec<Elsewhere> {
        let others = self.mechanisms.each().filter(|m| m.id() != own.mechanism.id());
        let patience = Patience::unlimited();
        let asked = |mechanism: &&dyn Mechanism<M>| {
            let (truth, lie) = (
                run_of(*mechanism, run.instance, &patience).ok(),
                witness
                    .other(run.instance)
                    .and_then(|other| run_of(*mechanism, &other, &patience).ok().map(|r| r.outcome)),
            );
            let same = truth.as_ref().is_some_and(|truth| truth.outcome == run.outcome);
            let margin = match (&truth, &lie) {
                (Some(truth), Some(lie)) => own.property.confirm(truth, witness, Some(lie)).ok(),
                _ => None,
            };
            let answer = match (&truth, &margin) {
                (None, _) => Answer::OutOfScope,
                (Some(_), Some(_)) => Answer::Violated,
                (Some(_), None) => Answer::Undecided,
            };
            Elsewhere { mechanism: mechanism.id(), answer, margin, same }
        };
        threads::each(&others.collect::<Vec<_>>(), asked)
    }

    fn turned(&self, cell: Cell<'_, M>, instance: &M::Instance<Rational>) -> Option<Turned> {
        let (what, at) = M::dial(instance)?;
        let half = Rational::int(VALUES / 2);
        let values: Vec<Rational> = (0..=VALUES).map(|k| &at * Rational::int(k) / &half).collect();
        let point = |value: &Rational| {
            let margin = M::turned(instance, value).and_then(|other| match told(cell, &other) {
                (Answer::Violated, margin, _) => margin,
                (Answer::Holds, ..) => Some(Rational::zero()),
                _ => None,
            });
            (value.clone(), margin)
        };
        let points = threads::each(&values, point);
        Some(Turned { what, at, points })
    }
}

impl<M: Presented> Explaining for Workbench<M> {
    fn margin_lines(&self, record: &Record) -> Read<Vec<Line>> {
        let cell = self.cell(&record.mechanism, &record.property)?;
        let instance = M::read(&Node::new("instance", &record.instance))?;
        let outcome = M::read_outcome(&instance, &Node::new("outcome", &record.outcome))?;
        let (witness, ..) = read_witness::<M>(&instance, &Node::new("witness", &record.witness))?;
        let second = witness
            .other(&instance)
            .and_then(|other| cell.mechanism.allocate(&other, &Patience::unlimited()).ok());
        let run = Run { mechanism: cell.mechanism.specification(), instance: &instance, outcome };
        Ok(cell.property.lines(&run, &witness, second.as_ref()))
    }

    fn explained(&self, record: &Record, around: bool) -> Read<Explained> {
        let cell = self.cell(&record.mechanism, &record.property)?;
        let instance = M::read(&Node::new("instance", &record.instance))?;
        let outcome = M::read_outcome(&instance, &Node::new("outcome", &record.outcome))?;
        let (witness, margin, _) = read_witness::<M>(&instance, &Node::new("witness", &record.witness))?;
        let run = Run { mechanism: cell.mechanism.specification(), instance: &instance, outcome };
        let compares = witness.other(&instance).is_some();
        let compared = match cell.property.facts().compared_with {
            Some(id) => Some(self.mechanism(id)?),
            None => None,
        };
        let beside = beside(cell, &run, &witness).or_else(|| {
            let other = compared?;
            let outcome = other.allocate(&instance, &Patience::unlimited()).ok()?;
            Some(Beside {
                title: called(other).split(',').next().unwrap_or_default().to_string(),
                instance: instance.clone(),
                outcome,
            })
        });
        let second = beside.as_ref().filter(|_| compares).map(|b| &b.outcome);
        let arithmetic = cell.property.lines(&run, &witness, second);
        let amount = cell.property.unit(&run, &witness).say(&margin);
        let (marks, caption) = marked(&run, &witness, &margin, cell.property);
        let leaves = match &witness {
            Witness::Departure { leaves, .. } => Some(*leaves),
            _ => None,
        };
        let title = if beside.is_some() { "as it is" } else { "the allocation" };
        let own = Allocated { title: title.to_string(), instance: &instance, outcome: &run.outcome, marks };
        // Beside the outcome, the users that remain keep their places and colours.
        let padded = leaves.zip(beside.as_ref()).and_then(|(user, b)| M::with_absent(&b.outcome, user));
        let second = beside.as_ref().map(|b| Allocated::<M> {
            title: b.title.clone(),
            instance: if padded.is_some() { &instance } else { &b.instance },
            outcome: padded.as_ref().unwrap_or(&b.outcome),
            marks: Marks::default(),
        });
        let frame = M::frame(&std::iter::once(own).chain(second).collect::<Vec<_>>());
        let other = match (&beside, compared) {
            (Some(b), _) if compares => {
                let steps = steps(cell.mechanism, &b.instance);
                let steps = match leaves {
                    Some(user) => steps.map(|steps| renumbered(steps, user, M::places(&instance))),
                    None => steps,
                };
                Some((b.title.clone(), steps))
            }
            (_, Some(other)) => {
                let name = called(other);
                let comma = if name.contains(',') { "," } else { "" };
                Some((
                    format!("of {}{comma} on this instance", within_sentence(&name)),
                    steps(other, &instance),
                ))
            }
            _ => None,
        };
        let searched = matches!(witness, Witness::Misreport { .. } | Witness::Collusion(_));
        Ok(Explained {
            tables: M::tables(&instance, None),
            steps: steps(cell.mechanism, &instance),
            other,
            frame,
            caption,
            amount,
            arithmetic,
            same_lie: searched,
            smaller: match around && !cell.property.facts().searches_long {
                true => self.near(cell, &instance),
                false => Vec::new(),
            },
            others: match (around, searched) {
                (true, true) => self.lied_to(cell, &run, &witness),
                (true, false) => self.elsewhere(cell, &run),
                (false, _) => Vec::new(),
            },
            curve: if searched || !around { None } else { self.turned(cell, &instance) },
        })
    }
}
