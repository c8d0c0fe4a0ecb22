//! Whole tasks near divisible ones: the difference of any two users' dominant shares deviates from that under
//! divisible DRF by at most the largest task.

use fairwitness_kernel::property::cluster::within_max_task::{DIVISIBLE, Shares, WithinMaxTask};

use super::Examine;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::Cluster;
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};

impl Examine<Cluster> for WithinMaxTask {
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
