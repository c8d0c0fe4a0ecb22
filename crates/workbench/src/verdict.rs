//! The verdict of a search from its counts, with its exit status and its words: one function for text, JSON, Python and
//! browsers.

use super::Answer;
use crate::linear::{Patience, Uncut as _};
use crate::model::Model;
use crate::property::evidence::run_of;
use crate::scalar::Rational;
use crate::search::worst::Question;
use crate::search::{Ended, Searched};

/// Exit status of a violation.
const FOUND: u8 = 1;
/// Exit status of an answer that is undecided.
const UNDECIDED: u8 = 3;

/// The answer of a search without a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concluded {
    /// Unrefuted or undecided.
    pub answer: Answer,
    /// Reason for an undecided answer.
    pub reason: Option<String>,
}

/// The answer of a search that found no violation: unrefuted if at least one trial was decided, and no program `differs`, which
/// has the two answers of a program to one question. Otherwise nothing is known, for the most frequent reason.
pub fn concluded(searched: &Searched, differs: Option<String>) -> Concluded {
    if differs.is_some() {
        return Concluded { answer: Answer::Undecided, reason: differs };
    }
    if searched.trials > 0 {
        return Concluded { answer: Answer::Unrefuted, reason: None };
    }
    let none = || match searched.ended {
        Ended::Time => "no instance was examined in the time",
        Ended::Interrupted => "it was interrupted before an instance was examined",
        Ended::Done | Ended::Instances => "no instance of the scope could be listed or drawn",
    };
    let large = || searched.scope.and_then(|scope| scope.too_large());
    let reason = searched.most_frequent().or_else(large).unwrap_or_else(|| none().to_string());
    Concluded { answer: Answer::Undecided, reason: Some(reason) }
}

/// The outcome on an instance of which a value is reported. Programs give their answers again.
///
/// # Errors
/// The reason why the value rests on no function.
pub(super) fn rests<M: Model>(
    question: &Question<'_, M>,
    instance: &M::Instance<Rational>,
    patience: &Patience,
) -> Result<M::Outcome<Rational>, String> {
    let late = |_| "a program did not answer again in the time".to_string();
    let outside = question.mechanism.outside();
    let own = Patience::unlimited();
    let run = run_of(question.mechanism, instance, if outside.is_some() { patience } else { &own });
    let run = run.uncut().map_err(late)?.map_err(|refusal| refusal.to_string())?;
    if let Some(outside) = outside {
        outside.repeats(&[instance], &run.outcome, patience).map_err(late)??;
    }
    question.measure.steady(&run, patience).uncut().map_err(late)??;
    Ok(run.outcome)
}

/// The exit status of an answer: 1 for a violation, 3 for an open answer or one that an interruption cut short, otherwise 0.
pub fn status(answer: Answer, ended: Ended) -> u8 {
    match answer {
        Answer::Violated => FOUND,
        Answer::Undecided => UNDECIDED,
        Answer::Unrefuted if ended == Ended::Interrupted => UNDECIDED,
        Answer::Unrefuted | Answer::Holds | Answer::OutOfScope => 0,
    }
}

/// The trials of properties that decide several for an instance: prefix of the id, trials, and their failure.
const TRIALS: [(&str, &str, &str); 4] = [
    ("sp", "lies", "none pays"),
    ("group-sp", "pairs of lies", "none pays"),
    ("resource-monotone", "larger instances", "none costs a user tasks"),
    ("no-starvation", "states", "no user is passed over"),
];

/// What a search without a violation decided, in words: `1,204,000 lies on 18,832 instances, none pays`.
pub fn tried(property: &str, searched: &Searched) -> String {
    let decided = searched.decided();
    let instances = format!("{} instance{}", grouped(decided), if decided == 1 { "" } else { "s" });
    let known = TRIALS.iter().find(|(prefix, ..)| property.starts_with(prefix));
    match known.filter(|_| searched.trials > decided) {
        Some((_, trials, failed)) => {
            format!("{} {trials} on {instances}, {failed}", grouped(searched.trials))
        }
        None => format!("{instances}, none violates it"),
    }
}

/// A number with a comma before each group of three digits.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let comma = |k: usize| k > 0 && (digits.len() - k).is_multiple_of(3);
    digits
        .chars()
        .enumerate()
        .flat_map(|(k, digit)| comma(k).then_some(',').into_iter().chain([digit]))
        .collect()
}
