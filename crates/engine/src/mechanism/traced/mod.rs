//! Traces of runs, by the plainest form of each algorithm, one file per family of mechanisms.

mod arrivals;
mod covering;
mod filling;
mod leximin;
mod market;
mod per_server;
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
mod words;

pub(in crate::mechanism) use arrivals::{dynamic, offline, printed};
pub(in crate::mechanism) use covering::{bisection, certificate_alone, greedy, lower_bound, rounding};
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
