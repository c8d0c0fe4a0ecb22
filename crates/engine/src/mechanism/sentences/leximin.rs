//! Traces of leximin rounds: shares rise together, and a sum of capacities proves for each round that its
//! level is the last.

use fairwitness_kernel::linear::Round;
use fairwitness_kernel::specification::Specification;
use fairwitness_kernel::specification::cluster::share::ShareFair;

use super::phrases::{agents, capital, listed, of_user, on_server, over, sum_of, verb};
use super::placed::placed;
use crate::arithmetic::added;
use crate::document::Value;
use crate::linear::{Halt, Patience, leximin_by_rounds};
use crate::model::cluster::{Cluster, Division, Meaning, Polytope, Pool};
use crate::model::refusal::Refusal;
use crate::scalar::{Int, Rational, Scalar, common_denominator, sum};
use crate::trace::{BOUND, Step, Trace, too_many};

/// The largest number of user-server pairs for which rounds are traced.
const MOST_PAIRS: usize = 400;

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

/// Traces the rounds of a share-fair mechanism.
///
/// # Errors
/// The refusal of the mechanism, or of an instance that is too large to trace.
pub(in crate::mechanism) fn leximin(
    specification: &ShareFair,
    pool: &Pool,
    patience: &Patience,
) -> Result<Trace<Cluster>, Halt<Refusal>> {
    specification.domain(pool)?;
    let polytope = Polytope::of(pool, Division::Resource);
    if polytope.pairs.len() > MOST_PAIRS {
        return Err(too_many().into());
    }
    let levels = specification.levels(pool, &polytope);
    let found = leximin_by_rounds(&polytope.program, &levels, patience)
        .map_err(|halt| halt.map(|error| Refusal::Undecided(error.to_string())))?;
    let of_pool = matches!(specification.id(), "drfh" | "c-drfh");
    let running: Vec<usize> = (0..pool.users()).filter(|&u| pool.can_run(u)).collect();
    let unit = levels.iter().map(|level| Rational::one() / &level[0].1).collect();
    let share = if of_pool { "dominant share" } else { "fraction" };
    let run = Run { pool, polytope: &polytope, running, unit, share };
    let end = polytope.placement(&found.point);
    let mut steps = vec![run.yardsticks(of_pool)];
    let mut bounds = Vec::new();
    let mut settled: Vec<Option<Rational>> = vec![None; run.running.len()];
    for (k, round) in found.rounds.iter().enumerate() {
        let sums = Sums::of(&run, round);
        steps.push(run.rise(k, round, &settled, &sums));
        bounds.push(run.bound(k, round, &settled, &sums));
        for (at, weight) in round.weights.iter().enumerate() {
            if weight.is_positive() && settled[at].is_none() {
                settled[at] = Some(round.level.clone());
            }
        }
    }
    steps.push(placed(pool, &end));
    steps.extend(bounds);
    Ok(Trace { steps, end: Some(end) })
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
        let unit = common_denominator(all.iter().copied());
        let mut scale = Rational::from_int(&unit);
        let common = all.iter().fold(Int::from(0i64), |gcd, x| gcd.gcd(&(*x * &scale).numerator()));
        if common.signum() > 0 {
            scale = scale / Rational::from_int(&common);
        }
        let named = rows.iter().enumerate().filter(|(k, _)| !round.multipliers[*k].is_zero());
        let factors = named.clone().map(|(k, _)| &round.multipliers[k] * &scale).collect();
        let rows = named.map(|(k, _)| run.row(k)).collect();
        let times = |row: Vec<Rational>| row.into_iter().map(|x| x * &scale).collect::<Vec<_>>();
        Sums {
            left: times(left),
            right: right * &scale,
            weights: times(round.weights.clone()),
            rows,
            factors,
        }
    }
}

