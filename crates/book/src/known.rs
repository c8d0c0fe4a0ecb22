//! The evidence about an id, at the head of its page: the row or the column of the matrix, findings, claims,
//! worst values.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::path::Path;

use super::groups::grouped;
use super::inert::inert;
use super::{Page, cell, stem, told};
use crate::archive::record::Record;
use crate::document::InputError;
use crate::library::VariantArray as _;
use crate::library::claims::{Library, Voice, Weighed};
use crate::library::existence::Existence;
use crate::library::family;
use crate::library::matrix::{CellState, MatrixCell, matrix};
use crate::library::searches::Extent;
use crate::library::worst::{self, Worst};
use crate::model::Hypothesis;
use crate::workbench::{Bench, bench_of, models};

/// A page about a contradicted claim, with the ids that its head names.
#[derive(Debug)]
struct Finding {
    path: String,
    title: String,
    mechanisms: Vec<String>,
    properties: Vec<(String, String)>,
}

/// The data that the heads of pages use.
pub(super) struct Known<'a> {
    library: &'a Library,
    weighed: &'a [Weighed],
    /// Every cell of every model.
    pub cells: Vec<MatrixCell>,
    /// Every cell of every model, under the hypothesis that each user has one weight.
    with_user_weights: Vec<MatrixCell>,
    findings: Vec<Finding>,
    worst: Vec<Worst>,
    families: Vec<(String, family::Record)>,
}

