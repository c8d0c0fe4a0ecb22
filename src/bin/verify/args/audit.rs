//! Arguments of `verify audit`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

/// An audit of what runs.
#[derive(Debug, Args)]
pub struct Audit {
    /// A cluster that says in its field `running` what runs; `-` reads it from the standard input.
    #[arg(long, value_name = "FILE", required_unless_present = "over")]
    pub instance: Option<PathBuf>,
    /// Moments in order: a file with an instance a line as JSON, or a folder of instance files by name.
    #[arg(long, value_name = "FILE|DIR", conflicts_with_all = ["instance", "html", "mech"])]
    pub over: Option<PathBuf>,
    /// With `--over LOG`, a log of jobs as Slurm's `sacct -P` prints it: the nodes, as `scontrol show nodes --json` prints them.
    #[arg(long, value_name = "FILE", requires = "over")]
    pub nodes: Option<PathBuf>,
    /// With `--nodes`, weights of accounts: a TOML file with lines such as `physics = 2`.
    #[arg(long, value_name = "FILE", requires = "nodes")]
    pub weights: Option<PathBuf>,
    /// At how many moments of a log the cluster is looked at, evenly spaced [default: 100].
    #[arg(long, value_name = "N", requires = "nodes", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub moments: Option<u32>,
    /// With `--over`: write the worst moment of each user that was below its share into this folder, as it was and made smaller.
    #[arg(long, value_name = "DIR", requires = "over")]
    pub out: Option<PathBuf>,
    /// The properties [default: feasible, si, ef, ef1, po, non-wasteful, bf].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub property: Vec<String>,
    /// Rules to compare with, as if they allocated the cluster anew; `none` for no rule [default: some that take it].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// Show beside it what rules for whole tasks would start next, going on from what runs.
    #[arg(long = "continue", conflicts_with = "over")]
    pub next: bool,
    /// Write a page for people into this file; it needs no other file and no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Whether a task may be split [default: whole where only whole tasks run].
    #[arg(long, value_enum, value_name = "KIND")]
    pub tasks: Option<Tasks>,
    /// Judge each shape of tasks of a team as a user of its own, with its part of the weight.
    #[arg(long)]
    pub shapes: bool,
    /// How long it may take; of `--over`, each moment.
    #[arg(long, value_name = "TIME", default_value = "8s", value_parser = crate::outside::time)]
    pub budget: Duration,
}

/// Whether a task may be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tasks {
    /// Each task runs on one server.
    Whole,
    /// Parts of a task may run on several servers.
    Divisible,
}
