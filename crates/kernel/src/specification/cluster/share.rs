//! Share fairness: the leximin allocation of normalised totals: DRFH (wang2013 IV-A, (4) and (7)), C-DRFH,
//! DRFH over eligible servers, CDRF and TSF (khamse2017 II-B, after its \[4\]).
//!
//! The mechanisms differ only in the yardstick, which is the number of tasks that a user's total is divided
//! by, and in placement constraints.

use std::borrow::Cow;

use crate::linear::{Round, certificate};
use crate::model::cluster::{Alike, Certificate, Cluster, Division, Placement, Polytope, Pool, Setting};
use crate::model::{Checked, Refusal, uncertified};
use crate::scalar::{Rational, Scalar, least, sum};
use crate::specification::{Facts, PerServer, Server, Settles, Specification, flat, met_in_words, refuse};

/// A specification that makes `x_n / (yardstick_n w_n)` max-min fair, round after round.
#[derive(Debug)]
pub struct ShareFair {
    id: &'static str,
    /// `true` if placement constraints are part of the mechanism's domain.
    pub constraints: bool,
    /// The number of tasks of a user that make a share of one.
    pub yardstick: Yardstick,
}

/// The number of tasks by which the total of a user is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// The tasks that fit the total capacities, as if they were one server: the quotient is the dominant share in the
    /// whole pool.
    Pool,
    /// The tasks that fit the total capacities of the servers on which the user can run.
    Eligible,
    /// The tasks that all servers could run for the user alone, eligible or not.
    Servers,
}

impl Yardstick {
    /// The capacity of `resource` of which the tasks of `user` take a share.
    pub fn capacity<S: Scalar>(self, pool: &Pool<S>, user: usize, resource: usize) -> S {
        let counts = |i: &usize| self != Yardstick::Eligible || pool.runs_on(user, *i);
        sum((0..pool.servers()).filter(counts).map(|i| pool.capacity[i][resource].clone()))
    }

    /// The number of tasks for `user`.
    pub fn tasks<S: Scalar>(self, pool: &Pool<S>, user: usize) -> S {
        match self {
            Yardstick::Pool | Yardstick::Eligible => {
                let demanded = pool.demand[user].iter().enumerate().filter(|(_, d)| d.is_positive());
                least(demanded.map(|(r, d)| self.capacity(pool, user, r) / d)).unwrap_or_else(S::zero)
            }
            Yardstick::Servers => sum((0..pool.servers()).map(|i| pool.whole_server(user, i))),
        }
    }
}

/// Dominant shares in the whole pool, with placement constraints.
pub const C_DRFH: ShareFair = ShareFair { id: "c-drfh", constraints: true, yardstick: Yardstick::Pool };
/// Totals divided by the tasks that a user could run alone in the whole cluster; no placement constraints.
pub const CDRF: ShareFair = ShareFair { id: "cdrf", constraints: false, yardstick: Yardstick::Servers };
/// Dominant shares in the whole pool, without placement constraints.
pub const DRFH: ShareFair = ShareFair { id: "drfh", constraints: false, yardstick: Yardstick::Pool };
/// Dominant shares in the servers on which a user can run, with placement constraints.
pub const DRFH_ELIGIBLE: ShareFair =
    ShareFair { id: "drfh-eligible", constraints: true, yardstick: Yardstick::Eligible };
/// Totals divided by the tasks that a user could run alone in the whole cluster if it were eligible
/// everywhere; placement constraints are allowed.
pub const TSF: ShareFair = ShareFair { id: "tsf", constraints: true, yardstick: Yardstick::Servers };

impl ShareFair {
    /// The number of tasks of `user` that make a level of one: the yardstick times the weight, and zero for a user that can
    /// run nothing.
    pub fn unit(&self, pool: &Pool, user: usize) -> Rational {
        if pool.can_run(user) {
            self.yardstick.tasks(pool, user) * pool.weight(user, 0)
        } else {
            Rational::zero()
        }
    }

    /// The only server of the instance, with the users' levels and numbers of tasks.
    pub fn one_server<'a>(&self, pool: &'a Pool) -> PerServer<'a> {
        let unit = (0..pool.users()).map(|u| self.unit(pool, u)).collect();
        let server = Server { capacity: Cow::from(&pool.capacity[0]), load: Cow::from(&pool.demand), unit };
        PerServer { servers: vec![server], tasks: Cow::from(&pool.tasks) }
    }

    /// The levels, as terms of `polytope`, of the users that can run a task; other users have no level.
    pub fn levels(&self, pool: &Pool, polytope: &Polytope) -> Vec<Vec<(usize, Rational)>> {
        let level = |u: usize| polytope.total(u, &(Rational::one() / self.unit(pool, u)));
        (0..pool.users()).filter(|&u| pool.can_run(u)).map(level).collect()
    }

    /// Checks that `rounds` prove the levels of the placement.
    fn proved(&self, pool: &Pool, outcome: &Placement, rounds: &[Round]) -> Checked {
        let polytope = Polytope::of(pool, Division::Resource);
        let Some(point) = polytope.point(outcome) else {
            return uncertified("tasks stand where they cannot run");
        };
        let levels = self.levels(pool, &polytope);
        certificate::leximin(polytope.pairs.len(), &polytope.program.rows, &levels, &point, rounds)
            .or_else(|flaw| uncertified(flaw.to_string()))
    }
}

impl Specification<Cluster> for ShareFair {
    fn facts(&self) -> Facts<Setting> {
        Facts {
            settles: Settles::Utilities,
            takes_classes: true,
            ..Facts::of(self.id, Setting::divisible(Division::Resource))
        }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        flat(pool)?;
        if !self.constraints && !pool.unconstrained() {
            return refuse("knows no placement constraints: every user must be eligible everywhere");
        }
        Ok(())
    }

    /// On one server the max-min fair totals are those with a bottleneck for every user: a resource that is used up, and
    /// that no user of a higher level uses. To give such a user more would take from a user of its level or below.
    fn meets(&self, pool: &Pool, outcome: &Placement) -> Option<Checked> {
        // The levels on one server are the weighted dominant shares.
        let met = || if met_in_words(pool, outcome) { Ok(()) } else { self.one_server(pool).meets(outcome) };
        if pool.servers() == 1 && pool.user_weights().is_some() {
            return Some(met());
        }
        let alike = Alike::of_large(pool).filter(|alike| alike.pool.servers() == 1)?;
        let joined = alike.together(outcome)?;
        Some(self.one_server(&alike.pool).meets(&joined))
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        match certificate {
            Certificate::Leximin(rounds) => self.proved(pool, outcome, rounds),
            Certificate::Alike(rounds) => {
                let Some(alike) = Alike::of(pool, true) else {
                    return uncertified("no users or servers are alike");
                };
                match alike.together(outcome) {
                    Some(joined) => self.proved(&alike.pool, &joined, rounds),
                    None => uncertified("users or servers that are alike have unlike parts"),
                }
            }
            _ => uncertified("leximin rounds are needed"),
        }
    }
}
