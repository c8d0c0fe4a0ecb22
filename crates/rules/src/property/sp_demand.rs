//! Truthfulness about demands: [`super::sp`] with known eligibility; the two agree if all users are eligible
//! on all servers.

use super::sp::Sp;
use super::{Need, Property};
use crate::allocation::Allocation;
use crate::profile::Profile;

/// Truthfulness about demands, as the module documentation defines it.
#[derive(Debug)]
pub struct SpDemand;

impl Property for SpDemand {
    fn id(&self) -> &'static str {
        "sp-demand"
    }

    fn name(&self) -> &'static str {
        "truthfulness about demands"
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        Sp.compares(p, q)
    }

    fn breaks(&self, p: &Profile, v: &Allocation, q: &Profile, w: &Allocation) -> Option<Vec<usize>> {
        Sp.breaks(p, v, q, w)
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        Sp.needs(p, q, w)
    }

    fn tell_two(
        &self,
        p: (&Profile, &Allocation),
        q: (&Profile, &Allocation),
        by: &[usize],
        names: (&str, &str),
    ) -> String {
        Sp.tell_two(p, q, by, names)
    }
}
