//! Arguments of `verify audit`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

/// Audit of the running tasks of a cluster.
#[derive(Debug, Args)]
pub struct Audit {
    /// The cluster, with its running tasks in the field `running`; `-` reads it from the standard input.
    #[arg(long, value_name = "FILE", required_unless_present_any = ["over", "source"])]
    pub instance: Option<PathBuf>,
    /// Moments in order: a file with one instance per line as JSON, a folder of instance files sorted by name, or
    /// with --nodes a log of jobs.
    #[arg(long, value_name = "FILE|DIR", conflicts_with_all = ["instance", "mech"])]
    pub over: Option<PathBuf>,
    /// An earlier state of the cluster, with which that of `--instance` is compared.
    #[arg(long, value_name = "OLD", requires = "instance", conflicts_with_all = ["over", "mech", "plan", "next"])]
    pub compare: Option<PathBuf>,
    /// Why this user or team has the share that it has: a sentence for each step.
    #[arg(long, value_name = "USER", conflicts_with_all = ["over", "compare", "watch"])]
    pub why: Option<String>,
    /// The state compared with that after a change: 'weight USER=NUMBER', 'quota PATH RESOURCE=AMOUNT' (the floor of a queue), or
    /// 'submit FILE' with the fields users, demand and tasks of an instance.
    #[arg(long, value_name = "CHANGE", requires = "instance", conflicts_with_all = ["over", "compare", "watch", "why", "plan"])]
    pub what_if: Option<String>,
    /// With `--over LOG`, where LOG is a log of jobs as `sacct -P` of Slurm prints it: the nodes, as `scontrol show
    /// nodes --json` prints them.
    #[arg(long, value_name = "FILE", requires = "over")]
    pub nodes: Option<PathBuf>,
    /// With `--nodes`, weights of accounts: a TOML file with lines such as `physics = 2`.
    #[arg(long, value_name = "FILE", requires = "nodes")]
    pub weights: Option<PathBuf>,
    /// The number of moments of a log that are audited, evenly spaced [default: 100].
    #[arg(long, value_name = "N", requires = "nodes", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub moments: Option<u32>,
    /// Audit again at this interval, such as 5m, until interrupted. While the state cannot be read, the last good report stays.
    #[arg(long, value_name = "TIME", conflicts_with_all = ["over", "compare", "out", "html", "mech"], value_parser = crate::outside::time)]
    pub watch: Option<Duration>,
    /// With `--watch`: a command of the shell that prints the state, in place of `--instance`.
    #[arg(long, value_name = "COMMAND", requires = "watch", conflicts_with = "instance")]
    pub source: Option<String>,
    /// With `--watch`: serve the last good report at this address, as /, /report.json, /metrics for Prometheus, and /health.
    #[arg(long, value_name = "ADDR", requires = "watch")]
    pub listen: Option<SocketAddr>,
    /// With `--watch`: append a line of JSON for each audit to this file.
    #[arg(long, value_name = "FILE", requires = "watch")]
    pub history: Option<PathBuf>,
    /// The largest number of lines of the history; then it continues in a new file, and FILE.1 has the older lines.
    #[arg(long, value_name = "N", requires = "history", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub keep: u64,
    /// The name of the cluster, for the report [default: that in the file].
    #[arg(long, value_name = "NAME", requires = "instance")]
    pub cluster: Option<String>,
    /// The date of the state, for the report [default: that in the file].
    #[arg(long, value_name = "DATE", requires = "instance")]
    pub date: Option<String>,
    /// Show the plan after which no user is below its share: the fewest stops, then moves, then starts.
    #[arg(long, conflicts_with = "over")]
    pub plan: bool,
    /// With `--plan`: write the state after the plan into this folder. With `--over`: write the worst moment of each
    /// user that was below its share into this folder, complete and made smaller.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The properties to judge [default: feasible, si, ef, ef1, po, non-wasteful, bf].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub property: Vec<String>,
    /// Rules that allocate the whole cluster again for comparison; `none` for no rule [default: a few that accept
    /// the instance].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// Show as well the tasks that rules for whole tasks would start next, continuing from the running tasks.
    #[arg(long = "continue", conflicts_with = "over")]
    pub next: bool,
    /// Write a page for readers into this file; the page needs no other file and no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Division of tasks [default: whole if only whole tasks run].
    #[arg(long, value_enum, value_name = "KIND")]
    pub tasks: Option<Tasks>,
    /// Judge each shape of a team's tasks as a user of its own, with its part of the team's weight.
    #[arg(long)]
    pub shapes: bool,
    /// Time for the audit; with `--over`, for each moment.
    #[arg(long, value_name = "TIME", default_value = "8s", value_parser = crate::outside::time)]
    pub budget: Duration,
}

/// Division of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tasks {
    /// Each task runs on one server.
    Whole,
    /// Parts of a task may run on several servers.
    Divisible,
}
