//! The page of an instance on record, with all that it violates: counterexamples that a reader can verify with pencil and
//! paper.

use super::inert::inert;
use super::live;
use super::markdown::{folded, unlinked};
use super::naming::{Case, address, asked, borne, defined, size, told_in};
use super::nearby::{accident, nothing_smaller};
use super::others::{elsewhere, short};
use super::steps::{arithmetic, listed};
use super::{Page, begun, download, grid, stem};
use crate::archive::record::Record;
use crate::document::{InputError, files};
use crate::library::claims::{Claim, Library, Weighed};
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
        let bench = model(&record.model).ok_or_else(|| {
            InputError::of(name.to_string(), "model", format!("there is no model `{}`", record.model))
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

/// A violation that a page argues, with those that it settles: the mechanism allocates alike and violates the property by an equal
/// argument.
struct Group<'a> {
    argued: &'a Told<'a>,
    alike: Vec<&'a Told<'a>>,
}

/// The violations of an instance in their order, each with those that are alike.
fn groups<'a>(told: &'a [Told<'a>]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for told in told {
        let own = told.record;
        let alike = |group: &&mut Group<'_>| {
            let other = group.argued.record;
            let argued = group.argued.exhibit.story == told.exhibit.story;
            other.property == own.property && other.outcome == own.outcome && argued
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.alike.push(told),
            None => groups.push(Group { argued: told, alike: Vec::new() }),
        }
    }
    groups
}

/// The page of an instance: the instance, the run of the first record's mechanism, and each violation under its heading.
pub(super) fn page(shelf: &Shelf<'_>, case: &Case<'_>) -> Result<String, InputError> {
    let twin = case.records.first().and_then(|(_, record)| without_assumption(shelf, record));
    let around = |k: usize| k == 0 && twin.is_none();
    let told: Result<Vec<Told<'_>>, InputError> = (case.records.iter().enumerate())
        .map(|(k, (name, record))| Told::of(name, record, around(k)))
        .collect();
    let told = told?;
    let groups = groups(&told);
    let Some((Group { argued: first, alike }, others)) = groups.split_first() else {
        return Ok(String::new());
    };
    let more = match told.len() - 1 {
        0 => String::new(),
        1 => ", and one more violation".to_string(),
        n => format!(", and {n} more violations"),
    };
    let mut text = format!("# {}: {}{more}\n\n", first.headline(), size(first.name, first.record));
    let Record { mechanism, model, property, .. } = first.record;
    text += &format!(
        "[{}](../mechanisms/{mechanism}.md) violates [{}](../properties/{model}/{property}.md) on this instance. {}\n\n",
        first.called,
        first.asked,
        verdict(first)?
    );
    text += &format!("## The instance\n\n{}", live::BEGINS);
    for table in &first.explained.tables {
        text += &grid(table);
    }
    text += live::ENDS;
    text += &reading(first);
    if twin.is_none() {
        text += &run(first);
    }
    let own = stem(first.name);
    text += &format!("<a id=\"{own}\"></a>\n\n## What the property asks\n\n{}", argument(first, true));
    text += &(bearing(shelf, first) + &also(shelf, first, alike)?);
    if let Some(twin) = twin {
        let [path, called] = [address(shelf.library, twin), stem(twin).to_string()];
        let follows = format!("Its page follows {} step by step.", first.short());
        text += &format!("[`{called}`](../{path}) is a violation with demands of zero. {follows}\n\n");
    }
    let positive = first.record.found.hypothesis == "positive";
    text += &nothing_smaller(&first.short(), &first.explained.smaller, positive);
    text += &elsewhere(first.bench, &first.explained);
    text += &accident(first.explained.curve.as_ref());
    text += &further(shelf, first, others)?;
    Ok(text + &kept(shelf, first)?)
}

