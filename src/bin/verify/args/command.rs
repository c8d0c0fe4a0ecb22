//! The commands of `verify` and their arguments.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use clap_complete::Shell;
use fairwitness::scalar::Rational;
use fairwitness::search::Budget;

use super::{
    Audit, Campaign, Census, Form, Import, ListKind, Many, Mdbook, New, Separate, Time, Worst, seed,
};

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Allocate an instance and check the outcome's certificate.
    Run {
        /// The mechanism, or several with commas.
        #[arg(long, value_name = "ID", value_delimiter = ',')]
        mech: Vec<String>,
        /// The instance as TOML or JSON, or a record; `-` reads it from the standard input.
        #[arg(long, value_name = "FILE")]
        instance: PathBuf,
        /// A setting of the mechanism, as in `strategies=a,b`; see its page (`verify explain`).
        #[arg(long, value_name = "NAME=VALUE")]
        option: Vec<String>,
        /// Print the steps that lead to the outcome as well.
        #[arg(long)]
        trace: bool,
        /// Time for the allocation; 60s unless the file is large, see `verify help budget`.
        #[arg(long)]
        budget: Option<Budget>,
    },
    /// Show the state of every property of a mechanism.
    Score {
        /// The mechanism, or several with commas; with an instance, all of its model by default.
        #[arg(long, value_name = "ID", value_delimiter = ',')]
        mech: Vec<String>,
        /// Judge this instance in place of random pools; `-` reads it from the standard input.
        #[arg(long, value_name = "FILE")]
        instance: Option<PathBuf>,
        /// Number of random pools on which each property is judged.
        #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
        draws: u64,
        /// The seed of the random pools.
        #[arg(long, default_value_t = 0, allow_hyphen_values = true, value_parser = seed)]
        seed: u64,
        /// Time or number of instances, see `verify help budget`.
        #[arg(long, default_value = "20s")]
        budget: Budget,
        /// A checkout of the project [default: this folder if it is one, otherwise the built-in data].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Audit a running cluster: users below their fair share, and repairs.
    Audit(Audit),
    /// Convert the description of a cluster to an instance file.
    #[command(subcommand)]
    Import(Import),
    /// Search for the worst value of a measure.
    Worst(Worst),
    /// Find families of instances, one for each k, that get worse as k grows.
    Family(crate::family::FamilyArgs),
    /// Judge every instance of a scope and count the verdicts.
    Census(Census),
    /// Search many cells in numbered blocks, on one machine or many.
    #[command(subcommand)]
    Campaign(Campaign),
    /// Find an instance that separates two mechanisms or two properties.
    Separate(Separate),
    /// Print the claims of the papers and their standings by the evidence.
    Claims {
        /// Only the claims of this paper, by citekey.
        #[arg(long, value_name = "KEY")]
        source: Option<String>,
        /// Only claims of this standing.
        #[arg(long, value_name = "WORD", value_parser = ["contradicted", "proved", "proved-on-paper", "argued", "reproduced", "unrefuted", "open"])]
        standing: Option<String>,
        /// Only this claim, with all its evidence.
        #[arg(long, conflicts_with_all = ["source", "standing"])]
        id: Option<String>,
        /// Print the claims whose standing differs from the one on file; exit 1 if there are any.
        #[arg(long, conflicts_with_all = ["standing", "id"])]
        check: bool,
        /// A checkout of the project [default: this folder if it is one, otherwise the built-in data].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Write the pages of the book as Markdown, and the README's picture.
    Book {
        /// The folder of the project.
        #[arg(long, value_name = "DIR", default_value = ".")]
        root: PathBuf,
        /// Write the pages into this folder and leave the README unchanged [default: book/src].
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Build the site with mdBook, and the engines of its live pages if they are missing; serve it and open it [default:
        /// 127.0.0.1:3000, which other machines cannot reach].
        #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:3000", conflicts_with = "out")]
        serve: Option<SocketAddr>,
    },
    /// Expand a book, as a preprocessor of mdBook.
    Mdbook {
        #[command(subcommand)]
        asked: Option<Mdbook>,
    },
    /// Print the state of every mechanism and property of a model.
    Matrix {
        /// The model.
        #[arg(long, value_name = "ID", default_value = "cluster")]
        model: String,
        /// Hypothesis about demands: none or positive.
        #[arg(long, value_name = "WORD", default_value = "none", value_parser = ["none", "positive"])]
        demands: String,
        /// A checkout of the project [default: this folder if it is one, otherwise the built-in data].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Simulate a paper's tables and figures, beside the printed numbers.
    Simulate {
        /// The row or figure, or `all`; without it, all are listed.
        id: Option<String>,
        /// Instances per row [default: 1000], or runs of a figure [default: 30, for khamse2017-fig6 1].
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        runs: Option<u64>,
        /// The seed of the random instances.
        #[arg(long, default_value_t = 0, allow_hyphen_values = true, value_parser = seed)]
        seed: u64,
        /// Write the counts of every row into this file; with `all`.
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,
        #[command(flatten)]
        time: Time,
    },
    /// Write a paper's construction as an instance file.
    Instance {
        /// The construction; without it, all are listed.
        id: Option<String>,
        /// The construction's parameter [default: 2].
        #[arg(long)]
        m: Option<usize>,
        /// The number that replaces the infinitesimal.
        #[arg(long, value_name = "P/Q")]
        eps: Option<Rational>,
    },
    /// Make the violation of a record smaller.
    Shrink {
        /// The record.
        file: PathBuf,
        /// Search the enumeration of the record's scope for the first violation, among at most this many instances.
        #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "200000")]
        prove: Option<usize>,
    },
    /// Prove a property for every instance of a size, by a solver.
    Prove(crate::prove::Prove),
    /// List the mechanisms with some properties and without others.
    Ask(crate::ask::Ask),
    /// Decide if any rule at all has the given properties.
    Impossible(crate::impossible::Impossible),
    /// Export a record as a LaTeX table, a picture or a theorem for Coq.
    Export {
        /// The record.
        file: PathBuf,
        #[command(flatten)]
        form: Form,
    },
    /// Judge records again, each from its file alone.
    Replay {
        /// Records, or folders of them.
        #[arg(default_value = "counterexamples")]
        paths: Vec<PathBuf>,
    },
    /// Judge many instances, one per line, in order.
    Judge(Many),
    /// Test a program as a mechanism on edge cases.
    MechCheck {
        /// The command.
        command: String,
    },
    /// Write the files of a new mechanism, property, measure or model.
    New(New),
    /// List the known ids, claims, papers and records.
    List {
        /// The kind of entries to list.
        #[arg(value_enum, default_value_t = ListKind::All)]
        kind: ListKind,
        /// Only entries of this model.
        #[arg(long, value_name = "ID")]
        model: Option<String>,
        /// Only records and claims of this mechanism.
        #[arg(long, value_name = "ID")]
        mech: Option<String>,
        /// A checkout of the project [default: this folder if it is one, otherwise the built-in data].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Cite a record, a claim, a theorem, a paper or another id: BibTeX, LaTeX, address.
    Cite {
        /// The id.
        id: String,
        /// A checkout of the project [default: this folder if it is one, otherwise the built-in data].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Ask an exercise of the book, or judge an answer to it.
    Exercise {
        /// The number of the exercise; without it, all are listed.
        number: Option<usize>,
        /// A file with the answer, as TOML or JSON; `-` is the standard input.
        #[arg(long, value_name = "FILE", requires = "number")]
        answer: Option<PathBuf>,
    },
    /// Explain a mechanism, a property, a measure or another id.
    Explain {
        /// The id.
        id: String,
    },
    /// Explain a command or a subject in full.
    Help {
        /// The command or the subject; without it, all are listed.
        #[arg(num_args = 0..=2)]
        subject: Vec<String>,
    },
    /// Print the JSON Schema of a command's output with `--format json`.
    Schema {
        /// The command; without it, the commands with a schema are listed, or with `--format json` all schemas are
        /// printed.
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Answer the questions of agents, by the Model Context Protocol.
    Serve {
        /// Speak over standard input and output, the only way.
        #[arg(long, required = true)]
        stdio: bool,
        /// The folder whose files a tool may name.
        #[arg(long, value_name = "DIR", default_value = ".")]
        folder: PathBuf,
        /// The time for one answer.
        #[arg(long, value_name = "TIME", default_value = "60s", value_parser = super::super::outside::time)]
        time: Duration,
    },
    /// Print the completions of a shell.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write the manual pages into a folder.
    Man {
        /// The folder.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}
