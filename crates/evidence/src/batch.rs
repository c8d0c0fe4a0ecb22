//! Batches: a stream of instances, one per line or file, and their verdicts as lines of JSON.

use std::io::BufRead;

use serde::{Serialize, Serializer};

use crate::document::{Document, InputError};
use crate::linear::{Halt, Patience};
use crate::mechanism::told;
use crate::threads;
use crate::workbench::{Assumption, Bench, Cells, Ruling, assumptions, beside};

/// The version of the format of the documents that commands print.
pub const FORMAT: u64 = 1;

/// The length of the longest line that is read, in bytes.
pub const LONGEST: u64 = 4 << 20;

/// The number of announcements that a thread makes to a program before it takes other work.
const PIECE: usize = 16;

/// One instance of a batch.
#[derive(Clone, Debug)]
pub struct Item {
    /// Number of the line or file, from 1.
    pub line: u64,
    /// The file, if the instance has one of its own.
    pub file: Option<String>,
    /// The text, or the reason why there is none.
    pub text: Result<String, String>,
}

/// The lines of a batch with their numbers.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    count: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`, numbered after `before` earlier lines.
    pub fn from(input: R, before: u64) -> Self {
        Lines { input, count: before }
    }

    /// The next line that is not empty; `None` at the end. Empty lines count in the numbering. A line that is
    /// too long or no text is an item with that reason.
    ///
    /// # Errors
    /// An input that cannot be read.
    pub fn item(&mut self) -> std::io::Result<Option<Item>> {
        self.item_up_to(u64::MAX)
    }

    /// The next line that is not empty, up to the line with the number `last`; `None` beyond it.
    ///
    /// # Errors
    /// An input that cannot be read.
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

/// The question asked of every instance of a batch.
#[derive(Debug)]
pub struct Question<'a> {
    bench: &'a dyn Bench,
    /// The id of the mechanism.
    pub mechanism: &'a str,
    properties: &'a [&'a str],
    cells: Box<dyn Cells + 'a>,
    /// Whether a line names the mechanism, as it does where several are asked.
    named: bool,
}

/// The name of the file that a line stands for; it says that lines are JSON.
const LINE: &str = "line.json";

impl Item {
    /// The name of the file that holds the instance, or that a line stands for.
    fn name(&self) -> &str {
        self.file.as_deref().unwrap_or(LINE)
    }

    /// The instance, if the text holds one.
    fn instance(&self) -> Option<Document> {
        Document::parse(self.name(), self.text.as_ref().ok()?).ok().map(Document::instance)
    }

    /// The assumptions of the import of the instance.
    fn assumed(&self) -> Vec<Assumption> {
        // Few texts have the word, and they alone are read a second time.
        let has = self.text.as_ref().is_ok_and(|text| text.contains(beside::ASSUMED));
        let instance = has.then(|| self.instance()).flatten();
        instance.and_then(|instance| assumptions(&instance).ok()).unwrap_or_default()
    }
}

impl<'a> Question<'a> {
    /// The question by the ids of a mechanism and of properties of the bench.
    ///
    /// # Errors
    /// An id that the bench does not have.
    pub fn of(
        bench: &'a dyn Bench,
        mechanism: &'a str,
        properties: &'a [&'a str],
    ) -> Result<Self, InputError> {
        Ok(Question {
            bench,
            mechanism,
            properties,
            cells: bench.cells(mechanism, properties)?,
            named: false,
        })
    }

    /// The questions of several mechanisms; if there are two or more, each line names its mechanism.
    ///
    /// # Errors
    /// An id that the bench does not have.
    pub fn of_each(
        bench: &'a dyn Bench,
        mechanisms: &[&'a str],
        properties: &'a [&'a str],
    ) -> Result<Vec<Self>, InputError> {
        let named = mechanisms.len() > 1;
        let one = |id: &&'a str| Ok(Question { named, ..Question::of(bench, id, properties)? });
        mechanisms.iter().map(one).collect()
    }

    /// The number of questions that the mechanism accepts before it answers.
    pub fn ahead(&self) -> usize {
        self.bench.ahead(self.mechanism)
    }

    /// Applies `one` to every item on the threads of the present pool, and returns the results in order. A
    /// mechanism that accepts announcements is told of the items in advance.
    pub fn each<T: Send>(
        &self,
        items: &[Item],
        one: impl Fn(&Item) -> T + Send + Sync,
        patience: &Patience,
    ) -> Vec<T> {
        let ahead = self.ahead();
        if ahead <= 1 {
            return threads::each(items, one);
        }
        let pieces: Vec<&[Item]> = items.chunks(ahead * PIECE).collect();
        let all = threads::each(&pieces, |piece| {
            let documents = |some: &[Item]| some.iter().filter_map(Item::instance).collect::<Vec<_>>();
            let tell = move |some: &[Item]| self.bench.foresee(self.mechanism, &documents(some), patience);
            told(piece, ahead, tell).map(&one).collect::<Vec<_>>()
        });
        all.into_iter().flatten().collect()
    }

    /// The ruling of each property on the instance, undecided if cut short.
    ///
    /// # Errors
    /// The reason why the item is no instance, without the file name, which the line already has.
    pub fn judge(&self, item: &Item, patience: &Patience) -> Result<Vec<Ruling>, String> {
        let text = item.text.as_ref().map_err(Clone::clone)?;
        match self.cells.rulings_on_text(item.name(), text, patience) {
            Ok(rulings) => Ok(rulings),
            Err(Halt::Failed(error)) => Err(error.said()),
            Err(Halt::Cut) => Ok(self.properties.iter().map(|_| Ruling::cut()).collect()),
        }
    }

    /// The line of JSON for an item, with its end of line.
    pub fn json(&self, item: &Item, rulings: &Result<Vec<Ruling>, String>) -> String {
        let verdicts = rulings.as_ref().ok().map(|rulings| Verdicts { properties: self.properties, rulings });
        let error = rulings.as_ref().err().map(String::as_str);
        let mechanism = self.named.then_some(self.mechanism);
        let file = item.file.as_deref();
        let assumed = item.assumed();
        let judged = Judged { format: FORMAT, line: item.line, mechanism, file, error, verdicts, assumed };
        let mut text = serde_json::to_string(&judged).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// The result for one item, as a line of JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged<'a> {
    /// The version of the format.
    format: u64,
    /// The number of the line, or of the file, from 1.
    line: u64,
    /// The mechanism, where several are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    mechanism: Option<&'a str>,
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
    /// The assumptions of the import of the instance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumed: Vec<Assumption>,
}

/// Rulings by property id, in the order in which the properties were named.
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
