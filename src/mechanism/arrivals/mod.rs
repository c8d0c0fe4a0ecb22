//! Mechanisms for arrivals: dynamic DRF by several algorithms, and DRF with complete knowledge.

mod blocks;
mod ddrf;
mod ddrf_linear;
mod ddrf_lp;
mod ddrf_printed;
mod ddrf_water;
mod drf_offline;
mod in_short;

pub use blocks::Blocks;
pub use ddrf_linear::closed_form;
pub use in_short::{certify as tight_resources, check as check_levels};

use crate::mechanism::{Mechanism, Settles};
use crate::model::arrivals::{Arrivals, Certificate, History, Levels, Sequence, Setting, Usage};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Eps, Quick, Rational, Scalar, max};

/// The mechanisms of the arrivals model, by id.
pub const ARRIVALS: &[&dyn Mechanism<Arrivals>] = &[
    &ddrf::DDRF,
    &ddrf_linear::DDRF_LINEAR,
    &ddrf_lp::DDRF_LP,
    &ddrf_printed::DDRF_PRINTED,
    &ddrf_water::DDRF_WATER,
    &drf_offline::DrfOffline,
];

type InWords = fn(&Sequence<Quick>) -> History<Quick>;
type Infinitesimal = fn(&Sequence<Eps>) -> History<Eps>;

/// An algorithm that claims to compute the dynamic DRF allocation: LP (1) of li2019, whose least solution is
/// `x_i^k = max(M^k, x_i^{k-1})`.
#[derive(Debug)]
struct DynamicDrf {
    id: &'static str,
    page: &'static str,
    as_printed: bool,
    run: fn(&Sequence) -> Result<History, Refusal>,
    /// The same algorithm in Q(eps), where it is one of field operations and comparisons alone.
    infinitesimal: Option<Infinitesimal>,
    /// The same in machine words.
    quick: Option<InWords>,
    /// The levels alone, where the algorithm needs no more than them.
    levels: Option<fn(&Sequence) -> Levels>,
}

/// A history from a rule that gives `M^k`, the share below which nobody is left, from the normalised demands
/// present, the shares before (none for the newcomer), and what is released.
fn step_by_step<S: Scalar>(
    sequence: &Sequence<S>,
    smallest: impl Fn(&[Vec<S>], &[S], &S) -> S,
) -> History<S> {
    let demand = sequence.normalised();
    let mut shares: Vec<Vec<S>> = Vec::with_capacity(sequence.steps());
    for k in 0..sequence.steps() {
        let before: Vec<S> = shares.last().cloned().unwrap_or_default();
        let level = smallest(&demand[..=k], &before, &sequence.released(k));
        let mut now: Vec<S> = before.into_iter().map(|x| max(x, level.clone())).collect();
        now.push(level);
        shares.push(now);
    }
    History { shares }
}

/// Whether the resource stops the agents of smallest share: used up, and wanted by one of them.
fn is_tight(
    sequence: &Sequence,
    demand: &[Vec<Rational>],
    shares: &[Rational],
    used: &[Rational],
    k: usize,
    r: usize,
) -> bool {
    let newcomer = &shares[k];
    used[r] == sequence.released(k) && (0..=k).any(|i| shares[i] == *newcomer && demand[i][r].is_positive())
}

impl Mechanism<Arrivals> for DynamicDrf {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn setting(&self) -> Setting {
        Setting { irrevocable: true }
    }

    fn as_printed(&self) -> bool {
        self.as_printed
    }

    fn infinitesimal(&self, sequence: &Sequence<Eps>) -> Option<History<Eps>> {
        self.infinitesimal.map(|run| run(sequence))
    }

    fn quick(&self, sequence: &Sequence<Quick>) -> Option<History<Quick>> {
        self.quick.map(|run| run(sequence))
    }

    fn levels(&self, sequence: &Sequence) -> Option<Levels> {
        self.levels.map(|run| run(sequence))
    }

    fn settles(&self, _sequence: &Sequence) -> Settles {
        Settles::Outcome
    }

    fn allocate(&self, sequence: &Sequence) -> Result<History, Refusal> {
        (self.run)(sequence)
    }

    fn certify(&self, sequence: &Sequence, history: &History) -> Result<Certificate, Rejected> {
        let (demand, usage) = (sequence.normalised(), Usage::of(sequence));
        let steps = history.shares.iter().enumerate().map(|(k, shares)| {
            let used = usage.used(shares);
            let found = (0..used.len()).find(|&r| is_tight(sequence, &demand, shares, &used, k, r));
            found.ok_or_else(|| {
                Rejected::Certificate(format!("nothing stops the smallest share at step {}", k + 1))
            })
        });
        Ok(Certificate::Tight(steps.collect::<Result<_, _>>()?))
    }

    /// At every step each agent has the larger of its old share and the newcomer's, and a resource that an
    /// agent of the newcomer's share wants is used up: no larger smallest share is feasible.
    fn check(
        &self,
        sequence: &Sequence,
        history: &History,
        certificate: &Certificate,
    ) -> Result<(), Rejected> {
        let Certificate::Tight(resources) = certificate else {
            return Err(Rejected::Certificate("a tight resource a step is needed".to_string()));
        };
        if resources.len() != sequence.steps() {
            return Err(Rejected::Certificate("a tight resource a step is needed".to_string()));
        }
        let (demand, usage) = (sequence.normalised(), Usage::of(sequence));
        for (k, &r) in resources.iter().enumerate() {
            let shares = &history.shares[k];
            let kept = (0..k).all(|i| shares[i] == max(history.shares[k - 1][i].clone(), shares[k].clone()));
            let used = usage.used(shares);
            if r >= used.len() || !kept || !is_tight(sequence, &demand, shares, &used, k, r) {
                return Err(Rejected::Certificate(format!("step {} is not that of dynamic DRF", k + 1)));
            }
        }
        Ok(())
    }
}
