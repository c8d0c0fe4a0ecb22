//! `verify score`: the state of every property of a mechanism, one per line, and the verdicts on one
//! instance.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use fairwitness::document::Document;
use fairwitness::instances::Scope;
use fairwitness::library::claims::Library;
use fairwitness::library::score::{Draws, Line, Score, State, Valued, on_instance, score};
use fairwitness::linear::{Patience, Stop};
use fairwitness::search::Budget;
use fairwitness::workbench::Bench;

use super::args::Format;
use super::inputs::{load, note_state};
use super::judge::seconds;
use super::limits::{interrupted, interruption};
use super::outside::{self, Place, option};
use super::said::OneOrMany;
use super::terminal::{Tone, paint};
use super::{FOUND, UNDECIDED, ids, render};

/// Time beyond its limit in which work on one mechanism can stop of its own accord.
const GRACE: Duration = Duration::from_millis(100);
/// The parameters of a scorecard.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Number of random pools for each property.
    pub draws: u64,
    /// The seed of the random pools.
    pub seed: u64,
    /// The limit of time or instances.
    pub budget: Budget,
}

pub fn run(
    mechs: &[String],
    instance: Option<&Path>,
    asked: Asked,
    root: &Path,
    format: Format,
) -> Result<u8> {
    let time = asked.budget.time.unwrap_or(Duration::from_secs(20));
    let stop = interruption();
    let named = outside::named(Place::Mech, mechs);
    let named = named.iter().map(|mech| ids::mechanism(mech)).collect::<Result<Vec<_>>>()?;
    if let Some(path) = instance {
        let document = load(path)?.instance();
        note_state(&document)?;
        let of_model = named.is_empty();
        let all = if of_model { all_of(&document)? } else { named };
        let until = Instant::now() + time;
        let scores = all
            .iter()
            .enumerate()
            .map(|(k, (bench, mech))| {
                let left = until.saturating_duration_since(Instant::now());
                let each = left / u32::try_from(all.len() - k).unwrap_or(u32::MAX);
                in_time(*bench, mech, &document, each, &stop)
            })
            .collect::<Result<Vec<_>>>()?;
        let violated = scores.iter().flat_map(|s| &s.lines).any(|line| line.state == State::Violated);
        let told = || if of_model { pool(&scores) } else { cards(&scores) };
        render::show(format, &document_of(&scores, of_model), told);
        return Ok(match (interrupted(), violated) {
            (_, true) => FOUND,
            (true, false) => UNDECIDED,
            (false, false) => 0,
        });
    }
    if named.is_empty() {
        bail!("--mech ID or --instance FILE is missing; try `verify score --mech tsf`");
    }
    let draws = Draws { count: asked.draws, seed: asked.seed, scope: Scope::default(), time };
    let library = Library::open(root)?;
    let scores = named
        .iter()
        .map(|(bench, mech)| {
            let draws = (asked.draws > 0).then_some(draws);
            Ok(score(&library, root, *bench, mech, draws, &Patience::with(&stop))?)
        })
        .collect::<Result<Vec<_>>>()?;
    render::show(format, &document_of(&scores, false), || cards(&scores));
    Ok(if interrupted() { UNDECIDED } else { 0 })
}

/// Judges one instance for a mechanism within `time`. Work that does not stop in time continues on its own thread,
/// and the mechanism's properties are undecided.
fn in_time(
    bench: &'static dyn Bench,
    mech: &'static str,
    document: &Document,
    time: Duration,
    stop: &Stop,
) -> Result<Score> {
    let (send, receive) = std::sync::mpsc::channel();
    let (file, patience) = (document.clone(), Patience::with(stop).until(Instant::now() + time));
    std::thread::spawn(move || {
        // The receiver is gone if the time is over.
        let _ = send.send(on_instance(bench, mech, &file, &patience));
    });
    match receive.recv_timeout(time + GRACE) {
        Ok(score) => Ok(score?),
        Err(_) => {
            let why = format!("it was not done in {}", seconds(time));
            let mut lines = Vec::new();
            for property in bench.properties() {
                if bench.never(mech, property.id)?.is_none() {
                    lines.push(Line::of(property.id, State::Undecided, why.clone()));
                }
            }
            Ok(Score { mechanism: mech, model: bench.model(), lines, worst: Vec::new() })
        }
    }
}
/// Returns every mechanism of the model of an instance.
fn all_of(document: &Document) -> Result<Vec<(&'static dyn Bench, &'static str)>> {
    let bench = ids::model_of(document)?;
    Ok(bench.mechanisms().iter().map(|entry| (bench, entry.id)).collect())
}

