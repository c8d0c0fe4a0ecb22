//! Plans for running clusters, compared with every placement of whole tasks gone through one by one.

use std::time::Duration;

use fairwitness::desk::report::{Amount, AuditAsked, AuditReport, audit_file};
use fairwitness::document::Document;
use fairwitness::linear::Stop;
use fairwitness::scalar::Rational;

use super::audit_teams_brute::{Draws, Small};

pub(super) fn asked(by_shape: bool) -> AuditAsked {
    AuditAsked {
        properties: vec!["feasible".to_string()],
        whole: None,
        repairs: true,
        by_shape,
        next: false,
        time: Duration::from_secs(600),
        stop: Stop::new(),
    }
}

pub(super) fn audited(text: &str, by_shape: bool) -> AuditReport {
    let asked = asked(by_shape);
    let document = Document::parse("state.toml", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    audit_file(&document, &asked).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Limits of plans: the rank of each user, gangs of running tasks by user and server, and budgets of users.
struct Bounds {
    rank: Vec<i64>,
    gangs: Vec<Vec<(usize, usize, i64)>>,
    budgets: Vec<(Vec<usize>, i64)>,
    /// Waiting gangs: a user, the number of tasks, and the number that starts at least.
    together: Vec<(usize, i64, i64)>,
}

impl Bounds {
    fn drawn(seed: u64, small: &mut Small) -> Bounds {
        let mut draws = Draws(seed ^ 0x5EED);
        let users = small.demand.len();
        let rank = (0..users).map(|_| if seed.is_multiple_of(3) { draws.below(3) } else { 0 }).collect();
        let mut bounds = Bounds { rank, gangs: Vec::new(), budgets: Vec::new(), together: Vec::new() };
        let mut free = small.runs.clone();
        for _ in 0..if seed % 3 == 1 { 1 + draws.below(3) } else { 0 } {
            let mut gang = Vec::new();
            for (u, row) in free.iter_mut().enumerate() {
                for (i, free) in row.iter_mut().enumerate() {
                    let tasks = if draws.below(2) == 0 { draws.below(*free + 1) } else { 0 };
                    *free -= tasks;
                    gang.extend((tasks > 0).then_some((u, i, tasks)));
                }
            }
            bounds.gangs.extend((!gang.is_empty()).then_some(gang));
        }
        if seed % 5 == 1 {
            let users = (0..users).filter(|_| draws.below(2) == 0).collect();
            bounds.budgets.push((users, draws.below(3)));
        }
        for u in (0..users).filter(|_| seed % 4 < 2) {
            let before = small.total(u);
            let mut free = small.has[u] - before;
            let mut gangs = Vec::new();
            while free >= 2 && gangs.len() < 2 {
                let tasks = 2 + draws.below(free - 1);
                free -= tasks;
                gangs.push((u, tasks, 2 + draws.below(tasks - 1)));
            }
            if gangs.is_empty() {
                continue;
            }
            // Numbers that start: any of those in no gang, and of each gang none or at least so many.
            let mut starts = vec![false; small.has[u] as usize + 1];
            starts[..=free as usize].fill(true);
            for &(_, tasks, least) in &gangs {
                for x in (0..starts.len()).rev().filter(|x| starts[*x]).collect::<Vec<_>>() {
                    (least..=tasks).for_each(|y| starts[x + y as usize] = true);
                }
            }
            let may = |n: i64| n <= before || starts[(n - before) as usize];
            small.steps[u] = (0..=small.has[u]).map(may).collect();
            bounds.together.extend(gangs);
        }
        bounds
    }

    fn text(&self) -> String {
        let gang = |gang: &Vec<(usize, usize, i64)>| {
            gang.iter().map(|(u, i, n)| format!("[{u}, {i}, {n}]")).collect::<Vec<_>>().join(", ")
        };
        let gangs: Vec<String> = self.gangs.iter().map(|one| format!("[{}]", gang(one))).collect();
        let budget =
            |(users, allowed): &(Vec<usize>, i64)| format!("{{ users = {users:?}, allowed = {allowed} }}");
        let budgets: Vec<String> = self.budgets.iter().map(budget).collect();
        let one =
            |(u, n, least): &(usize, i64, i64)| format!("{{ user = {u}, tasks = {n}, least = {least} }}");
        let together: Vec<String> = self.together.iter().map(one).collect();
        format!(
            "priority = {:?}\ngangs = [{}]\nbudgets = [{}]\ntogether = [{}]\n",
            self.rank,
            gangs.join(", "),
            budgets.join(", "),
            together.join(", ")
        )
    }
}

/// All states into which a state can be changed.
struct States<'a> {
    small: &'a Small,
    bounds: &'a Bounds,
    /// The running tasks without the gangs that stop, their numbers, and the tasks of the gangs that stay.
    left: Vec<Vec<i64>>,
    gone: Vec<i64>,
    stay: Vec<Vec<i64>>,
    /// The smallest numbers of stops, moves and starts after which no user is below its share.
    best: Option<[i64; 3]>,
}

impl States<'_> {
    /// Goes through the states after each choice of gangs that stop.
    fn all(&mut self) {
        let small = self.small;
        for choice in 0..1u32 << self.bounds.gangs.len() {
            self.left.clone_from(&small.runs);
            self.gone.fill(0);
            self.stay.iter_mut().for_each(|row| row.fill(0));
            for (k, gang) in self.bounds.gangs.iter().enumerate() {
                for &(u, i, n) in gang {
                    if choice >> k & 1 == 0 {
                        self.stay[u][i] += n;
                    } else {
                        self.left[u][i] -= n;
                        self.gone[u] += n;
                    }
                }
            }
            let mut empty = small.clone();
            empty.runs.clone_from(&self.stay);
            self.go(0, &mut empty);
        }
    }

    /// Stops, moves and starts from the running tasks to `after`.
    fn count(&self, after: &[Vec<i64>]) -> [i64; 3] {
        let mut count = [self.gone.iter().sum(), 0, 0];
        for (was, is) in self.left.iter().zip(after) {
            let gone: i64 = was.iter().zip(is).map(|(a, b)| (a - b).max(0)).sum();
            let come: i64 = was.iter().zip(is).map(|(a, b)| (b - a).max(0)).sum();
            let moved = gone.min(come);
            count = [count[0] + gone - moved, count[1] + moved, count[2] + come - moved];
        }
        count
    }

    /// Tasks of a priority and lower ones take no more than they took and what was idle, and no more tasks of a budget
    /// leave than it allows.
    fn in_bounds(&self, after: &[Vec<i64>]) -> bool {
        let (small, rank) = (self.small, &self.bounds.rank);
        let in_rank = (0..small.capacity.len()).all(|i| {
            (0..small.capacity[i].len()).all(|r| {
                rank.iter().all(|most| {
                    let own = (0..after.len()).filter(|u| rank[*u] <= *most);
                    let more = |u: usize| (after[u][i] - small.runs[u][i]) * small.demand[u][r];
                    own.map(more).sum::<i64>() <= small.left(i, r)
                })
            })
        });
        let leave = |u: usize| {
            let each = self.left[u].iter().zip(&after[u]).map(|(was, is)| (was - is).max(0));
            self.gone[u] + each.sum::<i64>()
        };
        let kept = |(users, most): &(Vec<usize>, i64)| users.iter().map(|u| leave(*u)).sum::<i64>() <= *most;
        let whole = (0..after.len()).all(|u| small.may_run(u, after[u].iter().sum()));
        in_rank && whole && self.bounds.budgets.iter().all(kept)
    }

    fn go(&mut self, at: usize, after: &mut Small) {
        let servers = self.small.capacity.len();
        if at == after.runs.len() * servers {
            if (0..2).all(|t| after.short(t).iter().all(|n| *n == 0)) && self.in_bounds(&after.runs) {
                let count = self.count(&after.runs);
                self.best = Some(self.best.map_or(count, |best| best.min(count)));
            }
            return;
        }
        let (u, i) = (at / servers, at % servers);
        loop {
            let fits = (0..after.capacity[i].len()).all(|r| after.left(i, r) >= 0);
            let most = after.has[u] - self.gone[u];
            if !fits || after.total(u) > most || (!after.open[u][i] && after.runs[u][i] > self.stay[u][i]) {
                after.runs[u][i] = self.stay[u][i];
                return;
            }
            self.go(at + 1, after);
            after.runs[u][i] += 1;
        }
    }
}

