//! Instances of the cluster model: users, servers and resources.

use super::{Report, Tree, fitting};
use crate::scalar::{Rational, Scalar, least, min, sum};

/// Users, servers and resources. Shapes: `capacity` servers x resources, `demand` users x resources (per
/// task, no row all zero), `eligible` users x servers, `tasks` one a user (`None`: as many as it likes),
/// `rate` and `running` users x servers, `tree` one place a user, `team` one name a user, `owner` one a server. With `count` a server is a class of
/// like ones: `capacity` and `rate` are those of the class, and tasks on it are spread evenly over its members.
#[derive(Clone, Debug, PartialEq)]
pub struct Pool<S = Rational> {
    /// How much of each resource each server has.
    pub capacity: Vec<Vec<S>>,
    /// How many like servers each row stands for; empty where each is one.
    pub count: Vec<usize>,
    /// What one task of each user takes.
    pub demand: Vec<Vec<S>>,
    /// Priorities.
    pub weight: Weight<S>,
    /// Which servers may run which user's tasks.
    pub eligible: Vec<Vec<bool>>,
    /// How many tasks each user has.
    pub tasks: Vec<Option<S>>,
    /// Tasks per whole server, when given instead of computed from demand and capacity.
    pub rate: Option<Vec<Vec<S>>>,
    /// Tasks that run at this moment, where the file says so. Rules that allocate an empty pool do not look at them.
    pub running: Option<Vec<Vec<S>>>,
    /// The queues above the users; `None` where every user hangs right below the root.
    pub tree: Option<Tree<S>>,
    /// The team of each user, where several users are the shapes of tasks of one team. No mechanism looks at teams.
    pub team: Option<Vec<String>>,
    /// Whose each server is, where users contributed them; `None` in the list of a server that is nobody's. No mechanism looks
    /// at owners.
    pub owner: Option<Vec<Option<usize>>>,
    /// Names for readers.
    pub labels: Labels,
}

/// Priorities: one a user, or one a user and resource.
#[derive(Clone, Debug, PartialEq)]
pub enum Weight<S = Rational> {
    /// One positive weight a user.
    User(Vec<S>),
    /// One positive weight a user and resource (one-pool mechanisms only).
    Resource(Vec<Vec<S>>),
}

/// Optional names of users, servers and resources; empty lists stand for none.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Labels {
    /// One a user.
    pub users: Vec<String>,
    /// One a server.
    pub servers: Vec<String>,
    /// One a resource.
    pub resources: Vec<String>,
}

impl<S: Scalar> Pool<S> {
    /// An instance with equal weights, no constraints and unlimited tasks.
    pub fn new(capacity: Vec<Vec<S>>, demand: Vec<Vec<S>>) -> Self {
        let (users, servers) = (demand.len(), capacity.len());
        Pool {
            capacity,
            count: Vec::new(),
            demand,
            weight: Weight::User(vec![S::one(); users]),
            eligible: vec![vec![true; servers]; users],
            tasks: vec![None; users],
            rate: None,
            running: None,
            tree: None,
            team: None,
            owner: None,
            labels: Labels::default(),
        }
    }

    /// The number of users.
    #[inline]
    pub fn users(&self) -> usize {
        self.demand.len()
    }

    /// The number of servers, a class of like ones counted once.
    #[inline]
    pub fn servers(&self) -> usize {
        self.capacity.len()
    }

    /// The number of resources.
    #[inline]
    pub fn resources(&self) -> usize {
        self.capacity.first().map_or(0, Vec::len)
    }

    /// How many tasks the user could run with the whole of server `i`, were it eligible there.
    pub fn whole_server(&self, user: usize, i: usize) -> S {
        match &self.rate {
            Some(rate) => rate[user][i].clone(),
            None => fitting(&self.demand[user], &self.capacity[i]),
        }
    }

    /// `gamma`: how many tasks the user runs when it has server `i` to itself; zero where not eligible.
    pub fn gamma(&self, user: usize, i: usize) -> S {
        if self.eligible[user][i] { self.whole_server(user, i) } else { S::zero() }
    }

    /// `gamma` of every user on every server.
    pub fn gammas(&self) -> Vec<Vec<S>> {
        (0..self.users()).map(|u| (0..self.servers()).map(|i| self.gamma(u, i)).collect()).collect()
    }

