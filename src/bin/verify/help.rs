//! `verify help`, completions and manual pages, derived from the definition of the command line.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Args as _, Command, CommandFactory as _};
use clap_complete::Shell;
use fairwitness::document::shown;
use fairwitness::workbench::strategy_list;

use super::args::{Cli, Format, Own};
use super::meanings::meant;
use super::outside::Place;
use super::said::{About, Completions, Help, Manual, Subjects};
use super::{habit, ids, render, terminal};

/// Help subjects that are not commands: id, summary, text.
const SUBJECTS: [(&str, &str, &str); 9] = [
    ("scope", "the instances that a search examines", include_str!("help/scope.txt")),
    ("budget", "the length of a search", include_str!("help/budget.txt")),
    ("instances", "files of instances, numbers and units", include_str!("help/instances.txt")),
    ("verdicts", "the meaning of the words in an answer", include_str!("help/verdicts.txt")),
    ("exit", "exit statuses", include_str!("help/exit.txt")),
    ("ids", "names of mechanisms, properties and measures", include_str!("help/ids.txt")),
    ("records", "violations as files, and their folders", include_str!("help/records.txt")),
    ("output", "JSON, widths, colours and locales", include_str!("help/output.txt")),
    ("strategies", "the sources of a search's instances", include_str!("help/strategies.txt")),
];

/// Commands that accept no program as a mechanism.
const WITHOUT_PROGRAM: &str = "ask book cite claims completions exercise explain help import impossible instance list man matrix mdbook \
                               mech-check new prove schema serve simulate";

/// Returns `true` if the command accepts no program as a mechanism.
pub fn is_without_program(command: &str) -> bool {
    WITHOUT_PROGRAM.split(' ').any(|name| name == command)
}

/// The commands that the first screen lists; `verify help all` lists every command.
const FIRST: [&str; 10] =
    ["run", "score", "worst", "judge", "prove", "impossible", "ask", "audit", "import", "explain"];

/// The options that the first screen leaves to `verify help verify`.
const LATER: [&str; 8] =
    ["seed", "threads", "no-archive", "save", "expect", "mech-timeout", "mech-memory", "slack"];

/// Returns the definition of the command line, whose `--help` fits a screen; `verify help COMMAND` is complete.
pub fn command() -> Command {
    let first = |command: Command| {
        let later = !FIRST.contains(&command.get_name());
        command.hide(later)
    };
    let short = |arg: Arg| {
        let later = arg.get_long().is_some_and(|long| LATER.contains(&long));
        if later { arg.hide_short_help(true) } else { arg }
    };
    whole().mut_subcommands(first).mut_args(short)
}

/// The examples of each command, with which its help ends: a head with its words, and the text.
const EXAMPLES: &str = include_str!("help/examples.txt");

/// Ends the help of a command, which has these words, and of its subcommands with their examples in `parts`.
fn with_examples(command: Command, words: &str, parts: &[(&'static str, &'static str)]) -> Command {
    let command = match parts.iter().find(|(of, _)| *of == words) {
        Some((_, text)) => command.after_help(text.trim_end()),
        None => command,
    };
    command.mut_subcommands(|below| {
        let words = format!("{words} {}", below.get_name());
        with_examples(below, &words, parts)
    })
}

/// Returns the definition of the command line with every command and option in its help.
fn whole() -> Command {
    let parts: Vec<_> = EXAMPLES.split("== ").filter_map(|part| part.split_once('\n')).collect();
    let command = with_examples(Cli::command(), "verify", &parts);
    let command = brief(habit::with_short_options(without_program(command)));
    match terminal::width() {
        Some(width) => command.term_width(width),
        None => command,
    }
}

/// Hides the options of programs in the help of commands that accept none, except the limits for
/// `mech-check`.
fn without_program(command: Command) -> Command {
    let options: Vec<Arg> = Own::augment_args(Command::new("own")).get_arguments().cloned().collect();
    command.mut_subcommands(|subcommand| {
        let name = subcommand.get_name();
        if !is_without_program(name) {
            return subcommand;
        }
        let checks = name == "mech-check";
        let useless = options.iter().filter(|option| !checks || option.get_id() == "mech_command");
        subcommand.args(useless.map(|option| option.clone().hide(true)))
    })
}

fn brief(command: Command) -> Command {
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::HelpShort)
        .help_heading(None::<&str>)
        .help("Print this help; `verify help` is complete");
    command.disable_help_flag(true).arg(help).mut_subcommands(brief)
}

