//! A cluster instance as terms: every instance of a size, or one instance with its numbers.

use super::chain::Facts;
use super::term::{
    Term, all, any, choose, eq, flag, implies, int, le, not, not_negative, positive, product, real, sum, zero,
};
use crate::model::cluster::{Division, Pool, Weight, fitting};
use crate::scalar::Rational;

/// The admitted differences between the weights of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// All weights are 1.
    Equal,
    /// Each user has one weight.
    User,
    /// Each user has a weight for each resource.
    Resource,
}

/// The admitted placement constraints of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eligible {
    /// Each user is eligible on every server.
    All,
    /// Each user is eligible on at least one server.
    Some,
    /// A user may be eligible on no server.
    Any,
}

/// The instances of one size that have no features but the admitted ones.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Number of users.
    pub users: usize,
    /// Number of servers.
    pub servers: usize,
    /// Number of resources.
    pub resources: usize,
    /// `true` if every demand is above zero.
    pub positive: bool,
    /// The admitted differences between weights.
    pub weights: Weights,
    /// The admitted placement constraints.
    pub eligible: Eligible,
    /// `true` if users may have finite tasks.
    pub tasks: bool,
    /// `true` if the tasks per whole server are given.
    pub rate: bool,
}

/// An instance as terms. `gamma` is the number of tasks of a user that fill a server, 0 where it is not
/// eligible; `fit` is that number regardless of eligibility.
#[derive(Clone, Debug)]
pub struct Symbols {
    /// Demand (users x resources).
    pub demand: Vec<Vec<Term>>,
    /// Capacity (servers x resources).
    pub capacity: Vec<Vec<Term>>,
    /// Weight (users x resources); constant in every row unless there are `quotients`.
    pub weight: Vec<Vec<Term>>,
    /// The quotients that depend on weights per resource, if there are such weights.
    pub quotients: Option<Quotients>,
    /// Eligibility (users x servers).
    pub eligible: Vec<Vec<Term>>,
    /// The truth value that the tasks are unlimited, for each user, and their number if they are not.
    pub tasks: Vec<(Term, Term)>,
    /// Tasks that fill a server, regardless of eligibility (users x servers).
    pub fit: Vec<Vec<Term>>,
    /// Tasks that fill a server, 0 where not eligible (users x servers).
    pub gamma: Vec<Vec<Term>>,
    /// `true` if `fit` is given and not computed.
    pub rate: bool,
}

/// Quotients of weighted capacities by demands (users x servers); 0 where the user cannot run.
#[derive(Clone, Debug)]
pub struct Quotients {
    /// The least `c_r w_ur / d_ur` over the resources demanded: the tasks for which the level of DRF is 1.
    pub unit: Vec<Vec<Term>>,
    /// The least `c_r w_ur / (W_r d_ur)`, where `W_r` is the sum of the weights on the resource: the tasks of
    /// the user's fair share.
    pub slice: Vec<Vec<Term>>,
}

/// A placement as terms, with totals, and under time division the parts of every server's time.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Tasks (users x servers).
    pub tasks: Vec<Vec<Term>>,
    /// Total tasks of each user.
    pub total: Vec<Term>,
    /// Parts of each server's time (users x servers), under time division.
    pub time: Option<Vec<Vec<Term>>>,
}

/// Variables in a table: `prefix` and `name`, then the numbers of row and column.
pub fn grid(prefix: &str, name: &str, rows: usize, columns: usize) -> Vec<Vec<Term>> {
    (0..rows).map(|a| (0..columns).map(|b| real(format!("{prefix}{name}{a}_{b}"))).collect()).collect()
}

/// The facts that define `fit` as the smallest quotient of `bundle` by `demand` over the resources demanded.
fn quotient(demand: &[Term], bundle: &[Term], fit: &Term) -> Vec<Term> {
    let within = demand.iter().zip(bundle).map(|(d, b)| le(fit * d, b));
    let tight = demand.iter().zip(bundle).map(|(d, b)| all([positive(d), eq(fit * d, b)]));
    std::iter::once(not_negative(fit)).chain(within).chain([any(tight)]).collect()
}

