//! What accepts: exact numbers, documents, models, specifications with their certificates, properties with the inequality that
//! a witness claims, and records that are judged from their file alone.
//!
//! Nothing here solves, searches, starts a thread or reads a clock.
#![forbid(unsafe_code)]

pub mod scalar;
pub mod linear;
pub mod document;
pub mod model;
pub mod specification;
pub mod property;
pub mod record;
pub mod replay;