impl<'a> Known<'a> {
    /// Collects the data from a project's folder; `chapters` are those of the book.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn of(
        library: &'a Library,
        weighed: &'a [Weighed],
        root: &Path,
        chapters: &[Page],
    ) -> Result<Known<'a>, InputError> {
        let all = |hypothesis| {
            let rows = models().iter().map(|bench| matrix(library, root, *bench, hypothesis));
            Ok::<_, InputError>(rows.collect::<Result<Vec<_>, _>>()?.concat())
        };
        let about = |(path, text): &Page| {
            (path.starts_with("results/")
                && (text.contains("| Claims |") || text.contains("| Our questions |")))
            .then(|| finding(path, text, library, weighed))
        };
        Ok(Known {
            library,
            weighed,
            cells: all(Hypothesis::None)?,
            with_user_weights: all(Hypothesis::UserWeights)?,
            findings: chapters.iter().filter_map(about).collect(),
            worst: worst::load(root)?,
            families: family::load(root)?,
        })
    }

    /// A claim with its evidence.
    pub fn claim(&self, id: &str) -> Option<&Weighed> {
        self.weighed.iter().find(|w| w.claim.id == id)
    }

    /// The claims of a source in the paper's own voice, or in reports.
    pub fn of_source(&self, source: &str) -> impl Iterator<Item = &Weighed> {
        let own = move |w: &&Weighed| w.claim.source == source && w.claim.voice != Voice::Question;
        self.weighed.iter().filter(own)
    }

    /// The mechanisms by the state of the statement that each of their instances has an outcome, in a table.
    pub fn existence(&self) -> String {
        let mut text = String::from("| every instance has an outcome | mechanisms |\n|---|---|\n");
        for &state in Existence::VARIANTS {
            let all = models().iter().flat_map(|bench| bench.mechanisms());
            let own = all.filter(|entry| self.library.existence(entry.id) == state);
            let own: Vec<String> = own.map(|entry| format!("`{}`", entry.id)).collect();
            if !own.is_empty() {
                text += &format!("| {} | {} |\n", state.phrase(), own.join(", "));
            }
        }
        text
    }

    /// The extent of the search of a cell that is unrefuted.
    pub fn searched(&self, mechanism: &str, property: &str) -> Option<&Extent> {
        let of = |c: &&MatrixCell| c.mechanism == mechanism && c.property == property;
        match &self.cells.iter().find(of)?.state {
            CellState::Unrefuted(extent) => Some(extent),
            _ => None,
        }
    }

    /// A word for the state of a cell, and the path of the page that it rests on; for references from
    /// chapters.
    pub fn cell(&self, mechanism: &str, property: &str, hypothesis: Hypothesis) -> Option<(&str, String)> {
        let cells = match hypothesis {
            Hypothesis::None => &self.cells,
            Hypothesis::UserWeights => &self.with_user_weights,
            _ => return None,
        };
        let cell = cells.iter().find(|c| c.mechanism == mechanism && c.property == property)?;
        let (word, path) = state(cell);
        Some((if word == "violated" { "no" } else { word }, path))
    }

    /// A table of cells under the head `of`, each with its name, and a list of those that are out of scope.
    fn table<'c>(&self, of: &str, cells: impl Iterator<Item = (String, &'c MatrixCell)>, up: &str) -> String {
        let mut rows = format!("| {of} | state | what it rests on |\n|---|---|---|\n");
        let mut outside: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for (name, c) in cells {
            match &c.state {
                CellState::OutOfScope(extent) => outside.entry(extent.instances).or_default().push(name),
                _ => rows += &self.lines(&name, c, up),
            }
        }
        let outside: Vec<String> = outside.into_values().flatten().collect();
        told(&rows) + &listed("Out of scope", &outside)
    }

    /// The head of a mechanism's page: its row of the matrix.
    pub fn of_mechanism(&self, model: &str, id: &str) -> String {
        let own: Vec<&MatrixCell> =
            self.cells.iter().filter(|c| c.model == model && c.mechanism == id).collect();
        let properties = grouped(model).into_iter().flat_map(|(.., properties)| properties);
        let own = properties.filter_map(|p| own.iter().find(|c| c.property == p));
        // The anchor is the target of the matrix page.
        let named = own.map(|c| (format!("<a id=\"is-{0}\"></a>`{0}`", c.property), *c));
        let exists = self.library.existence(id).sentence();
        let mut text =
            format!("## What is known\n\n{exists} [The matrix](../matrix.md) shows all mechanisms.\n\n");
        text += &self.table("property", named, "../");
        let findings: Vec<&Finding> =
            self.findings.iter().filter(|f| f.mechanisms.iter().any(|m| m == id)).collect();
        text += &found(&findings, "../");
        let value = |w: &Worst| {
            let (measure, value) = (&w.measure, &w.value);
            let link = format!("[{value}](../worst.md#{})", anchor(measure, &w.mechanism));
            format!("`{measure}` {link}, over all sizes {}", self.limit(w))
        };
        let values: Vec<String> = self.worst.iter().filter(|w| w.mechanism == id).map(value).collect();
        if !values.is_empty() {
            text += &format!("\nWorst values found by search: {}.\n", values.join("; "));
        }
        let records = self.library.records().iter().filter(|(_, r)| r.mechanism == id).count();
        if records > 0 {
            text += &format!("\nRecords: [{records} in the gallery](../records/index.md).\n");
        }
        text + &self.claims(|w| w.claim.mechanism.as_deref() == Some(id)) + "\n"
    }

    /// The head of a property's page: its column of the matrix.
    pub fn of_property(&self, model: &str, id: &str) -> String {
        let own = self.cells.iter().filter(|c| c.model == model && c.property == id);
        let mut text =
            String::from("## What is known\n\n[The matrix](../../matrix.md) shows all properties.\n\n");
        text += &self.table("mechanism", own.map(|c| (format!("`{}`", c.mechanism), c)), "../../");
        let speaks = |f: &&Finding| f.properties.iter().any(|(m, p)| m == model && p == id);
        text += &found(&self.findings.iter().filter(speaks).collect::<Vec<_>>(), "../../");
        let of_model =
            |mechanism: &str| self.cells.iter().any(|c| c.model == model && c.mechanism == mechanism);
        let speaks = |w: &Weighed| {
            w.claim.property.as_deref() == Some(id) && w.claim.mechanism.as_deref().is_some_and(of_model)
        };
        let own = |(_, r): &&(String, Record)| r.model == model && r.property == id;
        let link = |(name, _): &(String, Record)| format!("[`{0}`](../../records/{0}.md)", stem(name));
        let records: Vec<String> = self.library.records().iter().filter(own).map(link).collect();
        text += &listed("Counterexamples on record", &records);
        text + &self.claims(speaks) + "\n"
    }

    /// The head of a measure's page: the worst values.
    pub fn of_measure(&self, id: &str) -> String {
        let own: Vec<&Worst> = self.worst.iter().filter(|w| w.measure == id).collect();
        if own.is_empty() {
            return String::new();
        }
        let mut text = String::from(
            "## Worst values found by search\n\nFrom the table of [worst ratios](../worst.md). The last column says how bad the value \
             gets over all sizes, as far as a theorem or a family of instances tells.\n\n",
        );
        let model = bench_of(&own[0].mechanism).map_or("cluster", Bench::model);
        let agents = match model {
            "cluster" => "users",
            "covering" => "tasks",
            "cohort" => "workloads",
            _ => "agents",
        };
        text += &format!(
            "| mechanism | value | as a decimal | {agents} | instance | over all sizes |\n|---|--:|--:|--:|---|---|\n"
        );
        for w in own {
            let value = format!("{} | {:.4} | {}", w.value, w.value.to_f64(), w.agents);
            let link = format!("[instance](../worst.md#{})", anchor(id, &w.mechanism));
            text += &format!("| `{}` | {value} | {link} | {} |\n", w.mechanism, self.limit(w));
        }
        text + "\n"
    }

    /// The state of a worst value over all sizes.
    fn limit(&self, w: &Worst) -> String {
        worst::over_all_sizes(&w.mechanism, &w.measure, self.library.theorems(), &self.families)
    }

    /// The line of a cell, and a second one if the cell stands otherwise where each user has one weight.
    fn lines(&self, name: &str, c: &MatrixCell, up: &str) -> String {
        let same = |other: &&MatrixCell| {
            (other.model, other.mechanism, other.property) == (c.model, c.mechanism, c.property)
        };
        let one = self.with_user_weights.iter().find(same);
        let otherwise = |other: &&MatrixCell| discriminant(&other.state) != discriminant(&c.state);
        let one = one.filter(otherwise);
        let second = |other: &MatrixCell| {
            let name = name.rsplit("</a>").next().unwrap_or(name);
            self.line(&format!("{name}, if each user has one weight"), other, up)
        };
        self.line(name, c, up) + &one.map_or_else(String::new, second)
    }

    /// The row of a cell: its state, as a link to the page that it rests on if that is another page, and a phrase for its
    /// evidence.
    fn line(&self, name: &str, c: &MatrixCell, up: &str) -> String {
        let (word, path) = state(c);
        let record = |file: &str| format!("[`{}`]({up}{path})", stem(file));
        let kept = |file: &str| self.library.records().iter().find(|(name, _)| name == file);
        let rests = match &c.state {
            CellState::Violated { record: file } => {
                let own = kept(file).map(|(_, r)| r);
                let own = own.filter(|r| r.mechanism == c.mechanism && r.property == c.property);
                own.map_or_else(
                    || format!("the instance of {}", record(file)),
                    |r| format!("{}, margin {}", record(file), inert(&r.margin())),
                )
            }
            CellState::Derived { from, record: file, reason } => {
                format!("since `{from}` is: {}. {}", record(file), cell(reason))
            }
            CellState::Proved { theorem, .. } => format!("[`{theorem}`]({up}{path})"),
            CellState::ProvedOnPaper { .. } => String::new(),
            CellState::Unrefuted(extent) | CellState::Undecided(extent) => searched(extent),
            CellState::OutOfScope(extent) => format!("on all of {} instances", extent.instances),
        };
        let own = path.starts_with("mechanisms/");
        let word = if own { word.to_string() } else { format!("[{word}]({up}{path})") };
        format!("| {name} | {word} | {rests} |\n")
    }

    fn claims(&self, speaks: impl Fn(&Weighed) -> bool) -> String {
        let claim = |w: &Weighed| format!("`{}` ({})", w.claim.id, w.standing.word());
        let own: Vec<String> = self.weighed.iter().filter(|w| speaks(w)).map(claim).collect();
        match own.len() {
            0 => String::new(),
            1..=4 => listed("Claims", &own),
            many => {
                format!("\n<details><summary>{many} claims</summary>\n\n{}.\n\n</details>\n", own.join(", "))
            }
        }
    }
}

