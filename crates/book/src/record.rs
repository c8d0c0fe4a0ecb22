//! The page of a record: a counterexample that a reader can verify with pencil and paper.

use std::collections::BTreeMap;

use super::inert::{fenced, inert};
use super::naming::{asked, cited, size, told_in, told_with, twin_anchor, twin_heading};
use super::nearby::{accident, nothing_smaller};
use super::others::{elsewhere, short};
use super::steps::{arithmetic, listed};
use super::{Page, cell, download, grid, stem};
use crate::archive::record::{Cells, Record};
use crate::document::InputError;
use crate::library::claims::{Bearing, Library, Standing, Voice, Weighed};
use crate::model::within_sentence;
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

impl Shelf<'_> {
    /// The cells that the instance of a record violates, other than the record's own.
    fn also(&self, told: &Told<'_>) -> Cells {
        let mut all = self.violated.get(told.name).cloned().unwrap_or_default();
        let own = all.iter_mut().find(|(mechanism, _)| *mechanism == told.record.mechanism);
        own.into_iter().for_each(|(_, ids)| ids.retain(|id| *id != told.record.property));
        all.retain(|(_, ids)| !ids.is_empty());
        all
    }
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
    fn of<'a>(name: &'a str, record: &'a Record) -> Result<Told<'a>, InputError> {
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
            explained: bench.explained(record).map_err(named)?,
            called: super::name(&record.mechanism),
            asked: asked(record),
            bench,
        })
    }

    /// The violation in one sentence.
    fn sentence(&self) -> String {
        last_sentence(&self.exhibit.story)
    }

    /// The title of its page.
    fn title(&self) -> String {
        format!("{} violates {}: {}", self.called, self.asked, size(self.name, self.record))
    }

    /// The name of the mechanism for the middle of sentences: the short name, unless another mechanism shares it.
    fn short(&self) -> String {
        short(self.bench, &self.record.mechanism)
    }
}

/// The page of a record and of its twin under a hypothesis on demands; the page of the twin refers to it.
pub(super) fn page(shelf: &Shelf<'_>, name: &str, record: &Record) -> Result<String, InputError> {
    let told = Told::of(name, record)?;
    if let Some(main) = told_with(shelf.library.records(), record) {
        return Ok(forward(&told, main));
    }
    let twins = shelf.library.records().iter().filter(|(_, other)| {
        (&other.mechanism, &other.property) == (&record.mechanism, &record.property)
            && told_with(shelf.library.records(), other) == Some(name)
    });
    let mut text = format!("# {}\n\n{}", told.title(), body(shelf, &told, "##"));
    for (name, record) in twins {
        let twin = Told::of(name, record)?;
        text += &format!(
            "\n## {}\n\nThe twin of this record is `{}`. Its demands are all above zero, so it also speaks to readers who exclude \
             demands of zero.\n\n{}",
            twin_heading(record),
            stem(name),
            body(shelf, &twin, "###")
        );
    }
    Ok(text)
}

/// The page of a record that is described on the page of its twin.
fn forward(told: &Told<'_>, main: &str) -> String {
    let (own, main, anchor) = (stem(told.name), stem(main), twin_anchor(told.record));
    format!(
        "# {}\n\n<meta http-equiv=\"refresh\" content=\"0; url={main}.html#{anchor}\">\n\nThe record `{own}` is told on \
         [the page of its twin]({main}.md#{anchor}), under the heading \"{}\". In one sentence: {}\n",
        told.title(),
        twin_heading(told.record),
        inert(&told.sentence())
    )
}

