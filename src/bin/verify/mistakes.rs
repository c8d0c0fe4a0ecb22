//! Errors: in words on stderr, and with `--format json` as one document on stdout.

use clap::error::ErrorKind;
use fairwitness::document::InputError;
use serde_json::json;

use super::args::Format;
use super::{WRONG, complain, inputs, render};

/// What came of arguments that are no command: help and version are none, too.
pub fn of_arguments(error: &clap::Error) -> u8 {
    let text = error.render().to_string();
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
    let arguments: Vec<String> = std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect();
    let json = arguments.iter().any(|a| a == "--format=json")
        || arguments.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json");
    if json {
        let first = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = first.split_whitespace().collect();
        let message = words.join(" ");
        document(message.strip_prefix("error: ").unwrap_or(&message), None, None);
    }
    complain(text.trim_end());
    WRONG
}

/// What came of input that is wrong.
pub fn of_input(error: &anyhow::Error, format: Format) -> u8 {
    let message = format!("{error:#}");
    if format == Format::Json {
        match error.chain().find_map(|cause| cause.downcast_ref::<InputError>()) {
            Some(input) => {
                let file = inputs::named(std::path::Path::new(&input.file));
                let field = Some(input.field.as_str()).filter(|field| !field.is_empty());
                document(&input.reason, Some(&file), field);
            }
            None => document(&message, None, None),
        }
    }
    complain(&format!("error: {message}"));
    WRONG
}

/// What is said when work does not end in its time.
pub fn given_up(message: &str, format: Format) {
    if format == Format::Json {
        document(message, None, None);
    }
    complain(&format!("undecided: {message}"));
}

fn document(message: &str, file: Option<&str>, field: Option<&str>) {
    render::print_json(&json!({"error": {"message": message, "file": file, "field": field}}));
}
