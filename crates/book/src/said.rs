//! Sentences about what is proved, open or violated: directives compute such a sentence from its claim, cell, record,
//! theorem or file, and refuse one that says otherwise. A chapter whose sentence has no directive is refused too.

use super::known::Known;
use super::link::up;
use super::markdown::inline;
use crate::archive::record::Record;
use crate::document::{Value, files};
use crate::library::VariantArray as _;
use crate::library::claims::{Claim, Library, Open, Standing};
use crate::library::every::{self, Stands, extent};
use crate::library::searches::Extent;

/// Phrases that evidence can make untrue, one per line. A sentence of a chapter that has one needs a directive.
const PHRASES: &str = include_str!("data/phrases.txt");

/// Nouns after a count `N of M` that evidence can change.
const COUNTED: [&str; 6] = ["records", "claims", "cells", "theorems", "statements", "findings"];

/// Returns `true` if evidence can make the sentence untrue.
fn perishable(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let counts = words.windows(4).any(|w| {
        number(w[0]) && w[1] == "of" && number(w[2]) && COUNTED.iter().any(|noun| w[3].starts_with(noun))
    });
    counts || PHRASES.lines().any(|phrase| lower.contains(phrase))
}

/// The first sentence of a chapter, outside of headings and code, that evidence can make untrue and that no directive
/// computes, with the line at which its paragraph begins.
pub fn unborne(text: &str) -> Option<(usize, String)> {
    let mut block = false;
    let (mut paragraph, mut begins) = (String::new(), 1);
    for (number, line) in text.lines().chain([""]).enumerate() {
        let plain = line.trim();
        let fence = plain.starts_with("```");
        let ends = plain.is_empty() || plain.starts_with(['#', '|', '-']) || fence;
        if ends {
            let sentence = paragraph.split_inclusive(['.', '?', '!', ';']).fold(Vec::new(), joined);
            let stale = |s: &String| perishable(s) && !s.contains("{{");
            if let Some(sentence) = sentence.into_iter().find(stale) {
                return Some((begins, sentence.trim().to_string()));
            }
            paragraph.clear();
            begins = number + 1 + usize::from(!plain.starts_with(['|', '-']));
        }
        block ^= fence;
        if !block && !fence && !plain.starts_with('#') {
            paragraph += plain;
            paragraph.push(' ');
        }
    }
    None
}

/// Appends a piece of a paragraph to the sentences before it: a mark inside a word, a number or a directive ends none.
fn joined(mut sentences: Vec<String>, piece: &str) -> Vec<String> {
    match sentences.last_mut() {
        Some(last)
            if !piece.starts_with([' ', '*', ')'])
                || last.matches("{{").count() > last.matches("}}").count() =>
        {
            last.push_str(piece);
        }
        _ => sentences.push(piece.to_string()),
    }
    sentences
}

