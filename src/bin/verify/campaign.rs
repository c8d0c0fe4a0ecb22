//! `verify campaign`: work divided into blocks, in a folder shared by any number of workers.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use fairwitness::document::Value;
use fairwitness::library::campaign::status::{Doing, Status, Worker, status};
use fairwitness::library::campaign::{Batch, Campaign, CellRow, Results, Shard, Task, Terms, WorkerTally};
use fairwitness::model::Table;
use fairwitness::search::Budget;
use fairwitness::workbench::Bench;

use serde_json::Value as Json;

use super::args::{Campaign as Args, CampaignCommand, Format};
use super::limits::with_limits;
use super::said::{Merged, Standing, StandingBlocks, StandingWorker, Worked};
use super::slurm::slurm;
use super::{FOUND, UNDECIDED, WRONG, complain, ids, render};

pub fn run(args: Args, format: Format) -> Result<u8> {
    match &args.command {
        Some(CampaignCommand::Merge { folder, parts }) => {
            let campaign = Campaign::merge(folder, parts)?;
            return show(folder, &campaign.conclude_at(bench(&campaign)?, folder)?, format);
        }
        Some(CampaignCommand::Status { folder }) => return stands(folder, format),
        Some(CampaignCommand::Slurm(asked)) => return slurm(asked, format),
        None => {}
    }
    let Some(folder) = &args.folder else { bail!("a folder is missing; try `verify campaign --help`") };
    let shard = match &args.shard {
        None => Shard { index: 0, count: 1 },
        Some(text) => shard(text)?,
    };
    let campaign = planned(&args, folder)?;
    campaign.settle(folder)?;
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let bar = if terminal { indicatif::ProgressBar::new(0) } else { indicatif::ProgressBar::hidden() };
    bar.set_style(indicatif::ProgressStyle::with_template("{pos}/{len} {msg}")?);
    let tally = with_limits(Budget::instances(campaign.instances.max(1)), args.threads, |limits| {
        let told = |what: &str, done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_message(what.to_string());
        };
        let terms = Terms { host: &host(), term: args.lease, shard };
        Ok(campaign.run_at(bench(&campaign)?, folder, &terms, limits, &told)?)
    })?;
    bar.finish_and_clear();
    if args.no_merge {
        return Ok(worked(&tally, format));
    }
    show(folder, &campaign.conclude_at(bench(&campaign)?, folder)?, format)
}

fn bench(campaign: &Campaign) -> Result<&'static dyn Bench> {
    ids::model(&campaign.model).with_context(|| format!("unknown model `{}`", campaign.model))
}

/// Returns the name of this machine: the node name of the batch system, else the host name.
fn host() -> String {
    let named = |name: &str| std::env::var(name).ok().filter(|host| !host.trim().is_empty());
    let read = || std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = named("SLURMD_NODENAME")
        .or_else(read)
        .or_else(|| named("HOSTNAME"))
        .or_else(|| named("COMPUTERNAME"));
    host.map_or_else(|| "machine".to_string(), |host| host.trim().to_string())
}

