//! The command line: `verify`.

mod args;
mod campaign;
mod claims;
mod export;
mod ids;
mod matrix;
mod render;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result, bail};
use args::{Cli, Command, Expect, Format, Judge, Kind};
use clap::Parser as _;
use fairwitness::bench::{self, Answer, Bench, Plan, Report, models, strategy_list};
use fairwitness::construction::{CONSTRUCTIONS, MOST};
use fairwitness::document::Document;
use fairwitness::model::Table;
use fairwitness::record::{Record, file_name};
use fairwitness::refusal::Refusal;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::{Budget, Limits, Progress, Scope};
use fairwitness::simulation::{self, Comparison, Counted, Counts, ROWS, Row, Tally};
use serde_json::json;

/// More threads than any machine here has cores for only cost time.
const MOST_THREADS: usize = 256;

const FOUND: u8 = 1;
const WRONG: u8 = 2;
const UNDECIDED: u8 = 3;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match dispatch(cli) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            complain(&format!("error: {error:#}"));
            ExitCode::from(WRONG)
        }
    }
}

fn complain(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn dispatch(cli: Cli) -> Result<u8> {
    let format = cli.format;
    match cli.command {
        None => judge(&cli.judge, format),
        Some(Command::Run { mech, instance }) => run(&mech, &instance, format),
        Some(Command::Worst { mech, measure, scope, budget, seed, threads }) => {
            let plan = Plan { strategy: "auto", scope, seed, archive: Vec::new() };
            worst(&mech, &measure, &plan, budget, threads, format)
        }
        Some(Command::Census { model, mech, property, scope, budget, threads }) => {
            let (bench, mechanisms, properties) = ids::cells(&model, &mech, &property)?;
            let report = with_limits(budget, threads, |limits| {
                Ok(bench.census(&mechanisms, &properties, scope, limits)?)
            })?;
            match format {
                Format::Json => render::print_json(&render::census_json(&report)),
                Format::Text => render::print(&render::census(&report)),
            }
            let violated = report.mechanisms.iter().flat_map(|m| &m.properties).any(|p| p.violated > 0);
            Ok(if violated { FOUND } else { 0 })
        }
        Some(Command::Campaign(args)) => campaign::run(args, format),
        Some(Command::Separate { a, b, scope, budget, seed, threads, no_archive }) => {
            let archive = if no_archive { Vec::new() } else { archive(Path::new("counterexamples")) };
            let plan = Plan { strategy: "auto", scope, seed, archive };
            separate(&a, &b, &plan, budget, threads, format)
        }
        Some(Command::Claims { source, standing, id, root }) => {
            claims::run(&root, source.as_deref(), standing.as_deref(), id.as_deref(), format)
        }
        Some(Command::Matrix { model, demands, root }) => matrix::run(&root, &model, &demands, format),
        Some(Command::Book { root }) => book(&root, format),
        Some(Command::Simulate { id, runs, seed, save }) => {
            simulate(id.as_deref(), runs, seed, save.as_deref(), format)
        }
        Some(Command::Instance { id, m, eps }) => instance(id.as_deref(), m, eps.as_ref(), format),
        Some(Command::Shrink { file, prove }) => shrink(&file, prove, format),
        Some(Command::Export { file, form }) => export::run(&file, form, format),
        Some(Command::Replay { paths }) => replay(&paths, format),
        Some(Command::List { kind }) => list(kind, format),
        Some(Command::Explain { id }) => explain(&id, format),
    }
}

/// Set by Ctrl-C; a second one ends the program at once.
fn interruption() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        complain(&format!("warning: Ctrl-C will lose what was found ({error})"));
    }
    stop
}

fn judge(args: &Judge, format: Format) -> Result<u8> {
    let (Some(mech), Some(property)) = (&args.mech, &args.property) else {
        let missing = if args.mech.is_none() { "--mech ID" } else { "--property ID" };
        bail!(
            "{missing} is missing; try `verify --mech tsf --property bf`, `verify list`, or `verify --help`"
        );
    };
    let (bench, mech, property) = ids::cell(mech, property)?;
    let strategy = ids::strategy(&args.strategy)?;
    let report = match &args.instance {
        Some(path) => bench.judge(mech, property, &Document::load(path)?)?,
        None => search(args, bench, mech, property, strategy)?,
    };
    let report = match (&args.instance, args.save, report.answer) {
        // What goes on record is minimal, also when the instance was given.
        (Some(_), true, Answer::Violated) => {
            bench.shrink(&bench.record(&report, "")?, &|| true)?.unwrap_or(report)
        }
        _ => report,
    };
    let record = if args.save && report.answer == Answer::Violated {
        Some(save(args, bench, &report)?)
    } else {
        on_record(args, &report)
    };
    let shown = record.as_ref().map(|path| path.display().to_string());
    match format {
        Format::Json => render::print_json(&render::report_json(&report, shown.as_deref())),
        Format::Text => {
            let name =
                bench.properties().into_iter().find(|e| e.id == property).map(|e| e.name().to_lowercase());
            let mut text = render::report(&report, &name.unwrap_or_default());
            text += &replay_hint(args, &report, shown.as_deref());
            render::print(&text);
        }
    }
    Ok(exit_code(args.expect, report.answer))
}

