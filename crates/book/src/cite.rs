//! Citations: how a record, a claim, a theorem, an id or a source is cited, as BibTeX, in LaTeX, and by its address.

use std::collections::BTreeMap;
use std::path::Path;

use super::definition::{Shelf, shelves};
use super::naming::{address, asked, cited, size};
use super::stem;
use crate::archive::record::Record;
use crate::document::{Document, InputError, Value, files};
use crate::library::claims::{Claim, Library};
use crate::library::theorems::{Theorem, theorems};
use crate::workbench::{Bench, Entry, bench_of, models};

/// The year of this version, as the page on citing has it.
pub const YEAR: u32 = 2026;

/// The address of the book, if the package names one; otherwise addresses are paths in the book.
const SITE: &str = env!("CARGO_PKG_HOMEPAGE");

/// What can be cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The id, such as `tsf-bf-2u2s2r`.
    pub id: String,
    /// `record`, `claim`, `theorem`, `mechanism`, `property`, `measure`, `model` or `source`.
    pub kind: &'static str,
    /// The title, in plain text.
    pub title: String,
    /// The page of the book with its anchor, as a path in the book.
    pub page: String,
    /// The sources whose words are judged or defined, each with its entry in BibTeX.
    sources: Vec<(String, String)>,
}

/// Returns a text as LaTeX prints it.
fn tex(text: &str) -> String {
    let spelled = |c: char| match c {
        '\\' => r"\textbackslash{}".to_string(),
        '~' => r"\textasciitilde{}".to_string(),
        '^' => r"\textasciicircum{}".to_string(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        c => c.to_string(),
    };
    text.chars().map(spelled).collect()
}

/// Returns an entry of a bibliography.
fn entry(kind: &str, key: &str, fields: &[(&str, String)]) -> String {
    let field = |(name, value): &(&str, String)| format!("  {name:<12} = {{{value}}},\n");
    format!("@{kind}{{{key},\n{}}}\n", fields.iter().map(field).collect::<String>())
}

/// Returns the entry of a source of `properties/sources.toml`, by what the file says of it.
fn source_entry(key: &str, source: &Value) -> String {
    let text = |name: &str| match source.get(name) {
        Some(Value::Text(text)) => Some(tex(text)),
        Some(Value::Integer(n)) => Some(n.to_string()),
        _ => None,
    };
    let authors = match source.get("authors") {
        Some(Value::List(all)) => all.iter().filter_map(|one| match one {
            // A body that writes as one is no first and last name.
            Value::Text(name) if name.starts_with("The ") => Some(format!("{{{}}}", tex(name))),
            Value::Text(name) => Some(tex(name)),
            _ => None,
        }),
        _ => return entry("misc", key, &[("title", key.to_string())]),
    };
    let authors = authors.collect::<Vec<_>>().join(" and ");
    let mut fields =
        vec![("author", authors), ("title", format!("{{{}}}", text("title").unwrap_or_default()))];
    fields.extend(text("year").map(|year| ("year", year)));
    let commit = text("commit").map(|commit| format!("commit {commit}"));
    fields.extend(text("repository").map(|address| ("howpublished", format!("\\url{{{address}}}"))));
    fields.extend(text("venue").or(commit).map(|note| ("note", note)));
    entry("misc", key, &fields)
}

/// Returns the section at the end of a chapter that has its entry for a bibliography, with the sources that it names.
///
/// # Errors
/// The list of sources cannot be read.
pub(super) fn below(root: &Path, name: &str, text: &str) -> Result<String, InputError> {
    let title = text.lines().next().unwrap_or_default().trim_start_matches('#').trim().to_string();
    let id = stem(name.trim_end_matches(".md")).replace('/', "-");
    let sources = named_sources(text, &files::load(&root.join("properties/sources.toml"))?);
    let page = name.replacen(".md", ".html", 1);
    Ok(Citation { id, kind: "chapter", title, page, sources }.section())
}

/// Returns the sources that `words` begins with, such as `khamse2017 II-B`, or names in the midst of other words.
fn named_sources(words: &str, all: &Document) -> Vec<(String, String)> {
    let keys = words.split(|c: char| !c.is_ascii_alphanumeric());
    let mut found: Vec<(String, String)> = Vec::new();
    for (key, source) in keys.filter_map(|key| Some((key, all.root.get(key)?))) {
        if !found.iter().any(|(known, _)| known == key) {
            found.push((key.to_string(), source_entry(key, source)));
        }
    }
    found
}

/// Everything that can be cited.
#[derive(Debug)]
pub struct Catalogue {
    sources: Document,
    library: Library,
    claims: Vec<Claim>,
    theorems: Vec<Theorem>,
}

impl Catalogue {
    /// Reads the data of a project.
    ///
    /// # Errors
    /// A file of the project's data that cannot be read.
    pub fn open(root: &Path) -> Result<Catalogue, InputError> {
        let library = Library::open(root)?;
        let claims = library.claims(None)?;
        let sources = files::load(&root.join("properties/sources.toml"))?;
        Ok(Catalogue { sources, claims, theorems: theorems(root)?, library })
    }

    /// Every id: of records, claims, theorems, sources, models, mechanisms, properties and measures.
    pub fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> =
            self.library.records().iter().map(|(name, _)| stem(name).to_string()).collect();
        ids.extend(self.claims.iter().map(|claim| claim.id.clone()));
        ids.extend(self.theorems.iter().map(|theorem| theorem.name.clone()));
        ids.extend(self.sources.root.fields().iter().map(|(key, _)| key.clone()));
        ids.extend(shelves().iter().flat_map(|shelf| &shelf.entries).map(|entry| entry.id.to_string()));
        ids.extend(models().iter().map(|bench| bench.model().to_string()));
        ids.sort();
        ids.dedup();
        ids
    }

    /// Returns the citation of an id, or of the last part of a theorem's name; `None` if nothing has the id.
    pub fn cite(&self, id: &str) -> Option<Citation> {
        if let Some(source) = self.sources.root.get(id) {
            return Some(of_source(id, source));
        }
        let id = id.strip_suffix(".toml").unwrap_or(id);
        let record = || self.library.records().iter().find(|(name, _)| stem(name) == id);
        of_entries(&self.sources)
            .into_iter()
            .find(|entry| entry.id == id)
            .or_else(|| record().map(|(name, record)| self.of_record(name, record)))
            .or_else(|| self.claims.iter().find(|claim| claim.id == id).map(|claim| self.of_claim(claim)))
            .or_else(|| {
                let named = |t: &&Theorem| t.name == id || t.name.rsplit('.').next() == Some(id);
                self.theorems.iter().find(named).map(|theorem| self.of_theorem(theorem))
            })
    }

    /// The section on citing of each page about one id, by the page's path in the book.
    pub(super) fn sections(&self) -> BTreeMap<String, String> {
        let sources = self.sources.root.fields().iter().map(|(id, source)| of_source(id, source));
        let records = self.library.records().iter().map(|(name, record)| self.of_record(name, record));
        let all = of_entries(&self.sources).into_iter().chain(sources).chain(records);
        all.map(|citation| (citation.page.replacen(".html", ".md", 1), citation.section())).collect()
    }

    /// The keys of the sources of claims, in the order of the claims.
    fn claimed(&self, ours: impl Fn(&Claim) -> bool) -> String {
        self.claims.iter().filter(|claim| ours(claim)).map(|claim| format!("{} ", claim.source)).collect()
    }

    /// A record, with the sources of what is claimed of its cell, and of the two definitions.
    fn of_record(&self, name: &str, record: &Record) -> Citation {
        let is = |id: &Option<String>, own: &str| id.as_deref() == Some(own);
        let mut words = self.claimed(|claim| {
            let cell = is(&claim.mechanism, &record.mechanism) && is(&claim.property, &record.property);
            cell || record.claims.contains(&claim.id)
        });
        let bench = bench_of(&record.mechanism);
        let find = |of: fn(&'static dyn Bench) -> Vec<Entry<'static>>, id: &str| {
            bench.and_then(|bench| of(bench).into_iter().find(|entry| entry.id == id))
        };
        let rule = find(|bench| bench.mechanisms(), &record.mechanism);
        let property = find(|bench| bench.properties(), &record.property);
        for entry in rule.iter().chain(&property) {
            words += &format!("{} ", entry.field("source").unwrap_or_default());
        }
        let rule = rule.map_or_else(|| record.mechanism.clone(), |entry| entry.name());
        // "TSF, task share fairness, violates bottleneck fairness".
        let comma = if rule.contains(", ") { "," } else { "" };
        let title = format!("{rule}{comma} violates {} ({})", asked(record), size(name, record));
        let (id, sources) = (stem(name).to_string(), named_sources(&words, &self.sources));
        let page = address(&self.library, name).replacen(".md", ".html", 1);
        Citation { kind: "record", title, page, id, sources }
    }

    fn of_claim(&self, claim: &Claim) -> Citation {
        let (id, title) = (claim.id.clone(), format!("{}, {}", cited(&claim.source), claim.locus));
        let page = format!("papers/{}.html#{id}", claim.source);
        let sources = named_sources(&claim.source, &self.sources);
        Citation { kind: "claim", title, page, id, sources }
    }

    /// A theorem, with the sources of the claims that it proves or refutes.
    fn of_theorem(&self, theorem: &Theorem) -> Citation {
        let words = self.claimed(|claim| theorem.claims.contains(&claim.id));
        let (id, sources) = (theorem.name.clone(), named_sources(&words, &self.sources));
        let title = format!("The theorem {id}, proved in Coq");
        Citation { kind: "theorem", title, page: format!("theorems.html#{id}"), id, sources }
    }
}

impl Citation {
    /// The key of the entry in a bibliography.
    pub fn key(&self) -> String {
        if self.kind == "source" { self.id.clone() } else { format!("fairwitness:{}", self.id) }
    }

    /// The entries of a bibliography: its own, then those of its sources.
    pub fn bibtex(&self) -> String {
        let sources = self.sources.iter().map(|(_, entry)| entry.as_str()).collect::<Vec<_>>().join("\n");
        if self.kind == "source" {
            return sources;
        }
        let version = env!("CARGO_PKG_VERSION");
        let own = [
            ("author", "{The fairwitness authors}".to_string()),
            ("title", format!("{{{}}}", tex(&self.title))),
            ("howpublished", format!("{} \\texttt{{{}}} of fairwitness {version}", self.kind, tex(&self.id))),
            ("year", YEAR.to_string()),
            ("note", format!("\\url{{{}}}", self.address())),
        ];
        let own = entry("misc", &self.key(), &own);
        if sources.is_empty() { own } else { format!("{own}\n{sources}") }
    }

    /// The section at the end of a page that has its entry for a bibliography.
    fn section(&self) -> String {
        let entries = self.bibtex();
        format!(
            "\n\n## Cite this page\n\n<details><summary>BibTeX</summary>\n\n```text\n{entries}```\n\n</details>\n"
        )
    }

    /// The words for a sentence in LaTeX, with the keys.
    pub fn latex(&self) -> String {
        if self.kind == "source" {
            return format!("{}~\\cite{{{}}}", tex(&self.title), self.id);
        }
        let keys = std::iter::once(self.key()).chain(self.sources.iter().map(|(key, _)| key.clone()));
        let keys: Vec<String> = keys.collect();
        format!("the {} \\texttt{{{}}}~\\cite{{{}}}", self.kind, tex(&self.id), keys.join(","))
    }

    /// The address of the page: in the published book if the package names it, otherwise a path in the book.
    pub fn address(&self) -> String {
        if SITE.is_empty() {
            self.page.clone()
        } else {
            format!("{}/{}", SITE.trim_end_matches('/'), self.page)
        }
    }
}

fn of_source(id: &str, source: &Value) -> Citation {
    let sources = vec![(id.to_string(), source_entry(id, source))];
    let (id, page) = (id.to_string(), format!("papers/{id}.html"));
    Citation { title: cited(&id), id, kind: "source", page, sources }
}

/// Returns the citations of all mechanisms, properties, measures and models.
fn of_entries(all: &Document) -> Vec<Citation> {
    let cited = |kind, path: &str, entry: &Entry| {
        let sources = named_sources(&entry.field("source").unwrap_or_default(), all);
        let (id, page) = (entry.id.to_string(), path.replacen(".md", ".html", 1));
        Citation { id, kind, title: entry.name(), page, sources }
    };
    let shelf = |shelf: Shelf| {
        let kind = match shelf.kind {
            "mechanisms" => "mechanism",
            "properties" => "property",
            _ => "measure",
        };
        shelf.entries.iter().map(|e| cited(kind, &shelf.path(e.id), e)).collect::<Vec<_>>()
    };
    let model = |bench: &&dyn Bench| {
        let entry = Entry { id: bench.model(), page: bench.page() };
        cited("model", &format!("models/{}.md", entry.id), &entry)
    };
    shelves().into_iter().flat_map(shelf).chain(models().iter().map(model)).collect()
}
