//! Audits of teams with several shapes of tasks against a second judgement that shares no code with the first: whole numbers, fractions
//! as pairs of them, and every packing gone through one by one. And audits by class against audits server by server.

use std::time::Duration;

use fairwitness::document::Document;
use fairwitness::linear::Stop;
use fairwitness::scalar::Rational;
use fairwitness::workbench::{Answer, AuditAsked, AuditReport, audit_file};

/// Numbers that are drawn alike everywhere: a linear congruential generator, its upper bits.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as i64
    }
}

/// A fraction of small numbers, compared by products.
type Part = (i64, i64);

fn over(a: Part, b: Part) -> bool {
    a.0 * b.1 > b.0 * a.1
}

/// A cluster of whole numbers whose users are shapes of two teams.
struct Small {
    capacity: Vec<Vec<i64>>,
    demand: Vec<Vec<i64>>,
    weight: Vec<i64>,
    open: Vec<Vec<bool>>,
    has: Vec<i64>,
    runs: Vec<Vec<i64>>,
    team: Vec<usize>,
}

impl Small {
    fn drawn(seed: u64) -> Small {
        let mut draws = Draws(seed);
        (0..8).for_each(|_| assert!(draws.below(2) < 2));
        let (users, servers, resources) = (3 + draws.below(2), 1 + draws.below(2), 1 + draws.below(2));
        let mut row =
            |n: i64, from: i64, bound: i64| (0..n).map(|_| from + draws.below(bound)).collect::<Vec<_>>();
        let capacity: Vec<_> = (0..servers).map(|_| row(resources, 1, 7)).collect();
        let mut demand: Vec<_> = (0..users).map(|_| row(resources, 0, 4)).collect();
        demand.iter_mut().filter(|d| d.iter().all(|x| *x == 0)).for_each(|d| d[0] = 1);
        let weight = row(users, 1, 3);
        let open = (0..users).map(|_| row(servers, 0, 4).into_iter().map(|x| x > 0).collect()).collect();
        let has = row(users, 0, 6);
        let mut team: Vec<usize> = row(users, 0, 2).into_iter().map(|t| t as usize).collect();
        (team[0], team[1], team[2]) = (0, 0, 1);
        let runs = vec![vec![0; servers as usize]; users as usize];
        let mut small = Small { capacity, demand, weight, open, has, runs, team };
        for _ in 0..draws.below(12) {
            let (u, i) = (draws.below(users) as usize, draws.below(servers) as usize);
            small.runs[u][i] += 1;
            let fits = (0..small.capacity[i].len()).all(|r| small.left(i, r) >= 0);
            if !small.open[u][i] || !fits || small.total(u) > small.has[u] {
                small.runs[u][i] -= 1;
            }
        }
        small
    }

    fn text(&self) -> String {
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

    fn total(&self, u: usize) -> i64 {
        self.runs[u].iter().sum()
    }

    fn left(&self, i: usize, r: usize) -> i64 {
        self.capacity[i][r] - (0..self.demand.len()).map(|u| self.runs[u][i] * self.demand[u][r]).sum::<i64>()
    }

    fn of(&self, t: usize) -> Vec<usize> {
        (0..self.team.len()).filter(|&u| self.team[u] == t).collect()
    }

    fn pooled(&self, r: usize) -> i64 {
        self.capacity.iter().map(|row| row[r]).sum()
    }

    /// The weight of a team, and all weights.
    fn part(&self, t: usize) -> Part {
        (self.of(t).iter().map(|&u| self.weight[u]).sum(), self.weight.iter().sum())
    }

    /// Whole tasks of a user that fit into the part of a server.
    fn alone(&self, u: usize, i: usize, part: Part) -> i64 {
        if !self.open[u][i] {
            return 0;
        }
        let needs = (0..self.capacity[i].len()).filter(|&r| self.demand[u][r] > 0);
        needs.map(|r| self.capacity[i][r] * part.0 / (self.demand[u][r] * part.1)).min().unwrap()
    }

    /// The largest amount over the pool of it, resource by resource.
    fn largest(&self, amount: impl Fn(usize) -> i64) -> Part {
        (0..self.capacity[0].len())
            .map(|r| (amount(r), self.pooled(r)))
            .fold((0, 1), |a, b| if over(b, a) { b } else { a })
    }

    fn share(&self, t: usize, totals: &[i64]) -> Part {
        self.largest(|r| self.of(t).iter().map(|&u| totals[u] * self.demand[u][r]).sum())
    }

    /// What the team may take: the larger of its part of what it reaches alone, and what its slices hold.
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

    /// The tasks that the team is short of, one after another.
    fn short(&self, t: usize) -> Vec<i64> {
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
        }
        self.of(t).iter().map(|&u| totals[u] - before[u]).collect()
    }

