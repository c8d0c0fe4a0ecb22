//! Errors: in words on stderr, and with `--format json` as one document on stdout.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use fairwitness::document::place::shown_in;
use fairwitness::document::{Document, InputError};
use fairwitness::workbench::{bench_of, models};

use super::args::Format;
use super::said::{Mistake, MistakeOf};
use super::{WRONG, complain, help, inputs, render, typed};

/// Reports invalid arguments and returns the exit status; requests for help or the version also arrive here.
pub fn of_arguments(error: &clap::Error) -> u8 {
    let text = with_hint(error);
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            render::print(&text);
            return 0;
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            complain(text.trim_end());
            return WRONG;
        }
        _ => {}
    }
    if asks_for_json() {
        let first = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = first.split_whitespace().collect();
        let message = words.join(" ");
        document(message.strip_prefix("error: ").unwrap_or(&message), None, None);
    }
    complain(text.trim_end());
    WRONG
}

/// Returns `true` if the arguments ask for a document, however wrong they are.
pub fn asks_for_json() -> bool {
    let arguments: Vec<String> = typed().iter().map(|a| a.to_string_lossy().into_owned()).collect();
    arguments.iter().any(|a| a == "--format=json")
        || arguments.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
}

/// Returns the message, with a hint on how to pass a file if a bare path was given.
fn with_hint(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let context = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        _ => return text,
    };
    let Some(ContextValue::String(stray)) = error.get(context) else { return text };
    if let Some(tip) = (error.kind() == ErrorKind::InvalidSubcommand).then(|| of_an_id(stray)).flatten() {
        return text.replacen("\n\n", &format!("\n\n  tip: {tip}\n\n"), 1);
    }
    let whole = help::command();
    let asked = typed().iter().find_map(|word| whole.find_subcommand(word)).unwrap_or(&whole);
    let takes_it = asked.get_arguments().any(|argument| argument.get_long() == Some("instance"));
    if !takes_it || !Path::new(stray).is_file() {
        return text;
    }
    text.replacen("\n\n", &format!("\n\n  tip: an instance is given as '--instance {stray}'\n\n"), 1)
}

/// Returns the tip for the id of a mechanism or property in the place of a command.
fn of_an_id(word: &str) -> Option<String> {
    let is_property = || models().iter().any(|bench| bench.properties().iter().any(|entry| entry.id == word));
    if bench_of(word).is_some() {
        return Some(format!(
            "`{word}` is a mechanism: 'verify explain {word}', or 'verify --mech {word} --property ID'"
        ));
    }
    is_property().then(|| {
        format!("`{word}` is a property: 'verify explain {word}', or 'verify --mech ID --property {word}'")
    })
}

/// Reports invalid input and returns the exit status.
pub fn of_input(error: &anyhow::Error, format: Format) -> u8 {
    let message = format!("{error:#}");
    if format == Format::Json {
        match error.chain().find_map(|cause| cause.downcast_ref::<InputError>()) {
            Some(input) => {
                let file = inputs::named(Path::new(&input.file));
                let field = Some(input.field.as_str()).filter(|field| !field.is_empty());
                document(&input.reason, Some(&file), field);
            }
            None => document(&message, None, None),
        }
    }
    let place = error.chain().find_map(|cause| cause.downcast_ref::<InputError>()).and_then(place_of);
    complain(&format!("error: {message}{}", place.map_or_else(String::new, |place| format!("\nat {place}"))));
    WRONG
}

/// Returns the place of an error's field in its TOML file, if the file can be read again.
fn place_of(error: &InputError) -> Option<String> {
    let path = Path::new(&error.file);
    let readable = !error.field.is_empty() && !Document::is_json(&error.file) && path.is_file();
    shown_in(&readable.then(|| Document::text(path).ok()).flatten()?, &error.field)
}

/// Reports work that did not end in its time.
pub fn given_up(message: &str, format: Format) {
    if format == Format::Json {
        document(message, None, None);
    }
    complain(&format!("undecided: {message}"));
}

fn document(message: &str, file: Option<&str>, field: Option<&str>) {
    let (message, file, field) = (message.to_string(), file.map(str::to_string), field.map(str::to_string));
    render::print_json(&Mistake { error: MistakeOf { message, file, field } });
}
