//! Bottleneck-based fairness on one pool: each user has all that it asks for, or at least its entitlement of
//! some full resource.

use fairwitness_kernel::property::cluster::bbf::{Bbf, lacks};
use fairwitness_kernel::property::cluster::bmf::one_divided_pool;

use super::bmf::most;
use super::{Examine, Unit};
use crate::arithmetic::{held, less, line};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement};
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::Scalar;
use crate::trace::Line;

impl Examine<Cluster> for Bbf {
    fn unit(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Unit {
        Unit::of("of a whole resource")
    }

    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let Witness::Agent(u) = witness else { return Vec::new() };
        let (pool, outcome) = (run.instance, &run.outcome);
        let (due, name) = (pool.slice(*u, 0), pool.user_name(*u));
        let lack = lacks(pool, outcome, *u);
        let part = |r: usize| &outcome.tasks[*u][0] * &pool.demand[*u][r] / &pool.capacity[0][r];
        let full = (0..pool.resources()).filter(|&r| {
            pool.capacity[0][r].is_positive() && outcome.used(pool, 0, r) == pool.capacity[0][r]
        });
        match full.min_by_key(|&r| &due - part(r)) {
            Some(r) => vec![
                line(
                    format!(
                        "{} * {} / {} = {}",
                        held(&outcome.tasks[*u][0]),
                        held(&pool.demand[*u][r]),
                        held(&pool.capacity[0][r]),
                        part(r)
                    ),
                    format!("the part of {}, which is used up, that {name} holds", pool.resource_name(r)),
                ),
                less(&due, &part(r), format!("the entitlement of {name}, less that part")),
            ],
            None => {
                vec![less(&due, &(&due - &lack), "the entitlement, less nothing: no resource is used up")]
            }
        }
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        Ok(match one_divided_pool(run) {
            Ok(()) => most(run, run.tolerance(|| self.scale(run)), |u| lacks(run.instance, &run.outcome, u)),
            Err(reason) => Verdict::OutOfScope(reason),
        })
    }
}
