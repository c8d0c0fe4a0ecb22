//! Random instances with every feature of instance files violate no theorem that a solver proved, and no cell that the
//! matrix calls proved.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use fairwitness::document::{self, Document};
use fairwitness::library::matrix::{CellState, matrix};
use fairwitness::library::prove::proof::{ProveError, Question, Subject, Verdict, askable};
use fairwitness::library::prove::scope::ProofScope;
use fairwitness::library::prove::solver::find;
use fairwitness::linear::{Patience, Stop};
use fairwitness::model::Hypothesis;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::{Answer, bench_of, model};
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;

use super::prove::z3;
use super::support::{library, root};

/// Random numbers, and random instances with every feature of instance files.
struct Draw(ChaCha8Rng);

/// The features of random instances.
#[derive(Clone, Copy, Default)]
struct Drawn {
    users: usize,
    servers: usize,
    resources: usize,
    positive: bool,
    equal_weights: bool,
    one_weight: bool,
    anywhere: bool,
    somewhere: bool,
    endless: bool,
    rates: bool,
}

impl Drawn {
    /// The features that the hypotheses do not exclude; an unknown hypothesis fails the test.
    fn under(scope: &ProofScope, hypothesis: &[String]) -> Drawn {
        let ProofScope { users, servers, resources, .. } = *scope;
        let mut drawn = Drawn::any(users, servers, resources);
        for sentence in hypothesis {
            match sentence.as_str() {
                "every demand is above zero" => drawn.positive = true,
                "all weights are equal" => drawn.equal_weights = true,
                "each user has one weight for all resources" => drawn.one_weight = true,
                "each user may run on every server" => drawn.anywhere = true,
                "each user may run on at least one server" => drawn.somewhere = true,
                "no user's tasks are finite" => drawn.endless = true,
                "the tasks per whole server follow from demands and capacities, and no rates are given" => {
                    drawn.rates = false;
                }
                other => panic!("{other}"),
            }
        }
        drawn
    }

    fn any(users: usize, servers: usize, resources: usize) -> Drawn {
        Drawn { users, servers, resources, rates: true, ..Drawn::default() }
    }
}

type Field = (String, document::Value);