/// Returns the campaign in the folder, unless the arguments ask for another one.
pub fn planned(args: &Args, folder: &Path) -> Result<Campaign> {
    let known = Campaign::of(folder)?;
    let asked = args.model.is_some()
        || !args.mech.is_empty()
        || !args.property.is_empty()
        || !args.measure.is_empty()
        || args.census
        || args.batch.is_some()
        || args.scope.is_some()
        || args.blocks.is_some()
        || args.instances.is_some()
        || args.seed.is_some();
    if let (Some(known), false) = (&known, asked) {
        return Ok(known.clone());
    }
    let model = args.model.as_deref().unwrap_or("cluster");
    let owned = |ids: Vec<&str>| ids.into_iter().map(String::from).collect::<Vec<String>>();
    let mechs = ids::own_if_none(args.mech.clone());
    let (bench, mechanisms, properties) = ids::cells(model, &mechs, &args.property)?;
    let task = match (&args.batch, args.census, args.measure.is_empty()) {
        (Some(_), ..) => Task::Judge,
        (None, true, _) => Task::Census,
        (None, false, false) => Task::Worst,
        (None, false, true) => Task::Search,
    };
    for mechanism in &mechanisms {
        for measure in &args.measure {
            ids::measured(mechanism, measure)?;
        }
    }
    if task == Task::Judge && (mechs.len() != 1 || args.property.is_empty()) {
        bail!("--batch takes one mechanism and the properties to judge by: --mech ID --property ID,ID");
    }
    let instances = args.instances.unwrap_or(4000);
    if known.is_none() && mechs.is_empty() && args.property.is_empty() && args.batch.is_none() {
        complain(&format!(
            "{}: a new campaign over every mechanism and property of model {}; --mech and --property ask for less",
            folder.display(),
            bench.model()
        ));
    }
    let batch = match &args.batch {
        None => None,
        Some(file) => {
            let file = std::fs::canonicalize(file).with_context(|| file.display().to_string())?;
            Some(Batch::of(&file, instances)?)
        }
    };
    Ok(Campaign {
        task,
        model: bench.model().to_string(),
        mechanisms: owned(mechanisms),
        asked: if task == Task::Worst { args.measure.clone() } else { owned(properties) },
        scope: args.scope.unwrap_or_default(),
        blocks: batch.as_ref().map_or(args.blocks.unwrap_or(5) as usize, |batch| batch.starts.len()),
        instances: if task == Task::Census { 0 } else { instances },
        seed: args.seed.unwrap_or(0),
        batch,
    })
}

fn shard(text: &str) -> Result<Shard> {
    let parts =
        text.split_once('/').and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
    match parts {
        Some((index, count)) if 1 <= index && index <= count => Ok(Shard { index: index - 1, count }),
        _ => bail!("--shard {text}: write I/N with I from 1 to N, as in 2/3"),
    }
}

/// Reports the work of a worker that leaves the results to others.
fn worked(tally: &WorkerTally, format: Format) -> u8 {
    let WorkerTally { done, again, taken_over, stopped } = *tally;
    match format {
        Format::Json => render::print_json(&Worked { done, again, taken_over, stopped }),
        Format::Text => render::print(&format!(
            "{done} blocks done, {taken_over} taken over from lost workers, {again} done by others meanwhile{}\n",
            if stopped { "; stopped, and what was begun is given back" } else { "; none is left" }
        )),
    }
    if stopped { UNDECIDED } else { 0 }
}

fn show(folder: &Path, results: &Results, format: Format) -> Result<u8> {
    for path in &results.foreign {
        complain(&format!("note: {} does not belong to the campaign, and was not looked at", path.display()));
    }
    match format {
        Format::Json => {
            let row = |r: &CellRow| {
                let asked = (results.task.asked().to_string(), Json::from(r.asked.clone()));
                let values = r.values.iter().map(|(name, value)| (name.clone(), value.to_json()));
                let (mechanism, verdict, searched) = (r.mechanism.clone(), r.verdict(), r.searched);
                Merged { mechanism, verdict, searched, more: std::iter::once(asked).chain(values).collect() }
            };
            render::print_json(&results.rows.iter().map(row).collect::<Vec<_>>());
        }
        Format::Text => {
            let plain = |value: &Value| match value {
                Value::Integer(n) => Some(n.to_string()),
                Value::Number(x) => Some(x.to_string()),
                _ => None,
            };
            let named = results.rows.iter().flat_map(|r| &r.values);
            let mut more: Vec<&str> =
                named.filter(|(_, value)| plain(value).is_some()).map(|(name, _)| name.as_str()).collect();
            let mut seen = std::collections::BTreeSet::new();
            more.retain(|name| seen.insert(*name));
            let row = |r: &CellRow| {
                let mut row = vec![r.mechanism.clone(), r.asked.clone()];
                row.push(match (results.task, r.complete) {
                    (Task::Worst, true) => "complete".to_string(),
                    _ => r.verdict().to_string(),
                });
                row.push(r.searched.instances.to_string());
                let value = |name: &&str| {
                    r.values.iter().find(|(known, _)| known == name).and_then(|(_, v)| plain(v))
                };
                row.extend(more.iter().map(|name| value(name).unwrap_or_default()));
                row
            };
            let mut head =
                ["mechanism", results.task.asked(), "verdict", "instances"].map(String::from).to_vec();
            head.extend(more.iter().map(|name| name.replace('_', " ")));
            let title = format!("results, also in {}", folder.join("results.toml").display());
            render::print(&render::grid(&Table {
                title,
                head,
                rows: results.rows.iter().map(row).collect(),
            }));
        }
    }
    Ok(if results.rows.iter().any(|r| r.violated) {
        FOUND
    } else if results.errors > 0 {
        WRONG
    } else if results.rows.iter().any(|r| !r.complete)
        || (results.task == Task::Judge && results.rows.iter().any(|r| r.searched.undecided > 0))
    {
        UNDECIDED
    } else {
        0
    })
}