fn replay_hint(args: &Judge, report: &Report, record: Option<&str>) -> String {
    match (report.answer, record, &args.instance) {
        (Answer::Violated, Some(path), _) => format!("replay: verify replay {path}\n"),
        (Answer::Violated, None, Some(path)) => format!(
            "replay: verify --mech {} --property {} --instance {}\n",
            report.mechanism,
            report.property,
            path.display()
        ),
        (Answer::Violated, None, None) => {
            let mut command = format!("verify --mech {} --property {}", report.mechanism, report.property);
            let options = [
                (args.strategy != "auto", format!(" --strategy {}", args.strategy)),
                (args.scope != Scope::default(), format!(" --scope {}", args.scope)),
                (args.budget != Budget::default(), format!(" --budget {}", args.budget)),
                (args.seed != 0, format!(" --seed {}", args.seed)),
                (args.no_archive, " --no-archive".to_string()),
            ];
            command.extend(options.into_iter().filter(|(given, _)| *given).map(|(_, option)| option));
            format!("replay: {command} --save   puts it on record\n")
        }
        _ => String::new(),
    }
}

fn exit_code(expect: Option<Expect>, answer: Answer) -> u8 {
    if let Some(expect) = expect {
        let met = match expect {
            Expect::Violated => answer == Answer::Violated,
            Expect::Unrefuted => answer == Answer::Unrefuted,
            Expect::Holds => answer == Answer::Holds,
        };
        return if met { 0 } else { FOUND };
    }
    match answer {
        Answer::Violated => FOUND,
        Answer::Undecided => UNDECIDED,
        Answer::Unrefuted | Answer::Holds | Answer::OutOfScope => 0,
    }
}

fn worst(
    mech: &str,
    measure: &str,
    plan: &Plan,
    budget: Budget,
    threads: Option<usize>,
    format: Format,
) -> Result<u8> {
    let (bench, mech, measure) = ids::measured(mech, measure)?;
    let report = with_limits(budget, threads, |limits| Ok(bench.worst(mech, measure, plan, limits)?))?;
    match format {
        Format::Json => render::print_json(&render::worst_json(&report)),
        Format::Text => render::print(&render::worst(&report)),
    }
    Ok(0)
}

fn book(root: &Path, format: Format) -> Result<u8> {
    let made = fairwitness::book::files(root)?;
    let stale = fairwitness::book::stale(root, &made)?;
    for name in &stale {
        let path = root.join(name);
        let done = match made.iter().find(|(known, _)| known == name) {
            Some((_, text)) => std::fs::create_dir_all(path.parent().unwrap_or(root))
                .and_then(|()| std::fs::write(&path, text)),
            None => std::fs::remove_file(&path),
        };
        done.with_context(|| path.display().to_string())?;
    }
    match format {
        Format::Json => render::print_json(&json!(stale)),
        Format::Text => render::print(&format!(
            "{} files made, of which {} were written anew or removed; `mdbook build book` makes the book\n",
            made.len(),
            stale.len()
        )),
    }
    Ok(0)
}

fn separate(
    a: &str,
    b: &str,
    plan: &Plan,
    budget: Budget,
    threads: Option<usize>,
    format: Format,
) -> Result<u8> {
    let (bench, a, b) = ids::pair(a, b)?;
    let reports = with_limits(budget, threads, |limits| Ok(bench.separate(a, b, plan, limits)?))?;
    match format {
        Format::Json => render::print_json(&render::separations_json(&reports)),
        Format::Text => render::print(&render::separations(&reports, a, b)),
    }
    Ok(if reports.iter().any(|r| r.instance.is_some()) { FOUND } else { 0 })
}

