//! `verify campaign`: a matrix of cells, searched into a folder.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use fairwitness::library::campaign::{Campaign, CellResult, Shard};
use fairwitness::model::Table;
use fairwitness::search::Budget;
use serde_json::json;

use super::args::{Campaign as Args, CampaignCommand, Format};
use super::limits::with_limits;
use super::{FOUND, UNDECIDED, ids, render};

pub fn run(args: Args, format: Format) -> Result<u8> {
    if let Some(CampaignCommand::Merge { folder, parts }) = &args.merge {
        let campaign = Campaign::merge(folder, parts)?;
        return show(folder, &campaign.conclude(folder)?, format);
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
    with_limits(Budget::instances(campaign.instances), args.threads, |limits| {
        let told = |what: &str, done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_message(what.to_string());
        };
        let bench =
            ids::model(&campaign.model).with_context(|| format!("unknown model `{}`", campaign.model))?;
        Ok(campaign.run_at(bench, folder, shard, limits, &told)?)
    })?;
    bar.finish_and_clear();
    show(folder, &campaign.conclude(folder)?, format)
}

/// The campaign that the folder holds, unless another is asked for.
fn planned(args: &Args, folder: &Path) -> Result<Campaign> {
    let known = Campaign::of(folder)?;
    let asked = args.model.is_some()
        || !args.mech.is_empty()
        || !args.property.is_empty()
        || args.scope.is_some()
        || args.blocks.is_some()
        || args.instances.is_some()
        || args.seed.is_some();
    if let (Some(known), false) = (&known, asked) {
        return Ok(known.clone());
    }
    let model = args.model.as_deref().unwrap_or("cluster");
    let (bench, mechanisms, properties) =
        ids::cells(model, &ids::own_if_none(args.mech.clone()), &args.property)?;
    let owned = |ids: Vec<&str>| ids.into_iter().map(String::from).collect();
    Ok(Campaign {
        model: bench.model().to_string(),
        mechanisms: owned(mechanisms),
        properties: owned(properties),
        scope: args.scope.unwrap_or_default(),
        blocks: args.blocks.unwrap_or(5) as usize,
        instances: args.instances.unwrap_or(4000),
        seed: args.seed.unwrap_or(0),
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

fn show(folder: &Path, results: &[CellResult], format: Format) -> Result<u8> {
    match format {
        Format::Json => {
            let row = |r: &CellResult| {
                json!({"mechanism": r.mechanism, "property": r.property, "verdict": r.verdict(),
                       "searched": render::searched(&r.searched)})
            };
            render::print_json(&json!(results.iter().map(row).collect::<Vec<_>>()));
        }
        Format::Text => {
            let row = |r: &CellResult| {
                let n = r.searched.instances.to_string();
                vec![r.mechanism.clone(), r.property.clone(), r.verdict().to_string(), n]
            };
            let head = ["mechanism", "property", "verdict", "instances"].map(String::from).to_vec();
            let title = format!("results, also in {}", folder.join("results.toml").display());
            render::print(&render::grid(&Table { title, head, rows: results.iter().map(row).collect() }));
        }
    }
    Ok(if results.iter().any(|r| r.record.is_some()) {
        FOUND
    } else if results.iter().any(|r| !r.complete) {
        UNDECIDED
    } else {
        0
    })
}
