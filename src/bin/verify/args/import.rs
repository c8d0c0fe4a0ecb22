//! Arguments of `verify import`.

use std::path::PathBuf;

use clap::Subcommand;
use fairwitness::instances::import::By;

/// From where an instance is made.
#[derive(Debug, Subcommand)]
pub enum Import {
    /// Read what `kubectl get nodes -o json` and `kubectl get pods -A -o json` print.
    #[command(after_help = "Examples:
  kubectl get nodes -o json > nodes.json; kubectl get pods -A -o json > pods.json
  verify import kubernetes --nodes nodes.json --pods pods.json --by namespace > pool.toml")]
    Kubernetes {
        /// The nodes.
        #[arg(long, value_name = "FILE")]
        nodes: PathBuf,
        /// The pods.
        #[arg(long, value_name = "FILE")]
        pods: PathBuf,
        /// What users are: namespace, label=KEY or owner (what owns the pods, such as a Deployment).
        #[arg(long, value_name = "WHAT", default_value = "owner")]
        by: By,
        #[command(flatten)]
        options: ImportOptions,
    },
    /// Read what `scontrol show nodes --json` and `squeue --json` print; a user is an account.
    #[command(after_help = "Examples:
  scontrol show nodes --json > nodes.json; squeue --json > jobs.json; sshare -P > shares.txt
  verify import slurm --nodes nodes.json --jobs jobs.json --shares shares.txt > pool.toml")]
    Slurm {
        /// The nodes.
        #[arg(long, value_name = "FILE")]
        nodes: PathBuf,
        /// The jobs.
        #[arg(long, value_name = "FILE")]
        jobs: PathBuf,
        /// Weights of accounts: what `sshare -P` or `sshare --json` prints.
        #[arg(long, value_name = "FILE", conflicts_with = "weights")]
        shares: Option<PathBuf>,
        #[command(flatten)]
        options: ImportOptions,
    },
    /// Read what YARN's resource manager answers; a user is a queue.
    #[command(after_help = "Examples:
  curl -o nodes.json http://rm:8088/ws/v1/cluster/nodes
  curl -o apps.json http://rm:8088/ws/v1/cluster/apps
  curl -o scheduler.json http://rm:8088/ws/v1/cluster/scheduler
  verify import yarn --nodes nodes.json --apps apps.json --scheduler scheduler.json --pool > pool.toml")]
    Yarn {
        /// The nodes.
        #[arg(long, value_name = "FILE")]
        nodes: PathBuf,
        /// The applications.
        #[arg(long, value_name = "FILE")]
        apps: PathBuf,
        /// Weights of queues: the scheduler.
        #[arg(long, value_name = "FILE", conflicts_with = "weights")]
        scheduler: Option<PathBuf>,
        /// Add up all nodes to one server, so that what runs is known.
        #[arg(long)]
        pool: bool,
        #[command(flatten)]
        options: ImportOptions,
    },
    /// Read cluster queues, local queues and workloads of Kueue, as an instance of the model cohort.
    #[command(after_help = "Example:
  kubectl get clusterqueues,localqueues,workloads -A -o json > kueue.json
  verify import kueue kueue.json --cohort research > cohort.toml")]
    Kueue {
        /// The objects, in one file or several.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The cohort, where there are several.
        #[arg(long, value_name = "NAME")]
        cohort: Option<String>,
        /// The workload that asks, as namespace/name.
        #[arg(long, value_name = "NAME")]
        incoming: Option<String>,
    },
    /// Read a table of machines and a table of requests.
    #[command(after_help = "Example:
  verify import csv machines.csv requests.csv > pool.toml

machines.csv has a column `name`, one for each resource, and may have `count`; requests.csv has `name`, the
same resources, and may have `tasks`, `weight`, `machines` (names with spaces between them) and `running` (what
runs now: names of machines, with `:3` behind one that runs three tasks).")]
    Csv {
        /// The machines.
        machines: PathBuf,
        /// The requests.
        requests: PathBuf,
        /// Leave out how many tasks users have: everybody always has more to run.
        #[arg(long)]
        endless: bool,
        /// Make one row with a count of machines that are alike.
        #[arg(long)]
        classes: bool,
    },
}

/// How a snapshot of a cluster becomes an instance.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportOptions {
    /// Weights of users: a TOML file with lines such as `team = 2`; 1 for a user that is not in it.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Make one row with a count of machines that are alike.
    #[arg(long)]
    pub classes: bool,
    /// Leave out how many tasks users have: everybody always has more to run.
    #[arg(long)]
    pub endless: bool,
}
