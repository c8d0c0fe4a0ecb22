//! The judge against an adversary: evidence that is wrong in one place. It is a separate small program, so that
//! mutants of the judge are built and tested quickly.

#![allow(clippy::unwrap_used, clippy::panic)]

mod accepted;
mod bounds;
mod cells;
mod cohort;
mod confirmed;
mod covers;
mod fair;
mod feasible;
mod market;
mod negatives;
mod replays;
mod sums;
#[allow(dead_code, unused_imports)]
#[path = "../all/support.rs"]
mod support;
mod tampering;
mod tasks;
mod witnesses;