fn document_of(scores: &[Score], list: bool) -> OneOrMany<Score> {
    let mut cards = scores.to_vec();
    for score in &mut cards {
        if score.lines.iter().any(|line| line.rate.is_some()) {
            score.lines.iter_mut().for_each(|line| line.command = Some(shown_by(score.mechanism, line)));
        }
    }
    if list { OneOrMany::Many(cards) } else { cards.into() }
}

/// Returns the command that shows the state of a property: on the instance of a record, by a theorem, or by a search.
fn shown_by(mechanism: &str, line: &Line) -> String {
    let judge = format!("verify {} --property {}", option(Place::Mech, mechanism), line.property);
    match (&line.instance, line.extent.strip_prefix("theorem ")) {
        (Some(file), _) => format!("{judge} --instance {file}"),
        (None, Some(theorem)) => format!("verify cite {theorem}"),
        (None, None) => judge,
    }
}

fn often(line: &Line) -> String {
    line.decided.map_or_else(String::new, |decided| format!("{} of {decided}", line.violated))
}

/// Prints one mechanism with its evidence, or several side by side.
fn cards(scores: &[Score]) -> String {
    match scores {
        [score] => card(score),
        scores => side_by_side(scores),
    }
}

fn head_of(score: &Score) -> String {
    let count = |state: State| score.lines.iter().filter(|line| line.state == state).count();
    let violated = paint(Tone::Bad, &format!("{} violated", count(State::Violated)));
    let mut parts = vec![violated];
    let others = [
        State::Proved,
        State::ProvedOnPaper,
        State::Holds,
        State::Unrefuted,
        State::Undecided,
        State::OutOfScope,
    ];
    for state in others {
        if count(state) > 0 {
            parts.push(format!("{} {}", count(state), state.word()));
        }
    }
    let (all, parts) = (score.lines.len(), parts.join(", "));
    format!("{}, model {}: of {all} properties {parts}", score.mechanism, score.model)
}

