//! Resolution of names to ids: by the names on the pages, and by synonyms from the literature.

use fairwitness::document::suggest::nearest;
use fairwitness::workbench::{Entry, models};

/// Synonyms, in lower case with spaces, and the ids that they may mean.
const CALLED: &[(&str, &[&str])] = &[
    ("sharing", &["si", "dynamic-si"]),
    ("share guarantee", &["si"]),
    ("fair share", &["si"]),
    ("proportionality", &["si"]),
    ("proportional", &["si"]),
    ("individual rationality", &["si"]),
    ("envy", &["ef", "ef-aggregate", "ef1"]),
    ("envy free", &["ef", "ef-aggregate", "ef1"]),
    ("no envy", &["ef"]),
    ("truthful", &["sp", "sp-demand", "sp-eligibility"]),
    ("truthfulness", &["sp", "sp-demand", "sp-eligibility"]),
    ("strategyproof", &["sp"]),
    ("strategy proof", &["sp"]),
    ("incentive compatible", &["sp"]),
    ("incentive compatibility", &["sp"]),
    ("lie", &["sp"]),
    ("lying", &["sp"]),
    ("manipulation", &["sp", "group-sp"]),
    ("group strategy", &["group-sp", "group-sp-weak"]),
    ("coalition", &["group-sp", "group-sp-weak"]),
    ("hierarchical", &["hdrf", "hdrf-tasks", "hier-share"]),
    ("hierarchy", &["hdrf", "hdrf-tasks", "hier-share"]),
    ("queue", &["hdrf", "hdrf-tasks", "volcano-hdrf"]),
    ("volcano", &["volcano-hdrf"]),
    ("starve", &["no-starvation"]),
    ("starvation", &["no-starvation"]),
    ("pareto", &["po", "dpo", "dynamic-po"]),
    ("pareto efficient", &["po", "dpo", "dynamic-po"]),
    ("efficient", &["po", "non-wasteful"]),
    ("efficiency", &["po", "utilisation"]),
    ("bottleneck", &["bf", "bf-global"]),
    ("waste", &["non-wasteful"]),
    ("work conserving", &["non-wasteful"]),
    ("work conservation", &["non-wasteful"]),
    ("monotone", &["population-monotone", "resource-monotone"]),
    ("monotonicity", &["population-monotone", "resource-monotone"]),
    ("population", &["population-monotone"]),
    ("feasibility", &["feasible"]),
    ("capacity", &["feasible"]),
    ("max min", &["srf", "maxmin-ratio"]),
    ("maxmin", &["srf", "maxmin-ratio"]),
    ("dominant resource fairness", &["drf", "drfh", "ddrf"]),
    ("dominant", &["drf"]),
    ("task share", &["tsf"]),
    ("task share fairness", &["tsf"]),
    ("heterogeneous", &["drfh", "ps-dsf"]),
    ("containerized", &["cdrf"]),
    ("constrained", &["c-drfh", "tsf"]),
    ("per server dominant share", &["ps-dsf"]),
    ("psdsf", &["ps-dsf"]),
    ("dsf", &["ps-dsf"]),
    ("hadoop", &["slots"]),
    ("slot", &["slots"]),
    ("best fit", &["best-fit-drfh"]),
    ("first fit", &["first-fit-drfh"]),
    ("dynamic drf", &["ddrf"]),
    ("online drf", &["ddrf"]),
    ("precomputed", &["pdrf"]),
    ("equal", &["uniform"]),
    ("equal split", &["uniform"]),
    ("static", &["uniform"]),
    ("utilization", &["utilisation"]),
    ("usage", &["utilisation"]),
    ("gap", &["integrality-gap"]),
    ("integrality", &["integrality-gap"]),
    ("price", &["price-of-fairness"]),
    ("pof", &["price-of-fairness"]),
    ("online", &["arrivals"]),
    ("dynamic", &["arrivals"]),
    ("set cover", &["covering"]),
    ("borrow", &["cohort"]),
    ("preemption", &["kueue-preempt", "cohort"]),
    ("kueue", &["kueue-preempt"]),
    ("flapping", &["acyclic"]),
    ("thrashing", &["acyclic"]),
    ("victims", &["minimal-victims"]),
    ("pool", &["cluster"]),
];

fn plain(text: &str) -> String {
    let letters = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns every entry that has a page.
fn entries() -> Vec<Entry> {
    models().iter().flat_map(|b| [b.mechanisms(), b.properties(), b.measures()].concat()).collect()
}

/// Returns at most three known ids that a word may mean: by synonym, by name, or by similar spelling.
pub fn meant<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    let word = word.trim();
    let asked = plain(word);
    let mut found: Vec<&'a str> = Vec::new();
    let mut add = |id: &str| {
        if let Some(id) = known.iter().find(|k| **k == id)
            && !found.contains(id)
            && found.len() < 3
        {
            found.push(id);
        }
    };
    if known.contains(&word.to_lowercase().as_str()) {
        add(&word.to_lowercase());
    }
    let close = nearest(word, known.iter().copied()).filter(|id| strsim_close(word, id));
    if let Some(id) = close {
        add(id);
    }
    if asked.len() >= 3 {
        let exact = CALLED.iter().filter(|(name, _)| *name == asked);
        let near = CALLED.iter().filter(|(name, _)| {
            *name != asked && (asked.starts_with(name) || (asked.len() > 3 && name.starts_with(&asked)))
        });
        let named = entries();
        let by_name = |whole: bool| {
            let fits = |entry: &&Entry| {
                let name = plain(&entry.name());
                let same = name == asked || trimmed(&name) == trimmed(&asked);
                if whole { same } else { !same && (name.contains(&asked) || asked.contains(&name)) }
            };
            named.iter().filter(fits).map(|e| e.id).collect::<Vec<_>>()
        };
        by_name(true).into_iter().for_each(&mut add);
        exact.flat_map(|(_, ids)| ids.iter()).for_each(|id| add(id));
        near.flat_map(|(_, ids)| ids.iter()).for_each(|id| add(id));
        by_name(false).into_iter().for_each(&mut add);
    }
    if let Some(id) = nearest(word, known.iter().copied()) {
        add(id);
    }
    found
}

/// Strips the ending of a noun, so that `envy freeness` and `envy free` are equal.
fn trimmed(name: &str) -> String {
    let mut name = name.to_string();
    for ending in ["ness", "ity", "s"] {
        if let Some(short) = name.strip_suffix(ending) {
            name = short.to_string();
        }
    }
    name
}

/// Returns `true` if two words are long enough, and near enough in length, to differ by a typing error.
fn strsim_close(word: &str, id: &str) -> bool {
    word.len().abs_diff(id.len()) <= 1 && word.len() <= 2 * id.len() && word.len() > 2
}

/// Returns an id with its name, for a suggestion.
pub fn with_name(id: &str) -> String {
    // If two models have the id, the shorter name is the more general one.
    let names = entries().into_iter().filter(|e| e.id == id).map(|e| e.name());
    match names.min_by_key(String::len) {
        Some(name) if plain(&name) != plain(id) => format!("`{id}` ({name})"),
        _ => format!("`{id}`"),
    }
}
