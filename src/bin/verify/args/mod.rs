//! What users type.

mod audit;
mod campaign;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use fairwitness::instances::Scope;
use fairwitness::instances::import::By;
use fairwitness::scalar::Rational;
use fairwitness::search::Budget;

pub use audit::{Audit, Tasks};
pub use campaign::{Campaign, CampaignCommand, Slurm};

use crate::terminal::When;

/// Does a fairness claim hold? Exact answers with evidence you can replay.
#[derive(Debug, Parser)]
#[command(
    name = "verify",
    version,
    disable_help_subcommand = true,
    after_help = "Examples:
  verify --mech tsf --property bf
  verify --mech tsf,drfh --property si,ef
  verify score --mech tsf
  verify explain bf
  verify help scope

Exit status: 0 nothing found; 1 violated; 2 wrong input; 3 undecided."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub judge: Judge,
    /// Text for people, or one JSON document on stdout; csv for `judge` and `audit`, prometheus for `audit`.
    #[arg(long, value_enum, default_value_t = Shape::Text, global = true)]
    pub format: Shape,
    /// Colours: where a terminal takes them, always or never.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, global = true, hide_short_help = true)]
    pub color: When,
    #[command(flatten)]
    pub own: Own,
}

/// A program as the mechanism.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "A program as the mechanism")]
pub struct Own {
    /// A command that speaks the protocol (see the book, programs.md), in place of --mech.
    #[arg(long, value_name = "COMMAND", global = true)]
    pub mech_command: Option<String>,
    /// Time for one answer of it.
    #[arg(long, value_name = "TIME", default_value = "10s", global = true, value_parser = crate::outside::time)]
    pub mech_timeout: std::time::Duration,
    /// Memory for each of its processes, as in 512M or 2G [default: no limit].
    #[arg(long, value_name = "SIZE", global = true, value_parser = crate::outside::memory)]
    pub mech_memory: Option<u64>,
    /// How far its floats may be off, relative to their scale; exact numbers have no slack.
    #[arg(long, value_name = "X", default_value = "1e-9", global = true, value_parser = crate::outside::slack)]
    pub slack: Rational,
}

/// At least one thread, and no more than cost time.
fn threads(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(0) => Err("a search needs at least one thread; leave --threads out for all cores".to_string()),
        Ok(n) => Ok(n),
        Err(_) => Err("write a whole number from 1; leave --threads out for all cores".to_string()),
    }
}

/// A seed: what a document can hold as a whole number.
fn seed(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(seed) if i64::try_from(seed).is_ok() => Ok(seed),
        _ => Err(format!("write a whole number from 0 to {}", i64::MAX)),
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    Text,
    Json,
    Csv,
    Prometheus,
}

/// What is searched, and for how long.
#[derive(Clone, Copy, Debug, Args)]
pub struct Search {
    /// The largest instance searched (see `verify help scope`).
    #[arg(long, default_value_t = Scope::default())]
    pub scope: Scope,
    /// How much to search: 10s, 100000, or both as in 10s,100000.
    #[arg(long, default_value_t = Budget::default(), allow_hyphen_values = true)]
    pub budget: Budget,
    /// The seed of random choices.
    #[arg(long, default_value_t = 0, allow_hyphen_values = true, value_parser = seed)]
    pub seed: u64,
    /// Threads to search with [default: all cores].
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
}

