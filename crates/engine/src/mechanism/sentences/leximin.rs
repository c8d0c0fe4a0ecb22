//! Leximin rounds in words: shares rise together, and a sum of capacities proves for each round that its level is
//! the last.

use fairwitness_kernel::linear::Round;
use fairwitness_kernel::specification::cluster::share::{ShareFair, Yardstick};

use super::{agents, capital, ended, listed, of_user, on_server, over, smallest, sum_of, verb};
use crate::arithmetic::added;
use crate::document::Value;
use crate::linear::Leximin;
use crate::model::cluster::{Cluster, Meaning, Polytope, Pool};
use crate::scalar::{Int, Rational, Scalar, common_denominator, sum};
use crate::trace::{BOUND, Step, Trace};

/// The data of a run that all rounds share.
struct Run<'a> {
    pool: &'a Pool,
    polytope: &'a Polytope,
    /// The users that can run a task.
    running: Vec<usize>,
    /// Tasks that make a share of one, weights included, for each of `running`.
    unit: Vec<Rational>,
    /// The quantity compared: `fraction` or `dominant share`.
    share: &'static str,
}

/// The rounds of a share-fair mechanism, as they were found on `polytope`.
pub fn leximin(
    specification: &ShareFair,
    pool: &Pool,
    polytope: &Polytope,
    found: &Leximin,
) -> Trace<Cluster> {
    let levels = specification.levels(pool, polytope);
    let yardstick = specification.yardstick;
    let running: Vec<usize> = (0..pool.users()).filter(|&u| pool.can_run(u)).collect();
    let unit = levels.iter().map(|level| Rational::one() / &level[0].1).collect();
    let share = if yardstick == Yardstick::Servers { "fraction" } else { "dominant share" };
    let run = Run { pool, polytope, running, unit, share };
    let (mut steps, mut bounds) = (vec![run.yardsticks(yardstick)], Vec::new());
    let mut settled: Vec<Option<Rational>> = vec![None; run.running.len()];
    for (k, round) in found.rounds.iter().enumerate() {
        let told = Told { run: &run, k, round, settled: &settled, sums: Sums::of(&run, round) };
        steps.push(told.rise());
        bounds.push(told.bound());
        for (settled, weight) in settled.iter_mut().zip(&round.weights) {
            if weight.is_positive() && settled.is_none() {
                *settled = Some(round.level.clone());
            }
        }
    }
    ended(pool, steps, polytope.placement(&found.point), bounds)
}

/// The sums of a round in integers: the weighted rows, and the weighted levels below them.
struct Sums {
    /// The sum of the rows: one coefficient per variable of the polytope.
    left: Vec<Rational>,
    right: Rational,
    /// The weights of the levels, one per running user.
    weights: Vec<Rational>,
    /// The limits that are summed, as phrases.
    rows: Vec<String>,
    /// The multiple of each limit in the sum.
    factors: Vec<Rational>,
}

impl Sums {
    fn of(run: &Run<'_>, round: &Round) -> Sums {
        let rows = &run.polytope.program.rows;
        let mut left = vec![Rational::zero(); run.polytope.pairs.len()];
        let mut right = Rational::zero();
        for (row, y) in rows.iter().zip(&round.multipliers) {
            row.terms.iter().for_each(|(v, c)| left[*v] = &left[*v] + c * y);
            right = right + &row.bound * y;
        }
        let by_task: Vec<Rational> =
            round.weights.iter().zip(&run.unit).map(|(weight, unit)| weight / unit).collect();
        // Integers without a common divisor are easiest to read.
        let all: Vec<&Rational> =
            left.iter().chain(&by_task).chain(&round.weights).filter(|x| !x.is_zero()).collect();
        let mut scale = Rational::from_int(&common_denominator(all.iter().copied()));
        let common = all.iter().fold(Int::from(0i64), |gcd, x| gcd.gcd(&(*x * &scale).numerator()));
        if common.signum() > 0 {
            scale = scale / Rational::from_int(&common);
        }
        let times = |row: &[Rational]| row.iter().map(|x| x * &scale).collect::<Vec<_>>();
        let named = || round.multipliers.iter().enumerate().filter(|(_, y)| !y.is_zero());
        Sums {
            left: times(&left),
            right: right * &scale,
            weights: times(&round.weights),
            rows: named().map(|(k, _)| run.row(k)).collect(),
            factors: named().map(|(_, y)| y * &scale).collect(),
        }
    }

