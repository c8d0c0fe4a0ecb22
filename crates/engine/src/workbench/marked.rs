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
    let per_agent = M::IN_TASKS;
    let gets = M::gets(run.instance, &run.outcome);
    let has = |agent: usize| gets.get(agent).filter(|_| per_agent);
    let name = |agent: usize| M::agent_name(run.instance, agent);
    let level = |agent: usize, up: bool, what: &str| -> Vec<(usize, Rational, String)> {
        let at = has(agent).map(|has| if up { has + margin } else { has - margin });
        at.map(|at| (agent, at, what.to_string())).into_iter().collect()
    };
    let of = |levels: Vec<(usize, Rational, String)>, says: String| (Marks { bold: None, levels }, says);
    let plain = |says: String| (Marks::default(), says);
    match witness {
        Witness::Agent(u) if M::ID == "cohort" => {
            plain(format!("The picture shows what is admitted after the decision; {} is not.", name(*u)))
        }
        Witness::Agent(u) => match property.facts().level {
            Some(what) => of(
                level(*u, true, what),
                format!("The dashed line is what {} is {what} to; the column stays below it.", name(*u)),
            ),
            None => plain(format!("The column to look at is that of {}.", name(*u))),
        },
        Witness::Envy { envious, envied } if property.facts().compared_with.is_some() => plain(format!(
            "The columns to look at are those of {} and {}; on the right, tasks are divisible.",
            name(*envied),
            name(*envious)
        )),
        Witness::Envy { envious, envied } if !property.facts().envy => {
            plain(format!("The columns to look at are those of {} and {}.", name(*envious), name(*envied)))
        }
        Witness::Envy { envious, envied } => {
            let (marks, says) = of(
                level(*envious, true, "with that bundle"),
                format!(
                    "The thick lines enclose the bundle of {}, which {} envies{}.",
                    name(*envied),
                    name(*envious),
                    if per_agent { "; the dashed line is what that bundle would run" } else { "" }
                ),
            );
            (Marks { bold: Some(*envied), ..marks }, says)
        }
        Witness::Better(_) if !per_agent => {
            plain("On the right is what the outcome is compared with.".to_string())
        }
        Witness::Better(other) => {
            let better = M::gets(run.instance, other);
            let levels = better.iter().zip(&gets).enumerate().filter(|(_, (a, b))| per_agent && a > b);
            let levels = levels.map(|(u, (a, _))| (u, a.clone(), "possible".to_string())).collect();
            of(levels, "On the right, no agent has less and some have more; the dashed lines on the left are these levels.".to_string())
        }
        Witness::Complaint { by, instead } => {
            let wanted = M::gets(run.instance, instead);
            let at = wanted.get(*by).filter(|_| per_agent).cloned();
            let levels = at.map(|at| (*by, at, "fair".to_string())).into_iter().collect();
            of(
                levels,
                format!(
                    "The dashed line is the fair level of {}, which the allocation on the right reaches.",
                    name(*by)
                ),
            )
        }
        Witness::Misreport { by, .. } => of(
            level(*by, true, "by lying"),
            format!(
                "The dashed line is what {} runs after the false report: its true tasks in the bundle on the right, where tasks are counted \
                 as reported.",
                name(*by)
            ),
        ),
        Witness::Collusion(lies) => {
            let says = match lies.len() {
                1 => "With the bundle on the right, the user can run more true tasks than on the left"
                    .to_string(),
                _ => format!("With the bundles on the right, {}", property.facts().gains),
            };
            plain(format!("{says}; tasks on the right are counted as reported."))
        }
        Witness::Departure { loses, .. } | Witness::Sibling { loses, .. } => of(
            level(*loses, false, "afterwards"),
            format!("The dashed line on the left is what {} keeps on the right.", name(*loses)),
        ),
        Witness::Node { agent, .. } => {
            plain(format!("The columns to look at are those of the queue of {}.", name(*agent)))
        }
        Witness::State { waits, .. } => plain(format!(
            "The picture shows the outcome, and not the state in which {} waits.",
            name(*waits)
        )),
        Witness::Cycle { .. } | Witness::Recurrence { .. } => {
            plain("The picture shows one state of the loop.".to_string())
        }
        Witness::Said(_) => plain("The property is a program, which says what is violated.".to_string()),
        Witness::Outcome if !per_agent => {
            plain("The sentence above says which limit is exceeded.".to_string())
        }
        Witness::Outcome => {
            plain("What is used is above what there is, or a user has what cannot run there.".to_string())
        }
    }
}
