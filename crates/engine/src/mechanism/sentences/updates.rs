//! Algorithm I of khamse2017 as printed in words, update by update: the users with the smallest level, those who
//! release tasks, and the rise of the former.

use fairwitness_kernel::specification::cluster::ps_dsf_printed::{Event, Update, first};
use fairwitness_kernel::specification::per_server::{PerServer, Server};

use super::filling::TIME;
use super::per_server::each_alone;
use super::{agents, listed, on_server, over, placed, verb};
use crate::arithmetic::{added, held};
use crate::document::Value;
use crate::model::cluster::{Cluster, Division, Placement, Pool};
use crate::scalar::{Rational, Scalar, sum};
use crate::trace::{Step, Trace};

/// The run of the algorithm that led to `events`; `end` is `None` if the run did not end.
pub fn updates(
    (pool, division): (&Pool, Division),
    view: &PerServer<'_>,
    events: &[Event],
    end: Option<Placement>,
) -> Trace<Cluster> {
    let mut steps = each_alone(pool, view, division);
    steps.push(start(pool, &first(view)));
    // The number of updates before each round.
    let (mut updates, mut before, mut again) = (0, Vec::new(), None);
    for event in events {
        match event {
            Event::Round => before.push(updates),
            Event::Again(round) => again = Some(*round),
            Event::Update(update) => {
                updates += 1;
                let told = Told { pool, division, server: &view.servers[update.server], update };
                steps.push(told.step(updates, before.len()));
            }
        }
    }
    match (&end, again) {
        (Some(end), _) => {
            steps.push(Step::new("end", "A round over all servers changes nothing, so the algorithm ends."));
            steps.push(placed(pool, end));
        }
        (None, Some(first)) => {
            let whence = match before[first] {
                0 => ", the start".to_string(),
                updates => format!(", that after update {updates}"),
            };
            let says = format!(
                "Round {} begins with the allocation with which round {} began{whence}. So the same updates follow again, and the \
                 algorithm never ends.",
                before.len() + 1,
                first + 1,
            );
            steps.push(Step::new("endless", says));
        }
        (None, None) => {
            let says = "The numbers grow, and no end of the algorithm is in sight; the steps stop here.";
            steps.push(Step::new("endless", says));
        }
    }
    Trace { steps, end }
}

/// The start of the algorithm: a line for each user with its tasks on each server.
fn start(pool: &Pool, x: &Placement) -> Step {
    let servers: Vec<String> = (0..pool.servers()).map(|i| pool.server_name(i)).collect();
    let says = format!(
        "The algorithm starts from there: each server by itself is filled. The second index of x counts the servers: {}.",
        listed(&servers)
    );
    let mut step = Step::new("start", says).with("placement", Value::matrix(&x.tasks));
    for (u, row) in x.tasks.iter().enumerate() {
        let on = |(i, tasks): (usize, &Rational)| format!("{} = {tasks}", on_server(u, i, pool.servers()));
        let all: Vec<String> = row.iter().enumerate().map(on).collect();
        step = step.line(all.join(", "), format!("tasks of {}", pool.user_name(u)));
    }
    step
}

/// An update on one server.
struct Told<'a> {
    pool: &'a Pool,
    division: Division,
    server: &'a Server<'a>,
    update: &'a Update,
}

