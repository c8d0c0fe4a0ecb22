//! Cluster instances and placements as tables and bars for a reader.

use super::{Allocated, Bar, Bars, Column, Frame, Marks, Panel, Part, Presented, Table, join, nearby};
use fairwitness_kernel::document::shown;
use fairwitness_kernel::model::cluster::hierarchy::NodeKind;
use fairwitness_kernel::model::cluster::tree::path_text;
use fairwitness_kernel::model::cluster::{Cluster, Division, Hierarchy, Placement, Pool, Setting, Weight};
use fairwitness_kernel::scalar::{Rational, Scalar, greatest, sum};

impl Presented for Cluster {
    fn tables(pool: &Pool, outcome: Option<&Placement>) -> Vec<Table> {
        let mut tables = vec![capacities(pool, outcome), users(pool)];
        tables.extend(pool.tree.as_ref().map(|_| queues(pool, outcome)));
        if let Some(outcome) = outcome {
            let given = Table::new("who gets what (tasks)", pool.users())
                .column("user", |u| pool.user_name(u))
                .columns((0..pool.servers()).map(|i| pool.server_name(i)), |u, i| &outcome.tasks[u][i])
                .column("total", |u| outcome.total(u));
            tables.push(given);
            tables.extend(pool.in_teams().then(|| teams(pool, outcome)));
        }
        tables
    }

    /// Usage of each resource of each server by each user, as a part of its capacity.
    fn bars(pool: &Pool, outcome: &Placement) -> Bars {
        let part = |u: usize, i: usize, r: usize| {
            &(&outcome.tasks[u][i] * &pool.demand[u][r]) / &pool.capacity[i][r]
        };
        let parts = |i: usize, r: usize| (0..pool.users()).map(move |u| (u, part(u, i, r)));
        let bar = |i: usize, r: usize| Bar {
            name: short(pool, r),
            parts: parts(i, r).filter(|(_, part)| part.is_positive()).collect(),
        };
        let there = |i: usize| (0..pool.resources()).filter(move |&r| pool.capacity[i][r].is_positive());
        Bars {
            title: "What each user takes of each resource of each server".to_string(),
            whole: Some("capacity"),
            agents: (0..pool.users()).map(|u| pool.user_name(u)).collect(),
            groups: (0..pool.servers())
                .map(|i| (pool.server_name(i), there(i).map(|r| bar(i, r)).collect()))
                .collect(),
        }
    }

