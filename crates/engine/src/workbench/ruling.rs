//! Several properties of one instance, judged on one run.

use super::judging::{BETWEEN, CUT, refused};
use super::{Answer, Ruling, Workbench, instance_for};
use crate::document::{Document, InputError};
use crate::linear::{Cut, Halt, Patience, Uncut as _};
use crate::model::Presented;
use crate::model::refusal::Refusal;
use crate::property::evidence::run_of;
use crate::property::judge::{Cell, Finding, Judgement, Ruled};

impl<M: Presented> Workbench<M> {
    /// Returns the rulings of the properties on the instance, in their order.
    pub(super) fn ruled(
        &self,
        mechanism: &str,
        properties: &[&str],
        document: &Document,
        patience: &Patience,
    ) -> Result<Vec<Ruling>, Halt<InputError>> {
        let cells = properties.iter().map(|property| self.cell(mechanism, property));
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        let bare = |answer, reason| Ruling { answer, margin: None, reason };
        let mechanism = self.mechanism(mechanism)?;
        let refuses = |refusal: &Refusal| {
            let reason = format!("{} refuses: {refusal}", mechanism.id());
            Ok(cells.iter().map(|_| bare(refused(refusal), Some(reason.clone()))).collect())
        };
        let instance = match instance_for::<M>(mechanism, document)? {
            Ok(instance) => instance,
            Err(refusal) => return refuses(&refusal),
        };
        let run = match run_of(mechanism, &instance, patience).uncut()? {
            Ok(run) => run,
            Err(refusal) => {
                let ruling = |cell: &Cell<M>| {
                    Ok(match cell.judge_refusal(&instance, refusal.clone(), patience)? {
                        Judgement::Violated(found) => {
                            Ruling { answer: Answer::Violated, margin: Some(found.margin), reason: None }
                        }
                        _ if cell.holds_between(&instance, &refusal, patience)?.is_some() => {
                            bare(Answer::Holds, Some(format!("{refusal}; {BETWEEN}")))
                        }
                        _ => bare(refused(&refusal), Some(format!("{} refuses: {refusal}", mechanism.id()))),
                    })
                };
                return cells.iter().map(ruling).collect();
            }
        };
        let ruled = Ruled::new(mechanism, run);
        let ruling = |cell: &Cell<M>| -> Result<Ruling, Cut> {
            Ok(match ruled.judge(cell.property, patience)? {
                Finding::Violated(_, margin) => {
                    Ruling { answer: Answer::Violated, margin: Some(margin), reason: None }
                }
                Finding::Holds => match ruled.unproved(patience)? {
                    None => bare(Answer::Holds, None),
                    Some(why) => bare(Answer::Undecided, Some(why.to_string())),
                },
                Finding::OutOfScope(why) => bare(Answer::OutOfScope, Some(why)),
                Finding::Undecided(why) => bare(Answer::Undecided, Some(why)),
            })
        };
        // A property whose check takes too long does not affect the rulings of the rest.
        let cut = |_| bare(Answer::Undecided, Some(CUT.to_string()));
        Ok(cells.iter().map(|cell| ruling(cell).unwrap_or_else(cut)).collect())
    }
}
