//! Strategy-proofness: no false report on arrival gives an agent a larger share, by its true demand, at any
//! later step (li2019 2, property 4).

use fairwitness_kernel::property::arrivals::sp::{Sp, gain_by};

use super::{Examine, Unit};
use crate::linear::{Cut, Halt, Patience};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::model::arrivals::{Arrivals, History, Report};
use crate::model::refusal::Refusal;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar, greatest};
use crate::trace::Line;

/// The largest gain of agent `by` from `report` over the steps at which it is present, with the step.
fn gain(
    mechanism: &dyn Mechanism<Arrivals>,
    run: &Run<'_, Arrivals>,
    by: usize,
    report: &Report,
    patience: &Patience,
) -> Result<(Rational, usize), Halt<Refusal>> {
    let said = Arrivals::misreported(run.instance, by, report);
    Ok(gain_by(run, by, report, &mechanism.allocate(&said, patience)?))
}

/// False demands to try: one entry zero, raised or scaled, and the demands of other agents.
fn lies(run: &Run<'_, Arrivals>, by: usize) -> Vec<Vec<Rational>> {
    let truth = &run.instance.demand[by];
    let most = greatest(truth.iter().cloned()).unwrap_or_else(Rational::one);
    let mut lies: Vec<Vec<Rational>> = Vec::new();
    let mut push = |lie: Vec<Rational>| {
        if lie != *truth && lie.iter().any(Scalar::is_positive) && !lies.contains(&lie) {
            lies.push(lie);
        }
    };
    for r in 0..truth.len() {
        let factors = [(0, 1), (1, 4), (1, 2), (3, 4), (7, 8), (9, 8), (5, 4), (3, 2), (2, 1), (4, 1)];
        let scaled = factors.iter().map(|&(p, q)| &truth[r] * Rational::new(p, q));
        for value in scaled.chain([most.clone(), &most / Rational::int(2), &most / Rational::int(10)]) {
            let mut lie = truth.clone();
            lie[r] = value;
            push(lie);
        }
    }
    run.instance.demand.iter().for_each(|other| push(other.clone()));
    push(vec![Rational::one(); truth.len()]);
    lies
}

impl Examine<Arrivals> for Sp {
    fn unit(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Unit {
        Unit::of("in the dominant share")
    }

    fn arithmetic(
        &self,
        run: &Run<'_, Arrivals>,
        witness: &Witness<Arrivals>,
        second: Option<&History>,
    ) -> Vec<Line> {
        let (Witness::Misreport { by, report }, Some(lied)) = (witness, second) else { return Vec::new() };
        let (gain, k) = gain_by(run, *by, report, lied);
        let honest = &run.outcome.shares[k][*by];
        let with = honest + &gain;
        vec![Line {
            formula: format!("{with} - {honest} = {gain}"),
            because: format!(
                "the true dominant share of agent {} at step {} with the lie, less that with the truth",
                by + 1,
                k + 1
            ),
        }]
    }

    fn examine(
        &self,
        mechanism: &dyn Mechanism<Arrivals>,
        run: &Run<'_, Arrivals>,
        patience: &Patience,
    ) -> Result<Verdict<Arrivals>, Cut> {
        let within = run.amounts_within();
        let (mut tried, mut refused) = (0, 0);
        for by in 0..run.instance.steps() {
            for demand in lies(run, by) {
                patience.check()?;
                tried += 1;
                let report = Report { demand };
                match gain(mechanism, run, by, &report, patience) {
                    Ok((gain, _)) if gain > within => {
                        return Ok(Verdict::Violated(Witness::Misreport { by, report }));
                    }
                    Ok(_) => {}
                    Err(Halt::Cut) => return Err(Cut),
                    Err(Halt::Failed(_)) => refused += 1,
                }
            }
        }
        Ok(Verdict::Undecided(format!("none of {tried} lies pays ({refused} were refused)")))
    }
}
