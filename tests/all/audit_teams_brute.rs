//! Audits of teams with several shapes of tasks, compared with a second judgement that shares no code with the
//! first: integers, fractions as pairs of integers, and an enumeration of every packing. Also audits by class
//! compared with audits server by server.

use std::time::Duration;

use fairwitness::desk::report::{AuditAsked, AuditReport, audit_file};
use fairwitness::document::Document;
use fairwitness::linear::Stop;
use fairwitness::scalar::Rational;
use fairwitness::workbench::Answer;

/// Random numbers that are equal on every machine: the upper bits of a linear congruential generator.
pub(super) struct Draws(pub(super) u64);

impl Draws {
    pub(super) fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as i64
    }
}

/// A fraction of small numbers, compared by products.
type Part = (i64, i64);

fn over(a: Part, b: Part) -> bool {
    a.0 * b.1 > b.0 * a.1
}

/// A cluster with integer amounts whose users are shapes of two teams.
#[derive(Clone)]
pub(super) struct Small {
    pub(super) capacity: Vec<Vec<i64>>,
    pub(super) demand: Vec<Vec<i64>>,
    weight: Vec<i64>,
    pub(super) open: Vec<Vec<bool>>,
    pub(super) has: Vec<i64>,
    pub(super) runs: Vec<Vec<i64>>,
    pub(super) team: Vec<usize>,
    /// For some users, `true` for each number of tasks that they may run.
    pub(super) steps: Vec<Vec<bool>>,
}

impl Small {
    pub(super) fn drawn(seed: u64) -> Small {
        let mut draws = Draws(seed);
        (0..8).for_each(|_| assert!(draws.below(2) < 2));
        let (users, servers, resources) = (3 + draws.below(2), 1 + draws.below(2), 1 + draws.below(2));
        let mut small = Small::sized(&mut draws, [users, servers, resources], 7);
        (small.team[0], small.team[1], small.team[2]) = (0, 0, 1);
        small.run(&mut draws);
        small
    }

    /// A cluster of up to 4 servers and two teams of up to 3 shapes, with few states.
    pub(super) fn wide(seed: u64) -> Small {
        let mut draws = Draws(seed);
        (0..8).for_each(|_| assert!(draws.below(2) < 2));
        loop {
            let servers = 1 + draws.below(4);
            let sizes = [3 + draws.below(4), servers, 1 + draws.below(2)];
            let mut small = Small::sized(&mut draws, sizes, if servers > 2 { 4 } else { 7 });
            small.team.iter_mut().enumerate().for_each(|(u, team)| *team = u % 2);
            let states = |i: usize| small.packings(i, 0, small.capacity[i].clone());
            if (0..small.capacity.len()).map(states).product::<i64>() < 20_000 {
                small.run(&mut draws);
                return small;
            }
        }
    }

    /// The number of sets of tasks of users from `u` on that fit on server `i` in `left`.
    fn packings(&self, i: usize, u: usize, mut left: Vec<i64>) -> i64 {
        if u == self.demand.len() {
            return 1;
        }
        let mut count = self.packings(i, u + 1, left.clone());
        for _ in 0..if self.open[u][i] { self.has[u] } else { 0 } {
            left.iter_mut().zip(&self.demand[u]).for_each(|(left, d)| *left -= d);
            if left.iter().any(|left| *left < 0) {
                break;
            }
            count += self.packings(i, u + 1, left.clone());
        }
        count
    }

