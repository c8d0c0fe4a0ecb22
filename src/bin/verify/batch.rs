//! `verify judge`: many instances, one per line, judged in order and in pieces that bound the memory.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use fairwitness::document::InputError;
use fairwitness::library::batch::{Item, LONGEST, Lines, Question};
use fairwitness::linear::Patience;
use fairwitness::scalar::Rational;
use fairwitness::workbench::{Answer, Ruling};

use super::args::{Many, Shape};
use super::limits::{for_at_most, interruption, patience_of, waiting};
use super::outside::{self, Place};
use super::{FOUND, UNDECIDED, WRONG, complain, ids};

/// The largest number of instances judged before their results are written.
const PIECE: usize = 2048;
/// The largest total size of the instances of one piece, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// A source of instances, which are numbered from 1.
pub enum Source {
    Lines(Lines<Box<dyn BufRead + Send>>),
    Files(std::vec::IntoIter<PathBuf>, u64),
}

impl Source {
    /// Opens a file of lines, compressed or not, a folder, or the standard input.
    pub fn open(path: &Path) -> Result<Source> {
        if path == Path::new("-") {
            return Ok(Source::Lines(Lines::from(Box::new(BufReader::new(std::io::stdin())), 0)));
        }
        if path.is_file() && path.extension().is_some_and(|ended| ended == "toml") {
            bail!(
                "{}: instances come a line each as JSON, or as a folder of files; for one file: verify --mech ID --property ID --instance {}",
                path.display(),
                path.display()
            );
        }
        if !path.is_dir() {
            let file = File::open(path).map_err(|error| InputError::unread(path, &error))?;
            let packed = path.extension().is_some_and(|ended| ended == "gz");
            let input: Box<dyn Read + Send> =
                if packed { Box::new(flate2::read::MultiGzDecoder::new(file)) } else { Box::new(file) };
            return Ok(Source::Lines(Lines::from(Box::new(BufReader::with_capacity(1 << 16, input)), 0)));
        }
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).with_context(|| path.display().to_string())? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == "toml" || e == "json") {
                files.push(path);
            }
        }
        if files.is_empty() {
            bail!("{}: holds no .toml and no .json files", path.display());
        }
        files.sort();
        Ok(Source::Files(files.into_iter(), 0))
    }

    /// Returns the next instance, or `None` at the end. Empty lines are counted and skipped.
    pub fn next(&mut self) -> Result<Option<Item>> {
        match self {
            Source::Files(files, count) => {
                let Some(path) = files.next() else { return Ok(None) };
                *count += 1;
                let file = path.display().to_string();
                if !path.is_file() {
                    let text = Err("is no regular file".to_string());
                    return Ok(Some(Item { line: *count, file: Some(file), text }));
                }
                let read = File::open(&path).and_then(|file| {
                    let mut text = String::new();
                    file.take(LONGEST + 1).read_to_string(&mut text).map(|_| text)
                });
                let text = read.map_err(|error| error.to_string());
                Ok(Some(Item { line: *count, file: Some(file), text }))
            }
            Source::Lines(lines) => Ok(lines.item()?),
        }
    }
}

pub fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

fn csv_head(properties: &[&str]) -> String {
    let columns = properties.iter().map(|id| format!(",{id},{id}-margin"));
    format!("line,file{},error\n", columns.collect::<String>())
}

