//! The book: chapters that people write, in `book/text`, and the pages of the reference, which are made from code, data and
//! records. mdBook reads the chapters and asks the preprocessor for the rest; `files` writes all of it as plain Markdown.
//!
//! A chapter may hold formulas between dollar signs, and directives: `{{part NAME}}` for something generated, or only its
//! `{{pictures NAME}}` or its `{{rows NAME}}`; what a mechanism allocates on the instance of a file, as a picture,
//! `{{bars MECHANISM FILE}}`, as numbers, `{{outcome MECHANISM FILE FIELD}}`, or by a measure,
//! `{{measure MECHANISM FILE MEASURE}}`; and what is known of a cell, `{{cell MECHANISM PROPERTY [HYPOTHESIS]}}`.

pub mod formula;
pub mod groups;
pub mod latex;
mod link;
mod claims;
mod constructions;
mod naming;
mod live;
mod pieces;
mod nearby;
mod others;
mod steps;
mod record;
mod gallery;
mod known;
mod definition;
mod matrix;
pub mod mdbook;
mod outline;
pub mod plain;
mod simulations;
mod theorems;
mod worst;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use self::link::Targets;
use crate::document::{InputError, Value};
use crate::library::claims::Library;
use crate::linear::Patience;
use crate::model::{Bars, Hypothesis, Table, within_sentence};
use crate::workbench::{Bench, RunReport, bench_of};

/// A file that is made: its path in the project's folder, and its text. Pages that only mdBook needs are under `book/src`.
pub type Page = (String, String);

/// Everything that is made, by the paths in the project's folder: the table of standings in the README, the README's picture,
/// and all pages of both books as plain Markdown under `book/src`.
pub fn files(root: &Path) -> Result<Vec<Page>, InputError> {
    pressed(root, |press| {
        let mut pages = press.generated.clone();
        for (name, text) in press.chapters {
            let text = if markdown(name) { press.source.expanded(name, text)? } else { text.clone() };
            pages.push((name.clone(), text));
        }
        pages.retain(|(name, _)| name != SUMMARY && name != REFERENCE);
        pages.sort();
        if let Some(twice) = pages.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(wrong(&twice[0].0, 1, "is written twice: as a chapter and as a generated page"));
        }
        let (mechanism, instance) = SHOWN_FIRST;
        let first =
            press.source.bars(mechanism, instance).map_err(|reason| wrong("README.md", 1, &reason))?;
        let mut files = vec![
            ("README.md".to_string(), readme(root, &press.source.parts["standing"])?),
            ("book/readme.svg".to_string(), picture::file(&picture::bars(&first))),
            (format!("{SOURCE}/{SUMMARY}"), press.contents()?),
        ];
        for (name, text) in pages {
            let text = if markdown(&name) { press.shown(&name, &text)? } else { text };
            files.push((format!("{SOURCE}/{name}"), text));
        }
        Ok(files)
    })
}

/// Of what is made, the pages, by their paths from the top of the book.
pub fn pages(made: Vec<Page>) -> Vec<Page> {
    let within = |(name, text): Page| {
        name.strip_prefix(SOURCE)?.strip_prefix('/').map(|name| (name.to_string(), text.clone()))
    };
    made.into_iter().filter_map(within).collect()
}

/// All that pages are made from, and how a page is made.
struct Press<'a> {
    source: Source<'a>,
    targets: Targets,
    /// The pages that nobody writes, before links and formulas.
    generated: Vec<Page>,
    /// The files of `book/text`, as people write them.
    chapters: &'a [Page],
}

