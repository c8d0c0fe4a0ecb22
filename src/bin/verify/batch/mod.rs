//! `verify judge`: many instances, one per line, judged in order and in pieces that bound the memory.

mod source;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use fairwitness::document::Document;
use fairwitness::library::batch::{Item, LONGEST, Question};
use fairwitness::linear::{Patience, Stop};
use fairwitness::scalar::Rational;
use fairwitness::workbench::{Answer, Bench, Ruling};
pub use source::Source;

use super::args::{Many, Shape};
use super::limits::{for_at_most, interruption, patience_of, waiting};
use super::outside::{self, Place};
use super::{FOUND, UNDECIDED, WRONG, complain, ids};

/// The largest number of instances judged before their results are written.
const PIECE: usize = 2048;
/// The largest total size of the instances of one piece, in bytes.
const MOST_BYTES: usize = 16 << 20;

pub fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

/// Returns a line of a table. A cell that a spreadsheet would read as a formula gets a leading quote.
pub fn csv_row(cells: impl IntoIterator<Item = String>) -> String {
    let plain = |cell: String| if cell.starts_with(['=', '+', '-', '@']) { format!("'{cell}") } else { cell };
    let cells = cells.into_iter().map(|cell| csv_cell(&plain(cell)));
    cells.collect::<Vec<_>>().join(",") + "\n"
}

/// The columns of a table of verdicts; `several` mechanisms have a column for their ids.
fn csv_head(several: bool, properties: &[&str]) -> String {
    let columns = properties.iter().map(|id| format!(",{id},{id}-margin"));
    let mechanism = if several { "mechanism," } else { "" };
    format!("line,{mechanism}file{},error\n", columns.collect::<String>())
}

/// A row of the table; `mechanism` is given where several are asked.
fn csv_line(
    item: &Item,
    mechanism: Option<&str>,
    rulings: &Result<Vec<Ruling>, String>,
    properties: &[&str],
) -> String {
    let mut line = item.line.to_string();
    for cell in mechanism.into_iter().chain([item.file.as_deref().unwrap_or_default()]) {
        let _ = write!(line, ",{}", csv_cell(cell));
    }
    match rulings {
        Err(error) => {
            line += &",,".repeat(properties.len());
            let _ = write!(line, ",{}", csv_cell(error));
        }
        Ok(rulings) => {
            for ruling in rulings {
                let margin = ruling.margin.as_ref().map_or_else(String::new, ToString::to_string);
                let _ = write!(line, ",{},{margin}", ruling.answer.word());
            }
            line.push(',');
        }
    }
    line.push('\n');
    line
}

/// The summary of all instances.
struct Summary<'a> {
    judged: u64,
    errors: u64,
    first_error: Option<(u64, String)>,
    /// One column per property, by id; a property that is named twice has one column.
    columns: BTreeMap<&'a str, Column>,
}

/// The summary of one property: how often each answer occurred, and the largest margin with its line.
#[derive(Default)]
struct Column {
    counts: [u64; WORDS.len()],
    worst: Option<(Rational, u64)>,
}

/// The answers on one instance, in the order of their words.
const WORDS: [Answer; 4] = [Answer::Holds, Answer::OutOfScope, Answer::Undecided, Answer::Violated];