/// Judge a cell: a mechanism and a property.
#[derive(Debug, Args)]
pub struct Judge {
    /// The mechanism to judge, or several with commas (see `verify list mechanisms`).
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// The property to judge it by, or several (see `verify list properties`).
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub property: Vec<String>,
    /// Judge only this instance, or that of a record; `-` reads it from the standard input.
    #[arg(long, value_name = "FILE")]
    pub instance: Option<PathBuf>,
    #[command(flatten)]
    pub search: Search,
    /// Where instances come from (see `verify list strategies`); the archive always answers first.
    #[arg(long, value_name = "NAME", default_value = "auto", hide_short_help = true)]
    pub strategy: String,
    /// Leave the archive of records out.
    #[arg(long)]
    pub no_archive: bool,
    /// The folder of records; without it, those built into the program.
    #[arg(long, value_name = "DIR", default_value = "counterexamples", hide_short_help = true)]
    pub archive: PathBuf,
    /// Put a violation that was found on record.
    #[arg(long)]
    pub save: bool,
    /// The line that a saved record carries for its readers.
    #[arg(long, value_name = "TEXT", requires = "save", hide_short_help = true)]
    pub note: Option<String>,
    /// Exit with 0 exactly if the verdict is this one.
    #[arg(long, value_enum)]
    pub expect: Option<Expect>,
}

/// Many instances.
#[derive(Debug, Args)]
pub struct Many {
    /// The mechanism.
    #[arg(long, value_name = "ID")]
    pub mech: Option<String>,
    /// The properties.
    #[arg(long, value_name = "ID", value_delimiter = ',', required = true)]
    pub property: Vec<String>,
    /// A file with an instance a line as JSON, a folder of instance files, or - for standard input.
    #[arg(long, value_name = "FILE|DIR|-")]
    pub instances: PathBuf,
    /// Begin with this line, counted from 1.
    #[arg(long, value_name = "LINE", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub from: u64,
    /// Go on after the last line of this file, and write there instead of to standard output.
    #[arg(long, value_name = "OUT", conflicts_with = "from")]
    pub resume: Option<PathBuf>,
    /// How long one instance may take; 60s unless it is large, see `verify help budget`.
    #[arg(long, value_name = "TIME")]
    pub budget: Option<Budget>,
    /// Threads [default: all cores].
    #[arg(long)]
    pub threads: Option<usize>,
}

