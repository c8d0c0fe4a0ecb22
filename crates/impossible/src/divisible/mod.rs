//! Tasks of which parts count, on one server: amounts are real, and the properties are linear conditions.
//!
//! With its allocation of tasks `x`, a profile uses `sum of x[u] * demand[u][r]` of resource `r`. All conditions on `x` are inequalities
//! between sums, save Pareto optimality, which says that every user demands some resource that is full. So Pareto optimality is a split into
//! cases, and a case in which the conditions contradict each other has Farkas multipliers: a sum of conditions that no amounts meet.
//!
//! What accepts an answer: [`condition`], [`question`], [`refutation`], [`amounts`] and [`record`], with [`tell`] and [`coq`] for readers. What finds one: [`known`], [`simplex`],
//! [`search`] and [`sets`].

pub mod condition;
pub mod question;
pub mod amounts;
pub mod refutation;
pub mod record;
pub mod tell;
pub mod coq;
pub mod known;
pub mod simplex;
pub mod search;
pub mod sets;
