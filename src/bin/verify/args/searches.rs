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

/// The scope, budget, seed and threads of a search.
#[derive(Clone, Copy, Debug, Args)]
pub struct Search {
    /// The instances to search; see `verify help scope`.
    #[arg(long, default_value_t = Scope::default())]
    pub scope: Scope,
    /// A time (10s), a number of instances, or both (10s,100000).
    #[arg(long, default_value_t = Budget::default(), allow_hyphen_values = true)]
    pub budget: Budget,
    /// The seed of random choices.
    #[arg(long, default_value_t = 0, allow_hyphen_values = true, value_parser = seed)]
    pub seed: u64,
    /// Threads [default: all cores].
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
}

/// A search for the worst value of a measure.
#[derive(Debug, Args)]
pub struct Worst {
    /// The mechanism, or several with commas.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// The measure, or several with commas (see `verify list measures`).
    #[arg(long, value_name = "ID", value_delimiter = ',', required_unless_present = "measure_command")]
    pub measure: Vec<String>,
    #[command(flatten)]
    pub search: Search,
    /// Start from random instances alone, without records, papers' examples and earlier findings.
    #[arg(long)]
    pub no_archive: bool,
    /// Store values that are worse than before in properties/evidence/worst.toml of a checkout.
    #[arg(long)]
    pub save: bool,
    /// Print as well a proved bound over the scope, and its proof: a theorem, solvers, or an enumeration of every
    /// instance.
    #[arg(long)]
    pub bound: bool,
}

/// A census of every instance of a scope.
#[derive(Debug, Args)]
pub struct Census {
    /// The model whose cells are judged, if no mechanism is named.
    #[arg(long, value_name = "ID", default_value = "cluster")]
    pub model: String,
    /// The mechanisms [default: all of the model].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub mech: Vec<String>,
    /// The properties [default: all of the model].
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub property: Vec<String>,
    /// The largest instance, as in users=2,servers=1,resources=2,max=4,capacity=8.
    #[arg(long, default_value_t = Scope::PLAIN)]
    pub scope: Scope,
    /// Length of the census: a time (10s, 2m), a number of instances, or both; the first limit that is reached
    /// counts.
    #[arg(long, default_value = "5m")]
    pub budget: Budget,
    /// Threads [default: all cores].
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
    /// Store the counts of a completed scope in properties/evidence/census/ of a checkout.
    #[arg(long)]
    pub save: bool,
}

/// A search for an instance that separates two ids.
#[derive(Debug, Args)]
pub struct Separate {
    /// A mechanism or a property.
    pub a: String,
    /// Another of the same model [default: the program of --mech-command].
    pub b: Option<String>,
    #[command(flatten)]
    pub search: Search,
    /// Try the records on file first, as far as the scope contains them.
    #[arg(long)]
    pub archive: bool,
    /// Do not try the records on file, which is the default.
    #[arg(long, conflicts_with = "archive")]
    pub no_archive: bool,
}
