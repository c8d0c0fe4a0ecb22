//! Planted faults: mechanisms that are subtly wrong, each with a property that it violates, for the engine to
//! find.

use fairwitness::linear::{Halt, Patience, Uncut as _};
use fairwitness::mechanism::{self, Allocated, Certified, Facts, Mechanism, Settles, Specification};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, History, Sequence};
use fairwitness::model::cluster::{Cluster, Placement, Pool, Weight};
use fairwitness::model::covering::{Allotment, Covering, Stock};
use fairwitness::model::refusal::{Refusal, Rejected};
use fairwitness::property::{self, Examine};
use fairwitness::scalar::{Rational, Scalar, greatest, least, sum};

type Rule<M> = fn(&<M as Model>::Instance<Rational>) -> Result<<M as Model>::Outcome<Rational>, Refusal>;

/// A mechanism with a planted fault.
#[derive(Debug)]
pub struct Fault<M: Model> {
    /// Id of the fault.
    pub id: &'static str,
    /// Id of the correct mechanism.
    of: &'static str,
    /// A property that the mechanism has and the fault breaks.
    pub breaks: &'static str,
    run: Rule<M>,
}

/// The mechanisms and properties of a model.
pub trait Tables: Model {
    fn mechanisms() -> &'static [&'static dyn Mechanism<Self>];
    fn properties() -> &'static [&'static dyn Examine<Self>];
}

impl Tables for Cluster {
    fn mechanisms() -> &'static [&'static dyn Mechanism<Self>] {
        mechanism::CLUSTER
    }
    fn properties() -> &'static [&'static dyn Examine<Self>] {
        property::CLUSTER
    }
}

impl Tables for Arrivals {
    fn mechanisms() -> &'static [&'static dyn Mechanism<Self>] {
        mechanism::ARRIVALS
    }
    fn properties() -> &'static [&'static dyn Examine<Self>] {
        property::ARRIVALS
    }
}

impl Tables for Covering {
    fn mechanisms() -> &'static [&'static dyn Mechanism<Self>] {
        mechanism::COVERING
    }
    fn properties() -> &'static [&'static dyn Examine<Self>] {
        property::COVERING
    }
}

fn mech<M: Tables>(id: &str) -> &'static dyn Mechanism<M> {
    M::mechanisms().iter().copied().find(|m| m.id() == id).expect("a mechanism")
}

impl<M: Tables> Fault<M> {
    /// The property that the fault breaks.
    pub fn property(&self) -> &'static dyn Examine<M> {
        M::properties().iter().copied().find(|p| p.id() == self.breaks).expect("a property")
    }

    /// The correct mechanism.
    pub fn sound(&self) -> &'static dyn Mechanism<M> {
        mech(self.of)
    }
}

impl<M: Tables> Specification<M> for Fault<M> {
    fn facts(&self) -> Facts<M::Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of(self.id, self.sound().setting()) }
    }

    fn as_printed(&self) -> bool {
        true
    }

    fn check(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
        certificate: &M::Certificate,
    ) -> Result<(), Rejected> {
        self.sound().check(instance, outcome, certificate)
    }
}

impl<M: Tables> Mechanism<M> for Fault<M> {
    fn allocate(&self, instance: &M::Instance<Rational>, patience: &Patience) -> Allocated<M> {
        self.sound().allocate(instance, patience)?;
        Ok((self.run)(instance)?)
    }
    fn certify(
        &self,
        instance: &M::Instance<Rational>,
        outcome: &M::Outcome<Rational>,
        patience: &Patience,
    ) -> Certified<M> {
        self.sound().certify(instance, outcome, patience)
    }
}

fn one() -> Rational {
    Rational::one()
}

/// Progressive filling of one server, with parameters for possible faults.
struct Filling<'a> {
    pool: &'a Pool,
    /// Tasks of each user per unit of level.
    unit: Vec<Rational>,
    capacity: Vec<Rational>,
    /// Largest number of times that the level is raised.
    rounds: usize,
    /// `true` if a resource that is used up also stops users that do not demand it.
    stops_all: bool,
    /// `true` if users stop when they have all their tasks.
    finite: bool,
}

/// The share of each resource that a task of the user takes.
fn shares(pool: &Pool, u: usize) -> Vec<Rational> {
    let demanded = (0..pool.resources()).filter(|&r| pool.capacity[0][r].is_positive());
    demanded.map(|r| &pool.demand[u][r] / &pool.capacity[0][r] / pool.weight(u, r)).collect()
}

