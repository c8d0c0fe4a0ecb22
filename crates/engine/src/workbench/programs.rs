//! Programs as mechanisms of a workbench.

use std::sync::Arc;

use super::{Bench, Workbench};
use crate::document::InputError;
use crate::mechanism::outside::{Outside, Program, Spoken};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::{Model, Presented};
use crate::scalar::Rational;

/// A program or an embedded function as a mechanism, with the slack of its floats.
pub type Foreign<'a> = (&'a Arc<Program>, &'a Rational);

/// Returns the bench of the program's model, with the program among its mechanisms; `slack` is the tolerance
/// for floats.
///
/// # Errors
/// The model of the program is unknown, or its id is in use.
pub fn with_program(program: &Arc<Program>, slack: &Rational) -> Result<Box<dyn Bench>, InputError> {
    with_programs((program, slack), &[])
}

/// Returns the bench of the model of `first`, with the program `first` and the programs `more` of that model among
/// its mechanisms.
///
/// # Errors
/// The model of a program is unknown or not that of `first`, or an id is in use.
pub fn with_programs(first: Foreign<'_>, more: &[Foreign<'_>]) -> Result<Box<dyn Bench>, InputError> {
    let all: Vec<Foreign<'_>> = std::iter::once(&first).chain(more).copied().collect();
    match first.0.greeting().model.as_str() {
        Arrivals::ID => Ok(Box::new(joined(Workbench::<Arrivals>::standard(), &all)?)),
        Cluster::ID => Ok(Box::new(joined(Workbench::<Cluster>::standard(), &all)?)),
        Cohort::ID => Ok(Box::new(joined(Workbench::<Cohort>::standard(), &all)?)),
        Covering::ID => Ok(Box::new(joined(Workbench::<Covering>::standard(), &all)?)),
        other => Err(InputError {
            file: first.0.command().to_string(),
            field: String::new(),
            reason: format!(
                "the greeting: `{other}` is no model; there are arrivals, cluster, cohort, covering"
            ),
        }),
    }
}

/// Adds the programs to the mechanisms of the workbench.
fn joined<M: Spoken + Presented>(
    bench: Workbench<M>,
    programs: &[Foreign<'_>],
) -> Result<Workbench<M>, InputError> {
    programs.iter().try_fold(bench, |bench, (program, slack)| {
        let failed =
            |reason: String| InputError { file: program.command().to_string(), field: String::new(), reason };
        let own = Outside::new(Arc::clone(program), (*slack).clone()).map_err(|f| failed(f.to_string()))?;
        bench.with_mechanism(own).map_err(|error| failed(format!("the greeting: {}", error.reason)))
    })
}
