//! Plans for clusters in which a server runs more than fits, or a queue has a cap, compared with every state gone through; and
//! servers of a class.

use fairwitness::document::Document;
use fairwitness::workbench::Answer;

use super::audit_plans::audited;
use super::audit_teams_brute::Draws;

/// A pool of one resource with integer amounts. Users 1 and 2 are in the queue `p`, all others in `q`.
struct Queued {
    capacity: Vec<i64>,
    demand: Vec<i64>,
    has: Vec<i64>,
    runs: Vec<Vec<i64>>,
    cap: Option<i64>,
}

impl Queued {
    fn drawn(seed: u64) -> Queued {
        let mut draws = Draws(seed);
        (0..8).for_each(|_| assert!(draws.below(2) < 2));
        let (users, servers) = (2 + draws.below(2) as usize, 1 + draws.below(2) as usize);
        let demand: Vec<i64> = (0..users).map(|_| 1 + draws.below(2)).collect();
        let has: Vec<i64> = (0..users).map(|_| 1 + draws.below(4)).collect();
        let mut left = has.clone();
        let runs: Vec<Vec<i64>> = (0..users)
            .map(|u| {
                let mut of = |_| {
                    let n = draws.below(left[u] + 1);
                    left[u] -= n;
                    n
                };
                (0..servers).map(&mut of).collect()
            })
            .collect();
        let capacity = (0..servers).map(|_| 2 + draws.below(5)).collect();
        let cap = (draws.below(2) == 0).then(|| 1 + draws.below(6));
        Queued { capacity, demand, has, runs, cap }
    }

    fn text(&self) -> String {
        let column = |list: &[i64]| list.iter().map(|n| vec![*n]).collect::<Vec<_>>();
        let path: Vec<&str> = (0..self.demand.len()).map(|u| if u < 2 { "p" } else { "q" }).collect();
        let queue = self
            .cap
            .map_or(String::new(), |cap| format!("path = {path:?}\n[queue]\np = {{ cap = [{cap}] }}\n"));
        format!(
            "model = \"cluster\"\ncapacity = {:?}\ndemand = {:?}\ntasks = {:?}\nrunning = {:?}\n{queue}",
            column(&self.capacity),
            column(&self.demand),
            self.has,
            self.runs
        )
    }

    /// What users `of` use on server `i`, or on all servers.
    fn used(&self, runs: &[Vec<i64>], of: std::ops::Range<usize>, i: Option<usize>) -> i64 {
        let on = |u: usize| i.map_or_else(|| runs[u].iter().sum::<i64>(), |i| runs[u][i]);
        of.map(|u| on(u) * self.demand[u]).sum()
    }

    /// Returns `true` if every server on which tasks arrive has room for what runs there, and the queue keeps its cap if a user of
    /// it runs more.
    fn permits(&self, after: &[Vec<i64>]) -> bool {
        let users = 0..after.len();
        let server = |i: usize| {
            let arrives = users.clone().any(|u| after[u][i] > self.runs[u][i]);
            !arrives || self.used(after, users.clone(), Some(i)) <= self.capacity[i]
        };
        let total = |runs: &[Vec<i64>], u: usize| runs[u].iter().sum::<i64>();
        let grows = (0..2).any(|u| total(after, u) > total(&self.runs, u));
        (0..self.capacity.len()).all(server)
            && (!grows || self.cap.is_none_or(|cap| self.used(after, 0..2, None) <= cap))
    }

    /// The smallest numbers of stops, moves and starts after which each user runs what it is due.
    fn best(&self, due: &[i64]) -> Option<[i64; 3]> {
        let mut best: Option<[i64; 3]> = None;
        let mut after = vec![vec![0; self.capacity.len()]; self.demand.len()];
        loop {
            let served = (0..due.len()).all(|u| {
                let total = after[u].iter().sum::<i64>();
                total >= due[u] && total <= self.has[u]
            });
            if served && self.permits(&after) {
                let mut count = [0; 3];
                for (was, is) in self.runs.iter().zip(&after) {
                    let gone: i64 = was.iter().zip(is).map(|(a, b)| (a - b).max(0)).sum();
                    let come: i64 = was.iter().zip(is).map(|(a, b)| (b - a).max(0)).sum();
                    let moved = gone.min(come);
                    count = [count[0] + gone - moved, count[1] + moved, count[2] + come - moved];
                }
                best = Some(best.map_or(count, |best| best.min(count)));
            }
            // The next state: the first number that can still grow does, and those before it are zero again.
            let cells = (0..due.len()).flat_map(|u| (0..self.capacity.len()).map(move |i| (u, i)));
            let mut grown = false;
            for (u, i) in cells {
                if after[u][i] < self.has[u] {
                    after[u][i] += 1;
                    grown = true;
                    break;
                }
                after[u][i] = 0;
            }
            if !grown {
                return best;
            }
        }
    }
}