fn unit(pool: &Pool, share: impl Fn(usize) -> Option<Rational>) -> Vec<Rational> {
    let tasks = |u: usize| share(u).filter(|s| s.is_positive() && pool.runs_on(u, 0)).map(|s| one() / s);
    (0..pool.users()).map(|u| tasks(u).unwrap_or_else(Rational::zero)).collect()
}

impl<'a> Filling<'a> {
    fn new(pool: &'a Pool) -> Self {
        Filling::by(pool, |u| greatest(shares(pool, u)))
    }

    fn by(pool: &'a Pool, share: impl Fn(usize) -> Option<Rational>) -> Self {
        let capacity = pool.capacity[0].clone();
        Filling {
            pool,
            unit: unit(pool, share),
            capacity,
            rounds: usize::MAX,
            stops_all: false,
            finite: true,
        }
    }

    fn fill(self) -> Result<Placement, Refusal> {
        let pool = self.pool;
        let users = pool.users();
        let mut tasks = vec![Rational::zero(); users];
        let mut open: Vec<bool> = self.unit.iter().map(Scalar::is_positive).collect();
        for _ in 0..self.rounds.min(4 * users + 4) {
            let left = |tasks: &[Rational], r: usize| {
                &self.capacity[r] - sum((0..users).map(|u| &tasks[u] * &pool.demand[u][r]))
            };
            let mut steps = Vec::new();
            for r in 0..self.capacity.len() {
                let rate = sum((0..users).filter(|&u| open[u]).map(|u| &self.unit[u] * &pool.demand[u][r]));
                if rate.is_positive() {
                    steps.push(left(&tasks, r) / rate);
                }
            }
            for u in (0..users).filter(|&u| open[u] && self.finite) {
                steps.extend(pool.tasks[u].as_ref().map(|has| (has - &tasks[u]) / &self.unit[u]));
            }
            let Some(step) = least(steps) else { break };
            for u in (0..users).filter(|&u| open[u]) {
                tasks[u] = &tasks[u] + &step * &self.unit[u];
            }
            for r in (0..self.capacity.len()).filter(|&r| !left(&tasks, r).is_positive()) {
                for u in 0..users {
                    open[u] &= !(self.stops_all || pool.demand[u][r].is_positive());
                }
            }
            for u in 0..users {
                open[u] &= !(self.finite && pool.tasks[u].as_ref() == Some(&tasks[u]));
            }
        }
        Ok(Placement { tasks: tasks.into_iter().map(|x| vec![x]).collect() })
    }
}

fn scaled(mut placement: Placement, u: usize, factor: &Rational) -> Placement {
    placement.tasks[u].iter_mut().for_each(|x| *x = &*x * factor);
    placement
}

fn with_weights(pool: &Pool, weight: impl Fn(&Rational) -> Rational) -> Pool {
    let mut other = pool.clone();
    if let Weight::User(weights) = &mut other.weight {
        weights.iter_mut().for_each(|w| *w = weight(w));
    }
    other
}

/// The result of work without a limit.
fn finished<T>(done: Result<T, Halt<Refusal>>) -> Result<T, Refusal> {
    done.uncut().expect("nothing cuts it short")
}

fn allocate(id: &str, pool: &Pool) -> Result<Placement, Refusal> {
    finished(mech::<Cluster>(id).allocate(pool, &Patience::unlimited()))
}

