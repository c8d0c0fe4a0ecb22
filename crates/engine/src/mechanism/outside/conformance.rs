//! Conformance: edge cases put to a program, and its mistakes in plain words.

use std::sync::Arc;

use super::answer::{Spoken, question};
use super::failure::Failure;
use super::greeting::Numbers;
use super::program::Program;
use super::{Mechanism as _, Outside, Specification as _};
use crate::document::{Document, Node};
use crate::linear::{Halt, Patience};
use crate::model::Model as _;
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::refusal::Refusal;
use crate::scalar::Rational;

/// The result of one edge case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name of the case.
    pub case: &'static str,
    /// `true` if the program passed.
    pub well: bool,
    /// The behaviour of the program, in words.
    pub what: String,
}

const CLUSTER: &[(&str, &str)] = &[
    ("two users on one server", r#"{"capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]}"#),
    ("one user", r#"{"capacity": [[4, 6]], "demand": [[1, 2]]}"#),
    ("one resource", r#"{"capacity": [[4]], "demand": [[1], [2]]}"#),
    ("demands of zero", r#"{"capacity": [[4, 6]], "demand": [[1, 0], [0, 2]]}"#),
    ("a user that can run nothing", r#"{"capacity": [[4, 0]], "demand": [[1, 0], [1, 1]]}"#),
    ("a server with nothing", r#"{"capacity": [[0, 0], [4, 4]], "demand": [[1, 1], [2, 1]]}"#),
    ("several servers", r#"{"capacity": [[4, 6], [8, 2]], "demand": [[1, 2], [2, 1], [1, 1]]}"#),
    (
        "eligible servers",
        r#"{"capacity": [[4, 6], [8, 2]], "demand": [[1, 2], [2, 1]], "eligible": [[0], [0, 1]]}"#,
    ),
    ("a user with no server", r#"{"capacity": [[4, 6]], "demand": [[1, 2], [2, 1]], "eligible": [[], [0]]}"#),
    ("finite tasks", r#"{"capacity": [[9, 18]], "demand": [[1, 4], [3, 1]], "tasks": [1, "inf"]}"#),
    ("no tasks at all", r#"{"capacity": [[9, 18]], "demand": [[1, 4], [3, 1]], "tasks": [0, 2]}"#),
    ("weights", r#"{"capacity": [[9, 18]], "demand": [[1, 4], [3, 1]], "weight": [1, 2]}"#),
    (
        "weights for each resource",
        r#"{"capacity": [[9, 18]], "demand": [[1, 4], [3, 1]], "weight": [[1, 2], [2, 1]]}"#,
    ),
    ("effective rates", r#"{"capacity": [[1], [1]], "demand": [[1], [1]], "rate": [[2, 1], [1, 2]]}"#),
    (
        "huge numbers",
        r#"{"capacity": [["1000000000000000000000000000000", "1000000000000000000000000000000"]], "demand": [["123456789012345678901234567", 1], [1, 1]]}"#,
    ),
    ("fractions", r#"{"capacity": [["10/3", "22/7"]], "demand": [["1/3", "2/7"], ["1/1000003", "5/9"]]}"#),
    (
        "names with quotes and beyond ASCII",
        r#"{"capacity": [[4, 6]], "demand": [[1, 2], [2, 1]], "users": ["\"a\\b\"", "Zoë 🦀"], "resources": ["CPU's", "{RAM}"]}"#,
    ),
];

const ARRIVALS: &[(&str, &str)] = &[
    ("three agents", r#"{"demand": [[2, 1], [1, 2], [2, 1]]}"#),
    ("one agent", r#"{"demand": [[2, 1]]}"#),
    ("one resource", r#"{"demand": [[2], [3]]}"#),
    ("more agents declared than arrive", r#"{"agents": 5, "demand": [[2, 1], [1, 2]]}"#),
    ("demands of zero", r#"{"demand": [[1, 0], [0, 1]]}"#),
    ("huge numbers", r#"{"demand": [["1000000000000000000000000000000", 1], [1, 1]]}"#),
    ("fractions", r#"{"demand": [["1/3", "2/7"], ["1/1000003", "5/9"]]}"#),
];

const COHORT: &[(&str, &str)] = &[
    (
        "two queues",
        r#"{"quota": [[3], [3]], "workload": [{"queue": 0, "request": [5]}, {"queue": 1, "request": [2]}], "admitted": [0]}"#,
    ),
    ("one queue", r#"{"quota": [[1]], "workload": [{"queue": 0, "request": [1]}], "admitted": []}"#),
    (
        "priorities",
        r#"{"quota": [[1]], "workload": [{"queue": 0, "request": [1]}, {"queue": 0, "request": [1], "priority": 5}], "admitted": [0]}"#,
    ),
    (
        "weights, two resources, a workload that asks",
        r#"{"quota": [[3, 0], [0, 0], [3, 4]], "weight": [1, 1, 2], "workload": [{"queue": 0, "request": [2, 1]}, {"queue": 1, "request": [2, 4]}, {"queue": 2, "request": [2, 0]}], "admitted": [0, 2], "incoming": 1}"#,
    ),
    (
        "a workload larger than the cohort",
        r#"{"quota": [[1]], "workload": [{"queue": 0, "request": [2]}], "admitted": []}"#,
    ),
    (
        "fractions",
        r#"{"quota": [["7/2"], ["1/3"]], "workload": [{"queue": 0, "request": ["10/3"]}, {"queue": 1, "request": ["1/2"]}], "admitted": [0]}"#,
    ),
];

const COVERING: &[(&str, &str)] = &[
    ("two tasks", r#"{"cost": [1, 1, 4], "demand": [1, 2]}"#),
    ("one task", r#"{"cost": [1, 2], "demand": [1]}"#),
    ("sizes", r#"{"cost": [1, 1, 4], "size": [1, 2, 3], "demand": [1, 2]}"#),
    ("tasks that cannot all be covered", r#"{"cost": [1, 1], "demand": [2, 2]}"#),
    ("huge numbers", r#"{"cost": ["1000000000000000000000000000000", 1], "demand": [1, 1]}"#),
    ("fractions", r#"{"cost": ["1/3", "2/7"], "size": ["1/2", "3/2"], "demand": ["1/3", "5/9"]}"#),
];

/// Puts the edge cases of its model to the program; `slack` applies to floats. A case that is cut short
/// counts as a failure.
pub fn examine(program: &Arc<Program>, slack: &Rational, patience: &Patience) -> Vec<Finding> {
    match program.greeting().model.as_str() {
        Arrivals::ID => all::<Arrivals>(program, slack, patience, ARRIVALS),
        Cluster::ID => all::<Cluster>(program, slack, patience, CLUSTER),
        Cohort::ID => all::<Cohort>(program, slack, patience, COHORT),
        Covering::ID => all::<Covering>(program, slack, patience, COVERING),
        other => {
            let what = format!("`{other}` is no model; there are arrivals, cluster, cohort, covering");
            vec![Finding { case: "the greeting", well: false, what }]
        }
    }
}

fn all<M: Spoken>(
    program: &Arc<Program>,
    slack: &Rational,
    patience: &Patience,
    cases: &'static [(&'static str, &'static str)],
) -> Vec<Finding> {
    let mechanism = match Outside::<M>::new(Arc::clone(program), slack.clone()) {
        Ok(mechanism) => mechanism,
        Err(failure) => {
            return vec![Finding { case: "the greeting", well: false, what: format!("it {failure}") }];
        }
    };
    let greeting = program.greeting();
    let numbers = if greeting.numbers == Numbers::Exact { "exact" } else { "float" };
    let what = format!("it is `{}`, model {}, {numbers} numbers", greeting.id, greeting.model);
    let mut findings = vec![Finding { case: "the greeting", well: true, what }];
    let mut answered = 0;
    for &(case, text) in cases {
        let instance = Document::parse("case.json", text)
            .and_then(|document| M::read(&Node::new("case", &document.root)));
        let Ok(instance) = instance else { continue };
        let (well, what) = match mechanism.allocate(&instance, patience) {
            Ok(outcome) => match M::feasible(mechanism.setting(), &instance, &outcome) {
                Ok(()) => {
                    answered += 1;
                    (true, "answers, and it can be carried out".to_string())
                }
                Err(reason) => (false, format!("its answer cannot be carried out: {reason}")),
            },
            Err(Halt::Failed(Refusal::OutOfDomain(why))) => (true, format!("refuses: {why}")),
            Err(Halt::Failed(refusal)) => (false, refusal.to_string()),
            Err(Halt::Cut) => (false, "the program was interrupted".to_string()),
        };
        let again = if well { again::<M>(program, &instance, patience) } else { Ok(()) };
        findings.push(match again {
            Ok(()) => Finding { case, well, what },
            Err(Halt::Failed(failure)) => {
                Finding { case, well: false, what: format!("asked again, it {failure}") }
            }
            Err(Halt::Cut) => {
                Finding { case, well: false, what: "asked again, it was interrupted".to_string() }
            }
        });
    }
    let what = format!("{answered} of {} cases are answered", cases.len());
    findings.push(Finding { case: "all together", well: answered > 0, what });
    findings
}

/// Has the question about the instance answered again.
fn again<M: Spoken>(
    program: &Program,
    instance: &M::Instance<Rational>,
    patience: &Patience,
) -> Result<(), Halt<Failure>> {
    let line = question::<M>(instance, program.greeting().numbers);
    program.steady(&line.into_iter().collect::<Vec<_>>(), patience)
}