fn document(fields: Vec<Field>) -> Document {
    Document { file: "drawn".to_string(), root: document::Value::Table(fields) }
}

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0.random_range(0..n)
    }

    fn chance(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A random small integer or fraction, at least `least`.
    fn number(&mut self, least: u64) -> Rational {
        let whole = i64::try_from(least + self.below(4)).unwrap();
        let parts = i64::try_from(1 + self.below(3)).unwrap();
        if self.chance() { Rational::int(whole) } else { Rational::new(whole, parts) }
    }

    fn row(&mut self, length: usize, least: u64) -> Vec<Rational> {
        (0..length).map(|_| self.number(least)).collect()
    }

    fn rows(&mut self, count: usize, length: usize, least: u64) -> Vec<Vec<Rational>> {
        (0..count).map(|_| self.row(length, least)).collect()
    }

    fn demands(&mut self, count: usize, length: usize, positive: bool) -> Vec<Vec<Rational>> {
        let mut rows = self.rows(count, length, u64::from(positive));
        for row in rows.iter_mut().filter(|row| row.iter().all(Rational::is_zero)) {
            let at = usize::try_from(self.below(u64::try_from(length).unwrap())).unwrap();
            row[at] = Rational::int(1);
        }
        rows
    }

    /// Capacities and demands of zero, weights per user or per resource, users without eligible servers, no tasks or
    /// parts of tasks, rates of zero: each occurs in some instances and not in others.
    fn cluster(&mut self, drawn: Drawn) -> Document {
        let Drawn { users, servers, resources, .. } = drawn;
        let table = |rows: &[Vec<Rational>]| document::Value::matrix(rows);
        let mut fields: Vec<Field> = vec![
            ("model".to_string(), document::Value::text("cluster")),
            ("capacity".to_string(), table(&self.rows(servers, resources, 0))),
            ("demand".to_string(), table(&self.demands(users, resources, drawn.positive))),
        ];
        let kinds = if drawn.equal_weights {
            1
        } else if drawn.one_weight {
            2
        } else {
            3
        };
        match self.below(kinds) {
            0 => {}
            1 => fields.push(("weight".to_string(), document::Value::numbers(&self.row(users, 1)))),
            _ => fields.push(("weight".to_string(), table(&self.rows(users, resources, 1)))),
        }
        if !drawn.anywhere && self.chance() {
            let mut sets = Vec::new();
            for _ in 0..users {
                let mut set: Vec<usize> = (0..servers).filter(|_| self.below(3) > 0).collect();
                if set.is_empty() && drawn.somewhere {
                    set.push(0);
                }
                sets.push(document::Value::indexes(set));
            }
            fields.push(("eligible".to_string(), document::Value::List(sets)));
        }
        if !drawn.endless && self.chance() {
            let mut has = || {
                if self.chance() {
                    document::Value::text("inf")
                } else {
                    document::Value::Number(self.number(0))
                }
            };
            fields.push(("tasks".to_string(), document::Value::List((0..users).map(|_| has()).collect())));
        }
        if drawn.rates && self.below(4) == 0 {
            fields.push(("rate".to_string(), table(&self.rows(users, servers, 0))));
        }
        document(fields)
    }

    /// Demands of zero, and fewer arrivals than declared agents.
    fn arrivals(&mut self, agents: usize, resources: usize) -> Document {
        let arrive = 1 + usize::try_from(self.below(u64::try_from(agents).unwrap())).unwrap();
        let fields: Vec<Field> = vec![
            ("model".to_string(), document::Value::text("arrivals")),
            ("agents".to_string(), document::Value::index(agents)),
            ("demand".to_string(), document::Value::matrix(&self.demands(arrive, resources, false))),
        ];
        document(fields)
    }

    fn covering(&mut self) -> Document {
        let (resources, tasks) = (2 + self.below(4), 1 + self.below(2));
        let count = |n: u64| usize::try_from(n).unwrap();
        let mut fields: Vec<Field> = vec![("model".to_string(), document::Value::text("covering"))];
        if self.chance() {
            // Sizes of 1, and whole demands.
            fields.push(("cost".to_string(), document::Value::numbers(&self.row(count(resources), 1))));
            let demand = vec![document::Value::Integer(1); count(tasks)];
            fields.push(("demand".to_string(), document::Value::List(demand)));
            return document(fields);
        }
        let size = self.row(count(resources), 1);
        // Each task demands a part of all resources.
        let parts = Rational::int(i64::try_from(tasks + self.below(3)).unwrap());
        let all = size.iter().fold(Rational::int(0), |all, size| all + size);
        let demand: Vec<Rational> = (0..tasks).map(|_| &all / &parts).collect();
        fields.push(("cost".to_string(), document::Value::numbers(&self.row(count(resources), 1))));
        fields.push(("size".to_string(), document::Value::numbers(&size)));
        fields.push(("demand".to_string(), document::Value::numbers(&demand)));
        document(fields)
    }
}

/// The number of random instances for which the property was decided, with a limit on instances and time, and the
/// first instance that violates it.
fn judged(
    mechanism: &str,
    property: &str,
    count: u64,
    mut draw: impl FnMut(&mut Draw) -> Option<Document>,
) -> (usize, Option<document::Value>) {
    let bench = bench_of(mechanism).unwrap();
    let mut random = Draw(ChaCha8Rng::seed_from_u64(count));
    let mut decided = 0;
    let until = Instant::now() + Duration::from_millis(250);
    for number in 0..count {
        if number > 20 && Instant::now() > until {
            break;
        }
        let Some(document) = draw(&mut random) else { continue };
        let ruling =
            bench.rulings(mechanism, &[property], &document, &Patience::unlimited()).unwrap().remove(0);
        match ruling.answer {
            Answer::Violated => return (decided, Some(document.root)),
            Answer::Holds => decided += 1,
            _ => {}
        }
    }
    (decided, None)
}

