//! `verify campaign`: questions divided into numbered blocks, for engines that run numbered processes.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use fairwitness::document::Value;
use fairwitness::library::campaign::job::{Job, Pods};
use fairwitness::library::campaign::{
    Batch, Campaign, CellRow, PROGRAM, Ran, Results, Task, numbers, ranges,
};
use fairwitness::search::{Budget, Searched};
use fairwitness::workbench::Bench;
use serde_json::Value as Json;

use super::args::{Campaign as Args, Engine, Format, Planned};
use super::limits::with_limits;
use super::outside::Place;
use super::said::{self, Blocks, Merged, Standing, Worked};
use super::{FOUND, UNDECIDED, WRONG, complain, ids, outside, render};

/// Runs `verify campaign`.
pub fn run(args: Args, format: Format) -> Result<u8> {
    match args {
        Args::Plan(asked) => plan(&asked, format),
        Args::Run { folder, block, block_from_env, each, threads } => {
            let campaign = Campaign::of(&folder)?;
            let groups = match block {
                Some(text) => {
                    let wrong = || format!("--block {text}: write numbers of blocks, as in 0-9,12");
                    Some(numbers(&text).with_context(wrong)?)
                }
                None => block_from_env.then(from_environment).transpose()?.map(|number| vec![number]),
            };
            // A number beyond the last group is kept, so that it is refused.
            let of = |group: usize| {
                let first = group.saturating_mul(each as usize);
                first..first.saturating_add(each as usize).min(campaign.units().max(first + 1))
            };
            let blocks = groups.map(|groups| groups.into_iter().flat_map(of).collect());
            work(&campaign, &folder, blocks, threads, format)
        }
        Args::Status { folder } => status(&folder, format),
        Args::Merge { folder } => {
            let campaign = Campaign::of(&folder)?;
            let results = campaign.merge(bench(&campaign)?, &folder)?;
            show(&campaign, &folder, &results, format)
        }
        // By default Slurm numbers the tasks of an array up to 1000.
        Args::Slurm(engine) => job(&engine, 1001, true, |job| job.slurm().into(), format),
        Args::Parallel(engine) => job(&engine, usize::MAX, true, |job| job.parallel().into(), format),
        // Kubernetes has at most 100,000 completions without a limit on failed ones.
        Args::Kubernetes { engine, image, claim, path, parallelism, retries } => {
            let pods = Pods { image: &image, claim: &claim, path: path.as_deref(), parallelism, retries };
            job(&engine, 100_000, false, |job| job.kubernetes(&pods), format)
        }
    }
}

fn bench(campaign: &Campaign) -> Result<&'static dyn Bench> {
    ids::model_on_file(&campaign.model)
}

/// Runs `verify campaign plan`.
fn plan(asked: &Planned, format: Format) -> Result<u8> {
    let owned = |ids: Vec<&str>| ids.into_iter().map(String::from).collect::<Vec<String>>();
    let mechs = outside::named(Place::Mech, &asked.mech);
    let named = outside::named(Place::Property, &asked.property);
    let measures = outside::named(Place::Measure, &asked.measure);
    let (bench, mechanisms, properties) =
        ids::cells(asked.model.as_deref().unwrap_or("cluster"), &mechs, &named)?;
    let task = match (&asked.batch, asked.census, measures.is_empty()) {
        (Some(_), ..) => Task::Judge,
        (None, true, _) => Task::Census,
        (None, false, false) => Task::Worst,
        (None, false, true) => Task::Search,
    };
    for mechanism in &mechanisms {
        for measure in &measures {
            ids::measured(mechanism, measure)?;
        }
    }
    if task == Task::Judge && (mechs.len() != 1 || named.is_empty()) {
        bail!("--batch takes one mechanism and the properties to judge by: --mech ID --property ID,ID");
    }
    let batch = asked.batch.as_ref().map(|file| batch(file, &asked.folder, asked.instances)).transpose()?;
    let campaign = Campaign {
        program: PROGRAM.to_string(),
        task,
        model: bench.model().to_string(),
        mechanisms: owned(mechanisms),
        properties: if task == Task::Worst { Vec::new() } else { owned(properties) },
        measures,
        scope: asked.scope,
        blocks: batch.as_ref().map_or(asked.blocks as usize, |batch| batch.ends.len()),
        instances: if task == Task::Census { 0 } else { asked.instances },
        seed: asked.seed,
        batch,
    };
    campaign.settle(&asked.folder)?;
    // Slurm writes the output of a task only into a folder that exists.
    std::fs::create_dir_all(asked.folder.join("logs")).with_context(|| asked.folder.display().to_string())?;
    let (blocks, cells, folder) = (campaign.units(), campaign.cells().len(), asked.folder.clone());
    let shown = folder.display().to_string();
    render::show(format, &said::Plan { folder, blocks, cells }, || {
        format!(
            "{cells} cells in {blocks} blocks, numbered from 0\nrun:    verify campaign run {shown} [--block K]\n\
             end:    verify campaign merge {shown}\n"
        )
    });
    Ok(0)
}

