//! `verify list` and `verify explain`: the known ids and their pages.

use std::path::Path;

use anyhow::{Result, bail};
use fairwitness::archive::record::Record;
use fairwitness::book::plain;
use fairwitness::document::{Value, files};
use fairwitness::instances::construction::CONSTRUCTIONS;
use fairwitness::library::claims::{Claim, Library};
use fairwitness::workbench::{self, Bench, strategy_list};

use serde_json::Value as Json;

use super::args::{Format, ListKind};
use super::ids::models;
use super::said::{Listing, Page};
use super::{ids, inputs, render};

/// The filter of a list.
#[derive(Clone, Copy, Debug)]
pub struct Only<'a> {
    /// The only model to list.
    pub model: Option<&'a str>,
    /// The only mechanism whose records and claims are listed.
    pub mechanism: Option<&'a str>,
}

/// What of a model has entries, such as its mechanisms.
type Entries = fn(&dyn Bench) -> Vec<workbench::Entry>;

/// A list: its title, the heads of its columns, its rows.
type Section = (&'static str, [&'static str; 3], Vec<[String; 3]>);

pub fn list(kind: ListKind, only: Only<'_>, root: &Path, format: Format) -> Result<u8> {
    if let Some(model) = only.model {
        ids::known_model(model)?;
    }
    if let Some(mechanism) = only.mechanism {
        ids::mechanism(mechanism)?;
        if !matches!(kind, ListKind::Records | ListKind::Claims) {
            bail!(
                "--mech keeps to the records or the claims of a mechanism: `verify list records --mech ..`"
            );
        }
    }
    let sections = sections(kind, only, root)?;
    let row = |heads: &[&str; 3], row: &[String; 3]| -> Json {
        heads.iter().zip(row).map(|(head, text)| ((*head).to_string(), text.clone())).collect()
    };
    let section =
        |(title, heads, rows): &Section| ((*title).to_string(), rows.iter().map(|r| row(heads, r)).collect());
    render::show(format, &Listing(sections.iter().map(section).collect()), || {
        let mut text = String::new();
        let shown = |(.., rows): &&Section| !rows.is_empty() || kind != ListKind::All;
        for (title, heads, rows) in sections.iter().filter(shown) {
            let title = format!("{title} ({})", rows.len());
            text += &(render::table(&title, heads, rows.iter().map(|row| row.to_vec())) + "\n");
        }
        if kind == ListKind::All {
            text += "`verify list records` and `verify list claims` list those\n";
        }
        text
    });
    Ok(0)
}

