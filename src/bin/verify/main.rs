//! The command line `verify`.

mod args;
mod ask;
mod audit;
mod batch;
mod book;
mod bounds;
mod campaign;
mod cite;
mod claims;
mod exercise;
mod export;
mod family;
mod figures;
mod grid;
mod habit;
mod help;
mod ids;
mod import;
mod impossible;
mod inputs;
mod instances;
mod judge;
mod limits;
mod lists;
mod matrix;
mod meanings;
mod mistakes;
mod new;
mod output;
mod onfile;
mod options;
mod outside;
mod prove;
mod records;
mod rejudge;
mod render;
mod replayed;
mod rules;
mod said;
mod schema;
mod score;
mod searches;
#[cfg(feature = "mcp")]
mod serve;
mod simulate;
mod terminal;
mod timer;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context as _, Result};
use args::{Census, Cli, Command, Format, Separate, Shape, Time, Worst};
use clap::{ArgMatches, FromArgMatches as _};
use fairwitness::search::Budget;
use outside::Place;

/// The allocator of the program: exact judgements take and give back many short lists.
#[cfg(target_os = "linux")]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const FOUND: u8 = 1;
const WRONG: u8 = 2;
const UNDECIDED: u8 = 3;

/// The program `verify`.
pub fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os().collect()))
}

/// The words of the command line, for messages about mistakes in them.
static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Returns the words of the command line as they were typed.
fn typed() -> &'static [OsString] {
    WORDS.get().map_or(&[], Vec::as_slice)
}

/// Runs the program with these words, the first of which is its name, once in a process, and returns the exit status.
pub fn run(words: Vec<OsString>) -> u8 {
    let words = WORDS.get_or_init(|| words).clone();
    let definition = help::command();
    let words = habit::spelled_out(words, &definition);
    if let Some(note) = habit::note_on_budget(&words) {
        complain(&note);
    }
    if let Err(error) = takes_programs(&words) {
        let format = if mistakes::asks_for_json() { Format::Json } else { Format::Text };
        return mistakes::of_input(&error, format);
    }
    let parsed = definition
        .try_get_matches_from(words)
        .and_then(|found| Ok((Cli::from_arg_matches(&found)?, budget(&found))));
    let (cli, budget) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return mistakes::of_arguments(&error),
    };
    terminal::colour(cli.color);
    let format = if cli.format == Shape::Json { Format::Json } else { Format::Text };
    let started = outside::start(&cli.own, budget, format);
    match started.and_then(|greeted| if greeted { dispatch(cli) } else { Ok(UNDECIDED) }) {
        Ok(code) => outside::end(code),
        Err(error) => {
            let code = mistakes::of_input(&error, format);
            outside::end(code);
            code
        }
    }
}

/// Returns the time of the command's budget, which the start of programs uses up too.
fn budget(found: &ArgMatches) -> Option<Duration> {
    let found = found.subcommand().map_or(found, |(_, own)| own);
    found.try_get_one::<Budget>("budget").ok()??.time
}

/// Refuses programs for a command that accepts none; no program is started then.
fn takes_programs(words: &[OsString]) -> Result<()> {
    let command = words.get(1).and_then(|word| word.to_str());
    let Some(name) = command.filter(|name| help::is_without_program(name)) else { return Ok(()) };
    let options = ["--mech-command", "--property-command", "--measure-command"];
    let Some(option) = options.iter().find(|option| habit::is_given(words, option)) else { return Ok(()) };
    let why = match name {
        "prove" => "a solver needs the rule and the property as formulas, and a program is none",
        "impossible" => "it speaks of every rule, and needs the property of any two allocations as a formula",
        _ => "this command takes no program",
    };
    anyhow::bail!("{option}: {why}")
}

/// Writes a message to stderr.
fn complain(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{}", terminal::fitted(text));
}

