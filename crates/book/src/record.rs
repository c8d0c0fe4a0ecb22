//! The page of a record: a counterexample that a reader can follow with a pencil.

use super::inert::{fenced, inert};
use super::naming::{asked, size, told_in};
use super::{Page, cell, download, grid, stem};
use crate::archive::record::Record;
use crate::document::InputError;
use crate::library::claims::{Library, Weighed};
use crate::model::within_sentence;
use crate::picture::{self, Axes, Curve, Point, Scale};
use crate::scalar::Rational;
use crate::trace::{BOUND, Step};
use crate::workbench::{Answer, Bench, Elsewhere, Exhibit, Explained, Near, Steps, Turned, model};

/// Records by the names of their files.
type Named = (String, Record);

/// What the pages of records draw on.
pub(super) struct Shelf<'a> {
    /// The project's data.
    pub library: &'a Library,
    /// The claims with their evidence.
    pub weighed: &'a [Weighed],
    /// The chapters.
    pub chapters: &'a [Page],
}

/// A record laid out and explained.
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

    /// The name of the mechanism for the middle of sentences: the short one, where no other mechanism shares it.
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
    text += &nothing_smaller(&told);
    text += &accident(&told);
    text += &elsewhere(shelf, &told);
    text += &claims(shelf, name);
    text += &twin(shelf, &told)?;
    text += &folded(shelf, &told);
    Ok(text)
}

/// The facts in a table.
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
    // With its folder: one name may be the end of another.
    let file = format!("counterexamples/{name}");
    shelf.weighed.iter().filter(|w| w.found.iter().any(|(_, what)| what.contains(&file))).collect()
}

/// Steps of one kind behind each other beyond which a page lists no more of them.
const LISTED: usize = 24;

/// The steps as numbered paragraphs, with their arithmetic in lines below.
fn listed(steps: &Steps, wanted: impl Fn(&Step) -> bool) -> String {
    let steps = match steps {
        Ok(steps) => steps,
        Err(refusal) => return format!("The steps are not listed: {}.\n\n", inert(&refusal.to_string())),
    };
    let own: Vec<&Step> = steps.iter().filter(|step| wanted(step)).collect();
    let (mut text, mut number) = (String::new(), 0);
    for same in own.chunk_by(|a, b| a.kind == b.kind) {
        for step in &same[..same.len().min(LISTED)] {
            number += 1;
            text += &format!("{number}. {}\n", set(&step.says));
            for line in &step.lines {
                let because = if line.because.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", set(&line.because))
                };
                text += &format!("    - {}{because}\n", set(&line.formula));
            }
        }
        if same.len() > LISTED {
            let more = same.len() - LISTED;
            number += 1;
            text += &format!(
                "{number}. {more} more steps like these follow; `verify run --trace --format json` lists all.\n"
            );
        }
    }
    if number > 0 {
        text.push('\n');
    }
    text
}

/// A text with the signs of mathematics: variables with their indexes below, and relations in one sign.
fn set(text: &str) -> String {
    let plain: Vec<char> = text.replace("<=", "≤").replace(">=", "≥").replace(" * ", " · ").chars().collect();
    let mut made = String::new();
    let mut at = 0;
    while at < plain.len() {
        let c = plain[at];
        let begins = at == 0 || !plain[at - 1].is_alphanumeric();
        let digits = plain[at + 1..].iter().take_while(|d| d.is_ascii_digit()).count();
        let ends = plain.get(at + 1 + digits).is_none_or(|d| !d.is_alphanumeric());
        if begins && ends && digits > 0 && "xlhdIw".contains(c) {
            made.push(if c == 'l' { 'ℓ' } else { c });
            made.extend(plain[at + 1..=at + digits].iter().map(|d| below(*d)));
            at += digits + 1;
        } else {
            made.push(c);
            at += 1;
        }
    }
    inert(&made)
}

fn below(digit: char) -> char {
    digit.to_digit(10).and_then(|d| char::from_u32(0x2080 + d)).unwrap_or(digit)
}

/// What the property asks, in its page's words and in those of the witness.
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

/// The gap: the sentence, and the frame.
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

/// What was done to the instance, as a list in a sentence: the first word of a group is said once.
fn row(texts: &[String]) -> String {
    let of = |text: &String| text.split(' ').next().unwrap_or_default().to_string();
    let group = |group: &[String]| {
        let word = format!("{} ", of(&group[0]));
        let rest: Vec<String> =
            group.iter().map(|text| text.strip_prefix(&word).unwrap_or(text).to_string()).collect();
        format!("{word}{}", either(&rest))
    };
    let groups: Vec<String> = texts.chunk_by(|a, b| of(a) == of(b)).map(group).collect();
    groups.join("; ")
}

/// Texts with `or` before the last.
fn either(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}