    fn sized(draws: &mut Draws, [users, servers, resources]: [i64; 3], most: i64) -> Small {
        let mut row =
            |n: i64, from: i64, bound: i64| (0..n).map(|_| from + draws.below(bound)).collect::<Vec<_>>();
        let capacity: Vec<_> = (0..servers).map(|_| row(resources, 1, most)).collect();
        let mut demand: Vec<_> = (0..users).map(|_| row(resources, 0, 4)).collect();
        demand.iter_mut().filter(|d| d.iter().all(|x| *x == 0)).for_each(|d| d[0] = 1);
        let weight = row(users, 1, 3);
        let open = (0..users).map(|_| row(servers, 0, 4).into_iter().map(|x| x > 0).collect()).collect();
        let has = row(users, 0, 6);
        let team: Vec<usize> = row(users, 0, 2).into_iter().map(|t| t as usize).collect();
        let runs = vec![vec![0; servers as usize]; users as usize];
        Small { capacity, demand, weight, open, has, runs, team, steps: vec![Vec::new(); users as usize] }
    }

    /// Starts random tasks.
    fn run(&mut self, draws: &mut Draws) {
        let (users, servers) = (self.demand.len() as i64, self.capacity.len() as i64);
        for _ in 0..draws.below(12) {
            let (u, i) = (draws.below(users) as usize, draws.below(servers) as usize);
            self.runs[u][i] += 1;
            let fits = (0..self.capacity[i].len()).all(|r| self.left(i, r) >= 0);
            if !self.open[u][i] || !fits || self.total(u) > self.has[u] {
                self.runs[u][i] -= 1;
            }
        }
    }

    pub(super) fn text(&self) -> String {
        let open: Vec<Vec<usize>> =
            self.open.iter().map(|row| (0..row.len()).filter(|i| row[*i]).collect()).collect();
        let team: Vec<String> = self.team.iter().map(|t| format!("\"t{t}\"")).collect();
        format!(
            "model = \"cluster\"\ncapacity = {:?}\ndemand = {:?}\nweight = {:?}\neligible = {open:?}\ntasks = {:?}\nrunning = {:?}\nteam = [{}]\n",
            self.capacity,
            self.demand,
            self.weight,
            self.has,
            self.runs,
            team.join(", ")
        )
    }

    pub(super) fn total(&self, u: usize) -> i64 {
        self.runs[u].iter().sum()
    }

    pub(super) fn left(&self, i: usize, r: usize) -> i64 {
        self.capacity[i][r] - (0..self.demand.len()).map(|u| self.runs[u][i] * self.demand[u][r]).sum::<i64>()
    }

    pub(super) fn of(&self, t: usize) -> Vec<usize> {
        (0..self.team.len()).filter(|&u| self.team[u] == t).collect()
    }

    fn pooled(&self, r: usize) -> i64 {
        self.capacity.iter().map(|row| row[r]).sum()
    }

    /// The weight of a team, and the sum of all weights.
    fn part(&self, t: usize) -> Part {
        (self.of(t).iter().map(|&u| self.weight[u]).sum(), self.weight.iter().sum())
    }

    /// Whole tasks of a user that fit into the given part of a server.
    fn alone(&self, u: usize, i: usize, part: Part) -> i64 {
        if !self.open[u][i] {
            return 0;
        }
        let needs = (0..self.capacity[i].len()).filter(|&r| self.demand[u][r] > 0);
        needs.map(|r| self.capacity[i][r] * part.0 / (self.demand[u][r] * part.1)).min().unwrap()
    }

    /// The largest quotient, over resources, of an amount and the total of the resource.
    fn largest(&self, amount: impl Fn(usize) -> i64) -> Part {
        (0..self.capacity[0].len())
            .map(|r| (amount(r), self.pooled(r)))
            .fold((0, 1), |a, b| if over(b, a) { b } else { a })
    }

    fn share(&self, t: usize, totals: &[i64]) -> Part {
        self.largest(|r| self.of(t).iter().map(|&u| totals[u] * self.demand[u][r]).sum())
    }

    /// The entitlement of a team: the larger of its part of the share that it reaches alone, and the share of its
    /// slices.
    fn right(&self, t: usize) -> Part {
        let part = self.part(t);
        let reach = |part: Part| {
            self.largest(|r| {
                let on = |i: usize| {
                    self.of(t).iter().map(|&u| self.alone(u, i, part) * self.demand[u][r]).max().unwrap()
                };
                (0..self.capacity.len()).map(on).sum()
            })
        };
        let (whole, slices) = (reach((1, 1)), reach(part));
        let first = (whole.0 * part.0, whole.1 * part.1);
        if over(slices, first) { slices } else { first }
    }

