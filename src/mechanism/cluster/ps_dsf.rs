//! PS-DSF, per-server dominant-share fairness (khamse2017 Definition 5), and its form under resource division
//! (Definitions 3 and 6, Theorem 1).

use super::per_server::PerServer;
use super::{Mechanism, Settles};
use crate::mechanism::guard::{user_weights, without_limits, without_rates};
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::refusal::{Refusal, Rejected};

/// Per-server dominant-share fairness under a division.
#[derive(Debug)]
pub(super) struct PsDsf {
    pub(super) id: &'static str,
    pub(super) page: &'static str,
    pub(super) division: Division,
}

pub(super) const PS_DSF: PsDsf =
    PsDsf { id: "ps-dsf", page: include_str!("../../../mechanisms/ps-dsf.md"), division: Division::Resource };

/// The servers as the mechanism sees them.
pub(super) fn view(pool: &Pool, division: Division) -> Result<PerServer<'_>, Refusal> {
    if division == Division::Resource {
        without_rates(pool)?;
    }
    without_limits(pool, "its definition speaks of users that always want more")?;
    Ok(PerServer::dominant_shares(pool, user_weights(pool)?, division))
}

impl Mechanism<Cluster> for PsDsf {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn setting(&self) -> Setting {
        Setting::divisible(self.division)
    }

    fn settles(&self, pool: &Pool) -> Settles {
        match (pool.servers(), self.division) {
            (1, _) => Settles::Outcome,
            // The conditions of an equilibrium of a linear Fisher market, whose utilities are unique.
            (_, Division::Time) => Settles::Utilities,
            (_, Division::Resource) => Settles::Nothing,
        }
    }

    fn allocate(&self, pool: &Pool) -> Result<Placement, Refusal> {
        view(pool, self.division)?.allocate()
    }

    fn certify(&self, pool: &Pool, outcome: &Placement) -> Result<Certificate, Rejected> {
        view(pool, self.division)?.bottlenecks(outcome)
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        view(pool, self.division)?.check(outcome, certificate)
    }
}
