//! Instances made from the output of other programs about a cluster: nodes and pods of a container platform,
//! nodes and jobs of batch systems, the queues of Kueue, and plain tables.
//!
//! Amounts are read exactly, with their units, and written in units for readers. Running tasks become
//! `running`, waiting ones are counted in `tasks`. Data that a fair share cannot express are omitted, and
//! each omission is reported.

mod places;
mod moment;
mod forms;
mod amounts;
mod alike;
mod constraints;
mod division;
mod parts;
mod omitted;
mod budgets;
mod assume;
mod snapshot;
mod closing;
mod unread;
mod weights;
mod quotas;
mod pods;
mod kubernetes;
mod hosts;
mod tres;
mod shares;
mod slurm_states;
mod slurm_nodes;
mod slurm_constraints;
mod slurm_unread;
mod slurm_accounts;
mod slurm;
mod tables;
mod jobs;
mod sacct;
mod yarn_weights;
mod yarn_queues;
mod yarn;
mod yarn_counts;
mod kueue;

pub use forms::recognised;
pub use jobs::{Job, Jobs};
pub use kubernetes::kubernetes;
pub use kueue::kueue;
pub use moment::{moment, time};
pub use sacct::log;
pub use slurm::slurm;
pub use tables::tables;
pub use yarn::{YarnFiles, yarn};

use crate::document::{Document, Value};

/// An instance file, with the omissions and assumptions of its import.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The instance, with the field `model`.
    pub instance: Value,
    /// The omissions and assumptions, one sentence each.
    pub notes: Vec<String>,
}

/// The grouping of pods into users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// A user for each namespace.
    Namespace,
    /// A user for each value of this label of pods.
    Label(String),
    /// A user for each queue of Volcano or KAI.
    Queue,
    /// A user for each owner of pods, such as a Deployment or a StatefulSet, in its namespace.
    Owner,
}

impl std::str::FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<By, String> {
        match text.split_once('=') {
            None if text == "namespace" => Ok(By::Namespace),
            None if text == "owner" => Ok(By::Owner),
            None if text == "queue" => Ok(By::Queue),
            Some(("label", key)) if !key.is_empty() => Ok(By::Label(key.to_string())),
            _ => Err("must be namespace, owner, queue or label=KEY".to_string()),
        }
    }
}

/// The grouping of the jobs of Slurm into users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JobsBy {
    /// A user for each account.
    #[default]
    Account,
    /// A user for each person; with shares, for each person in each account.
    User,
    /// A user for each partition.
    Partition,
    /// A user for each quality of service.
    Qos,
}

impl std::str::FromStr for JobsBy {
    type Err = String;

    fn from_str(text: &str) -> Result<JobsBy, String> {
        match text {
            "account" => Ok(JobsBy::Account),
            "user" => Ok(JobsBy::User),
            "partition" => Ok(JobsBy::Partition),
            "qos" => Ok(JobsBy::Qos),
            _ => Err("must be account, user, partition or qos".to_string()),
        }
    }
}

impl JobsBy {
    /// The field of a job that names its user, and the word for it in sentences.
    fn field(self) -> (&'static str, &'static str) {
        match self {
            JobsBy::Account => ("account", "account"),
            JobsBy::User => ("user_name", "user"),
            JobsBy::Partition => ("partition", "partition"),
            JobsBy::Qos => ("qos", "quality of service"),
        }
    }
}

/// Options of the conversion of a snapshot to an instance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// `true` if users have unlimited tasks.
    pub endless: bool,
    /// `true` if identical machines become one row with a `count`.
    pub classes: bool,
    /// Weights by team; 1 for each team that is not named.
    pub weights: Option<&'a Document>,
    /// The grouping of the jobs of Slurm into users.
    pub jobs_by: JobsBy,
    /// Fields that need not be read, each with the value `none`.
    pub assume: &'a [(String, String)],
}
