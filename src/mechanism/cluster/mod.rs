//! Mechanisms for clusters and pools, divisible tasks.

mod c_drfh;
mod cdrf;
mod drf;
mod drf_per_server;
mod drfh;
mod ps_dsf;
mod ps_dsf_printed;
mod ps_dsf_tdm;
mod share;
mod tsf;
mod uniform;

use super::{Mechanism, Settles, per_server};
use crate::model::cluster::{Cluster, Pool};
use crate::refusal::Refusal;
use crate::scalar::Rational;

/// The mechanisms of the cluster model, by id.
pub const CLUSTER: &[&dyn Mechanism<Cluster>] = &[
    &c_drfh::C_DRFH,
    &cdrf::CDRF,
    &drf::Drf,
    &drf_per_server::DrfPerServer,
    &drfh::DRFH,
    &ps_dsf::PS_DSF,
    &ps_dsf_printed::PsDsfPrinted,
    &ps_dsf_tdm::PS_DSF_TDM,
    &tsf::TSF,
    &uniform::Uniform,
];

fn refuse<T>(reason: &str) -> Result<T, Refusal> {
    Err(Refusal::OutOfDomain(reason.to_string()))
}

/// Refuses an instance whose rates are given instead of computed.
fn without_rates(pool: &Pool) -> Result<(), Refusal> {
    match pool.rate {
        Some(_) => refuse("takes no `rate`: effective rates need a time-division mechanism (ps-dsf-tdm)"),
        None => Ok(()),
    }
}

/// Refuses finite tasks, with the reason.
fn without_limits(pool: &Pool, reason: &str) -> Result<(), Refusal> {
    if pool.tasks.iter().any(Option::is_some) {
        refuse(&format!("takes no finite `tasks`: {reason}"))
    } else {
        Ok(())
    }
}

/// The users' weights, refusing weights per resource.
fn user_weights(pool: &Pool) -> Result<&[Rational], Refusal> {
    match pool.user_weights() {
        Some(weights) => Ok(weights),
        None => {
            refuse("takes one weight a user; weights per user and resource need a one-pool mechanism (drf)")
        }
    }
}
