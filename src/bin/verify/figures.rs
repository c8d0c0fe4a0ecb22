//! `verify simulate` for figures and scenarios: the runs, their summary, and the files they leave.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use fairwitness::inert::inert;
use fairwitness::linear::{Patience, Stop};
use fairwitness::picture;
use fairwitness::simulator::drawn::{Caught, Draw, Drawn, Value};
use fairwitness::simulator::figure::{Figure, FigureRow, rows};
use fairwitness::simulator::metrics::Estimate;
use fairwitness::simulator::moments;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::args::{Format, Time};
use super::limits::{self, interruption};
use super::said::{self, DrawnNote};
use super::timer::Timer;
use super::{UNDECIDED, mistakes, output, render};

/// Reads a time such as 60s, 10m, 1h or 500ms, in milliseconds.
fn time(text: &str) -> Result<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "ms" => 1,
        "s" | "" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        unit => bail!("--every {text}: `{unit}` is not a unit of time: write ms, s, m or h"),
    };
    let number: u64 = digits.parse().with_context(|| format!("--every {text}: not a time"))?;
    match number.checked_mul(factor) {
        Some(0) | None => bail!("--every {text}: not a time that can pass"),
        Some(time) => Ok(time),
    }
}

fn judge(options: &Time) -> Result<Option<(Vec<String>, u64)>> {
    for id in &options.judge {
        if moments::property(id).is_none() {
            let all: Vec<&str> = moments::at_a_moment().map(|property| property.id()).collect();
            bail!("property `{id}` cannot be judged of a moment; these can: {}", all.join(", "));
        }
    }
    let every = time(&options.every)?;
    Ok((!options.judge.is_empty()).then(|| (options.judge.clone(), every)))
}

fn stem(text: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let dashes: String = text.chars().map(letter).collect();
    dashes.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    let file = folder.join(name);
    std::fs::write(&file, text).with_context(|| file.display().to_string())
}

/// A run as one line of a file, without its curves; a number that is not finite is null.
#[derive(Serialize, Deserialize)]
struct Line {
    run: u64,
    values: Vec<(String, String, Option<f64>, Option<f64>)>,
    notes: Vec<String>,
    worst: Vec<(String, String, f64, String)>,
}

fn line(run: u64, drawn: &Drawn) -> String {
    let value = |v: &Value| (v.label.clone(), v.quantity.clone(), v.printed, Some(v.simulated));
    let caught = |c: &Caught| (c.rule.clone(), c.property.clone(), c.margin, c.file.clone());
    let values = drawn.values.iter().map(value).collect();
    let worst = drawn.worst.iter().map(caught).collect();
    json!(Line { run, values, notes: drawn.notes.clone(), worst }).to_string()
}

fn unline(line: &str) -> Option<(u64, Drawn)> {
    let Line { run, values, notes, worst } = serde_json::from_str(line).ok()?;
    let value = |(label, quantity, printed, simulated): (_, _, _, Option<f64>)| Value {
        label,
        quantity,
        printed,
        simulated: simulated.unwrap_or(f64::NAN),
    };
    let caught = |(rule, property, margin, file)| Caught { rule, property, margin, file };
    let values = values.into_iter().map(value).collect();
    let worst = worst.into_iter().map(caught).collect();
    Some((run, Drawn { values, series: Vec::new(), notes, worst }))
}

/// The runs stored in a folder, and the file to which new ones are appended.
struct Kept {
    runs: BTreeMap<u64, Drawn>,
    file: Option<Mutex<std::fs::File>>,
}

impl Kept {
    fn open(id: &str, head: &Json, options: &Time) -> Result<Kept> {
        let mut runs = BTreeMap::new();
        let Some(folder) = &options.out else { return Ok(Kept { runs, file: None }) };
        output::folder(folder)?;
        let path = folder.join(format!("{id}.runs.jsonl"));
        let mut file = std::fs::OpenOptions::new();
        let file = file.create(true).write(true);
        if options.resume && path.exists() {
            let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            let mut lines = text.lines();
            let before: Json = lines.next().and_then(|l| serde_json::from_str(l).ok()).unwrap_or_default();
            if before != *head {
                bail!("{} holds other runs, of {before}; it was not changed", path.display());
            }
            // An incomplete last line, left by an interrupted run, is ignored.
            runs.extend(lines.filter_map(unline));
        }
        let opened = file.truncate(true).open(&path).with_context(|| path.display().to_string())?;
        let kept = Kept { runs, file: Some(Mutex::new(opened)) };
        kept.append(&head.to_string())?;
        for (run, drawn) in &kept.runs {
            kept.append(&line(*run, drawn))?;
        }
        Ok(kept)
    }

