//! Audits of random states, compared with a judgement that shares no code with the audit: integers, fractions as
//! pairs of integers, and enumeration of all placements. A proposed repair of a shortfall is carried out and judged;
//! if the audit finds no repair, all changes are tried.

use std::time::Duration;

use fairwitness::desk::report::{AuditAsked, AuditReport, audit_file};
use fairwitness::document::Document;
use fairwitness::linear::Stop;
use fairwitness::scalar::Rational;
use fairwitness::workbench::Answer;

const STATES: u64 = 10_000;

/// A cluster with integer amounts, and its running tasks.
#[derive(Clone, Debug)]
pub(crate) struct Small {
    pub(crate) capacity: Vec<Vec<i64>>,
    demand: Vec<Vec<i64>>,
    weight: Vec<i64>,
    pub(crate) open: Vec<Vec<bool>>,
    has: Vec<Option<i64>>,
    pub(crate) runs: Vec<Vec<i64>>,
}

/// Random numbers that are equal on every machine: the upper bits of a linear congruential generator.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as i64
    }
}

impl Small {
    pub(crate) fn drawn(seed: u64) -> Small {
        let mut draws = Draws(seed);
        (0..8).for_each(|_| assert!(draws.below(2) < 2));
        let (users, servers, resources) = (2 + draws.below(2), 1 + draws.below(3), 1 + draws.below(2));
        let mut row =
            |n: i64, from: i64, bound: i64| (0..n).map(|_| from + draws.below(bound)).collect::<Vec<_>>();
        let capacity: Vec<_> = (0..servers).map(|_| row(resources, 0, 5)).collect();
        let mut demand: Vec<_> = (0..users).map(|_| row(resources, 0, 3)).collect();
        demand.iter_mut().filter(|d| d.iter().all(|x| *x == 0)).for_each(|d| d[0] = 1);
        let weight = row(users, 1, 3);
        let open = (0..users).map(|_| row(servers, 0, 4).into_iter().map(|x| x > 0).collect()).collect();
        let has: Vec<_> = row(users, 0, 9).into_iter().map(|x| Some(x).filter(|x| *x < 6)).collect();
        let mut small = Small {
            capacity,
            demand,
            weight,
            open,
            has,
            runs: vec![vec![0; servers as usize]; users as usize],
        };
        // Most placements fit; some are arbitrary.
        let any = draws.below(8) == 0;
        for _ in 0..draws.below(14) {
            let (u, i) = (draws.below(users) as usize, draws.below(servers) as usize);
            small.runs[u][i] += 1;
            if !any && !small.feasible() {
                small.runs[u][i] -= 1;
            }
        }
        small
    }

    pub(crate) fn text(&self) -> String {
        let open: Vec<Vec<usize>> = self
            .open
            .iter()
            .map(|row| row.iter().enumerate().filter(|(_, open)| **open).map(|(i, _)| i).collect())
            .collect();
        let has: Vec<String> =
            self.has.iter().map(|has| has.map_or("\"inf\"".to_string(), |n| n.to_string())).collect();
        format!(
            "model = \"cluster\"\ncapacity = {:?}\ndemand = {:?}\nweight = {:?}\neligible = {open:?}\ntasks = [{}]\nrunning = {:?}\n",
            self.capacity,
            self.demand,
            self.weight,
            has.join(", "),
            self.runs
        )
    }

    fn users(&self) -> usize {
        self.demand.len()
    }

    pub(crate) fn servers(&self) -> usize {
        self.capacity.len()
    }

    fn total(&self, u: usize) -> i64 {
        self.runs[u].iter().sum()
    }

    /// The largest fraction of tasks on the whole server: numerator and denominator.
    fn alone_on(&self, u: usize, i: usize) -> (i64, i64) {
        if !self.open[u][i] {
            return (0, 1);
        }
        let needs = self.demand[u].iter().zip(&self.capacity[i]).filter(|(d, _)| **d > 0);
        needs.map(|(d, c)| (*c, *d)).reduce(|a, b| if b.0 * a.1 < a.0 * b.1 { b } else { a }).unwrap()
    }

