//! Anonymity: when the users are renamed, the allocation is renamed with them.

use super::{Change, Facts, Linear, Need, Property, Two};
use crate::allocation::Allocation;
use crate::profile::{Profile, permutations};

/// Anonymity, as the module documentation defines it.
#[derive(Debug)]
pub struct Anonymous;

/// Returns the renamings of the users of `q` that give `p`, except the identity.
fn renamings(p: &Profile, q: &Profile) -> Vec<Vec<usize>> {
    if p.users() != q.users() || p.capacity != q.capacity {
        return vec![];
    }
    permutations(q.users()).into_iter().filter(|by| q.renamed(by) == *p).collect()
}

impl Property for Anonymous {
    fn facts(&self) -> Facts {
        Facts {
            changes: Some(Change::Names),
            linear: Some(Linear::Related("renamed")),
            ..Facts::of("anonymous", "anonymity")
        }
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        !renamings(p, q).is_empty()
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        renamings(p, q).into_iter().map(|by| vec![Need::Is(w.renamed(&by))]).collect()
    }

    fn related(&self, (p, user): (&Profile, usize), (q, other): (&Profile, usize)) -> bool {
        renamings(p, q).iter().any(|by| by[user] == other)
    }

    fn tell_two(&self, Two { names, .. }: Two<'_>, _by: &[usize]) -> String {
        if names.0 == names.1 {
            "two users with equal reports hold different numbers of tasks".to_string()
        } else {
            format!("{} is {} with the users renamed, but the allocation is not", names.0, names.1)
        }
    }
}
