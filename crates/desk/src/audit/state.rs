//! The state of a running cluster: tasks on each server, free amounts, and their updates when tasks start or
//! stop.

use fairwitness_kernel::audit::caps::{Cap, caps};
use fairwitness_kernel::audit::limits::Limits;
use fairwitness_kernel::audit::rights::fit;
use fairwitness_kernel::audit::shares::right;
use fairwitness_kernel::property::cluster::si::Entitled;

use super::words::Left;
use crate::model::cluster::{Pool, Running, Setting};
use crate::scalar::{Rational, Scalar, least, max, min, sum};

/// Tasks by user and server, and the quantities derived from them.
#[derive(Clone, Debug)]
pub struct State<'a> {
    /// The instance that the state belongs to.
    pub pool: &'a Pool,
    /// The reading of feasibility, which says if tasks are whole.
    pub setting: Setting,
    /// Priorities, gangs and budgets.
    pub limits: &'a Limits,
    /// The running tasks.
    pub tasks: Running,
    /// The amount of each resource of each server that is left; negative where usage exceeds the capacity.
    pub left: Vec<Vec<Rational>>,
    /// The same in machine words, if tasks are whole, servers single and numbers small enough.
    pub(super) words: Option<Left>,
    /// The caps of queues, with the amount that is left below each; negative where usage exceeds the cap.
    pub caps: Vec<(Cap, Rational)>,
    /// The caps of each user, by index in `caps`; empty if there are none.
    pub caps_of: Vec<Vec<usize>>,
    /// The number of tasks on each row of servers.
    pub held: Vec<Rational>,
    /// Total tasks of each user.
    pub totals: Vec<Rational>,
    /// The part of the cluster to which each user is entitled.
    pub parts: Entitled<Rational>,
    /// The right of each user, in tasks: not rounded, and whatever tasks it has. Empty where teams are judged.
    pub right: Vec<Rational>,
    /// The tasks that each user's share would run. Empty where teams are judged.
    pub entitled: Vec<Rational>,
}

impl<'a> State<'a> {
    /// The state in which `tasks` run, with what each user is entitled to.
    pub fn of(pool: &'a Pool, setting: Setting, tasks: Running, limits: &'a Limits) -> Self {
        let state = State::of_teams(pool, setting, tasks, limits);
        let mut endless = pool.at_rest();
        endless.tasks.fill(None);
        let right: Vec<Rational> =
            (0..pool.users()).map(|u| right(setting, &endless, u, &state.parts)).collect();
        let owed = |(u, right): (usize, &Rational)| setting.capped(pool, u, setting.tasks(right.clone()));
        State { entitled: right.iter().enumerate().map(owed).collect(), right, ..state }
    }

    /// The state without what single users are entitled to.
    pub fn of_teams(pool: &'a Pool, setting: Setting, tasks: Running, limits: &'a Limits) -> Self {
        let (left, totals) = (tasks.left(pool), tasks.totals());
        let mut held = vec![Rational::zero(); pool.servers()];
        tasks.entries().for_each(|(_, i, x)| held[i] = &held[i] + x);
        let below = |cap: Cap| {
            let left = &cap.most - cap.used(pool, &totals);
            (cap, left)
        };
        let caps: Vec<(Cap, Rational)> = caps(pool).into_iter().map(below).collect();
        let mut caps_of = vec![Vec::new(); if caps.is_empty() { 0 } else { pool.users() }];
        for (c, (cap, _)) in caps.iter().enumerate() {
            cap.users.iter().for_each(|&u| caps_of[u].push(c));
        }
        let parts = Entitled::of(setting, pool);
        let words = (setting.whole && !pool.in_classes()).then(|| Left::of(pool, &left)).flatten();
        let (right, entitled) = (Vec::new(), Vec::new());
        State {
            pool,
            setting,
            limits,
            tasks,
            left,
            words,
            caps,
            caps_of,
            held,
            totals,
            parts,
            right,
            entitled,
        }
    }

    /// The tasks that `user` is below its share; zero if it is not below.
    pub fn short(&self, user: usize) -> Rational {
        positive(self.limits.step(user, self.entitled[user].clone()) - &self.totals[user])
    }

    /// The tasks of `user` that do not run; `None` without a limit.
    pub fn waiting(&self, user: usize) -> Option<Rational> {
        self.pool.tasks[user]
            .as_ref()
            .map(|has| positive(self.setting.tasks(has.clone()) - &self.totals[user]))
    }

