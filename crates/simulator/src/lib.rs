//! Schedulers in time: users arrive, submit jobs of many tasks and leave; the mechanisms' own rules decide.
//!
//! Amounts are integers in a unit that the setting chooses, so that every decision is exact and fast.
//! [`engine`] runs whole tasks under a [`policy`]; [`place`] finds servers without examining each.

pub mod workload;
pub mod bounds;
pub mod place;
pub mod policy;
mod comparable;
mod columns;
mod stream;
mod rows;
pub mod fluid;
pub mod machines;
pub mod servers;
pub mod metrics;
pub mod engine;
pub mod moments;
pub mod drawn;
pub mod fig4;
pub mod fig6_khamse;
pub mod figure;
pub mod synthetic;
pub mod trace;
pub mod scenario;
pub mod trace_figures;

use fairwitness_engine::{linear, mechanism, model, property, scalar};
use fairwitness_kernel::document;
