//! The parts of a cluster, ready to be written as an instance file.

use std::collections::{BTreeMap, BTreeSet};

use super::alike::Budget;
use super::division::Queue;
use crate::document::{InputError, Node, Read, Value};
use crate::model::Model as _;
use crate::model::cluster::{Cluster, MOST_AUDITED, MOST_PAIRS, Pool};
use crate::scalar::{Rational, Scalar, sum};
use crate::workbench::Assumption;
use crate::workbench::beside::{ASSUMED, BUDGETS, CLUSTER, DATE, GANGS, NAMES, PRIORITY, TOGETHER};

/// The resources, servers and users of an imported cluster.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The names of the resources.
    pub(super) resources: Vec<String>,
    /// The name, the capacity of one server and the number of servers of each kind.
    pub(super) servers: Vec<(String, Vec<Value>, usize)>,
    /// The users, in the order of the instance.
    pub(super) users: Vec<User>,
    /// The sets of eligible servers, one flag per server.
    pub(super) rows: Vec<Vec<bool>>,
    /// The queues above the users, by path.
    pub(super) nodes: BTreeMap<String, Queue>,
    /// `true` if it is known which tasks run, although none may.
    pub(super) placed: bool,
    /// The gang of each task that is in one, by name of the task.
    pub(super) gangs: BTreeMap<String, String>,
    /// The number of tasks that each gang needs, by its name; all of them where there is none.
    pub(super) needs: BTreeMap<String, usize>,
    /// The name of the cluster and the date of the state, if known.
    pub(super) place: (Option<String>, Option<String>),
}

/// A user of an imported cluster.
#[derive(Debug)]
pub(super) struct User {
    pub(super) name: String,
    /// The team of which it is a shape of tasks.
    pub(super) team: String,
    /// Demand per task, one value per resource.
    pub(super) demand: Vec<Value>,
    /// Total number of tasks; `None` without a limit.
    pub(super) tasks: Option<Value>,
    pub(super) weight: Rational,
    /// The path of the queue that holds the user; empty for the root.
    pub(super) path: String,
    /// The priority of its tasks.
    pub(super) priority: i64,
    /// The budget of disruptions of its tasks.
    pub(super) budget: Option<Budget>,
    /// The index of its set of eligible servers.
    pub(super) row: usize,
    /// Number of running tasks on each server, by index of the server.
    pub(super) running: BTreeMap<usize, usize>,
    /// The number of its waiting tasks in each gang, by name of the gang.
    pub(super) groups: BTreeMap<String, usize>,
    /// The names of running tasks on each server, in the order in which they would be stopped.
    pub(super) names: BTreeMap<usize, Vec<String>>,
}

/// The largest common denominator of weights that are made whole.
const MOST_DENOMINATOR: i64 = 1_000_000;

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The weights as the smallest integers in proportion to them; `None` if that takes large numbers. Only the
/// proportion matters.
fn in_whole_numbers(weights: &[Rational]) -> Option<Vec<Rational>> {
    let small: Vec<(i64, i64)> = weights.iter().map(Rational::small).collect::<Option<_>>()?;
    let mut common = 1i64;
    for (_, d) in &small {
        common = (common / gcd(common, *d)).checked_mul(*d).filter(|common| *common <= MOST_DENOMINATOR)?;
    }
    if common == 1 {
        return None;
    }
    let whole = small.iter().map(|(n, d)| n.checked_mul(common / d)).collect::<Option<Vec<i64>>>()?;
    let all = whole.iter().fold(0, |all, n| gcd(all, *n));
    Some(whole.into_iter().map(|n| Rational::int(n / all)).collect())
}

impl Parts {
    /// Replaces the weights by integers in proportion, the form in which some products write them.
    pub(super) fn weigh_in_whole_numbers(&mut self) {
        let of_users = self.users.iter_mut().map(|user| &mut user.weight);
        let all = of_users.chain(self.nodes.values_mut().map(|node| &mut node.shares)).collect::<Vec<_>>();
        let weights: Vec<Rational> = all.iter().map(|weight| (*weight).clone()).collect();
        all.into_iter()
            .zip(in_whole_numbers(&weights).unwrap_or_default())
            .for_each(|(to, whole)| *to = whole);
    }

