//! Renamings that a mechanism says that it ignores: the amounts of a renamed instance are the renamed amounts.

use std::collections::BTreeMap;

use fairwitness::instances::{self, Instances, Scope, draw_number};
use fairwitness::linear::{Patience, Stop};
use fairwitness::mechanism::{self, Anonymous, Mechanism};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, Sequence};
use fairwitness::model::cluster::{Cluster, Placement, Pool, Weight};
use fairwitness::model::cohort::{Cohort, Queues};
use fairwitness::model::covering::{Covering, Stock};
use fairwitness::property;
use fairwitness::property::evidence::Run;
use fairwitness::property::judge::{Cell, Finding, Ruled};
use fairwitness::scalar::Rational;
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Plan, Searching as _, Workbench};
use rand::RngExt as _;

/// An order of agents, of servers and of resources: each position holds the index that it takes its content from.
struct Renaming {
    agents: Vec<usize>,
    servers: Vec<usize>,
    resources: Vec<usize>,
}

fn pick<T: Clone>(row: &[T], by: &[usize]) -> Vec<T> {
    by.iter().map(|&k| row[k].clone()).collect()
}

trait Renamed: Model + Sized {
    const SOURCE: Instances<Self>;
    /// Numbers of agents, servers and resources.
    fn sizes(instance: &Self::Instance<Rational>) -> [usize; 3];
    fn renamed(instance: &Self::Instance<Rational>, by: &Renaming) -> Self::Instance<Rational>;
    /// The amounts in the order before the renaming.
    fn back(amounts: Vec<Rational>, by: &Renaming) -> Vec<Rational> {
        // A stock has one amount for all tasks together.
        if amounts.len() != by.agents.len() {
            return amounts;
        }
        let mut all = amounts.clone();
        by.agents.iter().zip(amounts).for_each(|(&k, x)| all[k] = x);
        all
    }
}

impl Renamed for Cluster {
    const SOURCE: Instances<Cluster> = instances::CLUSTER;

    fn sizes(pool: &Pool) -> [usize; 3] {
        [pool.users(), pool.servers(), pool.resources()]
    }

    fn renamed(pool: &Pool, by: &Renaming) -> Pool {
        let Renaming { agents, servers, resources } = by;
        let mut other = pool.clone();
        other.capacity = servers.iter().map(|&i| pick(&pool.capacity[i], resources)).collect();
        other.demand = agents.iter().map(|&u| pick(&pool.demand[u], resources)).collect();
        other.eligible = agents.iter().map(|&u| pick(&pool.eligible[u], servers)).collect();
        other.tasks = pick(&pool.tasks, agents);
        other.weight = match &pool.weight {
            Weight::User(w) => Weight::User(pick(w, agents)),
            Weight::Resource(w) => Weight::Resource(agents.iter().map(|&u| pick(&w[u], resources)).collect()),
        };
        if let Some(rate) = &pool.rate {
            other.rate = Some(agents.iter().map(|&u| pick(&rate[u], servers)).collect());
        }
        if let Some(owner) = &pool.owner {
            let at = |u: usize| agents.iter().position(|&v| v == u);
            other.owner = Some(servers.iter().map(|&i| owner[i].and_then(at)).collect());
        }
        if let Some(tree) = &pool.tree {
            other.tree = tree.moved(&pick(&tree.paths(), agents));
            for node in other.tree.iter_mut().flat_map(|tree| &mut tree.inner) {
                if !node.floor.is_empty() {
                    node.floor = pick(&node.floor, resources);
                }
                if !node.cap.is_empty() {
                    node.cap = pick(&node.cap, resources);
                }
            }
        }
        other
    }
}

impl Renamed for Arrivals {
    const SOURCE: Instances<Arrivals> = instances::ARRIVALS;

    fn sizes(sequence: &Sequence) -> [usize; 3] {
        [1, 1, sequence.resources()]
    }

    fn renamed(sequence: &Sequence, by: &Renaming) -> Sequence {
        let demand = sequence.demand.iter().map(|row| pick(row, &by.resources)).collect();
        Sequence { demand, ..sequence.clone() }
    }

    fn back(amounts: Vec<Rational>, _: &Renaming) -> Vec<Rational> {
        amounts
    }
}

impl Renamed for Covering {
    const SOURCE: Instances<Covering> = instances::COVERING;

    fn sizes(stock: &Stock) -> [usize; 3] {
        [stock.tasks(), 1, stock.resources()]
    }

