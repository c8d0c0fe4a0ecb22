//! The command line by habit: `verify tsf bf` for `verify --mech tsf --property bf`, and short options.

use std::ffi::OsString;

use clap::Command;

use super::ids;

/// The short options: the letter, and the long option that it abbreviates in every command that has it.
const SHORT: [(char, &str); 5] =
    [('m', "mech"), ('p', "property"), ('i', "instance"), ('o', "out"), ('b', "budget")];

/// Adds the short options to a command and its subcommands.
pub fn with_short_options(command: Command) -> Command {
    let shortened = command.mut_args(|arg| {
        let short = SHORT.iter().find(|(_, long)| arg.get_long() == Some(long));
        short.map_or(arg.clone(), |(letter, _)| arg.short(*letter))
    });
    shortened.mut_subcommands(with_short_options)
}

/// The number of instances below which a budget without a unit is remarked on.
const SMALL_BUDGET: u64 = 100;

/// Returns a note for a small budget without a unit, which counts instances and may be meant as seconds.
pub fn note_on_budget(words: &[OsString]) -> Option<String> {
    let text = |word: &OsString| word.to_str().map(String::from);
    let pairs = words.windows(2).filter(|pair| ["--budget", "-b"].iter().any(|option| pair[0] == *option));
    let joined = words.iter().filter_map(|word| text(word)?.strip_prefix("--budget=").map(String::from));
    let mut values = pairs.filter_map(|pair| text(&pair[1])).chain(joined);
    let number = values.find(|value| value.parse::<u64>().is_ok_and(|n| n < SMALL_BUDGET))?;
    Some(format!("note: --budget {number} is a number of instances; a time has a unit, as in {number}s"))
}

/// Returns `true` if the option is among the words, with its value in the next word or after `=`.
pub fn is_given(words: &[OsString], option: &str) -> bool {
    let named =
        |text: &str| text.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='));
    words.iter().any(|word| word.to_str().is_some_and(named))
}

/// Spells a command line out. Two ids, in either order, judge a cell, and so does one id with a program in the place of
/// the other; the id of a mechanism alone shows the state of each of its properties; the word `search` before them may be added or left out. Other words stay as they are.
pub fn spelled_out(mut words: Vec<OsString>, command: &Command) -> Vec<OsString> {
    let word = |words: &[OsString], at: usize| words.get(at).and_then(|word| word.to_str()).map(String::from);
    if word(&words, 1).as_deref() == Some("search") {
        words.remove(1);
    }
    let Some(first) = word(&words, 1) else { return words };
    let is_command = command.find_subcommand(&first).is_some();
    if first.starts_with('-') || is_command || std::path::Path::new(&first).exists() {
        return words;
    }
    let second = word(&words, 2).filter(|word| !word.starts_with('-'));
    let known = |text: &str, is: fn(&str) -> bool| text.split(',').any(is);
    let Some(second) = second else {
        let judged =
            ["-p", "--property", "--property-command"].into_iter().any(|option| is_given(&words, option));
        let spelled: &[&str] = if known(&first, ids::is_mechanism) {
            if judged { &["--mech"] } else { &["score", "--mech"] }
        } else if known(&first, ids::is_property) && is_given(&words, "--mech-command") {
            &["--property"]
        } else {
            return words;
        };
        words.splice(1..2, spelled.iter().chain([&first.as_str()]).map(OsString::from));
        return words;
    };
    // A misspelt id is judged, and refused, in the place in which the other id leaves it.
    let in_order = [known(&first, ids::is_mechanism), known(&second, ids::is_property)];
    let exchanged = [known(&second, ids::is_mechanism), known(&first, ids::is_property)];
    let fits = |places: [bool; 2]| places.into_iter().filter(|fits| *fits).count();
    let (mechanisms, properties) = match (fits(in_order), fits(exchanged)) {
        (0, 0) => return words,
        (straight, crossed) if straight >= crossed => (first, second),
        _ => (second, first),
    };
    words.splice(1..3, ["--mech", &mechanisms, "--property", &properties].map(OsString::from));
    words
}