impl<'a> Summary<'a> {
    fn of(properties: &[&'a str]) -> Summary<'a> {
        let columns = properties.iter().map(|id| (*id, Column::default())).collect();
        Summary { judged: 0, errors: 0, first_error: None, columns }
    }

    fn add(&mut self, item: &Item, rulings: &Result<Vec<Ruling>, String>, properties: &[&'a str]) {
        match rulings {
            Err(error) => {
                self.errors += 1;
                self.first_error.get_or_insert_with(|| (item.line, error.clone()));
            }
            Ok(rulings) => {
                self.judged += 1;
                for (id, ruling) in properties.iter().zip(rulings) {
                    let Some(column) = self.columns.get_mut(id) else { continue };
                    if let Some(word) = WORDS.iter().position(|word| *word == ruling.answer) {
                        column.counts[word] += 1;
                    }
                    if let Some(margin) = &ruling.margin
                        && column.worst.as_ref().is_none_or(|(most, _)| margin > most)
                    {
                        column.worst = Some((margin.clone(), item.line));
                    }
                }
            }
        }
    }

    fn count(&self, answer: Answer) -> u64 {
        let word = WORDS.iter().position(|word| *word == answer);
        word.map_or(0, |word| self.columns.values().map(|column| column.counts[word]).sum())
    }

    fn tell(&self, mechanism: &str) {
        let (judged, errors) = (self.judged, self.errors);
        complain(&format!("{mechanism}: {judged} instances judged, {errors} lines with errors"));
        if let Some((line, error)) = &self.first_error {
            complain(&format!("  the first error: line {line}: {error}"));
        }
        for (id, Column { counts, worst }) in self.columns.iter().filter(|_| self.judged > 0) {
            let some = WORDS.iter().zip(counts).filter(|(_, n)| **n > 0);
            let counts: Vec<String> = some.map(|(answer, n)| format!("{n} {}", answer.word())).collect();
            let worst = worst.as_ref().map_or_else(String::new, |(margin, line)| {
                format!("; the worst by {margin} ({:.4}), line {line}", margin.to_f64())
            });
            complain(&format!("  {id}: {}{worst}", counts.join(", ")));
        }
    }
}

/// Returns the number of the instance of a line of output; `None` for the head of a table.
fn number_of(line: &str) -> Result<Option<u64>, ()> {
    if line.starts_with("line,") {
        return Ok(None);
    }
    let after = line.find("\"line\":").map_or(line, |at| &line[at + "\"line\":".len()..]);
    let number = after.split([',', '}']).next().unwrap_or_default().trim();
    number.parse().map(Some).map_err(|_| ())
}

/// Opens an earlier output of `lines` lines an instance, removes an incomplete last line or instance, and returns the
/// number of the line at which to continue.
fn resumed(path: &Path, lines: usize) -> Result<(File, u64)> {
    let shown = || path.display().to_string();
    if path.exists() {
        Document::regular(path)?;
    }
    let mut file =
        File::options().read(true).write(true).create(true).truncate(false).open(path).with_context(shown)?;
    let (mut last, mut end, mut at, mut count) = (0, 0, 0, 0);
    let mut input = BufReader::new(&file);
    let mut line = Vec::new();
    while input.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line)? > 0 {
        if line.len() as u64 > LONGEST {
            bail!("{}: is not what `verify judge` writes: a line without an end", shown());
        }
        let begins = |head: &[u8]| line.starts_with(head) || head.starts_with(&line);
        if at == 0 && !begins(b"{\"format\":") && !begins(b"line,") {
            bail!("{}: is not what `verify judge` writes", shown());
        }
        at += line.len() as u64;
        if line.last() == Some(&b'\n') {
            let text = String::from_utf8_lossy(&line);
            match number_of(&text) {
                Ok(None) => end = at,
                Ok(Some(number)) => {
                    count += 1;
                    if count == lines {
                        (last, end, count) = (number, at, 0);
                    }
                }
                Err(()) => bail!("{}: is not what `verify judge` writes: {}", shown(), text.trim_end()),
            }
        }
        line.clear();
    }
    file.set_len(end).with_context(shown)?;
    file.seek(std::io::SeekFrom::End(0)).with_context(shown)?;
    Ok((file, last + 1))
}

/// Returns `true` if the reader of the output has closed it, which ends the run and is not an error.
fn gone(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::BrokenPipe
}

/// What is asked of every instance: the questions of one or more mechanisms, and how their answers are written.
struct Asked<'a> {
    questions: Vec<Question<'a>>,
    properties: &'a [&'a str],
    shape: Shape,
    /// The time of a line, less that in which programs started; a program that is silent for it is not asked again.
    budget: Option<Duration>,
    stop: Stop,
}

/// The answer about one instance and mechanism, and its line.
type Told = (Result<Vec<Ruling>, String>, String);

impl Asked<'_> {
    fn several(&self) -> bool {
        self.questions.len() > 1
    }

    fn of(&self, question: &Question<'_>, item: &Item) -> Told {
        let bytes = item.text.as_ref().map_or(0, String::len);
        let silent = self.budget.is_some_and(|time| 2 * outside::silence() >= time);
        let rulings = if silent {
            Ok(self.properties.iter().map(|_| Ruling::unasked()).collect())
        } else {
            question.judge(item, &for_at_most(patience_of(bytes, self.budget)))
        };
        let line = match self.shape {
            Shape::Csv => {
                let mechanism = self.several().then_some(question.mechanism);
                csv_line(item, mechanism, &rulings, self.properties)
            }
            Shape::Text | Shape::Json | Shape::Prometheus => question.json(item, &rulings),
        };
        (rulings, line)
    }

    /// Judges an instance by every mechanism, unless the run was stopped: the answer of a program to the instance does
    /// not count then.
    fn all_of(&self, item: &Item) -> Option<Vec<Told>> {
        if self.stop.is_thrown() {
            return None;
        }
        let told = self.questions.iter().map(|question| self.of(question, item)).collect();
        (!self.stop.is_thrown()).then_some(told)
    }

    /// Judges the instances of a piece; a program that accepts questions ahead of its answers is given them.
    fn piece(&self, piece: &[Item]) -> Vec<Option<Vec<Told>>> {
        let most = self.questions.iter().max_by_key(|question| question.ahead());
        let patience = Patience::with(&self.stop);
        most.map_or_else(Vec::new, |question| question.each(piece, |item| self.all_of(item), &patience))
    }
}

