//! The kernel judges and solves nothing. It holds exact numbers, documents, models, specifications with the
//! check of their certificates, properties with the inequality that a witness claims, and the judgement of a
//! record from its file alone.
//!
//! No module here runs a solver, searches, starts a thread or reads a clock.
#![forbid(unsafe_code)]

pub mod scalar;
pub mod linear;
pub mod document;
pub mod observer;
pub mod model;
pub mod specification;
pub mod property;
pub mod audit;
pub mod record;
pub mod replay;