impl Told<'_> {
    /// The name of resource `r` of the server.
    fn resource(&self, r: usize) -> String {
        match self.division {
            Division::Resource => self.pool.resource_name(r),
            Division::Time => TIME.to_string(),
        }
    }

    /// The tasks of the user on the server before the update.
    fn here(&self, user: usize) -> &Rational {
        &self.update.before.tasks[user][self.update.server]
    }

    /// The virtual dominant share of the user on the server before the update.
    fn share(&self, user: usize) -> Rational {
        self.update.before.total(user) / &self.server.unit[user]
    }

    /// The step of the update, which is the `number`th of the run, in the `round`th round.
    fn step(&self, number: usize, round: usize) -> Step {
        let Update { server: i, lowest, minimal, chosen, z, beta, .. } = self.update;
        let released: Vec<usize> = chosen.iter().filter_map(|(_, user)| *user).collect();
        let on = self.pool.server_name(*i);
        let round = if round > 1 { format!(" (round {round})") } else { String::new() };
        let who = format!("{} {}", agents("user", minimal), if minimal.len() == 1 { "has" } else { "have" });
        let lowest = format!("the lowest virtual dominant share, {lowest}; {}", self.full());
        let says = format!("Update {number} on {on}{round}: {who} {lowest}.");
        let mut step = Step::new("update", says)
            .with("server", Value::index(*i))
            .with("lowest", Value::indexes(minimal.iter().copied()))
            .with("released", Value::indexes(released.iter().copied()))
            .with("z", Value::Number(z.clone()))
            .with("beta", Value::Number(beta.clone()));
        let mut compared: Vec<usize> = minimal.iter().chain(&released).copied().collect();
        compared.dedup();
        for u in compared {
            let own: Vec<Rational> =
                self.update.before.tasks[u].iter().filter(|x| x.is_positive()).cloned().collect();
            let all = match own.len() {
                0 | 1 => held(&self.update.before.total(u)),
                _ => format!("({})", added(&own)),
            };
            let (user, server) = (self.pool.user_name(u), self.pool.server_name(*i));
            let line = format!("{all} / {} = {}", held(&self.server.unit[u]), self.share(u));
            step = step.line(line, format!("the virtual dominant share of {user} on {server}"));
        }
        for (r, rise) in &self.update.room {
            step = self.room(step, *r, rise, &released);
        }
        step = step.line(format!("z = {z}"), "the smallest of these: the rise for which there is room");
        self.moved(self.beta(step, &released), &released)
    }

    /// The resources that are used up and the users that release them, in words.
    fn full(&self) -> String {
        let Update { minimal, chosen, .. } = self.update;
        let full = |(r, user): &(usize, Option<usize>)| {
            let name = self.resource(*r);
            match user {
                Some(u) => {
                    let (user, share) = (self.pool.user_name(*u), self.share(*u));
                    format!(
                        "{name} is used up, and {user} has the highest share of those that use it, {share}"
                    )
                }
                None => format!("{name} is used up"),
            }
        };
        if chosen.is_empty() {
            let who = if minimal.len() == 1 { "the user needs" } else { "these users need" };
            format!("no resource that {who} is used up")
        } else {
            chosen.iter().map(full).collect::<Vec<_>>().join("; ")
        }
    }

    /// Adds the rise for which resource `r` has room.
    fn room(&self, step: Step, r: usize, rise: &Rational, released: &[usize]) -> Step {
        let (server, minimal) = (self.server, &self.update.minimal);
        let used = |u: usize| self.here(u) * &server.load[u][r];
        let there: Vec<usize> =
            (0..self.pool.users()).filter(|u| !released.contains(u) && !used(*u).is_zero()).collect();
        let signed =
            |x: &Rational| if x.is_negative() { format!(" + {}", x.abs()) } else { format!(" - {x}") };
        let mut taken: Vec<String> = there.iter().map(|&u| signed(&used(u))).collect();
        // A user that is chosen for two resources releases its tasks twice.
        let twice = &self.update.free[r] - (&server.capacity[r] - sum(there.iter().map(|&u| used(u))));
        let counted = if twice.is_zero() {
            ""
        } else {
            taken.push(signed(&-twice));
            ", which count once for each resource that is used up"
        };
        let room = match &taken[..] {
            [] => held(&server.capacity[r]),
            _ => format!("({}{})", server.capacity[r], taken.concat()),
        };
        let takes = minimal.iter().map(|&u| &server.unit[u] * &server.load[u][r]);
        let takes: Vec<Rational> = takes.filter(Scalar::is_positive).collect();
        let takes = if let [one] = &takes[..] { held(one) } else { format!("({})", added(&takes)) };
        let without = match &sorted(released)[..] {
            [] => String::new(),
            users => format!(" without the tasks of {} here", agents("user", users)),
        };
        step.line(
            format!("{room} / {takes} = {rise}"),
            format!(
                "{}: what is free{without}{counted}, over what {} {} while the lowest share rises by 1",
                self.resource(r),
                agents("user", minimal),
                verb(minimal.len(), "take")
            ),
        )
    }

    /// Adds the part of the rise that is carried out.
    fn beta(&self, step: Step, released: &[usize]) -> Step {
        let Update { lowest, z, beta, .. } = self.update;
        if released.is_empty() {
            return step.line("beta = 1", "no user releases anything");
        }
        let falls = |u: usize| self.here(u) / &self.server.unit[u];
        let limits = released.iter().filter(|&&u| (z + falls(u)).is_positive()).map(|&u| {
            format!(", ({} - {lowest}) / ({z} + {})", self.share(u), over(self.here(u), &self.server.unit[u]))
        });
        step.line(
            format!("beta = min(1{}) = {beta}", limits.collect::<String>()),
            "the part of the rise after which the lowest share is not above that of a user that releases: the difference of the two \
             shares, over what the one gains and the other loses in a whole rise",
        )
    }

    /// Adds the tasks after the update.
    fn moved(&self, mut step: Step, released: &[usize]) -> Step {
        let Update { server: i, minimal, z, beta, before, .. } = self.update;
        let mut x = before.clone();
        for &u in minimal {
            let (unit, old) = (&self.server.unit[u], &before.tasks[u][*i]);
            x.tasks[u][*i] = old + beta * unit * z;
            let product = format!("{} * {} * {}", held(beta), held(unit), held(z));
            let tasks = on_server(u, *i, self.pool.servers());
            let line = format!("{tasks} = {old} + {product} = {}", x.tasks[u][*i]);
            step = step.line(line, format!("user {} rises", u + 1));
        }
        let kept = Rational::one() - beta;
        for u in sorted(released) {
            let old = x.tasks[u][*i].clone();
            x.tasks[u][*i] = &kept * &old;
            let (tasks, part) = (on_server(u, *i, self.pool.servers()), held(&kept));
            let line = format!("{tasks} = {part} * {} = {}", held(&old), x.tasks[u][*i]);
            step = step.line(line, format!("user {} keeps this part", u + 1));
        }
        step.with("placement", Value::matrix(&x.tasks))
    }
}

/// The users in increasing order, each once.
fn sorted(users: &[usize]) -> Vec<usize> {
    let mut users = users.to_vec();
    users.sort_unstable();
    users.dedup();
    users
}
