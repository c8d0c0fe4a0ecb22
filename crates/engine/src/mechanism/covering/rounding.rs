//! A rounding of the pruned programme by slots and a matching, with at most twice its ratio (after mukherjee
//! IV-B).

use std::cmp::min;

use super::{
    Allocated, Assigned, Certified, Followed, Formulation, Mechanism, Rounding, Specification, count,
    programme, uncertified,
};
use crate::linear::{Halt, Patience, Timely};
use crate::mechanism::{Sought, sentences};
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::{Refusal, Rejected};
use crate::scalar::{Int, Rational};

/// The slots, each with its task and the resources that it holds parts of, dearest resources first. A slot
/// holds as much as one whole resource.
fn slots(stock: &Stock, amounts: &[Vec<Int>], whole: &Int) -> Vec<(usize, Vec<usize>)> {
    let mut order: Vec<usize> = (0..stock.resources()).collect();
    order.sort_by(|&a, &b| stock.cost[b].cmp(&stock.cost[a]).then(a.cmp(&b)));
    let mut slots = Vec::new();
    for j in 0..stock.tasks() {
        // The excess over the demand is taken off the dearest parts.
        let all = amounts.iter().fold(Int::from(0i64), |all, row| all.plus(&row[j]));
        let mut spare = all.minus(&whole.times(&stock.demand[j].numerator()));
        let mut slot = Vec::new();
        let mut room = whole.clone();
        for &i in &order {
            let less = min(spare.clone(), amounts[i][j].clone());
            spare = spare.minus(&less);
            let mut part = amounts[i][j].minus(&less);
            while part.signum() > 0 {
                slot.push(i);
                let poured = min(part.clone(), room.clone());
                part = part.minus(&poured);
                room = room.minus(&poured);
                if room.is_zero() {
                    slots.push((j, std::mem::take(&mut slot)));
                    room = whole.clone();
                }
            }
        }
    }
    slots
}

/// A matching that gives each slot a resource of its own; `None` if there is no such matching.
fn matching(resources: usize, slots: &[(usize, Vec<usize>)]) -> Option<Vec<Option<usize>>> {
    let place = |first: usize, holder: &mut [Option<usize>]| {
        let mut seen = vec![false; resources];
        // An alternating path: its slots, each with the number of its resources that were tried, the last for itself.
        let mut path = vec![(first, 0)];
        while let Some((slot, tried)) = path.last_mut() {
            let Some(&i) = slots[*slot].1.get(*tried) else {
                path.pop();
                continue;
            };
            *tried += 1;
            match holder[i] {
                _ if std::mem::replace(&mut seen[i], true) => {}
                Some(other) => path.push((other, 0)),
                None => {
                    path.iter().for_each(|&(slot, tried)| holder[slots[slot].1[tried - 1]] = Some(slot));
                    return true;
                }
            }
        }
        false
    };
    let mut holder = vec![None; resources];
    let placed = (0..slots.len()).all(|slot| place(slot, &mut holder));
    placed.then_some(holder)
}

/// A rounding, step by step.
#[derive(Clone, Debug)]
pub struct Rounded {
    /// The value of the pruned programme.
    pub ratio: Rational,
    /// Amounts that attain it (resources x tasks).
    pub amounts: Vec<Vec<Int>>,
    /// The amount that makes a whole resource.
    pub whole: Int,
    /// The task of each slot, and the resources that the slot holds parts of.
    pub slots: Vec<(usize, Vec<usize>)>,
    /// The slot that each resource is given to.
    pub holder: Vec<Option<usize>>,
}

impl Rounded {
    /// The task of each resource.
    pub fn assignment(&self) -> Assigned {
        self.holder.iter().map(|slot| slot.map(|slot| self.slots[slot].0)).collect()
    }
}

/// The rounding of amounts that attain the value of the pruned programme; `None` if the programme was not solved or
/// does not fill the slots.
pub(super) fn round(stock: &Stock, patience: &Patience) -> Timely<Option<Rounded>> {
    let Some((ratio, amounts, whole)) = programme::pruned_amounts(stock, patience)? else { return Ok(None) };
    let slots = slots(stock, &amounts, &whole);
    let wanted = stock.demand.iter().map(count).fold(0usize, usize::saturating_add);
    let holder = (slots.len() == wanted).then(|| matching(stock.resources(), &slots)).flatten();
    Ok(holder.map(|holder| Rounded { ratio, amounts, whole, slots, holder }))
}

/// The rounding of the stock.
///
/// # Errors
/// The refusal of an instance outside the domain, or that could not be rounded, or the cut.
fn rounded(stock: &Stock, patience: &Patience) -> Sought<Rounded> {
    Rounding.domain(stock)?;
    let unfilled =
        || Refusal::Undecided("the programme was not solved, or does not fill the slots".to_string());
    Ok(round(stock, patience)?.ok_or_else(unfilled)?)
}

impl Mechanism<Covering> for Rounding {
    fn allocate(&self, stock: &Stock, patience: &Patience) -> Allocated<Covering> {
        Ok(Allotment::Whole(rounded(stock, patience)?.assignment()))
    }

    fn certify(&self, stock: &Stock, _outcome: &Allotment, patience: &Patience) -> Certified<Covering> {
        within_bound(stock, patience)
    }

    fn trace(&self, stock: &Stock, patience: &Patience) -> Followed<Covering> {
        sentences::few_resources(stock)?;
        let rounded = rounded(stock, patience)?;
        let mut trace = sentences::rounding(stock, &rounded);
        let proof = programme::proof(Formulation::Pruned, stock, &rounded.ratio, patience)?;
        trace.steps.push(sentences::lower_bound(stock, &rounded.ratio, Formulation::Pruned, &proof));
        Ok(trace)
    }
}

/// Multipliers that prove the value of the pruned programme.
pub(super) fn within_bound(stock: &Stock, patience: &Patience) -> Result<Certificate, Halt<Rejected>> {
    match programme::pruned(stock, patience)? {
        Some((ratio, proof)) => Ok(Certificate::AtLeast(ratio, proof)),
        None => Ok(uncertified("the programme has no solution")?),
    }
}
