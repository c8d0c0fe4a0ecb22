//! Batches: instances as they come, a line or a file each, and what they come to as a line of JSON.

use std::io::BufRead;

use rayon::prelude::*;
use serde::{Serialize, Serializer};

use crate::document::Document;
use crate::linear::{Halt, Patience};
use crate::mechanism::told;
use crate::workbench::{Answer, Bench, CUT, Ruling};

/// The longest line that is read, in bytes.
pub const LONGEST: u64 = 4 << 20;

/// How often a thread is told what comes before it takes other work.
const PIECE: usize = 16;

/// One instance as it came.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its number, from 1.
    pub line: u64,
    /// The file, where it is one of its own.
    pub file: Option<String>,
    /// The text, or why there is none.
    pub text: Result<String, String>,
}

/// Lines with their numbers, one after another.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    count: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of the input, after so many others.
    pub fn from(input: R, before: u64) -> Self {
        Lines { input, count: before }
    }

    /// How many lines were read, with those before.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The next line that is not empty, `None` at the end. Empty lines count and hold none; of one that is too long or no
    /// text it says that.
    pub fn item(&mut self) -> std::io::Result<Option<Item>> {
        self.item_up_to(u64::MAX)
    }

    /// The same, but no line after this one.
    pub fn item_up_to(&mut self, last: u64) -> std::io::Result<Option<Item>> {
        while self.count < last {
            let mut bytes = Vec::new();
            if std::io::Read::take(&mut self.input, LONGEST).read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            self.count += 1;
            let line = self.count;
            if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
                skip_line(&mut self.input)?;
                let text = Err(format!("is longer than {LONGEST} bytes"));
                return Ok(Some(Item { line, file: None, text }));
            }
            let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_string());
            if text.as_ref().is_ok_and(|text| text.trim().is_empty()) {
                continue;
            }
            return Ok(Some(Item { line, file: None, text }));
        }
        Ok(None)
    }
}

fn skip_line(lines: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let piece = lines.fill_buf()?;
        let end = piece.iter().position(|b| *b == b'\n');
        let count = end.map_or(piece.len(), |at| at + 1);
        let over = end.is_some() || count == 0;
        lines.consume(count);
        if over {
            return Ok(());
        }
    }
}

/// What is asked of every instance.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The bench of the mechanism.
    pub bench: &'a dyn Bench,
    /// The mechanism.
    pub mechanism: &'a str,
    /// The properties.
    pub properties: &'a [&'a str],
}

impl Question<'_> {
    /// Has every item judged on the threads of the pool that this is called in, and what came of it in order. A mechanism
    /// that would know what comes is told.
    pub fn each<T: Send>(
        &self,
        items: &[Item],
        one: impl Fn(&Item) -> T + Sync,
        patience: &Patience,
    ) -> Vec<T> {
        let ahead = self.bench.ahead(self.mechanism);
        let piece = if ahead > 1 { ahead * PIECE } else { 1 };
        let all = items.par_chunks(piece).flat_map_iter(|piece| {
            let documents =
                |some: &[Item]| some.iter().filter_map(|item| self.document(item).ok()).collect::<Vec<_>>();
            let tell = move |some: &[Item]| self.bench.foresee(self.mechanism, &documents(some), patience);
            told(piece, ahead, tell).map(&one)
        });
        all.collect()
    }

    fn document(&self, item: &Item) -> Result<Document, String> {
        let text = item.text.as_ref().map_err(Clone::clone)?;
        let name = item.file.clone().unwrap_or_else(|| format!("line {}.json", item.line));
        Document::parse(&name, text).map(Document::instance).map_err(|error| error.said())
    }

    /// What each property comes to on the instance; or why it is none, without the file, for the line says where. What is cut
    /// short is undecided.
    pub fn judge(&self, item: &Item, patience: &Patience) -> Result<Vec<Ruling>, String> {
        let document = self.document(item)?;
        match self.bench.rulings(self.mechanism, self.properties, &document, patience) {
            Ok(rulings) => Ok(rulings),
            Err(Halt::Failed(error)) => Err(error.said()),
            Err(Halt::Cut) => {
                let cut =
                    || Ruling { answer: Answer::Undecided, margin: None, reason: Some(CUT.to_string()) };
                Ok(self.properties.iter().map(|_| cut()).collect())
            }
        }
    }

    /// The line of JSON that says so, with its end.
    pub fn json(&self, item: &Item, rulings: &Result<Vec<Ruling>, String>) -> String {
        let verdicts = rulings.as_ref().ok().map(|rulings| Verdicts { properties: self.properties, rulings });
        let error = rulings.as_ref().err().map(String::as_str);
        let judged = Judged { line: item.line, file: item.file.as_deref(), error, verdicts };
        let mut text = serde_json::to_string(&judged).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// What comes of one item, as a line of JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged<'a> {
    /// The number of the line, or of the file, from 1.
    line: u64,
    /// The file, where instances come from files.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// Why the item is no instance.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    /// The rulings by property.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<std::collections::BTreeMap<String, Ruling>>"))]
    verdicts: Option<Verdicts<'a>>,
}

/// Rulings under the ids of their properties, in the order in which the properties were named.
#[derive(Debug)]
struct Verdicts<'a> {
    properties: &'a [&'a str],
    rulings: &'a [Ruling],
}

impl Serialize for Verdicts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.properties.iter().zip(self.rulings))
    }
}
