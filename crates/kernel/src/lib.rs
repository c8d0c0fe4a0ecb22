//! The kernel judges and solves nothing. It holds exact numbers, documents, models, specifications with the
//! check of their certificates, properties with the inequality that a witness claims, and the judgement of a
//! record from its file alone.
//!
//! No module here runs a solver, searches, starts a thread or reads a clock. It reads a record and judges each of its violations in five lines:
//!
//! ```
//! use fairwitness_kernel::{document::Document, replay::replay};
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../counterexamples/tsf/tsf-bf-2u2s2r.toml");
//! let text = std::fs::read_to_string(path)?;
//! for (name, judged) in replay(&Document::parse(path, &text)?, &text)? {
//!     judged.map_err(|reason| format!("{name}: {reason}"))?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