    fn append(&self, line: &str) -> Result<()> {
        if let Some(file) = &self.file {
            let mut file = file.lock().map_err(|_| anyhow!("a run ended badly"))?;
            writeln!(file, "{line}")?;
            file.flush()?;
        }
        Ok(())
    }
}

pub fn figure(figure: &'static Figure, runs: u64, seed: u64, options: &Time, format: Format) -> Result<u8> {
    let judge = judge(options)?;
    let head = json!({"id": figure.id, "seed": seed, "size": options.size, "judge": judge.as_ref().map(|(ids, every)| json!([ids, every]))});
    let mut kept = Kept::open(figure.id, &head, options)?;
    let (stop, _timer) = Timer::until(options.budget, &interruption());
    let patience = Patience::unlimited();
    let bar = indicatif::ProgressBar::new(runs);
    // If its curves are needed, the first run is repeated.
    let missing: Vec<u64> =
        (0..runs).filter(|k| !kept.runs.contains_key(k) || (*k == 0 && options.out.is_some())).collect();
    bar.inc(runs - missing.len() as u64);
    let one = |run: u64| -> Option<Result<(u64, Drawn)>> {
        if stop.is_thrown() {
            return None;
        }
        let judge = judge.as_ref().map(|(ids, every)| (&ids[..], *every));
        let drawn = figure.draw(&Draw {
            id: figure.id,
            seed,
            run,
            size: options.size,
            judge,
            stop: &stop,
            patience: &patience,
        })?;
        bar.inc(1);
        Some(drawn.map_err(|e| anyhow!("{}, run {run}: {e}", figure.id)).and_then(|drawn| {
            if !kept.runs.contains_key(&run) {
                kept.append(&line(run, &drawn))?;
            }
            Ok((run, drawn))
        }))
    };
    let drawn: Vec<Option<Result<(u64, Drawn)>>> = missing.into_par_iter().map(one).collect();
    bar.finish_and_clear();
    let drawn: Vec<(u64, Drawn)> = drawn.into_iter().flatten().collect::<Result<_>>()?;
    kept.runs.extend(drawn);
    kept.runs.retain(|k, _| *k < runs);
    told(figure.id, figure.about, seed, kept.runs, options, format, &stop)
}

/// The time beyond its budget in which a run can end in an orderly way.
const LATE: Duration = Duration::from_millis(500);

pub fn scenario(file: &Path, seed: u64, options: &Time, format: Format) -> Result<u8> {
    let judge = judge(options)?;
    let scenario = fairwitness::simulator::scenario::load(file)?;
    let (stop, timer) = Timer::until(options.budget, &interruption());
    let judge = judge.as_ref().map(|(ids, every)| (&ids[..], *every));
    let reached = Arc::new(AtomicU64::new(0));
    let shown = Timer::showing(&reached, scenario.horizon);
    let run = |patience: &Patience| {
        let draw = Draw { id: "scenario", seed, run: 0, size: options.size, judge, stop: &stop, patience };
        scenario.run_told(&draw, &reached)
    };
    let drawn = match options.budget {
        None => run(&Patience::unlimited()).map_err(|halt| halt.to_string()),
        // Simulation of whole tasks stops between two of them; a single allocation that continues is cut off
        // shortly after.
        Some(time) => match limits::patiently(time + LATE, file, format, run) {
            Some(drawn) => drawn,
            None => {
                mistakes::given_up(&limits::not_done(file, time), format);
                return Ok(UNDECIDED);
            }
        },
    };
    drop((shown, timer));
    let drawn = drawn.map_err(|e| anyhow!("{}: {e}", file.display()))?;
    let runs = BTreeMap::from([(0, drawn)]);
    if let Some(folder) = &options.out {
        output::folder(folder)?;
    }
    let id = file.file_stem().map_or_else(|| "scenario".to_string(), |s| s.to_string_lossy().to_string());
    told(&id, &scenario.about(), seed, runs, options, format, &stop)
}

