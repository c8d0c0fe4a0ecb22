//! Resource monotonicity: more capacity hurts nobody.

use super::{Property, words};
use crate::linear::patience;
use crate::mechanism::{Mechanism, Settles, evidence};
use crate::model::cluster::{Cluster, Pool};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Cleared, Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Scalar};

/// Resource monotonicity, attacked by enlarging cells, servers and resources.
#[derive(Debug)]
pub(super) struct ResourceMonotone;

/// Larger instances: one cell raised by one or doubled, a whole server or a whole resource doubled.
fn enlarged<S: Scalar>(pool: &Pool<S>) -> Vec<Pool<S>> {
    let (servers, resources) = (pool.servers(), pool.resources());
    let mut found = Vec::new();
    let mut push = |change: &dyn Fn(usize, usize, &S) -> S| {
        let mut larger = pool.clone();
        for (i, row) in larger.capacity.iter_mut().enumerate() {
            for (r, c) in row.iter_mut().enumerate() {
                *c = change(i, r, c);
            }
        }
        if larger != *pool {
            found.push(larger);
        }
    };
    let double = |c: &S| c.clone() * S::int(2);
    for i in 0..servers {
        for r in 0..resources {
            push(&|j, q, c| if (j, q) == (i, r) { c.clone() + S::one() } else { c.clone() });
            push(&|j, q, c| if (j, q) == (i, r) { double(c) } else { c.clone() });
        }
        push(&|j, _, c| if j == i { double(c) } else { c.clone() });
    }
    for r in 0..resources {
        push(&|_, q, c| if q == r { double(c) } else { c.clone() });
    }
    found
}

impl Property<Cluster> for ResourceMonotone {
    fn id(&self) -> &'static str {
        "resource-monotone"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/resource-monotone.md")
    }

    fn clears(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool<Quick>,
        gets: &[Quick],
    ) -> Option<Cleared> {
        let plain = pool.rate.is_none() && words::nobody_loses(mechanism, &enlarged(pool), gets);
        plain.then_some(Cleared::Undecided)
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        if run.instance.rate.is_some() {
            return Verdict::OutOfScope("with effective rates capacities play no part");
        }
        let (before, within) = (run.outcome.totals(), run.amounts_within());
        let siblings = enlarged(run.instance);
        let (tried, mut refused) = (siblings.len(), 0);
        for instance in siblings {
            patience::check();
            match run.mechanism.allocate(&instance) {
                Ok(outcome) => {
                    let after = outcome.totals();
                    if let Some(loses) = (0..before.len()).find(|&u| &after[u] + &within < before[u]) {
                        return Verdict::Violated(Witness::Sibling { instance, loses });
                    }
                }
                Err(_) => refused += 1,
            }
        }
        Verdict::Undecided(format!("none of {tried} larger instances hurts anybody ({refused} were refused)"))
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Sibling { instance, loses } = witness else { return Err(Rejected::Kind) };
        if run.instance.rate.is_some() {
            return Err(Rejected::OutOfScope("effective rates"));
        }
        let mut back = instance.clone();
        back.capacity.clone_from(&run.instance.capacity);
        let cells = || run.instance.capacity.iter().flatten().zip(instance.capacity.iter().flatten());
        if back != *run.instance
            || cells().count() != instance.capacity.iter().flatten().count()
            || cells().any(|(before, after)| after < before)
        {
            return Err(Rejected::Misfit(
                "the other instance is not this one with more capacity".to_string(),
            ));
        }
        let after = evidence(run.mechanism, instance)?;
        positive(run.outcome.total(*loses) - after.total(*loses))
    }

    /// What agents get in all, whoever has it where.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Sibling { instance, loses } = witness else { return String::new() };
        let Ok(after) = run.mechanism.allocate(instance) else { return String::new() };
        let pool = run.instance;
        let mut grown = Vec::new();
        for (i, (before, row)) in pool.capacity.iter().zip(&instance.capacity).enumerate() {
            for (r, (b, a)) in before.iter().zip(row).enumerate().filter(|(_, (b, a))| a != b) {
                grown.push(format!("{} of {} from {b} to {a}", pool.resource_name(r), pool.server_name(i)));
            }
        }
        format!(
            "When capacity grows ({}), {} drops from {} tasks to {}.",
            grown.join(", "),
            pool.user_name(*loses),
            run.outcome.total(*loses),
            after.total(*loses)
        )
    }
}
