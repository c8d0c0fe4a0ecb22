//! Bottleneck max fairness on one pool.

use fairwitness_kernel::property::cluster::bmf::{Bmf, one_divided_pool, short};
use fairwitness_kernel::specification::cluster::bmf::{distance, share};

use super::{Examine, Unit};
use crate::arithmetic::{held, line};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement};
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar, max};
use crate::trace::Line;

/// A violation by the user with the largest amount, the first among equals, if the amount is above `within`.
pub(super) fn most(
    run: &Run<'_, Cluster>,
    within: Rational,
    amount: impl Fn(usize) -> Rational,
) -> Verdict<Cluster> {
    let all = (0..run.instance.users()).map(|u| (amount(u), u));
    let worst = all.filter(|(by, _)| *by > within).reduce(|a, b| if b.0 > a.0 { b } else { a });
    worst.map_or(Verdict::Holds, |(_, u)| Verdict::Violated(Witness::Agent(u)))
}

impl Examine<Cluster> for Bmf {
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
        let demanded: Vec<usize> =
            (0..pool.resources()).filter(|&r| pool.demand[*u][r].is_positive()).collect();
        let mut lines = Vec::new();
        let mut all = Vec::new();
        for &r in &demanded {
            let (name, capacity) = (pool.resource_name(r), &pool.capacity[0][r]);
            let by = distance(pool, outcome, *u, r);
            let idle = (capacity - outcome.used(pool, 0, r)) / capacity;
            let line = if by == idle {
                line(
                    format!("({capacity} - {}) / {} = {by}", outcome.used(pool, 0, r), held(capacity)),
                    format!("the part of {name} that is idle"),
                )
            } else {
                let most = (0..pool.users()).map(|m| share(pool, m, r, &outcome.tasks[m][0])).reduce(max);
                let own = share(pool, *u, r, &outcome.tasks[*u][0]);
                let most = most.unwrap_or_else(|| own.clone());
                let weight = pool.weight(*u, r);
                let times =
                    if *weight == Rational::one() { String::new() } else { format!(" * {}", held(weight)) };
                let apart =
                    if times.is_empty() { format!("{most} - {own}") } else { format!("({most} - {own})") };
                line(
                    format!("{apart}{times} = {by}"),
                    format!("the largest share of {name}, less that of {}", pool.user_name(*u)),
                )
            };
            lines.push(line);
            all.push(by);
        }
        if let (Some(least), true) = (all.iter().cloned().min(), all.len() > 1) {
            let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
            lines.push(line(
                format!("min({}) = {least}", texts.join(", ")),
                "the resource that comes closest to being a bottleneck",
            ));
        }
        lines
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        Ok(match one_divided_pool(run) {
            Ok(()) => most(run, run.tolerance(|| self.scale(run)), |u| short(run.instance, &run.outcome, u)),
            Err(reason) => Verdict::OutOfScope(reason),
        })
    }
}