    /// Usage of each resource by each user, and total tasks, as a frame at true scale.
    fn frame(allocations: &[Allocated<'_, Cluster>]) -> Frame {
        let unit = Unit::of(allocations);
        let names =
            |a: &Allocated<'_, Cluster>| (0..a.instance.users()).map(|u| a.instance.user_name(u)).collect();
        Frame {
            agents: allocations.first().map_or_else(Vec::new, names),
            panels: allocations.iter().map(|a| panel(a, &unit)).collect(),
            scale: "Each outline is a capacity.".to_string(),
        }
    }

    fn nearby(pool: &Pool) -> Vec<(String, Pool)> {
        nearby::of_pool(pool)
    }

    fn dial(pool: &Pool) -> Option<(String, Rational)> {
        nearby::dial_of_pool(pool)
    }

    fn turned(pool: &Pool, value: &Rational) -> Option<Pool> {
        nearby::turned_pool(pool, value)
    }

    fn with_absent(outcome: &Placement, user: usize) -> Option<Placement> {
        let mut tasks = outcome.tasks.clone();
        let none = vec![Rational::zero(); tasks.first()?.len()];
        (user <= tasks.len()).then(|| {
            tasks.insert(user, none);
            Placement { tasks }
        })
    }

    fn places(pool: &Pool) -> usize {
        pool.servers()
    }

    fn agent_name(pool: &Pool, user: usize) -> String {
        pool.user_name(user)
    }
}

/// The dominant share of the tasks of `users` together.
fn dominant(pool: &Pool, outcome: &Placement, users: &[usize]) -> Rational {
    let pooled = pool.pooled();
    let used = |r: usize| sum(users.iter().map(|&u| outcome.total(u) * &pool.demand[u][r]));
    let present = (0..pooled.len()).filter(|&r| pooled[r].is_positive());
    greatest(present.map(|r| used(r) / &pooled[r])).unwrap_or_else(Rational::zero)
}

/// The tasks of each team, all its shapes together.
fn teams(pool: &Pool, outcome: &Placement) -> Table {
    let teams = pool.teams();
    Table::new("teams (all shapes together)", teams.len())
        .column("team", |k| &teams[k].name)
        .column("shapes", |k| teams[k].shapes.len())
        .column("tasks", |k| sum(teams[k].shapes.iter().map(|&u| outcome.total(u))))
        .column("dominant share", |k| dominant(pool, outcome, &teams[k].shapes))
}

fn resources(pool: &Pool) -> impl Iterator<Item = String> {
    (0..pool.resources()).map(|r| pool.resource_name(r))
}

fn capacities(pool: &Pool, outcome: Option<&Placement>) -> Table {
    // Given rates need not follow from demands: then they divide the time of a server, and demands say nothing of its use.
    let timed = outcome.zip(pool.rate.as_ref()).filter(|(outcome, _)| {
        let over = |i: usize, r: usize| outcome.used(pool, i, r) > pool.capacity[i][r];
        (0..pool.servers()).any(|i| (0..pool.resources()).any(|r| over(i, r)))
    });
    let cell = |i: usize, r: usize| match outcome.filter(|_| timed.is_none()) {
        Some(outcome) => format!("{} of {}", outcome.used(pool, i, r), pool.capacity[i][r]),
        None => pool.capacity[i][r].to_string(),
    };
    let time = |(outcome, rate): (&Placement, &Vec<Vec<Rational>>), i: usize| {
        let runs = (0..pool.users()).filter(|&u| rate[u][i].is_positive());
        sum(runs.map(|u| &outcome.tasks[u][i] / &rate[u][i]))
    };
    let owner = |i: usize| pool.owner.as_ref().and_then(|owner| owner[i]);
    let title = match (outcome, timed) {
        (_, Some(_)) => "servers (capacity, and the part of the time in use)",
        (Some(_), None) => "servers (used of capacity)",
        (None, None) => "servers",
    };
    Table::new(title, pool.servers())
        .column("server", |i| pool.server_name(i))
        .columns(resources(pool), cell)
        .columns(timed.map(|_| "time"), |i, _| timed.map_or_else(Rational::zero, |timed| time(timed, i)))
        .columns(pool.owner.as_ref().map(|_| "contributed by"), |i, _| {
            owner(i).map_or_else(|| "no user".to_string(), |u| pool.user_name(u))
        })
}

fn users(pool: &Pool) -> Table {
    let weighted = match &pool.weight {
        Weight::User(w) => w.iter().any(|w| *w != Rational::one()),
        Weight::Resource(_) => true,
    };
    let (constrained, finite) = (!pool.unconstrained(), pool.tasks.iter().any(Option::is_some));
    let weight = |u: usize| match &pool.weight {
        Weight::User(w) => w[u].to_string(),
        Weight::Resource(w) => join(&w[u]),
    };
    let runs_on = |u: usize| {
        let on = (0..pool.servers()).filter(|&i| pool.eligible[u][i]).map(|i| pool.server_name(i));
        let on: Vec<String> = on.collect();
        if on.is_empty() { "nowhere".to_string() } else { on.join(", ") }
    };
    let tasks =
        |u: usize| pool.tasks[u].as_ref().map_or_else(|| "without end".to_string(), ToString::to_string);
    let rate = |u: usize| pool.rate.as_ref().map_or_else(String::new, |rate| join(&rate[u]));
    let queue = |u: usize| {
        let path = pool.tree.as_ref().map_or_else(String::new, |tree| path_text(&tree.path(tree.above[u])));
        if path.is_empty() { "below the root".to_string() } else { path }
    };
    Table::new("users (demand per task)", pool.users())
        .column("user", |u| pool.user_name(u))
        .columns(resources(pool), |u, r| &pool.demand[u][r])
        .columns(weighted.then_some("weight"), |u, _| weight(u))
        .columns(constrained.then_some("runs on"), |u, _| runs_on(u))
        .columns(finite.then_some("tasks"), |u, _| tasks(u))
        .columns(pool.rate.as_ref().map(|_| "tasks per whole server"), |u, _| rate(u))
        .columns(pool.tree.as_ref().map(|_| "queue"), |u, _| queue(u))
}

/// The queues, with their hierarchical shares and, for an outcome, their dominant shares.
fn queues(pool: &Pool, outcome: Option<&Placement>) -> Table {
    let tree = Hierarchy::of(pool, Setting::divisible(Division::Resource));
    let shares = tree.shares(pool, 0);
    let inner = (0..tree.nodes.len()).filter(|&node| matches!(tree.nodes[node].kind, NodeKind::Inner(_)));
    let inner: Vec<usize> = inner.collect();
    Table::new("queues", inner.len())
        .column("queue", |k| tree.name(pool, inner[k]).trim_start_matches("queue ").to_string())
        .column("weight", |k| tree.weight(pool, inner[k], 0))
        .column("hierarchical share", |k| &shares[inner[k]])
        .columns(outcome.map(|_| "dominant share"), |k, _| {
            outcome.map_or_else(Rational::zero, |outcome| dominant(pool, outcome, &tree.users(inner[k])))
        })
}

/// The scale of a drawing, as the height of one unit of each resource and of one task: the reciprocals of the
/// largest amounts.
struct Unit {
    resources: Vec<Rational>,
    tasks: Rational,
}

impl Unit {
    fn of(allocations: &[Allocated<'_, Cluster>]) -> Unit {
        let over = |most: Option<Rational>| match most.filter(Scalar::is_positive) {
            Some(most) => Rational::one() / most,
            None => Rational::one(),
        };
        let resources = allocations.iter().map(|a| a.instance.resources()).max().unwrap_or(0);
        let there = |r: usize| {
            let servers = move |a: &Allocated<'_, Cluster>| -> Vec<Rational> {
                // What is drawn: parts below zero have no height.
                let part = |u: usize, i: usize| &a.outcome.tasks[u][i] * &a.instance.demand[u][r];
                let used = |i: usize| {
                    (0..a.instance.users())
                        .map(|u| part(u, i))
                        .filter(Scalar::is_positive)
                        .fold(Rational::zero(), |sum, x| sum + x)
                };
                (0..a.instance.servers()).flat_map(|i| [a.instance.capacity[i][r].clone(), used(i)]).collect()
            };
            allocations.iter().flat_map(servers).max()
        };
        let tasks = |a: &Allocated<'_, Cluster>| -> Vec<Rational> {
            a.outcome.totals().into_iter().chain(a.marks.levels.iter().map(|(_, x, _)| x.clone())).collect()
        };
        Unit {
            resources: (0..resources).map(|r| over(there(r))).collect(),
            tasks: over(allocations.iter().flat_map(tasks).max()),
        }
    }
}

