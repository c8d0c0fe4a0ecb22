//! Strategy-proofness: no false report on arrival gives an agent a larger share, by its true demand, at any
//! later step (li2019 2, property 4).

use super::history::{InHistories, InHistory};
use crate::model::arrivals::{Arrivals, normalised};
use crate::model::cluster::fitting;
use crate::model::{Checked, Rejected};
use crate::property::{Compared, Comparison, Owed, Run, Sides, Witness, largest};
use crate::scalar::{Of, Scalar};

/// The formula of `sp`.
#[derive(Debug)]
pub struct Sp;

/// The property `sp`: no single false report on arrival pays.
pub const SP: Compared<Sp> = Compared { id: "sp", formula: Sp };

/// The step at which agent `by` gains most by the report of the second case, among those at which it is present, with
/// its true dominant shares with the lie and without it; the first step among equals.
pub fn most<N: Scalar, S: Of<N>>(both: &InHistories<'_, S, N>, by: usize) -> Option<(usize, Sides<S>)> {
    let (honest, lied) = both.first.outcome.zip(both.second.outcome)?;
    let row = |case: &InHistory<'_, S, N>| -> Vec<S> {
        normalised(&case.instance.demand[by].iter().map(S::of).collect::<Vec<S>>())
    };
    let fit = fitting(&row(both.first), &row(both.second))
        .plain()
        .said(|_| format!("the true dominant share of agent {} in a share of 1, as reported", by + 1));
    let at = |k: usize| Sides { due: lied.share::<S>(k, by) * &fit, has: honest.share(k, by) };
    let (k, Sides { due, has }) = largest((by..both.first.instance.steps()).map(|k| (k, at(k))))?;
    let due =
        due.said(|_| format!("the true dominant share of agent {} at step {} with the lie", by + 1, k + 1));
    Some((k, Sides { due, has }))
}

impl Comparison<Arrivals> for Sp {
    type At = usize;

    fn at(&self, _run: &Run<'_, Arrivals>, witness: &Witness<Arrivals>) -> Checked<usize> {
        if let Witness::Misreport { by, .. } = witness { Ok(*by) } else { Err(Rejected::Kind) }
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InHistories<'_, S, N>, by: &usize) -> Owed<S> {
        most(both, *by).map(|(_, sides)| sides).ok_or(Rejected::Kind)
    }

    fn less(&self, _: &InHistories<'_>, _: &usize) -> String {
        "less that with the truth".to_string()
    }

    fn tell(&self, both: &InHistories<'_>, by: &usize, _: &Sides) -> String {
        let Some((k, Sides { due, has })) = most(both, *by) else { return String::new() };
        format!(
            "Agent {} reports demand {:?} instead of {:?}; at step {} that is worth a true dominant share of {due} instead of {has}.",
            by + 1,
            both.second.instance.demand[*by],
            both.first.instance.demand[*by],
            k + 1,
        )
    }
}