/// A word for the state of a cell, and the path of the page that it rests on: that of its row if no other page has evidence.
pub(super) fn state(c: &MatrixCell) -> (&'static str, String) {
    match &c.state {
        CellState::Violated { record } | CellState::Derived { record, .. } => {
            ("violated", format!("records/{}.md", stem(record)))
        }
        CellState::Proved { theorem, .. } => ("proved", format!("theorems.md#{theorem}")),
        CellState::ProvedOnPaper { file } => ("proved on paper", file.clone()),
        other => {
            let row = format!("mechanisms/{}.md#is-{}", c.mechanism, c.property);
            match other {
                CellState::Unrefuted(_) => ("unrefuted", row),
                CellState::Undecided(_) => ("undecided", row),
                _ => ("out of scope", row),
            }
        }
    }
}

fn listed(what: &str, all: &[String]) -> String {
    if all.is_empty() { String::new() } else { format!("\n{what}: {}.\n", all.join(", ")) }
}

fn found(findings: &[&Finding], up: &str) -> String {
    let links: Vec<String> =
        findings.iter().map(|f| format!("[{}]({up}{})", f.title.replace('`', ""), f.path)).collect();
    listed("Findings", &links)
}

/// The extent of a search, in words.
pub(super) fn searched(extent: &Extent) -> String {
    match (extent.decided, extent.instances) {
        (_, 0) => "nothing was looked at".to_string(),
        (0, _) => format!("decided on none of {} instances", extent.instances),
        (decided, instances) => {
            let all = extent.exhausted.as_ref().map_or_else(String::new, |scope| {
                format!("; all of `{scope}`, {} instances, are among them", extent.gone_through)
            });
            format!("decided on {decided} of {instances} instances, nowhere violated{all}")
        }
    }
}

