//! PS-DSF under time division (khamse2017 Definitions 4 and 5, Theorem 2), with effective rates (IV).

use super::per_server::PerServer;
use super::{Mechanism, Settles, user_weights, without_limits};
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::refusal::{Refusal, Rejected};

/// Per-server dominant-share fairness.
#[derive(Debug)]
pub struct PsDsfTdm;

/// The servers as the mechanism sees them.
fn view(pool: &Pool) -> Result<PerServer<'_>, Refusal> {
    without_limits(pool, "its definition speaks of users that always want more")?;
    Ok(PerServer::dominant_shares(pool, user_weights(pool)?, Division::Time))
}

impl Mechanism<Cluster> for PsDsfTdm {
    fn id(&self) -> &'static str {
        "ps-dsf-tdm"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../mechanisms/ps-dsf-tdm.md")
    }

    fn setting(&self) -> Setting {
        Setting { division: Division::Time }
    }

    fn settles(&self, pool: &Pool) -> Settles {
        // The conditions are those of an equilibrium of a linear Fisher market, whose utilities are unique.
        if pool.servers() == 1 { Settles::Outcome } else { Settles::Utilities }
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
