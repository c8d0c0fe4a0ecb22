//! One's own simulation, from a file: servers, users and their jobs or a drawn day or a trace, and a policy.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::drawn::{Draw, Drawn, Series};
use super::engine::{self, Setting};
use super::fluid::{self, Presence};
use super::machines::{self, drawn, generator, pool, table_one};
use super::policy::Policy;
use super::servers::{self, Act, Timing};
use super::synthetic::{Day, day};
use super::trace::{self, Read};
use super::workload::{Batch, Durations, Member, SECOND, Time, Workload};
use crate::document::{Document, Fields, InputError, Node};
use crate::mechanism::{CLUSTER, Mechanism};
use crate::model::cluster::{Cluster, Placement, Pool, Weight};
use crate::scalar::{Rational, Scalar as _};

/// Amounts are counted in millionths.
pub const UNIT: i64 = 1_000_000;

/// What a file describes.
#[derive(Debug)]
pub struct Scenario {
    file: PathBuf,
    rule: Rule,
    horizon: Option<Time>,
    every: Time,
    servers: Servers,
    work: Work,
}

#[derive(Debug)]
enum Rule {
    Whole(Policy),
    Divisible(&'static dyn Mechanism<Cluster>),
    Servers { once: bool, timing: Timing, period: Time },
}

#[derive(Debug)]
enum Servers {
    Given(Vec<Vec<i64>>),
    Drawn(usize),
    Trace(PathBuf),
}

#[derive(Debug)]
enum Work {
    Users(Vec<User>),
    Day(Day),
    Google(Vec<PathBuf>),
    Alibaba { tasks: PathBuf, users: usize },
}

#[derive(Debug)]
struct User {
    member: Member,
    joins: Time,
    jobs: Vec<Job>,
}

#[derive(Debug)]
struct Job {
    at: Time,
    tasks: Option<u32>,
    demand: Vec<i64>,
    seconds: Option<(Time, Time)>,
}

/// A user that is never done has so many tasks, of a run of whole tasks.
const ENDLESS: u32 = 10_000_000;

fn amount(node: &Node<'_>) -> Result<i64, InputError> {
    let value = node.non_negative::<Rational>()?;
    machines::whole(&value, UNIT).ok_or_else(|| node.error("not a whole number of millionths"))
}

fn amounts(node: &Node<'_>) -> Result<Vec<i64>, InputError> {
    node.list()?.iter().map(amount).collect()
}

fn seconds(node: &Node<'_>) -> Result<Time, InputError> {
    let value = node.non_negative::<Rational>()?;
    let millis = machines::whole(&value, SECOND as i64);
    millis.map(|t| t as Time).ok_or_else(|| node.error("not a whole number of milliseconds"))
}

fn flag(fields: &mut Fields<'_>, name: &'static str) -> Result<bool, InputError> {
    let Some(node) = fields.optional(name) else { return Ok(false) };
    match node.text()? {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(node.error("\"yes\" or \"no\"")),
    }
}

fn job(node: &Node<'_>) -> Result<Job, InputError> {
    let mut fields = node.fields()?;
    let at = fields.optional("at").map_or(Ok(0), |n| seconds(&n))?;
    let tasks = match fields.optional("tasks") {
        None => None,
        Some(n) => Some(u32::try_from(n.count()?).map_err(|_| n.error("too many tasks"))?),
    };
    let demand_node = fields.required("demand")?;
    let demand = amounts(&demand_node)?;
    if demand.iter().all(|d| *d == 0) {
        return Err(demand_node.error("a task takes something"));
    }
    let seconds = match fields.optional("seconds") {
        None => None,
        Some(n) => match n.list() {
            Ok(both) if both.len() == 2 => {
                let (low, high) = (seconds(&both[0])?, seconds(&both[1])?);
                if low > high {
                    return Err(n.error("the shortest comes first"));
                }
                Some((low, high))
            }
            Ok(_) => return Err(n.error("a time, or the shortest and the longest")),
            Err(_) => seconds(&n).map(|t| Some((t, t)))?,
        },
    };
    fields.finish()?;
    Ok(Job { at, tasks, demand, seconds })
}

fn user(node: &Node<'_>, number: usize, servers: Option<usize>) -> Result<User, InputError> {
    let mut fields = node.fields()?;
    let name = match fields.optional("name") {
        Some(n) => n.text()?.to_string(),
        None => format!("user {}", number + 1),
    };
    let mut member = Member::named(name);
    if let Some(n) = fields.optional("weight") {
        member.weight = n.count()? as i64;
        if member.weight == 0 {
            return Err(n.error("a weight is above zero"));
        }
    }
    if let Some(n) = fields.optional("eligible") {
        let servers =
            servers.ok_or_else(|| n.error("eligible servers need servers that are given one by one"))?;
        let mut may = vec![false; servers];
        for index in n.list()? {
            may[index.index(servers, "server")?] = true;
        }
        member.eligible = Some(may);
    }
    let joins = fields.optional("joins").map_or(Ok(0), |n| seconds(&n))?;
    member.leaves = fields.optional("leaves").map(|n| seconds(&n)).transpose()?;
    let jobs = fields.required("job")?.list()?.iter().map(job).collect::<Result<_, _>>()?;
    fields.finish()?;
    Ok(User { member, joins, jobs })
}

fn servers(node: &Node<'_>, folder: &Path) -> Result<Servers, InputError> {
    let mut fields = node.fields()?;
    let found = if let Some(n) = fields.optional("draw") {
        let table = fields.required("table")?;
        if table.text()? != "wang2013-table1" {
            return Err(table.error("the table that there is is wang2013-table1"));
        }
        Servers::Drawn(n.count()?)
    } else if let Some(n) = fields.optional("trace") {
        Servers::Trace(folder.join(n.text()?))
    } else {
        let rows = fields.required("capacity")?;
        let list = rows.list()?;
        let counts = match fields.optional("count") {
            Some(n) => {
                n.list_of(list.len(), "row of capacity")?.iter().map(Node::count).collect::<Result<_, _>>()?
            }
            None => vec![1; list.len()],
        };
        let mut all = Vec::new();
        for (row, n) in list.iter().zip(counts) {
            let row = amounts(row)?;
            all.extend((0..n).map(|_| row.clone()));
        }
        if all.is_empty() || all.iter().any(|row| row.len() != all[0].len() || row.is_empty()) {
            return Err(rows.error("one row a server, all of the same length"));
        }
        Servers::Given(all)
    };
    fields.finish()?;
    Ok(found)
}

/// Reads a file.
pub fn load(file: &Path) -> Result<Scenario, InputError> {
    let document = Document::load(file)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut fields = document.node().fields()?;
    let every = fields.optional("every").map_or(Ok(60 * SECOND), |n| seconds(&n))?;
    let policy = fields.required("policy")?;
    let id = policy.text()?;
    let divisible = || CLUSTER.iter().copied().find(|m| m.id() == id && !m.setting().whole);
    let rule = if id == "ps-dsf-servers" {
        let timing = match fields.optional("timing") {
            None => Timing::InTurn,
            Some(n) => match n.text()? {
                "in turn" => Timing::InTurn,
                "at once" => Timing::AtOnce,
                "in any order" => Timing::InAnyOrder(0),
                _ => return Err(n.error("\"in turn\", \"at once\" or \"in any order\"")),
            },
        };
        let period = fields.optional("period").map_or(Ok(SECOND), |n| seconds(&n))?;
        Rule::Servers { once: flag(&mut fields, "released-once")?, timing, period: period.max(1) }
    } else if let Some(policy) = Policy::named(id) {
        Rule::Whole(policy)
    } else if let Some(mechanism) = divisible() {
        Rule::Divisible(mechanism)
    } else {
        let known = super::policy::POLICIES.iter().map(|(id, _)| *id);
        let known: Vec<&str> = known.chain(["slots-N", "ps-dsf-servers"]).collect();
        return Err(policy.error(format!(
            "no such policy; whole tasks: {}; and every mechanism for divisible tasks",
            known.join(", ")
        )));
    };
    let horizon = fields.optional("horizon").map(|n| seconds(&n)).transpose()?;
    let servers = servers(&fields.required("servers")?, folder)?;
    let count = if let Servers::Given(rows) = &servers { Some(rows.len()) } else { None };
    let work = if let Some(n) = fields.optional("day") {
        let mut day = n.fields()?;
        let tasks = day.required("tasks")?.count()? as u64;
        let users = day.required("users")?.count()?.max(1);
        let hours = day.optional("hours").map_or(Ok(24), |n| n.count())? as Time;
        let load = day.optional("load").map_or(Ok(Rational::one()), |n| n.positive())?.to_f64();
        let one_kind = flag(&mut day, "one-kind")?;
        day.finish()?;
        Work::Day(Day { tasks, users, length: hours.max(1) * 3600 * SECOND, load, one_kind })
    } else if let Some(n) = fields.optional("trace") {
        let mut of = n.fields()?;
        let kind = of.required("kind")?;
        let found = match kind.text()? {
            "google2011" => {
                let list = of.required("tasks")?;
                let files = list
                    .list()?
                    .iter()
                    .map(|f| f.text().map(|f| folder.join(f)))
                    .collect::<Result<_, _>>()?;
                Work::Google(files)
            }
            "alibaba2018" => Work::Alibaba {
                tasks: folder.join(of.required("tasks")?.text()?),
                users: of.optional("users").map_or(Ok(50), |n| n.count())?.max(1),
            },
            _ => return Err(kind.error("google2011 or alibaba2018")),
        };
        of.finish()?;
        found
    } else {
        let list = fields.required("user")?;
        let users =
            list.list()?.iter().enumerate().map(|(k, n)| user(n, k, count)).collect::<Result<Vec<_>, _>>()?;
        if users.is_empty() {
            return Err(list.error("there is nobody"));
        }
        Work::Users(users)
    };
    fields.finish()?;
    let scenario = Scenario { file: file.to_path_buf(), rule, horizon, every: every.max(1), servers, work };
    scenario.consistent(&document)?;
    Ok(scenario)
}

impl Scenario {
    fn consistent(&self, document: &Document) -> Result<(), InputError> {
        let node = document.node();
        let resources = match &self.servers {
            Servers::Given(rows) => rows[0].len(),
            _ => 2,
        };
        if let Work::Users(users) = &self.work {
            for user in users {
                if user.jobs.iter().any(|job| job.demand.len() != resources) {
                    return Err(node.error(format!(
                        "{}: a demand has one amount a resource, {resources}",
                        user.member.name
                    )));
                }
                if matches!(self.rule, Rule::Whole(_)) && user.jobs.iter().any(|job| job.seconds.is_none()) {
                    return Err(node.error(format!("{}: whole tasks need `seconds`", user.member.name)));
                }
            }
        } else if resources != 2 {
            return Err(node.error("drawn days and traces have two resources, CPU and memory"));
        }
        match &self.rule {
            Rule::Whole(Policy::Filling(..)) => match &self.servers {
                Servers::Given(rows) if rows.len() == 1 => Ok(()),
                _ => Err(node.error("progressive filling of whole tasks needs one server")),
            },
            Rule::Whole(policy) => {
                let Work::Users(users) = &self.work else { return Ok(()) };
                if *policy == Policy::BestFit && users.iter().any(|u| u.jobs.iter().any(|j| j.demand[0] == 0))
                {
                    return Err(node.error("best fit divides by the demand for the first resource"));
                }
                let endless = users.iter().any(|u| u.jobs.iter().any(|j| j.tasks.is_none()));
                if endless && self.horizon.is_none() {
                    return Err(node.error("jobs without `tasks` need a `horizon`"));
                }
                Ok(())
            }
            _ => {
                let Work::Users(users) = &self.work else {
                    return Err(node.error("divisible tasks need users that are given"));
                };
                if users.iter().any(|u| u.jobs.len() != 1) {
                    return Err(node.error("with divisible tasks each user has one job"));
                }
                if self.horizon.is_none() {
                    return Err(node.error("divisible tasks need a `horizon`"));
                }
                Ok(())
            }
        }
    }