/// Reads the instances of the next piece, those before line `from` left out; `true` at the end of the source.
fn next_piece(source: &mut Source, from: u64, last: &mut u64) -> Result<(Vec<Item>, bool)> {
    let (mut piece, mut bytes) = (Vec::with_capacity(PIECE), 0);
    while piece.len() < PIECE && bytes < MOST_BYTES {
        let Some(item) = waiting(|| source.next())? else { return Ok((piece, true)) };
        *last = item.line;
        if item.line >= from {
            bytes += item.text.as_ref().map_or(0, String::len);
            piece.push(item);
        }
    }
    Ok((piece, false))
}

/// Returns the mechanisms that are named, with the program if there is one, all of one model, and their bench.
fn mechanisms(args: &Many, properties: &[String]) -> Result<(&'static dyn Bench, Vec<&'static str>)> {
    let own = outside::id().filter(|own| !args.mech.iter().any(|id| id == own));
    let mut asked: Vec<&str> = own.into_iter().chain(args.mech.iter().map(String::as_str)).collect();
    if asked.is_empty() {
        asked.push(ids::named(None)?);
    }
    let mut cells = Vec::new();
    for (mechanism, property) in asked.iter().flat_map(|m| properties.iter().map(move |p| (m, p))) {
        let (bench, id, _) = ids::cell(mechanism, property)?;
        if !cells.iter().any(|(_, known)| *known == id) {
            cells.push((bench, id));
        }
    }
    let Some((bench, first)) = cells.first().copied() else { bail!("--property ID is missing") };
    if let Some((other, id)) = cells.iter().find(|(other, _)| other.model() != bench.model()) {
        let (a, b) = (bench.model(), other.model());
        bail!(
            "`{first}` and `{id}` are mechanisms of two models, `{a}` and `{b}`, which have no instance in common"
        );
    }
    Ok((bench, cells.into_iter().map(|(_, id)| id).collect()))
}

/// Judges instances one after another, and sums up on stderr.
pub fn judge(args: &Many, shape: Shape) -> Result<u8> {
    let named = outside::named(Place::Property, &args.property);
    let (bench, mechanisms) = mechanisms(args, &named)?;
    if args.budget.is_some_and(|budget| budget.time.is_none()) {
        bail!("--budget: says how long one line may take; give a time, as in 10s");
    }
    let budget = args.budget.and_then(|budget| budget.time).map(outside::left);
    let properties: Vec<&str> = named.iter().map(String::as_str).collect();
    let mut source = Source::open(&args.instances)?;
    let (mut out, from): (Box<dyn Write>, u64) = match &args.resume {
        Some(path) => {
            let (file, from) = resumed(path, mechanisms.len())?;
            (Box::new(file), from)
        }
        None => (Box::new(std::io::stdout().lock()), args.from),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0).min(256)).build()?;
    let questions = Question::of_each(bench, &mechanisms, &properties)?;
    let (stop, properties) = (interruption(), &properties[..]);
    let asked = Asked { questions, properties, shape, budget, stop };
    let mut summaries: Vec<Summary<'_>> = mechanisms.iter().map(|_| Summary::of(properties)).collect();
    if shape == Shape::Csv && from == 1 {
        out.write_all(csv_head(asked.several(), properties).as_bytes())?;
    }
    let (mut ended, mut last) = (false, 0);
    while !ended && !asked.stop.is_thrown() {
        let piece;
        (piece, ended) = next_piece(&mut source, from, &mut last)?;
        let judged = pool.install(|| asked.piece(&piece));
        let mut text = String::new();
        for (item, told) in piece.iter().zip(judged) {
            let Some(told) = told else { break };
            for (summary, (rulings, line)) in summaries.iter_mut().zip(told) {
                summary.add(item, &rulings, properties);
                text += &line;
            }
        }
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if gone(&error) => break,
            written => written?,
        }
    }
    if args.resume.is_none() && from > 1 && last < from && !asked.stop.is_thrown() {
        bail!("--from {from}: the last instance is in line {last}");
    }
    for (summary, mechanism) in summaries.iter().zip(&mechanisms) {
        summary.tell(mechanism);
    }
    if asked.stop.is_thrown() {
        complain("interrupted: go on with --resume or --from");
        return Ok(UNDECIDED);
    }
    Ok(status(&summaries))
}

/// Returns the exit status: a violation comes before an error, and an error before an open answer.
fn status(summaries: &[Summary<'_>]) -> u8 {
    let any = |answer: Answer| summaries.iter().any(|summary| summary.count(answer) > 0);
    if any(Answer::Violated) {
        FOUND
    } else if summaries.iter().any(|summary| summary.errors > 0) {
        WRONG
    } else if any(Answer::Undecided) {
        UNDECIDED
    } else {
        0
    }
}
