//! `verify claims`: what the papers say, and where the evidence leaves it.

use std::path::Path;

use anyhow::{Result, bail};
use fairwitness::document::suggest::nearest;
use fairwitness::library::claims::{Bearing, Library, Standing, Weighed};
use fairwitness::model::Table;
use serde_json::{Value as Json, json};

use super::args::Format;
use super::render;

pub fn run(
    root: &Path,
    source: Option<&str>,
    standing: Option<&str>,
    id: Option<&str>,
    format: Format,
) -> Result<u8> {
    let library = Library::open(root)?;
    let mut claims = library.claims(source)?;
    if let Some(id) = id {
        if !claims.iter().any(|c| c.id == id) {
            match nearest(id, claims.iter().map(|c| c.id.as_str())) {
                Some(near) => bail!("unknown claim `{id}`; did you mean `{near}`?"),
                None => bail!("unknown claim `{id}`; `verify claims` lists them"),
            }
        }
        claims.retain(|c| c.id == id);
    }
    let weighed = library.weigh_all(claims)?;
    let shown: Vec<&Weighed> =
        weighed.iter().filter(|w| standing.is_none_or(|s| w.standing.word() == s)).collect();
    match format {
        Format::Json => render::print_json(&json!(shown.iter().map(|w| row(w)).collect::<Vec<_>>())),
        Format::Text if id.is_some() => shown.iter().for_each(|w| render::print(&one(w))),
        Format::Text => render::print(&table(&shown)),
    }
    Ok(0)
}

fn word(bearing: Bearing) -> &'static str {
    match bearing {
        Bearing::Reproduces => "reproduces",
        Bearing::Contradicts => "contradicts",
        Bearing::Unrefuted => "unrefuted",
    }
}

fn row(weighed: &Weighed) -> Json {
    let Weighed { claim, standing, found } = weighed;
    let evidence = |(bearing, what): &(Bearing, String)| json!({"shows": word(*bearing), "what": what});
    json!({
        "id": claim.id,
        "source": claim.source,
        "locus": claim.locus,
        "statement": claim.statement,
        "mechanism": claim.mechanism,
        "property": claim.property,
        "hypothesis": claim.hypothesis.id(),
        "stance": claim.stance,
        "standing": standing.word(),
        "note": claim.note,
        "tried": claim.tried,
        "evidence": found.iter().map(evidence).collect::<Vec<_>>(),
    })
}

fn one(weighed: &Weighed) -> String {
    let Weighed { claim, standing, found } = weighed;
    let mut text = format!(
        "{}: {} ({}, {})\n\n{}\n\n",
        claim.id,
        standing.word(),
        claim.locus,
        claim.stance,
        claim.statement
    );
    for (bearing, what) in found {
        text += &format!("{:<11}  {what}\n", word(*bearing));
    }
    for note in [&claim.note, &claim.tried].into_iter().flatten() {
        text += &format!("\n{note}\n");
    }
    text
}

fn table(shown: &[&Weighed]) -> String {
    let head = ["claim", "standing", "stance", "where", "what it says"].map(String::from).to_vec();
    let row = |w: &&Weighed| {
        let claim = &w.claim;
        let cells = [&claim.id, w.standing.word(), &claim.stance, &claim.locus, &begun(&claim.statement)];
        cells.map(String::from).to_vec()
    };
    let rows = shown.iter().map(row).collect();
    let count = |s: Standing| shown.iter().filter(|w| w.standing == s).count();
    let counts: Vec<String> = Standing::ALL.iter().map(|s| format!("{} {}", count(*s), s.word())).collect();
    let title = format!("{} claims: {}", shown.len(), counts.join(", "));
    render::grid(&Table { title, head, rows }) + "verify claims --id ID   shows one with its evidence\n"
}

/// The beginning of a sentence, up to a word's end.
fn begun(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_string();
    }
    let start: String = text.chars().take(MOST).collect();
    format!("{} ..", start.rsplit_once(' ').map_or(start.as_str(), |(head, _)| head))
}
