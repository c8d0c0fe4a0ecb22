//! Strategy-proofness against groups with weak gains: no group of liars of any size makes one liar better off
//! and none worse off.

use super::sp::{gets, liars, sentence};
use super::{Change, Facts, Need, Property, Two};
use crate::allocation::Allocation;
use crate::profile::Profile;

/// Strategy-proofness against groups with weak gains, as the module documentation defines it.
#[derive(Debug)]
pub struct GroupSpWeak;

impl Property for GroupSpWeak {
    fn facts(&self) -> Facts {
        Facts {
            changes: Some(Change::Reports),
            ..Facts::of("group-sp-weak", "strategy-proofness against groups of which no liar loses")
        }
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        liars(p, q).is_some_and(|all| !all.is_empty())
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        let all = liars(p, q).unwrap_or_default();
        // If liar `j` gains, some other liar must lose: that one runs at least one task more at `p`.
        let when_gains = |j: usize| {
            let need = |&u: &usize| Need::AtLeast(u, gets(p, q, w, u) + u32::from(u != j));
            all.iter().map(need).collect()
        };
        all.iter().map(|&j| when_gains(j)).collect()
    }

    fn tell_two(&self, two: Two<'_>, by: &[usize]) -> String {
        sentence(two, by)
    }
}