pub const CLUSTER: &[Fault<Cluster>] = &[
    Fault {
        id: "forgotten-weight",
        of: "drf",
        breaks: "si",
        run: |pool| allocate("drf", &with_weights(pool, |_| one())),
    },
    Fault {
        id: "weight-upside-down",
        of: "drf",
        breaks: "si",
        run: |pool| allocate("drf", &with_weights(pool, |w| one() / w)),
    },
    Fault {
        id: "weight-squared",
        of: "drf",
        breaks: "si",
        run: |pool| allocate("drf", &with_weights(pool, |w| w * w)),
    },
    Fault {
        id: "sum-of-shares",
        of: "drf",
        breaks: "si",
        run: |pool| Filling::by(pool, |u| Some(sum(shares(pool, u)))).fill(),
    },
    Fault {
        id: "smallest-share",
        of: "drf",
        breaks: "ef",
        run: |pool| {
            Filling::by(pool, |u| least(shares(pool, u).into_iter().filter(Scalar::is_positive))).fill()
        },
    },
    Fault {
        id: "first-resource-is-dominant",
        of: "drf",
        breaks: "si",
        run: |pool| Filling::by(pool, |u| shares(pool, u).into_iter().find(Scalar::is_positive)).fill(),
    },
    Fault {
        id: "dominant-by-demand",
        of: "drf",
        breaks: "si",
        run: |pool| {
            Filling::by(pool, |u| greatest(pool.demand[u].iter().map(|d| d / pool.weight(u, 0)))).fill()
        },
    },
    Fault {
        id: "one-round-only",
        of: "drf",
        breaks: "po",
        run: |pool| Filling { rounds: 1, ..Filling::new(pool) }.fill(),
    },
    Fault {
        id: "one-round-too-few",
        of: "drf",
        breaks: "po",
        run: |pool| Filling { rounds: 2, ..Filling::new(pool) }.fill(),
    },
    Fault {
        id: "stops-the-uninvolved",
        of: "drf",
        breaks: "po",
        run: |pool| Filling { stops_all: true, ..Filling::new(pool) }.fill(),
    },
    Fault {
        id: "endless-tasks",
        of: "drf",
        breaks: "single-server",
        run: |pool| {
            let mut placement = Filling { finite: false, ..Filling::new(pool) }.fill()?;
            for u in 0..pool.users() {
                let capped = pool.capped(u, placement.tasks[u][0].clone());
                placement.tasks[u][0] = capped;
            }
            Ok(placement)
        },
    },
    Fault {
        id: "floor-for-exact",
        of: "drf",
        breaks: "po",
        run: |pool| {
            let placement = allocate("drf", pool)?;
            Ok(Placement { tasks: placement.tasks.iter().map(|row| vec![row[0].floor()]).collect() })
        },
    },
    Fault {
        id: "ceiling-for-exact",
        of: "drf",
        breaks: "feasible",
        run: |pool| {
            let placement = allocate("drf", pool)?;
            Ok(Placement {
                tasks: placement.tasks.iter().map(|row| vec![-(-row[0].clone()).floor()]).collect(),
            })
        },
    },
    Fault {
        id: "last-resource-unchecked",
        of: "drf",
        breaks: "feasible",
        run: |pool| {
            let mut filling = Filling::new(pool);
            if filling.capacity.len() > 1 {
                filling.capacity.pop();
            }
            filling.fill()
        },
    },
    Fault {
        id: "last-user-unseen",
        of: "drf",
        breaks: "ef",
        run: |pool| {
            let mut placement = allocate("drf", pool)?;
            if pool.users() > 2 {
                placement.tasks[pool.users() - 1] = vec![Rational::zero()];
            }
            Ok(placement)
        },
    },
    Fault {
        id: "twins-by-index",
        of: "drf",
        breaks: "ef",
        run: |pool| {
            let placement = allocate("drf", pool)?;
            let twin = (1..pool.users()).find(|&u| pool.demand[u] == pool.demand[u - 1]);
            Ok(twin.map_or(placement.clone(), |u| scaled(placement, u, &Rational::new(99, 100))))
        },
    },
    Fault {
        id: "three-is-a-crowd",
        of: "drf",
        breaks: "si",
        run: |pool| {
            let placement = allocate("drf", pool)?;
            Ok(if pool.users() >= 3 { scaled(placement, 2, &Rational::new(1, 2)) } else { placement })
        },
    },
    Fault {
        id: "whole-levels",
        of: "drf",
        breaks: "si",
        run: |pool| {
            let mut filling = Filling::new(pool);
            filling.unit.iter_mut().for_each(|x| *x = (&*x * Rational::int(4)).floor() / Rational::int(4));
            filling.fill()
        },
    },
    Fault {
        id: "largest-capacity-for-own",
        of: "drf",
        breaks: "si",
        run: |pool| {
            let most = pool.capacity[0].iter().filter(|c| c.is_positive()).max().cloned().unwrap_or_else(one);
            Filling::by(pool, |u| greatest(pool.demand[u].iter().map(|d| d / &most / pool.weight(u, 0))))
                .fill()
        },
    },
    Fault {
        id: "a-little-too-much",
        of: "drf",
        breaks: "feasible",
        run: |pool| Ok(scaled(allocate("drf", pool)?, 0, &Rational::new(1001, 1000))),
    },
    Fault {
        id: "a-little-too-little",
        of: "drf",
        breaks: "po",
        run: |pool| Ok(scaled(allocate("drf", pool)?, 0, &Rational::new(999_999, 1_000_000))),
    },
    Fault {
        id: "constraints-forgotten",
        of: "tsf",
        breaks: "feasible",
        run: |pool| {
            let mut open = pool.clone();
            open.eligible.iter_mut().flatten().for_each(|e| *e = true);
            allocate("tsf", &open)
        },
    },
    Fault {
        id: "first-server-only",
        of: "tsf",
        breaks: "po",
        run: |pool| {
            let mut placement = allocate("tsf", pool)?;
            if pool.servers() > 1 {
                for row in &mut placement.tasks {
                    row[1..].iter_mut().for_each(|x| *x = Rational::zero());
                }
            }
            Ok(placement)
        },
    },
    Fault {
        id: "global-shares-for-virtual-ones",
        of: "ps-dsf",
        breaks: "bf",
        run: |pool| allocate("tsf", pool),
    },
    Fault {
        id: "slices-rounded-down",
        of: "uniform",
        breaks: "si",
        run: |pool| {
            let placement = allocate("uniform", pool)?;
            let row = |row: &Vec<Rational>| row.iter().map(Rational::floor).collect();
            Ok(Placement { tasks: placement.tasks.iter().map(row).collect() })
        },
    },
    Fault {
        id: "slices-by-head",
        of: "uniform",
        breaks: "si",
        run: |pool| allocate("uniform", &with_weights(pool, |_| one())),
    },
];

