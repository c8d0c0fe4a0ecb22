//! Reports as text for people and as JSON for scripts.

use fairwitness::document::Value;
use fairwitness::library::printed::{Comparison, PrintedRow, Sample, USERS};
use fairwitness::model::refusal::Refusal;
use fairwitness::search::separate::How;
use fairwitness::search::{Ended, Searched};
use fairwitness::trace::{BOUND, Line, Step};
use fairwitness::workbench::{
    Answer, CellReport, CensusReport, LongReport, OfProgram, PropertyCensus, RunReport, SeparationReport,
    WorstReport, tried,
};
use serde_json::Value as Json;

pub use super::grid::{grid, table};
pub use super::output::{
    print, print_document, print_file, print_json, print_streamed, show, show_file, under_assumptions,
};
use super::outside;
use super::terminal::{Tone, paint};

fn looked_at(searched: &Searched) -> String {
    let plural = if searched.instances == 1 { "" } else { "s" };
    let mut parts = vec![format!("{} instance{plural}", searched.instances)];
    let counts = [
        (searched.screened, "found harmless by a screen"),
        (searched.judged, "judged"),
        (searched.refused, "refused by the mechanism"),
        (searched.out_of_scope, "outside the property's scope"),
        (searched.undecided, "undecided"),
    ];
    parts.extend(counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")));
    let whole =
        if searched.refused + searched.undecided == 0 { "the whole scope" } else { "listed to the end" };
    parts.extend(searched.exhausted.then(|| whole.to_string()));
    let most = searched.refusals.list().into_iter().next();
    let why =
        most.map_or_else(String::new, |most| format!("; refused {} times: {}", most.count, most.reason));
    format!("{}; seed {}{why}", parts.join(", "), searched.seed)
}

/// Returns the reason why nothing was decided, as a line; empty if something was.
fn nothing_decided(reason: Option<&String>) -> String {
    reason.map_or_else(String::new, |reason| format!("undecided: {reason}\n"))
}

/// Returns, for a search that found nothing, the instances searched, the scope, and the reason for its end.
fn all_looked_at(searched: &Searched) -> String {
    let scope = searched.scope.map_or_else(String::new, |scope| format!("; scope {scope}"));
    let ended = match searched.ended {
        Ended::Done => "",
        Ended::Instances => "; ended by the number of instances",
        Ended::Time => "; ended by the time",
        Ended::Interrupted => "; interrupted",
    };
    format!("{}{scope}{ended}", looked_at(searched))
}

fn field(value: Option<&Value>, name: &str) -> String {
    match value.and_then(|v| v.get(name)) {
        Some(Value::Number(x)) => x.to_string(),
        Some(Value::Text(text)) => text.clone(),
        _ => String::new(),
    }
}

/// Returns a report in words.
pub fn report(report: &CellReport, name: &str) -> String {
    let (mech, property) = (report.mechanism, report.property);
    let head = match report.answer {
        Answer::Violated => format!("{mech} {} {property} ({name})", paint(Tone::Bad, "violates")),
        Answer::Unrefuted => {
            let (word, tried) = (paint(Tone::Good, "unrefuted"), tried(property, &report.searched));
            format!("{mech} and {property} ({name}): {word}, {tried}")
        }
        Answer::Holds => {
            format!("{property} ({name}) {} for {mech} on this instance", paint(Tone::Good, "holds"))
        }
        Answer::Undecided if report.instance.is_none() => {
            format!("{mech} and {property} ({name}): {}, nothing was decided", paint(Tone::Open, "undecided"))
        }
        Answer::OutOfScope => format!("{property} ({name}) says nothing here about {mech}"),
        Answer::Undecided => {
            format!("{property} ({name}) is {} for {mech} on this instance", paint(Tone::Open, "undecided"))
        }
    };
    let mut text = format!("{head}\n\n");
    for table in &report.tables {
        text += &grid(table);
        text.push('\n');
    }
    if let Some(story) = &report.story {
        text += &format!("{story}\n\n");
    }
    if let Some(reason) = &report.reason {
        text += &format!("{reason}\n");
    }
    if report.answer == Answer::Violated {
        text += &format!("margin: {}\n", field(report.witness.as_ref(), "margin"));
        text += match field(report.witness.as_ref(), "stands").as_str() {
            _ if report.outside => "stands: for what the program returned\n",
            _ if report.as_printed => "stands: for the algorithm as printed\n",
            "every" => "stands: for every allocation that the mechanism's specification admits here\n",
            _ => "stands: for the allocation that was chosen; the specification may admit others\n",
        };
    }
    if let (Some(slack), Answer::Violated | Answer::Holds | Answer::Unrefuted) =
        (&report.slack, report.answer)
    {
        text += &format!("slack:  {slack} of the scale; what is within it counts for nothing\n");
    }
    match (report.answer, report.strategy) {
        (Answer::Violated, Some(strategy)) => {
            text += &format!("found:  {strategy}, after {}\n", looked_at(&report.searched));
        }
        (Answer::Unrefuted, _) => text += &format!("searched: {}\n", all_looked_at(&report.searched)),
        (Answer::Undecided, _) if report.instance.is_none() => {
            text += &format!("searched: {}\n", all_looked_at(&report.searched));
        }
        _ => {}
    }
    text.extend(report.notes.iter().map(|note| format!("{note}\n")));
    text
}

/// Returns a report as one row of a table: verdict, margin, and the evidence.
pub fn short(report: &CellReport, record: Option<&str>) -> Vec<String> {
    let on = match (report.answer, record) {
        (Answer::Violated, Some(record)) => record.trim_start_matches("counterexamples/").to_string(),
        (Answer::Violated, None) => {
            report.size.as_ref().map_or_else(String::new, |size| format!("an instance of {size}"))
        }
        (Answer::Unrefuted, _) => {
            let cut = if report.searched.ended == Ended::Interrupted { ", interrupted" } else { "" };
            format!("{}{cut}", tried(report.property, &report.searched))
        }
        _ => report.reason.clone().unwrap_or_default(),
    };
    let margin = field(report.witness.as_ref(), "margin");
    [report.mechanism, report.property, report.answer.word(), &margin, &on].map(String::from).to_vec()
}

/// Returns the report as it is printed: with the file that holds it, and with the remarks about a program.
pub fn said(report: CellReport, record: Option<String>) -> CellReport {
    let program = report.outside.then(|| OfProgram {
        stands: "for what the program returned",
        slack: report.slack.clone(),
        program: outside::behaviour(),
    });
    CellReport { record, program, ..report }
}

/// Returns an allocation in words, without the assumptions on which it rests.
pub fn run(report: &RunReport) -> String {
    let mut text = String::new();
    for table in &report.tables {
        text += &grid(table);
        text.push('\n');
    }
    if let Err(refusal) = &report.outcome {
        return text + &format!("{} allocates nothing: {refusal}\n", report.mechanism);
    }
    match (report.certified, &report.reason) {
        (Some(true), Some(reason)) => {
            text += &format!("{reason}\ncertified: the allocation lies between the bounds\n");
        }
        (Some(true), None) => {
            text += &format!("certified: the allocation meets the specification of {}\n", report.mechanism);
        }
        (Some(false), Some(reason)) => text += &format!("not certified: {reason}\n"),
        (None, Some(reason)) => text += &format!("{reason}\n"),
        _ => text += "not certified\n",
    }
    text
}

/// The largest number of consecutive steps of one kind in a text.
const LISTED: usize = 20;

/// Returns the steps of a run in words, numbered, with their arithmetic below.
pub fn trace(steps: &Result<Vec<Step>, Refusal>) -> String {
    let steps = match steps {
        Ok(steps) => steps,
        Err(refusal) => return format!("\nno steps: {refusal}\n"),
    };
    let mut text = "\nhow it comes about\n".to_string();
    let mut number = 0;
    for same in steps.chunk_by(|a, b| a.kind == b.kind) {
        if same[0].kind == BOUND {
            text += "\nwhy it cannot be otherwise\n";
        }
        for step in &same[..same.len().min(LISTED)] {
            number += 1;
            text += &format!("{number:>3}. {}\n", step.says);
            let wide = step.lines.iter().map(|line| line.formula.chars().count()).max().unwrap_or(0).min(44);
            for Line { formula, because } in &step.lines {
                text += format!("       {formula:<wide$}   {because}").trim_end();
                text.push('\n');
            }
        }
        if same.len() > LISTED {
            let more = same.len() - LISTED;
            number += more;
            text += &format!("     .. and {more} more steps like these, which --format json lists.\n");
        }
    }
    text
}

/// Returns the steps of a run as a JSON list, or `null` if they are not listed.
pub fn trace_json(steps: &Result<Vec<Step>, Refusal>) -> Json {
    match steps {
        Ok(steps) => steps.iter().map(|step| step.to_value().to_json()).collect(),
        Err(_) => Json::Null,
    }
}

/// Returns a long allocation in words: the shares of every agent on arrival and at the end.
pub fn run_long(report: &LongReport) -> String {
    let mut text: String = report.tables.iter().map(|table| grid(table) + "\n").collect();
    text += &match &report.reason {
        None => format!("certified: the allocation meets the specification of {}\n", report.mechanism),
        Some(reason) => format!("not certified: {reason}\n"),
    };
    text + &format!(
        "shortened: the shares of all agents after each step are {} numbers, which --format json writes\n",
        report.numbers
    )
}

/// Returns the worst value found, in words.
pub fn worst(report: &WorstReport) -> String {
    let Some(value) = &report.value else {
        let (why, searched) = (report.reason.as_deref().unwrap_or_default(), all_looked_at(&report.searched));
        let none = format!("{}: no instance that was searched has a value", report.measure);
        return format!("{none}\n{why}\nsearched: {searched}\n");
    };
    let of = format!("{} of {}", report.measure, report.mechanism);
    let mut text = format!("worst {of} found: {value}  ({:.4})\n\n", value.to_f64());
    for table in &report.tables {
        text += &grid(table);
        text.push('\n');
    }
    let agents = format!("{}s", report.agent);
    let sizes = report
        .by_size
        .iter()
        .map(|of| vec![of.agents.to_string(), of.value.to_string(), format!("{:.4}", of.value.to_f64())]);
    let sizes = table(&format!("worst found by number of {agents}"), &[agents.as_str(), "value", ""], sizes);
    let left_out = report.searched.refused + report.searched.undecided;
    let closed = match (report.searched.exhausted, left_out) {
        (true, 0) => "closed: every instance of the scope\n".to_string(),
        (true, n) => format!("left out: {n} instances of the scope have no value\n"),
        (false, _) => String::new(),
    };
    text + &sizes + &format!("\nsearched: {}\n{closed}", all_looked_at(&report.searched))
}

/// Returns the worst values of several questions, one per line.
pub fn worst_table(reports: &[WorstReport]) -> String {
    let row = |report: &WorstReport| {
        let none = || report.reason.as_ref().map_or_else(|| "none".to_string(), |why| format!("none: {why}"));
        let value = report.value.as_ref().map_or_else(none, ToString::to_string);
        let size = report.by_size.iter().find(|of| Some(&of.value) == report.value.as_ref());
        let size = size.map_or_else(String::new, |of| of.agents.to_string());
        let searched = all_looked_at(&report.searched);
        [report.mechanism, report.measure, &value, &size, &searched].map(String::from).to_vec()
    };
    let head = ["mechanism", "measure", "worst", "agents", "searched"];
    table("worst values found", &head, reports.iter().map(row))
}

/// Returns a census in words: for each mechanism, the number of instances on which each property is violated.
pub fn census(report: &CensusReport) -> String {
    let mut text = String::new();
    for m in &report.mechanisms {
        let row = |p: &PropertyCensus| {
            let counts = [p.violated, p.holds, p.undecided, p.out_of_scope];
            std::iter::once(p.property.to_string()).chain(counts.map(|n| n.to_string())).collect()
        };
        let mut title = m.mechanism.to_string();
        for (count, what) in [(m.refused, "refused"), (m.without_outcome, "without an outcome")] {
            if count > 0 {
                title += &format!(", {count} {what}");
            }
        }
        let head = ["property", "violated", "holds", "undecided", "out of scope"];
        text += &(table(&title, &head, m.properties.iter().map(row)) + "\n");
    }
    text + &format!(
        "{}judged: {}\n",
        nothing_decided(report.reason.as_ref()),
        all_looked_at(&report.searched)
    )
}

type Simulated<'a> = (&'a PrintedRow, i64, Vec<Comparison>);

