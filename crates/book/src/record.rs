//! The page of an instance on record, with all that it violates: counterexamples that a reader can verify with pencil and
//! paper.

use std::collections::BTreeMap;

use super::inert::inert;
use super::live;
use super::naming::{Case, asked, borne, size, told_in};
use super::nearby::{accident, nothing_smaller};
use super::others::{elsewhere, short};
use super::steps::{arithmetic, listed};
use super::{Page, download, grid, stem};
use crate::archive::record::{Cells, Record};
use crate::document::{InputError, files};
use crate::library::claims::{Library, Weighed};
use crate::library::every::{Stands, extent};
use crate::picture;
use crate::trace::BOUND;
use crate::workbench::{Bench, Exhibit, Explained, last_sentence, model};

/// The data that the pages of records use.
pub(super) struct Shelf<'a> {
    /// The project's data.
    pub library: &'a Library,
    /// The claims with their evidence.
    pub weighed: &'a [Weighed],
    /// The chapters of the book.
    pub chapters: &'a [Page],
    /// The cells that the instance of each record violates, by the record's name.
    pub violated: BTreeMap<&'a str, Cells>,
}

/// A record, displayed and explained.
struct Told<'a> {
    name: &'a str,
    record: &'a Record,
    exhibit: Exhibit,
    explained: Explained,
    called: String,
    asked: String,
    bench: &'static dyn Bench,
}

impl Told<'_> {
    /// Reads a record; with `around`, instances and mechanisms near its own are judged as well.
    fn of<'a>(name: &'a str, record: &'a Record, around: bool) -> Result<Told<'a>, InputError> {
        let bench = model(&record.model).ok_or_else(|| InputError {
            file: name.to_string(),
            field: "model".to_string(),
            reason: format!("there is no model `{}`", record.model),
        })?;
        let named = |e: InputError| InputError { file: name.to_string(), ..e };
        Ok(Told {
            name,
            record,
            exhibit: bench.exhibit(record).map_err(named)?,
            explained: bench.explained(record, around).map_err(named)?,
            called: super::name(&record.mechanism),
            asked: asked(record),
            bench,
        })
    }

    /// The violation in one sentence.
    fn sentence(&self) -> String {
        last_sentence(&self.exhibit.story)
    }

    /// The mechanism and the property in a sentence.
    fn headline(&self) -> String {
        format!("{} violates {}", self.called, self.asked)
    }

    /// The name of the mechanism for a heading or a list.
    fn short(&self) -> String {
        short(self.bench, &self.record.mechanism)
    }

    /// The steps of the mechanism, and below their heading why no other outcome is possible.
    fn steps(&self) -> (String, String) {
        let bound = |step: &&crate::trace::Step| step.kind == BOUND && !step.says.is_empty();
        let bounds = self.explained.steps.as_ref().is_ok_and(|steps| steps.iter().any(|step| bound(&step)));
        let why = match bounds {
            true => listed(&self.explained.steps, |step| bound(&step)),
            false => String::new(),
        };
        (listed(&self.explained.steps, |step| step.kind != BOUND), why)
    }
}

/// The page of an instance: the instance, the run of the first record's mechanism, and each violation under its heading.
pub(super) fn page(shelf: &Shelf<'_>, case: &Case<'_>) -> Result<String, InputError> {
    let told: Result<Vec<Told<'_>>, InputError> =
        (case.records.iter().enumerate()).map(|(k, (name, record))| Told::of(name, record, k == 0)).collect();
    let told = told?;
    let Some((first, others)) = told.split_first() else { return Ok(String::new()) };
    let more = match others.len() {
        0 => String::new(),
        1 => ", and one more violation".to_string(),
        n => format!(", and {n} more violations"),
    };
    let mut text = format!(
        "# {}: {}{more}\n\n[{}](../mechanisms/{}.md) violates [{}](../properties/{}/{}.md) on this instance; the margin is {}. \
         **In one sentence:** {}\n\n",
        first.headline(),
        size(first.name, first.record),
        first.called,
        first.record.mechanism,
        first.asked,
        first.record.model,
        first.record.property,
        inert(&first.explained.amount),
        inert(&first.sentence())
    );
    text += &contents(others);
    text += &format!("## The instance\n\n{}", live::BEGINS);
    for table in &first.explained.tables {
        text += &grid(table);
    }
    text += live::ENDS;
    text += &reading(first);
    let (steps, why) = first.steps();
    text += &format!("## How {} gets there\n\n{steps}", first.short());
    if !why.is_empty() {
        text += &format!("## Why it cannot be otherwise\n\n{why}");
    }
    text += &violation(shelf, first, &argument(first, true))?;
    let positive = first.record.found.hypothesis == "positive";
    text += &nothing_smaller(&first.short(), &first.explained.smaller, positive);
    text += &accident(first.explained.curve.as_ref());
    text += &elsewhere(first.bench, &first.explained);
    let (mut run, mut stated) = (vec![first], vec![first.record.property.as_str()]);
    for other in others {
        let state = !stated.contains(&other.record.property.as_str());
        let argument = how(other, &run).unwrap_or_else(|how| how + &argument(other, state));
        text += &violation(shelf, other, &argument)?;
        run.push(other);
        stated.push(&other.record.property);
    }
    Ok(text + &also(shelf, &told) + &kept(shelf, first)?)
}

