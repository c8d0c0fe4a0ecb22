//! Instances made from what other programs write about a cluster: nodes and pods of a container platform, nodes and jobs of batch
//! systems, the queues of Kueue, and plain tables.
//!
//! Amounts are read exactly, with their units, and written in units for people. What runs now becomes `running`, what waits
//! is counted in `tasks`. What a fair share cannot know of is left out, and said.

mod places;
mod amounts;
mod constraints;
mod parts;
mod snapshot;
mod pods;
mod kubernetes;
mod hosts;
mod tres;
mod shares;
mod slurm;
mod sacct;
mod yarn;
mod kueue;
mod tables;

pub use kubernetes::kubernetes;
pub use kueue::kueue;
pub use sacct::Log;
pub use slurm::slurm;
pub use tables::tables;
pub use yarn::{YarnFiles, yarn};

use crate::document::{Document, Value};

/// An instance file, and what was left out or assumed on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The instance, with `model`.
    pub instance: Value,
    /// What was left out or assumed, a sentence each.
    pub notes: Vec<String>,
}

/// What users of an imported cluster are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// Namespaces.
    Namespace,
    /// Values of this label of pods.
    Label(String),
    /// What owns pods, such as a Deployment or a StatefulSet, in its namespace.
    Owner,
}

impl std::str::FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<By, String> {
        match text.split_once('=') {
            None if text == "namespace" => Ok(By::Namespace),
            None if text == "owner" => Ok(By::Owner),
            Some(("label", key)) if !key.is_empty() => Ok(By::Label(key.to_string())),
            _ => Err("must be namespace, owner or label=KEY".to_string()),
        }
    }
}

/// How a snapshot becomes an instance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Whether it is left out how many tasks users have.
    pub endless: bool,
    /// Whether like machines become one row with a `count`.
    pub classes: bool,
    /// Weights by team; 1 for a team that is not in it.
    pub weights: Option<&'a Document>,
}
