//! Conformance: edge cases put to a program, and its mistakes in plain words.

use std::sync::Arc;

use super::{Mechanism as _, Numbers, Outside, Program, Replied, Specification as _, Spoken, question};
use crate::document::{Document, Node};
use crate::linear::{Halt, Patience};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::{Instance, Model as _, Refusal};
use crate::scalar::Rational;

/// The result of one edge case.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CheckedCase"))]
pub struct Finding {
    /// The name of the case.
    pub case: &'static str,
    /// `true` if the program passed.
    pub well: bool,
    /// The behaviour of the program, in words.
    pub what: String,
}

/// The edge cases, one a line: `model: name: instance`, with the instance as JSON.
const EDGE_CASES: &str = include_str!("edge_cases.txt");

/// Puts the edge cases of its model to the program; `slack` applies to floats. A case that is cut short
/// counts as a failure.
pub fn examine(program: &Arc<Program>, slack: &Rational, patience: &Patience) -> Vec<Finding> {
    match program.greeting().model.as_str() {
        Arrivals::ID => all::<Arrivals>(program, slack, patience),
        Cluster::ID => all::<Cluster>(program, slack, patience),
        Cohort::ID => all::<Cohort>(program, slack, patience),
        Covering::ID => all::<Covering>(program, slack, patience),
        other => {
            let what = format!("`{other}` is no model; there are arrivals, cluster, cohort, covering");
            vec![Finding { case: "the greeting", well: false, what }]
        }
    }
}

fn all<M: Spoken>(program: &Arc<Program>, slack: &Rational, patience: &Patience) -> Vec<Finding> {
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
    let of_model = EDGE_CASES.lines().filter_map(|line| line.split_once(": ")).filter(|(id, _)| *id == M::ID);
    let cases: Vec<(&str, &str)> = of_model.filter_map(|(_, case)| case.split_once(": ")).collect();
    let mut answered = 0;
    for &(case, text) in &cases {
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
fn again<M: Spoken>(program: &Program, instance: &Instance<M>, patience: &Patience) -> Replied<()> {
    let line = question::<M>(instance, program.greeting());
    program.steady(&line.into_iter().collect::<Vec<_>>(), patience)
}