    /// The missing tasks of the team, one after another.
    pub(super) fn short(&self, t: usize) -> Vec<i64> {
        let mut totals: Vec<i64> = (0..self.demand.len()).map(|u| self.total(u)).collect();
        let (before, right) = (totals.clone(), self.right(t));
        for u in self.of(t) {
            let most: i64 = (0..self.capacity.len()).map(|i| self.alone(u, i, (1, 1))).sum();
            loop {
                totals[u] += 1;
                if totals[u] > self.has[u] || totals[u] > most || over(self.share(t, &totals), right) {
                    totals[u] -= 1;
                    break;
                }
            }
            while totals[u] > before[u] && !self.may_run(u, totals[u]) {
                totals[u] -= 1;
            }
        }
        self.of(t).iter().map(|&u| totals[u] - before[u]).collect()
    }

    /// Whether the waiting gangs of a user permit it to run so many tasks.
    pub(super) fn may_run(&self, u: usize, tasks: i64) -> bool {
        self.steps[u].is_empty() || self.steps[u][tasks as usize]
    }

    /// The value of a task of a user, over the product of all totals.
    fn value(&self, u: usize) -> i64 {
        let product: i64 = (0..self.capacity[0].len()).map(|r| self.pooled(r)).product();
        (0..self.capacity[0].len()).map(|r| self.demand[u][r] * product / self.pooled(r)).max().unwrap()
    }

    fn worth(&self, t: usize) -> i64 {
        self.of(t).iter().map(|&u| self.total(u) * self.value(u)).sum()
    }

    /// The value of the best packing into boxes, one per server, whose amounts are counted in parts of `scale`.
    fn best(&self, t: usize, boxes: &[Vec<i64>], scale: i64) -> i64 {
        let shapes = self.of(t);
        let has: Vec<i64> = shapes.iter().map(|&u| self.has[u]).collect();
        self.pack(&shapes, boxes.to_vec(), has, scale, (0, 0))
    }

    fn pack(
        &self,
        shapes: &[usize],
        boxes: Vec<Vec<i64>>,
        has: Vec<i64>,
        scale: i64,
        at: (usize, usize),
    ) -> i64 {
        let (i, k) = at;
        if i == boxes.len() {
            return 0;
        }
        if k == shapes.len() {
            return self.pack(shapes, boxes, has, scale, (i + 1, 0));
        }
        let u = shapes[k];
        let mut best = 0;
        for tasks in 0..=has[k] {
            let fits = (0..boxes[i].len()).all(|r| boxes[i][r] >= tasks * self.demand[u][r] * scale);
            if !fits || (tasks > 0 && !self.open[u][i]) {
                break;
            }
            let (mut boxes, mut has) = (boxes.clone(), has.clone());
            (0..boxes[i].len()).for_each(|r| boxes[i][r] -= tasks * self.demand[u][r] * scale);
            has[k] -= tasks;
            best = best.max(tasks * self.value(u) + self.pack(shapes, boxes, has, scale, (i, k + 1)));
        }
        best
    }

    /// The value to team `t` of the bundle of team `s`, without the task `less` of a user on a server if one is
    /// named.
    fn with(&self, t: usize, s: usize, less: Option<(usize, usize)>) -> i64 {
        let (own, its) = (self.part(t).0, self.part(s).0);
        let tasks = |u: usize, i: usize| self.runs[u][i] - i64::from(less == Some((u, i)));
        let amount = |i: usize, r: usize| {
            self.of(s).iter().map(|&u| tasks(u, i) * self.demand[u][r]).sum::<i64>() * own
        };
        let resources = self.capacity[0].len();
        let boxes: Vec<Vec<i64>> =
            (0..self.capacity.len()).map(|i| (0..resources).map(|r| amount(i, r)).collect()).collect();
        self.best(t, &boxes, its)
    }
}

