//! Arguments of the commands that search.

use clap::Args;
use fairwitness::instances::Scope;
use fairwitness::search::Budget;

/// Reads a number of threads: at least one, and at most the limit beyond which threads only cost time.
pub fn threads(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(0) => Err("a search needs at least one thread; leave --threads out for all cores".to_string()),
        Ok(n) => Ok(n),
        Err(_) => Err("write a whole number from 1; leave --threads out for all cores".to_string()),
    }
}

/// Reads a seed: an integer that a document can hold.
pub fn seed(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(seed) if i64::try_from(seed).is_ok() => Ok(seed),
        _ => Err(format!("write a whole number from 0 to {}", i64::MAX)),
    }
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

/// The worst value of a measure.
#[derive(Debug, Args)]
pub struct Worst {
    /// The mechanism, or several with commas.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// The measure, or several (see `verify list measures`).
    #[arg(long, value_name = "ID", value_delimiter = ',', required = true)]
    pub measure: Vec<String>,
    #[command(flatten)]
    pub search: Search,
    /// Start from nothing: no records, no papers' examples, no earlier finding.
    #[arg(long)]
    pub no_archive: bool,
    /// Keep what is worse than before in evidence/worst.toml of a checkout.
    #[arg(long)]
    pub save: bool,
    /// Say as well what no instance of the scope is worse than, and how that is known: by a theorem, by solvers, or because
    /// every instance was looked at.
    #[arg(long)]
    pub bound: bool,
}

/// Every instance of a scope.
#[derive(Debug, Args)]
pub struct Census {
    /// The model, of which everything is judged; without mechanisms.
    #[arg(long, value_name = "ID", default_value = "cluster")]
    pub model: String,
    /// The mechanisms [default: all of the model].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// The properties [default: all of the model].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub property: Vec<String>,
    /// The largest instance, as in users=2,servers=1,resources=2,max=4,capacity=8.
    #[arg(long, default_value_t = Scope::default())]
    pub scope: Scope,
    /// How much to judge: a time (10s, 2m), a number of instances, or both, whichever ends first.
    #[arg(long, default_value = "5m")]
    pub budget: Budget,
    /// Threads [default: all cores].
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
    /// Keep the counts of a scope that was gone through in evidence/census/ of a checkout.
    #[arg(long)]
    pub save: bool,
}

/// An instance that tells two ids apart.
#[derive(Debug, Args)]
pub struct Separate {
    /// A mechanism or a property.
    pub a: String,
    /// Another of the same model; without it, the program that is the mechanism.
    pub b: Option<String>,
    #[command(flatten)]
    pub search: Search,
    /// Leave the archive of records out.
    #[arg(long)]
    pub no_archive: bool,
}