/// Returns the batch of a file. A file in the campaign's folder is named by its path there.
fn batch(file: &Path, folder: &Path, lines: u64) -> Result<Batch> {
    let file = std::fs::canonicalize(file).with_context(|| file.display().to_string())?;
    let inside = std::fs::canonicalize(folder).ok();
    let name = inside.as_ref().and_then(|folder| file.strip_prefix(folder).ok()).unwrap_or(&file);
    let Some(name) = name.to_str() else { bail!("{}: its path is not UTF-8 text", file.display()) };
    Ok(Batch::of(&file, name.to_string(), lines)?)
}

/// Returns the number that the engine of this process gives to the block.
fn from_environment() -> Result<usize> {
    for (name, first) in [("SLURM_ARRAY_TASK_ID", 0), ("JOB_COMPLETION_INDEX", 0), ("PARALLEL_SEQ", 1)] {
        let Some(text) = std::env::var_os(name) else { continue };
        let number = text.to_str().and_then(|text| text.parse::<usize>().ok()?.checked_sub(first));
        return match number {
            Some(number) => Ok(number),
            None => bail!("{name} is {}, which is no number from {first} on", text.to_string_lossy()),
        };
    }
    bail!("--block-from-env: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX and PARALLEL_SEQ is set")
}

/// Does blocks, or without numbers all that are missing or damaged.
fn work(
    campaign: &Campaign,
    folder: &Path,
    blocks: Option<Vec<usize>>,
    threads: Option<usize>,
    format: Format,
) -> Result<u8> {
    let bench = bench(campaign)?;
    let bar = indicatif::ProgressBar::new(0);
    bar.set_style(indicatif::ProgressStyle::with_template("{pos}/{len} {msg}")?);
    let all = blocks.is_none();
    let blocks = blocks.map_or_else(|| campaign.status(folder).map(|status| status.open()), Ok)?;
    bar.set_length(blocks.len() as u64);
    let (mut done, mut known, mut stopped) = (Vec::new(), Vec::new(), false);
    with_limits(Budget::instances(campaign.instances.max(1)), threads, |limits| {
        let mut decided = BTreeSet::new();
        for unit in blocks {
            let (_, series) = campaign.place(unit);
            if stopped || all && decided.contains(&series) {
                continue;
            }
            bar.set_message(format!("block {unit}"));
            match campaign.run(bench, folder, unit, limits)? {
                Ran::Known => known.push(unit),
                Ran::Stopped => stopped = true,
                Ran::Written { decides, damaged } => {
                    if let Some(error) = damaged {
                        complain(&format!("note: {error}; block {unit} was done again"));
                    }
                    decided.extend(decides.then_some(series));
                    done.push(unit);
                }
            }
            bar.inc(1);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    render::show(format, &Worked { done: ranges(&done), known: ranges(&known), stopped }, || {
        let (done, known) = (done.len(), known.len());
        let how = if stopped { "; stopped, and the block that was begun is not written" } else { "" };
        format!("{done} blocks done, {known} there already{how}\n")
    });
    Ok(if stopped { UNDECIDED } else { 0 })
}

fn show(campaign: &Campaign, folder: &Path, results: &Results, format: Format) -> Result<u8> {
    let (task, rows) = (campaign.task, &results.rows);
    match format {
        Format::Json => {
            let seed = if matches!(task, Task::Search | Task::Worst) { campaign.seed } else { 0 };
            let row = |row: &CellRow| Merged {
                mechanism: row.mechanism.clone(),
                verdict: row.verdict(),
                searched: Searched { seed, ..row.found.searched() },
                more: std::iter::once((task.asked().to_string(), Json::from(row.asked.clone())))
                    .chain(row.found.values().into_iter().map(|(name, value)| (name, value.to_json())))
                    .collect(),
            };
            render::print_json(&rows.iter().map(row).collect::<Vec<_>>());
        }
        Format::Text => {
            let plain = |value: &Value| match value {
                Value::Integer(n) => Some(n.to_string()),
                Value::Number(x) => Some(x.to_string()),
                _ => None,
            };
            let values = |row: &CellRow| -> Vec<(String, String)> {
                let values = row.found.values().into_iter();
                values.filter_map(|(name, value)| Some((name, plain(&value)?))).collect()
            };
            let more = rows.iter().map(values).max_by_key(Vec::len).unwrap_or_default();
            let row = |row: &CellRow| {
                let verdict = if task == Task::Worst && row.complete { "complete" } else { row.verdict() };
                let instances = row.found.searched().instances.to_string();
                let mut cells =
                    vec![row.mechanism.clone(), row.asked.clone(), verdict.to_string(), instances];
                cells.extend(values(row).into_iter().map(|(_, value)| value));
                cells.resize(4 + more.len(), String::new());
                cells
            };
            let mut head = ["mechanism", task.asked(), "verdict", "instances"].map(String::from).to_vec();
            head.extend(more.iter().map(|(name, _)| name.replace('_', " ")));
            let title = format!("results, also in {}", folder.join("results.toml").display());
            render::print(&render::table(&title, &head, rows.iter().map(row)));
        }
    }
    let undecided = |row: &CellRow| task == Task::Judge && row.found.searched().undecided > 0;
    Ok(match rows {
        _ if rows.iter().any(|row| row.found.is_violated()) => FOUND,
        _ if results.errors > 0 => WRONG,
        _ if rows.iter().any(|row| !row.complete || undecided(row)) => UNDECIDED,
        _ => 0,
    })
}

/// Runs `verify campaign status`.
fn status(folder: &Path, format: Format) -> Result<u8> {
    let campaign = Campaign::of(folder)?;
    let found = campaign.status(folder)?;
    let faults: Vec<String> = found.faults.iter().map(ToString::to_string).collect();
    let kinds = [&found.done, &found.missing, &found.spared, &found.damaged];
    let [done, missing, spared, damaged] = kinds.map(|of| Blocks { count: of.len(), numbers: ranges(of) });
    let standing = Standing { blocks: campaign.units(), done, missing, spared, damaged, faults };
    render::show(format, &standing, || {
        let line = |(word, of): (&str, &Vec<usize>)| format!("{word:8} {:>7}  {}\n", of.len(), ranges(of));
        let words = ["done", "missing", "spared", "damaged"];
        let mut text = format!("{} blocks\n", standing.blocks);
        text.extend(words.into_iter().zip(kinds).map(line));
        text.extend(standing.faults.iter().map(|fault| format!("{fault}\n")));
        text
    });
    Ok(0)
}

/// Prints a job of at most `most` processes, for the blocks that are not done or, unless `some`, for all.
fn job(
    engine: &Engine,
    most: usize,
    some: bool,
    print: impl Fn(&Job<'_>) -> Json,
    format: Format,
) -> Result<u8> {
    let campaign = Campaign::of(&engine.folder)?;
    let open = campaign.status(&engine.folder)?.open();
    if open.is_empty() {
        bail!("{}: every block is done; `verify campaign merge` writes the results", engine.folder.display());
    }
    let each = engine.each.map_or(campaign.units().div_ceil(most), |each| each as usize).max(1);
    let all = campaign.units().div_ceil(each);
    if all > most {
        bail!("--each {each} makes {all} processes, and at most {most} can be numbered");
    }
    let mut groups: Vec<usize> = open.iter().map(|unit| unit / each).collect();
    groups.dedup();
    if !some {
        groups = (0..all).collect();
    }
    let folder = std::fs::canonicalize(&engine.folder)?;
    let own = std::env::current_exe().context("the program does not find itself")?;
    let program = if some { own.display().to_string() } else { "verify".to_string() };
    let job =
        Job { program: &program, folder: &folder, groups: &groups, each, arguments: &outside::arguments() };
    match (format, print(&job)) {
        (Format::Json, job) => render::print_json(&said::Job { processes: groups.len(), job }),
        (Format::Text, Json::String(script)) => render::print(&script),
        (Format::Text, manifest) => render::print(&format!("{manifest:#}\n")),
    }
    Ok(0)
}