/// Every placement of whole tasks, gone through one by one.
struct Placements<'a> {
    small: &'a Small,
    worth: [i64; 2],
    /// The largest worth of both teams together at which neither has less than in `worth`.
    best: i64,
    /// Whether some placement gives no shape fewer tasks and some shape more.
    more: bool,
}

impl Placements<'_> {
    fn go(&mut self, at: usize, left: &mut [Vec<i64>], totals: &mut Vec<i64>) {
        let (users, servers) = (totals.len(), left.len());
        let small = self.small;
        if at == users * servers {
            let of = |t: usize| small.of(t).iter().map(|&u| totals[u] * small.value(u)).sum::<i64>();
            if of(0) >= self.worth[0] && of(1) >= self.worth[1] {
                self.best = self.best.max(of(0) + of(1));
            }
            let grows = |u: usize| totals[u] - small.total(u);
            self.more |= (0..users).all(|u| grows(u) >= 0) && (0..users).any(|u| grows(u) > 0);
            return;
        }
        let (u, i) = (at / servers, at % servers);
        let before = (left[i].clone(), totals[u]);
        loop {
            self.go(at + 1, left, totals);
            totals[u] += 1;
            left[i].iter_mut().zip(&small.demand[u]).for_each(|(c, d)| *c -= d);
            if !small.open[u][i] || totals[u] > small.has[u] || left[i].iter().any(|c| *c < 0) {
                break;
            }
        }
        (left[i], totals[u]) = before;
    }
}

fn same(x: &Rational, part: Part) -> bool {
    *x == Rational::new(part.0, part.1)
}