fn dispatch(cli: Cli) -> Result<u8> {
    let format = match (cli.format, &cli.command) {
        (Shape::Json, _) => Format::Json,
        (Shape::Csv, Some(Command::Judge(_) | Command::Audit(_)))
        | (Shape::Csv, Some(Command::Simulate { time: Time { log: Some(_), .. }, .. }))
        | (Shape::Prometheus, Some(Command::Audit(_)))
        | (Shape::Text, _) => Format::Text,
        (Shape::Csv, _) => anyhow::bail!(
            "--format csv is for `verify judge`, `verify audit` and `verify simulate --log` only"
        ),
        (Shape::Prometheus, _) => anyhow::bail!("--format prometheus is for `verify audit` only"),
    };
    match cli.command {
        Some(Command::Judge(many)) => batch::judge(&many, cli.format),
        Some(Command::Audit(args)) => audit::run(&args, cli.format),
        Some(Command::MechCheck { command }) => outside::check(&command, &cli.own, format),
        None => judge::judge(&cli.judge, format),
        Some(Command::Run { mech, instance, option, trace, budget }) => {
            let mech = options::chosen(ids::all_named(&mech)?, &option)?;
            instances::run(&mech, &instance, trace, budget, format)
        }
        Some(Command::Score { mech, instance, draws, seed, budget, root }) => {
            let root = inputs::root(root.as_deref());
            score::run(&mech, instance.as_deref(), score::Asked { draws, seed, budget }, &root, format)
        }
        Some(Command::Import(from)) => import::run(&from, format),
        Some(Command::Worst(Worst { mech, measure, search, no_archive, save, bound })) => {
            let measure = outside::named(Place::Measure, &measure);
            searches::worst(&ids::all_named(&mech)?, &measure, search, !no_archive, (save, bound), format)
        }
        Some(Command::Family(args)) => family::run(&args, format),
        Some(Command::Census(Census { model, mech, property, scope, budget, threads, save })) => {
            let mech = outside::named(Place::Mech, &mech);
            let property = outside::named(Place::Property, &property);
            let (bench, mechanisms, properties) = ids::cells(&model, &mech, &property)?;
            searches::census(bench, (&mechanisms, &properties), scope, budget, threads, save, format)
        }
        Some(Command::Campaign(args)) => campaign::run(args, format),
        Some(Command::Separate(Separate { a, b, search, archive, .. })) => {
            let own = || ids::named(None).context("another mechanism or property is missing");
            let b = b.as_deref().map_or_else(own, Ok)?;
            searches::separate(&a, b, search, archive, format)
        }
        Some(Command::Claims { source, check: true, root, .. }) => {
            claims::check(&inputs::root(root.as_deref()), source.as_deref(), format)
        }
        Some(Command::Claims { source, standing, id, root, .. }) => {
            let root = inputs::root(root.as_deref());
            claims::run(&root, source.as_deref(), standing.as_deref(), id.as_deref(), format)
        }
        Some(Command::Exercise { number, answer }) => exercise::run(number, answer.as_deref(), format),
        Some(Command::Cite { id, root }) => cite::run(&inputs::root(root.as_deref()), &id, format),
        Some(Command::Matrix { model, demands, root }) => {
            matrix::run(&inputs::root(root.as_deref()), &model, &demands, format)
        }
        Some(Command::Book { root, serve: Some(address), .. }) => book::serve(&root, address),
        Some(Command::Book { root, out, .. }) => book::book(&root, out.as_deref(), format),
        Some(Command::Mdbook { asked }) => book::mdbook(asked.as_ref()),
        Some(Command::Simulate { id, runs, seed, save, time }) => match &time.log {
            Some(log) => replayed::run(log, &time, cli.format),
            None => simulate::simulate(id.as_deref(), runs, seed, save.as_deref(), &time, format),
        },
        Some(Command::Instance { id, m, eps }) => instances::instance(id.as_deref(), m, eps.as_ref(), format),
        Some(Command::Shrink { file, prove }) => records::shrink(&file, prove, format),
        Some(Command::Ask(args)) => ask::run(&args, format),
        Some(Command::Impossible(args)) => impossible::run(&args, format),
        Some(Command::Prove(args)) => prove::prove(&args, format),
        Some(Command::Export { file, form }) => export::run(&file, form, format),
        Some(Command::Replay { paths }) => records::replay(&paths, format),
        Some(Command::List { kind, model, mech, root }) => {
            let only = lists::Only { model: model.as_deref(), mechanism: mech.as_deref() };
            lists::list(kind, only, &inputs::root(root.as_deref()), format)
        }
        Some(Command::Schema { command }) => schema::schema(command.as_deref(), format),
        Some(Command::New(asked)) => new::run(&asked, format),
        Some(Command::Explain { id }) => lists::explain(&id, format),
        Some(Command::Help { subject }) => help::help(&subject, format),
        #[cfg(feature = "mcp")]
        Some(Command::Serve { folder, time, .. }) => serve::serve(&folder, time),
        #[cfg(not(feature = "mcp"))]
        Some(Command::Serve { .. }) => {
            anyhow::bail!("a `verify` that was built with `--features mcp` serves agents")
        }
        Some(Command::Completions { shell }) => help::completions(shell, format),
        Some(Command::Man { folder }) => help::man(&folder, format),
    }
}
