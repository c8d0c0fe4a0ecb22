//! Instances of the cluster model: users, servers and resources.

use super::{Eligible, Report, Running, Tree, fitting};
use crate::scalar::{Rational, Scalar, least, min, sum};

/// Users, servers and resources. Shapes: `capacity` servers x resources, `demand` users x resources (per task, no
/// row all zero), `eligible` and `rate` users x servers; `tasks` (`None`: no limit), `tree` and `team`
/// have one entry per user, `owner` one per server. With `count` a server is a class of identical servers:
/// `capacity` and `rate` are those of the class, and tasks on it are spread evenly over its servers.
#[derive(Clone, Debug, PartialEq)]
pub struct Pool<S = Rational> {
    /// Capacity of each server (servers x resources).
    pub capacity: Vec<Vec<S>>,
    /// Number of identical servers in each row; empty if every row is a single server.
    pub count: Vec<usize>,
    /// Demand of one task of each user (users x resources).
    pub demand: Vec<Vec<S>>,
    /// Weights of the users, each above zero.
    pub weight: Weight<S>,
    /// Placement constraints: `eligible[u][i]` is `true` if server `i` may run tasks of user `u`.
    pub eligible: Eligible,
    /// Number of tasks of each user; `None` for a user without a limit.
    pub tasks: Vec<Option<S>>,
    /// Tasks of each user that fill each server, when given instead of computed from demand and capacity.
    pub rate: Option<Vec<Vec<S>>>,
    /// Tasks that run at present, if the file says so. Mechanisms that allocate an empty pool ignore them.
    pub running: Option<Running<S>>,
    /// The queues above the users; `None` if every user is a child of the root.
    pub tree: Option<Tree<S>>,
    /// The team of each user, if several users are the shapes of tasks of one team. No mechanism reads teams.
    pub team: Option<Vec<String>>,
    /// The owner of each server, where users contributed servers; a server without an owner has the entry
    /// `None`. No mechanism reads owners.
    pub owner: Option<Vec<Option<usize>>>,
    /// Names of users, servers and resources in text output.
    pub labels: Labels,
}

/// Weights: one per user, or one per user and resource.
#[derive(Clone, Debug, PartialEq)]
pub enum Weight<S = Rational> {
    /// One positive weight per user.
    User(Vec<S>),
    /// One positive weight per user and resource (mechanisms for a single pool only).
    Resource(Vec<Vec<S>>),
}

/// Optional names of users, servers and resources; an empty list means no names.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Labels {
    /// One name per user.
    pub users: Vec<String>,
    /// One name per server.
    pub servers: Vec<String>,
    /// One name per resource.
    pub resources: Vec<String>,
}

impl<S: Scalar> Pool<S> {
    /// The instance with equal weights, no placement constraints and unlimited tasks.
    pub fn new(capacity: Vec<Vec<S>>, demand: Vec<Vec<S>>) -> Self {
        let (users, servers) = (demand.len(), capacity.len());
        Pool {
            capacity,
            count: Vec::new(),
            demand,
            weight: Weight::User(vec![S::one(); users]),
            eligible: Eligible::everywhere(users, servers),
            tasks: vec![None; users],
            rate: None,
            running: None,
            tree: None,
            team: None,
            owner: None,
            labels: Labels::default(),
        }
    }

    /// The instance without running tasks, whose table is not copied.
    pub fn at_rest(&self) -> Self {
        Pool {
            capacity: self.capacity.clone(),
            count: self.count.clone(),
            demand: self.demand.clone(),
            weight: self.weight.clone(),
            eligible: self.eligible.clone(),
            tasks: self.tasks.clone(),
            rate: self.rate.clone(),
            running: None,
            tree: self.tree.clone(),
            team: self.team.clone(),
            owner: self.owner.clone(),
            labels: self.labels.clone(),
        }
    }

    /// The number of users.
    #[inline]
    pub fn users(&self) -> usize {
        self.demand.len()
    }

    /// The number of servers; a class of identical servers counts once.
    #[inline]
    pub fn servers(&self) -> usize {
        self.capacity.len()
    }

