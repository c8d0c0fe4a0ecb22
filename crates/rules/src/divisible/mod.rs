//! Divisible tasks on one server: amounts are real numbers, and the properties are linear conditions.
//!
//! With tasks `x`, a profile uses `sum of x[u] * demand[u][r]` of resource `r`. All conditions on `x` are
//! linear inequalities except Pareto optimality, which says that every user demands some resource that is
//! used up. Pareto optimality is therefore a case distinction, and a case whose conditions contradict each
//! other has Farkas multipliers: a sum of conditions that no amounts satisfy.

pub mod condition;
pub mod amounts;
pub mod refutation;
pub mod record;
pub mod tell;
pub mod coq;