/// The verdict, the fewest stops, moves and starts, and the bound of a state are those of all states that it can become; the
/// state after a plan audits clean. Returns the numbers of states without and with a plan, with stops, with moves, with a
/// gang that stops, with a plan beside a budget, of those in which nobody is short, and of those in which a gang starts.
fn compare(small: &Small, bounds: &Bounds) -> [i64; 8] {
    let users = small.demand.len();
    let text = format!("{}{}", small.text(), bounds.text());
    let report = audited(&text, false);
    let plan = report.plan.as_ref().unwrap();
    let short = (0..2).any(|t| small.short(t).iter().any(|n| *n > 0));
    assert_eq!(plan.verdict == "not-needed", !short, "{text}");
    if !short {
        return [0, 0, 0, 0, 0, 0, 1, 0];
    }
    let none = vec![vec![0; small.capacity.len()]; users];
    let (left, stay) = (none.clone(), none);
    let mut states = States { small, bounds, left, gone: vec![0; users], stay, best: None };
    states.all();
    let number = |n: &Amount| n.0.to_string().parse::<i64>().unwrap();
    let count = |list: &[(usize, usize, Amount)]| list.iter().map(|(.., n)| number(n)).sum();
    let found = (plan.verdict == "plan").then(|| {
        let moves = plan.moves.iter().map(|(.., n)| number(n));
        [count(&plan.stops), moves.sum(), count(&plan.starts)]
    });
    // Beside other shapes of its team a waiting gang may leave the question open, and no more.
    let open = bounds.together.iter().any(|(u, ..)| small.of(small.team[*u]).len() > 1);
    if open {
        assert!(plan.verdict != "none" || states.best.is_none(), "{plan:?}\n{text}");
        assert!(
            found.is_none() || states.best.is_some_and(|best| found.unwrap()[0] >= best[0]),
            "{plan:?}\n{text}"
        );
    } else {
        assert_eq!(found, states.best, "{plan:?}\n{text}");
        assert_eq!(plan.fewest, plan.bound, "{text}");
    }
    let (Some(after), Some(found)) = (&plan.after, found) else { return [1, 0, 0, 0, 0, 0, 0, 0] };
    let again = audited(&after.to_toml(), false);
    assert!(again.users.iter().all(|user| user.short.to_string() == "0"), "{text}");
    assert_eq!(again.properties[0].answer, fairwitness::workbench::Answer::Holds, "{text}");
    assert_eq!(again.plan.unwrap().verdict, "not-needed");
    let left = after.get("gangs").map_or(0, |gangs| gangs.to_json().as_array().unwrap().len());
    let gang = left < bounds.gangs.len();
    let of = |yes: bool| i64::from(yes);
    [
        0,
        1,
        of(found[0] > 0),
        of(found[1] > 0),
        of(gang),
        of(!bounds.budgets.is_empty()),
        0,
        of(found[2] > 0 && !open && !bounds.together.is_empty()),
    ]
}