    /// The number of resources.
    #[inline]
    pub fn resources(&self) -> usize {
        self.capacity.first().map_or(0, Vec::len)
    }

    /// The number of tasks of `user` that fill server `i`, eligible or not.
    pub fn whole_server(&self, user: usize, i: usize) -> S {
        match &self.rate {
            Some(rate) => rate[user][i].clone(),
            None => fitting(&self.demand[user], &self.capacity[i]),
        }
    }

    /// The number `gamma` of tasks that `user` runs when it has server `i` to itself; zero where it is not
    /// eligible (khamse2017 II-A).
    pub fn gamma(&self, user: usize, i: usize) -> S {
        if self.eligible[user][i] { self.whole_server(user, i) } else { S::zero() }
    }

    /// The numbers `gamma` of every user on every server (users x servers).
    pub fn gammas(&self) -> Vec<Vec<S>> {
        (0..self.users()).map(|u| (0..self.servers()).map(|i| self.gamma(u, i)).collect()).collect()
    }

    /// The number of tasks that `user` would run if it had the whole pool to itself and unlimited tasks.
    pub fn alone(&self, user: usize) -> S {
        sum((0..self.servers()).map(|i| self.gamma(user, i)))
    }

    /// Returns `true` if `user` can run part of a task on server `i`, that is, if its `gamma` is above zero.
    #[inline]
    pub fn runs_on(&self, user: usize, i: usize) -> bool {
        self.eligible[user][i]
            && match &self.rate {
                Some(rate) => rate[user][i].is_positive(),
                None => self.demand[user]
                    .iter()
                    .zip(&self.capacity[i])
                    .all(|(d, c)| d.is_zero() || c.is_positive()),
            }
    }

    /// Returns `true` if `user` can run part of a task on some server.
    pub fn can_run(&self, user: usize) -> bool {
        (0..self.servers()).any(|i| self.runs_on(user, i))
    }

    /// The total capacity of each resource over all servers.
    pub fn pooled(&self) -> Vec<S> {
        (0..self.resources()).map(|r| sum(self.capacity.iter().map(|c| c[r].clone()))).collect()
    }

    /// The weight of `user` on `resource`.
    #[inline]
    pub fn weight(&self, user: usize, resource: usize) -> &S {
        match &self.weight {
            Weight::User(w) => &w[user],
            Weight::Resource(w) => &w[user][resource],
        }
    }

    /// The smallest weight of a user on a resource.
    pub fn least_weight(&self) -> S {
        let of = |u: usize| least((0..self.resources()).map(|r| self.weight(u, r).clone()));
        least((0..self.users()).filter_map(of)).unwrap_or_else(S::one)
    }

    /// Returns `true` if some weight is not 1.
    pub fn weighted(&self) -> bool {
        let of = |u: usize| (0..self.resources()).any(|r| *self.weight(u, r) != S::one());
        (0..self.users()).any(of)
    }

    /// The weights, one per user; `None` if weights differ by resource.
    #[inline]
    pub fn user_weights(&self) -> Option<&[S]> {
        match &self.weight {
            Weight::User(w) => Some(w),
            Weight::Resource(_) => None,
        }
    }

    /// The number of tasks that `user` would run on its own servers alone; zero if the instance names no
    /// owners.
    pub fn contributed(&self, user: usize) -> S {
        let owned = self.owner.iter().flatten().enumerate().filter(|(_, owner)| **owner == Some(user));
        sum(owned.map(|(i, _)| self.gamma(user, i)))
    }

    /// The weights that correspond to contributed servers: the tasks that a user's own servers can run,
    /// divided by the tasks that all servers could run if the user were eligible everywhere, and scaled so
    /// that the smallest weight is 1. `None` if no owners are given, or if some user owns no server that runs
    /// its tasks.
    pub fn contributed_weights(&self) -> Option<Vec<S>> {
        self.owner.as_ref()?;
        let everywhere = |u: usize| sum((0..self.servers()).map(|i| self.whole_server(u, i)));
        let own: Vec<S> = (0..self.users()).map(|u| self.contributed(u)).collect();
        if !own.iter().all(S::is_positive) {
            return None;
        }
        let parts: Vec<S> = own.into_iter().enumerate().map(|(u, own)| own / &everywhere(u)).collect();
        let smallest = least(parts.iter().cloned())?;
        Some(parts.into_iter().map(|part| part / &smallest).collect())
    }