    fn can(&self, u: usize, i: usize) -> bool {
        self.alone_on(u, i).0 > 0
    }

    fn left(&self, i: usize, r: usize) -> i64 {
        self.capacity[i][r] - (0..self.users()).map(|u| self.runs[u][i] * self.demand[u][r]).sum::<i64>()
    }

    fn feasible(&self) -> bool {
        let fits = |i: usize| (0..self.capacity[i].len()).all(|r| self.left(i, r) >= 0);
        let own = |u: usize| {
            self.has[u].is_none_or(|has| self.total(u) <= has)
                && (0..self.servers())
                    .all(|i| self.runs[u][i] >= 0 && (self.runs[u][i] == 0 || self.can(u, i)))
        };
        (0..self.servers()).all(fits) && (0..self.users()).all(own)
    }

    fn capped(&self, u: usize, tasks: i64) -> i64 {
        self.has[u].map_or(tasks, |has| has.min(tasks))
    }

    /// The whole tasks in the user's slices of the single servers.
    fn slices(&self, u: usize) -> i64 {
        let all: i64 = self.weight.iter().sum();
        let on = |i: usize| {
            let (c, d) = self.alone_on(u, i);
            self.weight[u] * c / (all * d)
        };
        self.capped(u, (0..self.servers()).map(on).sum())
    }

    /// The entitlement: the larger of the tasks in the slices and the part of the whole tasks that the user could
    /// run alone.
    fn entitled(&self, u: usize) -> i64 {
        let alone: i64 = (0..self.servers()).map(|i| self.alone_on(u, i)).map(|(c, d)| c / d).sum();
        self.slices(u).max(self.capped(u, self.weight[u] * alone / self.weight.iter().sum::<i64>()))
    }

    /// The tasks that user `u` could run with `bundle`, the tasks of user `m`.
    fn worth(&self, u: usize, m: usize, bundle: &[i64]) -> i64 {
        let needs = self.demand[u].iter().zip(&self.demand[m]).filter(|(d, _)| **d > 0);
        let (p, q) =
            needs.map(|(d, e)| (*e, *d)).reduce(|a, b| if b.0 * a.1 < a.0 * b.1 { b } else { a }).unwrap();
        let on = |i: usize| {
            if self.open[u][i] { bundle[i] * p * self.weight[u] / (q * self.weight[m]) } else { 0 }
        };
        self.capped(u, (0..self.servers()).map(on).sum())
    }

    /// The largest envy, and the largest envy that remains after the best choice of a task to remove.
    fn envy(&self) -> (i64, i64) {
        let (mut most, mut up_to_one) = (0, 0);
        for u in 0..self.users() {
            for m in (0..self.users()).filter(|m| *m != u && self.total(*m) > 0) {
                most = most.max(self.worth(u, m, &self.runs[m]) - self.total(u));
                let without = (0..self.servers()).filter(|j| self.runs[m][*j] > 0).map(|j| {
                    let mut bundle = self.runs[m].clone();
                    bundle[j] -= 1;
                    self.worth(u, m, &bundle) - self.total(u)
                });
                up_to_one = up_to_one.max(without.min().unwrap());
            }
        }
        (most, up_to_one)
    }

    /// Tasks that are allocated and cannot run.
    fn wasted(&self, u: usize) -> i64 {
        let (can, cannot): (Vec<_>, Vec<_>) = (0..self.servers()).partition(|i| self.can(u, *i));
        let of = |servers: &[usize]| servers.iter().map(|i| self.runs[u][*i]).sum::<i64>();
        of(&cannot) + self.has[u].map_or(0, |has| (of(&can) - has).max(0))
    }

