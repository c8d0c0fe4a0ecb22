//! Impossibility theorems about rules that allocate whole tasks.
//!
//! A *rule* chooses a feasible allocation at every profile of reported demands. Over a finite scope there are
//! finitely many profiles and finitely many allocations at each, so a satisfiability solver decides whether a
//! rule with given properties exists. If none exists, the answer is a core: few profiles at which no choice
//! of allocations has the properties, with a case split that is checked without a solver. If one exists, the
//! answer is the table of a rule, which is judged a second time by direct checks.
//!
//! For divisible tasks, amounts are real numbers and the properties are linear conditions: [`divisible`] has
//! its own question, answer and record.
//!
//! Modules come in three groups. What a question means: [`scope`], [`profile`], [`allocation`], [`property`], [`question`]. What accepts an
//! answer and solves nothing: [`walk`], [`rule`], [`record`], [`table`] and [`justification`] (by way of [`mod@file`]), all of them by [`kept`], with [`tell`], [`mod@sketch`] and [`coq`] for readers. What finds an answer: [`solver`],
//! [`encode`], [`smallest`], [`split`], [`best`], [`decide`], [`lattice`], [`over`], [`forced`]; and [`report`] and [`picture`] show the answer. The second group uses nothing of the third.

pub mod scope;
pub mod profile;
pub mod allocation;
pub mod property;
pub mod question;
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
pub mod stop;
pub mod solver;
pub mod encode;
pub mod smallest;
pub mod split;
pub mod best;
pub mod decide;
pub mod lattice;
pub mod forced;
pub mod over;
pub mod picture;
pub mod report;