/// Prints the summary of the runs, and writes their files.
fn told(
    id: &str,
    about: &str,
    seed: u64,
    runs: BTreeMap<u64, Drawn>,
    options: &Time,
    format: Format,
    stop: &Stop,
) -> Result<u8> {
    let stopped = stop.is_thrown();
    if runs.is_empty() {
        mistakes::given_up(&format!("{id}: ended before a run was complete"), format);
        return Ok(UNDECIDED);
    }
    let values: Vec<Vec<Value>> = runs.values().map(|d| d.values.clone()).collect();
    let all = rows(&values);
    if let Some(folder) = &options.out {
        write(folder, &format!("{id}.csv"), &csv(&all))?;
        let mut page = String::new();
        for series in runs.values().next().map(|d| &d.series[..]).unwrap_or_default() {
            write(folder, &format!("{}.csv", series.name), &series.csv())?;
            if let Some(drawn) = series.picture() {
                let svg = drawn.map_err(|e| anyhow!("{}: {e}", series.name))?;
                write(folder, &format!("{}.svg", series.name), &picture::file(&svg))?;
                page += &format!("{svg}\n");
            }
        }
        page += &markdown(&all);
        write(folder, &format!("{id}.md"), &page)?;
        let mut worst: BTreeMap<String, &Caught> = BTreeMap::new();
        for caught in runs.values().flat_map(|d| &d.worst) {
            let name = format!("{id}-{}-{}.toml", stem(&caught.rule), caught.property);
            let place = worst.entry(name).or_insert(caught);
            if caught.margin > place.margin {
                *place = caught;
            }
        }
        for (name, caught) in worst {
            write(folder, &name, &caught.file)?;
        }
    }
    let made = runs.len();
    match format {
        Format::Json => {
            let note = |(run, drawn): (&u64, &Drawn)| -> Vec<_> {
                drawn.notes.iter().map(|note| DrawnNote { run: *run, note: note.clone() }).collect()
            };
            render::print_json(&[said::Drawn {
                id: id.to_string(),
                about: about.to_string(),
                runs: made,
                seed,
                rows: all,
                notes: runs.iter().flat_map(note).collect(),
            }]);
        }
        Format::Text => {
            let row = |row: &FigureRow| {
                let Estimate { mean, low, high, runs } = row.estimate;
                let bounds = if runs > 1 { format!("{low:.3} to {high:.3}") } else { String::new() };
                let printed = row.printed.map_or_else(String::new, |p| p.to_string());
                vec![row.label.clone(), row.quantity.clone(), printed, format!("{mean:.3}"), bounds]
            };
            let head = ["of", "what", "printed", "simulated", "mean at 95 %"];
            let title = format!("{id}: {about}; runs {made}, seed {seed}");
            let mut text = render::table(&title, &head, all.iter().map(row));
            for (run, drawn) in &runs {
                for note in &drawn.notes {
                    text += &format!("run {run}: {note}\n");
                }
            }
            render::print(&text);
        }
    }
    if stopped {
        limits::tell_interrupted();
    }
    Ok(if stopped { UNDECIDED } else { 0 })
}

/// Returns the rows as a Markdown table.
fn markdown(rows: &[FigureRow]) -> String {
    let number = |x: f64| {
        let text = format!("{x:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    };
    let mut text =
        "| of | what | printed | simulated | mean at 95 % | least and most |\n|---|---|---|---|---|---|\n"
            .to_string();
    for row in rows {
        let Estimate { mean, low, high, runs } = row.estimate;
        let between = |low: f64, high: f64| {
            if runs > 1 { format!("{} to {}", number(low), number(high)) } else { String::new() }
        };
        let (label, quantity) = (inert(&row.label), inert(&row.quantity));
        let printed = row.printed.map_or_else(String::new, number);
        let found = [number(mean), between(low, high), between(row.least, row.most)].join(" | ");
        text += &format!("| {label} | {quantity} | {printed} | {found} |\n");
    }
    text
}

fn csv(rows: &[FigureRow]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut text = "label,quantity,printed,simulated,low,high,runs\n".to_string();
    for row in rows {
        let Estimate { mean, low, high, runs } = row.estimate;
        let printed = row.printed.map_or_else(String::new, |p| p.to_string());
        let (label, quantity) = (quoted(&row.label), quoted(&row.quantity));
        text += &format!("{label},{quantity},{printed},{mean},{low},{high},{runs}\n");
    }
    text
}