    /// Returns `true` if some placement gives every user at least as many tasks and some user more. Every way to
    /// fill each server is tried.
    fn improvable(&self) -> bool {
        let wanted: Vec<i64> = (0..self.users()).map(|u| self.total(u)).collect();
        let mut reached: Vec<Vec<i64>> = vec![vec![0; self.users()]];
        for i in 0..self.servers() {
            let mut fills = vec![vec![]];
            for u in 0..self.users() {
                let most = if self.can(u, i) { 4 } else { 0 };
                fills = fills
                    .into_iter()
                    .flat_map(|fill: Vec<i64>| (0..=most).map(move |x| [&fill[..], &[x]].concat()))
                    .collect();
            }
            fills.retain(|fill| {
                (0..self.capacity[i].len()).all(|r| {
                    fill.iter().zip(&self.demand).map(|(x, d)| x * d[r]).sum::<i64>() <= self.capacity[i][r]
                })
            });
            let add = |a: &Vec<i64>, b: &Vec<i64>| -> Vec<i64> {
                (0..a.len()).map(|u| self.capped(u, a[u] + b[u])).collect()
            };
            reached = reached.iter().flat_map(|a| fills.iter().map(move |b| add(a, b))).collect();
            reached.sort();
            reached.dedup();
        }
        reached.iter().any(|totals| {
            totals.iter().zip(&wanted).all(|(x, w)| x >= w)
                && totals.iter().sum::<i64>() > wanted.iter().sum::<i64>()
        })
    }

    fn short(&self, u: usize) -> i64 {
        (self.entitled(u) - self.total(u)).max(0)
    }
}

fn whole(x: &Rational) -> i64 {
    x.to_string().parse().unwrap_or_else(|_| panic!("{x}"))
}

/// Verdict and margin of a property in a report.
fn said(report: &AuditReport, property: &str) -> (Answer, Option<i64>) {
    let line = report.properties.iter().find(|line| line.property == property).unwrap();
    (line.answer, line.margin.as_ref().map(whole))
}

fn is(violated: bool, margin: i64) -> (Answer, Option<i64>) {
    if violated { (Answer::Violated, Some(margin)) } else { (Answer::Holds, None) }
}

fn compare(seed: u64, counts: &mut [u64; 5]) {
    let small = Small::drawn(seed);
    let text = small.text();
    let document = Document::parse("state.toml", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let properties = ["feasible", "si", "ef", "ef1", "po", "non-wasteful"].map(String::from).to_vec();
    let asked = AuditAsked {
        by_shape: false,
        properties,
        whole: Some(true),
        repairs: false,
        next: false,
        time: Duration::from_secs(600),
        stop: Stop::new(),
    };
    let report = audit_file(&document, &asked).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let feasible = small.feasible();
    assert_eq!(said(&report, "feasible").0, is(!feasible, 0).0, "{text}");
    let wasted = (0..small.users()).map(|u| small.wasted(u)).max().unwrap();
    assert_eq!(said(&report, "non-wasteful"), is(wasted > 0, wasted), "{text}");
    for (u, line) in report.users.iter().enumerate() {
        assert_eq!(whole(&line.entitled), small.entitled(u), "user {u}\n{text}");
        assert_eq!(whole(&line.short), small.short(u), "user {u}\n{text}");
    }
    counts[0] += u64::from(!feasible);
    if !feasible {
        assert_eq!(said(&report, "si").0, Answer::OutOfScope, "{text}");
        return;
    }
    let slices = (0..small.users()).map(|u| small.slices(u) - small.total(u)).max().unwrap();
    assert_eq!(said(&report, "si"), is(slices > 0, slices), "{text}");
    let (envy, up_to_one) = small.envy();
    assert_eq!(said(&report, "ef"), is(envy > 0, envy), "{text}");
    assert_eq!(said(&report, "ef1"), is(up_to_one > 0, up_to_one), "{text}");
    let improvable = small.improvable();
    assert_eq!(said(&report, "po").0, is(improvable, 0).0, "{text}");
    for (n, found) in [slices > 0, envy > 0, up_to_one > 0, improvable].into_iter().enumerate() {
        counts[1 + n] += u64::from(found);
    }
}

#[test]
fn audits_agree_with_every_placement_gone_through() {
    let mut counts = [0; 5];
    (0..STATES).for_each(|seed| compare(seed, &mut counts));
    // Each kind of answer occurs: infeasible; si, ef, ef1, po violated.
    assert!(counts.iter().all(|n| *n > 20), "{counts:?}");
}