/// The further violations of a page, with links to their headings.
fn contents(others: &[Told<'_>]) -> String {
    if others.is_empty() {
        return String::new();
    }
    let one = |told: &Told<'_>| format!("[{} violates {}](#{})", told.short(), told.asked, stem(told.name));
    format!("Also on this page: {}.\n\n", others.iter().map(one).collect::<Vec<_>>().join("; "))
}

/// How the mechanism of a further violation allocates: `Ok` if the page has shown a mechanism that allocates alike and violates the
/// property by the same witness, and `Err` if the violation has to be shown after that.
fn how(told: &Told<'_>, run: &[&Told<'_>]) -> Result<String, String> {
    let alike = |other: &&&Told<'_>| other.record.outcome == told.record.outcome;
    let same = |other: &&&Told<'_>| {
        let (other, own) = (other.record, told.record);
        other.property == own.property && other.witness == own.witness
    };
    if let Some(other) = run.iter().filter(alike).find(same) {
        return Ok(format!(
            "{} allocates as {} does, so it violates the property [in the same way](#{}).\n\n",
            told.short(),
            other.short(),
            stem(other.name)
        ));
    }
    Err(match run.iter().find(alike) {
        Some(other) if other.record.mechanism == told.record.mechanism => String::new(),
        Some(other) => format!("{} allocates as {} does.\n\n", told.short(), other.short()),
        None => format!(
            "<details><summary>How {} gets there</summary>\n\n{}</details>\n\n",
            inert(&told.short()),
            told.steps().0
        ),
    })
}

/// The explanation of the numbers of the instance that no table gives.
fn reading(told: &Told<'_>) -> String {
    match told.record.model.as_str() {
        "cluster" => {
            let mut text = "Servers hold units of each resource; a task needs this many units, all on one server".to_string();
            let all = told.bench.mechanisms();
            let whole = all.iter().find(|entry| entry.id == told.record.mechanism);
            let whole = whole.and_then(|entry| entry.field("tasks")).is_some_and(|tasks| tasks == "whole");
            text += if whole { ". Tasks are whole." } else { ", and parts of a task need the same part of it." };
            let limited = told.explained.tables.iter().any(|table| table.head.iter().any(|head| head == "tasks"));
            if !limited {
                text += " Each user has tasks without end.";
            }
            let owned = told.explained.tables.iter().any(|table| table.head.iter().any(|head| head == "contributed by"));
            if owned {
                text += " The weights are proportional to k / h, where a user's own servers run k of its tasks, and all servers together, \
                         placement constraints left aside, would run h.";
            }
            text + "\n\n"
        }
        "covering" => {
            let sized = told.explained.tables.iter().any(|table| table.head.iter().any(|head| head == "size"));
            format!(
                "{}A task needs resources of total size at least its demand, and pays their costs. \"Pays alone\" is the cost of the \
                 cheapest resources that cover the demand when there is no other task. The ratio of a task is what it pays over what it \
                 pays alone, and the ratio of an outcome is the largest one.\n\n",
                if sized { "" } else { "Each resource has the size 1. " }
            )
        }
        "arrivals" => "At step k of n agents, k agents have arrived, and k/n of each resource may be used.\n\n".to_string(),
        "cohort" => "A queue may use more than its quota as long as the quotas of all queues together are not exceeded.\n\n".to_string(),
        _ => String::new(),
    }
}

/// What the property asks, the margin line by line, and the picture.
fn argument(told: &Told<'_>, state: bool) -> String {
    let mut text = if state { statement(told) } else { String::new() };
    text += &asks(told);
    text += &arithmetic(&told.explained.arithmetic);
    let frame = &told.explained.frame;
    if picture::shows(frame) {
        let title = format!("What {} allocates, for {}", told.called, stem(told.name));
        text += &format!(
            "{}\n*{} {}*\n\n",
            picture::frame(&inert(&title), frame),
            inert(&told.explained.caption),
            inert(&frame.scale)
        );
    }
    text
}

/// A violation under its heading: strength, its argument, the claims that it bears on, and the chapters that tell of it.
fn violation(shelf: &Shelf<'_>, told: &Told<'_>, argument: &str) -> Result<String, InputError> {
    let own = stem(told.name);
    let mut text = format!(
        "<a id=\"{own}\"></a>\n\n## {}\n\n{} The margin is {}: {}. {}\n\n{argument}",
        inert(&told.headline()),
        inert(&told.sentence()),
        inert(&told.explained.amount),
        strength(told)?,
        small(told.record)
    );
    let citing = citing(shelf, told.name);
    for w in &citing {
        text += &format!(
            "- [`{}`](../papers/{}.md#{}): {}\n",
            w.claim.id,
            w.claim.source,
            w.claim.id,
            borne(w, told.name, told.record)
        );
    }
    let chapters = told_in(own, told.record, &citing, shelf.chapters);
    let chapters: Vec<String> =
        chapters.iter().map(|(path, title)| format!("[{title}](../{path})")).collect();
    if !chapters.is_empty() {
        text += &format!("\nTold in {}.\n", chapters.join(", "));
    }
    Ok(text + "\n")
}

