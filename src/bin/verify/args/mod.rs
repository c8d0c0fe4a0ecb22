//! The definition of the command line.

mod audit;
mod campaign;
mod command;
mod import;
mod new;
mod searches;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use fairwitness::scalar::Rational;
use fairwitness::search::Budget;

pub use audit::{Audit, Tasks};
pub use campaign::{Campaign, Engine, Planned};
pub use command::Command;
pub use import::{Import, ImportOptions};
pub use new::{New, NewKind};
pub use searches::{Census, Search, Separate, Worst};
use searches::{seed, threads};

use crate::terminal::When;

/// Does a fairness claim hold? Exact answers with evidence you can replay.
#[derive(Debug, Parser)]
#[command(
    name = "verify",
    version,
    disable_help_subcommand = true,
    override_usage = "verify MECHANISM PROPERTY [OPTIONS]\n       verify COMMAND [OPTIONS]"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub judge: Judge,
    /// Text, or one JSON document; csv for judge and audit, prometheus for audit.
    #[arg(long, value_enum, default_value_t = Shape::Text, global = true)]
    pub format: Shape,
    /// Use of colours: if the terminal has them, always, or never.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, global = true, hide_short_help = true)]
    pub color: When,
    #[command(flatten)]
    pub own: Own,
}

/// External programs as the mechanism, the property or the measure.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Programs of your own")]
pub struct Own {
    /// A program as the mechanism, in place of --mech.
    #[arg(long, value_name = "COMMAND", global = true)]
    pub mech_command: Option<String>,
    /// A program as a property, in place of --property.
    #[arg(long, value_name = "COMMAND", global = true)]
    pub property_command: Option<String>,
    /// A program as a measure, in place of --measure.
    #[arg(long, value_name = "COMMAND", global = true)]
    pub measure_command: Option<String>,
    /// Time for each answer of a program.
    #[arg(long, value_name = "TIME", default_value = "10s", global = true, value_parser = crate::outside::time)]
    pub mech_timeout: std::time::Duration,
    /// Memory for each process of a program, as in 512M or 2G [default: no limit].
    #[arg(long, value_name = "SIZE", global = true, value_parser = crate::outside::memory)]
    pub mech_memory: Option<u64>,
    /// Tolerance for the floats of a mechanism, relative to their scale; exact numbers have no tolerance.
    #[arg(long, value_name = "X", default_value = crate::outside::SLACK, global = true, value_parser = crate::outside::slack)]
    pub slack: Rational,
}

/// The format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    Text,
    Json,
    Csv,
    Prometheus,
}

/// Judge a cell: a mechanism and a property.
#[derive(Debug, Args)]
pub struct Judge {
    /// The mechanism, or several with commas; see `verify list mechanisms`.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// The property, or several with commas; see `verify list properties`.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub property: Vec<String>,
    /// Judge this instance or record alone; `-` is the standard input.
    #[arg(long, value_name = "FILE")]
    pub instance: Option<PathBuf>,
    #[command(flatten)]
    pub search: Search,
    /// The source of instances (see `verify list strategies`).
    #[arg(long, value_name = "NAME", default_value = "auto", hide_short_help = true)]
    pub strategy: String,
    /// Try the records on file first, as far as the scope contains them: those of the folder DIR, or else of
    /// counterexamples, or else those built into the program.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "counterexamples")]
    pub archive: Option<PathBuf>,
    /// Do not compare the answer with records on file.
    #[arg(long)]
    pub no_archive: bool,
    /// Write a violation that was found into the archive.
    #[arg(long)]
    pub save: bool,
    /// A note for readers of the saved record.
    #[arg(long, value_name = "TEXT", requires = "save", hide_short_help = true)]
    pub note: Option<String>,
    /// Exit with status 0 exactly if the verdict is this one.
    #[arg(long, value_enum)]
    pub expect: Option<Expect>,
}

impl Judge {
    /// Returns the folder of records.
    pub fn folder(&self) -> PathBuf {
        self.archive.clone().unwrap_or_else(|| PathBuf::from("counterexamples"))
    }

