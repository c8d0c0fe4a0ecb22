//! Plans with names and in words.

use crate::audit::counted;
use crate::audit::plan::{Plan, Plans, Verdict};
use crate::document::Value;
use crate::model::cluster::Pool;
use crate::names::{Names, dry_run};
use crate::scalar::{Rational, sum};
use crate::telling::NAMED;
use crate::workbench::NAMES;
use fairwitness_kernel::audit::plan::Changes;

/// A plan, with names.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlanLine {
    /// `plan`, `none`, `undecided` or `not-needed`.
    pub verdict: &'static str,
    /// The changes, by indices of users and servers.
    pub changes: Changes,
    /// The changes with names: stops, moves, starts.
    pub lines: Vec<ChangeLine>,
    /// The number of tasks that stop; `None` without a plan.
    pub fewest: Option<Rational>,
    /// The number of tasks that every plan stops at least; `None` if there is no plan.
    pub bound: Option<Rational>,
    /// The instance file of the state after the plan; `None` without a plan.
    pub after: Option<Value>,
    /// The names of the pods or jobs to stop, as far as the instance has names.
    pub stop: Vec<String>,
    /// A command for each of them that would stop it, as a dry run.
    pub dry_run: Vec<String>,
    /// The plan in a sentence, or that there is none.
    pub tells: String,
}

/// A single change, with names.
#[derive(Clone, Debug)]
pub struct ChangeLine {
    /// The kind: `stop`, `move` or `start`.
    pub kind: &'static str,
    /// The user whose tasks stop, move or start.
    pub user: String,
    /// The server; for a move, the server that the tasks leave.
    pub server: String,
    /// The server that tasks move to.
    pub to: Option<String>,
    /// The number of tasks.
    pub tasks: Rational,
}

fn lines(pool: &Pool, changes: &Changes) -> Vec<ChangeLine> {
    let line = |kind, user: usize, server: usize, to: Option<usize>, tasks: &Rational| ChangeLine {
        kind,
        user: pool.user_name(user),
        server: pool.server_name(server),
        to: to.map(|to| pool.server_name(to)),
        tasks: tasks.clone(),
    };
    let stops = changes.stops.iter().map(|(u, i, tasks)| line("stop", *u, *i, None, tasks));
    let moves = changes.moves.iter().map(|(u, i, to, tasks)| line("move", *u, *i, Some(*to), tasks));
    let starts = changes.starts.iter().map(|(u, i, tasks)| line("start", *u, *i, None, tasks));
    stops.chain(moves).chain(starts).collect()
}

/// The changes in words. Those of one kind and one user are told together; of many servers the first are named.
fn told(lines: &[ChangeLine]) -> String {
    let mut groups: Vec<Vec<&ChangeLine>> = Vec::new();
    for line in lines {
        match groups.last_mut() {
            Some(group) if (group[0].kind, &group[0].user) == (line.kind, &line.user) => group.push(line),
            _ => groups.push(vec![line]),
        }
    }
    let place = |line: &ChangeLine| match &line.to {
        Some(to) => format!("from {} to {to}", line.server),
        None => format!("on {}", line.server),
    };
    let group = |group: &Vec<&ChangeLine>| {
        let first = group[0];
        let all = counted(&sum(group.iter().map(|line| line.tasks.clone())));
        let head = format!("{} {all} of {}", first.kind, first.user);
        if let [line] = group[..] {
            return format!("{head} {}", place(line));
        }
        let named = group.iter().take(NAMED).map(|line| format!("{} {}", line.tasks, place(line)));
        let more = match group.len().saturating_sub(NAMED) {
            0 => String::new(),
            1 => " and the others on 1 more server".to_string(),
            n => format!(" and the others on {n} more servers"),
        };
        format!("{head}, {}{more}", named.collect::<Vec<_>>().join(", "))
    };
    let of = |starts: bool| -> Vec<String> {
        groups.iter().filter(|lines| (lines[0].kind == "start") == starts).map(group).collect()
    };
    let (first, then) = (of(false).join(" and "), of(true).join(" and "));
    match (first.is_empty(), then.is_empty()) {
        (false, false) => format!("{first}, then {then}"),
        _ => first + &then,
    }
}

impl PlanLine {
    fn plain(pool: &Pool, plan: &Plan) -> PlanLine {
        let lines = lines(pool, &plan.changes);
        let found = plan.verdict == Verdict::Plan;
        let (verdict, tells) = match plan.verdict {
            Verdict::NotNeeded => ("not-needed", "Nobody is below its share.".to_string()),
            Verdict::Plan => ("plan", told(&lines)),
            Verdict::None => ("none", "no change of what runs repairs it, which is proved".to_string()),
            Verdict::Undecided => (
                "undecided",
                "no change of what runs was found that repairs it, and none was excluded".to_string(),
            ),
        };
        PlanLine {
            verdict,
            fewest: found.then(|| plan.count()[0].clone()),
            bound: plan.bound.clone(),
            changes: plan.changes.clone(),
            lines,
            after: None,
            stop: Vec::new(),
            dry_run: Vec::new(),
            tells,
        }
    }

    /// The plan for all teams, with the state after it as an instance file: `root` with other running tasks.
    pub(crate) fn of(pool: &Pool, root: &Value, plan: &Plan, mut names: Names) -> PlanLine {
        let stop = names.change(&plan.changes);
        let field = |(name, value): &(String, Value)| match name.as_str() {
            NAMES => (name.clone(), names.to_value()),
            "running" => (name.clone(), Value::matrix(&plan.after)),
            _ => (name.clone(), value.clone()),
        };
        let after = || Value::Table(root.fields().iter().map(field).collect());
        let after = (plan.verdict == Verdict::Plan).then(after);
        // A job that runs on several servers is stopped once.
        let mut dry: Vec<String> = Vec::new();
        for line in stop.iter().filter_map(|name| dry_run(name)) {
            if !dry.contains(&line) {
                dry.push(line);
            }
        }
        PlanLine { after, stop, dry_run: dry, ..PlanLine::plain(pool, plan) }
    }

    /// The repair of the shortfall of team `t`: its own plan, or of the plan for all teams the starts of the team and
    /// the changes that lead to them.
    pub(crate) fn of_team(pool: &Pool, plans: &Plans, t: usize, shapes: &[usize]) -> PlanLine {
        if let Some((_, own)) = plans.each.iter().find(|(team, _)| *team == t) {
            return PlanLine::plain(pool, own);
        }
        let mut own = plans.all.clone();
        own.changes.starts.retain(|(u, ..)| shapes.contains(u));
        let mut servers: Vec<usize> = own.changes.starts.iter().map(|(_, i, _)| *i).collect();
        let mut at = 0;
        // Tasks that move to a server need the room that others leave there.
        while let Some(&server) = servers.get(at) {
            let to =
                own.changes.moves.iter().filter(|(_, from, ..)| *from == server).map(|(_, _, to, _)| *to);
            let new: Vec<usize> = to.filter(|to| !servers.contains(to)).collect();
            servers.extend(new);
            at += 1;
        }
        own.changes.stops.retain(|(_, i, _)| servers.contains(i));
        own.changes.moves.retain(|(_, from, ..)| servers.contains(from));
        PlanLine::plain(pool, &own)
    }
}
