//! The command line: `verify`.

mod args;
mod batch;
mod book;
mod campaign;
mod claims;
mod export;
mod figures;
mod ids;
mod instances;
mod judge;
mod limits;
mod lists;
mod matrix;
mod outside;
mod prove;
mod records;
mod render;
mod searches;
mod simulate;

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use args::{Cli, Command, Format, Shape};
use clap::Parser as _;

const FOUND: u8 = 1;
const WRONG: u8 = 2;
const UNDECIDED: u8 = 3;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match outside::start(&cli.own).and_then(|()| dispatch(cli)) {
        Ok(code) => ExitCode::from(outside::end(code)),
        Err(error) => {
            complain(&format!("error: {error:#}"));
            outside::end(WRONG);
            ExitCode::from(WRONG)
        }
    }
}

fn complain(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn dispatch(cli: Cli) -> Result<u8> {
    let format = match (cli.format, &cli.command) {
        (Shape::Json, _) => Format::Json,
        (Shape::Csv, Some(Command::Judge(_))) | (Shape::Text, _) => Format::Text,
        (Shape::Csv, _) => anyhow::bail!("--format csv is for `verify judge` only"),
    };
    match cli.command {
        Some(Command::Judge(many)) => batch::judge(&many, cli.format),
        Some(Command::MechCheck { command }) => outside::check(&command, &cli.own, format),
        None => judge::judge(&cli.judge, format),
        Some(Command::Run { mech, instance }) => {
            instances::run(ids::named(mech.as_deref())?, &instance, format)
        }
        Some(Command::Worst { mech, measure, search }) => {
            searches::worst(ids::named(mech.as_deref())?, &measure, search, format)
        }
        Some(Command::Census { model, mech, property, scope, budget, threads }) => {
            let mech = ids::own_if_none(mech);
            let (bench, mechanisms, properties) = ids::cells(&model, &mech, &property)?;
            searches::census(bench, &mechanisms, &properties, scope, budget, threads, format)
        }
        Some(Command::Campaign(args)) => campaign::run(args, format),
        Some(Command::Separate { a, b, search, no_archive }) => {
            let own = || ids::named(None).context("another mechanism or property is missing");
            let b = b.as_deref().map_or_else(own, Ok)?;
            searches::separate(&a, b, search, !no_archive, format)
        }
        Some(Command::Claims { source, standing, id, root }) => {
            claims::run(&root, source.as_deref(), standing.as_deref(), id.as_deref(), format)
        }
        Some(Command::Matrix { model, demands, root }) => matrix::run(&root, &model, &demands, format),
        Some(Command::Book { root }) => book::book(&root, format),
        Some(Command::Simulate { id, runs, seed, save, time }) => {
            simulate::simulate(id.as_deref(), runs, seed, save.as_deref(), &time, format)
        }
        Some(Command::Instance { id, m, eps }) => instances::instance(id.as_deref(), m, eps.as_ref(), format),
        Some(Command::Shrink { file, prove }) => records::shrink(&file, prove, format),
        Some(Command::Prove(args)) => prove::prove(&args, format),
        Some(Command::Export { file, form }) => export::run(&file, form, format),
        Some(Command::Replay { paths }) => records::replay(&paths, format),
        Some(Command::List { kind }) => lists::list(kind, format),
        Some(Command::Explain { id }) => lists::explain(&id, format),
    }
}
