//! A smaller cluster in which a user is still below its share, as a small example of a moment.

use super::{Asked, audit};
use crate::linear::{Patience, Stop};
use crate::model::Model as _;
use crate::model::cluster::{Cluster, Pool};
use crate::scalar::Scalar;
use fairwitness_kernel::audit::limits::Limits;
use std::time::Duration;

/// Returns `Some` if the user or team `name` is below its share: `Some(true)` if idle resources could serve some of
/// the missing tasks, `Some(false)` if they could not. Returns `None` if the user is not below its share, or the
/// audit fails.
fn short(pool: &Pool, whole: Option<bool>, name: &str, stop: &Stop) -> Option<bool> {
    let asked = Asked {
        limits: &Limits::default(),
        properties: &[],
        whole,
        repairs: false,
        next: false,
        envy: false,
        time: Duration::from_secs(1),
        stop,
    };
    let found = audit(pool, &asked).ok()?;
    let user = &found.users[found.teams.iter().position(|team| team.name == name)?];
    user.short.is_positive().then(|| user.serves.is_positive())
}

/// The instance without users, servers and resources that the shortfall of the user does not need. No single
/// remaining user, server or resource can be removed, unless `patience` ended first. Idle resources can serve the
/// user in the smaller cluster exactly if they can in `pool`.
pub fn smaller(pool: &Pool, whole: Option<bool>, name: &str, patience: &Patience, stop: &Stop) -> Pool {
    let mut kept = pool.clone();
    let as_before = short(pool, whole, name, stop);
    let still = |smaller: &Pool| as_before.is_some() && short(smaller, whole, name, stop) == as_before;
    loop {
        let before = (kept.users(), kept.servers(), kept.resources());
        let mut at = 0;
        while at < kept.users() && kept.users() > 1 && !patience.over() {
            match Cluster::without(&kept, at).filter(|smaller| still(smaller)) {
                Some(smaller) => kept = smaller,
                None => at += 1,
            }
        }
        at = 0;
        while at < kept.servers() && kept.servers() > 1 && !patience.over() {
            let mut smaller = kept.clone();
            smaller.drop_server(at);
            if still(&smaller) { kept = smaller } else { at += 1 }
        }
        at = 0;
        while at < kept.resources() && kept.resources() > 1 && !patience.over() {
            let mut smaller = kept.clone();
            smaller.drop_resource(at);
            let demands = smaller.demand.iter().all(|row| row.iter().any(Scalar::is_positive));
            if demands && still(&smaller) { kept = smaller } else { at += 1 }
        }
        if before == (kept.users(), kept.servers(), kept.resources()) || patience.over() {
            return kept;
        }
    }
}