    /// Merges servers of equal capacities and equal eligible users into one row, named after the first; running
    /// tasks are added.
    pub(super) fn merge_like_servers(&mut self) {
        let mut class_of: BTreeMap<(Vec<String>, Vec<bool>), usize> = BTreeMap::new();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        let mut class_of_server = Vec::new();
        let used: BTreeSet<usize> = self.users.iter().map(|user| user.row).collect();
        for (i, (_, capacity, _)) in self.servers.iter().enumerate() {
            let amounts = capacity.iter().map(|amount| format!("{amount:?}")).collect();
            let users = used.iter().map(|row| self.rows[*row][i]).collect();
            let class = *class_of.entry((amounts, users)).or_insert(classes.len());
            if class == classes.len() {
                classes.push(Vec::new());
            }
            classes[class].push(i);
            class_of_server.push(class);
        }
        let class = |members: &Vec<usize>| {
            let count = members.iter().map(|&i| self.servers[i].2).sum();
            let (name, capacity, _) = &self.servers[members[0]];
            (name.clone(), capacity.clone(), count)
        };
        let servers = classes.iter().map(class).collect();
        for user in &mut self.users {
            let mut running = BTreeMap::new();
            for (i, tasks) in &user.running {
                let sum: &mut usize = running.entry(class_of_server[*i]).or_default();
                *sum = sum.saturating_add(*tasks);
            }
            user.running = running;
            let mut names: BTreeMap<usize, Vec<String>> = BTreeMap::new();
            for (i, some) in std::mem::take(&mut user.names) {
                names.entry(class_of_server[i]).or_default().extend(some);
            }
            user.names = names;
        }
        for row in &mut self.rows {
            *row = classes.iter().map(|members| row[members[0]]).collect();
        }
        self.servers = servers;
    }

    /// The terms of each queue, without caps that bind nothing. A floor is at most its cap.
    fn terms(&self) -> Value {
        let all = |r: usize| {
            let on = |(_, row, count): &(String, Vec<Value>, usize)| match &row[r] {
                Value::Number(amount) => amount * Rational::int(i64::try_from(*count).unwrap_or(i64::MAX)),
                _ => Rational::zero(),
            };
            sum(self.servers.iter().map(on))
        };
        let all: Vec<Rational> = (0..self.resources.len()).map(all).collect();
        let of = |node: &Queue| {
            let cap = |r: usize| node.cap.get(&self.resources[r]).filter(|cap| **cap < all[r]);
            let caps = |r| cap(r).map_or_else(|| Value::text("inf"), |cap| Value::Number(cap.clone()));
            let floor = |r: usize| {
                let floor = node.floor.get(&self.resources[r]).cloned().unwrap_or_else(Rational::zero);
                Value::Number(cap(r).map_or(floor.clone(), |cap| floor.min(cap.clone())))
            };
            let rows = |of: &dyn Fn(usize) -> Value| Value::List((0..all.len()).map(of).collect());
            let (weight, own) = (Value::Number(node.shares.clone()), Value::Bool(node.own_terms));
            let terms =
                [("weight", weight), ("floor", rows(&floor)), ("cap", rows(&caps)), ("own-terms", own)];
            Value::table(terms)
        };
        Value::Table(self.nodes.iter().map(|(path, node)| (path.clone(), of(node))).collect())
    }

    /// The gangs of which several tasks run: users, servers and names; and the number of gangs that run more tasks than
    /// they need. Of these, the tasks that began first are the gang, as many as it needs.
    fn gangs(&self) -> (Vec<Value>, usize) {
        let mut gangs: BTreeMap<&String, BTreeMap<(usize, usize), Vec<&String>>> = BTreeMap::new();
        for (u, user) in self.users.iter().enumerate() {
            for (i, name) in user.names.iter().flat_map(|(i, names)| names.iter().map(move |name| (*i, name)))
            {
                if let Some(gang) = self.gangs.get(name) {
                    gangs.entry(gang).or_default().entry((u, i)).or_default().push(name);
                }
            }
        }
        let (mut list, mut above) = (Vec::new(), 0);
        for (gang, parts) in gangs {
            let runs: usize = parts.values().map(Vec::len).sum();
            let needs = self.needs.get(gang).map_or(runs, |needs| runs.min(*needs));
            if needs < 2 {
                continue;
            }
            above += usize::from(needs < runs);
            let mut left = needs;
            let part = |((u, i), names): ((usize, usize), Vec<&String>)| {
                // The names that would be stopped first come first.
                let held = &names[names.len().saturating_sub(left)..];
                left -= held.len();
                let part = || Value::List(vec![Value::index(u), Value::index(i), Value::texts(held)]);
                (!held.is_empty()).then(part)
            };
            list.push(Value::List(parts.into_iter().filter_map(part).collect()));
        }
        (list, above)
    }