impl Sums {
    /// The limits of the sum with their multiples: `2 times the capacity of resource 1`.
    fn said(&self) -> String {
        let times = |(row, factor): (&String, &Rational)| {
            let of =
                if row.starts_with("the tasks") { row.clone() } else { format!("the capacity of {row}") };
            if *factor == Rational::one() { of } else { format!("{factor} times {of}") }
        };
        let all: Vec<String> = self.rows.iter().zip(&self.factors).map(times).collect();
        let sum = if all.len() > 1 { ", added up" } else { "" };
        format!("{}{sum}", listed(&all))
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

    fn users(&self, of: impl Iterator<Item = usize>) -> Vec<usize> {
        of.map(|at| self.running[at]).collect()
    }

    /// The first step: the number of tasks that make a full share of each user.
    fn yardsticks(&self, of_pool: bool) -> Step {
        let pool = self.pool;
        let says = if of_pool {
            "A user's dominant share is the largest part of any resource of the whole pool that its tasks take. \
             First, the number h of tasks that would take all of the user's dominant resource."
        } else {
            "Users are compared by the fraction of the tasks that each could run with the whole cluster to itself, \
             placement constraints left aside. First, the number h of these tasks."
        };
        let mut step = Step::new("yardstick", says);
        let mut all = vec![Rational::zero(); pool.users()];
        for (&u, unit) in self.running.iter().zip(&self.unit) {
            let whole = unit / pool.weight(u, 0);
            all[u].clone_from(unit);
            let (formula, because) = if of_pool {
                let pooled = pool.pooled();
                let dominant = (0..pool.resources())
                    .filter(|&r| pool.demand[u][r].is_positive())
                    .find(|&r| &pooled[r] / &pool.demand[u][r] == whole);
                let r = dominant.unwrap_or_default();
                (
                    format!("h{} = {} = {whole}", u + 1, over(&pooled[r], &pool.demand[u][r])),
                    format!(
                        "{}: there are {} in all, and a task takes {}",
                        pool.resource_name(r),
                        pooled[r],
                        pool.demand[u][r]
                    ),
                )
            } else {
                let parts: Vec<Rational> = (0..pool.servers()).map(|i| pool.whole_server(u, i)).collect();
                let room = |i: usize| {
                    let all: Vec<String> = (0..pool.resources())
                        .filter(|&r| pool.demand[u][r].is_positive())
                        .map(|r| over(&pool.capacity[i][r], &pool.demand[u][r]))
                        .collect();
                    let least =
                        if all.len() == 1 { all.concat() } else { format!("min({})", all.join(", ")) };
                    let plain = pool.rate.is_none();
                    if plain { format!("{least} = {}", parts[i]) } else { parts[i].to_string() }
                };
                match &parts[..] {
                    [_] => (
                        if pool.rate.is_none() {
                            format!("h{} = {}", u + 1, room(0))
                        } else {
                            format!("h{} = {whole}", u + 1)
                        },
                        format!(
                            "the tasks of {} for which {} has room",
                            pool.user_name(u),
                            pool.server_name(0)
                        ),
                    ),
                    _ => {
                        let on = (0..pool.servers())
                            .map(|i| format!("{} has room for {}", pool.server_name(i), room(i)));
                        (
                            format!("h{} = {} = {whole}", u + 1, added(&parts)),
                            format!("{}: {}", pool.user_name(u), on.collect::<Vec<_>>().join("; ")),
                        )
                    }
                }
            };
            step = step.line(formula, because);
            if *pool.weight(u, 0) != Rational::one() {
                step = step.line(
                    format!("w{0} h{0} = {1}", u + 1, unit),
                    format!("{} has the weight {}", pool.user_name(u), pool.weight(u, 0)),
                );
            }
        }
        let idle: Vec<usize> = (0..pool.users()).filter(|u| !self.running.contains(u)).collect();
        if !idle.is_empty() {
            step.says += &format!(" {} can run no task anywhere.", capital(&agents("user", &idle)));
        }
        step.with("tasks_of_a_full_share", Value::numbers(&all))
    }

    /// The users whose level the round fixes.
    fn fixed(&self, round: &Round, settled: &[Option<Rational>]) -> Vec<usize> {
        self.users((0..settled.len()).filter(|&at| settled[at].is_none() && round.weights[at].is_positive()))
    }

    /// The step of a round: the rise up to its level.
    fn rise(&self, k: usize, round: &Round, settled: &[Option<Rational>], sums: &Sums) -> Step {
        let rising = self.users((0..settled.len()).filter(|&at| settled[at].is_none()));
        let fixed = self.fixed(round, settled);
        let level = &round.level;
        let together = if rising.len() > 1 { "together " } else { "" };
        let says = format!(
            "Round {}: the {}{} of {} {} {together}from 0 to {level}. There {} used up, so {} {} at {level}.",
            k + 1,
            self.share,
            if rising.len() == 1 { "" } else { "s" },
            agents("user", &rising),
            verb(rising.len(), "rise"),
            match &sums.rows[..] {
                [] => "no capacity is left to".to_string() + " be",
                [one] => format!("{one} is"),
                many => format!("{} are", listed(many)),
            },
            agents("user", &fixed),
            verb(fixed.len(), "stay"),
        );
        let says = if k == 0 { says } else { says.replace("from 0 to", "on to") };
        let mut step = Step::new("round", says)
            .with("level", Value::Number(level.clone()))
            .with("rising", Value::indexes(rising.iter().copied()))
            .with("fixed", Value::indexes(fixed))
            .with("used_up", Value::texts(&sums.rows));
        let mut terms: Vec<String> = Vec::new();
        for (at, &u) in self.running.iter().enumerate() {
            let unit = &self.unit[at];
            terms.push(match &settled[at] {
                None => format!("{} = {}", of_user(u), sum_of(&[(unit.clone(), "t".to_string())])),
                Some(level) => format!("{} = {}", of_user(u), level * unit),
            });
        }
        let kept = settled.iter().any(Option::is_some);
        let because = format!(
            "t is the {} of the users that rise{}",
            self.share,
            if kept { "; the others keep theirs" } else { "" }
        );
        step = step.line(terms.join(", "), because);
        // Tasks times the rows' coefficients for each user, if the coefficients do not depend on the server.
        if let Some(by_user) = self.by_user(sums) {
            let (mut terms, mut fixed) = (Vec::new(), Rational::zero());
            for (at, take) in by_user.iter().enumerate() {
                match &settled[at] {
                    None => terms.push((take * &self.unit[at], "t".to_string())),
                    Some(level) => fixed = fixed + take * &self.unit[at] * level,
                }
            }
            let rate = sum(terms.iter().map(|(x, _)| x.clone()));
            if rate.is_positive() {
                let plain = rate == Rational::one() && fixed.is_zero();
                terms.push((fixed, String::new()));
                step = step.line(format!("{} <= {}", sum_of(&terms), sums.right), sums.said());
                if !plain {
                    let of_t = sum_of(&[(rate, "t".to_string())]);
                    step = step.line(format!("t <= {level}"), format!("the terms with t make {of_t}"));
                }
                return step;
            }
        }
        step.line(format!("t <= {level}"), format!("no larger t fits into {}", listed(&sums.rows)))
    }

    /// The coefficient of a task of each running user in the summed rows; `None` if it depends on the server.
    fn by_user(&self, sums: &Sums) -> Option<Vec<Rational>> {
        let pairs = || self.polytope.pairs.iter().zip(&sums.left);
        let of = |&u: &usize| {
            let mut own = pairs().filter(|((user, _), _)| *user == u).map(|(_, x)| x);
            let first = own.next()?;
            own.all(|x| x == first).then(|| first.clone())
        };
        self.running.iter().map(of).collect()
    }

    /// The certificate of a round as an inequality.
    fn bound(&self, k: usize, round: &Round, settled: &[Option<Rational>], sums: &Sums) -> Step {
        let servers = self.pool.servers();
        let fixed = self.fixed(round, settled);
        let level = &round.level;
        let rows: Vec<(Rational, String)> = match self.by_user(sums) {
            Some(by_user) => by_user.into_iter().zip(&self.running).map(|(x, &u)| (x, of_user(u))).collect(),
            None => {
                let pairs = self.polytope.pairs.iter().zip(&sums.left);
                pairs.map(|(&(u, i), x)| (x.clone(), on_server(u, i, servers))).collect()
            }
        };
        let shares: Vec<(Rational, String)> = sums
            .weights
            .iter()
            .zip(&self.running)
            .map(|(x, &u)| (x.clone(), format!("l{}", u + 1)))
            .collect();
        let earlier: Vec<usize> = (0..settled.len())
            .filter(|&at| settled[at].is_some() && sums.weights[at].is_positive())
            .collect();
        let active: Vec<(Rational, String)> = shares
            .iter()
            .enumerate()
            .filter(|(at, _)| settled[*at].is_none())
            .map(|(_, t)| t.clone())
            .collect();
        let known = sum(earlier.iter().map(|&at| &sums.weights[at] * settled[at].as_ref().unwrap_or(level)));
        let total = sum(active.iter().map(|(x, _)| x.clone()));
        let names: Vec<String> = fixed.iter().map(|u| format!("l{}", u + 1)).collect();
        let smallest =
            if names.len() == 1 { names[0].clone() } else { format!("the smallest of {}", listed(&names)) };
        let units: Vec<String> = self
            .running
            .iter()
            .zip(&self.unit)
            .zip(&sums.weights)
            .filter(|(_, weight)| weight.is_positive())
            .map(|((&u, unit), _)| {
                format!("{} = {}", of_user(u), sum_of(&[(unit.clone(), format!("l{}", u + 1))]))
            })
            .collect();
        let fixed_alone = fixed.len() == 1;
        let (shares_of, how) = match fixed.len() {
            1 => (self.share.to_string(), ""),
            2 => (format!("{}s", self.share), " both"),
            _ => (format!("{}s", self.share), " all"),
        };
        let given = if earlier.is_empty() { "" } else { ", given the levels of the earlier rounds" };
        let says = format!(
            "The {shares_of} of {} cannot{how} be larger, whatever the allocation{given}. Write l for a user's {}.",
            agents("user", &fixed),
            self.share
        );
        let rows_said =
            if sums.rows.is_empty() { "tasks are never negative".to_string() } else { sums.said() };
        let mut step = Step::new(BOUND, says)
            .with("round", Value::index(k))
            .with("level", Value::Number(level.clone()))
            .with("users", Value::indexes(fixed))
            .line(format!("{} <= {}", sum_of(&rows), sums.right), rows_said)
            .line(format!("{} <= {}", sum_of(&shares), sums.right), units.join(", "));
        let mut right = sums.right.clone();
        if !earlier.is_empty() {
            right = right - &known;
            let levels: Vec<String> = earlier
                .iter()
                .map(|&at| format!("l{} = {}", self.running[at] + 1, settled[at].as_ref().unwrap_or(level)))
                .collect();
            step = step.line(
                format!("{} <= {} - {known} = {right}", sum_of(&active), sums.right),
                format!("{} from an earlier round", listed(&levels)),
            );
        }
        // For one user and one fraction the line above says it.
        if fixed_alone && total == Rational::one() && earlier.is_empty() {
            return step;
        }
        step.line(
            format!("{smallest} <= {} = {level}", over(&right, &total)),
            format!(
                "the left side is at least {total} times {}",
                if names.len() == 1 { names[0].clone() } else { "the smallest".to_string() }
            ),
        )
    }
}
