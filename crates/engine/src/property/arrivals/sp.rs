//! Strategy-proofness: no false report on arrival gives an agent a larger share, by its true demand, at any
//! later step (li2019 2, property 4).

use fairwitness_kernel::property::arrivals::sp::Sp;

use crate::model::Model;
use crate::model::arrivals::{Arrivals, Report};
use crate::property::{Beside, Examined, Hearing, Most, Run, Seek, Verdict, Witness};
use crate::scalar::{Rational, Scalar, greatest};

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

impl Seek<Arrivals> for Sp {
    fn seek(&self, hearing: &Hearing<'_, Arrivals>) -> Examined<Arrivals> {
        let Hearing { run, .. } = *hearing;
        let mut beside = Beside::of(self, hearing);
        let mut most = Most::none();
        for by in 0..run.instance.steps() {
            for demand in lies(run, by) {
                let report = Report { demand };
                let found = beside.pays(&Arrivals::misreported(run.instance, by, &report), [by])?;
                most.offer(found, |by| Witness::Misreport { by, report });
            }
        }
        let (tried, refused) = (beside.tried, beside.refused);
        let words = format!("none of {tried} lies pays ({refused} were refused)");
        Ok(most.or(|| Verdict::tried(tried - refused, words)))
    }
}