    /// What it is, in a line.
    pub fn about(&self) -> String {
        let rule = match &self.rule {
            Rule::Whole(policy) => policy.id(),
            Rule::Divisible(mechanism) => format!("{}, divisible tasks", mechanism.id()),
            Rule::Servers { once, timing, .. } => {
                let how = if *once { "released once" } else { "as printed" };
                format!("PS-DSF by servers {}, {how}", timing.name())
            }
        };
        format!("{}: {rule}", self.file.display())
    }

    fn rows(&self, seed: u64, out: &mut Drawn) -> Result<Vec<Vec<i64>>, String> {
        let scaled = |rows: Vec<Vec<i64>>| -> Vec<Vec<i64>> {
            rows.into_iter().map(|r| r.into_iter().map(|x| x * (UNIT / machines::UNIT)).collect()).collect()
        };
        Ok(match &self.servers {
            Servers::Given(rows) => rows.clone(),
            Servers::Drawn(n) => scaled(drawn(&table_one(), (*n).max(1), &mut generator(seed, 0))),
            Servers::Trace(file) => {
                let read = trace::google_machines(file, UNIT)?;
                report(&read, file, out);
                if read.found.is_empty() {
                    return Err(format!("{}: no machine with capacities", file.display()));
                }
                read.found
            }
        })
    }