/// The anchor of a worst value's instance on the page of worst ratios.
pub(super) fn anchor(measure: &str, mechanism: &str) -> String {
    format!("worst-{measure}-{mechanism}")
}

/// The rows `Claims` and `Record` of a page, as ids; further claims count if there are no main ones.
fn finding(path: &str, text: &str, library: &Library, weighed: &[Weighed]) -> Finding {
    let title = text.lines().next().unwrap_or_default().trim_start_matches('#').trim().to_string();
    let rows = |head: &'static str| text.lines().filter(move |line| line.starts_with(head));
    let ids = |line: &str| line.split('`').skip(1).step_by(2).map(String::from).collect::<Vec<_>>();
    let mut named = Vec::new();
    for claims in rows("| Claims |").chain(rows("| Our questions |")) {
        let own = claims.split("ee also").next().unwrap_or_default();
        named.extend(ids(if own.contains('`') { own } else { claims }));
    }
    named.extend(rows("| Record |").flat_map(ids));
    let mut found = Finding { path: path.to_string(), title, mechanisms: Vec::new(), properties: Vec::new() };
    let mut add = |mechanism: &str, property: Option<&str>| {
        let model = crate::workbench::bench_of(mechanism).map(crate::workbench::Bench::model);
        let Some(model) = model else { return };
        found.mechanisms.push(mechanism.to_string());
        found.properties.extend(property.map(|p| (model.to_string(), p.to_string())));
    };
    for id in &named {
        let file = id.trim_start_matches("counterexamples/");
        if let Some((_, record)) = library.records().iter().find(|(name, _)| name == file) {
            add(&record.mechanism, Some(&record.property));
        } else if let Some(claim) = weighed.iter().map(|w| &w.claim).find(|c| c.id == *id) {
            if let Some(mechanism) = &claim.mechanism {
                add(mechanism, claim.property.as_deref());
            }
        } else {
            add(id, None);
        }
    }
    found
}
