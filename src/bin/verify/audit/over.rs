//! `verify audit --over`: a sequence of moments, with a summary for each user.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use fairwitness::desk::history::{
    AmountAt, AuditHistory, PropertyHistory, Stretch, UserHistory, WorstMoment,
};
use fairwitness::desk::import::{Jobs, log, moment};
use fairwitness::desk::report::{AuditAsked, AuditReport, audit_file, audit_smaller};
use fairwitness::desk::units::digits;
use fairwitness::document::{Document, InputError, shown};
use fairwitness::library::batch::Item;
use fairwitness::library::score::ratio;
use fairwitness::scalar::{Rational, Scalar as _};

use super::metrics;
use super::tables::Rows;
use super::{WIDTH, pages};
use crate::args::{Audit, Shape};
use crate::batch::{Source, csv_row};
use crate::limits::{interrupted, waiting};
use crate::render::{self, table};
use crate::said::{AuditedOver, UserOver};
use crate::{FOUND, UNDECIDED, WRONG, output, terminal};

/// The percentages of a user's moments for which its largest shortfall is reported.
pub const PER_CENT: [usize; 3] = [50, 90, 99];
/// The number of moments of a log that are audited by default.
const MOMENTS: u32 = 100;

pub fn run(path: &Path, args: &Audit, asked: &AuditAsked, shape: Shape) -> Result<u8> {
    let mut moments = Moments::open(path, args)?;
    let mut history = AuditHistory::default();
    let mut errors: Vec<String> = Vec::new();
    let (mut idle, mut worst) = (0u64, Worst::new());
    while !asked.stop.is_thrown() {
        let Some((moment, read)) = moments.next()? else { break };
        let document = match read {
            Ok(Some(document)) => document,
            Ok(None) => {
                idle += 1;
                continue;
            }
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        match audit_file(&document, asked) {
            Ok(report) => {
                history.add(&moment, &report);
                if args.out.is_some() {
                    keep(&mut worst, &moment, &document, &report);
                }
            }
            Err(error) => errors.push(error.to_string()),
        }
    }
    if history.moments == 0
        && let Some(error) = errors.first()
    {
        bail!("{error}");
    }
    let kept = match &args.out {
        Some(folder) => write(folder, &worst, asked)?,
        None => Vec::new(),
    };
    if let Some(page) = &args.html {
        output::file(page, &pages::over(&sentence(&history), &history, &tables(&history), &errors))?;
    }
    match shape {
        Shape::Json => render::print_json(&document_of(&history, &errors, idle, &kept)),
        Shape::Csv => render::print_file(&csv(&history)),
        Shape::Prometheus => render::print_file(&metrics::of_history(&history).text()),
        Shape::Text => {
            terminal::at_most(WIDTH);
            let mut text = text(&history, &errors);
            if idle > 0 {
                text += &format!("\nleft out: {idle} moments at which no job ran or waited\n");
            }
            text += &kept.iter().map(|file| format!("written: {file}\n")).collect::<String>();
            render::print(&text);
        }
    }
    let any = |count: fn(&PropertyHistory) -> u64| history.properties.iter().any(|p| count(p) > 0);
    let short = asked.properties.is_empty() && history.users.iter().any(|user| user.below > 0);
    Ok(if any(|p| p.violated) || short {
        FOUND
    } else if !errors.is_empty() {
        WRONG
    } else if interrupted() || any(|p| p.undecided) {
        UNDECIDED
    } else {
        0
    })
}

/// Sources of moments: instances in a file or a folder, or a log of jobs on some nodes.
enum Moments {
    Instances(Source, PathBuf),
    /// A log of jobs, and its moments that remain.
    Log(Box<Jobs>, std::vec::IntoIter<i64>),
}

/// A moment: an instance, `None` if the cluster is empty, or an error.
type Read = (String, Result<Option<Document>, String>);

impl Moments {
    fn open(path: &Path, args: &Audit) -> Result<Moments> {
        let Some(nodes) = &args.nodes else {
            if path.is_file() && path.extension().is_some_and(|ended| ended == "toml") {
                let file = path.display();
                bail!("{file}: is one moment; for one file: verify audit --instance {file}");
            }
            return Ok(Moments::Instances(Source::open(path)?, path.to_path_buf()));
        };
        let jobs = log(path, nodes, args.weights.as_deref())?;
        let times = jobs.moments(args.moments.unwrap_or(MOMENTS)).into_iter();
        Ok(Moments::Log(Box::new(jobs), times))
    }

    /// The next moment; `None` at the end.
    fn next(&mut self) -> Result<Option<Read>> {
        match self {
            Moments::Instances(source, path) => {
                let Some(item) = waiting(|| source.next())? else { return Ok(None) };
                let moment = item.file.clone().unwrap_or_else(|| format!("line {}", item.line));
                Ok(Some((moment, document(&item, path).map(Some))))
            }
            Moments::Log(jobs, times) => {
                let Some(time) = times.next() else { return Ok(None) };
                Ok(Some((moment(time), Ok(jobs.at(time)?))))
            }
        }
    }
}

/// The worst moment of each user that was below its share: the missing part of the share, the moment, and the
/// cluster.
type Worst = BTreeMap<String, (Rational, String, Document)>;

fn keep(worst: &mut Worst, moment: &str, document: &Document, report: &AuditReport) {
    for line in report.users.iter().filter(|line| line.short.is_positive()) {
        let lacks = line.lacks();
        if worst.get(&line.user).is_none_or(|(most, ..)| lacks > *most) {
            worst.insert(line.user.clone(), (lacks, moment.to_string(), document.clone()));
        }
    }
}

/// Writes each worst moment, complete and made smaller, and returns the names of the files.
fn write(folder: &Path, worst: &Worst, asked: &AuditAsked) -> Result<Vec<String>> {
    output::folder(folder)?;
    let mut written = Vec::new();
    for (k, (user, (lacks, moment, document))) in worst.iter().enumerate() {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
        let name: String = user.chars().map(plain).take(40).collect();
        let (whole, small) = audit_smaller(document, asked, user)?;
        for (ending, instance) in [("", whole), ("-small", small)] {
            let path = folder.join(format!("{}-{name}{ending}.toml", k + 1));
            let head = format!("# {} lacks {lacks} of its share at {}\n", shown(user), shown(moment));
            output::file(&path, &(head + &instance.to_toml()))?;
            written.push(path.display().to_string());
        }
    }
    Ok(written)
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

fn of(part: u64, all: u64) -> String {
    format!("{part} of {all}")
}

fn moment_of(worst: Option<&AmountAt>) -> String {
    worst.map_or_else(|| "-".to_string(), |at| format!("{} at {}", digits(&at.amount), at.moment))
}

fn sentence(history: &AuditHistory) -> String {
    let moments = history.moments;
    let most = history.users.iter().filter(|user| user.below > 0);
    let most = most.reduce(|a, b| if ratio(b.below, b.moments) > ratio(a.below, a.moments) { b } else { a });
    let Some(user) = most else {
        return format!("At none of {moments} moments did a user run less than its share.");
    };
    let longest =
        user.longest.as_ref().map_or_else(String::new, |Stretch { moments, from, to }| match moments {
            1 => String::new(),
            n => format!(", {n} times together from {from} to {to}"),
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
    if let Some(WorstMoment { moment, sentence, .. }) = &history.worst {
        text += &format!("The worst moment is {moment}: {sentence}\n");
    }
    for (title, (head, rows)) in tables(history) {
        text += &format!("\n{}", table(title, &head, rows));
    }
    if !errors.is_empty() {
        text += &format!("\nleft out, because they are no instances ({}):\n", errors.len());
        text += &errors.iter().take(10).map(|error| format!("  {error}\n")).collect::<String>();
        if errors.len() > 10 {
            text += &format!("  and {} more, with --format json\n", errors.len() - 10);
        }
    }
    text
}

/// The tables of users and of properties over time, with their titles.
fn tables(history: &AuditHistory) -> Vec<(&'static str, Rows)> {
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
                .map_or_else(|| "-".to_string(), |most| format!("{} from {}", most.moments, most.from)),
            digits(&user.mean()),
        ];
        row.extend(PER_CENT.map(|p| digits(&user.percentile(p))));
        row.push(moment_of(user.worst.as_ref()));
        row.push(moment_of(user.most_envy.as_ref()));
        row.push(of(user.wasted, user.moments));
        row
    };
    let rows = history.users.iter().map(row).collect();
    let users = ("users over time (in tasks)", (head, rows));
    let head =
        ["property", "holds", "violated", "out of scope", "undecided", "worst"].map(String::from).to_vec();
    let rows = history.properties.iter().map(|property| {
        let mut row = vec![property.property.to_string()];
        let PropertyHistory { holds, violated, out_of_scope, undecided, .. } = property;
        row.extend([holds, violated, out_of_scope, undecided].map(ToString::to_string));
        row.push(moment_of(property.worst.as_ref()));
        row
    });
    vec![users, ("properties", (head, rows.collect()))]
}

fn document_of(history: &AuditHistory, errors: &[String], idle: u64, kept: &[String]) -> AuditedOver {
    let user = |user: &UserHistory| UserOver {
        user: user.user.clone(),
        moments: user.moments,
        below: user.below,
        below_share: ratio(user.below, user.moments),
        longest: user.longest.clone(),
        short_mean: user.mean(),
        short_percentiles: PER_CENT.iter().map(|&p| (p.to_string(), user.percentile(p))).collect(),
        worst: user.worst.clone(),
        envious: user.envious,
        most_envy: user.most_envy.clone(),
        wasted: user.wasted,
    };
    AuditedOver {
        sentence: sentence(history),
        moments: history.moments,
        wasted: history.wasted,
        worst: history.worst.clone(),
        users: history.users.iter().map(user).collect(),
        properties: history.properties.clone(),
        errors: errors.to_vec(),
        idle_moments: idle,
        kept: kept.to_vec(),
    }
}

fn csv(history: &AuditHistory) -> String {
    let mut text =
        "user,moments,below,longest,mean,p50,p90,p99,worst,worst_moment,envious,wasted\n".to_string();
    for user in &history.users {
        let (worst, moment) = match &user.worst {
            Some(AmountAt { amount, moment }) => (amount.clone(), moment.clone()),
            None => (Rational::zero(), String::new()),
        };
        let mut cells = vec![
            user.user.clone(),
            user.moments.to_string(),
            user.below.to_string(),
            user.longest.as_ref().map_or(0, |most| most.moments).to_string(),
            user.mean().to_string(),
        ];
        cells.extend(PER_CENT.map(|p| user.percentile(p).to_string()));
        cells.extend([worst.to_string(), moment, user.envious.to_string(), user.wasted.to_string()]);
        text += &csv_row(cells);
    }
    text
}