fn csv_line(item: &Item, rulings: &Result<Vec<Ruling>, String>, properties: &[&str]) -> String {
    let mut line = format!("{},{}", item.line, csv_cell(item.file.as_deref().unwrap_or_default()));
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
        complain(&format!(
            "{mechanism}: {} instances judged, {} lines with errors",
            self.judged, self.errors
        ));
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

/// Opens an earlier output, removes an incomplete last line, and returns the number of the line at which to
/// continue.
fn resumed(path: &Path) -> Result<(File, u64)> {
    let shown = || path.display().to_string();
    let mut file =
        File::options().read(true).write(true).create(true).truncate(false).open(path).with_context(shown)?;
    let (mut last, mut end, mut at) = (0, 0, 0);
    let mut lines = BufReader::new(&file);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        at += line.len() as u64;
        if line.last() == Some(&b'\n') {
            end = at;
            let text = String::from_utf8_lossy(&line);
            let number = text.trim_start_matches("{\"line\":").split([',', '}']).next().unwrap_or_default();
            match number.trim().parse::<u64>() {
                Ok(number) => last = number,
                Err(_) if text.starts_with("line,") => {}
                Err(_) => bail!("{}: is not what `verify judge` writes: {}", shown(), text.trim_end()),
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

pub fn judge(args: &Many, shape: Shape) -> Result<u8> {
    let mechanism = ids::named(args.mech.as_deref())?;
    let asked = outside::named(Place::Property, &args.property);
    let (first, rest) = asked.split_first().context("--property ID is missing")?;
    let (bench, mechanism, _) = ids::cell(mechanism, first)?;
    for property in rest {
        ids::cell(mechanism, property)?;
    }
    if args.budget.is_some_and(|budget| budget.time.is_none()) {
        bail!("--budget: says how long one line may take; give a time, as in 10s");
    }
    let properties: Vec<&str> = asked.iter().map(String::as_str).collect();
    let mut source = Source::open(&args.instances)?;
    let (mut out, from): (Box<dyn Write>, u64) = match &args.resume {
        Some(path) => {
            let (file, from) = resumed(path)?;
            (Box::new(file), from)
        }
        None => (Box::new(std::io::stdout().lock()), args.from),
    };
    let stop = interruption();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0).min(256)).build()?;
    let question = Question::of(bench, mechanism, &properties)?;
    let mut summary = Summary::of(&properties);
    let patience = Patience::with(&stop);
    if shape == Shape::Csv && from == 1 {
        out.write_all(csv_head(&properties).as_bytes())?;
    }
    let (mut ended, mut last) = (false, 0);
    while !ended && !stop.is_thrown() {
        let mut piece = Vec::with_capacity(PIECE);
        let mut bytes = 0;
        while piece.len() < PIECE && bytes < MOST_BYTES {
            match waiting(|| source.next())? {
                Some(item) if item.line < from => last = item.line,
                Some(item) => {
                    last = item.line;
                    bytes += item.text.as_ref().map_or(0, String::len);
                    piece.push(item);
                }
                None => {
                    ended = true;
                    break;
                }
            }
        }
        let one = |item: &Item| {
            if stop.is_thrown() {
                return None;
            }
            let bytes = item.text.as_ref().map_or(0, String::len);
            let rulings = question.judge(item, &for_at_most(patience_of(bytes, args.budget)));
            let line = match shape {
                Shape::Csv => csv_line(item, &rulings, &properties),
                Shape::Text | Shape::Json | Shape::Prometheus => question.json(item, &rulings),
            };
            // If the run was stopped, the answer of a program to the current instance does not count.
            (!stop.is_thrown()).then_some((rulings, line))
        };
        let judged: Vec<_> = pool.install(|| question.each(&piece, one, &patience));
        let mut text = String::new();
        for (item, judged) in piece.iter().zip(judged) {
            let Some((rulings, line)) = judged else { break };
            summary.add(item, &rulings, &properties);
            text += &line;
        }
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if gone(&error) => break,
            written => written?,
        }
    }
    if args.resume.is_none() && from > 1 && last < from && !stop.is_thrown() {
        bail!("--from {from}: the last instance is in line {last}");
    }
    summary.tell(mechanism);
    if stop.is_thrown() {
        complain("interrupted: go on with --resume or --from");
        return Ok(UNDECIDED);
    }
    Ok(if summary.count(Answer::Violated) > 0 {
        FOUND
    } else if summary.errors > 0 {
        WRONG
    } else if summary.count(Answer::Undecided) > 0 {
        UNDECIDED
    } else {
        0
    })
}
