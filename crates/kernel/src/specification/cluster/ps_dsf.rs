//! PS-DSF, per-server dominant-share fairness, under resource division (khamse2017 Definitions 3, 5 and 6, Theorem 1) and under
//! time division with effective rates (Definition 4, Theorem 2, IV).

use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::{Checked, Refusal, Rejected};
use crate::scalar::Rational;
use crate::specification::{
    Facts, PerServer, Settles, Specification, met_in_words, user_weights, without_limits, without_rates,
    without_tree,
};

/// Per-server dominant-share fairness under one division of servers.
#[derive(Debug)]
pub struct PsDsf {
    id: &'static str,
    /// The division of each server.
    pub division: Division,
}

/// PS-DSF with the resources of a server divided.
pub const PS_DSF: PsDsf = PsDsf { id: "ps-dsf", division: Division::Resource };
/// PS-DSF with the time of a server divided.
pub const PS_DSF_TDM: PsDsf = PsDsf { id: "ps-dsf-tdm", division: Division::Time };

/// The weights of an instance in the domain, one per user.
///
/// # Errors
/// Rates under resource division, weights that differ by resource, limits, or a tree of queues.
fn weights(pool: &Pool, division: Division) -> Result<&[Rational], Refusal> {
    if division == Division::Resource {
        without_rates(pool)?;
    }
    without_tree(pool)?;
    without_limits(pool, "its definition speaks of users that always want more")?;
    user_weights(pool)
}

/// The servers with their levels under `division`.
///
/// # Errors
/// Rates under resource division, weights that differ by resource, limits, or a tree of queues.
pub fn view(pool: &Pool, division: Division) -> Result<PerServer<'_>, Refusal> {
    Ok(PerServer::dominant_shares(pool, weights(pool, division)?, division))
}

impl Specification<Cluster> for PsDsf {
    fn facts(&self) -> Facts<Setting> {
        Facts { takes_classes: true, ..Facts::of(self.id, Setting::divisible(self.division)) }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        weights(pool, self.division).map(|_| ())
    }

    fn settles(&self, pool: &Pool) -> Settles {
        match (pool.machines(), self.division) {
            (1, _) => Settles::Outcome,
            // The conditions are those of an equilibrium of a linear Fisher market, whose utilities are
            // unique.
            (_, Division::Time) => Settles::Utilities,
            (_, Division::Resource) => Settles::Nothing,
        }
    }

    fn meets(&self, pool: &Pool, outcome: &Placement) -> Option<Checked> {
        let shown = || weights(pool, self.division).is_ok() && met_in_words(pool, outcome);
        if self.division == Division::Resource && shown() {
            return Some(Ok(()));
        }
        Some(view(pool, self.division).map_err(Rejected::from).and_then(|view| view.meets(outcome)))
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        view(pool, self.division)?.check(outcome, certificate)
    }
}
