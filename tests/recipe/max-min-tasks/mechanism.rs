//! Max-min fairness of task counts: rounds of linear programmes.

use fairwitness_kernel::specification::cluster::max_min_tasks::MaxMinTasks;

use crate::linear::{Halt, Leximin, Patience, leximin};
use crate::mechanism::{Allocated, Certified, Mechanism, Specification};
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Polytope, Pool};
use crate::model::refusal::{Refusal, Rejected};

fn solved(pool: &Pool, polytope: &Polytope, patience: &Patience) -> Result<Leximin, Halt<Refusal>> {
    let found = leximin(&polytope.program, &MaxMinTasks::levels(pool, polytope), patience);
    found.map_err(|halt| halt.map(|error| Refusal::Undecided(error.to_string())))
}

impl Mechanism<Cluster> for MaxMinTasks {
    fn allocate(&self, pool: &Pool, patience: &Patience) -> Allocated<Cluster> {
        self.domain(pool)?;
        let polytope = Polytope::of(pool, Division::Resource);
        Ok(polytope.placement(&solved(pool, &polytope, patience)?.point))
    }

    fn certify(
        &self,
        pool: &Pool,
        _outcome: &Placement,
        patience: &Patience,
    ) -> Certified<Cluster> {
        let polytope = Polytope::of(pool, Division::Resource);
        Ok(Certificate::Leximin(solved(pool, &polytope, patience)?.rounds))
    }
}
