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
    #[command(after_help = "Example:\n  verify run --mech tsf --instance pool.toml")]
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
    #[command(after_help = "Examples:
  verify score --mech tsf
  verify score --mech tsf,ps-dsf                       side by side
  verify score --instance pool.toml                    all mechanisms on one instance")]
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
    #[command(after_help = "Examples:
  verify import kubernetes --nodes nodes.json --pods pods.json > cluster.toml
  verify audit --instance cluster.toml                 in words
  verify audit --instance cluster.toml --html report.html
  verify audit --instance cluster.toml --mech tsf,drfh      compared with these rules
  verify audit --instance cluster.toml --continue      and the next starts of best fit and first fit
  verify audit --instance cluster.toml --format prometheus > fairwitness.prom
  verify audit --over snapshots/                       a folder of moments, by name
  verify audit --compare old.toml --instance cluster.toml      what changed
  verify audit --why ml --instance cluster.toml        why ml has the share that it has
  verify audit --what-if 'weight ml=2' --instance cluster.toml      every share before and after
  verify audit --watch 5m --listen 127.0.0.1:9100 --history audits.jsonl --instance cluster.toml

The instance has its running tasks in the field running = [[tasks of user u on server s], ..].

Exit status: 1 a property is violated, or, if none is named, a user is below its share;
else 2 a moment is no instance; else 3 something was undecided; else 0.")]
    Audit(Audit),
    /// Convert the description of a cluster to an instance file.
    #[command(subcommand)]
    Import(Import),
    /// Search for the worst value of a measure.
    #[command(after_help = "Example:
  verify worst --mech ddrf --measure maxmin-ratio --scope agents=9,resources=2 --budget 10s
  verify worst --mech tsf --measure si-ratio --scope users=2,servers=2,resources=2,max=3 --bound")]
    Worst(Worst),
    /// Find families of instances, one for each k, that get worse as k grows.
    #[command(after_help = "Examples:
  verify family counterexamples/tsf-si-2u2s2r.toml
  verify family pool.toml --mech tsf --measure si-ratio --save
  verify family properties/evidence/families/tsf-si-ratio.toml --k 30")]
    Family(crate::family::FamilyArgs),
    /// Judge every instance of a scope and count the verdicts.
    #[command(after_help = "Examples:
  verify census --mech drf-tasks --property po --scope users=2,servers=1,resources=2,max=4,capacity=8
  verify census --model cluster --scope users=2,servers=1,resources=2,max=2 --budget 5m")]
    Census(Census),
    /// Search many cells in numbered blocks, on one machine or many.
    #[command(
        subcommand,
        after_help = "Examples:
  verify campaign plan hunt --mech tsf,ps-dsf --property si,ef,bf,po --blocks 300
  verify campaign run hunt                             every missing block, on this machine
  verify campaign slurm hunt | sbatch                  .. or on many
  verify campaign status hunt
  verify campaign merge hunt"
    )]
    Campaign(Campaign),
    /// Find an instance that separates two mechanisms or two properties.
    #[command(after_help = "Examples:
  verify separate tsf ps-dsf
  verify separate ef ef-aggregate")]
    Separate(Separate),
    /// Print the claims of the papers and their standings by the evidence.
    #[command(after_help = "Examples:
  verify claims --source khamse2017
  verify claims --standing contradicted
  verify claims --id khamse2017-lemma-1                one claim, with its evidence
  verify claims --check                                evaluate all; exit 1 if a standing has changed")]
    Claims {
        /// Only the claims of this paper, by citekey.
        #[arg(long, value_name = "KEY")]
        source: Option<String>,
        /// Only claims of this standing.
        #[arg(long, value_name = "WORD", value_parser = ["contradicted", "proved", "proved-on-paper", "argued", "reproduced", "unrefuted", "open"])]
        standing: Option<String>,
        /// Only this claim, with all its evidence.
        #[arg(long)]
        id: Option<String>,
        /// Print the claims whose standing differs from the one on file; exit 1 if there are any.
        #[arg(long, conflicts_with_all = ["standing", "id"])]
        check: bool,
        /// A checkout of the project [default: this folder if it is one, otherwise the built-in data].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Write the pages of the book as Markdown, and the README's picture.
    #[command(after_help = "Examples:
  verify book
  verify book --serve                                  the site in a browser on this machine
  verify book --out pages                              Markdown for any reader or site generator
  mdbook build book --open                             the site, without this command")]
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
    #[command(after_help = "Example, in book.toml:
  [preprocessor.fairwitness]
  command = \"verify mdbook\"")]
    Mdbook {
        #[command(subcommand)]
        asked: Option<Mdbook>,
    },
    /// Print the state of every mechanism and property of a model.
    #[command(after_help = "Examples:
  verify matrix --model arrivals
  verify matrix --demands positive --format json")]
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
    #[command(after_help = "Examples:
  verify simulate                                      list the tables and figures
  verify simulate metin-table1-1-10
  verify simulate all --runs 200 --seed 7 --format json
  verify simulate wang2013-fig4 --out figures
  verify simulate wang2013-fig5 --runs 30 --size 10 --out figures --resume
  verify simulate wang2013-fig4 --runs 1 --judge si,ef,po --every 60s
  verify simulate --scenario mine.toml --judge si,ef --out figures
  verify simulate --log examples/replay/jobs.txt --nodes examples/replay/nodes.json
  verify simulate --log sacct.txt --nodes nodes.json --weights queues.toml --mech hdrf --format csv")]
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
    #[command(after_help = "Examples:
  verify instance                                      list the constructions
  verify instance li2019-theorem2 --m 3 > t2.toml      with the infinitesimal eps
  verify instance li2019-theorem2 --m 3 --eps 1/1000 > t2.toml")]
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
    #[command(after_help = "Examples:
  verify shrink found.toml > smaller.toml
  verify shrink found.toml --prove > first.toml        the first in the enumeration of its scope")]
    Shrink {
        /// The record.
        file: PathBuf,
        /// Search the enumeration of the record's scope for the first violation, among at most this many instances.
        #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "200000")]
        prove: Option<usize>,
    },
    /// Prove a property for every instance of a size, by a solver.
    #[command(after_help = "Examples:
  verify prove --mech drfh --property ef --scope users=2,servers=2,resources=2,demands=positive
  verify prove --mech drf --property si --scope users=3,servers=1,resources=2,weights=user
  verify prove --mech ddrf --property def --scope agents=3,resources=2
  verify prove --mech drf --property sp --instance pool.toml      every real lie about one instance