/// Returns the lists of a kind.
fn sections(kind: ListKind, only: Only<'_>, root: &Path) -> Result<Vec<Section>> {
    let of_model = |model: &str| only.model.is_none_or(|asked| asked == model);
    let mut sections: Vec<Section> = Vec::new();
    let wanted = |k: ListKind| kind == ListKind::All || kind == k;
    let benches = || models().into_iter().filter(|b| of_model(b.model()));
    let heads = ["id", "model", "name"];
    if wanted(ListKind::Models) {
        let rows = benches().map(|b| [b.model().to_string(), b.model().to_string(), b.summary().to_string()]);
        sections.push(("models", heads, rows.collect()));
    }
    let entries: [(_, _, Entries); 3] = [
        (ListKind::Mechanisms, "mechanisms", |b| b.mechanisms()),
        (ListKind::Properties, "properties", |b| b.properties()),
        (ListKind::Measures, "measures", |b| b.measures()),
    ];
    for (_, title, of) in entries.into_iter().filter(|(k, ..)| wanted(*k)) {
        let rows = benches()
            .flat_map(|b| of(b).into_iter().map(|e| [e.id.to_string(), b.model().to_string(), e.name()]));
        sections.push((title, heads, rows.collect()));
    }
    if wanted(ListKind::Strategies) {
        let rows = strategy_list().into_iter().map(|(id, what)| [id, "all", what].map(String::from));
        sections.push(("strategies", heads, rows.collect()));
    }
    if wanted(ListKind::Constructions) {
        let rows = CONSTRUCTIONS.iter().filter_map(|c| {
            let built = c.instance(c.least.unwrap_or(0).max(2), None);
            let model = match built.get("model") {
                Some(Value::Text(model)) => model.clone(),
                _ => String::new(),
            };
            of_model(&model).then(|| [c.id.to_string(), model, c.about.to_string()])
        });
        sections.push(("constructions", heads, rows.collect()));
    }
    // Long lists appear only if asked for.
    if kind == ListKind::Papers || (kind == ListKind::All && only.model.is_none()) {
        sections.push(("papers", ["id", "year", "title"], papers(root)?));
    }
    let ours = |m: &str| only.mechanism.is_none_or(|asked| asked == m);
    if kind == ListKind::Records {
        let library = Library::open(root)?;
        let rows = library.records().iter().filter(|(_, r)| of_model(&r.model) && ours(&r.mechanism));
        let row = |(name, r): &(String, Record)| [name.clone(), r.margin(), r.note.clone()];
        sections.push(("records", ["id", "margin", "note"], rows.map(row).collect()));
    }
    if kind == ListKind::Claims {
        let claims = Library::open(root)?.claims(None)?;
        let bench = |m: &str| workbench::bench_of(m).is_some_and(|bench| of_model(bench.model()));
        let of = |m: &str| only.model.is_none() || bench(m);
        let fits = |m: Option<&str>| match m {
            Some(m) => ours(m) && of(m),
            None => only.mechanism.is_none() && only.model.is_none(),
        };
        let rows = claims.iter().filter(|c| fits(c.mechanism.as_deref()));
        let row = |c: &Claim| [c.id.clone(), c.locus.clone(), c.statement.clone()];
        sections.push(("claims", ["id", "where", "statement"], rows.map(row).collect()));
    }
    Ok(sections)
}

/// Returns the papers: key, year, title.
fn papers(root: &Path) -> Result<Vec<[String; 3]>> {
    let document = files::load(&root.join("properties").join("sources.toml"))?;
    let text = |fields: &Value, name: &str| match fields.get(name) {
        Some(Value::Text(text)) => text.clone(),
        Some(Value::Integer(n)) => n.to_string(),
        _ => String::new(),
    };
    let row = |(key, paper): &(String, Value)| [key.clone(), text(paper, "year"), text(paper, "title")];
    Ok(document.root.fields().iter().map(row).collect())
}

pub fn explain(id: &str, format: Format) -> Result<u8> {
    let found = match ids::explain(id) {
        Ok(found) => found,
        Err(unknown) => match elsewhere(id) {
            Some(command) => bail!("`{id}` has no page of definitions; try `{command}`"),
            None => return Err(unknown),
        },
    };
    match format {
        Format::Json => {
            let page = |(kind, page): (String, String)| Page { id: id.to_string(), kind, page };
            render::print_json(&found.into_iter().map(page).collect::<Vec<_>>());
        }
        Format::Text => {
            for (kind, page) in found {
                let name = if kind == "strategy" { String::new() } else { name_of(id) };
                render::print(&format!("{id}: {kind}{name}\n\n{}\n", plain::page(&page)));
            }
        }
    }
    Ok(0)
}

/// Returns the command that shows an id without a page: a claim, a record or a construction.
fn elsewhere(id: &str) -> Option<String> {
    let library = Library::open(&inputs::root(None)).ok()?;
    if library.claims(None).ok()?.iter().any(|claim| claim.id == id) {
        return Some(format!("verify claims --id {id}"));
    }
    let record = format!("{}.toml", id.strip_suffix(".toml").unwrap_or(id));
    if library.records().iter().any(|(name, _)| *name == record) {
        return Some(format!("verify replay counterexamples/{record}"));
    }
    CONSTRUCTIONS.iter().any(|c| c.id == id).then(|| format!("verify instance {id}"))
}

/// Returns the name on the page of an id, for the head of the page.
fn name_of(id: &str) -> String {
    let all = models().into_iter().flat_map(|b| [b.mechanisms(), b.properties(), b.measures()].concat());
    let names: Vec<String> = all.filter(|e| e.id == id).map(|e| e.name()).collect();
    names.first().map_or_else(String::new, |name| format!(", {name}"))
}
