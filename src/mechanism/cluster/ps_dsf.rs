//! PS-DSF under resource division (khamse2017 Definitions 3, 5 and 6, Theorem 1).

use super::per_server::PerServer;
use super::{Mechanism, Settles, user_weights, without_limits, without_rates};
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::refusal::{Refusal, Rejected};

/// Per-server dominant-share fairness.
#[derive(Debug)]
pub struct PsDsf;

/// The servers as the mechanism sees them.
pub(super) fn view(pool: &Pool) -> Result<PerServer<'_>, Refusal> {
    without_rates(pool)?;
    without_limits(pool, "its definition speaks of users that always want more")?;
    Ok(PerServer::dominant_shares(pool, user_weights(pool)?, Division::Resource))
}

impl Mechanism<Cluster> for PsDsf {
    fn id(&self) -> &'static str {
        "ps-dsf"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../mechanisms/ps-dsf.md")
    }

    fn setting(&self) -> Setting {
        Setting { division: Division::Resource }
    }

    fn settles(&self, pool: &Pool) -> Settles {
        if pool.servers() == 1 { Settles::Outcome } else { Settles::Nothing }
    }

    fn allocate(&self, pool: &Pool) -> Result<Placement, Refusal> {
        view(pool)?.allocate()
    }

    fn certify(&self, pool: &Pool, outcome: &Placement) -> Result<Certificate, Rejected> {
        view(pool)?.bottlenecks(outcome)
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        view(pool)?.check(outcome, certificate)
    }
}