    fn workload(&self, rows: &[Vec<i64>], seed: u64, out: &mut Drawn) -> Result<Workload, String> {
        match &self.work {
            Work::Users(users) => {
                let mut batches = Vec::new();
                for (u, user) in users.iter().enumerate() {
                    for job in &user.jobs {
                        let (low, high) = job.seconds.unwrap_or_default();
                        batches.push(Batch {
                            job: batches.len() as u32,
                            user: u as u32,
                            at: job.at.max(user.joins),
                            tasks: job.tasks.unwrap_or(ENDLESS),
                            demand: job.demand.clone(),
                            durations: Durations::Between {
                                low,
                                high,
                                seed: seed.wrapping_add(batches.len() as u64),
                            },
                        });
                    }
                }
                Ok(Workload::sorted(users.iter().map(|u| u.member.clone()).collect(), batches))
            }
            Work::Day(shape) => {
                let mut work = day(
                    shape,
                    &pool(rows).iter().map(|x| x / (UNIT / machines::UNIT)).collect::<Vec<_>>(),
                    seed,
                );
                for batch in &mut work.batches {
                    batch.demand.iter_mut().for_each(|d| *d *= UNIT / machines::UNIT);
                }
                Ok(work)
            }
            Work::Google(files) => {
                let read = trace::google_tasks(files, UNIT)?;
                for (file, read) in files.iter().zip(&read.reports) {
                    report(read, file, out);
                }
                out.notes.extend(read.notes.iter().cloned());
                Ok(read.work)
            }
            Work::Alibaba { tasks, users } => {
                let read = trace::alibaba_tasks(tasks, *users, UNIT)?;
                for r in &read.reports {
                    report(r, tasks, out);
                }
                out.notes.extend(read.notes.iter().cloned());
                Ok(read.work)
            }
        }
    }

