//! Termination: the iteration of the mechanism ends on the instance (khamse2017 III-C leaves open if
//! Algorithm I ends).

use crate::model::Rejected;
use crate::model::cluster::{Cluster, Placement};
use crate::property::{Confirmed, Facts, Margin, Property, Run, Witness};
use crate::specification::{Rounds, Specification};

/// Termination of the iteration: the property `ends`.
#[derive(Debug)]
pub struct Ends;

/// The iteration of the mechanism, if it is an iteration in rounds.
fn rounds(mechanism: &dyn Specification<Cluster>) -> Option<&dyn Rounds<Cluster>> {
    mechanism.printed().and_then(|printed| printed.rounds())
}

impl Property<Cluster> for Ends {
    fn id(&self) -> &'static str {
        "ends"
    }

    fn facts(&self) -> Facts {
        Facts { looks_beyond: true, judges_infeasible: true, judges_endless: true, ..Facts::NONE }
    }

    fn never_of(&self, mechanism: &dyn Specification<Cluster>) -> Option<&'static str> {
        rounds(mechanism).is_none().then_some("the mechanism is no iteration that may go on for ever")
    }

    /// Follows the iteration until its state equals the outcome for the second time. The margin is the length
    /// of the cycle in rounds.
    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _: Option<&Placement>,
    ) -> Confirmed {
        let Witness::Recurrence { rounds: before, period } = *witness else { return Err(Rejected::Kind) };
        let iteration = rounds(run.mechanism).ok_or(Rejected::Kind)?;
        let (mut round, mut met) = (0, [false; 2]);
        iteration.each(run.instance, &mut |state| {
            if round == before {
                met[0] = *state == run.outcome;
            }
            if round == before + period {
                met[1] = *state == run.outcome;
            }
            round += 1;
            round <= before + period
        })?;
        if period == 0 || met != [true, true] {
            return Err(Rejected::Misfit(
                "the iteration is not twice in the state of the outcome".to_string(),
            ));
        }
        Ok(Margin::from(i64::try_from(period).unwrap_or(i64::MAX)))
    }

    fn tell(&self, _: &Run<'_, Cluster>, witness: &Witness<Cluster>, _second: Option<&Placement>) -> String {
        let Witness::Recurrence { rounds, period } = witness else { return String::new() };
        let rounds_of = |n: usize| if n == 1 { "1 round".to_string() } else { format!("{n} rounds") };
        let first = if *rounds == 0 {
            "with which it begins".to_string()
        } else {
            format!("that is reached after {}", rounds_of(*rounds))
        };
        let back = format!("comes back after {} more, and so on for ever", rounds_of(*period));
        format!("The iteration never ends: the allocation {first} {back}.")
    }
}
