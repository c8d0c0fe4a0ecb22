//! `verify claims`: the claims of the papers, with their states by the evidence.

use std::path::Path;

use anyhow::{Result, bail};
use fairwitness::document::suggest::nearest;
use fairwitness::library::VariantArray as _;
use fairwitness::library::claims::{Found, Library, Standing, Voice, Weighed};

use super::args::Format;
use super::render;
use super::said::{Claimed, ClaimsChecked, Differs};

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
        Format::Json => render::print_json(&shown.iter().map(|w| Claimed::from(*w)).collect::<Vec<_>>()),
        Format::Text if id.is_some() => shown.iter().for_each(|w| render::print(&one(w))),
        Format::Text => render::print(&table(&shown)),
    }
    Ok(0)
}

/// Evaluates all evidence and compares each standing with the one on file.
///
/// # Errors
/// Evidence that cannot be computed, or a file that cannot be read.
pub fn check(root: &Path, source: Option<&str>, format: Format) -> Result<u8> {
    let library = Library::open(root)?;
    let mut filed = library.filed()?;
    if let Some(source) = source {
        filed.retain(|id, _| id.starts_with(&format!("{source}-")));
    }
    let weighed = library.weigh_all(library.claims(source)?)?;
    let mut differ = Vec::new();
    for w in &weighed {
        let (id, found) = (w.claim.id.clone(), w.standing.word().to_string());
        let filed = filed.remove(&id);
        if filed.as_ref() != Some(&found) {
            differ.push(Differs { id, filed, found: Some(found) });
        }
    }
    differ.extend(filed.into_iter().map(|(id, word)| Differs { id, filed: Some(word), found: None }));
    let status = u8::from(!differ.is_empty());
    let checked = ClaimsChecked { claims: weighed.len(), differ };
    render::show(format, &checked, || {
        let word = |word: &Option<String>| word.clone().unwrap_or_else(|| "absent".to_string());
        let line = |Differs { id, filed, found }: &Differs| {
            format!("{id}: {} by the evidence, {} on file\n", word(found), word(filed))
        };
        let ClaimsChecked { claims, differ } = &checked;
        let lines: String = differ.iter().map(line).collect();
        format!("{lines}{claims} claims evaluated, {} of them stand otherwise than on file\n", differ.len())
    });
    Ok(status)
}

fn one(weighed: &Weighed) -> String {
    let Weighed { claim, found, extent, .. } = weighed;
    let mut text = format!(
        "{}: {} ({} of the {}, {}; finding {})\n\n{}\n\n",
        claim.id,
        weighed.words(),
        claim.kind,
        match claim.voice {
            Voice::Paper => "paper",
            Voice::Reported => "reports",
            Voice::Question => "questions we ask",
        },
        claim.locus,
        claim.finding,
        claim.statement
    );
    for Found { bearing, what, .. } in found {
        text += &format!("{:<11}  {what}\n", bearing.word());
    }
    if let Some((by, at)) = &claim.reported {
        text += &format!("reported by {}: {at}\n", by.word());
    }
    if let Some(extent) = extent {
        text += &format!("\nsearched or decided: {extent}\n");
    }
    for note in [&claim.note, &claim.tried].into_iter().flatten() {
        text += &format!("\n{note}\n");
    }
    text
}

fn table(shown: &[&Weighed]) -> String {
    let head = ["claim", "standing", "kind", "where", "what it says"];
    let row = |w: &&Weighed| {
        let claim = &w.claim;
        let cells = [&claim.id, w.standing.word(), &claim.kind, &claim.locus, &begun(&claim.statement)];
        cells.map(String::from).to_vec()
    };
    let of = |voice: Voice| -> Vec<&&Weighed> { shown.iter().filter(|w| w.claim.voice == voice).collect() };
    let part = |what: &str, own: &[&&Weighed]| {
        let count = |s: Standing| own.iter().filter(|w| w.standing == s).count();
        let counts: Vec<String> =
            Standing::VARIANTS.iter().map(|s| format!("{} {}", count(*s), s.word())).collect();
        let title = format!("{} {what}: {}", own.len(), counts.join(", "));
        let shown = || render::table(&title, &head, own.iter().map(|w| row(w))) + "\n";
        if own.is_empty() { String::new() } else { shown() }
    };
    part("statements of the papers", &of(Voice::Paper))
        + &part("statements that are reported", &of(Voice::Reported))
        + &part("questions of ours", &of(Voice::Question))
        + "verify claims --id ID   shows one with its evidence\n"
}

/// Returns the beginning of a sentence, cut at the end of a word.
fn begun(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_string();
    }
    let start: String = text.chars().take(MOST).collect();
    format!("{} ..", start.rsplit_once(' ').map_or(start.as_str(), |(head, _)| head))
}