    /// The waiting tasks of gangs of which several start together, by user.
    fn together(&self) -> Vec<Value> {
        let (mut run, mut wait): (BTreeMap<&String, usize>, BTreeMap<&String, usize>) = Default::default();
        for user in &self.users {
            let names = user.names.values().flatten().filter_map(|name| self.gangs.get(name));
            names.for_each(|gang| *run.entry(gang).or_default() += 1);
            user.groups.iter().for_each(|(gang, count)| *wait.entry(gang).or_default() += count);
        }
        let mut together = Vec::new();
        for (u, user) in self.users.iter().enumerate() {
            for (gang, count) in &user.groups {
                let (runs, waits) = (run.get(gang).copied().unwrap_or(0), wait[gang]);
                let needs = self.needs.get(gang).copied().unwrap_or(runs + waits).saturating_sub(runs);
                // Tasks of other users may be the rest of what the gang needs.
                let least = needs.saturating_sub(waits - count);
                if least > 1 {
                    together.push(Value::table([
                        ("name", Value::text(gang)),
                        ("user", Value::index(u)),
                        ("tasks", Value::index(*count)),
                        ("least", Value::index(least)),
                    ]));
                }
            }
        }
        together
    }

    /// The budgets of disruptions of users.
    fn budgets(&self) -> Vec<Value> {
        let mut budgets: BTreeMap<&Budget, Vec<usize>> = BTreeMap::new();
        for (u, user) in self.users.iter().enumerate() {
            user.budget.iter().for_each(|budget| budgets.entry(budget).or_default().push(u));
        }
        let one = |((name, allowed), users): (&Budget, Vec<usize>)| {
            let (users, allowed) = (Value::indexes(users), Value::index(*allowed));
            Value::table([("name", Value::text(name)), ("users", users), ("allowed", allowed)])
        };
        budgets.into_iter().map(one).collect()
    }

