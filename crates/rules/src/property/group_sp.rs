//! Strategy-proofness against pairs: no two users can both run more of their true tasks by joint reports.
//!
//! As in the workbench, one of the two may report the truth.

use super::sp::{gets, liars, sentence};
use super::{Change, Facts, Need, Property, Two};
use crate::allocation::Allocation;
use crate::profile::Profile;

/// Strategy-proofness against pairs, as the module documentation defines it.
#[derive(Debug)]
pub struct GroupSp;

/// Returns the pairs of users that contain every liar, if there is a liar.
fn pairs(p: &Profile, q: &Profile) -> Vec<[usize; 2]> {
    let Some(all) = liars(p, q).filter(|all| !all.is_empty()) else { return vec![] };
    let users = p.users();
    (0..users)
        .flat_map(|m| (m + 1..users).map(move |n| [m, n]))
        .filter(|pair| all.iter().all(|u| pair.contains(u)))
        .collect()
}

impl Property for GroupSp {
    fn facts(&self) -> Facts {
        Facts { changes: Some(Change::Reports), ..Facts::of("group-sp", "strategy-proofness against pairs") }
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        !pairs(p, q).is_empty()
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        let one = |pair: [usize; 2]| pair.iter().map(|&u| Need::AtLeast(u, gets(p, q, w, u))).collect();
        pairs(p, q).into_iter().map(one).collect()
    }

    fn tell_two(&self, two: Two<'_>, by: &[usize]) -> String {
        sentence(two, by)
    }
}