/// Gathers the project's data and hands them to `work`.
fn pressed<T>(root: &Path, work: impl FnOnce(&Press<'_>) -> Result<T, InputError>) -> Result<T, InputError> {
    let library = Library::open(root)?;
    library.replayed()?;
    let weighed = library.weigh_all(library.claims(None)?)?;

    let mut parts = measured(root)?;
    parts.insert("definitions".to_string(), definition::contents());
    parts.insert("records".to_string(), gallery::contents(&library));
    parts.insert("standing".to_string(), claims::standing(&weighed));
    for source in claims::sources(&weighed) {
        parts.insert(format!("claims-{source}"), claims::list(&source, &weighed));
    }
    parts.extend(worst::parts(root)?);
    parts.extend(simulations::parts(root)?);

    let chapters = chapters(root)?;
    let known = known::Known::of(&library, &weighed, root, &chapters)?;
    let mut generated = definition::pages(&known);
    generated.extend(gallery::pages(&library, &weighed, &chapters)?);
    generated.push(matrix::page(&known, root)?);
    generated.push(theorems::page(&library));
    generated.push(claims::page(&weighed));
    generated.push(constructions::page());
    let targets = [
        definition::targets(),
        claims::targets(&weighed),
        gallery::targets(&library),
        theorems::targets(&library),
        constructions::targets(),
    ];
    let targets = Targets::new(targets.into_iter().flatten(), claims::sources(&weighed));
    let source = Source { parts, library: &library, known: &known };
    work(&Press { source, targets, generated, chapters: &chapters })
}

impl Press<'_> {
    /// A chapter as people write it, with its directives, links and formulas expanded.
    fn page(&self, name: &str, text: &str) -> Result<String, InputError> {
        self.shown(name, &self.source.expanded(name, text)?)
    }

    /// A page whose directives are expanded, with links and formulas.
    fn shown(&self, name: &str, text: &str) -> Result<String, InputError> {
        let text = link::linked(name, text, &self.targets);
        let made = formula::render(&text).map_err(|e| wrong(name, e.line, &e.reason))?;
        match inert::directive(&made) {
            // It would have mdBook read a file of whoever builds the book.
            Some(line) => Err(wrong(name, line, "a directive of mdBook stands in the page that is made")),
            None => Ok(made),
        }
    }

    /// A file of `book/text`, if it is there.
    fn chapter(&self, name: &str) -> Option<&str> {
        self.chapters.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// The contents of the reference as a Markdown list, its parts expanded; empty where the project has none.
    fn reference(&self) -> Result<String, InputError> {
        self.chapter(REFERENCE)
            .map_or_else(|| Ok(String::new()), |text| self.source.expanded(REFERENCE, text))
    }

    /// The contents of both books in one list: that of the book proper, then that of the reference.
    fn contents(&self) -> Result<String, InputError> {
        let proper = self.source.expanded(SUMMARY, self.chapter(SUMMARY).unwrap_or("# Summary\n"))?;
        let entries: Vec<String> =
            self.reference()?.lines().filter(|line| outline::listed(line)).map(str::to_string).collect();
        let reference = if entries.is_empty() {
            String::new()
        } else {
            format!("\n# Reference\n\n{}\n", entries.join("\n"))
        };
        Ok(format!("{}\n{reference}", proper.trim_end()))
    }
}

/// The contents of the book proper.
const SUMMARY: &str = "SUMMARY.md";

/// The contents of the reference, in the form of a `SUMMARY.md`.
const REFERENCE: &str = "SUMMARY-REFERENCE.md";

fn markdown(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "md")
}

/// What the README's picture shows.
const SHOWN_FIRST: (&str, &str) = ("tsf", "counterexamples/tsf-bf-2u2s2r.toml");

/// Where pages are written for those who have no mdBook.
const SOURCE: &str = "book/src";

/// Of what is made, the files that are missing or say something else; and files under `book/src` that belong to no page.
pub fn stale(root: &Path, made: &[Page]) -> Result<Vec<String>, InputError> {
    let folder = root.join(SOURCE);
    let there = if folder.is_dir() { listed(&folder)? } else { Vec::new() };
    let there = there.into_iter().map(|(name, _)| format!("{SOURCE}/{name}"));
    let strange = there.filter(|name| !made.iter().any(|(known, _)| known == name));
    let differs = |(name, text): &&Page| std::fs::read_to_string(root.join(name)).ok().as_ref() != Some(text);
    Ok(made.iter().filter(differs).map(|(name, _)| name.clone()).chain(strange).collect())
}