fn doing(worker: &Worker, campaign: &Campaign) -> String {
    match &worker.doing {
        Doing::Works(unit) => campaign.about(*unit),
        Doing::Waits => "waits".to_string(),
        Doing::Left => "left".to_string(),
        Doing::Lost(None) => "lost".to_string(),
        Doing::Lost(Some(unit)) => format!("lost at {}", campaign.about(*unit)),
    }
}

fn worker_said(worker: &Worker) -> StandingWorker {
    let (state, block) = match worker.doing {
        Doing::Works(unit) => ("works", Some(unit)),
        Doing::Waits => ("waits", None),
        Doing::Left => ("left", None),
        Doing::Lost(unit) => ("lost", unit),
    };
    StandingWorker {
        name: worker.name.clone(),
        state,
        block,
        done: worker.done,
        again: worker.again,
        taken_over: worker.taken_over,
        instances: worker.instances,
        seconds: worker.present.as_secs_f64(),
        silent: worker.silent.as_secs_f64(),
    }
}

/// Runs `verify campaign status`.
fn stands(folder: &Path, format: Format) -> Result<u8> {
    let Some(campaign) = Campaign::of(folder)? else {
        bail!(
            "{}: there is no campaign.toml; `verify campaign {0} --mech ID ..` begins a campaign",
            folder.display()
        )
    };
    let found = status(&campaign, folder)?;
    match format {
        Format::Json => render::print_json(&Standing {
            task: campaign.task.word(),
            blocks: StandingBlocks {
                all: found.all,
                done: found.done,
                spared: found.spared,
                leased: found.leased,
                lost: found.lost,
                open: found.open,
            },
            taken_over: found.taken_over,
            repeated: found.repeated,
            differing: found.differing.clone(),
            foreign: found.foreign.clone(),
            instances: found.instances,
            blocks_per_second: found.blocks_per_second(),
            instances_per_second: found.instances_per_second(),
            seconds_left: found.seconds_left(),
            workers: found.workers.iter().map(worker_said).collect(),
        }),
        Format::Text => render::print(&in_words(&campaign, &found)),
    }
    Ok(0)
}

fn in_words(campaign: &Campaign, found: &Status) -> String {
    let Status { all, done, spared, leased, lost, open, taken_over, repeated, instances, .. } = found;
    let mut text = format!(
        "{}: {done} of {all} blocks done, {spared} spared, {leased} under way, {lost} lost, {open} to begin\n\
         taken over from lost workers: {taken_over}; done more than once: {repeated}\n\
         {instances} instances",
        campaign.task.word()
    );
    text += &match found.seconds_left() {
        Some(left) => format!(
            "; {:.2} blocks and {:.0} instances a second, about {left:.0} s to go\n\n",
            found.blocks_per_second(),
            found.instances_per_second()
        ),
        None => "; no worker is at work, or no block is done yet\n\n".to_string(),
    };
    for path in &found.differing {
        text += &format!("two results of one block: {}\n", path.display());
    }
    for path in &found.foreign {
        text += &format!("does not belong to the campaign: {}\n", path.display());
    }
    let row = |w: &Worker| {
        let silent = format!("{:.0} s ago", w.silent.as_secs_f64());
        vec![w.name.clone(), doing(w, campaign), w.done.to_string(), w.taken_over.to_string(), silent]
    };
    let head = ["worker", "at", "done", "taken over", "heard of"].map(String::from).to_vec();
    text + &render::grid(&Table {
        title: "workers".to_string(),
        head,
        rows: found.workers.iter().map(row).collect(),
    })
}