Exit status: 0 proved; 1 violated; 2 usage, or no solver; 3 undecided.")]
    Prove(crate::prove::Prove),
    /// List the mechanisms with some properties and without others.
    #[command(after_help = "Examples:
  verify ask 'si & ef & !po'                           by theorems and records
  verify ask 'ef & (po | non-wasteful)' --demands positive
  verify ask 'si & !ef' --instance pool.toml           on this instance

A property that is out of scope, or has neither a known violation nor a proof, leaves the answer open.")]
    Ask(crate::ask::Ask),
    /// Decide if any rule at all has the given properties.
    #[command(after_help = "Examples:
  verify impossible --property po,si,sp --scope users=2,servers=1,resources=1,capacity=2,max=2
  verify impossible --property po,si,ef1,sp --scope users=2,servers=1,resources=1,capacity=4,max=4 --all
  verify impossible --property po,si,resource-monotone --scope users=2,resources=2,capacity=2 --division divisible
  verify impossible --replay crates/impossible/records/po-si-sp-2u1s1r.toml

Exit status: 0 impossible, or every set decided; 1 possible; 2 wrong input; 3 undecided.")]
    Impossible(crate::impossible::Impossible),
    /// Export a record as a LaTeX table, a picture or a theorem for Coq.
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
    /// Judge records again, each from its file alone.
    #[command(after_help = "Examples:\n  verify replay\n  verify replay counterexamples/tsf-bf-2u2s2r.toml")]
    Replay {
        /// Records, or folders of them.
        #[arg(default_value = "counterexamples")]
        paths: Vec<PathBuf>,
    },
    /// Judge many instances, one per line, in order.
    #[command(after_help = "Examples:
  verify judge --mech tsf --property si,ef,bf --instances pools.jsonl > verdicts.jsonl
  verify judge --mech tsf,drfh --property si --instances pools/ --format csv
  cat pools.jsonl | verify judge --mech-command 'python3 mine.py' --property ef --instances -
  verify judge --mech tsf --property si,ef --instances pools.jsonl --resume verdicts.jsonl

Exit status: 1 a violation was found; else 2 a line is no instance; else 3 something was undecided; else 0.")]
    Judge(Many),
    /// Test a program as a mechanism on edge cases.
    #[command(after_help = "Example:\n  verify mech-check 'python3 mine.py'")]
    MechCheck {
        /// The command.
        command: String,
    },
    /// Write the files of a new mechanism, property, measure or model.
    #[command(after_help = "Examples, in a checkout of the project:
  verify new mechanism max-min-tasks
  verify new property no-idle-server --name 'No idle server'
  verify new measure idle-share --model cluster
  verify new model bandwidth

The files compile as they are; until they are completed, the new id answers that it is not written yet.")]
    New(New),
    /// List the known ids, claims, papers and records.
    #[command(after_help = "Examples:
  verify list properties --model arrivals
  verify list records --mech tsf
  verify list properties --format json")]
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
    #[command(after_help = "Examples:
  verify cite tsf-bf-2u2s2r >> references.bib
  verify cite khamse2017-lemma-1")]
    Cite {
        /// The id.
        id: String,
        /// A checkout of the project [default: this folder if it is one, otherwise the built-in data].
        #[arg(long, value_name = "DIR")]
        root: Option<PathBuf>,
    },
    /// Ask an exercise of the book, or judge an answer to it.
    #[command(after_help = "Examples:
  verify exercise                                      list the exercises
  verify exercise 1
  verify exercise 1 --answer mine.toml                 a file with the line tasks = [1, \"3/2\"]

Exit status: 0 right; 1 wrong; 2 wrong input.")]
    Exercise {
        /// The number of the exercise; without it, all are listed.
        number: Option<usize>,
        /// A file with the answer, as TOML or JSON; `-` is the standard input.
        #[arg(long, value_name = "FILE", requires = "number")]
        answer: Option<PathBuf>,
    },
    /// Explain a mechanism, a property, a measure or another id.
    #[command(after_help = "Example:\n  verify explain bf")]
    Explain {
        /// The id.
        id: String,
    },
    /// Explain a command or a subject in full.
    #[command(after_help = "Examples:\n  verify help worst\n  verify help scope")]
    Help {
        /// The command or the subject; without it, all are listed.
        #[arg(num_args = 0..=2)]
        subject: Vec<String>,
    },
    /// Print the JSON Schema of a command's output with `--format json`.
    #[command(
        after_help = "Examples:\n  verify schema                                        the commands with a schema\n  verify schema run\n  verify schema verify                                 of `verify --mech ID --property ID`"
    )]
    Schema {
        /// The command; without it, the commands with a schema are listed, or with `--format json` all schemas are
        /// printed.
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Answer the questions of agents, by the Model Context Protocol.
    #[command(after_help = "Example:
  verify serve --stdio --folder instances              tools: run, judge, search, worst, ask, impossible, audit, why")]
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