/// Schedulers in time.
#[derive(Debug, Args)]
pub struct Time {
    /// Simulate one's own users, servers, policy and trace.
    #[arg(long, value_name = "FILE", conflicts_with = "id")]
    pub scenario: Option<PathBuf>,
    /// Judge moments of the run by these properties.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub judge: Vec<String>,
    /// How far apart the moments are that are judged, as in 60s, 10m or 1h.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub every: String,
    /// Write data (CSV), pictures (SVG) and the worst moments (instance files) into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with the runs that the folder already has; with --out.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// For drawn days: per cent of the paper's 2,000 servers.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub size: u64,
    /// How long it may take, as in 30s or 10m; what is done by then is shown [default: until it is done].
    #[arg(long, value_name = "TIME", value_parser = crate::outside::time)]
    pub budget: Option<std::time::Duration>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Allocate an instance and check the outcome's certificate.
    #[command(after_help = "Example:\n  verify run --mech tsf --instance pool.toml")]
    Run {
        /// The mechanism, or several with commas.
        #[arg(long, value_name = "ID", value_delimiter = ',')]
        mech: Vec<String>,
        /// The instance, as TOML or JSON, or a record; `-` reads it from the standard input.
        #[arg(long, value_name = "FILE")]
        instance: PathBuf,
        /// Print the steps that lead to the outcome beside it.
        #[arg(long)]
        trace: bool,
        /// How long it may take; 60s unless the file is large, see `verify help budget`.
        #[arg(long)]
        budget: Option<Budget>,
    },
    /// Show in one line each what is known of every property of a mechanism.
    #[command(after_help = "Examples:
  verify score --mech tsf
  verify score --mech tsf,ps-dsf                       side by side
  verify score --instance pool.toml                    what does my pool show, of all mechanisms?")]
    Score {
        /// The mechanism, or several with commas; with an instance, all of its model unless some are named.
        #[arg(long, value_name = "ID", value_delimiter = ',')]
        mech: Vec<String>,
        /// Judge this instance instead; `-` reads it from the standard input.
        #[arg(long, value_name = "FILE")]
        instance: Option<PathBuf>,
        /// On how many random pools each property is judged.
        #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
        draws: u64,
        /// The seed of the random pools.
        #[arg(long, default_value_t = 0, allow_hyphen_values = true, value_parser = seed)]
        seed: u64,
        /// How long it may take.
        #[arg(long, default_value = "20s")]
        budget: Budget,
        /// A checkout of the project [default: this folder if it is one, else the data built in].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Judge what runs on a cluster: who is below its share, whom it envies, what is idle, and what would mend it.
    #[command(after_help = "Examples:
  verify import kubernetes --nodes nodes.json --pods pods.json > cluster.toml
  verify audit --instance cluster.toml                 in words
  verify audit --instance cluster.toml --html report.html
  verify audit --instance cluster.toml --mech tsf,drfh      beside what these rules would give
  verify audit --instance cluster.toml --continue      what best fit and first fit would start next
  verify audit --instance cluster.toml --format prometheus > fairwitness.prom
  verify audit --over snapshots/                       a folder of moments, by name

What runs stands in the instance: running = [[tasks of user u on server s], ..].

Exit status: 1 a property is violated, or, where none is named, a user is below its share;
else 2 a moment is no instance; else 3 something was undecided; else 0.")]
    Audit(Audit),
    /// Turn a cluster's description into an instance file.
    #[command(subcommand)]
    Import(Import),
    /// Search for the worst value of a measure, and its instance.
    #[command(after_help = "Example:
  verify worst --mech ddrf --measure maxmin-ratio --scope agents=9,resources=2 --budget 10s
  verify worst --mech tsf --measure si-ratio --scope users=2,servers=2,resources=2,max=3 --bound")]
    Worst {
        /// The mechanism, or several with commas.
        #[arg(long, value_name = "ID", value_delimiter = ',')]
        mech: Vec<String>,
        /// The measure, or several (see `verify list measures`).
        #[arg(long, value_name = "ID", value_delimiter = ',', required = true)]
        measure: Vec<String>,
        #[command(flatten)]
        search: Search,
        /// Start from nothing: no records, no papers' examples, no earlier finding.
        #[arg(long)]
        no_archive: bool,
        /// Keep what is worse than before in evidence/worst.toml of a checkout.
        #[arg(long)]
        save: bool,
        /// Say as well what no instance of the scope is worse than, and how that is known: by a theorem, by solvers, or because
        /// every instance was looked at.
        #[arg(long)]
        bound: bool,
    },
    /// Find families of instances that get worse as k grows, from one instance.
    #[command(after_help = "Examples:
  verify family counterexamples/tsf-si-2u2s2r.toml
  verify family pool.toml --mech tsf --measure si-ratio --save
  verify family evidence/families/tsf-si-ratio.toml --k 30")]
    Family(crate::family::FamilyArgs),
    /// Judge every instance of a scope, up to renaming, and count.
    #[command(after_help = "Examples:
  verify census --mech drf-tasks --property po --scope users=2,servers=1,resources=2,max=4,capacity=8
  verify census --model cluster --scope users=2,servers=1,resources=2,max=2 --budget 5m")]
    Census {
        /// The model, of which everything is judged; without mechanisms.
        #[arg(long, value_name = "ID", default_value = "cluster")]
        model: String,
        /// The mechanisms [default: all of the model].
        #[arg(long, value_name = "ID", value_delimiter = ',')]
        mech: Vec<String>,
        /// The properties [default: all of the model].
        #[arg(long, value_name = "ID", value_delimiter = ',')]
        property: Vec<String>,
        /// The largest instance, as in users=2,servers=1,resources=2,max=4,capacity=8.
        #[arg(long, default_value_t = Scope::default())]
        scope: Scope,
        /// How much to judge: a time (10s, 2m), a number of instances, or both, whichever ends first.
        #[arg(long, default_value = "5m")]
        budget: Budget,
        /// Threads [default: all cores].
        #[arg(long, value_parser = threads)]
        threads: Option<usize>,
        /// Keep the counts of a scope that was gone through in evidence/census/ of a checkout.
        #[arg(long)]
        save: bool,
    },
    /// Search a whole matrix of cells into a folder, block by block; what is done stays done, whatever happens.
    #[command(
        args_conflicts_with_subcommands = true,
        after_help = "Examples:
  verify campaign hunt --mech tsf,ps-dsf --property si,ef,bf,po --blocks 10 --instances 20000
  verify campaign hunt                                 go on with it, or help: as many at once as you like
  verify campaign status hunt
  verify campaign slurm hunt --nodes 3 --time 2:00:00
  verify campaign ratios --mech ddrf --measure maxmin-ratio --blocks 100
  verify campaign counts --mech drf-tasks --property po --census --scope users=2,servers=1,resources=2,max=4 --blocks 20
  verify campaign lines --mech tsf --property si,ef --batch pools.jsonl
  verify campaign part1 --mech tsf --property si,ef --shard 1/2
  verify campaign merge all part1 part2"
    )]
    Campaign(Campaign),
    /// Find an instance that tells two mechanisms, or two properties, apart.
    #[command(after_help = "Examples:
  verify separate tsf ps-dsf
  verify separate ef ef-aggregate")]
    Separate {
        /// A mechanism or a property.
        a: String,
        /// Another of the same model; without it, the program that is the mechanism.
        b: Option<String>,
        #[command(flatten)]
        search: Search,
        /// Leave the archive of records out.
        #[arg(long)]
        no_archive: bool,
    },
    /// Print what the papers say, and where the evidence leaves it.
    #[command(after_help = "Examples:
  verify claims --source khamse2017
  verify claims --standing contradicted
  verify claims --id khamse2017-lemma-1                one claim, with its evidence")]
    Claims {
        /// Only the claims of this paper, by citekey.
        #[arg(long, value_name = "KEY")]
        source: Option<String>,
        /// Only claims of this standing.
        #[arg(long, value_name = "WORD", value_parser = ["contradicted", "proved", "reproduced", "unrefuted", "open"])]
        standing: Option<String>,
        /// Only this claim, with all that bears on it.
        #[arg(long)]
        id: Option<String>,
        /// A checkout of the project [default: this folder if it is one, else the data built in].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Write the README's table of standings, and all pages of the book as Markdown for those without mdBook.
    #[command(after_help = "Examples:
  verify book
  verify book --serve                                  the site in a browser on this machine
  verify book --out pages                              Markdown that any reader or generator of sites takes
  mdbook build book --open                             the site, for which this command is not needed")]
    Book {
        /// The project's folder.
        #[arg(long, value_name = "DIR", default_value = ".")]
        root: PathBuf,
        /// Write the pages into this folder, and leave the README alone [default: book/src].
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Build the site with mdBook, serve it and open it [default: 127.0.0.1:3000, which other machines cannot reach].
        #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:3000", conflicts_with = "out")]
        serve: Option<std::net::SocketAddr>,
    },
    /// Expand a book as mdBook's preprocessor, from the standard input to the standard output.
    #[command(after_help = "Example, in book.toml:
  [preprocessor.fairwitness]
  command = \"verify mdbook\"")]
    Mdbook {
        #[command(subcommand)]
        asked: Option<Mdbook>,
    },
    /// Print every mechanism before every property, each cell with the evidence that there is.
    #[command(after_help = "Examples:
  verify matrix --model arrivals
  verify matrix --demands positive --format json")]
    Matrix {
        /// The model.
        #[arg(long, value_name = "ID", default_value = "cluster")]
        model: String,
        /// What is assumed of demands: none (nothing) or positive.
        #[arg(long, value_name = "WORD", default_value = "none", value_parser = ["none", "positive"])]
        demands: String,
        /// A checkout of the project [default: this folder if it is one, else the data built in].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Simulate the rows of a paper's tables and compare with what it prints.
    #[command(after_help = "Examples:
  verify simulate                                      what there is
  verify simulate metin-table1-1-10
  verify simulate all --runs 200 --seed 7 --format json
  verify simulate all --save evidence/simulations.toml
  verify simulate wang2013-fig4 --out figures
  verify simulate wang2013-fig5 --runs 30 --size 10 --out figures --resume
  verify simulate wang2013-fig4 --runs 1 --judge si,ef,po --every 60s
  verify simulate --scenario mine.toml --judge si,ef --out figures")]
    Simulate {
        /// The row; `all` for every one; without it, they are listed.
        id: Option<String>,
        /// Instances drawn for a row [default: 1000], or runs of a figure [default: 30, of khamse2017-fig6 1].
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        runs: Option<u64>,
        /// The seed of the draws.
        #[arg(long, default_value_t = 0, allow_hyphen_values = true, value_parser = seed)]
        seed: u64,
        /// Keep what is counted in every row in this file; with `all`.
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,
        #[command(flatten)]
        time: Time,
    },
    /// Write a paper's construction as an instance file.
    #[command(after_help = "Examples:
  verify instance                                      what there is
  verify instance li2019-theorem2 --m 3 > t2.toml      with the infinitesimal eps
  verify instance li2019-theorem2 --m 3 --eps 1/1000 > t2.toml")]
    Instance {
        /// The construction; without it, all are listed.
        id: Option<String>,
        /// The construction's parameter [default: 2].
        #[arg(long)]
        m: Option<usize>,
        /// A number in place of the infinitesimal.
        #[arg(long, value_name = "P/Q")]
        eps: Option<Rational>,
    },
    /// Make the violation of a record smaller and print the smaller record.
    #[command(after_help = "Examples:
  verify shrink found.toml > smaller.toml
  verify shrink found.toml --prove > first.toml        the first in the enumeration of its scope")]
    Shrink {
        /// The record.
        file: PathBuf,
        /// Look through the enumeration of its scope for the first violation, so many instances at most.
        #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "200000")]
        prove: Option<usize>,
    },
    /// Prove a property of a mechanism for every real instance of a size, with a solver; or find the instance that violates it.
    #[command(after_help = "Examples:
  verify prove --mech drfh --property ef --scope users=2,servers=2,resources=2,demands=positive
  verify prove --mech drf --property si --scope users=3,servers=1,resources=2,weights=user
  verify prove --mech ddrf --property def --scope agents=3,resources=2
  verify prove --mech drf --property sp --instance pool.toml      every real lie about one instance

Exit status: 0 proved; 1 violated; 2 usage, or no solver; 3 undecided.")]
    Prove(super::prove::Prove),
    /// Name the mechanisms that keep some properties and violate others, with the evidence.
    #[command(after_help = "Examples:
  verify ask 'si & ef & !po'                           by what is proved and what is on record
  verify ask 'ef & (po | non-wasteful)' --demands positive
  verify ask 'si & !ef' --instance pool.toml           on this instance

A property that is out of scope, or of which no violation is known and no proof, leaves the answer open.")]
    Ask(super::ask::Ask),
    /// Decide whether any rule at all has given properties: the rule, or the smallest proof that there is none.
    #[command(after_help = "Examples:
  verify impossible --property po,si,sp --scope users=2,servers=1,resources=1,capacity=2,max=2
  verify impossible --property po,si,ef1,sp --scope users=2,servers=1,resources=1,capacity=4,max=4 --all
  verify impossible --property po,si,resource-monotone --scope users=2,resources=2,capacity=2 --division divisible
  verify impossible --replay crates/impossible/records/po-si-sp-2u1s1r.toml

Exit status: 0 impossible, or every set decided; 1 possible; 2 wrong input; 3 undecided.")]
    Impossible(super::impossible::Impossible),
    /// Print a record as a table for a paper, as a picture, or as a theorem that a proof assistant checks.
    #[command(after_help = "Examples:
  verify export counterexamples/tsf-bf-2u2s2r.toml --latex > table.tex
  verify export counterexamples/tsf-bf-2u2s2r.toml --svg > picture.svg
  verify export counterexamples/tsf-bf-2u2s2r.toml --coq > record.v && coqc record.v")]
    Export {
        /// The record.
        file: PathBuf,
        #[command(flatten)]
        form: Form,
    },
    /// Judge records again from their files alone.
    #[command(after_help = "Examples:\n  verify replay\n  verify replay counterexamples/tsf-bf-2u2s2r.toml")]
    Replay {
        /// Records, or folders of them.
        #[arg(default_value = "counterexamples")]
        paths: Vec<PathBuf>,
    },
    /// Judge many instances, one line each, in order.
    #[command(after_help = "Examples:
  verify judge --mech tsf --property si,ef,bf --instances pools.jsonl > verdicts.jsonl
  verify judge --mech tsf --property si --instances pools/ --format csv
  cat pools.jsonl | verify judge --mech-command 'python3 mine.py' --property ef --instances -
  verify judge --mech tsf --property si,ef --instances pools.jsonl --resume verdicts.jsonl

Exit status: 1 a violation was found; else 2 a line is no instance; else 3 something was undecided; else 0.")]
    Judge(Many),
    /// Put edge cases to a program that speaks the protocol, and say what it does wrong.
    #[command(after_help = "Example:\n  verify mech-check 'python3 mine.py'")]
    MechCheck {
        /// The command.
        command: String,
    },
    /// List what there is.
    #[command(after_help = "Examples:
  verify list properties --model arrivals
  verify list records --mech tsf
  verify list properties --format json")]
    List {
        /// What to list.
        #[arg(value_enum, default_value_t = Kind::All)]
        kind: Kind,
        /// Only what belongs to this model.
        #[arg(long, value_name = "ID")]
        model: Option<String>,
        /// Of records and claims, only those of this mechanism.
        #[arg(long, value_name = "ID")]
        mech: Option<String>,
        /// A checkout of the project [default: this folder if it is one, else the data built in].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Explain a mechanism, a property, a measure, a model or a strategy.
    #[command(after_help = "Example:\n  verify explain bf")]
    Explain {
        /// Its id.
        id: String,
    },
    /// Explain a command or a subject at length.
    #[command(after_help = "Examples:\n  verify help worst\n  verify help scope")]
    Help {
        /// The command or the subject; without it, all are listed.
        #[arg(num_args = 0..=2)]
        subject: Vec<String>,
    },
    /// Print the JSON Schema of what a command prints with `--format json`.
    #[command(
        after_help = "Examples:\n  verify schema                                        which commands have one\n  verify schema run\n  verify schema verify                                 of `verify --mech ID --property ID`"
    )]
    Schema {
        /// The command; without it, those that have a schema are listed, and with `--format json` all schemas are printed.
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Print the completions of a shell.
    #[command(
        after_help = "Example:\n  verify completions bash > ~/.local/share/bash-completion/completions/verify"
    )]
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write the manual pages into a folder.
    #[command(after_help = "Example:\n  verify man ~/.local/share/man/man1")]
    Man {
        /// The folder.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// What mdBook asks of a preprocessor beside a book.
#[derive(Debug, Subcommand)]
pub enum Mdbook {
    /// Tell by the exit status, 0 or 1, whether books for a renderer of mdBook can be expanded.
    #[command(after_help = "Example:\n  verify mdbook supports html")]
    Supports {
        /// The renderer.
        renderer: String,
    },
}

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

/// In which form a record is printed.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct Form {
    /// Instance, allocation and margin as a LaTeX table (with the package booktabs).
    #[arg(long)]
    pub latex: bool,
    /// What the mechanism hands out, as stacked bars.
    #[arg(long)]
    pub svg: bool,
    /// A closed theorem of Coq, which `coqc` compiles by itself.
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
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