    /// Runs it.
    pub fn run(&self, draw: &Draw<'_>) -> Result<Drawn, String> {
        let mut out = Drawn::default();
        let rows = self.rows(draw.seed, &mut out)?;
        match &self.rule {
            Rule::Whole(policy) => self.whole(*policy, &rows, draw, &mut out)?,
            Rule::Divisible(mechanism) => self.divisible(*mechanism, &rows, draw, &mut out)?,
            Rule::Servers { once, timing, period } => {
                let timing =
                    if let Timing::InAnyOrder(_) = timing { Timing::InAnyOrder(draw.seed) } else { *timing };
                self.by_servers(*once, timing, *period, &rows, draw, &mut out)?;
            }
        }
        Ok(out)
    }

    fn whole(
        &self,
        policy: Policy,
        rows: &[Vec<i64>],
        draw: &Draw<'_>,
        out: &mut Drawn,
    ) -> Result<(), String> {
        let work = self.workload(rows, draw.seed, out)?;
        if policy == Policy::BestFit && work.batches.iter().any(|b| b.demand[0] == 0) {
            return Err(
                "best fit divides by the demand for the first resource, and some task has none".to_string()
            );
        }
        let all = pool(rows);
        let users = work.members.len();
        let mut docket = draw.docket(policy.mechanism());
        let judged = draw.judge.map_or(self.every, |(_, every)| every.max(1));
        let setting = Setting {
            horizon: self.horizon,
            every: num_integer::gcd(self.every, judged),
            placement: docket.is_some(),
            ..Setting::new(rows, &work, policy)
        };
        let (mut used, mut shares) = (Vec::new(), Vec::new());
        let metrics = engine::run(setting, &mut |state| {
            let second = state.now as f64 / SECOND as f64;
            if state.now % self.every == 0 {
                let part =
                    |r: usize, x: i64| if all[r] > 0 { 100.0 * x as f64 / all[r] as f64 } else { f64::NAN };
                used.push([vec![second], (0..all.len()).map(|r| part(r, state.used[r])).collect()].concat());
                if users <= MOST_CURVES {
                    let most =
                        |u: usize| (0..all.len()).map(|r| part(r, state.held[u][r])).fold(0.0, f64::max);
                    shares.push([vec![second], (0..users).map(most).collect()].concat());
                }
            }
            if let Some(docket) = docket.as_mut().filter(|_| state.now % judged == 0) {
                docket.state(state, rows, &work, UNIT);
            }
            !draw.stop.load(Ordering::Relaxed)
        });
        for r in 0..all.len() {
            out.value(
                format!("resource {}", r + 1),
                "in use, per cent",
                None,
                100.0 * metrics.utilisation(r),
            );
        }
        out.value("run", "seconds", None, metrics.ended as f64 / SECOND as f64);
        out.value("run", "tasks started", None, metrics.started as f64);
        out.value("run", "tasks that fit nowhere", None, metrics.impossible as f64);
        let took: Vec<f64> =
            metrics.jobs.iter().filter_map(|j| Some(j.took()? as f64 / SECOND as f64)).collect();
        out.value("jobs", "complete", None, took.len() as f64);
        if !took.is_empty() {
            out.value(
                "jobs",
                "mean completion time, seconds",
                None,
                took.iter().sum::<f64>() / took.len() as f64,
            );
        }
        for (member, counts) in work.members.iter().zip(&metrics.users).take(MOST_CURVES) {
            if let Some(ratio) = counts.ratio() {
                out.value(&member.name, "tasks completed, per cent", None, 100.0 * ratio);
            }
        }
        let resource = (1..=all.len()).map(|r| format!("resource {r}"));
        out.series.push(Series {
            name: "utilisation".to_string(),
            head: std::iter::once("seconds".to_string()).chain(resource).collect(),
            rows: used,
            up: Some("in use, per cent".to_string()),
        });
        if users <= MOST_CURVES {
            let names = work.members.iter().map(|m| m.name.clone());
            out.series.push(Series {
                name: "dominant-shares".to_string(),
                head: std::iter::once("seconds".to_string()).chain(names).collect(),
                rows: shares,
                up: Some("global dominant share, per cent".to_string()),
            });
        }
        if let Some(docket) = &docket {
            out.judged(&policy.id(), docket);
        }
        Ok(())
    }