/// Expands a directive about what is known: the words that it names are compared with the evidence, and linked to it.
///
/// # Errors
/// A directive that is unknown, and one that says what is not so.
pub(super) fn says(
    known: &Known<'_>,
    library: &Library,
    page: &str,
    words: &[&str],
) -> Result<String, String> {
    let up = up(page);
    let differs = |what: &str, is: &str, said: &str| format!("{what} is {is}, and the chapter says {said}");
    match *words {
        ["claim", id, said] => {
            let w = known.claim(id).ok_or_else(|| format!("there is no claim `{id}`"))?;
            if said != w.standing.word() && w.claim.open.map(Open::word) != Some(said) {
                return Err(differs(id, &w.words(), said));
            }
            Ok(format!("[{}]({up}papers/{}.md#{id})", said.replace('-', " "), w.claim.source))
        }
        ["exists", mechanism, said] => {
            let state = library.existence(mechanism);
            if state.word() != said {
                return Err(differs(&format!("that {mechanism} has an outcome"), state.word(), said));
            }
            Ok(state.phrase().to_string())
        }
        ["searched", mechanism, property] => match known.searched(mechanism, property) {
            Some(Extent { decided, .. }) => Ok(format!("no counterexample among {decided} instances")),
            None => Err(format!("the cell {mechanism} x {property} is not unrefuted")),
        },
        ["record", name, said] => {
            let file = format!("{name}.toml");
            let record = library.records().iter().find(|(known, _)| *known == file);
            let (_, record) = record.ok_or_else(|| format!("there is no record `{name}`"))?;
            let (is, phrase) = stands(&file, record)?;
            if is == said { Ok(phrase.to_string()) } else { Err(differs(name, is, said)) }
        }
        ["theorem", name] => match library.theorems().iter().find(|t| t.name == name) {
            Some(_) => Ok(format!("[`{name}`]({up}theorems.md#{name})")),
            None => Err(format!("there is no theorem `{name}`")),
        },
        ["statement", id] => match (library.theorems().iter().find(|t| t.name == id), known.claim(id)) {
            (Some(t), _) => Ok(format!("{} ([`{id}`]({up}theorems.md#{id}))", inline(&t.statement))),
            (None, Some(w)) => {
                let Claim { source, statement, .. } = &w.claim;
                Ok(format!("{} ([`{id}`]({up}papers/{source}.md#{id}), {})", inline(statement), w.words()))
            }
            (None, None) => Err(format!("there is no theorem and no claim `{id}`")),
        },
        ["file", path] => match library.root().join(path).is_file() {
            true => Ok(format!("`{path}`")),
            false => Err(format!("there is no file `{path}`")),
        },
        ["term"] => Ok(String::new()),
        ["count", ref what @ ..] => count(known, library, what),
        _ => Err(format!("there is no directive `{}`: {FORMS}", words.join(" "))),
    }
}

/// The forms of all directives.
const FORMS: &str = "the directives are `part NAME`, `pictures NAME`, `bars MECHANISM FILE`, `outcome MECHANISM FILE \
                     FIELD`, `measure MECHANISM FILE MEASURE`, `bench MECHANISM PROPERTY FILE`, `sliders MECHANISM PROPERTY FILE`, `cell MECHANISM PROPERTY \
                     [HYPOTHESIS]`, `claim ID STANDING`, `exists MECHANISM STATE`, `searched MECHANISM PROPERTY`, `record NAME \
                     every|some|chosen`, `theorem NAME`, `statement ID`, `file PATH`, `term` (of a sentence that explains a word) and `count records|every|theorems|SOURCE STANDING`";

/// The allocations for which a record's violation stands: in a word of directives, and in a phrase.
fn stands(file: &str, record: &Record) -> Result<(&'static str, &'static str), String> {
    if record.stands_for_every() {
        return Ok(("every", "for every admissible allocation"));
    }
    let extent = extent(file, record).map_err(|error| error.to_string())?;
    Ok(match extent.map(|extent| extent.stands) {
        Some(Stands::Every) => ("every", "for every admissible allocation"),
        Some(Stands::Some) => {
            ("some", "for the allocation that was chosen, and not for every admissible one")
        }
        _ => ("chosen", "for the allocation that was chosen"),
    })
}

/// A number of records, theorems, or claims of a source with a standing; or `13 of 16`, the records of PS-DSF whose
/// violation stands for every admissible allocation, of those that name the chosen one.
fn count(known: &Known<'_>, library: &Library, what: &[&str]) -> Result<String, String> {
    match *what {
        ["records"] => Ok(library.records().len().to_string()),
        ["theorems"] => Ok(library.theorems().len().to_string()),
        ["every"] => {
            let file = files::load(&library.root().join(every::FILE)).map_err(|error| error.to_string())?;
            let rows = file.root.fields();
            let holds = |value: &Value| value.get("stands") == Some(&Value::text(Stands::Every.word()));
            let every = rows.iter().filter(|(_, value)| holds(value)).count();
            Ok(format!("{every} of {}", rows.len()))
        }
        [source, standing] if Standing::VARIANTS.iter().any(|s| s.word() == standing) => {
            Ok(known.of_source(source).filter(|w| w.standing.word() == standing).count().to_string())
        }
        _ => Err(format!("cannot count `{}`", what.join(" "))),
    }
}
