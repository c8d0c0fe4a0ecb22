//! Whole tasks near divisible ones: the difference of any two users' dominant shares deviates from that under
//! divisible DRF by at most the dominant share of the largest task (after Ghodsi et al. 2011, whose text was
//! not read).

use crate::model::cluster::{Cluster, Placement, Pool, Setting};
use crate::model::refusal::{Refusal, Rejected};
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, greatest};
use crate::specification::Settles;
use crate::specification::cluster::drf;
use crate::specification::per_server::fill;
use crate::specification::tasks::OnePool;

/// Whole tasks within one largest task of divisible DRF: the property `within-max-task`.
#[derive(Debug)]
pub struct WithinMaxTask;

/// The reason why the property is not defined for mechanisms with divisible tasks.
pub const DIVISIBLE: &str = "the mechanism divides tasks: there is no largest task to be off by";

/// Weighted dominant shares of an outcome, of divisible DRF, and of the largest task.
#[derive(Debug)]
pub struct Shares {
    /// Share of each user in the outcome; `None` for a user that can run nothing.
    whole: Vec<Option<Rational>>,
    /// Share of each user under divisible DRF; `None` for a user that can run nothing.
    divisible: Vec<Option<Rational>>,
    /// Weighted dominant share of the largest task.
    pub largest: Rational,
}

impl Shares {
    /// The shares of an outcome on a single pool.
    ///
    /// # Errors
    /// An instance that is not a single pool.
    pub fn of(pool: &Pool, outcome: &Placement) -> Result<Self, Refusal> {
        let one = OnePool::of(pool)?;
        let view = drf::view(pool, 0);
        let filled = fill(&view, &vec![Rational::zero(); pool.users()], &pool.tasks);
        let shares = |tasks: &[Rational]| {
            tasks.iter().zip(&one.share).map(|(x, share)| Some(x * share.as_ref()?)).collect()
        };
        let largest = greatest(one.share.iter().flatten().cloned()).unwrap_or_else(Rational::zero);
        Ok(Shares { whole: shares(&outcome.totals()), divisible: shares(&filled), largest })
    }

    /// Weighted dominant shares of `user` in the outcome and in divisible DRF; `None` for a user that can run
    /// nothing.
    pub fn of_user(&self, user: usize) -> Option<(Rational, Rational)> {
        Some((self.whole[user].clone()?, self.divisible[user].clone()?))
    }
    /// The lead of user `first` over user `second` in the outcome, less that lead under divisible DRF; `None`
    /// unless both can run a task.
    pub fn ahead(&self, first: usize, second: usize) -> Option<Rational> {
        let gap = |shares: &[Option<Rational>]| Some(shares[first].as_ref()? - shares[second].as_ref()?);
        Some(gap(&self.whole)? - gap(&self.divisible)?)
    }
}

impl Property<Cluster> for WithinMaxTask {
    fn id(&self) -> &'static str {
        "within-max-task"
    }

    fn looks_beyond(&self) -> bool {
        true
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.whole).then_some(DIVISIBLE)
    }

    /// The reciprocal of the smallest weight: margins are parts of the whole pool divided by a weight.
    fn scale(&self, run: &Run<'_, Cluster>) -> Rational {
        let resources = 0..run.instance.resources();
        let weights = (0..run.instance.users()).flat_map(|u| resources.clone().map(move |r| (u, r)));
        let least = crate::scalar::least(weights.map(|(u, r)| run.instance.weight(u, r).clone()));
        least.map_or_else(Rational::one, |least| Rational::one() / least)
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Envy { envious, envied } = witness else { return Err(Rejected::Kind) };
        if !run.mechanism.setting().whole {
            return Err(Rejected::OutOfScope(DIVISIBLE));
        }
        let shares = Shares::of(run.instance, &run.outcome)?;
        match shares.ahead(*envied, *envious) {
            Some(ahead) => positive(ahead - &shares.largest),
            None => Err(Rejected::Misfit("a user that can run nothing has no dominant share".to_string())),
        }
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Envy { envious, envied } = witness else { return String::new() };
        let Ok(shares) = Shares::of(run.instance, &run.outcome) else { return String::new() };
        let Some(ahead) = shares.ahead(*envied, *envious) else { return String::new() };
        format!(
            "The dominant share of {} exceeds that of {} by {ahead} more than under divisible DRF; the largest task takes {}.",
            run.instance.user_name(*envied),
            run.instance.user_name(*envious),
            shares.largest
        )
    }
}
