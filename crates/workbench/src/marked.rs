//! The marks of a violation in its picture, and the sentence below it.

use crate::model::{Marks, Presented};
use crate::property::Examine;
use crate::property::evidence::{Run, Witness};
use crate::scalar::Rational;

/// The marks in the outcome, and the caption.
pub(super) fn marked<M: Presented>(
    run: &Run<'_, M>,
    witness: &Witness<M>,
    margin: &Rational,
    property: &dyn Examine<M>,
) -> (Marks, String) {
    let gets = M::gets(run.instance, &run.outcome);
    let name = |agent: usize| M::agent_name(run.instance, agent);
    let level = |agent: usize, up: bool, what: &str| -> Vec<(usize, Rational, String)> {
        let has = gets.get(agent).filter(|_| M::IN_TASKS);
        let at = has.map(|has| if up { has + margin } else { has - margin });
        at.map(|at| (agent, at, what.to_string())).into_iter().collect()
    };
    let of = |levels: Vec<(usize, Rational, String)>, says: String| (Marks { bold: None, levels }, says);
    match witness {
        Witness::Agent(u) if M::ID != "cohort" && property.facts().level.is_some() => {
            let (who, what) = (name(*u), property.facts().level.unwrap_or_default());
            let says = format!("The dashed line is what {who} is {what} to; the column stays below it.");
            of(level(*u, true, what), says)
        }
        Witness::Envy { envious, envied }
            if property.facts().compared_with.is_none() && property.facts().envy =>
        {
            let run = if M::IN_TASKS { "; the dashed line is what that bundle would run" } else { "" };
            let (bundle, who) = (name(*envied), name(*envious));
            let says = format!("The thick lines enclose the bundle of {bundle}, which {who} envies{run}.");
            (Marks { bold: Some(*envied), levels: level(*envious, true, "with that bundle") }, says)
        }
        Witness::Better(other) if M::IN_TASKS => {
            let better = M::gets(run.instance, other);
            let levels = better.iter().zip(&gets).enumerate().filter(|(_, (a, b))| a > b);
            let levels = levels.map(|(u, (a, _))| (u, a.clone(), "possible".to_string())).collect();
            of(levels, "On the right, no agent has less and some have more; the dashed lines on the left are these levels.".to_string())
        }
        Witness::Complaint { by, instead } => {
            let wanted = M::gets(run.instance, instead);
            let at = wanted.get(*by).filter(|_| M::IN_TASKS).cloned();
            let levels = at.map(|at| (*by, at, "fair".to_string())).into_iter().collect();
            let who = name(*by);
            let says = format!(
                "The dashed line is the fair level of {who}, which the allocation on the right reaches."
            );
            of(levels, says)
        }
        Witness::Misreport { by, .. } => of(
            level(*by, true, "by lying"),
            format!(
                "The dashed line is what {} runs after the false report: its true tasks in the bundle on the right, where tasks are counted \
                 as reported.",
                name(*by)
            ),
        ),
        Witness::Departure { loses, .. } | Witness::Sibling { loses, .. } => of(
            level(*loses, false, "afterwards"),
            format!("The dashed line on the left is what {} keeps on the right.", name(*loses)),
        ),
        _ => (Marks::default(), unmarked(run, witness, property)),
    }
}

/// The caption of a picture without marks.
fn unmarked<M: Presented>(run: &Run<'_, M>, witness: &Witness<M>, property: &dyn Examine<M>) -> String {
    let name = |agent: usize| M::agent_name(run.instance, agent);
    match witness {
        Witness::Agent(u) if M::ID == "cohort" => {
            format!("The picture shows what is admitted after the decision; {} is not.", name(*u))
        }
        Witness::Agent(u) => format!("The column to look at is that of {}.", name(*u)),
        Witness::Envy { envious, envied } if property.facts().compared_with.is_some() => format!(
            "The columns to look at are those of {} and {}; on the right, tasks are divisible.",
            name(*envied),
            name(*envious)
        ),
        Witness::Envy { envious, envied } => {
            format!("The columns to look at are those of {} and {}.", name(*envious), name(*envied))
        }
        Witness::Better(_) => "On the right is what the outcome is compared with.".to_string(),
        Witness::Collusion(lies) => {
            let says = match lies.len() {
                1 => "With the bundle on the right, the user can run more true tasks than on the left"
                    .to_string(),
                _ => format!("With the bundles on the right, {}", property.facts().gains),
            };
            format!("{says}; tasks on the right are counted as reported.")
        }
        Witness::Node { agent, .. } => {
            format!("The columns to look at are those of the queue of {}.", name(*agent))
        }
        Witness::State { waits, .. } => {
            format!("The picture shows the outcome, and not the state in which {} waits.", name(*waits))
        }
        Witness::Cycle { .. } | Witness::Recurrence { .. } => {
            "The picture shows one state of the loop.".to_string()
        }
        Witness::Said(_) => "The property is a program, which says what is violated.".to_string(),
        Witness::Outcome if !M::IN_TASKS => "The sentence above says which limit is exceeded.".to_string(),
        Witness::Outcome => {
            "What is used is above what there is, or a user has what cannot run there.".to_string()
        }
        Witness::Complaint { .. }
        | Witness::Misreport { .. }
        | Witness::Departure { .. }
        | Witness::Sibling { .. } => String::new(),
    }
}