    /// What a task of a user is worth, over the product of all pools.
    fn value(&self, u: usize) -> i64 {
        let product: i64 = (0..self.capacity[0].len()).map(|r| self.pooled(r)).product();
        (0..self.capacity[0].len()).map(|r| self.demand[u][r] * product / self.pooled(r)).max().unwrap()
    }

    fn worth(&self, t: usize) -> i64 {
        self.of(t).iter().map(|&u| self.total(u) * self.value(u)).sum()
    }

    /// The worth of the best packing into boxes, one a server, whose amounts are counted in parts of `scale`.
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

    /// What a team would have with the bundle of the other, after a task of a user on a server is gone, if one is named.
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

fn same(x: &Rational, part: Part) -> bool {
    *x == Rational::new(part.0, part.1)
}

#[test]
fn teams_agree_with_every_packing_gone_through() {
    let mut seen = [0; 4];
    for seed in 0..3_000 {
        let small = Small::drawn(seed);
        let text = small.text();
        let document = Document::parse("state.toml", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let asked = AuditAsked {
            properties: ["feasible", "si", "ef", "ef1", "non-wasteful"].map(String::from).to_vec(),
            whole: None,
            repairs: true,
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
            assert!(same(&line.standing.share, small.share(t, &totals)), "share of {t}\n{text}");
            assert!(same(&line.standing.right, small.right(t)), "right of {t}\n{text}");
            let short = small.short(t);
            assert!(same(&line.standing.short, (short.iter().sum(), 1)), "short of {t}\n{text}");
            for ((_, shape), short) in line.shapes.iter().zip(&short) {
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
            // Ways to mend it, carried out: loads stay within what there is, and the team is not short.
            for way in &line.ways {
                let mut after = Small { runs: small.runs.clone(), ..Small::drawn(seed) };
                let row = |name: &str| name.strip_prefix("user ").unwrap().parse::<usize>().unwrap() - 1;
                let on = |name: &Option<String>| {
                    name.as_ref().unwrap().strip_prefix("server ").unwrap().parse::<usize>().unwrap() - 1
                };
                let mut lost = false;
                for change in way {
                    let u = row(&change.user);
                    let tasks = change.tasks.as_ref().map_or(0, |x| x.to_string().parse::<i64>().unwrap());
                    match change.kind {
                        "start" => after.runs[u][on(&change.server)] += tasks,
                        "stop" => {
                            after.runs[u][on(&change.server)] -= tasks;
                            lost = true;
                        }
                        "move" => {
                            after.runs[u][on(&change.server)] -= tasks;
                            after.runs[u][on(&change.to)] += tasks;
                        }
                        "allow" => {
                            // The right is that of the servers that were open before.
                            let (servers, open) = (after.capacity.len(), on(&change.server));
                            assert!(open < servers && !after.open[u][open], "{text}");
                        }
                        other => panic!("{other}"),
                    }
                }
                for i in 0..after.capacity.len() {
                    assert!((0..resources).all(|r| after.left(i, r) >= 0), "{way:?}\n{text}");
                    assert!(after.runs.iter().all(|row| row[i] >= 0), "{way:?}\n{text}");
                }
                assert!(after.short(t).iter().all(|x| *x == 0), "{way:?}\n{text}");
                assert!(!lost || after.short(1 - t).iter().all(|x| *x == 0), "{way:?}\n{text}");
                seen[1] += 1;
            }
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
        seen[2] += i64::from(si > 0);
        seen[3] += i64::from(ef1 > 0);
    }
    assert!(seen.iter().all(|n| *n > 50), "{seen:?}");
}

/// A class of servers that nobody may use: entitlements, envy and what is idle are as without it, although tasks are then judged by class.
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
            let all = |line: &fairwitness::workbench::UserLine| {
                // Where more runs than there is, the bundles of others say nothing.
                let envies = if feasible { line.envies.clone() } else { Vec::new() };
                let s = &line.standing;
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
