//! The page of a record: a counterexample that a reader can verify with pencil and paper.

use super::inert::{fenced, inert};
use super::naming::{asked, size, told_in};
use super::nearby::{accident, nothing_smaller};
use super::steps::listed;
use super::{Page, cell, download, grid, stem};
use crate::archive::record::Record;
use crate::document::InputError;
use crate::library::claims::{Library, Weighed};
use crate::model::within_sentence;
use crate::picture;
use crate::trace::BOUND;
use crate::workbench::{Answer, Bench, Elsewhere, Exhibit, Explained, model};

/// A record with the name of its file.
type Named = (String, Record);

/// The data that the pages of records use.
pub(super) struct Shelf<'a> {
    /// The project's data.
    pub library: &'a Library,
    /// The claims with their evidence.
    pub weighed: &'a [Weighed],
    /// The chapters of the book.
    pub chapters: &'a [Page],
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
        self.exhibit.story.lines().last().unwrap_or_default().to_string()
    }

    /// The name of the mechanism within a sentence: the short one, unless another mechanism shares it.
    fn short(&self) -> &str {
        let head = |name: &str| name.split([',', '(']).next().unwrap_or_default().trim().to_string();
        let own = head(&self.called);
        let same = self.bench.mechanisms().iter().filter(|entry| head(&entry.name()) == own).count();
        if same > 1 { &self.called } else { self.called.split(" (").next().unwrap_or(&self.called) }
    }
}

