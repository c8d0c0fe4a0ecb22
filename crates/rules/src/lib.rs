//! Rules that allocate tasks at every profile of reports, and what is known of all of them at once.
//!
//! A *rule* makes a choice at every profile of reported demands: an allocation of whole tasks, or amounts of
//! divisible tasks. This crate has the meaning of a question about rules ([`scope`], [`profile`], [`allocation`],
//! [`property`], [`condition`]) and the check of an answer: a case split ([`walk`]) or sums of conditions
//! ([`refutation`]) that no rule survives, and a rule as a table ([`rule`]), for both divisions of tasks
//! ([`whole`], [`divisible`]). [`record`], [`justification`] and [`mod@file`] read and write answers, all of them
//! in [`kept`]. [`tell`], [`mod@sketch`] and [`coq`] show an answer to readers.
//!
//! Nothing here searches: `fairwitness-impossible` finds the answers that this crate accepts or refuses.

#![forbid(unsafe_code)]

pub mod scope;
pub mod profile;
pub mod allocation;
pub mod property;
pub mod condition;
pub mod flaw;
pub mod walk;
pub mod refutation;
pub mod file;
pub mod rule;
pub mod whole;
pub mod divisible;
pub mod record;
pub mod justification;
pub mod tell;
pub mod sketch;
pub mod coq;
pub mod kept;
