//! Runs in words: sentences and displayed arithmetic from an instance, the events of a run and its outcome, one file
//! per family of mechanisms. No algorithm is repeated here.

mod arrivals;
mod covering;
mod filling;
mod leximin;
mod market;
mod per_server;
mod phrases;
mod picks;
mod placed;
mod placements;
mod precomputed;
mod preemption;
mod rounding_printed;
mod stages;
mod tree;
mod uniform;
mod updates;

pub(in crate::mechanism) use arrivals::{bounded, dynamic, offline, printed};
pub(in crate::mechanism) use covering::{
    bisection, certificate_alone, few_resources, greedy, lower_bound, rounding,
};
pub(in crate::mechanism) use leximin::leximin;
pub(in crate::mechanism) use market::{bottlenecks, prices};
pub(in crate::mechanism) use per_server::{alone, fixed_point};
pub(in crate::mechanism) use picks::filling;
pub(in crate::mechanism) use placements::placements;
pub(in crate::mechanism) use precomputed::{higher_cycles, in_float64, precomputed};
pub(in crate::mechanism) use preemption::preemption;
pub(crate) use preemption::{followed, share};
pub(in crate::mechanism) use rounding_printed::rounding_printed;
pub(in crate::mechanism) use stages::stages;
pub(in crate::mechanism) use tree::tree;
pub(in crate::mechanism) use uniform::uniform;
pub(in crate::mechanism) use updates::updates;

use phrases::{
    agents, as_others, assigned, capital, largest, listed, of_user, on_server, over, shared, smallest,
    sum_of, tasks, verb,
};
use placed::{ended, placed};