fn row_is_valid(row: &[Term], above_zero: bool) -> Vec<Term> {
    let entry = |d: &Term| if above_zero { positive(d) } else { not_negative(d) };
    row.iter().map(entry).chain([any(row.iter().map(positive))]).collect()
}

fn runs_where(eligible: &Term, fit: &Term, name: String) -> (Term, Vec<Term>) {
    match eligible {
        Term::Truth(true) => (fit.clone(), vec![]),
        Term::Truth(false) => (int(0), vec![]),
        _ => {
            let gamma = real(name);
            let facts = vec![implies(eligible, eq(&gamma, fit)), implies(not(eligible), zero(&gamma))];
            (gamma, facts)
        }
    }
}

impl Symbols {
    /// The general instance of the shape, with the facts that define it.
    pub fn every(shape: &Shape) -> (Symbols, Facts) {
        let Shape { users, servers, resources, .. } = *shape;
        let demand = grid("", "d", users, resources);
        let capacity = grid("", "c", servers, resources);
        let fit = grid("", "f", users, servers);
        let weight = match shape.weights {
            Weights::Equal => vec![vec![int(1); resources]; users],
            Weights::User => (0..users).map(|u| vec![real(format!("w{u}")); resources]).collect(),
            Weights::Resource => grid("", "w", users, resources),
        };
        let may = |u: usize, i: usize| match shape.eligible {
            Eligible::All => Term::Truth(true),
            Eligible::Some | Eligible::Any => flag(format!("e{u}_{i}")),
        };
        let eligible: Vec<Vec<Term>> =
            (0..users).map(|u| (0..servers).map(|i| may(u, i)).collect()).collect();
        let has = |u: usize| {
            if shape.tasks {
                (flag(format!("inf{u}")), real(format!("t{u}")))
            } else {
                (Term::Truth(true), int(0))
            }
        };
        let tasks: Vec<(Term, Term)> = (0..users).map(has).collect();
        let mut valid: Vec<Term> = demand.iter().flat_map(|row| row_is_valid(row, shape.positive)).collect();
        valid.extend(capacity.iter().flatten().map(not_negative));
        valid.extend(weight.iter().flatten().map(positive));
        if shape.eligible == Eligible::Some {
            valid.extend(eligible.iter().map(any));
        }
        valid.extend(tasks.iter().map(|(endless, t)| any([endless.clone(), not_negative(t)])));
        let (mut fits, mut gamma) = (Vec::new(), Vec::new());
        for u in 0..users {
            let mut row = Vec::new();
            for i in 0..servers {
                if shape.rate {
                    fits.push(not_negative(&fit[u][i]));
                } else {
                    fits.extend(quotient(&demand[u], &capacity[i], &fit[u][i]));
                }
                let (g, facts) = runs_where(&eligible[u][i], &fit[u][i], format!("g{u}_{i}"));
                fits.extend(facts);
                row.push(g);
            }
            gamma.push(row);
        }
        let quotients = (shape.weights == Weights::Resource)
            .then(|| Quotients { unit: grid("", "u", users, servers), slice: grid("", "s", users, servers) });
        let rate = shape.rate;
        let pool = Symbols { demand, capacity, weight, quotients, eligible, tasks, fit, gamma, rate };
        fits.extend((0..users).flat_map(|u| pool.weighted_quotients(u)));
        let mut facts = Facts::default();
        facts.add("instance", valid);
        facts.add("fits", fits);
        (pool, facts)
    }

    /// The facts that define the quotients of user `u`, for weights per resource.
    fn weighted_quotients(&self, u: usize) -> Vec<Term> {
        let Some(Quotients { unit, slice }) = &self.quotients else { return vec![] };
        let mut facts = Vec::new();
        for i in 0..self.servers() {
            let g = &self.gamma[u][i];
            let least = |quotient: &Term, divisor: &dyn Fn(usize) -> Term| {
                let bundle: Vec<Term> =
                    (0..self.resources()).map(|r| &self.capacity[i][r] * &self.weight[u][r]).collect();
                let demand: Vec<Term> =
                    (0..self.resources()).map(|r| &self.demand[u][r] * divisor(r)).collect();
                all(self::quotient(&demand, &bundle, quotient))
            };
            facts.push(implies(positive(g), least(&unit[u][i], &|_| int(1))));
            facts.push(implies(positive(g), least(&slice[u][i], &|r| self.weights(r))));
            facts.push(implies(zero(g), all([zero(&unit[u][i]), zero(&slice[u][i])])));
        }
        facts
    }

