//! Impossibility theorems about rules: found, made small and checked, or the rule that exists.
//!
//! Over a finite scope there are finitely many profiles and, for whole tasks, finitely many allocations at each,
//! so a satisfiability solver decides whether a rule with given properties exists. If none exists, the answer is
//! a core: few profiles at which no choice of allocations has the properties, with a case split. If one exists,
//! the answer is the table of a rule. For divisible tasks ([`mod@divisible`]), linear programmes take the place
//! of the solver. Either way, `fairwitness-rules`, which links no solver, accepts the answer before it is given.
//!
//! [`question`] poses a question; [`solver`], [`encode`], [`smallest`], [`split`], [`best`], [`decide`],
//! [`lattice`] and [`forced`] answer it; [`picture`], [`report`] and [`over`] show the answer.

use fairwitness_rules::{
    allocation, condition, divisible as parts, file, flaw, justification, profile, property, refutation,
    rule, scope, tell, walk, whole,
};

pub mod question;
pub mod answer;
pub mod stop;
pub mod solver;
pub mod encode;
pub mod smallest;
pub mod split;
pub mod best;
pub mod decide;
pub mod lattice;
pub mod known;
pub mod divisible;
pub mod forced;
pub mod picture;
pub mod report;
pub mod over;
