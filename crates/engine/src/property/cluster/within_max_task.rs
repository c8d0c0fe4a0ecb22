//! Whole tasks near divisible ones: the difference of any two users' dominant shares deviates from that under
//! divisible DRF by at most the largest task.

use crate::arithmetic::{less, line, taken};
use crate::scalar::Rational;
use crate::trace::Line;
use fairwitness_kernel::property::cluster::within_max_task::{DIVISIBLE, Shares, WithinMaxTask};

use super::{Examine, Unit};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement};
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};

impl Examine<Cluster> for WithinMaxTask {
    fn unit(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Unit {
        Unit::of("in the dominant share")
    }

    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let Witness::Envy { envious, envied } = witness else { return Vec::new() };
        let Ok(shares) = Shares::of(run.instance, &run.outcome) else { return Vec::new() };
        let Some(ahead) = shares.ahead(*envied, *envious) else { return Vec::new() };
        let (Some(a), Some(b)) = (shares.of_user(*envied), shares.of_user(*envious)) else {
            return Vec::new();
        };
        let (high, low) = (run.instance.user_name(*envied), run.instance.user_name(*envious));
        let both = |x: &Rational, y: &Rational| format!("{x} - {} = {}", taken(y), x - y);
        vec![
            line(both(&a.0, &b.0), format!("the dominant share of {high} less that of {low}, as it is")),
            line(
                both(&a.1, &b.1),
                format!("the dominant share of {high} less that of {low}, with divisible tasks"),
            ),
            less(&(&a.0 - &b.0), &(&a.1 - &b.1), "by how much the first difference is larger"),
            less(&ahead, &shares.largest, "less the dominant share of the largest task"),
        ]
    }

    fn compared_with(&self) -> Option<&'static str> {
        Some("drf")
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        if !run.mechanism.setting().whole {
            return Ok(Verdict::OutOfScope(DIVISIBLE));
        }
        let Ok(shares) = Shares::of(run.instance, &run.outcome) else {
            return Ok(Verdict::OutOfScope("dominant shares are compared on one pool, without rates"));
        };
        let users = run.instance.users();
        let allowed = &shares.largest + run.tolerance(|| self.scale(run));
        let pairs = (0..users).flat_map(|u| (0..users).map(move |m| (u, m)));
        let ahead = pairs.filter_map(|(u, m)| Some((shares.ahead(m, u)?, u, m)));
        let most = ahead.filter(|(by, ..)| *by > allowed).reduce(|a, b| if b.0 > a.0 { b } else { a });
        Ok(most.map_or(Verdict::Holds, |(_, envious, envied)| {
            Verdict::Violated(Witness::Envy { envious, envied })
        }))
    }
}