    /// The limits of the sum with their multiples: `2 times the capacity of resource 1`.
    fn said(&self) -> String {
        let times = |(row, factor): (&String, &Rational)| {
            let of =
                if row.starts_with("the tasks") { row.clone() } else { format!("the capacity of {row}") };
            if *factor == Rational::one() { of } else { format!("{factor} times {of}") }
        };
        let all: Vec<String> = self.rows.iter().zip(&self.factors).map(times).collect();
        format!("{}{}", listed(&all), if all.len() > 1 { ", added up" } else { "" })
    }
}

impl Run<'_> {
    /// The limit that row `k` of the polytope expresses, as a phrase.
    fn row(&self, k: usize) -> String {
        match self.polytope.meanings[k] {
            Meaning::Capacity(_, r) if self.pool.servers() == 1 => self.pool.resource_name(r),
            Meaning::Capacity(i, r) => {
                format!("{} of {}", self.pool.resource_name(r), self.pool.server_name(i))
            }
            Meaning::Tasks(u) => format!("the tasks that {} has", self.pool.user_name(u)),
        }
    }

    /// The first step: the number of tasks that make a full share of each user.
    fn yardsticks(&self, yardstick: Yardstick) -> Step {
        let pool = self.pool;
        let says = match yardstick {
            Yardstick::Pool => {
                "A user's dominant share is the largest part of any resource of the whole pool that its tasks take. \
                 First, the number h of tasks that would take all of the user's dominant resource."
            }
            Yardstick::Eligible => {
                "A user's dominant share is the largest part that its tasks take of any resource of the servers on which \
                 the user can run. First, the number h of tasks that would take all of the user's dominant resource there."
            }
            Yardstick::Servers => {
                "Users are compared by the fraction of the tasks that each could run with the whole cluster to itself, \
                 placement constraints left aside. First, the number h of these tasks."
            }
        };
        let mut step = Step::new("yardstick", says);
        let mut all = vec![Rational::zero(); pool.users()];
        for (&u, unit) in self.running.iter().zip(&self.unit) {
            let (whole, weight) = (unit / pool.weight(u, 0), pool.weight(u, 0));
            all[u].clone_from(unit);
            let (formula, because) = match yardstick {
                Yardstick::Servers => self.of_servers(u, &whole),
                _ => self.of_capacities(yardstick, u, &whole),
            };
            step.put(format!("h{} = {formula}", u + 1), because);
            if *weight != Rational::one() {
                let because = format!("{} has the weight {weight}", pool.user_name(u));
                step.put(format!("w{0} h{0} = {unit}", u + 1), because);
            }
        }
        let idle: Vec<usize> = (0..pool.users()).filter(|u| !self.running.contains(u)).collect();
        if !idle.is_empty() {
            step.says += &format!(" {} can run no task anywhere.", capital(&agents("user", &idle)));
        }
        step.with("tasks_of_a_full_share", Value::numbers(&all))
    }

    /// The tasks of user `u` that take all of its dominant resource, `whole`, with the reason.
    fn of_capacities(&self, yardstick: Yardstick, u: usize, whole: &Rational) -> (String, String) {
        let demand = &self.pool.demand[u];
        let capacity = |r: usize| yardstick.capacity(self.pool, u, r);
        let dominant = |r: &usize| demand[*r].is_positive() && capacity(*r) / &demand[*r] == *whole;
        let r = (0..demand.len()).find(dominant).unwrap_or_default();
        let (name, all) = (self.pool.resource_name(r), capacity(r));
        let place = if yardstick == Yardstick::Pool { "in all" } else { "on these servers" };
        let because = format!("{name}: there are {all} {place}, and a task takes {}", demand[r]);
        (format!("{} = {whole}", over(&all, &demand[r])), because)
    }

    /// The tasks of user `u` for which each server has room, `whole` in all, with the reason.
    fn of_servers(&self, u: usize, whole: &Rational) -> (String, String) {
        let (pool, demand) = (self.pool, &self.pool.demand[u]);
        let parts: Vec<Rational> = (0..pool.servers()).map(|i| pool.whole_server(u, i)).collect();
        let room = |i: usize| {
            let demanded = (0..pool.resources()).filter(|&r| demand[r].is_positive());
            let all: Vec<String> = demanded.map(|r| over(&pool.capacity[i][r], &demand[r])).collect();
            match pool.rate {
                None => format!("{} = {}", smallest(&all), parts[i]),
                Some(_) => parts[i].to_string(),
            }
        };
        if let [_] = &parts[..] {
            let (user, server) = (pool.user_name(u), pool.server_name(0));
            return (room(0), format!("the tasks of {user} for which {server} has room"));
        }
        let on = (0..parts.len()).map(|i| format!("{} has room for {}", pool.server_name(i), room(i)));
        let on: Vec<String> = on.collect();
        (format!("{} = {whole}", added(&parts)), format!("{}: {}", pool.user_name(u), on.join("; ")))
    }
}