    /// The number of further tasks of `user` that fit the free amounts of `server`, eligible or not.
    pub fn fits(&self, user: usize, server: usize) -> Rational {
        if let Some(words) = &self.words {
            return words.fits(user, server);
        }
        if self.setting.whole && self.pool.alike(server) == 1 {
            return fit(&self.pool.demand[user], &self.left[server]);
        }
        let demand = self.pool.demand[user].iter().zip(&self.left[server]);
        let fits = least(demand.filter(|(d, _)| d.is_positive()).map(|(d, l)| l / d));
        let fits = positive(fits.unwrap_or_else(Rational::zero));
        match self.pool.alike(server) {
            1 => self.setting.tasks(fits),
            // The tasks on a class count as spread evenly over its servers, unless more fit however they are spread.
            alike => {
                let alike = Rational::int(i64::try_from(alike).unwrap_or(i64::MAX));
                let even = self.setting.tasks(fits / &alike) * &alike;
                if self.setting.whole { max(even, self.fits_surely(user, server)) } else { even }
            }
        }
    }

    /// The number of servers of a row on which a whole task of `user` fits however the tasks are spread that run there.
    pub fn fits_surely(&self, user: usize, server: usize) -> Rational {
        let (pool, held, mut blocked) = (self.pool, &self.held[server], Rational::zero());
        let alike = Rational::int(i64::try_from(pool.alike(server)).unwrap_or(i64::MAX));
        for r in (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive()) {
            let spare = &pool.capacity[server][r] / &alike - &pool.demand[user][r];
            let used = &pool.capacity[server][r] - &self.left[server][r];
            if spare.is_negative() {
                return Rational::zero();
            }
            // A server blocks if more than `spare` is used there, by at least one task.
            let most = match used.is_positive() {
                true if spare.is_zero() => held.clone(),
                true => -(-(used / spare)).floor() - Rational::one(),
                false => Rational::zero(),
            };
            blocked = blocked + most;
        }
        positive(alike - min(blocked, held.clone()))
    }

    /// The number of further tasks of `user` that the caps of its queues permit; `None` without caps.
    fn below_caps(&self, user: usize) -> Option<Rational> {
        let caps = self.caps_of.get(user)?.iter().map(|&c| &self.caps[c]);
        let left = least(caps.map(|(cap, left)| left / &self.pool.demand[user][cap.resource]))?;
        Some(positive(self.setting.tasks(left)))
    }

    /// The number of further tasks of `user` that fit on `server` and that the caps of its queues permit; zero where it is not
    /// eligible.
    pub fn room(&self, user: usize, server: usize) -> Rational {
        // Nothing fits on a server without a resource that is needed.
        let may = if self.words.is_some() {
            self.pool.eligible[user][server]
        } else {
            self.pool.runs_on(user, server)
        };
        if !may {
            return Rational::zero();
        }
        let fits = self.fits(user, server);
        self.below_caps(user).map_or(fits.clone(), |most| min(fits, most))
    }

    /// The servers that could run further tasks of `user` at once, each with their number.
    pub fn open(&self, user: usize) -> impl Iterator<Item = (usize, Rational)> {
        let all = (0..self.pool.servers()).map(move |i| (i, self.room(user, i)));
        all.filter(|(_, room)| room.is_positive())
    }

    /// As [`State::open`], the largest number first.
    pub fn rooms(&self, user: usize) -> Vec<(usize, Rational)> {
        let mut rooms: Vec<(usize, Rational)> = self.open(user).collect();
        rooms.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        rooms
    }

    /// The number of further tasks of `user` that could start at once: those that fit in `rooms`, but no more
    /// than wait and than the caps of its queues permit, and of a gang as many as it needs, or none.
    pub fn could_start(&self, user: usize, rooms: &[(usize, Rational)]) -> Rational {
        let room = sum(rooms.iter().map(|(_, room)| room.clone()));
        let room = self.below_caps(user).map_or(room.clone(), |most| min(room, most));
        let most = self.waiting(user).map_or(room.clone(), |waiting| min(room, waiting));
        positive(self.limits.step(user, &self.totals[user] + most) - &self.totals[user])
    }

    /// Adds `more` tasks of `user` on `server`; a negative number removes tasks.
    pub fn put(&mut self, user: usize, server: usize, more: &Rational) {
        self.tasks.set(user, server, self.tasks.on(user, server) + more);
        self.totals[user] = &self.totals[user] + more;
        self.held[server] = &self.held[server] + more;
        if self.words.as_mut().is_some_and(|words| words.put(user, server, more).is_none()) {
            self.words = None;
        }
        let demand = &self.pool.demand[user];
        self.left[server].iter_mut().zip(demand).for_each(|(l, d)| *l = &*l - more * d);
        for &c in self.caps_of.get(user).into_iter().flatten() {
            let (cap, left) = &mut self.caps[c];
            *left = &*left - more * &demand[cap.resource];
        }
    }
}

/// The amount `x`, or zero if it is negative.
pub fn positive(x: Rational) -> Rational {
    if x.is_positive() { x } else { Rational::zero() }
}