fn history(id: &str, sequence: &Sequence) -> Result<History, Refusal> {
    finished(mech::<Arrivals>(id).allocate(sequence, &Patience::unlimited()))
}

pub const ARRIVALS: &[Fault<Arrivals>] = &[
    Fault {
        id: "taken-back",
        of: "ddrf",
        breaks: "irrevocable",
        run: |sequence| history("drf-offline", sequence),
    },
    Fault {
        id: "released-too-late",
        of: "ddrf",
        breaks: "dynamic-si",
        run: |sequence| history("ddrf", &Sequence { agents: sequence.agents + 1, ..sequence.clone() }),
    },
    Fault {
        id: "newcomers-wait",
        of: "ddrf",
        breaks: "dynamic-si",
        run: |sequence| {
            let mut all = history("ddrf", sequence)?;
            for (k, row) in all.shares.iter_mut().enumerate().skip(2) {
                row[k] = &row[k] * Rational::new(9, 10);
            }
            Ok(all)
        },
    },
    Fault {
        id: "raised-together",
        of: "ddrf",
        breaks: "agrees-with-lp",
        run: |sequence| {
            // Every agent has an equal share, as large as fits for all.
            let all = history("ddrf", sequence)?;
            let even = |row: &Vec<Rational>| {
                let lowest = least(row.iter().cloned()).unwrap_or_else(Rational::zero);
                vec![lowest; row.len()]
            };
            Ok(History { shares: all.shares.iter().map(even).collect() })
        },
    },
    Fault {
        id: "range-of-tau",
        of: "ddrf",
        breaks: "agrees-with-lp",
        run: |sequence| history("ddrf-printed", sequence),
    },
];

fn assignment(id: &str, stock: &Stock) -> Result<Vec<Option<usize>>, Refusal> {
    let outcome = finished(mech::<Covering>(id).allocate(stock, &Patience::unlimited()))?;
    outcome.assignment().map(<[_]>::to_vec).ok_or_else(|| Refusal::NoOutcome("no assignment".to_string()))
}

pub const COVERING: &[Fault<Covering>] = &[
    Fault {
        id: "one-resource-short",
        of: "rounding",
        breaks: "feasible",
        run: |stock| {
            let mut given = assignment("rounding", stock)?;
            if stock.tasks() > 2 {
                let last = given.iter_mut().rev().find(|j| j.is_some());
                last.into_iter().for_each(|j| *j = None);
            }
            Ok(Allotment::Whole(given))
        },
    },
    Fault {
        id: "dearest-first",
        of: "rounding",
        breaks: "rounding-bound",
        run: |stock| {
            // The first task gets the dearest resources.
            let mut order: Vec<usize> = (0..stock.resources()).collect();
            order.sort_by(|&a, &b| stock.cost[b].cmp(&stock.cost[a]));
            let mut given = vec![None; stock.resources()];
            let mut order = order.into_iter();
            for j in 0..stock.tasks() {
                let mut left = stock.demand[j].clone();
                while left.is_positive() {
                    if let Some(i) = order.next() {
                        given[i] = Some(j);
                    }
                    left = left - one();
                }
            }
            Ok(Allotment::Whole(given))
        },
    },
    Fault {
        id: "tasks-on-average",
        of: "lp-pruned",
        breaks: "relaxation",
        run: |stock| match finished(mech::<Covering>("lp-pruned").allocate(stock, &Patience::unlimited()))? {
            // A value near the right one: the ratio of a task that pays for one more whole resource.
            Allotment::Parts { fraction, ratio }
                if stock.tasks() > 1 && stock.resources() > stock.tasks() =>
            {
                Ok(Allotment::Parts { fraction, ratio: ratio * Rational::new(stock.tasks() as i64 + 1, 2) })
            }
            other => Ok(other),
        },
    },
];
