//! Envy-freeness up to one task of one's own: no user could run two tasks more than it does with the
//! resources of another.

use super::Property;
use super::ef::{pair, sentence, value};
use crate::allocation::Allocation;
use crate::profile::Profile;

/// Envy-freeness up to one own task, as the module documentation defines it.
#[derive(Debug)]
pub struct Ef1Own;

impl Property for Ef1Own {
    fn id(&self) -> &'static str {
        "ef1-own"
    }

    fn name(&self) -> &'static str {
        "envy-freeness up to one task of one's own"
    }

    fn broken(&self, p: &Profile, v: &Allocation) -> Option<Vec<usize>> {
        pair(p, |n, m| value(p, n, m, &v.0[m]) > v.total(n) + 1)
    }

    fn tell(&self, p: &Profile, v: &Allocation, by: &[usize]) -> String {
        sentence(v, by, value(p, by[0], by[1], &v.0[by[1]]), ", two or more tasks beyond its own")
    }
}