/// The outcomes for which a violation stands, in the words that the book uses for the strength of evidence.
fn strength(told: &Told<'_>) -> Result<&'static str, InputError> {
    let every = "an exact counterexample, for every admissible allocation";
    Ok(match (told.exhibit.as_printed, told.record.stands_for_every()) {
        (true, _) => "an exact counterexample, for the algorithm as printed",
        (_, true) => every,
        _ => match extent(told.name, told.record)?.map(|extent| extent.stands) {
            Some(Stands::Every) => every,
            Some(Stands::Some) => {
                "an exact counterexample, for the allocation that was chosen; another has no such violation"
            }
            _ => {
                "an exact counterexample, for the allocation that was chosen; the specification may admit others"
            }
        },
    })
}

/// How small the instance is, in a sentence.
fn small(record: &Record) -> &'static str {
    match record.found.minimality.as_str() {
        crate::archive::replay::PROVEN => {
            "No instance before this one, in the enumeration of its size, violates the property."
        }
        crate::archive::replay::GIVEN => "The instance is as it was given.",
        _ => "No single step of shrinking keeps the violation.",
    }
}

/// The statement of the property, with a link to its page.
fn statement(told: &Told<'_>) -> String {
    let entries = told.bench.properties();
    let entry = entries.iter().find(|entry| entry.id == told.record.property);
    let page = entry.map_or("", |entry| entry.page);
    let source = entry.and_then(|entry| entry.field("source"));
    let source =
        source.map_or_else(String::new, |source| format!(", in the definition of {}", inert(&source)));
    let statement = page.split_once("## Statement\n").map_or("", |(_, rest)| rest.trim_start());
    let statement = statement.split("\n\n").next().unwrap_or_default().trim();
    format!(
        "*[{}](../properties/{}/{}.md)*{source}: {}\n\n",
        told.asked,
        told.record.model,
        told.record.property,
        unlinked(statement)
    )
}

/// The inequality of the witness, in sentences.
fn asks(told: &Told<'_>) -> String {
    let mut text = String::new();
    let lines: Vec<&str> = told.exhibit.story.lines().collect();
    for line in &lines[..lines.len().saturating_sub(1)] {
        text += &match line.strip_prefix("  ") {
            Some(item) => format!("- {}\n", inert(item.trim())),
            None => format!("\n{}\n\n", inert(line)),
        };
    }
    text + "\n"
}

/// A text with the words of its links and without their targets, which lead from another folder.
fn unlinked(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("](") {
        let (head, words) = before.rsplit_once('[').unwrap_or((before, ""));
        made += head;
        made += words;
        rest = from.split_once(')').map_or("", |(_, after)| after);
    }
    made + rest
}

/// The claims whose evidence names the record of the file `name`.
pub(super) fn citing<'a>(shelf: &'a Shelf<'_>, name: &str) -> Vec<&'a Weighed> {
    // The path includes the folder, because one name may be the end of another.
    let file = format!("counterexamples/{name}");
    shelf.weighed.iter().filter(|w| w.found.iter().any(|f| f.what.contains(&file))).collect()
}

/// The further cells that the instance violates, folded.
fn also(shelf: &Shelf<'_>, told: &[Told<'_>]) -> String {
    let mut by_property: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let all = told.first().and_then(|first| shelf.violated.get(first.name));
    for (mechanism, ids) in all.into_iter().flatten() {
        let shown =
            |id: &&String| told.iter().any(|t| t.record.mechanism == *mechanism && t.record.property == **id);
        for id in ids.iter().filter(|id| !shown(id)) {
            by_property.entry(id).or_default().push(format!("`{mechanism}`"));
        }
    }
    if by_property.is_empty() {
        return String::new();
    }
    let mut text = "<details><summary>What else the instance violates</summary>\n\n".to_string();
    for (property, mechanisms) in by_property {
        text += &format!("- `{property}`: {}\n", mechanisms.join(", "));
    }
    text + "\n</details>\n\n"
}

/// The file with all records of the instance, and the commands that take it.
fn kept(shelf: &Shelf<'_>, first: &Told<'_>) -> Result<String, InputError> {
    let own = stem(first.name);
    let path = shelf.library.file_of(first.name).unwrap_or(std::path::Path::new(""));
    let text = files::text(path).map_err(|error| InputError {
        file: path.display().to_string(),
        field: String::new(),
        reason: error.to_string(),
    })?;
    Ok(format!(
        "## The record\n\nThe file {} has the certificates and the searches. `verify replay {own}` judges it again, `verify run \
         --trace --mech {} --instance counterexamples/{own}.toml` lists all steps, and `verify export counterexamples/{own}.toml \
         --latex` sets the instance for a paper.\n",
        download(&format!("{own}.toml"), &text),
        first.record.mechanism
    ))
}