/// The sections about one record, below headings of `level`.
fn body(shelf: &Shelf<'_>, told: &Told<'_>, level: &str) -> String {
    let record = told.record;
    let (mechanism, property) = (&record.mechanism, &record.property);
    let mut text = format!(
        "[{}](../mechanisms/{mechanism}.md) violates [{}](../properties/{}/{property}.md) on this instance; the margin is {}. \
         **In one sentence:** {}\n\n",
        told.called,
        told.asked,
        record.model,
        inert(&told.explained.amount),
        inert(&told.sentence())
    );
    text += &facts(shelf, told);
    text += "## The instance\n\n";
    for table in &told.explained.tables {
        text += &grid(table);
    }
    text += &reading(told);
    text += &format!(
        "## How {} gets there\n\n{}",
        within_sentence(&told.short()),
        listed(&told.explained.steps, |step| step.kind != BOUND)
    );
    let bounds = listed(&told.explained.steps, |step| step.kind == BOUND && !step.says.is_empty());
    if !bounds.is_empty() && told.explained.steps.is_ok() {
        text += &format!("## Why it cannot be otherwise\n\n{bounds}");
    }
    if let Some((heading, steps)) = &told.explained.other {
        text += &format!(
            "<details><summary>The steps {}</summary>\n\n{}</details>\n\n",
            inert(heading),
            listed(steps, |step| step.kind != BOUND)
        );
    }
    text += &asks(told);
    text += &gap(told);
    let positive = record.found.hypothesis == "positive";
    text += &nothing_smaller(&told.short(), &told.explained.smaller, positive);
    text += &accident(told.explained.curve.as_ref(), positive);
    let also = shelf.also(told);
    text += &elsewhere(told.bench, &told.explained, |id| {
        also.iter().any(|(m, all)| *m == id && all.contains(&record.property))
    });
    text += &claims(shelf, told.name);
    text += &folded(shelf, told);
    // The headings of a twin are one level lower.
    if level == "##" { text } else { text.replace("\n## ", &format!("\n{level} ")) }
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

/// The facts about the record in a table.
fn facts(shelf: &Shelf<'_>, told: &Told<'_>) -> String {
    let (record, stem) = (told.record, stem(told.name));
    let strength = match (told.exhibit.as_printed, record.stands_for_every()) {
        (true, _) => "exact counterexample, for the algorithm as printed",
        (_, true) => "exact counterexample, for every admissible allocation",
        _ => "exact counterexample, for the allocation that was chosen; the specification may admit others",
    };
    let small = match record.found.minimality.as_str() {
        crate::archive::replay::PROVEN => {
            "no instance before this one, in the enumeration of its size, violates the property"
        }
        crate::archive::replay::GIVEN => "the instance is as it was given",
        _ => "no single step of shrinking keeps the violation",
    };
    let citing = citing(shelf, told.name);
    let chapters = told_in(stem, record, &citing, shelf.chapters);
    let chapters: Vec<String> =
        chapters.iter().map(|(path, title)| format!("[{title}](../{path})")).collect();
    let told_in =
        if chapters.is_empty() { String::new() } else { format!("| Told in | {} |\n", chapters.join(", ")) };
    let mut bears: Vec<String> = citing.iter().take(MOST_BORNE).map(|w| borne(w, told.name)).collect();
    if bears.is_empty() {
        bears = of_the_cell(shelf, told).into_iter().take(MOST_BORNE).map(|w| borne(w, told.name)).collect();
    }
    let more = match citing.len().saturating_sub(MOST_BORNE) {
        0 => String::new(),
        n => format!("; {n} more below"),
    };
    let bears =
        if bears.is_empty() { String::new() } else { format!("| Bears on | {}{more} |\n", bears.join("; ")) };
    format!(
        "| fact | |\n|---|---|\n| Margin | {} |\n| Strength | {strength} |\n| Size | {small} |\n| Checked by | the engine, the \
         kernel alone, and the independent checker in Python |\n{bears}{told_in}| Property | defined and explained on \
         [its own page](../properties/{}/{}.md) |\n| Ids | record `{stem}`, mechanism `{}`, property `{}` |\n| Cite | the name \
         `{stem}` and the version, as in [Cite](../about/cite.md#cite); LaTeX by `verify export counterexamples/{stem}.toml --latex` |\n\n",
        inert(&told.explained.amount),
        record.model,
        record.property,
        record.mechanism,
        record.property
    )
}

/// The largest number of claims that the facts name.
const MOST_BORNE: usize = 3;

/// The bearing of a record on a claim: `contradicts Li et al. 2019, Lemma 2`.
fn borne(w: &Weighed, name: &str) -> String {
    let file = format!("counterexamples/{name}");
    let bearing = w.found.iter().find(|f| f.what.contains(&file)).map(|f| f.bearing);
    let claim = &w.claim;
    let word = match (claim.voice, bearing) {
        (Voice::Question, _) => "answers a question of ours on",
        (_, Some(Bearing::Contradicts)) => "contradicts",
        (_, Some(Bearing::Proves | Bearing::Reproduces)) => "confirms",
        (_, None) if w.standing == Standing::Contradicted => "contradicts",
        (_, None) if w.standing == Standing::Reproduced => "confirms",
        _ => "is compared with",
    };
    let locus = super::cell(&claim.locus);
    let place = if locus.is_empty() { String::new() } else { format!(", {locus}") };
    format!("{word} [{}{place}](../papers/{}.md#{})", cited(&claim.source), claim.source, claim.id)
}

/// The claims whose evidence names the record of the file `name`.
pub(super) fn citing<'a>(shelf: &'a Shelf<'_>, name: &str) -> Vec<&'a Weighed> {
    // The path includes the folder, because one name may be the end of another.
    let file = format!("counterexamples/{name}");
    shelf.weighed.iter().filter(|w| w.found.iter().any(|f| f.what.contains(&file))).collect()
}

/// The claims of papers on the record's cell that name another record as their evidence, or none.
fn of_the_cell<'a>(shelf: &'a Shelf<'_>, told: &Told<'_>) -> Vec<&'a Weighed> {
    let file = format!("counterexamples/{}", told.name);
    let speaks = |w: &&Weighed| {
        w.claim.voice != Voice::Question
            && w.claim.mechanism.as_ref() == Some(&told.record.mechanism)
            && w.claim.property.as_ref() == Some(&told.record.property)
            && matches!(w.standing, Standing::Contradicted | Standing::Reproduced)
            && !w.found.iter().any(|f| f.what.contains(&file))
    };
    shelf.weighed.iter().filter(speaks).collect()
}
/// The section on the property: its statement, and the inequality of the witness.
fn asks(told: &Told<'_>) -> String {
    let entries = told.bench.properties();
    let page = entries.iter().find(|entry| entry.id == told.record.property).map_or("", |entry| entry.page);
    let statement = page.split_once("## Statement\n").map_or("", |(_, rest)| rest.trim_start());
    let statement = statement.split("\n\n").next().unwrap_or_default().trim();
    let mut text = "## What the property asks\n\n".to_string();
    if !statement.is_empty() {
        text += &format!("{}\n\n", unlinked(statement));
    }
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

/// The gap: the sentence, the margin line by line, and the frame.
fn gap(told: &Told<'_>) -> String {
    let mut text = format!("## The gap\n\n{}\n\n", inert(&told.sentence()));
    text += &arithmetic(&told.explained.arithmetic);
    text += &format!("The margin is {}.\n\n", inert(&told.explained.amount));
    let frame = &told.explained.frame;
    if picture::shows(frame) {
        let under = match told.record.found.hypothesis.as_str() {
            "none" => String::new(),
            assumed => format!(", {assumed} demands"),
        };
        let title = format!("What {} allocates{under}", told.called);
        text += &format!(
            "{}\n*{} {}*\n\n",
            picture::frame(&inert(&title), frame),
            inert(&told.explained.caption),
            inert(&frame.scale)
        );
    }
    text
}

/// The claims whose evidence names the record.
fn claims(shelf: &Shelf<'_>, name: &str) -> String {
    let citing = citing(shelf, name);
    if citing.is_empty() {
        return String::new();
    }
    let mut text = "## Claims it bears on\n\n".to_string();
    for w in citing {
        let claim = &w.claim;
        let (id, source) = (&claim.id, &claim.source);
        text += &format!("- [`{id}`](../papers/{source}.md#{id}): {}\n", cell(&claim.statement));
    }
    text + "\n"
}

/// The folded section for few readers: outcome as tables, replay, the file, other violations.
fn folded(shelf: &Shelf<'_>, told: &Told<'_>) -> String {
    let mut text = String::new();
    let also = shelf.also(told);
    if !also.is_empty() {
        text += "<details><summary>What else the instance violates</summary>\n\n";
        for (other, properties) in also {
            let ids: Vec<String> = properties.iter().map(|id| format!("`{id}`")).collect();
            text += &format!("- [`{other}`](../mechanisms/{other}.md): {}\n", ids.join(", "));
        }
        text += "\n</details>\n\n";
    }
    text += "<details><summary>Instance and outcome in one table</summary>\n\n";
    for table in &told.exhibit.tables {
        text += &grid(table);
    }
    text += "</details>\n\n";
    let name = told.name;
    text + &format!(
        "## The record\n\nDownload {}. Judge it again, follow it, or put it into a paper:\n\n```\nverify replay \
         counterexamples/{name}\nverify run --trace --mech {} --instance counterexamples/{name}\nverify export \
         counterexamples/{name} --latex\n```\n\n<details><summary>The file, with its certificate and the search that found \
         it</summary>\n\n{}\n</details>\n",
        download(name, &told.record.to_toml()),
        told.record.mechanism,
        fenced("toml", &told.record.to_toml())
    )
}

/// The violation of a record in one sentence, for a table of records.
pub(super) fn in_a_word(record: &Record) -> String {
    let exhibit = model(&record.model).and_then(|bench| bench.exhibit(record).ok());
    within_sentence(&exhibit.map_or_else(|| record.note.clone(), |exhibit| last_sentence(&exhibit.story)))
}
