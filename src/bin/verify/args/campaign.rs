//! Arguments of `verify campaign`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fairwitness::instances::Scope;

use super::{seed, threads};

/// The steps of a campaign.
#[derive(Debug, Subcommand)]
pub enum Campaign {
    /// Write the plan: the question and its division into numbered blocks.
    Plan(Box<Planned>),
    /// Do blocks of a plan; without a number, all that are missing.
    Run {
        /// The folder of the campaign.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The numbers of the blocks, from 0.
        #[arg(long, value_name = "K")]
        block: Option<String>,
        /// Take the number from Slurm, Kubernetes or GNU parallel.
        #[arg(long, conflicts_with = "block")]
        block_from_env: bool,
        /// Each number stands for this many consecutive blocks.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        each: u64,
        /// Threads; the results do not depend on their number [default: all cores].
        #[arg(long, value_parser = threads)]
        threads: Option<usize>,
    },
    /// Show which blocks are done, missing or damaged.
    Status {
        /// The folder of the campaign.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Judge again what the blocks found, and write the results.
    Merge {
        /// The folder of the campaign.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Print a job array for the blocks that are missing.
    Slurm(Engine),
    /// Print an indexed Job whose pods do the blocks.
    Kubernetes {
        #[command(flatten)]
        engine: Engine,
        /// The image, with `verify` on its path.
        #[arg(long, value_name = "IMAGE")]
        image: String,
        /// The persistent volume claim of the volume that holds the folder.
        #[arg(long, value_name = "NAME")]
        claim: String,
        /// The path of the folder on the volume [default: the root of the volume].
        #[arg(long, value_name = "PATH")]
        path: Option<String>,
        /// Pods at a time.
        #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        parallelism: u64,
        /// The number of times that the pod of a block may fail.
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(0..=1000))]
        retries: u64,
    },
    /// Print a shell script that does the missing blocks by GNU parallel.
    Parallel(Engine),
}

/// The blocks that an engine runs.
#[derive(Debug, Args)]
pub struct Engine {
    /// The folder of the campaign, on a file system that all machines share.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Blocks for each process [default: 1, or as many as the engine's limit on processes needs].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub each: Option<u64>,
}

/// The plan of a campaign.
#[derive(Debug, Args)]
pub struct Planned {
    /// The folder of the campaign.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The model [default: cluster].
    #[arg(long, value_name = "ID")]
    pub model: Option<String>,
    /// The mechanisms [default: all of the model].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// The properties [default: all of the model].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub property: Vec<String>,
    /// The largest instance to search.
    #[arg(long, default_value_t)]
    pub scope: Scope,
    /// Search for the worst values of these measures in place of violations.
    #[arg(long, value_name = "ID", value_delimiter = ',', conflicts_with_all = ["property", "census", "batch"])]
    pub measure: Vec<String>,
    /// Judge every instance of the scope, up to renaming, and count the verdicts.
    #[arg(long, conflicts_with_all = ["batch", "instances", "seed"])]
    pub census: bool,
    /// Judge the instances of this file, one per line, and write the verdicts to verdicts.jsonl.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scope", "blocks", "seed"])]
    pub batch: Option<PathBuf>,
    /// Blocks per cell; for a census, blocks in all.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub blocks: u64,
    /// Instances per block; for a batch, lines per block.
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub instances: u64,
    /// The seed of random choices.
    #[arg(long, default_value_t = 0, allow_hyphen_values = true, value_parser = seed)]
    pub seed: u64,
}
