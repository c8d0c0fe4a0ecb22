//! Repairs that change the terms of a user but no task: an eligible server, a weight.

use fairwitness_kernel::property::cluster::si::Entitled;

use super::change::Change;
use super::repair::{Search, Way};
use super::shares::{entitled, rivals};
use super::state::positive;
use crate::model::cluster::{Pool, Weight};
use crate::scalar::{Rational, Scalar, min, simplest_between, sum};

/// The largest number of users times servers for which weights are tried: a weight affects the entitlements
/// of all users.
const MOST_WEIGHED: usize = 100_000;

impl Search<'_, '_> {
    /// A server that becomes eligible for the user. The user's entitlement grows with its eligible servers.
    pub(super) fn one_server(&mut self) -> Option<Way> {
        let (pool, user) = (self.state.pool, self.user);
        let closed = (0..pool.servers()).filter(|&i| !pool.eligible[user][i]);
        let mut closed: Vec<(usize, Rational)> = closed.map(|i| (i, self.state.fits(user, i))).collect();
        closed.retain(|(_, fits)| &self.free + fits >= self.short);
        closed.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        for (server, fits) in closed {
            if !self.goes_on() {
                return None;
            }
            let resources = if pool.user_weights().is_some() { 1 } else { pool.resources() };
            let own = |r| vec![self.state.parts.part(pool, user, r)];
            let parts = Entitled::Tree((0..resources).map(own).collect());
            let mut alone = Pool::new(pool.capacity.clone(), vec![pool.demand[user].clone()]);
            if resources > 1 {
                alone.weight = Weight::Resource(vec![vec![Rational::one(); resources]]);
            }
            alone.eligible[0].clone_from(&pool.eligible[user]);
            alone.tasks[0].clone_from(&pool.tasks[user]);
            alone.eligible[0][server] = true;
            let lacks = entitled(self.state.setting, &alone, 0, &parts) - &self.state.totals[user];
            let mut rooms: Vec<(usize, Rational)> = self.rooms.iter().cloned().enumerate().collect();
            rooms[server].1 = fits;
            if let Some(starts) = self.starts(rooms, &lacks) {
                // No other user is affected, and the tasks that fit were counted on the free amounts.
                return Some(Way { changes: vec![Change::Allow { user, server }], starts });
            }
        }
        None
    }

    /// A smaller weight, at which the user's share is the number of tasks that it runs.
    pub(super) fn one_weight(&mut self) -> Option<Way> {
        let (pool, setting, user) = (self.state.pool, self.state.setting, self.user);
        let Weight::User(weights) = &pool.weight else { return None };
        if pool.users().saturating_mul(pool.servers()) > MOST_WEIGHED {
            self.exhausted = false;
            return None;
        }
        let has = self.state.totals[user].clone();
        let alone = sum((0..pool.servers()).map(|i| setting.tasks(pool.gamma(user, i))));
        let (others, part) = rivals(setting, pool, user)?;
        let alone = alone * part;
        let at = |tasks: &Rational| &others * tasks / (&alone - tasks);
        if has.is_zero() || has >= alone || others.is_zero() {
            return None;
        }
        let least = at(&has);
        let next = &has + Rational::one();
        let most =
            if setting.whole && next < alone { min(at(&next), weights[user].clone()) } else { least.clone() };
        let simple = simplest_between(&least, &((&least + &most) / Rational::int(2)));
        [simple, least].into_iter().find_map(|weight| {
            let mut changed = pool.clone();
            if let Weight::User(weights) = &mut changed.weight {
                weights[user] = weight.clone();
            }
            let parts = Entitled::of(setting, &changed);
            let short = |u: usize| positive(entitled(setting, &changed, u, &parts) - &self.state.totals[u]);
            let fair = short(user).is_zero()
                && (0..pool.users()).filter(|&u| u != user).all(|u| short(u) <= self.state.short(u));
            fair.then(|| Way { changes: vec![Change::Weigh { user, weight }], starts: Vec::new() })
        })
    }
}
