//! Records: made from violations, shrunk, displayed and judged again.

use super::{CellReport, Exhibit, Read, Within, Workbench, instance_of};
#[cfg(feature = "curate")]
use crate::archive::record::Cells;
use crate::archive::record::{self, Part, Record, Records, name_in, read_witness};
#[cfg(feature = "curate")]
use crate::archive::replay::PROVEN;
use crate::archive::replay::{GIVEN, ReplayError, replay, written};
use crate::archive::shrink;
#[cfg(feature = "curate")]
use crate::document::Value;
use crate::document::{Document, InputError, Node};
#[cfg(feature = "curate")]
use crate::instances::Scope;
use crate::linear::{Cut, Halt, Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::{Bars, Hypothesis, Presented};
use crate::property::evidence::{Run, Witness, run_of};
use crate::property::judge::{Cell, Conviction, Judgement};
#[cfg(feature = "curate")]
use crate::property::{
    Examine,
    judge::{Finding, Ruled},
};
use crate::scalar::Rational;
use crate::search::Searched;
#[cfg(feature = "curate")]
use crate::threads;

fn wrong(reason: &str) -> InputError {
    InputError::of("report", "", reason)
}

/// The error of a cut, for work that has no limit.
fn uncut(cut: Cut) -> InputError {
    Halt::from(cut).error()
}

/// The first claim of a record that fails, or that the work was cut short.
type Replayed = Result<(), Halt<ReplayError>>;

/// Operations of a workbench on violations.
pub trait Keeping {
    /// Judges the instance of a record and shrinks the violation, within `patience`, as long as `steps`
    /// allows; `None` if the instance does not violate the property.
    ///
    /// # Errors
    /// A record that cannot be read, or work that was cut short.
    fn shrink(&self, record: &Record, patience: &Patience, steps: &Patience) -> Within<Option<CellReport>>;
    #[cfg(feature = "curate")]
    /// Searches for a violation among the first `most` instances in the enumeration of the record's scope:
    /// the first one, if it cannot be shrunk. `None` if there is none.
    ///
    /// # Errors
    /// A record that cannot be read, or work that was cut short.
    fn first(&self, record: &Record, most: usize, patience: &Patience) -> Within<Option<CellReport>>;
    /// Judges the records of a file again. A wrong file name is reported last, when everything else is right.
    ///
    /// # Errors
    /// The first claim that fails, or that the work was cut short.
    fn replay(&self, document: &Document, text: &str, patience: &Patience) -> Replayed;
    /// Judges the further cells of the records of an instance, and the spelling and the name of their file.
    ///
    /// # Errors
    /// A cell that the instance does not violate, a wrong form, or that the work was cut short.
    fn replay_rest(
        &self,
        records: &Records,
        document: &Document,
        text: &str,
        patience: &Patience,
    ) -> Replayed;
    /// Displays a record. The contents are taken from the file: [`Keeping::replay`] checks them.
    ///
    /// # Errors
    /// A record that cannot be read.
    fn exhibit(&self, record: &Record) -> Read<Exhibit>;
    #[cfg(feature = "curate")]
    /// Every cell of the model that an instance violates: properties by mechanism.
    ///
    /// # Errors
    /// An instance that cannot be read.
    fn violated(&self, instance: &Value) -> Read<Cells>;
    #[cfg(feature = "curate")]
    /// The record as it would be written today, with new certificates of its outcome and of the second run.
    ///
    /// # Errors
    /// A record that cannot be read, or an outcome without a certificate.
    fn renewed(&self, record: &Record) -> Read<Record>;
    /// The record of a violation, shrunk, with certificates, claims and `note`.
    ///
    /// # Errors
    /// A report without a violation.
    fn record(&self, report: &CellReport, note: &str) -> Read<Record>;
}

/// The allocation that a witness compares the outcome with, as bars under a heading.
fn instead<M: Presented>(
    mechanism: &dyn Mechanism<M>,
    run: &Run<'_, M>,
    witness: &Witness<M>,
) -> Option<(String, Bars)> {
    let outcome_of = |instance: &M::Instance<Rational>, heading: String| {
        let outcome = mechanism.allocate(instance, &Patience::unlimited()).ok()?;
        Some((heading, M::bars(instance, &outcome)))
    };
    match witness {
        Witness::Better(outcome) => {
            Some(("Better for some user, and worse for none".to_string(), M::bars(run.instance, outcome)))
        }
        Witness::Complaint { by, instead } => {
            let heading = format!("What {} asks for", M::agent_name(run.instance, *by));
            Some((heading, M::bars(run.instance, instead)))
        }
        Witness::Misreport { by, report } => outcome_of(
            &M::misreported(run.instance, *by, report),
            format!("What the mechanism allocates when {} lies", M::agent_name(run.instance, *by)),
        ),
        Witness::Sibling { instance, .. } => {
            outcome_of(instance, "What the mechanism allocates on the other instance".to_string())
        }
        Witness::Departure { leaves, .. } => outcome_of(
            &M::without(run.instance, *leaves)?,
            format!("What the mechanism allocates without {}", M::agent_name(run.instance, *leaves)),
        ),
        Witness::State { running, .. } => {
            Some(("What runs before the next task is given".to_string(), M::bars(run.instance, running)))
        }
        Witness::Outcome
        | Witness::Agent(_)
        | Witness::Envy { .. }
        | Witness::Node { .. }
        | Witness::Collusion(_)
        | Witness::Cycle { .. }
        | Witness::Recurrence { .. }
        | Witness::Said(_) => None,
    }
}

impl<M: Presented> Workbench<M> {
    /// The violation on record, if the mechanism allocates the outcome that the witness convicts.
    fn recorded(
        cell: Cell<'_, M>,
        record: &Record,
        instance: &M::Instance<Rational>,
        patience: &Patience,
    ) -> Within<Option<Conviction<M>>> {
        let (witness, ..) = read_witness::<M>(instance, &Node::new("witness", &record.witness))?;
        let Ok(run) = run_of(cell.mechanism, instance, patience).uncut()? else { return Ok(None) };
        Ok(match cell.convict(run, witness, patience)? {
            Judgement::Violated(conviction) => Some(conviction),
            _ => None,
        })
    }
}

impl<M: Presented> Keeping for Workbench<M> {
    fn shrink(&self, record: &Record, patience: &Patience, steps: &Patience) -> Within<Option<CellReport>> {
        let cell = self.cell(&record.mechanism, &record.property)?;
        let instance = M::read(&Node::new("record", &record.instance))?;
        let found = match cell.violated(&instance, patience)? {
            // A search for lies may miss the one on record.
            None => Self::recorded(cell, record, &instance, patience)?,
            found => found,
        };
        let Some(conviction) = found else { return Ok(None) };
        let hypothesis = Hypothesis::named(&record.found.hypothesis).unwrap_or(Hypothesis::None);
        let (instance, conviction, minimality) =
            shrink::shrink(cell, instance, conviction, &|smaller| hypothesis.admits::<M>(smaller), steps);
        let searched = Searched { seed: record.found.seed, ..Searched::default() };
        // The shrunk violation is reported in full, whether or not the work was cut short.
        let report = Self::violation(cell, &instance, conviction, searched, &Patience::unlimited())?;
        Ok(Some(CellReport { hypothesis, minimality, ..report }))
    }

    #[cfg(feature = "curate")]
    fn first(&self, record: &Record, most: usize, patience: &Patience) -> Within<Option<CellReport>> {
        let cell = self.cell(&record.mechanism, &record.property)?;
        let instance = M::read(&Node::new("record", &record.instance))?;
        let hypothesis = Hypothesis::named(&record.found.hypothesis).unwrap_or(Hypothesis::None);
        let extent = (self.instances.extent)(&instance);
        let scope = Scope { hypothesis, ..extent };
        let ignored = self.ignored(scope, &[cell.mechanism], cell.property.facts().reads);
        let candidates =
            (self.instances.enumerate)(scope, ignored).take(most).take_while(|_| !patience.over());
        let mut found = None;
        for candidate in candidates.filter(|candidate| hypothesis.admits::<M>(candidate)) {
            if let Some(conviction) = cell.violated(&candidate, patience)? {
                found = Some((candidate, conviction));
                break;
            }
        }
        let Some((first, conviction)) = found else { return Ok(None) };
        // The instance on record stays, if it is the first one up to renaming.
        let (first, conviction) = if (self.instances.alike)(&first, &instance) {
            match cell.violated(&instance, patience)? {
                Some(conviction) => (instance, conviction),
                None => (first, conviction),
            }
        } else {
            (first, conviction)
        };
        if !shrink::minimal(cell, &first, hypothesis, patience)? {
            return Ok(None);
        }
        let searched = Searched { seed: record.found.seed, ..Searched::default() };
        let report = Self::violation(cell, &first, conviction, searched, patience)?;
        Ok(Some(CellReport { hypothesis, minimality: PROVEN, ..report }))
    }

    fn replay(&self, document: &Document, text: &str, patience: &Patience) -> Replayed {
        let records = Records::read(document)?;
        for part in records.clone().parts(document, text, name_in::<M>)? {
            let Part { record, document: own, text: written, .. } = &part;
            let cell = self.cell(&record.mechanism, &record.property)?;
            let reading = replay::<M>(own, written, record, cell, patience)
                .map_err(|halt| halt.map(|error| part.in_file(error, text)))?;
            let file = std::path::Path::new(&own.file).file_name();
            if records.alone() && file.is_none_or(|file| file != reading.name.as_str()) {
                return Err(ReplayError::Name(reading.name).into());
            }
        }
        self.replay_rest(&records, document, text, patience)
    }

    fn replay_rest(
        &self,
        records: &Records,
        document: &Document,
        text: &str,
        patience: &Patience,
    ) -> Replayed {
        if let Some(first) = records.all.first().filter(|_| !records.also.is_empty()) {
            let instance = M::read(&Node::new("record", &first.instance))?;
            for (id, ids) in &records.also {
                for property in ids {
                    if self.cell(id, property)?.violated(&instance, patience)?.is_none() {
                        let what = format!("also.{id}: the instance does not violate `{property}`");
                        return Err(document.node().error(what).into());
                    }
                }
            }
        }
        Ok(written(records, document, text, name_in::<M>)?)
    }

    fn exhibit(&self, record: &Record) -> Read<Exhibit> {
        let cell = self.cell(&record.mechanism, &record.property)?;
        let instance = M::read(&Node::new("instance", &record.instance))?;
        let outcome = M::read_outcome(&instance, &Node::new("outcome", &record.outcome))?;
        let (witness, ..) = read_witness::<M>(&instance, &Node::new("witness", &record.witness))?;
        let run = Run { mechanism: cell.mechanism.specification(), instance: &instance, outcome };
        let given = ("What the mechanism allocates".to_string(), M::bars(&instance, &run.outcome));
        Ok(Exhibit {
            tables: M::tables(&instance, Some(&run.outcome)),
            story: cell.tell(&run, &witness, &Patience::unlimited()).map_err(uncut)?,
            pictures: std::iter::once(given).chain(instead(cell.mechanism, &run, &witness)).collect(),
            as_printed: cell.mechanism.as_printed(),
        })
    }

    #[cfg(feature = "curate")]
    fn violated(&self, instance: &Value) -> Read<Cells> {
        let instance = M::read(&Node::new("record", instance))?;
        let patience = Patience::unlimited();
        let of = |mechanism: &&dyn Mechanism<M>| {
            let ruled = Ruled::of(*mechanism, &instance, &patience).uncut();
            let violated = |property: &&dyn Examine<M>| match &ruled {
                Ok(Ok(ruled)) => matches!(ruled.judge(*property, &patience), Ok(Finding::Violated(..))),
                Ok(Err(refusal)) => {
                    let cell = Cell { mechanism: *mechanism, property: *property };
                    let judged = cell.judge_refusal(&instance, refusal.clone(), &patience);
                    matches!(judged, Ok(Judgement::Violated(_)))
                }
                Err(_) => false,
            };
            let ids = self.properties.each().filter(|property| violated(property));
            (mechanism.id().to_string(), ids.map(|property| property.id().to_string()).collect())
        };
        let found: Vec<(String, Vec<String>)> =
            threads::each(&self.mechanisms.each().collect::<Vec<_>>(), of);
        Ok(found.into_iter().filter(|(_, ids)| !ids.is_empty()).collect())
    }

    #[cfg(feature = "curate")]
    fn renewed(&self, record: &Record) -> Read<Record> {
        let cell = self.cell(&record.mechanism, &record.property)?;
        let instance = M::read(&Node::new("record", &record.instance))?;
        let (witness, margin, _) = read_witness::<M>(&instance, &Node::new("witness", &record.witness))?;
        let outcome = M::read_outcome(&instance, &Node::new("outcome", &record.outcome))?;
        let found = Conviction { outcome, witness, margin };
        let report = Self::violation(cell, &instance, found, Searched::default(), &Patience::unlimited());
        let report = report.map_err(uncut)?;
        let nothing = || wrong("a violation has an outcome and a witness");
        Ok(Record {
            instance: M::write(&instance),
            outcome: report.outcome.ok_or_else(nothing)?,
            certificate: report.certificate,
            witness: report.witness.ok_or_else(nothing)?,
            other: report.other,
            ..record.clone()
        })
    }

    fn record(&self, report: &CellReport, note: &str) -> Read<Record> {
        let nothing = || wrong("only a violation can be put on record");
        let written = report.instance.as_ref().ok_or_else(nothing)?;
        let document = Document { file: "report".to_string(), root: written.clone() };
        let instance = instance_of::<M>(&document)?;
        if M::in_classes(&instance) {
            return Err(wrong(
                "a record has its instance written out: give the servers one by one, without `count`",
            ));
        }
        // A search assumes a hypothesis, and a witness may lead outside it, such as a lie that demands
        // nothing of a resource.
        let met =
            M::HYPOTHESES.contains(&report.hypothesis) && report.hypothesis.admits_other::<M>(&report.other);
        let assumed = if met { report.hypothesis } else { Hypothesis::None };
        // An instance shrunk within the hypothesis need not be minimal without it; then no minimality is
        // claimed.
        let small = met || {
            let cell = self.cell(report.mechanism, report.property)?;
            shrink::minimal(cell, &instance, Hypothesis::None, &Patience::unlimited()).map_err(uncut)?
        };
        Ok(Record {
            model: M::ID.to_string(),
            mechanism: report.mechanism.to_string(),
            property: report.property.to_string(),
            program: report
                .command
                .clone()
                .map(|command| record::Program { command, slack: report.slack.clone() }),
            judge: report.judge.clone().map(|command| record::Program { command, slack: None }),
            claims: Vec::new(),
            note: note.to_string(),
            instance: M::write(&instance),
            outcome: report.outcome.clone().ok_or_else(nothing)?,
            certificate: report.certificate.clone(),
            other: report.other.clone(),
            witness: report.witness.clone().ok_or_else(nothing)?,
            found: record::Found {
                strategy: report.strategy.unwrap_or("given").to_string(),
                seed: report.searched.seed,
                hypothesis: assumed.id().to_string(),
                minimality: if small { report.minimality } else { GIVEN }.to_string(),
            },
        })
    }
}