fn compare_all(seeds: std::ops::Range<u64>) -> [i64; 8] {
    let mut seen = [0; 8];
    for seed in seeds {
        let mut small = if seed.is_multiple_of(2) { Small::wide(seed) } else { Small::drawn(seed) };
        let bounds = Bounds::drawn(seed, &mut small);
        let found = compare(&small, &bounds);
        seen.iter_mut().zip(found).for_each(|(all, one)| *all += one);
    }
    seen
}

#[test]
fn plans_agree_with_every_state_gone_through() {
    let seen = compare_all(0..900);
    assert!(seen.iter().all(|n| *n > 2), "{seen:?}");
    // A bound on the stops is proved where a gang has several users on one server.
    compare_all(1_000..1_200);
}

/// User 1 runs a task in a gang that stops, and starts three: the task that stopped again, and a waiting gang of two. The
/// other gang still waits in the state after the plan.
#[test]
fn a_gang_that_stops_is_no_waiting_gang() {
    let gang = "{ user = 1, tasks = 2, least = 2 }";
    let text = format!(
        "model = \"cluster\"\ncapacity = [[4]]\ndemand = [[1], [1]]\nweight = [1, 3]\ntasks = [3, 5]\nrunning = [[3], [1]]\n\
         team = [\"t0\", \"t1\"]\ngangs = [[[0, 0, 2], [1, 0, 1]]]\ntogether = [{gang}, {gang}]\n"
    );
    let plan = audited(&text, false).plan.unwrap();
    assert_eq!((plan.verdict, plan.starts), ("plan", vec![(1, 0, Amount(Rational::new(3, 1)))]));
    let after = plan.after.unwrap();
    assert_eq!(after.get("together").unwrap().to_json().as_array().unwrap().len(), 1);
    assert_eq!(audited(&after.to_toml(), false).plan.unwrap().verdict, "not-needed");
}

#[test]
#[ignore = "lasts for minutes"]
fn plans_agree_on_many_states() {
    println!("{:?}", compare_all(1_000..101_000));
}
