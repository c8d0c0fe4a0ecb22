//! Programs as mechanisms, properties and measures of a workbench.

use std::sync::Arc;

use super::{Bench, Read, Workbench};
use crate::document::InputError;
use crate::mechanism::outside::{Kind, Outside, Program, Spoken};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::{Model, Presented};
use crate::property::outside::Judge;
use crate::scalar::Rational;

/// A program or an embedded function, with the slack of its floats if it is a mechanism.
pub type Foreign<'a> = (&'a Arc<Program>, &'a Rational);

/// Returns the bench of the model of `first`, with the program `first` and the programs `more` of that model among
/// its mechanisms, properties and measures.
///
/// # Errors
/// The model of a program is unknown or not that of `first`, or an id is in use.
pub fn with_programs(first: Foreign<'_>, more: &[Foreign<'_>]) -> Read<Box<dyn Bench>> {
    let all: Vec<Foreign<'_>> = std::iter::once(&first).chain(more).copied().collect();
    match first.0.greeting().model.as_str() {
        Arrivals::ID => Ok(Box::new(joined(Workbench::<Arrivals>::standard(), &all)?)),
        Cluster::ID => Ok(Box::new(joined(Workbench::<Cluster>::standard(), &all)?)),
        Cohort::ID => Ok(Box::new(joined(Workbench::<Cohort>::standard(), &all)?)),
        Covering::ID => Ok(Box::new(joined(Workbench::<Covering>::standard(), &all)?)),
        other => Err(InputError::of(
            first.0.command().to_string(),
            "",
            format!("the greeting: `{other}` is no model; there are arrivals, cluster, cohort, covering"),
        )),
    }
}

/// Adds the programs to the workbench, each as what it greets as.
fn joined<M: Spoken + Presented>(bench: Workbench<M>, programs: &[Foreign<'_>]) -> Read<Workbench<M>> {
    programs.iter().try_fold(bench, |bench, (program, slack)| {
        let failed =
            |reason: String| InputError { file: program.command().to_string(), field: String::new(), reason };
        let program = Arc::clone(program);
        let judge = |program| Judge::<M>::new(program).map_err(|f| failed(f.to_string()));
        let joined = match program.greeting().kind {
            Kind::Mechanism => {
                let own = Outside::new(program, (*slack).clone()).map_err(|f| failed(f.to_string()))?;
                bench.with_mechanism(own)
            }
            Kind::Property => bench.with_property(judge(program)?),
            Kind::Measure { .. } => bench.with_measure(judge(program)?),
        };
        joined.map_err(|error| failed(format!("the greeting: {}", error.reason)))
    })
}