    fn renamed(stock: &Stock, by: &Renaming) -> Stock {
        let (cost, size) = (pick(&stock.cost, &by.resources), pick(&stock.size, &by.resources));
        Stock::new(cost, size, pick(&stock.demand, &by.agents)).unwrap()
    }
}

impl Renamed for Cohort {
    const SOURCE: Instances<Cohort> = instances::COHORT;

    fn sizes(queues: &Queues) -> [usize; 3] {
        [1, queues.queues(), queues.resources()]
    }

    fn renamed(queues: &Queues, by: &Renaming) -> Queues {
        let mut other = queues.clone();
        other.quota = by.servers.iter().map(|&q| pick(&queues.quota[q], &by.resources)).collect();
        other.weight = pick(&queues.weight, &by.servers);
        for (new, old) in other.workload.iter_mut().zip(&queues.workload) {
            new.queue = by.servers.iter().position(|&q| q == old.queue).unwrap();
            new.request = pick(&old.request, &by.resources);
        }
        other
    }

    fn back(amounts: Vec<Rational>, _: &Renaming) -> Vec<Rational> {
        amounts
    }
}

/// The numbers below `n` in a random order.
fn shuffled(n: usize, rng: &mut impl rand::Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    (1..n).rev().for_each(|k| order.swap(k, rng.random_range(0..=k)));
    order
}

/// Amounts of all agents, or `None` if the mechanism has no outcome.
fn gets<M: Model>(mechanism: &dyn Mechanism<M>, instance: &M::Instance<Rational>) -> Option<Vec<Rational>> {
    let outcome = mechanism.allocate(instance, &Patience::unlimited()).ok()?;
    Some(M::gets(instance, &outcome))
}

/// For each mechanism the renamings without a counterexample among random instances, `count` for each kind.
fn observed<M: Renamed>(
    mechanisms: &[&'static dyn Mechanism<M>],
    count: u64,
) -> BTreeMap<&'static str, Anonymous> {
    let mut all = BTreeMap::new();
    for mechanism in mechanisms {
        let mut seen = Anonymous::ALL;
        let trees = mechanism.facts().takes_trees;
        let text =
            if M::ID == "covering" { "default,resources=6" } else { "default,users=4,resources=3,max=3" };
        let mut scope: Scope = text.parse().unwrap();
        if trees {
            scope.extras.trees = Some(2);
        }
        let scope = (M::SOURCE.spelled)(scope);
        let plain = Scope { servers: 1, ..scope.plain() };
        let plain =
            Scope { extras: instances::Extras { trees: scope.extras.trees, ..plain.extras }, ..plain };
        for k in 0..count {
            let mut rng = draw_number(95, k);
            let scope = if k % 2 == 0 { scope } else { plain };
            let instance = (M::SOURCE.draw)(&mut rng, scope);
            if mechanism.specification().domain(&instance).is_err() {
                continue;
            }
            let honest = gets(*mechanism, &instance);
            let sizes = M::sizes(&instance);
            for (which, known) in
                [&mut seen.agents, &mut seen.servers, &mut seen.resources].into_iter().enumerate()
            {
                let order = shuffled(sizes[which], &mut rng);
                let same = |k: usize| if k == which { order.clone() } else { (0..sizes[k]).collect() };
                let by = Renaming { agents: same(0), servers: same(1), resources: same(2) };
                if !*known || order.is_sorted() {
                    continue;
                }
                let other = gets(*mechanism, &M::renamed(&instance, &by));
                *known = other.map(|amounts| M::back(amounts, &by)) == honest;
            }
        }
        all.insert(mechanism.id(), seen);
    }
    all
}

