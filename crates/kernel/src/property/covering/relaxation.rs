//! The value of a programme is at most the ratio of the fairest assignment (mukherjee III).

use super::reached;
use crate::model::covering::{Allotment, Covering, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::specification::Settles;

/// The bound by a programme: the property `relaxation`.
#[derive(Debug)]
pub struct Relaxation;

impl Property<Covering> for Relaxation {
    fn id(&self) -> &'static str {
        "relaxation"
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        setting.integral.then_some("the outcome is not that of a programme")
    }

    fn confirm(
        &self,
        run: &Run<'_, Covering>,
        witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> Result<Margin, Rejected> {
        let (Witness::Better(instead), Allotment::Parts { ratio, .. }) = (witness, &run.outcome) else {
            return Err(Rejected::Kind);
        };
        positive(ratio - reached(run.instance, instead)?)
    }

    /// The ratio of the outcome, regardless of the assignment.
    fn reads(&self, _run: &Run<'_, Covering>, _witness: &Witness<Covering>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Covering>,
        witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> String {
        let Witness::Better(instead) = witness else { return String::new() };
        format!(
            "The value of the programme is {}, although an assignment has the smaller ratio {}.",
            run.outcome.ratio(run.instance),
            instead.ratio(run.instance)
        )
    }
}
