//! Judgements without a record: one instance in the calling thread, or many on several threads.

use std::time::{Duration, Instant};

use fairwitness::document::InputError;
use fairwitness::linear::{Halt, Patience, Stop};
use fairwitness::workbench::{Answer, Bench, Cells, Ruling};
use serde_json::{Map, Value as Json, json};

/// The name of an instance in errors; it says that the text is JSON.
const NAME: &str = "instance.json";

/// Instances as text, or as whole numbers from which their texts are written.
pub enum Source {
    /// One text for each instance.
    Texts(Vec<String>),
    /// Pools of one size.
    Arrays(Arrays),
}

/// Pools of one size as whole numbers of 8 bytes: servers x resources, then users x resources, one pool after another.
pub struct Arrays {
    /// The capacities of all pools, or of one pool that all share.
    pub capacity: Vec<u8>,
    /// The demands of all pools.
    pub demand: Vec<u8>,
    /// Servers, users, resources.
    pub sizes: (usize, usize, usize),
}

impl Arrays {
    fn row(bytes: &[u8], row: usize, width: usize) -> impl Iterator<Item = i64> {
        let row = bytes.get(row * width * 8..(row + 1) * width * 8).unwrap_or_default();
        row.chunks_exact(8).map(|chunk| i64::from_ne_bytes(chunk.try_into().unwrap_or_default()))
    }

    /// Appends a matrix of `rows` rows, beginning with row `first`.
    fn matrix(text: &mut String, bytes: &[u8], first: usize, (rows, width): (usize, usize)) {
        for row in 0..rows {
            text.push_str(if row == 0 { "[[" } else { ",[" });
            for (at, number) in Self::row(bytes, first + row, width).enumerate() {
                if at > 0 {
                    text.push(',');
                }
                // Most numbers have one digit, which needs no formatting.
                match u8::try_from(number) {
                    Ok(digit @ 0..=9) => text.push(char::from(b'0' + digit)),
                    _ => text.push_str(&number.to_string()),
                }
            }
            text.push(']');
        }
        text.push(']');
    }

    /// Writes pool `k` as an instance file.
    fn write(&self, k: usize, text: &mut String) {
        let (servers, users, resources) = self.sizes;
        let shared = self.capacity.len() == servers * resources * 8;
        text.clear();
        text.push_str("{\"model\":\"cluster\",\"capacity\":");
        Self::matrix(text, &self.capacity, if shared { 0 } else { k * servers }, (servers, resources));
        text.push_str(",\"demand\":");
        Self::matrix(text, &self.demand, k * users, (users, resources));
        text.push('}');
    }
}

impl Source {
    fn len(&self) -> usize {
        match self {
            Source::Texts(texts) => texts.len(),
            Source::Arrays(arrays) => {
                let (_, users, resources) = arrays.sizes;
                arrays.demand.len() / (users * resources * 8).max(1)
            }
        }
    }
}

/// The answers about a part of the instances: by property a letter for each instance, then margins and reasons by index.
#[derive(Default)]
struct Part {
    letters: String,
    margins: Map<String, Json>,
    reasons: Map<String, Json>,
}

/// The letter of an answer: its first.
fn letter(answer: Answer) -> char {
    answer.word().chars().next().unwrap_or('u')
}

