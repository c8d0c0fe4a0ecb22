//! Directives of chapters, and their expansion.

use std::collections::BTreeMap;

use super::known::Known;
use super::link::up;
use super::markdown::{entitled, name};
use super::{cite, inert, live, picture, said, wrong};
use crate::document::{InputError, Value};
use crate::library::claims::Library;
use crate::linear::Patience;
use crate::model::{Bars, Hypothesis};
use crate::workbench::{Bench, RunReport, bench_of};

/// The data that directives may insert.
pub struct Source<'a> {
    /// The generated parts, by name.
    pub parts: BTreeMap<String, String>,
    /// The library of the project's data.
    pub library: &'a Library,
    /// The states of all cells.
    pub known: &'a Known<'a>,
}

impl Source<'_> {
    /// Returns a chapter with its directives expanded.
    ///
    /// # Errors
    /// The directive that is unknown, cannot be expanded or says what is not so, or the sentence that needs one, with
    /// its line.
    pub fn expanded(&self, name: &str, text: &str) -> Result<String, InputError> {
        if let Some((line, sentence)) = said::unborne(text) {
            let reason =
                format!("evidence can make this sentence untrue, and no directive computes it: {sentence}");
            return Err(wrong(name, line, &reason));
        }
        let mut made = String::new();
        let mut rest = text;
        while let Some((before, from)) = rest.split_once("{{") {
            made += before;
            // This directive is code, which the page shows unchanged.
            if before.ends_with('`') {
                made += "{{";
                rest = from;
                continue;
            }
            let line = 1 + text[..text.len() - from.len()].matches('\n').count();
            let (directive, after) =
                from.split_once("}}").ok_or_else(|| wrong(name, line, "a directive that does not end"))?;
            let words: Vec<&str> = directive.split_whitespace().collect();
            made += self.says(name, &words).map_err(|reason| wrong(name, line, &reason))?.trim_end();
            rest = after;
        }
        let chapter = name.strip_prefix("results/").filter(|name| name.ends_with(".md"));
        Ok(made
            + rest
            + &chapter.map_or(Ok(String::new()), |_| cite::below(self.library.root(), name, text))?)
    }

    fn says(&self, page: &str, words: &[&str]) -> Result<String, String> {
        match *words {
            ["part", part] => self.part(part).map(str::to_string),
            ["pictures", part] => {
                let pictures = self.part(part)?.lines().filter(|line| line.starts_with(PICTURE));
                Ok(pictures.collect::<Vec<_>>().join("\n"))
            }
            ["bars", mechanism, file] => {
                let bars = self.bars(mechanism, file)?;
                let amounts = inert::inert(&self.amounts(mechanism, file, &bars)?);
                let (drawn, title) = (picture::bars(&bars), inert::inert(&bars.title));
                let how = format!("To run it: `verify run --mech {mechanism} --instance {file}`.");
                Ok(format!("{drawn}\n*{title}.{amounts} {how}*\n"))
            }
            ["outcome", mechanism, file, field] => {
                let outcome = self.run(mechanism, file)?.outcome.map_err(|refusal| refusal.to_string())?;
                let value = outcome.get(field).ok_or_else(|| format!("its outcome has no `{field}`"))?;
                Ok(row(value))
            }
            ["measure", mechanism, file, measure] => {
                let document = self.library.instance(file).map_err(|error| error.to_string())?;
                let value = known(mechanism)?.measure(mechanism, measure, &document, &Patience::unlimited());
                let value = value.map_err(|error| error.to_string())?;
                value.map(|value| value.to_string()).ok_or_else(|| format!("{measure} has no value here"))
            }
            ["cell", mechanism, property] => self.cell(page, mechanism, property, Hypothesis::None),
            ["cell", mechanism, property, assumed] => {
                let hypothesis = Hypothesis::named(assumed);
                let hypothesis = hypothesis.ok_or_else(|| format!("there is no hypothesis `{assumed}`"))?;
                self.cell(page, mechanism, property, hypothesis)
            }
            ["bench", mechanism, property, file] => self.bench(page, mechanism, property, file, 0),
            ["sliders", mechanism, property, file] => self.bench(page, mechanism, property, file, SLIDERS),
            _ => said::says(self.known, self.library, page, words),
        }
    }

    fn part(&self, name: &str) -> Result<&str, String> {
        self.parts.get(name).map(String::as_str).ok_or_else(|| format!("there is no part `{name}`"))
    }

    /// Returns the word for the state of a cell, with a link to its evidence.
    fn cell(
        &self,
        page: &str,
        mechanism: &str,
        property: &str,
        hypothesis: Hypothesis,
    ) -> Result<String, String> {
        let up = up(page);
        let known = self.known.cell(mechanism, property, hypothesis);
        let (word, path) = known.ok_or_else(|| format!("there is no cell {mechanism} x {property}"))?;
        Ok(format!("[{word}]({up}{path})"))
    }

    /// Returns a live bench of the instance of a file, which shows nothing on a page without scripts.
    fn bench(
        &self,
        page: &str,
        mechanism: &str,
        property: &str,
        file: &str,
        sliders: usize,
    ) -> Result<String, String> {
        let bench = known(mechanism)?;
        if !bench.properties().iter().any(|entry| entry.id == property) {
            return Err(format!("there is no property `{property}` of the model {}", bench.model()));
        }
        let instance = self.library.instance(file).map_err(|error| error.to_string())?;
        let from = up(page);
        Ok(live::in_chapter(bench.model(), &instance.root, (mechanism, property), &from, sliders))
    }

    fn run(&self, mechanism: &str, file: &str) -> Result<RunReport, String> {
        let document = self.library.instance(file).map_err(|error| error.to_string())?;
        let run = known(mechanism)?.run(mechanism, &document, &Patience::unlimited());
        run.map_err(|error| error.to_string())
    }

    /// Returns the picture of the allocation of a mechanism on the instance of a file, under the mechanism's
    /// name.
    ///
    /// # Errors
    /// The mechanism is unknown, the file cannot be read, or the mechanism has no outcome to draw.
    pub fn bars(&self, mechanism: &str, file: &str) -> Result<Bars, String> {
        let bars = self.run(mechanism, file)?.bars;
        let bars = bars.ok_or_else(|| format!("{mechanism} allocates nothing on {file}"))?;
        Ok(entitled(bars, &name(mechanism)))
    }

    /// Returns the outcome in one sentence after a blank: each agent's final amount, or the ratio. It is
    /// empty if neither is a few numbers.
    fn amounts(&self, mechanism: &str, file: &str, bars: &Bars) -> Result<String, String> {
        let outcome = self.run(mechanism, file)?.outcome.map_err(|refusal| refusal.to_string())?;
        let last = match outcome.get("shares") {
            Some(Value::List(steps)) => steps.last(),
            _ => None,
        };
        let each = |title: &str, value: &Value| match value {
            Value::List(numbers) if numbers.len() <= FEW && numbers.len() <= bars.agents.len() => {
                let all = bars.agents.iter().zip(numbers).map(|(agent, n)| format!("{} for {agent}", row(n)));
                format!(" {title}: {}.", all.collect::<Vec<_>>().join(", "))
            }
            _ => String::new(),
        };
        Ok(match (outcome.get("tasks"), last, outcome.get("ratio")) {
            (Some(tasks), ..) => each("Tasks", tasks),
            (None, Some(shares), _) => each("Shares in the end", shares),
            (None, None, Some(ratio)) => format!(" The largest multiple is {}.", row(ratio)),
            _ => String::new(),
        })
    }
}

/// The number of sliders of a live example for beginners.
const SLIDERS: usize = 3;

/// The largest number of agents that a sentence lists.
const FEW: usize = 12;

/// The beginning of a line that is a picture.
const PICTURE: &str = "<div class=\"picture\">";

fn known(mechanism: &str) -> Result<&'static dyn Bench, String> {
    bench_of(mechanism).ok_or_else(|| format!("there is no mechanism `{mechanism}`"))
}

/// Formats numbers for readers: commas between the numbers of a row, semicolons between rows.
fn row(value: &Value) -> String {
    match value {
        Value::List(items) if items.iter().any(|item| matches!(item, Value::List(_))) => {
            items.iter().map(row).collect::<Vec<_>>().join("; ")
        }
        Value::List(items) => items.iter().map(row).collect::<Vec<_>>().join(", "),
        Value::Number(number) => number.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        other => other.to_toml().trim().to_string(),
    }
}