/// A theorem about every instance of a size is violated by no random instance of that size, with every feature that
/// its hypothesis does not exclude.
#[test]
fn random_instances_keep_to_what_is_proved() {
    if !z3() {
        return;
    }
    let put = |mechanism: &str, property: &str, scope: ProofScope, seconds: u64| {
        let (bench, stop) = (bench_of(mechanism).unwrap(), Stop::new());
        let (subject, budget) = (Subject::Every(scope), Duration::from_secs(seconds));
        let question = Question { bench, mechanism, property, subject, budget, out: None, stop: &stop };
        question.put(|| Ok::<_, ProveError>(find("z3").into_iter().collect())).unwrap()
    };
    let mut questions: Vec<(&str, &str, ProofScope)> = Vec::new();
    let [(_, on_arrivals, of_arrivals), (_, mechanisms, properties)] = askable();
    for mechanism in &mechanisms {
        let sizes = match *mechanism {
            "drf" => [
                "users=2,servers=1,resources=2",
                "users=3,servers=1,resources=1",
                "weights=user,users=2,servers=1,resources=2",
            ],
            _ => [
                "users=2,servers=1,resources=2",
                "users=2,servers=2,resources=1",
                "demands=positive,users=2,servers=1,resources=2",
            ],
        };
        for property in &properties {
            questions.extend(sizes.iter().map(|scope| (*mechanism, *property, scope.parse().unwrap())));
        }
    }
    for mechanism in &on_arrivals {
        questions
            .extend(of_arrivals.iter().map(|p| (*mechanism, *p, "agents=2,resources=2".parse().unwrap())));
    }
    let proved: Vec<bool> = questions
        .par_iter()
        .map(|&(mechanism, property, scope)| {
            let proof = put(mechanism, property, scope, 4);
            if proof.verdict != Verdict::Proved {
                return false;
            }
            let drawn = Drawn::under(&scope, &proof.hypothesis);
            let (decided, violated) =
                judged(mechanism, property, 300, |draw| match bench_of(mechanism).unwrap().model() {
                    "arrivals" => Some(draw.arrivals(scope.users, scope.resources)),
                    _ => Some(draw.cluster(drawn)),
                });
            assert_eq!(violated, None, "{mechanism} {property} {scope}: proved with {:?}", proof.hypothesis);
            let never_decided = ["sp", "sp-demand"].contains(&property);
            assert!(decided > 5 || never_decided, "{mechanism} {property} {scope}: {decided}");
            true
        })
        .collect();
    let count = proved.iter().filter(|proved| **proved).count();
    assert!(count > 90, "{count} of {} are proved", questions.len());
    // The instances have enough variety: without its hypothesis a proved theorem is violated.
    let scope: ProofScope = "users=2,servers=1,resources=2,weights=user".parse().unwrap();
    for property in ["si", "bf", "bf-global"] {
        assert_eq!(put("drf", property, scope, 20).verdict, Verdict::Proved, "{property}");
        let (_, violated) = judged("drf", property, 2000, |draw| Some(draw.cluster(Drawn::any(2, 1, 2))));
        assert!(violated.is_some(), "{property}");
    }
}

/// No random instance violates a cell that the matrix calls proved.
#[test]
fn random_instances_keep_to_the_matrix() {
    let (mut proved, mut seen) = (Vec::new(), BTreeSet::new());
    for id in ["arrivals", "cluster", "covering"] {
        for hypothesis in Hypothesis::ALL {
            let cells = matrix(library(), &root(), model(id).unwrap(), hypothesis).unwrap();
            for cell in cells {
                // A cell proved without hypothesis comes first, and is then proved under each hypothesis.
                let named = (id, cell.mechanism, cell.property);
                if matches!(cell.state, CellState::Proved { .. }) && seen.insert(named) {
                    proved.push((id, hypothesis, cell));
                }
            }
        }
    }
    assert!(proved.len() > 100, "{}", proved.len());
    let decided: Vec<usize> = proved
        .par_iter()
        .map(|(id, hypothesis, cell)| {
            let bench = model(id).unwrap();
            let draw = |draw: &mut Draw| {
                let document = match *id {
                    "arrivals" => draw.arrivals(3, 2),
                    "covering" => draw.covering(),
                    _ => {
                        let size =
                            |draw: &mut Draw, most: u64| 1 + usize::try_from(draw.below(most)).unwrap();
                        let (users, resources) = (size(draw, 3), size(draw, 2));
                        let servers = if cell.mechanism.starts_with("drf") { 1 } else { size(draw, 2) };
                        draw.cluster(Drawn::any(users, servers, resources))
                    }
                };
                let fields = document.root.fields().iter().filter(|(name, _)| name != "model").cloned();
                bench.admits(*hypothesis, &document::Value::Table(fields.collect())).then_some(document)
            };
            let (decided, violated) = judged(cell.mechanism, cell.property, 1000, draw);
            assert_eq!(violated, None, "{} {} under {}", cell.mechanism, cell.property, hypothesis.id());
            decided
        })
        .collect();
    let silent = decided.iter().filter(|decided| **decided == 0).count();
    assert!(silent * 2 < decided.len(), "{silent} of {}", decided.len());
}