/// Runs a search that Ctrl-C stops and that shows its progress to a terminal.
fn with_limits<T>(
    budget: Budget,
    threads: Option<usize>,
    search: impl FnOnce(&Limits<'_>) -> Result<T>,
) -> Result<T> {
    let stop = interruption();
    let bar = if std::io::stderr().is_terminal() {
        indicatif::ProgressBar::new_spinner()
    } else {
        indicatif::ProgressBar::hidden()
    };
    let started = std::time::Instant::now();
    let progress = |p: Progress| {
        let rate = p.searched.instances as f64 / started.elapsed().as_secs_f64().max(1e-3);
        let nearest = p.nearest.filter(|x| x.is_finite());
        let nearest = nearest.map_or_else(String::new, |x| format!(", nearest {x:.4}"));
        bar.set_message(format!("{}: {} instances, {rate:.0}/s{nearest}", p.strategy, p.searched.instances));
        bar.tick();
    };
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let limits = Limits {
        budget,
        threads: threads.unwrap_or_else(cores).min(MOST_THREADS),
        stop: &stop,
        progress: &progress,
    };
    let found = search(&limits)?;
    bar.finish_and_clear();
    Ok(found)
}

fn search(
    args: &Judge,
    bench: &dyn Bench,
    mech: &str,
    property: &str,
    strategy: &'static str,
) -> Result<Report> {
    if !args.no_archive && args.archive != Path::new("counterexamples") && !args.archive.is_dir() {
        bail!("{}: no such folder of records", args.archive.display());
    }
    let archive = if args.no_archive { Vec::new() } else { archive(&args.archive) };
    let plan = Plan { strategy, scope: args.scope, seed: args.seed, archive };
    with_limits(args.budget, args.threads, |limits| Ok(bench.search(mech, property, &plan, limits)?))
}

/// The files of records under a path, in order.
fn record_files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).with_context(|| path.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The records of a folder that can be read; without the folder, none.
fn archive(folder: &Path) -> Vec<Record> {
    let files = if folder.is_dir() { record_files(folder).unwrap_or_default() } else { Vec::new() };
    files.iter().filter_map(|file| Record::read(&Document::load(file).ok()?).ok()).collect()
}

/// The record of this very violation, if there is one.
fn on_record(args: &Judge, report: &Report) -> Option<PathBuf> {
    if args.no_archive || report.answer != Answer::Violated {
        return None;
    }
    let name = file_name(report.mechanism, report.property, report.size.as_ref()?, report.hypothesis.id());
    let path = args.archive.join(name);
    let record = Record::read(&Document::load(&path).ok()?).ok()?;
    let text = |value: &fairwitness::document::Value| value.to_toml();
    let same = Some(text(&record.witness)) == report.witness.as_ref().map(text)
        && Some(text(&record.outcome)) == report.outcome.as_ref().map(text);
    same.then_some(path)
}

fn save(args: &Judge, bench: &dyn Bench, report: &Report) -> Result<PathBuf> {
    let first = report.story.as_deref().unwrap_or_default().lines().last().unwrap_or_default().to_string();
    let note = args.note.clone().unwrap_or(first);
    let record = bench.record(report, &note)?;
    std::fs::create_dir_all(&args.archive).with_context(|| args.archive.display().to_string())?;
    let path = args.archive.join(record.file_name(report.size.as_deref().unwrap_or_default()));
    let text = record.to_toml();
    if std::fs::read_to_string(&path).is_ok_and(|old| old != text) {
        bail!("{}: holds another record of this cell and size; move it away first", path.display());
    }
    std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    Ok(path)
}

fn run(mech: &str, instance: &Path, format: Format) -> Result<u8> {
    let (bench, mech) = ids::mechanism(mech)?;
    let report = bench.run(mech, &Document::load(instance)?)?;
    if let Err(refusal @ Refusal::OutOfDomain(_)) = &report.outcome {
        bail!("{}: {mech} {refusal}", instance.display());
    }
    match format {
        Format::Json => render::print_json(&render::run_json(&report)),
        Format::Text => render::print(&render::run(&report)),
    }
    Ok(if report.outcome.is_err() { UNDECIDED } else { 0 })
}

fn simulate(id: Option<&str>, runs: u64, seed: u64, save: Option<&Path>, format: Format) -> Result<u8> {
    if save.is_some() && id != Some("all") {
        bail!("--save keeps every row: verify simulate all --save FILE");
    }
    let Some(id) = id else {
        let rows = ROWS.iter().map(|row| vec![row.id.to_string(), row.about.to_string()]).collect();
        let head = ["id", "about"].map(String::from).to_vec();
        match format {
            Format::Json => {
                let rows = ROWS.iter().map(|row| json!({"id": row.id, "about": row.about}));
                render::print_json(&json!(rows.collect::<Vec<_>>()));
            }
            Format::Text => render::print(&render::grid(&Table { title: "rows".to_string(), head, rows })),
        }
        return Ok(0);
    };
    let chosen: Vec<&'static Row> = if id == "all" { ROWS.iter().collect() } else { vec![ids::row(id)?] };
    let stop = interruption();
    let bar = if std::io::stderr().is_terminal() {
        indicatif::ProgressBar::new(runs * chosen.len() as u64)
    } else {
        indicatif::ProgressBar::hidden()
    };
    let mut rows = Vec::new();
    for row in chosen {
        bar.set_message(row.id);
        let all = simulation::tallies(row, runs, seed, &stop, &|| bar.inc(1))?;
        rows.push((row, all));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    let compared = |(row, tallies): &(&'static Row, Vec<Tally>)| {
        let made = tallies.first().map_or(0, |tally| tally.runs);
        (*row, made, tallies.iter().map(|tally| Comparison::of(row, tally)).collect::<Vec<_>>())
    };
    let all: Vec<_> = rows.iter().map(compared).collect();
    if let Some(file) = save {
        let counted = |(row, all): (&'static Row, Vec<Tally>)| {
            let first = simulation::tallies(row, simulation::FIRST.min(runs), seed, &stop, &|| {})?;
            Ok(Counted { row, first, all })
        };
        let rows = rows.into_iter().map(counted).collect::<Result<_>>()?;
        if stop.load(Ordering::Relaxed) {
            bail!("interrupted: nothing is kept");
        }
        std::fs::write(file, Counts { seed, rows }.write().to_toml())
            .with_context(|| file.display().to_string())?;
    }
    match format {
        Format::Json => render::print_json(&render::simulations_json(&all, seed)),
        Format::Text => render::print(&render::simulations(&all, seed)),
    }
    Ok(0)
}

fn instance(id: Option<&str>, m: usize, eps: Option<&Rational>, format: Format) -> Result<u8> {
    let Some(id) = id else {
        let table = Table {
            title: "constructions".to_string(),
            head: ["id", "m from", "about"].map(String::from).to_vec(),
            rows: CONSTRUCTIONS
                .iter()
                .map(|c| {
                    let least = c.least.map_or_else(|| "-".to_string(), |m| m.to_string());
                    vec![c.id.to_string(), least, c.about.to_string()]
                })
                .collect(),
        };
        match format {
            Format::Json => {
                let rows =
                    CONSTRUCTIONS.iter().map(|c| json!({"id": c.id, "least": c.least, "about": c.about}));
                render::print_json(&json!(rows.collect::<Vec<_>>()));
            }
            Format::Text => render::print(&render::grid(&table)),
        }
        return Ok(0);
    };
    let construction = ids::construction(id)?;
    if construction.least.is_some_and(|least| m < least || m > MOST) {
        bail!("--m {m}: {id} is defined for m from {} to {MOST}", construction.least.unwrap_or(1));
    }
    if eps.is_some_and(|eps| !eps.is_positive()) {
        bail!("--eps must be above zero");
    }
    let document = construction.instance(m, eps);
    match format {
        Format::Json => render::print_json(&document.to_json()),
        Format::Text => {
            let head = format!("# {}: {}", construction.id, construction.about);
            render::print(&format!("{head}\n{}", document.to_toml()));
        }
    }
    Ok(0)
}

fn shrink(file: &Path, prove: Option<usize>, format: Format) -> Result<u8> {
    let record = Record::read(&Document::load(file)?)?;
    let (bench, ..) = ids::cell(&record.mechanism, &record.property)?;
    if record.model != bench.model() {
        bail!("{}: {} is a mechanism of model `{}`", file.display(), record.mechanism, bench.model());
    }
    let stop = interruption();
    let keep_on = || !stop.load(Ordering::Relaxed);
    let Some(report) = bench.shrink(&record, &keep_on)? else {
        bail!(
            "{}: its instance does not violate {} under {}",
            file.display(),
            record.property,
            record.mechanism
        );
    };
    let shrunk = bench.record(&report, &record.note)?;
    let proved = prove.map(|most| bench.first(&shrunk, most, &keep_on)).transpose()?.flatten();
    let report = proved.unwrap_or(report);
    let story = report.story.as_deref().unwrap_or_default().lines().last().unwrap_or_default();
    let mut smaller = bench.record(&report, story)?;
    // The note of a record may tell of an instance that is no longer there.
    if smaller.instance.to_toml() == record.instance.to_toml() {
        smaller.note.clone_from(&record.note);
    }
    smaller.claims = record.claims;
    smaller.found.strategy = record.found.strategy;
    match format {
        Format::Json => render::print_json(&render::report_json(&report, None)),
        Format::Text => render::print(&smaller.to_toml()),
    }
    Ok(0)
}

fn replay(paths: &[PathBuf], format: Format) -> Result<u8> {
    let mut files = Vec::new();
    for path in paths {
        if !path.exists() {
            bail!("{}: no such file or folder", path.display());
        }
        files.extend(record_files(path)?);
    }
    if files.is_empty() {
        bail!(
            "there are no records in {}",
            paths.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", ")
        );
    }
    let (mut results, mut text, mut failed) = (Vec::new(), String::new(), 0);
    for file in &files {
        let name = file.display();
        match replay_file(file) {
            Ok(()) => {
                text += &format!("verified  {name}\n");
                results.push(json!({"record": name.to_string(), "verified": true}));
            }
            Err(reason) => {
                failed += 1;
                text += &format!("REFUSED   {name}: {reason:#}\n");
                results.push(
                    json!({"record": name.to_string(), "verified": false, "reason": format!("{reason:#}")}),
                );
            }
        }
    }
    text += &format!("{} of {} records verified\n", files.len() - failed, files.len());
    match format {
        Format::Json => render::print_json(&json!({"records": results, "refused": failed})),
        Format::Text => render::print(&text),
    }
    Ok(if failed == 0 { 0 } else { FOUND })
}

fn replay_file(file: &Path) -> Result<()> {
    let document = Document::load(file)?;
    let record = Record::read(&document)?;
    let bench = bench::model(&record.model).with_context(|| format!("unknown model `{}`", record.model))?;
    bench.replay(&document, &std::fs::read_to_string(file)?)?;
    Ok(())
}

fn list(kind: Kind, format: Format) -> Result<u8> {
    let mut sections: Vec<(&str, Vec<[String; 3]>)> = Vec::new();
    let wanted = |k: Kind| kind == Kind::All || kind == k;
    let entries = |of: fn(&dyn Bench) -> Vec<bench::Entry>| {
        let rows = models()
            .iter()
            .flat_map(|b| of(*b).into_iter().map(|e| [e.id.to_string(), b.model().to_string(), e.name()]));
        rows.collect::<Vec<_>>()
    };
    if wanted(Kind::Models) {
        let rows =
            models().iter().map(|b| [b.model().to_string(), b.model().to_string(), b.summary().to_string()]);
        sections.push(("models", rows.collect()));
    }
    if wanted(Kind::Mechanisms) {
        sections.push(("mechanisms", entries(|b| b.mechanisms())));
    }
    if wanted(Kind::Properties) {
        sections.push(("properties", entries(|b| b.properties())));
    }
    if wanted(Kind::Measures) {
        sections.push(("measures", entries(|b| b.measures())));
    }
    if wanted(Kind::Strategies) {
        let rows = strategy_list().into_iter().map(|(id, what)| [id, "all", what].map(String::from));
        sections.push(("strategies", rows.collect()));
    }
    match format {
        Format::Json => {
            let rows = |rows: &Vec<[String; 3]>| {
                rows.iter()
                    .map(|[id, model, name]| json!({"id": id, "model": model, "name": name}))
                    .collect::<Vec<_>>()
            };
            let fields = sections.iter().map(|(title, list)| ((*title).to_string(), json!(rows(list))));
            render::print_json(&serde_json::Value::Object(fields.collect()));
        }
        Format::Text => {
            for (title, rows) in sections.iter().filter(|(_, rows)| !rows.is_empty() || kind != Kind::All) {
                let table = Table {
                    title: (*title).to_string(),
                    head: ["id", "model", "name"].map(String::from).to_vec(),
                    rows: rows.iter().map(|row| row.to_vec()).collect(),
                };
                render::print(&format!("{}\n", render::grid(&table)));
            }
        }
    }
    Ok(0)
}

fn explain(id: &str, format: Format) -> Result<u8> {
    let found = ids::explain(id)?;
    match format {
        Format::Json => {
            let pages: Vec<_> =
                found.iter().map(|(kind, page)| json!({"id": id, "kind": kind, "page": page})).collect();
            render::print_json(&json!(pages));
        }
        Format::Text => {
            for (kind, page) in found {
                render::print(&format!("{id}: {kind}\n\n{page}\n"));
            }
        }
    }
    Ok(0)
}
