//! Envy-freeness up to one task: no envy is left once one task, of the envied user or of the envious one, is
//! removed from the bundle (metin 3.2, by way of its reference for indivisible demands; judged for whole
//! tasks).

use super::ef::{per_task, tell_envy};
use crate::model::cluster::{Cluster, Placement, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, least, sum};
use crate::specification::Settles;

/// A property of envy-freeness up to one task.
#[derive(Debug)]
pub struct Ef1 {
    id: &'static str,
    /// The number of tasks that a user could run with another user's bundle, less one task.
    pub worth: fn(&Run<'_, Cluster>, usize, usize) -> Rational,
    /// The removed part of the envied bundle, in words.
    less: &'static str,
}

/// The reason why the property is not defined for mechanisms with divisible tasks.
pub const DIVISIBLE: &str = "the mechanism divides tasks: there is no one task to take away";

/// The number of tasks that `user` could run with the bundles of `other`, less the one task of `other` whose
/// loss costs `user` most.
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

/// The number of tasks that `user` could run with the bundles of `other`, less one task of its own.
fn with_all_but_one_of_its_own(run: &Run<'_, Cluster>, user: usize, other: usize) -> Rational {
    super::ef::with_bundle_of(run, user, other) - Rational::one()
}

/// The property `ef1`: one task of the envied user is removed.
pub const EF1: Ef1 =
    Ef1 { id: "ef1", worth: with_all_but_one, less: "even after one task is taken out of the bundle" };

/// The property `ef1-own`: one task of the envious user's own size is removed.
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