    /// Returns `true` if the weights of the users are proportional to [`Pool::contributed_weights`].
    pub fn weights_follow_owners(&self) -> bool {
        let (Some(due), Some(weights)) = (self.contributed_weights(), self.user_weights()) else {
            return false;
        };
        let first = (&weights[0], &due[0]);
        due.iter().zip(weights).all(|(due, weight)| due.clone() * first.0 == weight.clone() * first.1)
    }

    /// The number of running tasks of `user`; zero if the instance does not say what runs.
    pub fn runs(&self, user: usize) -> S {
        self.running.as_ref().map_or_else(S::zero, |running| running.total(user))
    }

    /// Returns `true` if every user is eligible on every server.
    pub fn unconstrained(&self) -> bool {
        self.eligible.rows().iter().flatten().all(|e| *e)
    }

    /// The smaller of `tasks` and the number of tasks that `user` has.
    pub fn capped(&self, user: usize, tasks: S) -> S {
        match &self.tasks[user] {
            Some(has) => min(tasks, has.clone()),
            None => tasks,
        }
    }

    /// The entitlement of `user` to resource `r`: its part of the sum of the weights.
    pub fn slice(&self, user: usize, r: usize) -> S {
        let total = (0..self.users()).fold(S::zero(), |total, u| total + self.weight(u, r));
        self.weight(user, r).clone() / total
    }

    /// The instance with `f` applied to every number, in another scalar type.
    pub fn map<T: Scalar>(&self, f: impl Fn(&S) -> T) -> Pool<T> {
        let mut new = Pool::new(Vec::new(), Vec::new());
        self.map_into(&mut new, f);
        new
    }

    /// Writes the result of [`Pool::map`] into `room`, whose memory is used again.
    pub fn map_into<T: Scalar>(&self, room: &mut Pool<T>, f: impl Fn(&S) -> T) {
        let row = |to: &mut Vec<T>, from: &[S]| {
            to.clear();
            to.extend(from.iter().map(&f));
        };
        let matrix = |to: &mut Vec<Vec<T>>, from: &[Vec<S>]| {
            to.resize_with(from.len(), Vec::new);
            to.iter_mut().zip(from).for_each(|(to, from)| row(to, from));
        };
        let new = |from: &Vec<Vec<S>>| {
            let mut new = Vec::new();
            matrix(&mut new, from);
            new
        };
        matrix(&mut room.capacity, &self.capacity);
        room.count.clone_from(&self.count);
        matrix(&mut room.demand, &self.demand);
        match (&self.weight, &mut room.weight) {
            (Weight::User(w), Weight::User(to)) => row(to, w),
            (Weight::User(w), to) => *to = Weight::User(w.iter().map(&f).collect()),
            (Weight::Resource(w), to) => *to = Weight::Resource(new(w)),
        }
        room.eligible.clone_from(&self.eligible);
        room.tasks.clear();
        room.tasks.extend(self.tasks.iter().map(|t| t.as_ref().map(&f)));
        room.rate = self.rate.as_ref().map(new);
        room.running = self.running.as_ref().map(|running| running.map(&f));
        room.tree = self.tree.as_ref().map(|tree| tree.map(&f));
        room.team.clone_from(&self.team);
        room.owner.clone_from(&self.owner);
        room.labels.clone_from(&self.labels);
    }
}

impl Pool {
    /// The truthful report of `user`.
    pub fn truth(&self, user: usize) -> Report {
        Report {
            demand: self.demand[user].clone(),
            eligible: self.eligible[user].clone(),
            rate: self.rate.as_ref().map(|rate| rate[user].clone()),
        }
    }
}