    /// How many tasks the user would run, had it the whole pool to itself and tasks without end.
    pub fn alone(&self, user: usize) -> S {
        sum((0..self.servers()).map(|i| self.gamma(user, i)))
    }

    /// Whether the user can run anything on server `i`: whether its `gamma` is above zero.
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

    /// Whether the user can run anything anywhere.
    pub fn can_run(&self, user: usize) -> bool {
        (0..self.servers()).any(|i| self.runs_on(user, i))
    }

    /// The total capacity of each resource.
    pub fn pooled(&self) -> Vec<S> {
        (0..self.resources()).map(|r| sum(self.capacity.iter().map(|c| c[r].clone()))).collect()
    }

    /// The user's weight on a resource.
    #[inline]
    pub fn weight(&self, user: usize, resource: usize) -> &S {
        match &self.weight {
            Weight::User(w) => &w[user],
            Weight::Resource(w) => &w[user][resource],
        }
    }

    /// The users' weights, if they do not differ by resource.
    #[inline]
    pub fn user_weights(&self) -> Option<&[S]> {
        match &self.weight {
            Weight::User(w) => Some(w),
            Weight::Resource(_) => None,
        }
    }

    /// How many tasks the user runs on the servers that it owns, had it them to itself; zero where owners are not given.
    pub fn contributed(&self, user: usize) -> S {
        let owned = self.owner.iter().flatten().enumerate().filter(|(_, owner)| **owner == Some(user));
        sum(owned.map(|(i, _)| self.gamma(user, i)))
    }

    /// The weights that make up for contributed servers: the part that a user's own servers are of what it could run on all of
    /// them, were it eligible everywhere; the smallest is 1. `None` where owners are not given, or some user owns nothing that
    /// runs its tasks.
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

    /// Whether every user may run on every server.
    pub fn unconstrained(&self) -> bool {
        self.eligible.iter().flatten().all(|e| *e)
    }

    /// At most as many tasks as the user has.
    pub fn capped(&self, user: usize, tasks: S) -> S {
        match &self.tasks[user] {
            Some(has) => min(tasks, has.clone()),
            None => tasks,
        }
    }

    /// The fraction of the user's slice of resource `r` in an even division by weight.
    pub fn slice(&self, user: usize, r: usize) -> S {
        let total = (0..self.users()).fold(S::zero(), |total, u| total + self.weight(u, r));
        self.weight(user, r).clone() / total
    }

    /// The same instance in another scalar.
    pub fn map<T: Scalar>(&self, f: impl Fn(&S) -> T) -> Pool<T> {
        let row = |r: &Vec<S>| r.iter().map(&f).collect::<Vec<T>>();
        let matrix = |m: &Vec<Vec<S>>| m.iter().map(row).collect::<Vec<_>>();
        Pool {
            capacity: matrix(&self.capacity),
            count: self.count.clone(),
            demand: matrix(&self.demand),
            weight: match &self.weight {
                Weight::User(w) => Weight::User(row(w)),
                Weight::Resource(w) => Weight::Resource(matrix(w)),
            },
            eligible: self.eligible.clone(),
            tasks: self.tasks.iter().map(|t| t.as_ref().map(&f)).collect(),
            rate: self.rate.as_ref().map(matrix),
            running: self.running.as_ref().map(matrix),
            tree: self.tree.as_ref().map(|tree| tree.map(&f)),
            team: self.team.clone(),
            owner: self.owner.clone(),
            labels: self.labels.clone(),
        }
    }
}

impl Pool {
    /// Whether the users' weights stand in the proportion of [`Pool::contributed_weights`].
    pub fn weights_follow_owners(&self) -> bool {
        let (Some(due), Some(weights)) = (self.contributed_weights(), self.user_weights()) else {
            return false;
        };
        let first = (&weights[0], &due[0]);
        due.iter().zip(weights).all(|(due, weight)| due * first.0 == weight * first.1)
    }

    /// The report of a user that tells the truth.
    pub fn truth(&self, user: usize) -> Report {
        Report {
            demand: self.demand[user].clone(),
            eligible: self.eligible[user].clone(),
            rate: self.rate.as_ref().map(|rate| rate[user].clone()),
        }
    }
}
