//! Strategy-proofness: no lie on arrival gives an agent more, by its true demand, at any later step
//! (li2019 2, property 4).

use crate::mechanism::{Settles, evidence};
use crate::model::Model;
use crate::model::arrivals::{Arrivals, History, Report, normalised};
use crate::model::cluster::fitting;
use crate::model::refusal::{Refusal, Rejected};
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Rational, Scalar, greatest};

/// Strategy-proofness against one lie on arrival.
#[derive(Debug)]
pub(super) struct Sp;

/// The largest gain of the lie over the steps at which the agent is present, with its step.
fn gain(run: &Run<'_, Arrivals>, by: usize, report: &Report) -> Result<(Rational, usize), Refusal> {
    let said = Arrivals::misreported(run.instance, by, report);
    Ok(gain_by(run, by, report, &run.mechanism.allocate(&said)?))
}

/// The same, when the lie leads to this history.
fn gain_by(run: &Run<'_, Arrivals>, by: usize, report: &Report, history: &History) -> (Rational, usize) {
    let worth = fitting(&normalised(&run.instance.demand[by]), &normalised(&report.demand));
    let gains =
        (by..run.instance.steps()).map(|k| (&history.shares[k][by] * &worth - &run.outcome.shares[k][by], k));
    gains.reduce(|best, next| if next.0 > best.0 { next } else { best }).unwrap_or((Rational::zero(), by))
}

/// Demands a liar might claim: one entry zeroed, raised, scaled; what others demand.
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

impl Property<Arrivals> for Sp {
    fn id(&self) -> &'static str {
        "sp"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/arrivals/sp.md")
    }

    fn examine(&self, run: &Run<'_, Arrivals>) -> Verdict<Arrivals> {
        let within = run.amounts_within();
        let (mut tried, mut refused) = (0, 0);
        for by in 0..run.instance.steps() {
            for demand in lies(run, by) {
                tried += 1;
                let report = Report { demand };
                match gain(run, by, &report) {
                    Ok((gain, _)) if gain > within => {
                        return Verdict::Violated(Witness::Misreport { by, report });
                    }
                    Ok(_) => {}
                    Err(_) => refused += 1,
                }
            }
        }
        Verdict::Undecided(format!("none of {tried} lies pays ({refused} were refused)"))
    }

    fn confirm(&self, run: &Run<'_, Arrivals>, witness: &Witness<Arrivals>) -> Result<Margin, Rejected> {
        let Witness::Misreport { by, report } = witness else { return Err(Rejected::Kind) };
        let said = Arrivals::misreported(run.instance, *by, report);
        let history = evidence(run.mechanism, &said)?;
        positive(gain_by(run, *by, report, &history).0)
    }

    /// What agents get in all, whoever has it where.
    fn reads(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Arrivals>, witness: &Witness<Arrivals>) -> String {
        let Witness::Misreport { by, report } = witness else { return String::new() };
        let Ok((gain, k)) = gain(run, *by, report) else { return String::new() };
        let honest = &run.outcome.shares[k][*by];
        format!(
            "Agent {} reports demand {:?} instead of {:?}; at step {} that is worth a true dominant share of {} instead of {honest}.",
            by + 1,
            report.demand,
            run.instance.demand[*by],
            k + 1,
            honest + gain
        )
    }
}
