//! A census: the verdicts of every cell on every instance of a scope, counted.

use super::{Limits, Progress, Searched, Watch};
use crate::instances::Candidates;
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::model::refusal::Refusal;
use crate::property::Examine;
use crate::property::judge::{Cell, Finding, Judgement, Ruled};
use crate::scalar::Rational;

/// Verdicts of a property on the instances that a mechanism allocates, counted.
#[derive(Clone, Debug)]
pub struct Count<'b, M: Model> {
    /// The property judged.
    pub property: &'b dyn Examine<M>,
    /// Number of instances on which the property holds.
    pub holds: u64,
    /// Number of instances that violate the property.
    pub violated: u64,
    /// Number of instances left undecided.
    pub undecided: u64,
    /// Number of instances for which the property is not defined.
    pub out_of_scope: u64,
    /// The first violating instance, with the number of candidates before it.
    pub first: Option<(u64, M::Instance<Rational>)>,
}

/// The counts of all properties for one mechanism.
#[derive(Clone, Debug)]
pub struct Census<'b, M: Model> {
    /// The mechanism judged.
    pub mechanism: &'b dyn Mechanism<M>,
    /// Number of instances that the mechanism refuses.
    pub refused: u64,
    /// Number of instances in its domain for which the mechanism has no outcome.
    pub without_outcome: u64,
    /// The counts of each property.
    pub counts: Vec<Count<'b, M>>,
}

const BATCH: usize = 512;

enum Row {
    Refused(String),
    WithoutOutcome(String),
    Judged(Vec<Ruling>),
}

#[derive(Clone, Copy)]
enum Ruling {
    Holds,
    Violated,
    /// Undecided, with the number of trials that were decided.
    Undecided(u64),
    OutOfScope,
}

impl Ruling {
    fn trials(self) -> u64 {
        match self {
            Ruling::Holds | Ruling::Violated => 1,
            Ruling::Undecided(trials) => trials,
            Ruling::OutOfScope => 0,
        }
    }
}

/// Counts an instance once for all mechanisms and properties: judged if one of them decided a trial.
fn count(searched: &mut Searched, rows: &[Row]) {
    let rulings = || rows.iter().flat_map(|row| if let Row::Judged(all) = row { &all[..] } else { &[] });
    let trials = rulings().map(|ruling| ruling.trials()).sum();
    let open = rulings().any(|ruling| matches!(ruling, Ruling::Undecided(_)));
    let refusal = rows.iter().find_map(|row| if let Row::Refused(why) = row { Some(why) } else { None });
    let without =
        rows.iter().find_map(|row| if let Row::WithoutOutcome(why) = row { Some(why) } else { None });
    match (refusal, without) {
        _ if trials > 0 => searched.judge(trials),
        _ if open => searched.leave_open("no property was decided"),
        (_, Some(why)) => searched.leave_open(why),
        (Some(why), None) if rulings().next().is_none() => searched.refuse(why),
        _ => searched.pass_by("no property is defined there"),
    }
}

fn row<M: Model>(
    mechanism: &dyn Mechanism<M>,
    properties: &[&dyn Examine<M>],
    instance: &M::Instance<Rational>,
    patience: &Patience,
) -> Result<Row, Cut> {
    let ruled = match Ruled::of(mechanism, instance, patience).uncut()? {
        Ok(ruled) => ruled,
        Err(refusal @ Refusal::OutOfDomain(_)) => return Ok(Row::Refused(refusal.to_string())),
        Err(refusal) => {
            let ruling = |property: &&dyn Examine<M>| {
                let cell = Cell { mechanism, property: *property };
                Ok(match cell.judge_refusal(instance, refusal.clone(), patience)? {
                    Judgement::Violated(_) => Ruling::Violated,
                    _ => Ruling::Undecided(0),
                })
            };
            if !properties.iter().any(|property| property.facts().judges_endless) {
                return Ok(Row::WithoutOutcome(refusal.to_string()));
            }
            return Ok(Row::Judged(properties.iter().map(ruling).collect::<Result<_, Cut>>()?));
        }
    };
    let ruling = |property: &&dyn Examine<M>| {
        Ok(match ruled.judge(*property, patience)? {
            Finding::Holds if ruled.unproved(patience)?.is_none() => Ruling::Holds,
            Finding::Violated(..) => Ruling::Violated,
            Finding::OutOfScope(_) => Ruling::OutOfScope,
            Finding::Undecided(open) => Ruling::Undecided(open.trials),
            Finding::Holds => Ruling::Undecided(0),
        })
    };
    Ok(Row::Judged(properties.iter().map(ruling).collect::<Result<_, Cut>>()?))
}

/// Counts verdicts over all candidates within the limits. `Searched::exhausted` is `true` if no candidate was
/// omitted.
pub fn census<'b, M: Model>(
    mechanisms: &[&'b dyn Mechanism<M>],
    properties: &[&'b dyn Examine<M>],
    mut candidates: Candidates<M>,
    limits: &Limits<'_>,
) -> (Vec<Census<'b, M>>, Searched) {
    let watch = Watch::start(limits);
    let blank = |property: &&'b dyn Examine<M>| Count {
        property: *property,
        holds: 0,
        violated: 0,
        undecided: 0,
        out_of_scope: 0,
        first: None,
    };
    let mut all: Vec<Census<'b, M>> = mechanisms
        .iter()
        .map(|mechanism| Census {
            mechanism: *mechanism,
            refused: 0,
            without_outcome: 0,
            counts: properties.iter().map(blank).collect(),
        })
        .collect();
    let mut searched = Searched::default();
    loop {
        let left = usize::try_from(limits.budget.left(searched.instances)).unwrap_or(usize::MAX);
        if let Some(ended) = watch.ends(left) {
            searched.ended = ended;
            return (all, searched);
        }
        let batch: Vec<_> = candidates.by_ref().take(left.min(BATCH)).collect();
        if batch.is_empty() {
            searched.exhausted = true;
            return (all, searched);
        }
        let judge = |instance: &M::Instance<Rational>, patience: &Patience| -> Result<Vec<Row>, Cut> {
            mechanisms.iter().map(|mechanism| row(*mechanism, properties, instance, patience)).collect()
        };
        for (instance, rows) in batch.iter().zip(watch.each(&batch, judge)) {
            let Some(rows) = rows else { continue };
            let at = searched.instances;
            count(&mut searched, &rows);
            for (census, row) in all.iter_mut().zip(rows) {
                census.add(at, instance, row);
            }
        }
        (limits.progress)(Progress { strategy: "census", instances: searched.instances, nearest: None });
    }
}

impl<M: Model> Census<'_, M> {
    fn add(&mut self, at: u64, instance: &M::Instance<Rational>, row: Row) {
        let rulings = match row {
            Row::Refused(_) => return self.refused += 1,
            Row::WithoutOutcome(_) => return self.without_outcome += 1,
            Row::Judged(rulings) => rulings,
        };
        for (count, ruling) in self.counts.iter_mut().zip(rulings) {
            match ruling {
                Ruling::Holds => count.holds += 1,
                Ruling::Undecided(_) => count.undecided += 1,
                Ruling::OutOfScope => count.out_of_scope += 1,
                Ruling::Violated => {
                    count.violated += 1;
                    count.first.get_or_insert_with(|| (at, instance.clone()));
                }
            }
        }
    }
}
