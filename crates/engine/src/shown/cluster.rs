//! Cluster instances and placements as tables and bars for a reader.

use super::{Allocated, Bar, Bars, Column, Frame, Marks, Panel, Part, Presented, Table, nearby};
use fairwitness_kernel::document::shown;
use fairwitness_kernel::model::cluster::hierarchy::NodeKind;
use fairwitness_kernel::model::cluster::tree::path_text;
use fairwitness_kernel::model::cluster::{
    Cluster, Division, Hierarchy, Placement, Pool, Setting, Team, Weight,
};
use fairwitness_kernel::scalar::{Rational, Scalar, greatest, sum};

impl Presented for Cluster {
    fn tables(pool: &Pool, outcome: Option<&Placement>) -> Vec<Table> {
        tables(pool, outcome)
    }

    fn bars(pool: &Pool, outcome: &Placement) -> Bars {
        bars(pool, outcome)
    }

    fn frame(allocations: &[Allocated<'_, Cluster>]) -> Frame {
        frame(allocations)
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

fn tables(pool: &Pool, outcome: Option<&Placement>) -> Vec<Table> {
    let mut tables = vec![capacities(pool, outcome), users(pool)];
    tables.extend(pool.tree.as_ref().map(|_| queues(pool, outcome)));
    if let Some(outcome) = outcome {
        tables.push(placement(pool, outcome));
        tables.extend(pool.in_teams().then(|| teams(pool, outcome)));
    }
    tables
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
    let head = ["team", "shapes", "tasks", "dominant share"].map(str::to_string).to_vec();
    let row = |team: Team| {
        let tasks = sum(team.shapes.iter().map(|&u| outcome.total(u)));
        let share = dominant(pool, outcome, &team.shapes);
        vec![team.name, team.shapes.len().to_string(), tasks.to_string(), share.to_string()]
    };
    Table {
        title: "teams (all shapes together)".to_string(),
        head,
        rows: pool.teams().into_iter().map(row).collect(),
    }
}

fn capacities(pool: &Pool, outcome: Option<&Placement>) -> Table {
    let cell = |i: usize, r: usize| match outcome.map(|outcome| outcome.used(pool, i, r)) {
        Some(used) => format!("{used} of {}", pool.capacity[i][r]),
        None => pool.capacity[i][r].to_string(),
    };
    let row = |i: usize| {
        let cells = (0..pool.resources()).map(|r| cell(i, r));
        let owner = pool
            .owner
            .as_ref()
            .map(|owner| owner[i].map_or_else(|| "no user".to_string(), |u| pool.user_name(u)));
        std::iter::once(pool.server_name(i)).chain(cells).chain(owner).collect()
    };
    let title = if outcome.is_some() { "servers (used of capacity)" } else { "servers" };
    Table {
        title: title.to_string(),
        head: std::iter::once("server".to_string())
            .chain((0..pool.resources()).map(|r| pool.resource_name(r)))
            .chain(pool.owner.as_ref().map(|_| "contributed by".to_string()))
            .collect(),
        rows: (0..pool.servers()).map(row).collect(),
    }
}

fn users(pool: &Pool) -> Table {
    let mut head = vec!["user".to_string()];
    head.extend((0..pool.resources()).map(|r| pool.resource_name(r)));
    let weighted = match &pool.weight {
        Weight::User(w) => w.iter().any(|w| *w != Rational::one()),
        Weight::Resource(_) => true,
    };
    let (constrained, finite) = (!pool.unconstrained(), pool.tasks.iter().any(Option::is_some));
    let columns = [
        (weighted, "weight"),
        (constrained, "runs on"),
        (finite, "tasks"),
        (pool.rate.is_some(), "tasks per whole server"),
        (pool.tree.is_some(), "queue"),
    ];
    head.extend(columns.iter().filter(|(shown, _)| *shown).map(|(_, name)| (*name).to_string()));
    let row = |u: usize| {
        let mut row = vec![pool.user_name(u)];
        row.extend(pool.demand[u].iter().map(ToString::to_string));
        if weighted {
            row.push(match &pool.weight {
                Weight::User(w) => w[u].to_string(),
                Weight::Resource(w) => join(&w[u]),
            });
        }
        if constrained {
            let on: Vec<String> =
                (0..pool.servers()).filter(|&i| pool.eligible[u][i]).map(|i| pool.server_name(i)).collect();
            row.push(if on.is_empty() { "nowhere".to_string() } else { on.join(", ") });
        }
        if finite {
            row.push(pool.tasks[u].as_ref().map_or_else(|| "without end".to_string(), ToString::to_string));
        }
        if let Some(rate) = &pool.rate {
            row.push(join(&rate[u]));
        }
        if let Some(tree) = &pool.tree {
            let path = path_text(&tree.path(tree.above[u]));
            row.push(if path.is_empty() { "below the root".to_string() } else { path });
        }
        row
    };
    Table { title: "users (demand per task)".to_string(), head, rows: (0..pool.users()).map(row).collect() }
}

/// The queues, with their hierarchical shares and, for an outcome, their dominant shares.
fn queues(pool: &Pool, outcome: Option<&Placement>) -> Table {
    let tree = Hierarchy::of(pool, Setting::divisible(Division::Resource));
    let shares = tree.shares(pool, 0);
    let row = |node: usize| {
        let mut row = vec![
            tree.name(pool, node).trim_start_matches("queue ").to_string(),
            tree.weight(pool, node, 0).to_string(),
            shares[node].to_string(),
        ];
        if let Some(outcome) = outcome {
            row.push(dominant(pool, outcome, &tree.users(node)).to_string());
        }
        row
    };
    let inner = (0..tree.nodes.len()).filter(|&node| matches!(tree.nodes[node].kind, NodeKind::Inner(_)));
    let mut head = vec!["queue".to_string(), "weight".to_string(), "hierarchical share".to_string()];
    head.extend(outcome.map(|_| "dominant share".to_string()));
    Table { title: "queues".to_string(), head, rows: inner.map(row).collect() }
}

fn join(numbers: &[Rational]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn placement(pool: &Pool, outcome: &Placement) -> Table {
    let mut head = vec!["user".to_string()];
    head.extend((0..pool.servers()).map(|i| pool.server_name(i)));
    head.push("total".to_string());
    let row = |u: usize| {
        let mut row = vec![pool.user_name(u)];
        row.extend(outcome.tasks[u].iter().map(ToString::to_string));
        row.push(outcome.total(u).to_string());
        row
    };
    Table { title: "who gets what (tasks)".to_string(), head, rows: (0..pool.users()).map(row).collect() }
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

/// Usage of each resource by each user, and total tasks, as a frame at true scale.
fn frame(allocations: &[Allocated<'_, Cluster>]) -> Frame {
    let unit = Unit::of(allocations);
    let agents = allocations
        .first()
        .map_or_else(Vec::new, |a| (0..a.instance.users()).map(|u| a.instance.user_name(u)).collect());
    Frame {
        agents,
        panels: allocations.iter().map(|a| panel(a, &unit)).collect(),
        scale: "Each outline is a capacity.".to_string(),
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

/// Usage of each resource of each server by each user, as a part of its capacity.
fn bars(pool: &Pool, outcome: &Placement) -> Bars {
    let part =
        |u: usize, i: usize, r: usize| &(&outcome.tasks[u][i] * &pool.demand[u][r]) / &pool.capacity[i][r];
    let bar = |i: usize, r: usize| Bar {
        name: short(pool, r),
        parts: (0..pool.users()).map(|u| (u, part(u, i, r))).filter(|(_, part)| part.is_positive()).collect(),
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