/// Judges every instance by every property, each within `seconds`, on `threads` threads. The answer has, by property,
/// `letters` (one for each instance: violated, holds, out-of-scope, undecided by their first; `e` for an error), `margins`
/// and `reasons` by index.
pub fn judged(
    bench: &dyn Bench,
    (mechanism, properties): (&str, &[String]),
    source: &Source,
    (threads, seconds): (usize, f64),
    stop: &Stop,
) -> Result<Json, InputError> {
    let ids: Vec<&str> = properties.iter().map(String::as_str).collect();
    let cells = bench.cells(mechanism, &ids)?;
    let (count, threads) = (source.len(), threads.clamp(1, 256));
    let size = count.div_ceil(threads).max(1);
    let starts: Vec<usize> = (0..count).step_by(size).collect();
    let part = |start: usize| {
        let range = start..(start + size).min(count);
        part(&*cells, ids.len(), source, range, seconds, stop)
    };
    // One part needs no thread of its own, so that a Python function is called in the thread of the job.
    let parts: Vec<Vec<Part>> = if starts.len() < 2 {
        starts.into_iter().map(part).collect()
    } else {
        std::thread::scope(|scope| {
            let running: Vec<_> = starts.iter().map(|start| scope.spawn(|| part(*start))).collect();
            running.into_iter().filter_map(|thread| thread.join().ok()).collect()
        })
    };
    let mut all: Vec<Part> = ids.iter().map(|_| Part::default()).collect();
    for part in parts {
        for (whole, part) in all.iter_mut().zip(part) {
            whole.letters += &part.letters;
            whole.margins.extend(part.margins);
            whole.reasons.extend(part.reasons);
        }
    }
    let one = |part: Part| json!({"letters": part.letters, "margins": part.margins, "reasons": part.reasons});
    Ok(all.into_iter().map(one).collect())
}

/// Judges the instances of a range.
fn part(
    cells: &dyn Cells,
    properties: usize,
    source: &Source,
    range: std::ops::Range<usize>,
    seconds: f64,
    stop: &Stop,
) -> Vec<Part> {
    let mut parts: Vec<Part> = (0..properties).map(|_| Part::default()).collect();
    let mut written = String::new();
    for k in range {
        let text = match source {
            Source::Texts(texts) => texts[k].as_str(),
            Source::Arrays(arrays) => {
                arrays.write(k, &mut written);
                written.as_str()
            }
        };
        let time =
            Duration::try_from_secs_f64(seconds).ok().and_then(|time| Instant::now().checked_add(time));
        let rulings = cells.rulings_on_text(NAME, text, &Patience::with(stop).until(time));
        for (at, part) in parts.iter_mut().enumerate() {
            let (letter, margin, reason) = match &rulings {
                Ok(rulings) => {
                    let Ruling { answer, margin, reason } = &rulings[at];
                    (letter(*answer), margin.as_ref().map(ToString::to_string), reason.clone())
                }
                Err(Halt::Cut) if stop.is_thrown() => ('u', None, Some("it was interrupted".to_string())),
                Err(Halt::Cut) => ('u', None, Some("it was not decided in the time allowed".to_string())),
                Err(Halt::Failed(error)) => ('e', None, Some(error.said())),
            };
            part.letters.push(letter);
            part.margins.extend(margin.map(|margin| (k.to_string(), Json::from(margin))));
            part.reasons.extend(reason.map(|reason| (k.to_string(), Json::from(reason))));
        }
    }
    parts
}

/// The answer of one property: its word, the margin, the reason.
pub type Answered = (&'static str, Option<String>, Option<String>);

/// Judges one instance in this thread; `None` if `time` does not suffice.
pub fn now(
    bench: &dyn Bench,
    mechanism: &str,
    properties: &[&str],
    text: &str,
    time: Duration,
) -> Result<Option<Vec<Answered>>, InputError> {
    let patience = Patience::unlimited().until(Instant::now().checked_add(time));
    match bench.cells(mechanism, properties)?.rulings_on_text(NAME, text, &patience) {
        Ok(rulings) if rulings.iter().any(|ruling| ruling.answer == Answer::Undecided) => Ok(None),
        Ok(rulings) => {
            let one = |ruling: Ruling| {
                (ruling.answer.word(), ruling.margin.map(|margin| margin.to_string()), ruling.reason)
            };
            Ok(Some(rulings.into_iter().map(one).collect()))
        }
        Err(Halt::Cut) => Ok(None),
        Err(Halt::Failed(error)) => Err(error),
    }
}
