//! Envy-freeness on bundles added up over servers, wherever they stand (khamse2017 II-A and (25)).

use super::ef::{per_task, search_envy, tell_envy};
use super::{Property, words};
use crate::mechanism::{Mechanism, Settles};
use crate::model::cluster::{Cluster, Pool};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Rational};

/// Envy-freeness by the papers' formula.
#[derive(Debug)]
pub(super) struct EfAggregate;

fn with_total_of(run: &Run<'_, Cluster>, user: usize, other: usize) -> Rational {
    let room = run.outcome.total(other) * per_task(run.instance, user, other);
    let setting = run.mechanism.setting();
    setting.capped(run.instance, user, setting.tasks(room))
}

impl Property<Cluster> for EfAggregate {
    fn id(&self) -> &'static str {
        "ef-aggregate"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/ef-aggregate.md")
    }

    fn clears(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool<Quick>,
        gets: &[Quick],
    ) -> Option<Cleared> {
        let plain = pool.rate.is_none() && !mechanism.setting().whole;
        Cleared::holds(plain && words::no_envy_of_totals(pool, gets))
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        if run.instance.rate.is_some() {
            return Verdict::OutOfScope(
                "with effective rates bundles of resources do not tell what they are worth",
            );
        }
        search_envy(run, with_total_of)
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Envy { envious, envied } = witness else { return Err(Rejected::Kind) };
        if run.instance.rate.is_some() {
            return Err(Rejected::OutOfScope("effective rates"));
        }
        positive(with_total_of(run, *envious, *envied) - run.outcome.total(*envious))
    }

    /// What agents get in all, whoever has it where.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Envy { envious, envied } = witness else { return String::new() };
        tell_envy(
            run,
            *envious,
            *envied,
            &with_total_of(run, *envious, *envied),
            "if all of it stood on one server of its own",
        )
    }
}