/// Why nothing smaller works: each single deletion, and what it comes to.
fn nothing_smaller(told: &Told<'_>) -> String {
    let all = &told.explained.smaller;
    if all.is_empty() {
        return String::new();
    }
    let of = |answer: Answer| all.iter().filter(|near| near.answer == answer).collect::<Vec<&Near>>();
    let names = |near: &[&Near]| row(&near.iter().map(|n| n.what.clone()).collect::<Vec<_>>());
    let (holds, violated) = (of(Answer::Holds), of(Answer::Violated));
    let mut text =
        "## Why nothing smaller works\n\nOne part was taken out, or one rule or number changed, at a time.\n\n"
            .to_string();
    let mechanism = told.short();
    if !holds.is_empty() {
        text += &format!("- {} satisfies the property {}.\n", inert(mechanism), inert(&names(&holds)));
    }
    let silent: Vec<&Near> = all.iter().filter(|n| n.answer == Answer::OutOfScope).collect();
    let mut reasons: Vec<&str> = silent.iter().filter_map(|n| n.reason.as_deref()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    for reason in reasons {
        let own: Vec<&Near> =
            silent.iter().copied().filter(|n| n.reason.as_deref() == Some(reason)).collect();
        text += &format!("- The property says nothing {}: {}.\n", inert(&names(&own)), inert(reason));
    }
    let open = of(Answer::Undecided);
    if !open.is_empty() {
        text += &format!("- No violation was found, although none was excluded, {}.\n", inert(&names(&open)));
    }
    if !violated.is_empty() {
        let with = |near: &&Near| {
            let margin = near.margin.as_ref().map_or_else(String::new, |m| format!(" (margin {m})"));
            format!("{}{margin}", near.what)
        };
        let list: Vec<String> = violated.iter().map(with).collect();
        text += &format!("- The violation remains {}.\n", inert(&row(&list)));
    }
    text + "\n"
}

/// Whether it is an accident: the margin as one number is turned.
fn accident(told: &Told<'_>) -> String {
    let Some(Turned { what, at, points }) = &told.explained.curve else { return String::new() };
    let zero = Rational::from(0);
    let known: Vec<(&Rational, &Rational)> =
        points.iter().filter_map(|(x, m)| Some((x, m.as_ref()?))).collect();
    let positive: Vec<&(&Rational, &Rational)> = known.iter().filter(|(_, m)| **m > zero).collect();
    let mut text = "## Is it an accident?\n\n".to_string();
    let [first, .., last] = &positive[..] else {
        text += &format!(
            "One number is changed: {what}, which is {at} in the record. Of {} values from 0 to {} that were computed exactly, only \
             {at} violates the property.\n\n",
            points.len(),
            &points.last().map_or_else(|| zero.clone(), |p| p.0.clone())
        );
        return inert_lines(&text);
    };
    let most = positive.iter().max_by_key(|(_, m)| (*m).clone()).unwrap_or(first);
    text += &inert_lines(&format!(
        "One number is changed: {what}, which is {at} in the record. Of {} values from 0 to {} that were computed exactly, {} violate the property, \
         the first at {} and the last at {}; the largest margin is {} at {}.\n\n",
        points.len(),
        points.last().map_or_else(|| zero.clone(), |p| p.0.clone()),
        positive.len(),
        first.0,
        last.0,
        most.1,
        most.0
    ));
    let curve = |name: &str, of: &[(&Rational, &Rational)]| Curve {
        name: name.to_string(),
        points: of.iter().map(|(x, m)| Point::from((x.to_f64(), m.to_f64()))).collect(),
    };
    let here = known.iter().filter(|(x, _)| *x == at);
    // With an error bar, it is drawn as a point.
    let here = here.map(|(x, m)| Point { x: x.to_f64(), y: m.to_f64(), error: Some(0.0) }).collect();
    let label = inert(what);
    let axes = Axes { x: &label, y: "margin", scale: Scale::Linear };
    let curves = [curve("margin", &known), Curve { name: "the record".to_string(), points: here }];
    if let Ok(drawing) = picture::curves(&axes, &curves) {
        text += &format!("{drawing}\n");
    }
    text
}

fn inert_lines(text: &str) -> String {
    text.lines()
        .map(|line| format!("{}\n", if line.starts_with('#') { line.to_string() } else { inert(line) }))
        .collect()
}

/// Who else violates the property on this instance, and who satisfies it.
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

/// The record of the same cell under another hypothesis on demands, laid out beside this one.
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

/// What few readers want: outcome as tables, replay, the file, other violations.
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

/// What a record shows, in one sentence, for a table of records.
pub(super) fn in_a_word(record: &Record) -> String {
    let story =
        model(&record.model).and_then(|bench| bench.exhibit(record).ok()).map(|exhibit| exhibit.story);
    let last = story.as_deref().and_then(|story| story.lines().last()).map(str::to_string);
    within_sentence(&last.unwrap_or_else(|| record.note.clone()))
}
