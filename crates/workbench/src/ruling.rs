//! Several properties of one instance, judged on one run.

use std::fmt::Debug;

use super::bounded::{OTHERS, answered};
use super::judging::{CUT, refused};
use super::{Answer, Read, Ruling, Within, Workbench, instance_for};
use crate::document::Document;
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::{Enclosed, Mechanism, enclosed};
use crate::model::Presented;
use crate::model::refusal::Refusal;
use crate::property::judge::{Cell, Finding, Judgement, Ruled};
use crate::property::{Between, Examine, Outline};
use crate::scalar::Rational;

/// Cells of one mechanism, looked up once to judge many instances. The rulings on an instance stand in the order in which the
/// properties were named.
///
/// # Errors
/// Both methods fail if the instance cannot be read, or if the run of the mechanism is cut short. A property whose check is
/// cut short after the run is undecided.
pub trait Cells: Debug + Sync {
    /// Judges the instance of a document.
    fn rulings(&self, instance: &Document, patience: &Patience) -> Within<Vec<Ruling>>;
    /// Judges the instance in the text of a file: JSON where the name `file` ends in `.json`, otherwise TOML.
    fn rulings_on_text(&self, file: &str, text: &str, patience: &Patience) -> Within<Vec<Ruling>>;
}

/// One mechanism and properties of its model.
#[derive(Debug)]
struct CellsOf<'b, M: Presented> {
    mechanism: &'b dyn Mechanism<M>,
    properties: Vec<&'b dyn Examine<M>>,
}

impl<M: Presented> Workbench<M> {
    /// Returns the cells of the mechanism with these properties.
    pub(super) fn cells_of(&self, mechanism: &str, properties: &[&str]) -> Read<Box<dyn Cells + '_>> {
        let mechanism = self.mechanism(mechanism)?;
        let properties = properties.iter().map(|id| self.property(id)).collect::<Result<_, _>>()?;
        Ok(Box::new(CellsOf { mechanism, properties }))
    }
}

impl<M: Presented> Cells for CellsOf<'_, M> {
    fn rulings(&self, document: &Document, patience: &Patience) -> Within<Vec<Ruling>> {
        match instance_for::<M>(self.mechanism, document)? {
            Ok(instance) => Ok(self.on_instance(&instance, patience)?),
            Err(refusal) => Ok(self.each(|_| self.refuses(&refusal))),
        }
    }

    fn rulings_on_text(&self, file: &str, text: &str, patience: &Patience) -> Within<Vec<Ruling>> {
        match Document::is_json(file).then(|| M::read_plain(text)).flatten() {
            Some(instance) => Ok(self.on_instance(&instance, patience)?),
            None => self.rulings(&Document::parse(file, text)?.instance(), patience),
        }
    }
}

impl Ruling {
    /// The ruling of a property whose check was cut short.
    pub fn cut() -> Ruling {
        bare(Answer::Undecided, Some(CUT.to_string()))
    }

    /// The ruling of a property of which a program is not asked because it was silent.
    pub fn unasked() -> Ruling {
        let reason = "a program did not answer about another line within the budget, and was not asked again";
        bare(Answer::Undecided, Some(reason.to_string()))
    }
}

fn bare(answer: Answer, reason: Option<String>) -> Ruling {
    Ruling { answer, margin: None, reason }
}

impl<M: Presented> CellsOf<'_, M> {
    fn each(&self, ruling: impl Fn(&Cell<'_, M>) -> Ruling) -> Vec<Ruling> {
        let cell = |property: &_| Cell { mechanism: self.mechanism, property: *property };
        self.properties.iter().map(|property| ruling(&cell(property))).collect()
    }

    fn refuses(&self, refusal: &Refusal) -> Ruling {
        bare(refused(refusal), Some(format!("{} refuses: {refusal}", self.mechanism.id())))
    }

    fn on_instance(&self, instance: &M::Instance<Rational>, patience: &Patience) -> Result<Vec<Ruling>, Cut> {
        // A property whose check takes too long does not affect the rulings of the rest.
        let each = |ruling: &dyn Fn(&Cell<'_, M>) -> Result<Ruling, Cut>| {
            self.each(|cell| match cell.property.beyond(instance) {
                Some(why) => bare(Answer::OutOfScope, Some(why)),
                None => ruling(cell).unwrap_or_else(|_| Ruling::cut()),
            })
        };
        Ok(match Ruled::of(self.mechanism, instance, patience).uncut()? {
            Ok(ruled) => each(&|cell| judged(&ruled, cell, patience)),
            Err(refusal) => {
                let bounds = enclosed(self.mechanism, instance, &refusal, patience)?;
                each(&|cell| self.without_outcome(cell, instance, &refusal, bounds.as_ref(), patience))
            }
        })
    }

    /// The ruling where the mechanism has no outcome, but `bounds` on the amounts of the agents if they are known.
    fn without_outcome(
        &self,
        cell: &Cell<'_, M>,
        instance: &M::Instance<Rational>,
        refusal: &Refusal,
        bounds: Option<&Enclosed>,
        patience: &Patience,
    ) -> Result<Ruling, Cut> {
        Ok(match (cell.judge_refusal(instance, refusal.clone(), patience)?, bounds) {
            (Judgement::Violated(found), _) => {
                Ruling { answer: Answer::Violated, margin: Some(found.margin), reason: None }
            }
            (_, Some(bounds)) => {
                let between = cell.between(instance, Outline::Bounds(bounds), patience)?;
                let (answer, reason) = answered(&between, refusal);
                let margin = if let Between::Violated(_, margin, _) = between { Some(margin) } else { None };
                Ruling { answer, margin, reason: Some(reason) }
            }
            _ => self.refuses(refusal),
        })
    }
}

/// The ruling on a run of the cell's mechanism.
fn judged<M: Presented>(
    ruled: &Ruled<'_, M>,
    cell: &Cell<'_, M>,
    patience: &Patience,
) -> Result<Ruling, Cut> {
    Ok(match ruled.judge(cell.property, patience)? {
        Finding::Violated(_, margin) => {
            Ruling { answer: Answer::Violated, margin: Some(margin), reason: None }
        }
        Finding::Holds => match ruled.unproved(patience)? {
            None => bare(Answer::Holds, None),
            Some(why) => bare(Answer::Undecided, Some(why.to_string())),
        },
        Finding::OutOfScope(why) => bare(Answer::OutOfScope, Some(why)),
        Finding::Undecided(open) => match ruled.between(cell.property, patience)? {
            Between::Violated(_, margin, _) => {
                Ruling { answer: Answer::Violated, margin: Some(margin), reason: Some(OTHERS.to_string()) }
            }
            Between::Holds | Between::Open => bare(Answer::Undecided, Some(open.reason)),
        },
    })
}