    /// The users as an instance, and when each is there.
    fn instance(&self, rows: &[Vec<i64>], scale: Time) -> Result<(Pool, Vec<Presence>), String> {
        let Work::Users(users) = &self.work else {
            return Err("divisible tasks need users that are given".to_string());
        };
        let part = |&x: &i64| Rational::new(x, UNIT);
        let row = |row: &[i64]| row.iter().map(part).collect::<Vec<_>>();
        let demand = users.iter().map(|u| row(&u.jobs[0].demand)).collect();
        let mut pool = Pool::new(rows.iter().map(|r| row(r)).collect(), demand);
        pool.weight = Weight::User(users.iter().map(|u| Rational::int(u.member.weight)).collect());
        for (eligible, user) in pool.eligible.iter_mut().zip(users) {
            if let Some(may) = &user.member.eligible {
                eligible.clone_from(may);
            }
        }
        pool.labels.users = users.iter().map(|u| u.member.name.clone()).collect();
        let time = |t: Time| Rational::new(t as i64, scale as i64);
        let presence = |u: &User| {
            let job = &u.jobs[0];
            let work = match (job.tasks, job.seconds) {
                (Some(tasks), Some((low, high))) => {
                    Some(Rational::int(i64::from(tasks)) * time(low + high) / Rational::int(2))
                }
                _ => None,
            };
            Presence { intervals: vec![(time(job.at.max(u.joins)), u.member.leaves.map(time))], work }
        };
        Ok((pool, users.iter().map(presence).collect()))
    }

