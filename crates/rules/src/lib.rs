//! Rules that allocate tasks at every profile of reports, and what is known of all of them at once.
//!
//! A *rule* chooses a feasible allocation at every profile of reported demands. This crate has the meaning of a
//! question about rules ([`scope`], [`profile`], [`allocation`], [`property`]) and the check of an answer: a
//! case split that ends in contradictions ([`walk`]), a rule as a table ([`rule`]), and the files of both
//! ([`record`], [`table`], [`justification`] by way of [`mod@file`]; all of them in [`kept`]). [`tell`],
//! [`mod@sketch`] and [`coq`] show an answer to readers. [`divisible`] has the same for parts of tasks.
//!
//! Nothing here searches: `fairwitness-impossible` finds the answers that this crate accepts or refuses.

#![forbid(unsafe_code)]

pub mod scope;
pub mod profile;
pub mod allocation;
pub mod property;
pub mod walk;
pub mod rule;
pub mod tell;
pub mod file;
pub mod record;
pub mod table;
pub mod justification;
pub mod divisible;
pub mod sketch;
pub mod coq;
pub mod kept;