/// Every mechanism is invariant under the renamings that it names, and those that it does not name change some amounts.
fn wrong<M: Renamed>(mechanisms: &[&'static dyn Mechanism<M>], count: u64) -> Vec<String> {
    let seen = observed(mechanisms, count);
    let said = mechanisms
        .iter()
        .map(|mechanism| (mechanism.id(), mechanism.facts().anonymous, seen[mechanism.id()]));
    said.filter(|(_, said, seen)| said != seen)
        .map(|(id, said, seen)| format!("{id} says {said:?}, and random instances show {seen:?}"))
        .collect()
}

#[test]
fn mechanisms_ignore_the_renamings_that_they_name() {
    let all = [
        wrong(mechanism::ARRIVALS, 400),
        wrong(mechanism::COHORT, 2_000),
        wrong(mechanism::COVERING, 400),
        wrong(mechanism::CLUSTER, 1_500),
    ];
    assert!(all.concat().is_empty(), "{}", all.concat().join("\n"));
}

/// The verdict on a run, without its witness: the kind of finding, and the margin.
fn verdict(cell: Cell<'_, Cluster>, pool: &Pool, outcome: Placement) -> (&'static str, Option<Rational>) {
    let run = Run { mechanism: cell.mechanism.specification(), instance: pool, outcome };
    match Ruled::new(cell.mechanism, run).judge(cell.property, &Patience::unlimited()).unwrap() {
        Finding::Holds => ("holds", None),
        Finding::Violated(_, margin) => ("violated", Some(margin)),
        Finding::OutOfScope(_) => ("out of scope", None),
        Finding::Undecided(_) => ("undecided", None),
    }
}

/// Names decide no verdict, and no margin: what is tried, such as lies, is tried in every order.
#[test]
fn verdicts_ignore_the_renamings_that_mechanisms_name() {
    let (mut verdicts, mut margins, mut wrong) = (0, 0, Vec::new());
    let mechanisms = mechanism::CLUSTER.iter().copied().filter(|m| m.slack().is_none());
    for mechanism in mechanisms {
        let scope: Scope = "default,users=3,resources=2,max=4".parse().unwrap();
        let (scope, known) = ((instances::CLUSTER.spelled)(scope), mechanism.facts().anonymous);
        for k in 0..24 {
            let mut rng = draw_number(96, k);
            let servers = if k % 2 == 0 { scope.servers } else { 1 };
            let pool = (instances::CLUSTER.draw)(&mut rng, Scope { servers, ..scope });
            let sizes = Cluster::sizes(&pool);
            let mut order = |k: usize, free: bool| match free {
                true => shuffled(sizes[k], &mut rng),
                false => (0..sizes[k]).collect(),
            };
            let by = Renaming {
                agents: order(0, known.agents),
                servers: order(1, known.servers),
                resources: order(2, known.resources),
            };
            let other = Cluster::renamed(&pool, &by);
            let Ok(outcome) = mechanism.allocate(&pool, &Patience::unlimited()) else { continue };
            let there = by.agents.iter().map(|&u| pick(&outcome.tasks[u], &by.servers)).collect();
            let there = Placement { tasks: there };
            if mechanism.allocate(&other, &Patience::unlimited()).as_ref() != Ok(&there) {
                continue;
            }
            for property in property::CLUSTER.iter().copied() {
                let cell = Cell { mechanism, property };
                let here = verdict(cell, &pool, outcome.clone());
                let renamed = verdict(cell, &other, there.clone());
                verdicts += 1;
                margins += usize::from(here.1.is_some());
                if here != renamed {
                    let (what, id) = (property.id(), mechanism.id());
                    wrong.push(format!("{what} of {id}: {here:?} and {renamed:?} on {pool:?}, {other:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {verdicts}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(verdicts > 5_000 && margins > 200, "{verdicts} {margins}");
}

/// A scope is called whole when every instance of it was asked, also where the chosen placement depends on the order of
/// servers, and where a function of the reader's own reads the names of users.
#[test]
fn a_scope_is_whole_in_every_order_that_a_question_reads() {
    let library = Workbench::<Cluster>::standard().with_gap("first-runs-no-more", |_, outcome| {
        Some(outcome.total(0) - outcome.total(outcome.tasks.len() - 1))
    });
    let library = library.unwrap();
    let all = |mechanism, property, scope: &str| {
        let plan =
            Plan { strategy: "exhaustive", scope: scope.parse().unwrap(), seed: 0, archive: Vec::new() };
        let (stop, progress) = (Stop::new(), |_| {});
        let limits = Limits { budget: Budget::default(), threads: 1, stop: &stop, progress: &progress };
        library.search(mechanism, property, &plan, &limits).unwrap().answer.word()
    };
    // Users 1 and 3 may run on server 1, and the placement of user 2 decides what the lie brings; with the servers exchanged
    // nobody gains.
    assert_eq!(all("drfh-eligible", "group-sp", "users=3,servers=2,resources=1,max=1"), "violated");
    // With weights 2 and 1 for equal tasks user 1 runs twice as much as user 2; with 1 and 2, half as much.
    assert_eq!(all("drf", "first-runs-no-more", "users=2,servers=1,resources=1,max=1,weights=2"), "violated");
}