/// The page of a record.
pub(super) fn page(shelf: &Shelf<'_>, name: &str, record: &Record) -> Result<String, InputError> {
    let told = Told::of(name, record)?;
    let (mechanism, property) = (&record.mechanism, &record.property);
    let mut text = format!(
        "# {} violates {}: {}\n\n[{}](../mechanisms/{mechanism}.md) violates [{}](../properties/{}/{property}.md) on this \
         instance by a margin of {}. **In one sentence:** {}\n\n",
        told.called,
        told.asked,
        size(name, record),
        told.called,
        told.asked,
        record.model,
        inert(&record.margin()),
        inert(&told.sentence())
    );
    text += &facts(shelf, &told);
    text += "## The instance\n\n";
    for table in &told.explained.tables {
        text += &grid(table);
    }
    text += &format!(
        "## How {} gets there\n\n{}",
        within_sentence(told.short()),
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
    text += &asks(&told);
    text += &gap(&told);
    text += &nothing_smaller(told.short(), &told.explained.smaller);
    text += &accident(told.explained.curve.as_ref());
    text += &elsewhere(shelf, &told);
    text += &claims(shelf, name);
    text += &twin(shelf, &told)?;
    text += &folded(shelf, &told);
    Ok(text)
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
    let own = format!("[the property's page](../properties/{}/{}.md)", record.model, record.property);
    let chapters: Vec<String> =
        chapters.iter().map(|(path, title)| format!("[{title}](../{path})")).collect();
    let explained = if chapters.is_empty() { own } else { format!("{}; {own}", chapters.join(", ")) };
    format!(
        "| fact | |\n|---|---|\n| Margin | {} |\n| Strength | {strength} |\n| Size | {small} |\n| Checked by | the engine, the \
         kernel alone, and the independent checker in Python |\n| Explained in | {explained} |\n| Ids | record `{stem}`, mechanism \
         `{}`, property `{}` |\n| Cite | the name `{stem}` and the version, as in [Cite](../about/cite.md#cite) |\n\n",
        inert(&record.margin()),
        record.mechanism,
        record.property
    )
}

fn citing<'a>(shelf: &'a Shelf<'_>, name: &str) -> Vec<&'a Weighed> {
    // The path includes the folder, because one name may be the end of another.
    let file = format!("counterexamples/{name}");
    shelf.weighed.iter().filter(|w| w.found.iter().any(|(_, what)| what.contains(&file))).collect()
}

/// The section on the property: its statement, and the inequality of the witness.
fn asks(told: &Told<'_>) -> String {
    let entries = told.bench.properties();
    let page = entries.iter().find(|entry| entry.id == told.record.property).map_or("", |entry| entry.page);
    let statement = page.split_once("## Statement\n").map_or("", |(_, rest)| rest.trim_start());
    let statement = statement.split("\n\n").next().unwrap_or_default().trim();
    let mut text = "## What the property asks\n\n".to_string();
    if !statement.is_empty() && !statement.contains("](") {
        text += &format!("{statement}\n\n");
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

/// The section on the gap: the sentence, and the frame.
fn gap(told: &Told<'_>) -> String {
    let mut text = format!(
        "## The gap\n\n{} The margin is {}.\n\n",
        inert(&told.sentence()),
        inert(&told.record.margin())
    );
    let frame = &told.explained.frame;
    if picture::shows(frame) {
        let title = format!("What {} allocates", told.called);
        text += &format!(
            "{}\n*{} {}*\n\n",
            picture::frame(&inert(&title), frame),
            inert(&told.explained.caption),
            inert(&frame.scale)
        );
    }
    text
}

/// The section on all other mechanisms on the instance: those that violate the property, and those that
/// satisfy it.
fn elsewhere(shelf: &Shelf<'_>, told: &Told<'_>) -> String {
    let link = |id: &str| format!("[`{id}`](../mechanisms/{id}.md)");
    let mut text = String::new();
    let others = &told.explained.others;
    if others.is_empty() {
        let also = shelf.library.also().of(told.name);
        let own = also.iter().filter(|(_, properties)| properties.contains(&told.record.property));
        let names: Vec<String> = own.map(|(id, _)| link(id)).collect();
        if !names.is_empty() {
            text += &format!("Also violate the property here: {}.\n\n", names.join(", "));
        }
    } else {
        let margin = |e: &&Elsewhere| {
            let margin = e.margin.as_ref().map_or_else(String::new, ToString::to_string);
            let same = if e.same { ", the same allocation" } else { "" };
            format!("{} ({}{same})", link(e.mechanism), inert(&margin))
        };
        let violate: Vec<String> =
            others.iter().filter(|e| e.answer == Answer::Violated).map(|e| margin(&e)).collect();
        let satisfy: Vec<String> =
            others.iter().filter(|e| e.answer == Answer::Holds).map(|e| link(e.mechanism)).collect();
        let silent = others.len() - violate.len() - satisfy.len();
        if !violate.is_empty() {
            text +=
                &format!("Also violate the property here, with these margins: {}.\n\n", violate.join(", "));
        }
        if !satisfy.is_empty() {
            text += &format!("Satisfy it here: {}.\n\n", satisfy.join(", "));
        }
        if silent > 0 {
            text += &format!(
                "{silent} other mechanisms of the model do not take this instance, or the property says nothing of them here.\n\n"
            );
        }
    }
    if text.is_empty() { text } else { format!("## Who else, on this instance\n\n{text}") }
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

/// The record of the cell under another hypothesis on demands, displayed beside this one.
fn twin(shelf: &Shelf<'_>, told: &Told<'_>) -> Result<String, InputError> {
    let own = told.record;
    let alike = |(name, other): &&Named| {
        name != told.name
            && (&other.mechanism, &other.property) == (&own.mechanism, &own.property)
            && other.found.hypothesis != own.found.hypothesis
    };
    let Some((name, record)) = shelf.library.records().iter().find(alike) else { return Ok(String::new()) };
    let twin = Told::of(name, record)?;
    let head = match record.found.hypothesis.as_str() {
        "positive" => "The same with positive demands",
        "none" => "The same with zeros among the demands",
        _ => "The same under another hypothesis",
    };
    let mut text = format!(
        "## {head}\n\nThe twin of this record is [`{0}`]({0}.md), with a margin of {1}. {2}\n\n",
        stem(name),
        inert(&record.margin()),
        inert(&twin.sentence())
    );
    text += "<details><summary>Its instance, its steps and its picture</summary>\n\n";
    for table in &twin.explained.tables {
        text += &grid(table);
    }
    text += &listed(&twin.explained.steps, |step| step.kind != BOUND);
    if picture::shows(&twin.explained.frame) {
        let title = format!("What {} allocates on the twin", twin.called);
        text += &format!(
            "{}\n*{}*\n\n",
            picture::frame(&inert(&title), &twin.explained.frame),
            inert(&twin.explained.caption)
        );
    }
    Ok(text + "</details>\n\n")
}

/// The folded sections: outcome as tables, replay, the file, other violations.
fn folded(shelf: &Shelf<'_>, told: &Told<'_>) -> String {
    let mut text = String::new();
    let also = shelf.library.also().of(told.name);
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
    let story =
        model(&record.model).and_then(|bench| bench.exhibit(record).ok()).map(|exhibit| exhibit.story);
    let last = story.as_deref().and_then(|story| story.lines().last()).map(str::to_string);
    within_sentence(&last.unwrap_or_else(|| record.note.clone()))
}