fn card(score: &Score) -> String {
    let sampled = score.lines.iter().any(|line| line.rate.is_some());
    let mut head = vec!["property", "state", "margin"];
    if sampled {
        head.push("on random pools");
    }
    head.push("evidence");
    let row = |line: &Line| {
        let mut row = vec![line.property.to_string(), line.state.word().to_string()];
        row.push(line.margin.clone().unwrap_or_default());
        if sampled {
            row.push(often(line));
        }
        let file = line.instance.as_deref().map(|file| file.trim_start_matches("counterexamples/"));
        let parts: Vec<&str> = [file, Some(line.extent.as_str())].into_iter().flatten().collect();
        row.push(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; "));
        row
    };
    let table = render::table("", &head, score.lines.iter().map(row));
    let mut text = format!("{}\n{table}", head_of(score));
    if !score.worst.is_empty() {
        let rows = score.worst.iter().map(|Valued { measure, value, agents }| {
            let agents = agents.map_or_else(String::new, |n| n.to_string());
            vec![measure.clone(), value.to_string(), format!("{:.4}", value.to_f64()), agents]
        });
        let kept = score.worst.iter().any(|worst| worst.agents.is_some());
        let title = if kept { "worst values on file" } else { "values here" };
        text += &format!("\n{}", render::table(title, &["measure", "value", "", "agents"], rows));
    }
    if sampled {
        text += &format!(
            "\non random pools: the part of the examined pools on which the property is violated\nverify {id} PROPERTY -i RECORD   \
             judges the instance of a record; verify cite THEOREM names a theorem; verify {id} PROPERTY searches\n",
            id = score.mechanism,
        );
    }
    text
}

fn side_by_side(scores: &[Score]) -> String {
    let mut text: String = scores.iter().map(|score| head_of(score) + "\n").collect();
    let mut properties: Vec<&str> = Vec::new();
    for line in scores.iter().flat_map(|score| &score.lines) {
        if !properties.contains(&line.property) {
            properties.push(line.property);
        }
    }
    let cell = |score: &Score, property: &str| match score.lines.iter().find(|l| l.property == property) {
        None => "-".to_string(),
        Some(line) => {
            let margin = line.margin.as_ref().map_or_else(String::new, |margin| format!(" by {margin}"));
            let rate = if line.violated > 0 { format!("; {}", often(line)) } else { String::new() };
            format!("{}{margin}{rate}", line.state.word())
        }
    };
    let mut head = vec!["property".to_string()];
    head.extend(scores.iter().map(|score| score.mechanism.to_string()));
    let row = |property: &&str| {
        let cells = scores.iter().map(|score| cell(score, property));
        std::iter::once((*property).to_string()).chain(cells).collect()
    };
    text += &render::table("", &head, properties.iter().map(row));
    let mut measures: Vec<&str> = Vec::new();
    for Valued { measure, .. } in scores.iter().flat_map(|score| &score.worst) {
        if !measures.contains(&measure.as_str()) {
            measures.push(measure);
        }
    }
    if !measures.is_empty() {
        let value = |score: &Score, measure: &str| {
            let found = score.worst.iter().find(|worst| worst.measure == measure);
            found.map_or_else(|| "-".to_string(), |worst| worst.value.to_string())
        };
        let row = |measure: &&str| {
            let cells = scores.iter().map(|score| value(score, measure));
            std::iter::once((*measure).to_string()).chain(cells).collect()
        };
        head[0] = "measure".to_string();
        text += &format!("\n{}", render::table("worst values", &head, measures.iter().map(row)));
    }
    text
}

/// Returns the verdicts on one instance for all mechanisms, one per line.
fn pool(scores: &[Score]) -> String {
    let silent = |score: &Score| {
        score.lines.iter().all(|line| matches!(line.state, State::OutOfScope | State::Undecided))
    };
    let row = |score: &Score| {
        let of = |state: State| {
            let lines = score.lines.iter().filter(|line| line.state == state);
            let named = lines.map(|line| match &line.margin {
                Some(margin) => format!("{} by {margin}", line.property),
                None => line.property.to_string(),
            });
            named.collect::<Vec<_>>().join(", ")
        };
        vec![score.mechanism.to_string(), of(State::Violated), of(State::Holds), of(State::Undecided)]
    };
    // Mechanisms without an outcome here, grouped by reason.
    let mut refused: Vec<(String, Vec<&str>)> = Vec::new();
    for score in scores.iter().filter(|score| silent(score)) {
        let why = score.lines.first().map_or_else(String::new, |line| line.extent.clone());
        let why = why.trim_start_matches(&format!("{} refuses: ", score.mechanism)).to_string();
        match refused.iter_mut().find(|(known, _)| *known == why) {
            Some((_, mechs)) => mechs.push(score.mechanism),
            None => refused.push((why, vec![score.mechanism])),
        }
    }
    let refused: String =
        refused.iter().map(|(why, mechs)| format!("{}: {why}\n", mechs.join(", "))).collect();
    let rows = scores.iter().filter(|score| !silent(score)).map(row);
    let head = ["mechanism", "violates", "holds", "undecided"];
    let refused = if refused.is_empty() { refused } else { format!("\nnothing to judge\n{refused}") };
    render::table("what this instance shows", &head, rows)
        + &refused
        + "\nmechanisms without a verdict here are omitted; `verify score --mech ID --instance FILE` shows one at length\n"
}
