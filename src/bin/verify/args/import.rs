//! Arguments of `verify import`.

use std::path::PathBuf;

use clap::Subcommand;
use fairwitness::desk::import::{By, JobsBy};

/// Sources of imported instances.
#[derive(Debug, Subcommand)]
pub enum Import {
    /// Import the output of `kubectl get nodes -o json` and `kubectl get pods -A -o json`.
    Kubernetes {
        /// The nodes.
        #[arg(long, value_name = "FILE")]
        nodes: PathBuf,
        /// The pods.
        #[arg(long, value_name = "FILE")]
        pods: PathBuf,
        /// The grouping of pods into users: namespace, label=KEY, queue (of Volcano or KAI), or owner (such as a Deployment).
        #[arg(long, value_name = "WHAT", default_value = "owner")]
        by: By,
        #[command(flatten)]
        options: ImportOptions,
    },
    /// Import the output of `scontrol show nodes --json` and `squeue --json`; each account is a user, or as --by says.
    Slurm {
        /// The nodes.
        #[arg(long, value_name = "FILE")]
        nodes: PathBuf,
        /// The jobs.
        #[arg(long, value_name = "FILE")]
        jobs: PathBuf,
        /// Weights of accounts: the output of `sshare -P` or `sshare --json`.
        #[arg(long, value_name = "FILE", conflicts_with = "weights")]
        shares: Option<PathBuf>,
        /// The grouping of jobs into users: account, user, partition or qos.
        #[arg(long, value_name = "WHAT", default_value = "account")]
        by: JobsBy,
        #[command(flatten)]
        options: ImportOptions,
    },
    /// Import the answers of YARN's resource manager; each queue is a user.
    Yarn {
        /// The nodes.
        #[arg(long, value_name = "FILE")]
        nodes: PathBuf,
        /// The applications.
        #[arg(long, value_name = "FILE")]
        apps: PathBuf,
        /// Weights of queues: the answer about the scheduler.
        #[arg(long, value_name = "FILE", conflicts_with = "weights")]
        scheduler: Option<PathBuf>,
        /// Merge all nodes into one server, because the lists do not place running tasks on nodes.
        #[arg(long)]
        pool: bool,
        #[command(flatten)]
        options: ImportOptions,
    },
    /// Import cluster queues, local queues and workloads of Kueue as an instance of the model cohort.
    Kueue {
        /// The objects, in one file or several.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The cohort, if there are several.
        #[arg(long, value_name = "NAME")]
        cohort: Option<String>,
        /// The workload that asks for admission, as namespace/name.
        #[arg(long, value_name = "NAME")]
        incoming: Option<String>,
        /// The value of a field that is not read or not there, mostly none; the instance carries the assumption.
        #[arg(long, value_name = "FIELD=VALUE", value_parser = assumption)]
        assume: Vec<(String, String)>,
    },
    /// Import a table of machines and a table of requests.
    Csv {
        /// The machines.
        machines: PathBuf,
        /// The requests.
        requests: PathBuf,
        /// Give users unlimited tasks in place of their numbers.
        #[arg(long)]
        endless: bool,
        /// Merge identical machines into one row with a count.
        #[arg(long)]
        classes: bool,
    },
}

/// A field and the value that it is taken as.
fn assumption(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((field, value)) if !field.is_empty() && !value.is_empty() => {
            Ok((field.to_string(), value.to_string()))
        }
        _ => Err("must be a field and its value, such as namespaceSelector=none".to_string()),
    }
}

/// Options of the conversion of a snapshot to an instance.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportOptions {
    /// Weights of users: a TOML file with lines such as `team = 2`; a user without a line has weight 1.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Merge identical machines into one row with a count.
    #[arg(long)]
    pub classes: bool,
    /// Give users unlimited tasks in place of their numbers.
    #[arg(long)]
    pub endless: bool,
    /// A field that need not be read, with the value none; the instance carries the assumption in any case.
    #[arg(long, value_name = "FIELD=VALUE", value_parser = assumption)]
    pub assume: Vec<(String, String)>,
}