    /// A single instance, with its numbers as constants.
    pub fn one(pool: &Pool) -> Symbols {
        let number = |n: &Rational| Term::Number(n.clone());
        let table =
            |rows: &[Vec<Rational>]| rows.iter().map(|row| row.iter().map(number).collect()).collect();
        let fit: Vec<Vec<Rational>> = (0..pool.users())
            .map(|u| (0..pool.servers()).map(|i| pool.whole_server(u, i)).collect())
            .collect();
        let users = || 0..pool.users();
        let quotients = matches!(pool.weight, Weight::Resource(_)).then(|| {
            let least = |u: usize, i: usize, share: &dyn Fn(usize) -> Rational| {
                let bundle = pool.capacity[i].iter().enumerate().map(|(r, c)| c * share(r));
                let tasks = fitting(&pool.demand[u], &bundle.collect::<Vec<_>>());
                if pool.runs_on(u, i) { number(&tasks) } else { int(0) }
            };
            let every = |share: &dyn Fn(usize, usize) -> Rational| {
                let row = |u: usize| (0..pool.servers()).map(|i| least(u, i, &|r| share(u, r))).collect();
                users().map(row).collect()
            };
            Quotients {
                unit: every(&|u, r| pool.weight(u, r).clone()),
                slice: every(&|u, r| pool.slice(u, r)),
            }
        });
        let weights = |u: usize| (0..pool.resources()).map(|r| number(pool.weight(u, r))).collect();
        let has =
            |t: &Option<Rational>| (Term::Truth(t.is_none()), t.as_ref().map_or_else(|| int(0), number));
        Symbols {
            demand: table(&pool.demand),
            capacity: table(&pool.capacity),
            weight: users().map(weights).collect(),
            quotients,
            eligible: pool.eligible.iter().map(|row| row.iter().map(|e| Term::Truth(*e)).collect()).collect(),
            tasks: pool.tasks.iter().map(has).collect(),
            fit: table(&fit),
            gamma: table(&pool.gammas()),
            rate: pool.rate.is_some(),
        }
    }

    /// The instance after a false report of `user`: of its demand and, with `anywhere`, of its eligible
    /// servers; with the facts about the report.
    pub fn lie(&self, user: usize, above_zero: bool, anywhere: bool) -> (Symbols, Vec<Term>) {
        let mut said = self.clone();
        let (servers, resources) = (self.capacity.len(), self.demand[user].len());
        said.demand[user] = grid("lie_", "d", 1, resources).remove(0);
        if anywhere {
            said.eligible[user] = (0..servers).map(|i| flag(format!("lie_e0_{i}"))).collect();
        }
        said.fit[user] = grid("lie_", "f", 1, servers).remove(0);
        let mut facts = row_is_valid(&said.demand[user], above_zero);
        for i in 0..servers {
            facts.extend(quotient(&said.demand[user], &said.capacity[i], &said.fit[user][i]));
            let (g, more) = runs_where(&said.eligible[user][i], &said.fit[user][i], format!("lie_g0_{i}"));
            facts.extend(more);
            said.gamma[user][i] = g;
        }
        if let Some(Quotients { unit, slice }) = &mut said.quotients {
            unit[user] = grid("lie_", "u", 1, servers).remove(0);
            slice[user] = grid("lie_", "s", 1, servers).remove(0);
        }
        facts.extend(said.weighted_quotients(user));
        (said, facts)
    }

    /// The number of users.
    pub fn users(&self) -> usize {
        self.demand.len()
    }

    /// The number of servers.
    pub fn servers(&self) -> usize {
        self.capacity.len()
    }

    /// The number of resources.
    pub fn resources(&self) -> usize {
        self.capacity[0].len()
    }