fn panel(a: &Allocated<'_, Cluster>, unit: &Unit) -> Panel {
    let (pool, outcome, Marks { bold, levels }) = (a.instance, a.outcome, &a.marks);
    let part = |u: usize, i: usize, r: usize| {
        let amount = &outcome.tasks[u][i] * &pool.demand[u][r];
        amount.is_positive().then(|| Part {
            agent: u,
            height: &amount * &unit.resources[r],
            value: amount.to_string(),
            bold: *bold == Some(u),
        })
    };
    let column = |i: usize, r: usize| Column {
        name: short(pool, r),
        full: Some(&pool.capacity[i][r] * &unit.resources[r]),
        amount: pool.capacity[i][r].to_string(),
        parts: (0..pool.users()).filter_map(|u| part(u, i, r)).collect(),
        mark: None,
    };
    let server = |i: usize| {
        let there = (0..pool.resources()).filter(|&r| pool.capacity[i][r].is_positive());
        (pool.server_name(i), there.map(|r| column(i, r)).collect::<Vec<_>>())
    };
    let tasks = |u: usize| {
        let total = outcome.total(u);
        let parts = if total.is_positive() {
            vec![Part { agent: u, height: &total * &unit.tasks, value: total.to_string(), bold: false }]
        } else {
            Vec::new()
        };
        let mark = levels.iter().find(|(of, ..)| *of == u);
        let mark = mark.map(|(_, level, what)| (level * &unit.tasks, format!("{level} {what}")));
        Column { name: (u + 1).to_string(), full: None, amount: String::new(), parts, mark }
    };
    let mut groups: Vec<(String, Vec<Column>)> =
        (0..pool.servers()).map(server).filter(|(_, columns)| !columns.is_empty()).collect();
    groups.push(("tasks of user".to_string(), (0..pool.users()).map(tasks).collect()));
    Panel { title: a.title.clone(), groups }
}

/// The name of a resource below a bar.
fn short(pool: &Pool, r: usize) -> String {
    pool.labels.resources.get(r).map_or_else(|| format!("r{}", r + 1), |label| shown(label))
}