/// A round in words.
struct Told<'a> {
    run: &'a Run<'a>,
    /// The number of the round, from 0.
    k: usize,
    round: &'a Round,
    /// The levels that earlier rounds settled, one per running user.
    settled: &'a [Option<Rational>],
    sums: Sums,
}

impl Told<'_> {
    /// The users, from their places among those that can run a task.
    fn users(&self, chosen: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.settled.len()).filter(|&at| chosen(at)).map(|at| self.run.running[at]).collect()
    }

    /// The users whose level the round fixes.
    fn fixed(&self) -> Vec<usize> {
        self.users(|at| self.settled[at].is_none() && self.round.weights[at].is_positive())
    }

    /// The step of the round: the rise up to its level.
    fn rise(&self) -> Step {
        let (run, sums, level, settled) = (self.run, &self.sums, &self.round.level, self.settled);
        let (rising, fixed) = (self.users(|at| settled[at].is_none()), self.fixed());
        let plural = if rising.len() == 1 { "" } else { "s" };
        let says = format!(
            "Round {}: the {}{plural} of {} {} {}{} {level}. There {} used up, so {} {} at {level}.",
            self.k + 1,
            run.share,
            agents("user", &rising),
            verb(rising.len(), "rise"),
            if rising.len() > 1 { "together " } else { "" },
            if self.k == 0 { "from 0 to" } else { "on to" },
            match &sums.rows[..] {
                [] => "no capacity is left to be".to_string(),
                [one] => format!("{one} is"),
                many => format!("{} are", listed(many)),
            },
            agents("user", &fixed),
            verb(fixed.len(), "stay"),
        );
        let of = |(at, &u): (usize, &usize)| match &settled[at] {
            None => format!("{} = {}", of_user(u), sum_of(&[(run.unit[at].clone(), "t".to_string())])),
            Some(level) => format!("{} = {}", of_user(u), level * &run.unit[at]),
        };
        let tasks: Vec<String> = run.running.iter().enumerate().map(of).collect();
        let kept = if settled.iter().any(Option::is_some) { "; the others keep theirs" } else { "" };
        let step = Step::new("round", says)
            .with("level", Value::Number(level.clone()))
            .with("rising", Value::indexes(rising))
            .with("fixed", Value::indexes(fixed))
            .with("used_up", Value::texts(&sums.rows))
            .line(tasks.join(", "), format!("t is the {} of the users that rise{kept}", run.share));
        // Tasks times the rows' coefficients for each user, if the coefficients do not depend on the server.
        let (mut terms, mut fixed) = (Vec::new(), Rational::zero());
        for (at, take) in self.by_user().unwrap_or_default().iter().enumerate() {
            match &settled[at] {
                None => terms.push((take * &run.unit[at], "t".to_string())),
                Some(level) => fixed = fixed + take * &run.unit[at] * level,
            }
        }
        let rate = sum(terms.iter().map(|(x, _)| x.clone()));
        if !rate.is_positive() {
            return step
                .line(format!("t <= {level}"), format!("no larger t fits into {}", listed(&sums.rows)));
        }
        let plain = rate == Rational::one() && fixed.is_zero();
        terms.push((fixed, String::new()));
        let step = step.line(format!("{} <= {}", sum_of(&terms), sums.right), sums.said());
        if plain {
            return step;
        }
        let of_t = sum_of(&[(rate, "t".to_string())]);
        step.line(format!("t <= {level}"), format!("the terms with t make {of_t}"))
    }

    /// The coefficient of a task of each running user in the summed rows; `None` if it depends on the server.
    fn by_user(&self) -> Option<Vec<Rational>> {
        let pairs = || self.run.polytope.pairs.iter().zip(&self.sums.left);
        let of = |&u: &usize| {
            let mut own = pairs().filter(|((user, _), _)| *user == u).map(|(_, x)| x);
            let first = own.next()?;
            own.all(|x| x == first).then(|| first.clone())
        };
        self.run.running.iter().map(of).collect()
    }

    /// The summed rows: coefficients and tasks, of each user if one number serves all its servers.
    fn rows(&self) -> Vec<(Rational, String)> {
        let run = self.run;
        if let Some(by_user) = self.by_user() {
            return by_user.into_iter().zip(&run.running).map(|(x, &u)| (x, of_user(u))).collect();
        }
        let pairs = run.polytope.pairs.iter().zip(&self.sums.left);
        pairs.map(|(&(u, i), x)| (x.clone(), on_server(u, i, run.pool.servers()))).collect()
    }

    /// The certificate of the round as an inequality.
    fn bound(&self) -> Step {
        let (run, sums, level, settled) = (self.run, &self.sums, &self.round.level, self.settled);
        let (fixed, rows) = (self.fixed(), self.rows());
        let l = |at: usize| format!("l{}", run.running[at] + 1);
        let weighted = |at: &usize| (sums.weights[*at].clone(), l(*at));
        let shares: Vec<(Rational, String)> = (0..settled.len()).map(|at| weighted(&at)).collect();
        let active = (0..settled.len()).filter(|&at| settled[at].is_none());
        let known = (0..settled.len()).filter_map(|at| Some((at, settled[at].as_ref()?)));
        let earlier: Vec<_> = known.filter(|(at, _)| sums.weights[*at].is_positive()).collect();
        let (shares_of, how) = match fixed.len() {
            1 => (run.share.to_string(), ""),
            2 => (format!("{}s", run.share), " both"),
            _ => (format!("{}s", run.share), " all"),
        };
        let given = if earlier.is_empty() { "" } else { ", given the levels of the earlier rounds" };
        let concerned = || (0..settled.len()).filter(|&at| sums.weights[at].is_positive());
        let named: Vec<usize> = concerned().map(|at| run.running[at]).collect();
        let says = format!(
            "The {shares_of} of {} cannot{how} be larger, whatever the allocation{given}. Write {} for the {}{} of {}.",
            agents("user", &fixed),
            listed(&named.iter().map(|user| format!("l{}", user + 1)).collect::<Vec<_>>()),
            run.share,
            if named.len() == 1 { "" } else { "s" },
            agents("user", &named)
        );
        let unit = |at: usize| {
            format!("{} = {}", of_user(run.running[at]), sum_of(&[(run.unit[at].clone(), l(at))]))
        };
        let units: Vec<String> = concerned().map(unit).collect();
        let said = if sums.rows.is_empty() { "tasks are never negative".to_string() } else { sums.said() };
        let mut step = Step::new(BOUND, says)
            .with("round", Value::index(self.k))
            .with("level", Value::Number(level.clone()))
            .with("users", Value::indexes(fixed.iter().copied()))
            .line(format!("{} <= {}", sum_of(&rows), sums.right), said)
            .line(format!("{} <= {}", sum_of(&shares), sums.right), units.join(", "));
        let active: Vec<(Rational, String)> = active.map(|at| weighted(&at)).collect();
        let total = sum(active.iter().map(|(x, _)| x.clone()));
        let known = sum(earlier.iter().map(|(at, level)| &sums.weights[*at] * *level));
        let right = &sums.right - &known;
        if !earlier.is_empty() {
            let levels: Vec<_> = earlier.iter().map(|(at, level)| format!("{} = {level}", l(*at))).collect();
            let line = format!("{} <= {} - {known} = {right}", sum_of(&active), sums.right);
            step.put(line, format!("{} from an earlier round", listed(&levels)));
        }
        // For one user and one fraction the line above says it.
        if fixed.len() == 1 && total == Rational::one() && earlier.is_empty() {
            return step;
        }
        let names: Vec<String> = fixed.iter().map(|u| format!("l{}", u + 1)).collect();
        let (smallest, times) = match &names[..] {
            [one] => (one.clone(), one.clone()),
            _ => (format!("the smallest of {}", listed(&names)), "the smallest".to_string()),
        };
        let because = format!("the left side is at least {total} times {times}");
        step.line(format!("{smallest} <= {} = {level}", over(&right, &total)), because)
    }
}
