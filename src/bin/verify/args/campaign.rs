//! Arguments of `verify campaign`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fairwitness::instances::Scope;

use super::{seed, threads};

/// A matrix of cells to search into a folder.
#[derive(Debug, Args)]
pub struct Campaign {
    #[command(subcommand)]
    pub command: Option<CampaignCommand>,
    /// The folder; if it holds a campaign, that one goes on.
    #[arg(value_name = "DIR", required = true)]
    pub folder: Option<PathBuf>,
    /// The model [default: cluster].
    #[arg(long, value_name = "ID")]
    pub model: Option<String>,
    /// The mechanisms [default: all of the model].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// The properties [default: all of the model].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub property: Vec<String>,
    /// The largest instance searched [default: users=3,servers=2,resources=2,max=4].
    #[arg(long)]
    pub scope: Option<Scope>,
    /// Search for the worst value of these measures, and not for violations.
    #[arg(long, value_name = "ID", value_delimiter = ',', conflicts_with_all = ["property", "census", "batch"])]
    pub measure: Vec<String>,
    /// Judge every instance of the scope, up to renaming, and count.
    #[arg(long, conflicts_with_all = ["batch", "instances", "seed"])]
    pub census: bool,
    /// Judge the instances of this file, a line each, into verdicts.jsonl.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scope", "blocks", "seed"])]
    pub batch: Option<PathBuf>,
    /// Blocks a cell; of a census, in all [default: 5].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub blocks: Option<u64>,
    /// Instances a block; of a batch, lines [default: 4000].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub instances: Option<u64>,
    /// The seed of random choices [default: 0].
    #[arg(long, allow_hyphen_values = true, value_parser = seed)]
    pub seed: Option<u64>,
    /// Threads to search with; the results do not depend on it [default: all cores].
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
    /// Do one part of several in a folder of its own, as in 2/3.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// After how long without a sign of life others take a block over from this worker.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = crate::outside::time, hide_short_help = true)]
    pub lease: std::time::Duration,
    /// Leave the results to `verify campaign merge`.
    #[arg(long)]
    pub no_merge: bool,
}

#[derive(Debug, Subcommand)]
pub enum CampaignCommand {
    /// Put a campaign's blocks together into its results.
    #[command(after_help = "Examples:
  verify campaign merge hunt
  verify campaign merge all part1 part2                parts that were done in folders of their own")]
    Merge {
        /// The folder of the whole.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The folders of parts to bring into it first.
        parts: Vec<PathBuf>,
    },
    /// Show what is done, by whom and how fast, and what was lost or done twice.
    #[command(after_help = "Examples:
  verify campaign status hunt
  verify campaign status hunt --format json")]
    Status {
        /// The folder of the campaign.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Write and submit an array of jobs that serves a campaign.
    #[command(after_help = "Examples:
  verify campaign slurm hunt --nodes 3 --time 2:00:00 -- --mech tsf,ps-dsf --property si,ef --blocks 100
  verify campaign slurm hunt --nodes 20 --partition long         more workers for the same folder
  verify campaign slurm hunt --nodes 3 --dry-run                 write hunt/slurm/job.sh, submit nothing
  verify campaign status hunt
  verify campaign merge hunt")]
    Slurm(Box<Slurm>),
}

/// Jobs for a campaign.
#[derive(Clone, Debug, Args)]
pub struct Slurm {
    /// The folder of the campaign, on a file system that all nodes share.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Workers: tasks of the array.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub nodes: u64,
    /// Cores a worker.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub cores: u64,
    /// How long a worker may run, as Slurm writes it.
    #[arg(long, value_name = "TIME", default_value = "2:00:00")]
    pub time: String,
    /// The partition [default: Slurm's own].
    #[arg(long, value_name = "P")]
    pub partition: Option<String>,
    /// One more option of sbatch, as in --sbatch=--account=abc; may be repeated.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub sbatch: Vec<String>,
    /// After how long without a sign of life others take a block over from a worker.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = crate::outside::time, hide_short_help = true)]
    pub lease: std::time::Duration,
    /// Write the script and submit nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// What `verify campaign DIR` takes, where the folder holds no campaign yet.
    #[arg(last = true, value_name = "CAMPAIGN")]
    pub campaign: Vec<String>,
}