#[test]
fn teams_agree_with_every_packing_gone_through() {
    let (mut seen, mut exchanged, mut optimal) = ([0; 3], 0, 0);
    for seed in 0..3_000 {
        let small = Small::drawn(seed);
        let text = small.text();
        let document = Document::parse("state.toml", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let asked = AuditAsked {
            properties: ["feasible", "si", "ef", "ef1", "po", "non-wasteful"].map(String::from).to_vec(),
            whole: None,
            repairs: false,
            by_shape: false,
            next: false,
            time: Duration::from_secs(600),
            stop: Stop::new(),
        };
        let report = audit_file(&document, &asked).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let product: i64 = (0..small.capacity[0].len()).map(|r| small.pooled(r)).product();
        let resources = small.capacity[0].len();
        let (mut si, mut ef, mut ef1) = (0, 0, 0);
        for t in 0..2 {
            let line = report.users.iter().find(|line| line.user == format!("t{t}")).unwrap();
            let totals: Vec<i64> = (0..small.demand.len()).map(|u| small.total(u)).collect();
            assert!(same(&line.share, small.share(t, &totals)), "share of {t}\n{text}");
            assert!(same(&line.right, small.right(t)), "right of {t}\n{text}");
            assert!(line.entitled_share <= line.right, "bundle of {t}\n{text}");
            let short = small.short(t);
            assert!(same(&line.short, (short.iter().sum(), 1)), "short of {t}\n{text}");
            for (shape, short) in line.shapes.iter().zip(&short) {
                assert!(same(&shape.short, (*short, 1)), "shapes of {t}\n{text}");
            }
            seen[0] += i64::from(short.iter().sum::<i64>() > 0);
            let part = small.part(t);
            let slices: Vec<Vec<i64>> =
                small.capacity.iter().map(|row| row.iter().map(|c| c * part.0).collect()).collect();
            assert_eq!(slices[0].len(), resources);
            si = si.max(small.best(t, &slices, part.1) - small.worth(t));
            let with = small.with(t, 1 - t, None);
            ef = ef.max(with - small.worth(t));
            let tasks =
                small.of(1 - t).into_iter().flat_map(|u| (0..small.capacity.len()).map(move |i| (u, i)));
            let without =
                tasks.filter(|&(u, i)| small.runs[u][i] > 0).map(|gone| small.with(t, 1 - t, Some(gone)));
            ef1 = ef1.max(without.min().unwrap_or(0) - small.worth(t));
        }
        for (id, by) in [("si", si), ("ef", ef), ("ef1", ef1)] {
            let line = report.properties.iter().find(|line| line.property == id).unwrap();
            if by > 0 {
                assert_eq!(line.answer, Answer::Violated, "{id} by {by}/{product}\n{text}");
                assert_eq!(line.margin, Some(Rational::new(by, product)), "{id}\n{text}");
            } else {
                assert_eq!(line.answer, Answer::Holds, "{id}\n{text}");
            }
        }
        if seed % 4 == 0 {
            let worth = [small.worth(0), small.worth(1)];
            let mut all = Placements { small: &small, worth, best: 0, more: false };
            all.go(0, &mut small.capacity.clone(), &mut vec![0; small.demand.len()]);
            let gain = all.best - worth[0] - worth[1];
            let line = report.properties.iter().find(|line| line.property == "po").unwrap();
            let said = if gain > 0 { Answer::Violated } else { Answer::Holds };
            assert_eq!(line.answer, said, "po by {gain}/{product}\n{text}");
            if gain > 0 && !all.more {
                assert_eq!(line.margin, Some(Rational::new(gain, product)), "po\n{text}");
                exchanged += 1;
            }
            optimal += i64::from(gain == 0);
        }
        seen[1] += i64::from(si > 0);
        seen[2] += i64::from(ef1 > 0);
    }
    assert!(seen.iter().all(|n| *n > 50), "{seen:?}");
    assert!(exchanged > 10 && optimal > 10, "{exchanged} {optimal}");
}

/// A class of servers on which no user is eligible: entitlements, envy and idle amounts are as without it, although
/// tasks are then judged by class.
#[test]
fn a_class_that_nobody_may_use_changes_nothing() {
    for seed in 0..1_500 {
        let small = crate::audit_brute::Small::drawn(seed);
        let mut more = small.clone();
        more.capacity.push(vec![0; small.capacity[0].len()]);
        more.open.iter_mut().for_each(|row| row.push(false));
        more.runs.iter_mut().for_each(|row| row.push(0));
        let count: Vec<usize> =
            (0..more.servers()).map(|i| 1 + usize::from(i + 1 == more.servers())).collect();
        let texts = [small.text(), format!("{}count = {count:?}\n", more.text())];
        let [plain, classed] = texts.each_ref().map(|text| {
            let asked = AuditAsked {
                by_shape: false,
                properties: ["feasible", "si", "ef", "ef1", "non-wasteful"].map(String::from).to_vec(),
                whole: Some(true),
                repairs: false,
                next: false,
                time: Duration::from_secs(600),
                stop: Stop::new(),
            };
            audit_file(&Document::parse("state.toml", text).unwrap(), &asked).unwrap()
        });
        let said = |report: &AuditReport| {
            report
                .properties
                .iter()
                .map(|line| (line.property, line.answer, line.margin.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(said(&plain), said(&classed), "{}", texts[0]);
        let feasible = plain.properties[0].answer == Answer::Holds;
        for (a, b) in plain.users.iter().zip(&classed.users) {
            let all = |line: &fairwitness::desk::report::UserLine| {
                // If usage exceeds capacity, the bundles of others are no evidence.
                let envies = if feasible { line.envies.clone() } else { Vec::new() };
                let s = line;
                let amounts = [
                    &s.tasks,
                    &s.share,
                    &s.part,
                    &s.entitled,
                    &s.entitled_share,
                    &s.short,
                    &s.could_start,
                    &line.over,
                ];
                (amounts.map(Rational::clone), envies, line.tells.clone())
            };
            assert_eq!(all(a), all(b), "{}", texts[0]);
        }
    }
}
