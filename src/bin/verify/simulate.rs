//! `verify simulate`: the tables of papers, simulated.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use fairwitness::library::printed::{self, Comparison, Counted, Counts, PrintedRow, ROWS, RowTally};
use fairwitness::simulator::figure::{FIGURES, Figure};

use super::args::{Format, Time};
use super::limits::{self, interruption};
use super::said::{About, Simulated};
use super::{UNDECIDED, figures, ids, render};

pub fn simulate(
    id: Option<&str>,
    runs: Option<u64>,
    seed: u64,
    save: Option<&Path>,
    time: &Time,
    format: Format,
) -> Result<u8> {
    if let Some(file) = &time.scenario {
        return figures::scenario(file, seed, time, format);
    }
    if let Some(figure) = id.and_then(Figure::named) {
        if save.is_some() {
            bail!("--save keeps what is counted in rows; of a figure, use --out DIR");
        }
        return figures::figure(figure, runs.unwrap_or(figure.runs), seed, time, format);
    }
    if !time.judge.is_empty() || time.out.is_some() {
        bail!("--judge and --out are for figures and scenarios, which have a time");
    }
    let runs = runs.unwrap_or(1000);
    if save.is_some() && id != Some("all") {
        bail!("--save keeps every row: verify simulate all --save FILE");
    }
    let Some(id) = id else {
        let all =
            || ROWS.iter().map(|row| (row.id, row.about)).chain(FIGURES.iter().map(|f| (f.id, f.about)));
        let said = |(id, about): (&str, &str)| About { id: id.to_string(), about: about.to_string() };
        render::show(format, &all().map(said).collect::<Vec<_>>(), || {
            let rows = all().map(|(id, about)| vec![id.to_string(), about.to_string()]);
            render::table("rows and figures", &["id", "about"], rows)
        });
        return Ok(0);
    };
    let chosen: Vec<&'static PrintedRow> =
        if id == "all" { ROWS.iter().collect() } else { vec![ids::row(id)?] };
    let (stop, _timer) = super::timer::Timer::until(time.budget, &interruption());
    let bar = indicatif::ProgressBar::new(runs * chosen.len() as u64);
    let mut rows = Vec::new();
    for row in chosen {
        bar.set_message(row.id);
        let all = printed::tallies(row, runs, seed, &stop, &|| bar.inc(1))?;
        rows.push((row, all));
        if stop.is_thrown() {
            break;
        }
    }
    bar.finish_and_clear();
    let compared = |(row, tallies): &(&'static PrintedRow, Vec<RowTally>)| {
        let made = tallies.first().map_or(0, |tally| tally.runs);
        (*row, made, tallies.iter().map(|tally| Comparison::of(row, tally)).collect::<Vec<_>>())
    };
    let all: Vec<_> = rows.iter().map(compared).collect();
    if let Some(file) = save {
        let counted = |(row, all): (&'static PrintedRow, Vec<RowTally>)| {
            let first = printed::tallies(row, printed::FIRST.min(runs), seed, &stop, &|| {})?;
            Ok(Counted { row, first, all })
        };
        let rows = rows.into_iter().map(counted).collect::<Result<_>>()?;
        if stop.is_thrown() {
            bail!("interrupted: nothing is kept");
        }
        std::fs::write(file, Counts { seed, rows }.write().to_toml())
            .with_context(|| file.display().to_string())?;
    }
    let said = |(row, runs, compared): &(&PrintedRow, i64, Vec<Comparison>)| {
        Simulated::of(row, *runs, seed, compared)
    };
    render::show(format, &all.iter().map(said).collect::<Vec<_>>(), || render::simulations(&all, seed));
    if stop.is_thrown() {
        limits::tell_interrupted();
        return Ok(UNDECIDED);
    }
    Ok(0)
}