    /// The instance as a cluster; `stock` and `file` are the names of the files of servers and users in errors. With
    /// `endless`, tasks are unlimited.
    pub(super) fn pool(&self, endless: bool, stock: &str, file: &str) -> Read<Pool> {
        let wrong = |file: &str, reason: &str| InputError::of(file.to_string(), "", reason.to_string());
        if self.servers.is_empty() {
            return Err(wrong(stock, "there is no machine that takes anything"));
        }
        if self.users.is_empty() {
            return Err(wrong(file, "no user asks for anything"));
        }
        let (many, servers) = (self.users.len(), self.servers.len());
        let teams: BTreeSet<&String> = self.users.iter().map(|u| &u.team).collect();
        for (many, what, most) in [(many, "users", MOST_AUDITED), (teams.len(), "teams", MOST_PAIRS)] {
            if many.saturating_mul(servers) > most {
                return Err(wrong(
                    file,
                    &format!(
                        "{many} {what} and {servers} servers are more than {most} pairs: make one row of like servers with --classes, or larger teams"
                    ),
                ));
            }
        }
        let field = |name: &str, value: Value| (name.to_string(), value);
        let list = |rows: Vec<Value>| Value::List(rows);
        let users = &self.users;
        let capacity = list(self.servers.iter().map(|(_, row, _)| list(row.clone())).collect());
        let mut fields = vec![field("capacity", capacity)];
        if self.servers.iter().any(|(.., count)| *count != 1) {
            fields.push(field("count", Value::indexes(self.servers.iter().map(|(.., count)| *count))));
        }
        fields.push(field("demand", list(users.iter().map(|u| list(u.demand.clone())).collect())));
        if users.iter().any(|u| u.weight != Rational::one()) {
            fields
                .push(field("weight", list(users.iter().map(|u| Value::Number(u.weight.clone())).collect())));
        }
        let used: BTreeSet<usize> = users.iter().map(|u| u.row).collect();
        if used.iter().any(|row| self.rows[*row].contains(&false)) {
            // Users with equal servers share one row.
            let mut first = BTreeMap::new();
            let row = |(k, user): (usize, &User)| match *first.entry(user.row).or_insert(k) {
                like if like < k => Value::index(like),
                _ => Value::indexes((0..servers).filter(|&i| self.rows[user.row][i])),
            };
            fields.push(field("eligible", list(users.iter().enumerate().map(row).collect())));
        }
        if !endless && users.iter().any(|u| u.tasks.is_some()) {
            let tasks = |u: &User| u.tasks.clone().unwrap_or_else(|| Value::text("inf"));
            fields.push(field("tasks", list(users.iter().map(tasks).collect())));
        }
        if self.placed || users.iter().any(|u| u.running.values().any(|tasks| *tasks > 0)) {
            let row = |u: &User| {
                Value::table(u.running.iter().map(|(i, tasks)| (i.to_string(), Value::index(*tasks))))
            };
            fields.push(field("running", list(users.iter().map(row).collect())));
        }
        if teams.len() < users.len() {
            fields.push(field("team", Value::texts(&users.iter().map(|u| &u.team).collect::<Vec<_>>())));
        }
        if users.iter().any(|u| !u.path.is_empty()) {
            fields.push(field("path", Value::texts(&users.iter().map(|u| &u.path).collect::<Vec<_>>())));
            fields.push(field("queue", self.terms()));
        }
        let names = |names: Vec<&String>| Value::texts(&names);
        fields.push(field("users", names(users.iter().map(|u| &u.name).collect())));
        fields.push(field("servers", names(self.servers.iter().map(|(name, ..)| name).collect())));
        fields.push(field("resources", names(self.resources.iter().collect())));
        Cluster::read_to_audit(&Node::new(file, &Value::Table(fields)))
    }

    /// The instance with the assumptions `assumed`, as [`Parts::pool`] reads it.
    pub(super) fn instance(
        self,
        endless: bool,
        assumed: &[Assumption],
        stock: &str,
        file: &str,
    ) -> Read<Value> {
        let instance = self.pool(endless, stock, file)?;
        let (field, users) = (|name: &str, value: Value| (name.to_string(), value), &self.users);
        // Numbers are written as in instance files: in lowest terms, without units.
        let mut written = vec![field("model", Value::text("cluster"))];
        written.extend(Cluster::write(&instance).fields().iter().cloned());
        let named = users
            .iter()
            .enumerate()
            .flat_map(|(u, user)| user.names.iter().map(move |(i, names)| (u, *i, names)));
        let named: Vec<Value> = named
            .map(|(u, i, names)| Value::List(vec![Value::index(u), Value::index(i), Value::texts(names)]))
            .collect();
        if !named.is_empty() {
            written.push(field(NAMES, Value::List(named)));
        }
        let together = if endless { Vec::new() } else { self.together() };
        let (gangs, above) = self.gangs();
        for (name, list) in [(GANGS, gangs), (TOGETHER, together), (BUDGETS, self.budgets())] {
            written.extend((!list.is_empty()).then(|| field(name, Value::List(list))));
        }
        let place = [(DATE, &self.place.1), (CLUSTER, &self.place.0)];
        let place =
            place.into_iter().filter_map(|(name, text)| Some(field(name, Value::text(text.as_ref()?))));
        place.for_each(|field| written.insert(1, field));
        if users.iter().any(|u| u.priority != users[0].priority) {
            let priorities = users.iter().map(|u| Value::Integer(u.priority)).collect();
            written.insert(1, field(PRIORITY, Value::List(priorities)));
        }
        let words = "Of a gang that runs more tasks than it needs, as many as it needs stop together, and the others one by one.";
        let made = |count| Assumption { field: "minMember".to_string(), count, words: words.to_string() };
        let above = (above > 0).then(|| made(above));
        let all: Vec<Value> = assumed.iter().chain(&above).map(Assumption::to_value).collect();
        if !all.is_empty() {
            written.insert(1, field(ASSUMED, Value::List(all)));
        }
        Ok(Value::Table(written))
    }
}