    fn divisible(
        &self,
        mechanism: &'static dyn Mechanism<Cluster>,
        rows: &[Vec<i64>],
        draw: &Draw<'_>,
        out: &mut Drawn,
    ) -> Result<(), String> {
        let (pool, presence) = self.instance(rows, SECOND)?;
        let end = Rational::new(self.horizon.unwrap_or_default() as i64, SECOND as i64);
        let stretches = fluid::run(mechanism, &pool, &presence, &end).map_err(|e| e.to_string())?;
        let mut docket = draw.docket(mechanism.id());
        let mut series = Vec::new();
        for stretch in &stretches {
            let label = format!("{} s to {} s", stretch.from, stretch.to);
            for &u in &stretch.users {
                out.value(
                    format!("{label}, {}", pool.user_name(u)),
                    "tasks at once",
                    None,
                    stretch.outcome.total(u).to_f64(),
                );
            }
            for time in [&stretch.from, &stretch.to] {
                let tasks = (0..pool.users()).map(|u| stretch.outcome.total(u).to_f64());
                series.push(std::iter::once(time.to_f64()).chain(tasks).collect());
            }
            if let Some(docket) = &mut docket
                && !stretch.users.is_empty()
            {
                let tasks = stretch.users.iter().map(|&u| stretch.outcome.tasks[u].clone()).collect();
                let at = (stretch.from.to_f64() * SECOND as f64) as u64;
                docket.moment(&fluid::present(&pool, &stretch.users), Placement { tasks }, at);
            }
        }
        out.series.push(Series {
            name: "tasks".to_string(),
            head: std::iter::once("seconds".to_string()).chain(pool.labels.users.iter().cloned()).collect(),
            rows: series,
            up: Some("tasks at once".to_string()),
        });
        if let Some(docket) = &docket {
            out.notes.push("moments: one a stretch between two changes".to_string());
            out.judged(mechanism.id(), docket);
        }
        Ok(())
    }

    fn by_servers(
        &self,
        once: bool,
        timing: Timing,
        period: Time,
        rows: &[Vec<i64>],
        draw: &Draw<'_>,
        out: &mut Drawn,
    ) -> Result<(), String> {
        let (pool, presence) = self.instance(rows, period)?;
        let periods = self.horizon.unwrap_or_default() / period;
        let act = Act { timing, once, periods };
        let go_on = || !draw.stop.load(Ordering::Relaxed);
        let timeline = servers::run(&pool, &presence, act, &go_on).map_err(|e| e.to_string())?;
        let count = |holds: &dyn Fn(&servers::Moment) -> bool| {
            timeline.moments.iter().filter(|m| holds(m)).count() as f64
        };
        out.value("periods", "in all", None, timeline.moments.len() as f64);
        out.value("periods", "certified at their end", None, count(&|m| m.certified));
        out.value("periods", "in which something changed", None, count(&|m| m.changed));
        out.value("periods", "with an overload", None, count(&|m| m.overload.is_some()));
        for m in timeline.moments.iter().filter(|m| m.overload.is_some()).take(1) {
            if let Some((what, by)) = &m.overload {
                out.notes.push(format!("first overload in period {}: {what} by {by}", m.period));
            }
        }
        for m in timeline.moments.iter().filter(|m| m.cycle.is_some()).take(1) {
            out.notes.push(format!(
                "a cycle: the state after period {} is that after period {:?}",
                m.period, m.cycle
            ));
        }
        out.notes.extend(timeline.stopped.iter().map(|s| format!("stopped: {s}")));
        let row = |m: &servers::Moment| {
            std::iter::once(m.period as f64)
                .chain(m.placement.totals().iter().map(Rational::to_f64))
                .collect()
        };
        out.series.push(Series {
            name: "tasks".to_string(),
            head: std::iter::once("period".to_string()).chain(pool.labels.users.iter().cloned()).collect(),
            rows: timeline.moments.iter().map(row).collect(),
            up: Some("tasks at once".to_string()),
        });
        if let Some(mut docket) = draw.docket("ps-dsf") {
            let every = draw.judge.map_or(1, |(_, every)| (every / period).max(1));
            for m in timeline.moments.iter().filter(|m| m.period % every == 0 && !m.users.is_empty()) {
                let tasks = m.users.iter().map(|&u| m.placement.tasks[u].clone()).collect();
                docket.moment(&fluid::present(&pool, &m.users), Placement { tasks }, m.period * period);
            }
            out.judged("ps-dsf-servers", &docket);
        }
        Ok(())
    }
}

/// Users beyond which there is no curve for each.
const MOST_CURVES: usize = 8;

fn report<T>(read: &Read<T>, file: &Path, out: &mut Drawn) {
    out.value(file.display().to_string(), "rows read", None, read.rows as f64);
    out.value(
        file.display().to_string(),
        "rows left out",
        None,
        read.left_out.iter().map(|l| l.count as f64).sum(),
    );
    for left in &read.left_out {
        out.notes.push(format!(
            "{}: {} rows left out: {} (first in line {})",
            file.display(),
            left.count,
            left.reason,
            left.line
        ));
    }
}