/// The least plan is that of all states, and the state after it has nobody below its share. Counted: plans beside an overloaded
/// server, plans beside a cap, plans beside a queue above its cap.
#[test]
fn plans_agree_where_servers_are_overloaded_and_queues_have_caps() {
    let mut seen = [0; 3];
    for seed in 0..1_500 {
        let queued = Queued::drawn(seed);
        let text = queued.text();
        let report = audited(&text, false);
        let plan = report.plan.as_ref().unwrap();
        let number = |n: &dyn ToString| n.to_string().parse::<i64>().unwrap();
        if report.users.iter().all(|user| number(&user.short) == 0) {
            assert_eq!(plan.verdict, "not-needed", "{text}");
            continue;
        }
        let due: Vec<i64> = report.users.iter().map(|user| number(&user.entitled)).collect();
        let count = |list: &[(usize, usize, fairwitness::desk::report::Amount)]| {
            list.iter().map(|(.., n)| number(&n.0)).sum::<i64>()
        };
        let found = (plan.verdict == "plan").then(|| {
            let moves = plan.moves.iter().map(|(.., n)| number(&n.0)).sum();
            [count(&plan.stops), moves, count(&plan.starts)]
        });
        assert_eq!(found, queued.best(&due), "{plan:?}\n{text}");
        assert_eq!(plan.fewest, plan.bound, "{text}");
        let users = 0..queued.demand.len();
        let over = (0..queued.capacity.len())
            .any(|i| queued.used(&queued.runs, users.clone(), Some(i)) > queued.capacity[i]);
        let full = queued.cap.is_some_and(|cap| queued.used(&queued.runs, 0..2, None) > cap);
        let has = found.is_some();
        for (seen, one) in seen.iter_mut().zip([has && over, has && queued.cap.is_some(), has && full]) {
            *seen += i64::from(one);
        }
        if let Some(after) = &plan.after {
            let again = audited(&after.to_toml(), false);
            assert!(again.users.iter().all(|user| number(&user.short) == 0), "{text}");
        }
    }
    assert!(seen.iter().all(|n| *n > 10), "{seen:?}");
}

/// 5 tasks run on a server for 4. Two have to stop before one of user 2 can start: 5 - k + 1 <= 4.
#[test]
fn a_plan_does_not_leave_a_server_overloaded_that_tasks_arrive_on() {
    let text =
        "model = \"cluster\"\ncapacity = [[4]]\ndemand = [[1], [1]]\ntasks = [5, 1]\nrunning = [[5], [0]]\n";
    let plan = audited(text, false).plan.unwrap();
    assert_eq!((plan.verdict, plan.fewest.unwrap().0.to_string()), ("plan", "2".to_string()));
}

/// The queue p uses 4 of its cap of 4: nothing of it starts in idle resources, and user 2 starts 2 tasks only for 2 of user 1.
#[test]
fn what_a_cap_forbids_does_not_start() {
    let text = "model = \"cluster\"\ncapacity = [[20]]\ndemand = [[1], [1], [1]]\ntasks = [30, 30, 5]\nrunning = [[4], [0], [5]]\n\
                path = [\"p\", \"p\", \"q\"]\n[queue]\np = { cap = [4] }\n";
    let report = audited(text, false);
    assert!(report.users.iter().all(|user| user.could_start.to_string() == "0"));
    let plan = report.plan.unwrap();
    assert_eq!((plan.verdict, plan.fewest.unwrap().0.to_string()), ("plan", "2".to_string()));
    assert!(report.users[1].tells.contains("within the caps of queues"), "{}", report.users[1].tells);
    let asked = fairwitness::desk::report::AuditAsked {
        properties: vec!["po".to_string()],
        ..super::audit_plans::asked(false)
    };
    let document = Document::parse("state.toml", text).unwrap();
    let judged = fairwitness::desk::report::audit_file(&document, &asked).unwrap();
    assert_eq!(judged.properties[0].answer, Answer::OutOfScope);
}

/// One task of 3 runs on one of two servers of 5, so the other is empty and a task of 4 fits: it could start, and that no plan
/// exists is not said.
#[test]
fn a_class_with_fewer_tasks_than_servers_has_an_empty_server() {
    let text = "model = \"cluster\"\ncapacity = [[5]]\ncount = [2]\ndemand = [[3], [4]]\ntasks = [1, 1]\nrunning = [[1], [0]]\n";
    let report = audited(text, false);
    assert_eq!(report.users[1].could_start.to_string(), "1");
    assert_eq!(report.plan.unwrap().verdict, "undecided");
    // Three servers of 4 that run a task of 2 each: moved together, two of them leave a server empty for a task of 3.
    let text = "model = \"cluster\"\ncapacity = [[4]]\ncount = [3]\ndemand = [[2], [3]]\ntasks = [3, 1]\nrunning = [[3], [0]]\n";
    assert_eq!(audited(text, false).plan.unwrap().verdict, "undecided");
}
