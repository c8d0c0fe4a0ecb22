//! Resource monotonicity: no user loses tasks when capacities grow.

use fairwitness_kernel::property::cluster::resource_monotone::ResourceMonotone;

use super::{Examine, Look, words};
use crate::arithmetic::less;
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::property::evidence::{Cleared, Run, Verdict, Witness};
use crate::scalar::Scalar;
use crate::trace::Line;

/// Larger instances: one capacity raised by one or doubled, a whole server or a whole resource doubled.
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

impl Examine<Cluster> for ResourceMonotone {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        second: Option<&Placement>,
    ) -> Vec<Line> {
        let (Witness::Sibling { loses, .. }, Some(after)) = (witness, second) else { return Vec::new() };
        let (before, after) = (run.outcome.total(*loses), after.total(*loses));
        vec![less(&before, &after, format!("tasks of {} before and after", run.instance.user_name(*loses)))]
    }

    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (words, pool) = (look.words, look.instance);
        look.by_gets(|gets| {
            let plain = pool.rate.is_none() && words::nobody_loses(words, &enlarged(pool), gets);
            plain.then_some(Cleared::Undecided)
        })
    }

    fn examine(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        if run.instance.rate.is_some() {
            return Ok(Verdict::OutOfScope("with effective rates capacities play no part"));
        }
        let (before, within) = (run.outcome.totals(), run.amounts_within());
        let siblings = enlarged(run.instance);
        let (tried, mut refused) = (siblings.len(), 0);
        for instance in siblings {
            patience.check()?;
            match mechanism.allocate(&instance, patience).uncut()? {
                Ok(outcome) => {
                    let after = outcome.totals();
                    if let Some(loses) = (0..before.len()).find(|&u| &after[u] + &within < before[u]) {
                        return Ok(Verdict::Violated(Witness::Sibling { instance, loses }));
                    }
                }
                Err(_) => refused += 1,
            }
        }
        let verdict = format!("none of {tried} larger instances hurts a user ({refused} were refused)");
        Ok(Verdict::Undecided(verdict))
    }
}
