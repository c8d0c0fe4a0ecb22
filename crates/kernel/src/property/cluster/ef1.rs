//! Envy-freeness up to one task: no envy is left once a task, of the other's or of one's own, is taken out of the bundle
//! (metin 3.2 by way of its reference for indivisible demands; judged for whole tasks).

use super::ef::{per_task, tell_envy};
use crate::model::cluster::{Cluster, Placement, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, least, sum};
use crate::specification::Settles;

/// Envy-freeness up to one task.
#[derive(Debug)]
pub struct Ef1 {
    id: &'static str,
    /// The tasks that a user could run with another's bundle, less one task.
    pub worth: fn(&Run<'_, Cluster>, usize, usize) -> Rational,
    /// What is taken away, in words.
    less: &'static str,
}

/// Why nothing is said of mechanisms for divisible tasks.
pub const DIVISIBLE: &str = "the mechanism divides tasks: there is no one task to take away";

/// The tasks that `user` could run with what `other` has, less the one task whose loss costs `user` most.
fn with_all_but_one(run: &Run<'_, Cluster>, user: usize, other: usize) -> Rational {
    let pool = run.instance;
    let bundle = &run.outcome.tasks[other];
    let fits = per_task(run, user, other);
    let on = |i: usize, tasks: &Rational| {
        if pool.eligible[user][i] { (tasks * &fits).floor() } else { Rational::zero() }
    };
    let all = sum((0..pool.servers()).filter(|&i| !bundle[i].is_zero()).map(|i| on(i, &bundle[i])));
    let without =
        |gone: usize| &all - (on(gone, &bundle[gone]) - on(gone, &(&bundle[gone] - Rational::one())));
    let removable = (0..pool.servers()).filter(|&i| bundle[i] >= Rational::one());
    run.mechanism.setting().capped(pool, user, least(removable.map(without)).unwrap_or_else(Rational::zero))
}

/// The tasks that `user` could run with what `other` has, but for one task of its own.
fn with_all_but_one_of_its_own(run: &Run<'_, Cluster>, user: usize, other: usize) -> Rational {
    super::ef::with_bundle_of(run, user, other) - Rational::one()
}

/// `ef1`: less one task of the other's.
pub const EF1: Ef1 =
    Ef1 { id: "ef1", worth: with_all_but_one, less: "even after one task is taken out of the bundle" };

/// `ef1-own`: less one task of one's own.
pub const EF1_OWN: Ef1 = Ef1 {
    id: "ef1-own",
    worth: with_all_but_one_of_its_own,
    less: "even after what one of its own tasks takes is taken out of the bundle",
};

impl Property<Cluster> for Ef1 {
    fn id(&self) -> &'static str {
        self.id
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.whole).then_some(DIVISIBLE)
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
        positive((self.worth)(run, *envious, *envied) - run.outcome.total(*envious))
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Outcome
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Envy { envious, envied } = witness else { return String::new() };
        let with = (self.worth)(run, *envious, *envied);
        tell_envy(run, *envious, *envied, &with, self.less)
    }
}
