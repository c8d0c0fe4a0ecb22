//! Population monotonicity: when a user leaves, no remaining user loses tasks (wang2013 III-C).

use super::{InPools, counted};
use crate::model::cluster::Cluster;
use crate::model::{Checked, Quotas, Rejected};
use crate::property::{Compared, Comparison, Facts, Owed, Run, Sides, Witness};
use crate::scalar::{Of, Scalar};

/// The formula of `population-monotone`.
#[derive(Debug)]
pub struct PopulationMonotone;

/// The property `population-monotone`, decided by one run per user.
pub const POPULATION_MONOTONE: Compared<PopulationMonotone> =
    Compared { id: "population-monotone", formula: PopulationMonotone };

/// The departure of a user that another user loses by, both by their indexes before it.
#[derive(Clone, Copy, Debug)]
pub struct Departure {
    /// The user that leaves.
    pub leaves: usize,
    /// The user that loses.
    pub loses: usize,
}

impl Comparison<Cluster> for PopulationMonotone {
    type At = Departure;

    const FACTS: Facts = Facts { quotas: Quotas::Floors, looks_beyond: true, ..Facts::NONE };
    fn at(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Checked<Departure> {
        let Witness::Departure { leaves, loses } = *witness else { return Err(Rejected::Kind) };
        if leaves == loses || run.instance.users() == 1 {
            return Err(Rejected::Misfit("who loses must stay".to_string()));
        }
        Ok(Departure { leaves, loses })
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InPools<'_, S, N>, at: &Departure) -> Owed<S> {
        let Departure { leaves, loses } = *at;
        let then = loses - usize::from(loses > leaves);
        Ok(Sides { due: both.first.gets[loses].clone(), has: both.second.gets[then].clone() })
    }

    fn less(&self, both: &InPools<'_>, at: &Departure) -> String {
        format!("tasks of {} before and after", both.first.instance.user_name(at.loses))
    }

    fn tell(&self, both: &InPools<'_>, at: &Departure, Sides { due, has }: &Sides) -> String {
        let [leaves, loses] = [at.leaves, at.loses].map(|u| both.first.instance.user_name(u));
        let (runs, fewer) = (counted(has), due - has);
        format!("When {leaves} leaves, {loses} runs {runs} instead of {due}: {fewer} fewer.")
    }
}