    /// Returns `true` if records are tried first.
    pub fn tries_records(&self) -> bool {
        !self.no_archive && (self.archive.is_some() || self.strategy == "archive")
    }
}

/// Many instances, judged in order.
#[derive(Debug, Args)]
pub struct Many {
    /// The mechanism, or several of one model with commas; a program is judged beside them.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// The properties.
    #[arg(long, value_name = "ID", value_delimiter = ',', required_unless_present = "property_command")]
    pub property: Vec<String>,
    /// A file with one instance per line as JSON, a folder of instance files, or - for the standard input.
    #[arg(long, value_name = "FILE|DIR|-")]
    pub instances: PathBuf,
    /// Start at this line, counted from 1.
    #[arg(long, value_name = "LINE", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub from: u64,
    /// Continue after the last line of this file and append to it, in place of standard output.
    #[arg(long, value_name = "OUT", conflicts_with = "from")]
    pub resume: Option<PathBuf>,
    /// Time for each instance; 60s unless it is large, see `verify help budget`.
    #[arg(long, value_name = "TIME")]
    pub budget: Option<Budget>,
    /// Threads [default: all cores].
    #[arg(long)]
    pub threads: Option<usize>,
}

/// Schedulers in time.
#[derive(Debug, Args)]
pub struct Time {
    /// Simulate the users, servers, policy and trace of this file.
    #[arg(long, value_name = "FILE", conflicts_with = "id")]
    pub scenario: Option<PathBuf>,
    /// Replay this log of jobs under rules; with --nodes. It is what `sacct -P` of Slurm prints, or a table of another
    /// scheduler with the columns JobID, Account (the team), Submit, Start, End (as in 2026-11-22T09:30:00, or whole seconds),
    /// NodeList and ReqTRES (as in cpu=4,mem=8G,gres/gpu=2), and Partition, NNodes and AllocTRES if it has them.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["id", "scenario"], requires = "nodes")]
    pub log: Option<PathBuf>,
    /// With --log: the machines, as `scontrol show nodes --json` prints them; the fields name, tres and partitions suffice.
    #[arg(long, value_name = "FILE", requires = "log")]
    pub nodes: Option<PathBuf>,
    /// With --log: a TOML file with the weight of each team, as in `ml = 2`, or its queue, as in `ml = { weight = 2,
    /// above = "eng", floor = { gpu = 4 }, cap = { cpu = 64 } }`.
    #[arg(long, value_name = "FILE", requires = "log")]
    pub weights: Option<PathBuf>,
    /// With --log: the rules.
    #[arg(long, value_name = "ID", value_delimiter = ',', default_value = "drf,tsf,hdrf,quota-tree")]
    pub mech: Vec<String>,
    /// Judge moments of the run by these properties.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub judge: Vec<String>,
    /// Time between judged moments, as in 60s, 10m or 1h.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub every: String,
    /// Write data (CSV), pictures (SVG) and the worst moments (instance files) into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Continue with the runs already in the folder; with --out.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// For random days: number of servers, in per cent of the paper's 2,000.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub size: u64,
    /// Time for the simulation, as in 30s or 10m; the results so far are shown [default: no limit].
    #[arg(long, value_name = "TIME", value_parser = crate::outside::time)]
    pub budget: Option<std::time::Duration>,
}

/// Requests of mdBook to a preprocessor other than to expand a book.
#[derive(Debug, Subcommand)]
pub enum Mdbook {
    /// Report by exit status 0 or 1 if books for a renderer of mdBook can be expanded.
    Supports {
        /// The renderer.
        renderer: String,
    },
}

/// The forms in which a record is exported.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct Form {
    /// Instance, allocation and margin as a LaTeX table (with the package booktabs).
    #[arg(long)]
    pub latex: bool,
    /// The allocation as stacked bars.
    #[arg(long)]
    pub svg: bool,
    /// A closed theorem that `coqc` compiles without other files.
    #[arg(long)]
    pub coq: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Expect {
    Violated,
    Unrefuted,
    Holds,
    Undecided,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListKind {
    All,
    Mechanisms,
    Properties,
    Measures,
    Models,
    Strategies,
    Records,
    Claims,
    Constructions,
    Papers,
}
