//! The report of an answer about divisible tasks, in the format of the report about whole tasks.

use super::lattice::{LatticeReport, SetReport};
use super::{Answered, FORMAT, RowReport, profile, text};
use crate::divisible::amounts::Amounts;
use crate::divisible::search::Verdict;
use crate::divisible::sets::Sets;
use crate::divisible::tell::proof;
use crate::lattice::{State, sets};
use crate::profile::Profile;
use crate::question::Question;
use crate::tell;
use fairwitness_kernel::scalar::Rational;

/// Returns the rows of a rule; on one server, the placement is the tasks.
pub(crate) fn rows(rule: &Amounts) -> Vec<RowReport> {
    let one = |(p, x): (&Profile, &Vec<Rational>)| RowReport {
        demand: text(&p.demand),
        capacity: text(&p.capacity),
        tasks: x.iter().map(Rational::to_string).collect(),
        placement: x.iter().map(|amount| vec![amount.to_string()]).collect(),
    };
    rule.profiles.iter().zip(&rule.tasks).map(one).collect()
}

fn about(question: &Question) -> String {
    format!("{}; parts of tasks count ({})", tell::scope(&question.scope), question.size())
}

/// Returns the report of all sets of the properties.
pub fn all(question: &Question, found: &Sets) -> LatticeReport {
    let ids = |set: &[usize]| set.iter().map(|&k| question.properties[k].id()).collect::<Vec<_>>();
    let every = sets(question.properties.len());
    let count = |state| every.iter().filter(|set| found.state(set) == state).count();
    let whole: Vec<usize> = (0..question.properties.len()).collect();
    LatticeReport {
        format: FORMAT,
        verdict: match found.state(&whole) {
            State::Possible => "possible",
            State::Impossible => "impossible",
            State::Open => "undecided",
        },
        properties: question.ids(),
        scope: question.scope.to_string(),
        profiles: question.profiles.len(),
        complete: found.complete,
        possible: found
            .possible
            .iter()
            .map(|(set, rule, known)| SetReport {
                properties: ids(set),
                core: None,
                proof: None,
                rule: Some(rows(rule)),
                known: known.map(str::to_string),
            })
            .collect(),
        impossible: found
            .impossible
            .iter()
            .map(|(set, found)| SetReport {
                properties: ids(set),
                core: Some(found.profiles.iter().map(profile).collect()),
                proof: Some(proof(&found.profiles, &found.refutation)),
                rule: None,
                known: None,
            })
            .collect(),
        counts: [count(State::Possible), count(State::Impossible), count(State::Open)],
        about: about(question),
    }
}

/// Returns the report of a verdict.
pub fn report(question: &Question, verdict: &Verdict) -> Answered {
    let mut report = Answered {
        format: FORMAT,
        verdict: "undecided",
        reason: None,
        properties: question.ids(),
        scope: question.scope.to_string(),
        division: "divisible",
        profiles: question.profiles.len(),
        core: None,
        smallest: None,
        minimal: None,
        proof: None,
        larger: None,
        rule: None,
        known: None,
        mechanisms: vec![],
        preferred: None,
        judged: None,
        about: about(question),
    };
    match verdict {
        Verdict::Undecided(reason) => report.reason = Some(reason.clone()),
        Verdict::Possible(rule, known) => {
            report.verdict = "possible";
            report.rule = Some(rows(rule));
            report.known = known.map(str::to_string);
        }
        Verdict::Impossible(found) => {
            report.verdict = "impossible";
            report.core = Some(found.profiles.iter().map(profile).collect());
            report.minimal = Some(found.without.len() == found.profiles.len());
            report.proof = Some(proof(&found.profiles, &found.refutation));
        }
    }
    report
}