/// Explains a command or a subject.
pub fn help(subject: &[String], format: Format) -> Result<u8> {
    let mut all = whole();
    all.build();
    let commands: Vec<(String, String)> = all
        .get_subcommands()
        .filter(|c| !c.is_hide_set())
        .map(|c| (c.get_name().to_string(), c.get_about().map(ToString::to_string).unwrap_or_default()))
        .collect();
    let asked = subject.split_first().map(|(first, rest)| (first.as_str(), rest));
    let Some((subject, rest)) = asked.filter(|(first, _)| *first != "all") else {
        let about = |id: &str, about: &str| About { id: id.to_string(), about: about.to_string() };
        let listed = Subjects {
            commands: commands.iter().map(|(id, what)| about(id, what)).collect(),
            subjects: SUBJECTS.iter().map(|(id, what, _)| about(id, what)).collect(),
        };
        render::show(format, &listed, || {
            let lines = |all: &[About]| -> String {
                all.iter().map(|About { id, about }| format!("  {id:<12}  {about}\n")).collect()
            };
            format!(
                "`verify MECHANISM PROPERTY` judges a cell; everything else is a command.\n\
                 `verify help verify` lists the options of the first.\n\ncommands\n{}\nsubjects\n{}",
                lines(&listed.commands),
                lines(&listed.subjects)
            )
        });
        return Ok(0);
    };
    let below = rest.first().map(String::as_str);
    let nested = below.and_then(|name| all.find_subcommand(subject)?.find_subcommand(name)).cloned();
    let text = if let Some(mut found) = nested {
        found.render_long_help().to_string()
    } else if let Some(name) = below {
        bail!("no help on `{}`; try `verify help {}`", shown(&format!("{subject} {name}")), shown(subject))
    } else if subject == "verify" {
        all.render_long_help().to_string()
    } else if let Some((.., text)) = SUBJECTS.iter().find(|(id, ..)| *id == subject) {
        (*text).to_string()
    } else if let Some(found) = all.find_subcommand_mut(subject) {
        found.render_long_help().to_string()
    } else {
        let ids = commands.iter().map(|(id, _)| id.as_str()).chain(SUBJECTS.iter().map(|(id, ..)| *id));
        let known: Vec<&str> = ids.collect();
        match meant(subject, &known).first() {
            Some(near) => bail!("no help on `{}`; did you mean `{near}`?", shown(subject)),
            None => bail!(
                "no help on `{}`; `verify help` lists what there is, and `verify explain ID` explains an id",
                shown(subject)
            ),
        }
    };
    render::show(format, &Help { id: subject.to_string(), text: text.to_string() }, || text);
    Ok(0)
}

/// Adds the ids of mechanisms and properties as first words of a line, as in `verify tsf bf`.
fn proposing(command: Command) -> Command {
    let word = |name: &'static str, place: Place| {
        Arg::new(name)
            .value_parser(PossibleValuesParser::new(ids::of(place)))
            .help(format!("An id of a {name}"))
    };
    command.arg(word("mechanism", Place::Mech)).arg(word("property-of-it", Place::Property))
}

/// Adds the known ids to the arguments that take ids; a shell proposes files by itself where a path is taken.
fn with_ids(command: Command) -> Command {
    let explains = matches!(command.get_name(), "explain" | "cite");
    let separates = command.get_name() == "separate";
    let with = command.mut_args(|arg| {
        let known = match arg.get_id().as_str() {
            "mech" => ids::of(Place::Mech),
            "property" | "judge" => ids::of(Place::Property),
            "measure" => ids::of(Place::Measure),
            "model" => ids::known_models(),
            "strategy" => strategy_list().into_iter().map(|(id, _)| id).collect(),
            "id" if explains => [Place::Mech, Place::Property, Place::Measure].map(ids::of).concat(),
            "a" | "b" if separates => [Place::Mech, Place::Property].map(ids::of).concat(),
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(known))
    });
    with.mut_subcommands(with_ids)
}

/// Prints the completions for a shell.
pub fn completions(shell: Shell, format: Format) -> Result<u8> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut proposing(with_ids(whole())), "verify", &mut out);
    let text = String::from_utf8(out)?;
    let made = Completions { shell: shell.to_string(), text };
    render::show_file(format, &made, || made.text.clone());
    Ok(0)
}

/// Writes a manual page for each command.
pub fn man(folder: &Path, format: Format) -> Result<u8> {
    let at = |path: &Path| path.display().to_string();
    std::fs::create_dir_all(folder).with_context(|| at(folder))?;
    clap_mangen::generate_to(whole(), folder).with_context(|| at(folder))?;
    let text = format!("manual pages written into {}; read one with `man -l`\n", at(folder));
    render::show(format, &Manual { folder: at(folder) }, || text);
    Ok(0)
}