    /// The total capacity of resource `r`.
    pub fn pooled(&self, r: usize) -> Term {
        sum(self.capacity.iter().map(|row| row[r].clone()))
    }

    /// The sum of the weights on resource `r`.
    pub fn weights(&self, r: usize) -> Term {
        sum(self.weight.iter().map(|row| row[r].clone()))
    }

    /// The number of tasks of user `u` for which its weighted share of server `i` is 1.
    pub fn unit(&self, u: usize, i: usize) -> Term {
        match &self.quotients {
            Some(Quotients { unit, .. }) => unit[u][i].clone(),
            None => &self.weight[u][0] * &self.gamma[u][i],
        }
    }

    /// Usage of resource `r` of server `i` by a placement.
    pub fn used(&self, placed: &Placed, i: usize, r: usize) -> Term {
        sum((0..self.users()).map(|u| &placed.tasks[u][i] * &self.demand[u][r]))
    }

    /// The statement that `user` has at least `total` tasks.
    pub fn within(&self, user: usize, total: &Term) -> Term {
        let (endless, has) = &self.tasks[user];
        any([endless.clone(), le(total, has)])
    }

    /// The statement that `user` has more than `total` tasks.
    pub fn wants(&self, user: usize, total: &Term) -> Term {
        let (endless, has) = &self.tasks[user];
        any([endless.clone(), not(le(has, total))])
    }

    /// The conditions for a placement to be feasible.
    pub fn feasible(&self, division: Division, placed: &Placed) -> Vec<Term> {
        let (users, servers) = (self.users(), self.servers());
        let mut facts = Vec::new();
        for u in 0..users {
            for i in 0..servers {
                let (x, g) = (&placed.tasks[u][i], &self.gamma[u][i]);
                facts.push(not_negative(x));
                facts.push(implies(zero(g), zero(x)));
                if let Some(time) = &placed.time {
                    let z = &time[u][i];
                    facts.extend([not_negative(z), eq(z * g, x), implies(zero(g), zero(z))]);
                }
            }
            facts.push(self.within(u, &placed.total[u]));
        }
        for i in 0..servers {
            match (division, &placed.time) {
                (Division::Time, Some(time)) => {
                    facts.push(le(sum((0..users).map(|u| time[u][i].clone())), int(1)));
                }
                _ => facts
                    .extend((0..self.resources()).map(|r| le(self.used(placed, i, r), &self.capacity[i][r]))),
            }
        }
        facts
    }

    /// A placement with one variable per user and server, whose names begin with `prefix`; with time division, also
    /// one for the part of the server's time.
    pub fn placement(&self, prefix: &str, division: Division) -> Placed {
        let (users, servers) = (self.users(), self.servers());
        let time = (division == Division::Time).then(|| grid(prefix, "z", users, servers));
        Placed { time, ..Placed::of(grid(prefix, "x", users, servers)) }
    }

    /// The conditions that `kappa` is positive and at most the number of tasks of `demand` in a bundle of
    /// `other`.
    pub fn worth(demand: &[Term], other: &[Term], kappa: &Term) -> Vec<Term> {
        let within = demand.iter().zip(other).map(|(d, o)| le(kappa * d, o));
        std::iter::once(positive(kappa)).chain(within).collect()
    }

    /// The entries of `row` on the servers where `user` is eligible.
    pub fn where_allowed(&self, user: usize, row: &[Term]) -> Vec<Term> {
        row.iter().zip(&self.eligible[user]).map(|(x, e)| choose(e, x, int(0))).collect()
    }

    /// The statement `w_n / w_m * worth > have`, cleared of fractions, for one weight per user.
    pub fn weighs_more(&self, n: usize, m: usize, worth: &Term, have: &Term) -> Term {
        not(le(product([self.weight[n][0].clone(), worth.clone()]), &self.weight[m][0] * have))
    }
}

impl Placed {
    /// The placement with the tasks `tasks`.
    pub fn of(tasks: Vec<Vec<Term>>) -> Placed {
        let total = tasks.iter().map(sum).collect();
        Placed { tasks, total, time: None }
    }
}