/// The README with the table of standings between its marks.
fn readme(root: &Path, standing: &str) -> Result<String, InputError> {
    let text = read(&root.join("README.md"))?;
    let marks = ["<!-- standing: written by `verify book` -->\n", "<!-- end of standing -->"];
    let parts = text.split_once(marks[0]).and_then(|(head, rest)| Some((head, rest.split_once(marks[1])?.1)));
    let (head, tail) =
        parts.ok_or_else(|| wrong("README.md", 1, "the marks around the standings are missing"))?;
    // A source has a chapter among the results, or the list of its claims alone.
    let page = |rest: &str| {
        let name = rest.split(')').next().unwrap_or_default();
        let folder = if root.join("book/text/results").join(name).is_file() { "results" } else { "papers" };
        format!("](book/text/{folder}/{rest}")
    };
    let mut parts = standing.split("](papers/");
    let linked = parts.next().unwrap_or_default().to_string() + &parts.map(page).collect::<String>();
    Ok(format!("{head}{}\n{linked}\n{}{tail}", marks[0], marks[1]))
}

fn wrong(file: &str, line: usize, reason: &str) -> InputError {
    InputError { file: format!("book: {file}"), field: format!("line {line}"), reason: reason.to_string() }
}

/// The files under a folder, by their paths from there.
fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>, InputError> {
    let unreadable = |error: std::io::Error| InputError {
        file: folder.display().to_string(),
        field: String::new(),
        reason: error.to_string(),
    };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        if path.is_dir() {
            found.extend(listed(&path)?.into_iter().map(|(inner, path)| (format!("{name}/{inner}"), path)));
        } else {
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<String, InputError> {
    std::fs::read_to_string(path).map_err(|error| InputError {
        file: path.display().to_string(),
        field: String::new(),
        reason: error.to_string(),
    })
}

/// What people write.
fn chapters(root: &Path) -> Result<Vec<Page>, InputError> {
    listed(&root.join("book").join("text"))?
        .into_iter()
        .filter(|(name, _)| !name.starts_with("live/"))
        .map(|(name, path)| Ok((name, read(&path)?)))
        .collect()
}

/// What benches and long tests leave behind: tables and curves of measurements, by name.
fn measured(root: &Path) -> Result<BTreeMap<String, String>, InputError> {
    let part = |(name, path): (String, PathBuf)| {
        let stem = name.split('.').next().unwrap_or_default().to_string();
        let text = read(&path)?;
        // Curves of several files may have the same axes: what they show is in the name of the file.
        let whose = format!("aria-label=\"{}: ", stem.replace('-', ", "));
        let text = if name.ends_with(".svg") { text.replacen("aria-label=\"", &whose, 1) } else { text };
        Ok((stem, text))
    };
    listed(&root.join("book").join("measured"))?.into_iter().map(part).collect()
}

/// What directives may ask for.
struct Source<'a> {
    parts: BTreeMap<String, String>,
    library: &'a Library,
    known: &'a known::Known<'a>,
}

impl Source<'_> {
    /// A chapter with its directives replaced.
    fn expanded(&self, name: &str, text: &str) -> Result<String, InputError> {
        let mut made = String::new();
        let mut rest = text;
        while let Some((before, from)) = rest.split_once("{{") {
            made += before;
            // A directive that a page shows as code.
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
        Ok(made + rest)
    }

    fn says(&self, page: &str, words: &[&str]) -> Result<String, String> {
        match *words {
            ["part", part] => self.part(part).map(str::to_string),
            ["pictures", part] => Ok(lines(self.part(part)?, |line| line.starts_with(PICTURE))),
            ["rows", part] => Ok(lines(self.part(part)?, |line| !line.starts_with(PICTURE))),
            ["bars", mechanism, file] => {
                let bars = self.bars(mechanism, file)?;
                let amounts = self.amounts(mechanism, file, &bars)?;
                Ok(format!(
                    "{}\n*{}.{} To run it: `verify run --mech {mechanism} --instance {file}`.*\n",
                    picture::bars(&bars),
                    inert::inert(&bars.title),
                    inert::inert(&amounts)
                ))
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
            _ => {
                Err("the directives are `part NAME`, `pictures NAME`, `rows NAME`, `bars MECHANISM FILE`, `outcome MECHANISM FILE FIELD`, \
                      `measure MECHANISM FILE MEASURE` and `cell MECHANISM PROPERTY [HYPOTHESIS]`"
                    .to_string())
            }
        }
    }

    fn part(&self, name: &str) -> Result<&str, String> {
        self.parts.get(name).map(String::as_str).ok_or_else(|| format!("there is no part `{name}`"))
    }

    /// A word for what is known of a cell, with a link to what it rests on.
    fn cell(
        &self,
        page: &str,
        mechanism: &str,
        property: &str,
        hypothesis: Hypothesis,
    ) -> Result<String, String> {
        let up = "../".repeat(page.matches('/').count());
        let known = self.known.cell(mechanism, property, hypothesis);
        let (word, path) = known.ok_or_else(|| format!("there is no cell {mechanism} x {property}"))?;
        Ok(format!("[{word}]({up}{path})"))
    }

    fn run(&self, mechanism: &str, file: &str) -> Result<RunReport, String> {
        let document = self.library.instance(file).map_err(|error| error.to_string())?;
        let run = known(mechanism)?.run(mechanism, &document, &Patience::unlimited());
        run.map_err(|error| error.to_string())
    }

    /// What the mechanism allocates on the instance of a file, under the mechanism's name.
    fn bars(&self, mechanism: &str, file: &str) -> Result<Bars, String> {
        let bars = self.run(mechanism, file)?.bars;
        let bars = bars.ok_or_else(|| format!("{mechanism} allocates nothing on {file}"))?;
        Ok(entitled(bars, &name(mechanism)))
    }

    /// The outcome in one sentence behind a blank: what each agent has in the end, or the ratio. Empty where neither is a few
    /// numbers.
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

/// How many agents a sentence lists.
const FEW: usize = 12;

/// The name of a mechanism as it stands in a sentence; an id that is none stands for itself.
fn name(mechanism: &str) -> String {
    let entries = bench_of(mechanism).map(Bench::mechanisms).unwrap_or_default();
    let entry = entries.iter().find(|entry| entry.id == mechanism);
    entry.map_or_else(|| mechanism.to_string(), |entry| bracketed(&entry.name()))
}

/// What follows the first comma of a name in brackets: "TSF, task share fairness" is "TSF (task share fairness)", so that a
/// sentence can go on behind it.
fn bracketed(name: &str) -> String {
    match name.split_once(", ") {
        Some((head, rest)) => format!("{head} ({})", rest.replace(" (", ", ").trim_end_matches(')')),
        None => name.to_string(),
    }
}

/// Bars whose title begins with whose or which picture it is.
fn entitled(mut bars: Bars, whose: &str) -> Bars {
    bars.title = format!("{whose}: {}", within_sentence(&bars.title));
    bars
}

/// How a line begins that is a picture.
const PICTURE: &str = "<div class=\"picture\">";

/// The lines of a part that are wanted.
fn lines(part: &str, wanted: impl Fn(&str) -> bool) -> String {
    part.lines().filter(|line| wanted(line)).collect::<Vec<_>>().join("\n")
}

fn known(mechanism: &str) -> Result<&'static dyn Bench, String> {
    bench_of(mechanism).ok_or_else(|| format!("there is no mechanism `{mechanism}`"))
}

/// Numbers as a reader takes them: those of a row behind commas, rows behind semicolons.
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

/// The name of a record: that of its file, without the ending.
fn stem(file: &str) -> &str {
    file.trim_end_matches(".toml")
}

/// A link that saves a text as a file. The text is inside the page, so that the link needs no file and no network.
fn download(name: &str, text: &str) -> String {
    let byte = |byte: u8| {
        if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    let data: String = text.bytes().map(byte).collect();
    format!("<a download=\"{name}\" href=\"data:text/plain;charset=utf-8,{data}\">{name}</a>")
}

/// A text of one line that the project's own files hold, without tags of its own.
fn inline(text: &str) -> String {
    text.replace('\n', " ").replace('<', "&lt;").replace('*', "\\*")
}

/// A text inside a cell of a table.
fn cell(text: &str) -> String {
    inline(text).replace('|', "\\|")
}

/// A table whose last column has sentences, which get room on a narrow page.
fn told(table: &str) -> String {
    format!("<div class=\"told\">\n\n{table}\n</div>\n")
}

/// A table in Markdown, under its title.
fn grid(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|text| inert::inert(text)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    format!("**{}**\n\n{}|{}\n{rows}\n", table.title, row(&table.head), "---|".repeat(table.head.len()))
}

use fairwitness_engine::{archive, inert, instances, linear, model, scalar, trace, workbench};
use fairwitness_evidence::{self as library, document};
use fairwitness_picture as picture;