/// Returns simulated rows beside the printed numbers.
pub fn simulations(all: &[Simulated<'_>], seed: u64) -> String {
    let mut text = String::new();
    for (row, runs, comparisons) in all {
        let number = |x: f64| format!("{x:.3}");
        let sample =
            |s: &Sample| [number(s.mean), number(s.deviation), number(s.error), format!("{:+.1}", s.z)];
        let counts = |c: &[f64; 3]| c.iter().map(|x| number(*x)).collect::<Vec<_>>().join(" / ");
        let line = |side: &str, name: &str, s: &Sample, c: &[f64; 3], most: i64| {
            let mut line = vec![side.to_string(), name.to_string()];
            line.extend(sample(s));
            line.extend([counts(c), most.to_string()]);
            line
        };
        let mut rows = Vec::new();
        for (side, printed) in [("under", row.under), ("over", row.over)] {
            let mut line = [side, "printed"].map(str::to_string).to_vec();
            line.extend([printed.mean, printed.deviation].map(number));
            line.resize(8, String::new());
            rows.push(line);
        }
        for c in comparisons {
            rows.push(line("under", c.reference, &c.under, &c.short, c.most.0));
            rows.push(line("over", c.reference, &c.over, &c.ahead, c.most.1));
        }
        let head = ["users", "against", "mean", "deviation", "error", "z", "by 1 / 2 / more", "most"];
        let title = format!(
            "{}: {}; {} users, {} resources, demands {:?}, reserves {:?}, {runs} runs, seed {seed}",
            row.id, row.about, USERS, row.resources, row.demand, row.reserve
        );
        text += &(table(&title, &head, rows) + "\n");
    }
    text
}

pub fn separations(reports: &[SeparationReport], a: &str, b: &str) -> String {
    let mut text = String::new();
    for report in reports {
        let Some(how) = &report.how else {
            let (none, searched) = (nothing_decided(report.reason.as_ref()), all_looked_at(&report.searched));
            text += &format!("{}: no such instance found\n{none}searched: {searched}\n\n", report.question);
            continue;
        };
        let tables: Vec<String> = report.tables.iter().map(grid).collect();
        text += &format!("{}\n\n{}\n", report.question, tables.join("\n"));
        text += &match how {
            How::Amounts(x, y) => format!("{a}: {x:?}\n{b}: {y:?}\n\n"),
            How::Violates(mechanism) => format!("for the outcome of {mechanism}\n\n"),
        };
    }
    text
}
