//! Plans for running clusters, compared with every placement of whole tasks gone through one by one.

use std::time::Duration;

use fairwitness::desk::report::{Amount, AuditAsked, AuditReport, audit_file};
use fairwitness::document::Document;
use fairwitness::linear::Stop;

use super::audit_teams_brute::{Draws, Small};

fn audited(text: &str, by_shape: bool) -> AuditReport {
    let asked = AuditAsked {
        properties: vec!["feasible".to_string()],
        whole: None,
        repairs: true,
        by_shape,
        next: false,
        time: Duration::from_secs(600),
        stop: Stop::new(),
    };
    let document = Document::parse("state.toml", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    audit_file(&document, &asked).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// All states into which a state can be changed.
struct States<'a> {
    small: &'a Small,
    rank: &'a [i64],
    /// The smallest numbers of stops, moves and starts after which nobody is below its share.
    best: Option<[i64; 3]>,
}

impl States<'_> {
    /// Stops, moves and starts from the running tasks to `after`.
    fn count(&self, after: &[Vec<i64>]) -> [i64; 3] {
        let mut count = [0; 3];
        for (was, is) in self.small.runs.iter().zip(after) {
            let gone: i64 = was.iter().zip(is).map(|(a, b)| (a - b).max(0)).sum();
            let come: i64 = was.iter().zip(is).map(|(a, b)| (b - a).max(0)).sum();
            let moved = gone.min(come);
            count = [count[0] + gone - moved, count[1] + moved, count[2] + come - moved];
        }
        count
    }

    /// Tasks of a priority and lower ones take no more than they took and what was idle.
    fn in_rank(&self, after: &[Vec<i64>]) -> bool {
        let small = self.small;
        (0..small.capacity.len()).all(|i| {
            (0..small.capacity[i].len()).all(|r| {
                self.rank.iter().all(|rank| {
                    let own = (0..after.len()).filter(|u| self.rank[*u] <= *rank);
                    let more = |u: usize| (after[u][i] - small.runs[u][i]) * small.demand[u][r];
                    own.map(more).sum::<i64>() <= small.left(i, r)
                })
            })
        })
    }

    fn go(&mut self, at: usize, after: &mut Small) {
        let servers = self.small.capacity.len();
        if at == after.runs.len() * servers {
            if (0..2).all(|t| after.short(t).iter().all(|n| *n == 0)) && self.in_rank(&after.runs) {
                let count = self.count(&after.runs);
                self.best = Some(self.best.map_or(count, |best| best.min(count)));
            }
            return;
        }
        let (u, i) = (at / servers, at % servers);
        loop {
            self.go(at + 1, after);
            after.runs[u][i] += 1;
            let fits = (0..after.capacity[i].len()).all(|r| after.left(i, r) >= 0);
            if !after.open[u][i] || after.total(u) > after.has[u] || !fits {
                after.runs[u][i] = 0;
                return;
            }
        }
    }
}

/// The verdict, the fewest stops, moves and starts, and the bound are those of all states; the state after a plan audits
/// clean.
#[test]
fn plans_agree_with_every_state_gone_through() {
    let mut seen = [0; 5];
    for seed in 0..2_500 {
        let small = Small::drawn(seed);
        let users = small.demand.len();
        let mut draws = Draws(seed ^ 0x5EED);
        let ranked = seed % 3 == 0;
        let rank: Vec<i64> = (0..users).map(|_| if ranked { draws.below(3) } else { 0 }).collect();
        let text = format!(
            "{}{}",
            small.text(),
            if ranked { format!("priority = {rank:?}\n") } else { String::new() }
        );
        let report = audited(&text, false);
        let plan = report.plan.as_ref().unwrap();
        let short = (0..2).any(|t| small.short(t).iter().any(|n| *n > 0));
        assert_eq!(plan.verdict == "not-needed", !short, "{text}");
        if !short {
            continue;
        }
        let mut states = States { small: &small, rank: &rank, best: None };
        let mut empty = small.clone();
        empty.runs.iter_mut().for_each(|row| row.fill(0));
        states.go(0, &mut empty);
        let number = |n: &Amount| n.0.to_string().parse::<i64>().unwrap();
        let count = |list: &[(usize, usize, Amount)]| list.iter().map(|(.., n)| number(n)).sum();
        let found = (plan.verdict == "plan").then(|| {
            let moves = plan.moves.iter().map(|(.., n)| number(n));
            [count(&plan.stops), moves.sum(), count(&plan.starts)]
        });
        assert_eq!(found, states.best, "{plan:?}\n{text}");
        assert_eq!(plan.fewest, plan.bound, "{text}");
        seen[usize::from(found.is_some())] += 1;
        if let Some(after) = &plan.after {
            let again = audited(&after.to_toml(), false);
            assert!(again.users.iter().all(|user| user.short.to_string() == "0"), "{text}");
            assert_eq!(again.properties[0].answer, fairwitness::workbench::Answer::Holds, "{text}");
            assert_eq!(again.plan.unwrap().verdict, "not-needed");
            seen[2 + usize::from(found.unwrap()[0] > 0)] += 1;
            seen[4] += i64::from(found.unwrap()[1] > 0);
        }
    }
    assert!(seen.iter().all(|n| *n > 20), "{seen:?}");
}
