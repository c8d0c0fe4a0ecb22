//! Strategy-proofness: no user runs more of its true tasks by reporting another demand vector.
//!
//! All users are eligible on all servers, so a report is a demand vector, and `sp` and `sp-demand` agree
//! here.

use super::{Change, Facts, Linear, Need, Property, Two, tasks, vector};
use crate::allocation::{Allocation, worth};
use crate::profile::Profile;

/// Strategy-proofness, as the module documentation defines it.
#[derive(Debug)]
pub struct Sp {
    id: &'static str,
    name: &'static str,
}

/// Strategy-proofness.
pub const SP: Sp = Sp { id: "sp", name: "strategy-proofness" };

/// Truthfulness about demands, with known eligibility.
pub const SP_DEMAND: Sp = Sp { id: "sp-demand", name: "truthfulness about demands" };

/// Returns the users whose reports differ between two profiles with equal servers and numbers of users, or
/// `None` for other pairs.
pub fn liars(p: &Profile, q: &Profile) -> Option<Vec<usize>> {
    if p.capacity != q.capacity || p.users() != q.users() {
        return None;
    }
    Some((0..p.users()).filter(|&u| p.demand[u] != q.demand[u]).collect())
}

/// Returns the number of tasks with its demand at `p` that user `u` runs on its resources in `w` at `q`.
pub fn gets(p: &Profile, q: &Profile, w: &Allocation, u: usize) -> u32 {
    worth(&p.demand[u], &q.demand[u], &w.0[u])
}

/// Returns the sentence about the users `by` who gain at `q`.
pub fn sentence(Two { p, q, names }: Two<'_>, by: &[usize]) -> String {
    let one = |&u: &usize| {
        let (true_size, said) = (vector(&p.0.demand[u]), vector(&q.0.demand[u]));
        let holds = format!("holds {} of size {said} at {}", tasks(q.1.total(u)), names.1);
        let (gets, has) = (tasks(gets(p.0, q.0, q.1, u)), p.1.total(u));
        let runs = format!("{holds} and runs {gets} of its true size {true_size} with them instead of {has}");
        if true_size == said {
            format!("user {}, who reports the truth, {runs}", u + 1)
        } else {
            format!("user {}, who reports {said} instead of {true_size} at {}, {runs}", u + 1, names.0)
        }
    };
    by.iter().map(one).collect::<Vec<_>>().join("; ")
}

impl Property for Sp {
    fn facts(&self) -> Facts {
        Facts { changes: Some(Change::Reports), linear: Some(Linear::Lie), ..Facts::of(self.id, self.name) }
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        liars(p, q).is_some_and(|all| all.len() == 1)
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        match liars(p, q).as_deref() {
            Some([u]) => vec![vec![Need::AtLeast(*u, gets(p, q, w, *u))]],
            _ => vec![],
        }
    }

    fn tell_two(&self, two: Two<'_>, by: &[usize]) -> String {
        sentence(two, by)
    }
}
