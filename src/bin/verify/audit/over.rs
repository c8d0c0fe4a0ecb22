//! `verify audit --over`: a sequence of moments, with a summary for each user.

use std::path::Path;

use anyhow::{Result, bail};
use fairwitness::document::{Document, InputError};
use fairwitness::library::batch::Item;
use fairwitness::model::Table;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::{AuditAsked, AuditHistory, UserHistory, audit_file};

use super::lines::no_formula;
use crate::args::Shape;
use crate::batch::{Source, csv_cell};
use crate::limits::{interrupted, waiting};
use crate::render::{self, grid};
use crate::said::{AuditedOver, UserOver};
use crate::{FOUND, UNDECIDED, WRONG};

/// The percentages of a user's moments for which its largest shortfall is reported.
const PER_CENT: [usize; 3] = [50, 90, 99];

pub fn run(path: &Path, asked: &AuditAsked, shape: Shape) -> Result<u8> {
    if shape == Shape::Prometheus {
        bail!("--format prometheus: is for one moment; give it with --instance");
    }
    let mut source = Source::open(path)?;
    let mut history = AuditHistory::default();
    let mut errors: Vec<String> = Vec::new();
    while !asked.stop.is_thrown() {
        let Some(item) = waiting(|| source.next())? else { break };
        let moment = item.file.clone().unwrap_or_else(|| format!("line {}", item.line));
        match document(&item, path)
            .and_then(|document| audit_file(&document, asked).map_err(|e| e.to_string()))
        {
            Ok(report) => history.add(&moment, &report),
            Err(error) => errors.push(error),
        }
    }
    if history.moments == 0
        && let Some(error) = errors.first()
    {
        bail!("{error}");
    }
    match shape {
        Shape::Json => render::print_json(&document_of(&history, &errors)),
        Shape::Csv => render::print_file(&csv(&history)),
        _ => render::print(&text(&history, &errors)),
    }
    let count = |kind: usize| history.properties.iter().map(|p| p.counts[kind]).sum::<u64>();
    let short = asked.properties.is_empty() && history.users.iter().any(|user| user.below > 0);
    Ok(if count(1) > 0 || short {
        FOUND
    } else if !errors.is_empty() {
        WRONG
    } else if interrupted() || count(3) > 0 {
        UNDECIDED
    } else {
        0
    })
}

fn document(item: &Item, path: &Path) -> Result<Document, String> {
    let at = item.file.clone().unwrap_or_else(|| format!("{}, line {}", path.display(), item.line));
    let text = item.text.as_ref().map_err(|why| format!("{at}: {why}"))?;
    // An item without a file name of its own is JSON.
    let name = item.file.clone().unwrap_or_else(|| "line.json".to_string());
    match Document::parse(&name, text) {
        Ok(document) => Ok(Document { file: at, ..document }.instance()),
        Err(error) => Err(InputError { file: at, ..error }.to_string()),
    }
}

/// Returns `part / all`.
fn ratio(part: u64, all: u64) -> Rational {
    let whole = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    Rational::new(whole(part), whole(all).max(1))
}

fn of(part: u64, all: u64) -> String {
    format!("{part} of {all}")
}

fn moment_of(worst: Option<&(Rational, String)>) -> String {
    worst.map_or_else(|| "-".to_string(), |(amount, moment)| format!("{amount} at {moment}"))
}

fn sentence(history: &AuditHistory) -> String {
    let moments = history.moments;
    let most = history.users.iter().filter(|user| user.below > 0);
    let most = most.reduce(|a, b| if ratio(b.below, b.moments) > ratio(a.below, a.moments) { b } else { a });
    let Some(user) = most else {
        return format!("At none of {moments} moments did a user run less than its share.");
    };
    let longest = user.longest.as_ref().map_or_else(String::new, |(n, first, last)| match n {
        1 => String::new(),
        n => format!(", {n} times together from {first} to {last}"),
    });
    format!("{} was below its share at {} moments{longest}.", user.user, of(user.below, user.moments))
}

fn text(history: &AuditHistory, errors: &[String]) -> String {
    let mut text = format!("{}\n", sentence(history));
    if history.wasted > 0 {
        let wasted = of(history.wasted, history.moments);
        text += &format!(
            "At {wasted} moments idle resources could have served a user that was below its share.\n"
        );
    }
    if let Some((_, moment, said)) = &history.worst {
        text += &format!("The worst moment is {moment}: {said}\n");
    }
    let mut head: Vec<String> =
        ["user", "below its share", "longest", "lacked on average"].map(String::from).to_vec();
    head.extend(PER_CENT.map(|p| format!("lacked at most, {p} %")));
    head.extend(["lacked most", "envied most", "idle resources would have served"].map(String::from));
    let row = |user: &UserHistory| {
        let mut row = vec![
            user.user.clone(),
            of(user.below, user.moments),
            user.longest
                .as_ref()
                .map_or_else(|| "-".to_string(), |(n, first, _)| format!("{n} from {first}")),
            user.mean().to_string(),
        ];
        row.extend(PER_CENT.map(|p| user.percentile(p).to_string()));
        row.push(moment_of(user.worst.as_ref()));
        row.push(moment_of(user.most_envy.as_ref()));
        row.push(of(user.wasted, user.moments));
        row
    };
    let rows = history.users.iter().map(row).collect();
    text += &format!("\n{}", grid(&Table { title: "users over time (in tasks)".to_string(), head, rows }));
    let head =
        ["property", "holds", "violated", "out of scope", "undecided", "worst"].map(String::from).to_vec();
    let rows = history.properties.iter().map(|property| {
        let mut row = vec![property.property.to_string()];
        row.extend(property.counts.iter().map(ToString::to_string));
        row.push(moment_of(property.worst.as_ref()));
        row
    });
    text += &format!("\n{}", grid(&Table { title: "properties".to_string(), head, rows: rows.collect() }));
    if !errors.is_empty() {
        text += &format!("\nleft out, because they are no instances ({}):\n", errors.len());
        text += &errors.iter().take(10).map(|error| format!("  {error}\n")).collect::<String>();
        if errors.len() > 10 {
            text += &format!("  and {} more, with --format json\n", errors.len() - 10);
        }
    }
    text
}

fn document_of(history: &AuditHistory, errors: &[String]) -> AuditedOver {
    let user = |user: &UserHistory| UserOver::of(user, ratio(user.below, user.moments), &PER_CENT);
    AuditedOver::of(history, sentence(history), history.users.iter().map(user).collect(), errors)
}

fn csv(history: &AuditHistory) -> String {
    let mut text =
        "user,moments,below,longest,mean,p50,p90,p99,worst,worst_moment,envious,wasted\n".to_string();
    for user in &history.users {
        let (worst, moment) = user.worst.clone().unwrap_or_else(|| (Rational::zero(), String::new()));
        let mut cells = vec![
            user.user.clone(),
            user.moments.to_string(),
            user.below.to_string(),
            user.longest.as_ref().map_or(0, |(n, ..)| *n).to_string(),
            user.mean().to_string(),
        ];
        cells.extend(PER_CENT.map(|p| user.percentile(p).to_string()));
        cells.extend([worst.to_string(), moment, user.envious.to_string(), user.wasted.to_string()]);
        text += &cells.into_iter().map(|cell| csv_cell(&no_formula(cell))).collect::<Vec<_>>().join(",");
        text.push('\n');
    }
    text
}