/// The steps of a mechanism, folded if there are many, and why no other outcome is possible.
fn run(told: &Told<'_>) -> String {
    let (steps, why) = told.steps();
    let steps = if steps.lines().count() > LONG { folded("The steps", &steps) } else { steps };
    let why = if why.is_empty() { why } else { format!("## Why it cannot be otherwise\n\n{why}") };
    format!("## How {} gets there\n\n{steps}{why}", told.short())
}

/// The violations that the page's first argument does not settle, each under its heading.
fn further(shelf: &Shelf<'_>, first: &Told<'_>, others: &[Group<'_>]) -> Result<String, InputError> {
    let mut text = String::new();
    let (mut run, mut stated) = (vec![first], vec![first.record.property.as_str()]);
    for Group { argued, alike } in others {
        let state = !stated.contains(&argued.record.property.as_str());
        text += &violation(shelf, argued, &(how(argued, &run) + &argument(argued, state)))?;
        text += &also(shelf, argued, alike)?;
        run.push(argued);
        stated.push(&argued.record.property);
    }
    Ok(text)
}

/// For a record that assumes positive demands: the record of its mechanism and property without the assumption, if a page begins
/// with it, and so shows the run.
fn without_assumption<'a>(shelf: &'a Shelf<'_>, record: &Record) -> Option<&'a str> {
    let twin = |(name, other): &&(String, Record)| {
        let cell = (&other.mechanism, &other.property) == (&record.mechanism, &record.property);
        let first = address(shelf.library, name) == format!("records/{}.md", stem(name));
        cell && first && other.model == record.model && other.found.hypothesis == "none"
    };
    let twin = shelf.library.records().iter().find(twin).filter(|_| record.found.hypothesis == "positive");
    twin.map(|(name, _)| name.as_str())
}

/// The violations that an argued one settles, each with its anchor, the claims that it bears on, and the chapters that tell of it.
fn also(shelf: &Shelf<'_>, argued: &Told<'_>, alike: &[&Told<'_>]) -> Result<String, InputError> {
    let mut text = String::new();
    for (k, told) in alike.iter().enumerate() {
        let begins = if k == 0 { "In the same way, with the same allocation: " } else { "Also " };
        let strength = match strength(told)? {
            own if own == strength(argued)? => String::new(),
            own => format!(" ({own})"),
        };
        let own = stem(told.name);
        let called = format!("[{}](../mechanisms/{}.md)", told.short(), told.record.mechanism);
        text += &format!("<a id=\"{own}\"></a>{begins}{called}{strength}.\n\n{}", bearing(shelf, told));
    }
    Ok(text)
}

/// How the mechanism of a further violation allocates: as another on the page, or in steps of its own.
fn how(told: &Told<'_>, run: &[&Told<'_>]) -> String {
    match run.iter().find(|other| other.record.outcome == told.record.outcome) {
        Some(other) if other.record.mechanism == told.record.mechanism => String::new(),
        Some(other) => format!("{} allocates as {} does.\n\n", told.short(), other.short()),
        None => format!("How {} gets there:\n\n{}", told.short(), told.steps().0),
    }
}

/// The largest number of lines of the steps of a run that are not folded.
const LONG: usize = 12;

/// The explanation of the numbers of the instance that no table gives.
fn reading(told: &Told<'_>) -> String {
    match told.record.model.as_str() {
        "cluster" => {
            let all = told.bench.mechanisms();
            let whole = all.iter().find(|entry| entry.id == told.record.mechanism);
            let whole = whole.and_then(|entry| entry.field("tasks")).is_some_and(|tasks| tasks == "whole");
            let whole = if whole { "Tasks are whole, and each runs" } else { "Tasks are divisible, and each part runs" };
            let has = |wanted: &str| {
                told.explained.tables.iter().any(|table| table.head.iter().any(|head| head == wanted))
            };
            let limit = if has("tasks") { "" } else { "; their number is not limited" };
            let owned = if has("contributed by") {
                " The weights are proportional to k / h, where a user's own servers run k of its tasks, and all servers together, \
                 placement constraints left aside, would run h."
            } else {
                ""
            };
            format!("{whole} on one server{limit}.{owned}\n\n")
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
        let drawn = picture::frame(&inert(&title), frame);
        text += &format!("{drawn}\n*{} {}*\n\n", inert(&told.explained.caption), inert(&frame.scale));
    }
    text
}

/// A violation under its heading: strength, its argument, the claims that it bears on, and the chapters that tell of it.
fn violation(shelf: &Shelf<'_>, told: &Told<'_>, argument: &str) -> Result<String, InputError> {
    let head = format!("<a id=\"{}\"></a>\n\n## {}", stem(told.name), inert(&told.headline()));
    let (verdict, argument) = (verdict(told)?, folded("The argument", argument));
    Ok(format!("{head}\n\n{verdict}\n\n{argument}{}", bearing(shelf, told)))
}

/// A violation in sentences: by how much, how sure, and how small the instance is.
fn verdict(told: &Told<'_>) -> Result<String, InputError> {
    let (sentence, margin) = (last_sentence(&told.exhibit.story), inert(&told.explained.amount));
    let (strength, small) = (strength(told)?, small(told.record));
    Ok(format!("{} The margin is {margin}: {strength}. {small}", inert(&sentence)))
}

/// The largest number of claims that are not folded.
const FEW: usize = 1;

/// The claims that a record bears on, and the chapters that tell of it.
fn bearing(shelf: &Shelf<'_>, told: &Told<'_>) -> String {
    let citing = citing(shelf, told.name);
    let claim = |w: &&Weighed| {
        let Claim { id, source, .. } = &w.claim;
        format!("- [`{id}`](../papers/{source}.md#{id}): {}\n", borne(w, told.name, told.record))
    };
    let text: String = citing.iter().map(claim).collect();
    let mut text =
        if citing.len() > FEW { folded("Claims of papers, and our questions", &text) } else { text };
    let chapters = told_in(stem(told.name), told.record, &citing, shelf.chapters);
    let chapters: Vec<String> =
        chapters.iter().map(|(path, title)| format!("[{title}](../{path})")).collect();
    if !chapters.is_empty() {
        text += &format!("\nDiscussed in {}.\n", chapters.join(", "));
    }
    if text.is_empty() { text } else { text + "\n" }
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
    let source = source.map_or_else(String::new, |source| format!(", {}", inert(&defined(&source))));
    let statement = page.split_once("## Statement\n").map_or("", |(_, rest)| rest.trim_start());
    let statement = statement.split("\n\n").next().unwrap_or_default().trim();
    let (asked, page) = (begun(&told.asked), format!("{}/{}.md", told.record.model, told.record.property));
    format!("*[{asked}](../properties/{page})*{source}: {}\n\n", unlinked(statement))
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

/// The claims whose evidence names the record of the file `name`.
pub(super) fn citing<'a>(shelf: &'a Shelf<'_>, name: &str) -> Vec<&'a Weighed> {
    // The path includes the folder, because one name may be the end of another.
    let file = format!("counterexamples/{name}");
    shelf.weighed.iter().filter(|w| w.found.iter().any(|f| f.what.contains(&file))).collect()
}

/// The file with all records of the instance, and the commands that take it.
fn kept(shelf: &Shelf<'_>, first: &Told<'_>) -> Result<String, InputError> {
    let own = stem(first.name);
    let path = shelf.library.file_of(first.name).unwrap_or(std::path::Path::new(""));
    let text = files::text(path)
        .map_err(|error| InputError::of(path.display().to_string(), "", error.to_string()))?;
    Ok(format!(
        "## The record\n\n{} has the certificates. `verify replay {own}` judges it again, and `verify cite {own}` has the words for LaTeX.\n",
        download(&format!("{own}.toml"), &text),
    ))
}
