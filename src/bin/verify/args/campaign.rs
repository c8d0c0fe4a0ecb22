//! Arguments of `verify campaign`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fairwitness::instances::Scope;

use super::{seed, threads};

/// A matrix of cells, searched into a folder.
#[derive(Debug, Args)]
pub struct Campaign {
    #[command(subcommand)]
    pub command: Option<CampaignCommand>,
    /// The folder; a campaign that is there already is continued.
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
    /// The largest instance to search [default: users=3,servers=2,resources=2,max=4].
    #[arg(long)]
    pub scope: Option<Scope>,
    /// Search for the worst values of these measures in place of violations.
    #[arg(long, value_name = "ID", value_delimiter = ',', conflicts_with_all = ["property", "census", "batch"])]
    pub measure: Vec<String>,
    /// Judge every instance of the scope, up to renaming, and count the verdicts.
    #[arg(long, conflicts_with_all = ["batch", "instances", "seed"])]
    pub census: bool,
    /// Judge the instances of this file, one per line, and write the verdicts to verdicts.jsonl.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scope", "blocks", "seed"])]
    pub batch: Option<PathBuf>,
    /// Blocks per cell; for a census, blocks in all [default: 5].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub blocks: Option<u64>,
    /// Instances per block; for a batch, lines per block [default: 4000].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub instances: Option<u64>,
    /// The seed of random choices [default: 0].
    #[arg(long, allow_hyphen_values = true, value_parser = seed)]
    pub seed: Option<u64>,
    /// Threads; the results do not depend on their number [default: all cores].
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
    /// Do one part of several in a separate folder, as in 2/3 for part 2 of 3.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Time without a sign of life after which other workers take over a block of this worker.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = crate::outside::time, hide_short_help = true)]
    pub lease: std::time::Duration,
    /// Do not merge the blocks into results; `verify campaign merge` does so later.
    #[arg(long)]
    pub no_merge: bool,
}

#[derive(Debug, Subcommand)]
pub enum CampaignCommand {
    /// Merge the blocks of a campaign into its results.
    #[command(after_help = "Examples:
  verify campaign merge hunt
  verify campaign merge all part1 part2                parts from separate folders")]
    Merge {
        /// The folder of the whole campaign.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The folders of parts whose blocks are copied into it first.
        parts: Vec<PathBuf>,
    },
    /// Show the finished blocks, the workers with their speeds, and blocks that were lost or done twice.
    #[command(after_help = "Examples:
  verify campaign status hunt
  verify campaign status hunt --format json")]
    Status {
        /// The folder of the campaign.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Write and submit a job array that works on a campaign.
    #[command(after_help = "Examples:
  verify campaign slurm hunt --nodes 3 --time 2:00:00 -- --mech tsf,ps-dsf --property si,ef --blocks 100
  verify campaign slurm hunt --nodes 20 --partition long         more workers for the same folder
  verify campaign slurm hunt --nodes 3 --dry-run                 write hunt/slurm/job.sh, submit no job
  verify campaign status hunt
  verify campaign merge hunt")]
    Slurm(Box<Slurm>),
}

/// Slurm jobs for a campaign.
#[derive(Clone, Debug, Args)]
pub struct Slurm {
    /// The folder of the campaign, on a file system that all nodes share.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Number of workers, which are the tasks of the array.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub nodes: u64,
    /// Cores per worker.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub cores: u64,
    /// Time limit of a worker, in Slurm's notation.
    #[arg(long, value_name = "TIME", default_value = "2:00:00")]
    pub time: String,
    /// The partition [default: Slurm's own].
    #[arg(long, value_name = "P")]
    pub partition: Option<String>,
    /// A further option of sbatch, as in --sbatch=--account=abc; may be repeated.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub sbatch: Vec<String>,
    /// Time without a sign of life after which other workers take over a block of a worker.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = crate::outside::time, hide_short_help = true)]
    pub lease: std::time::Duration,
    /// Write the script and submit no job.
    #[arg(long)]
    pub dry_run: bool,
    /// Arguments of `verify campaign DIR`, if the folder holds no campaign yet.
    #[arg(last = true, value_name = "CAMPAIGN")]
    pub campaign: Vec<String>,
}
