//! `verify family`: families that generalise an instance, and families on record at any `k`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use fairwitness::archive::record as violation;
use fairwitness::document::{Document, files};
use fairwitness::library::campaign::job::quoted;
use fairwitness::library::family::{FOLDER, Family, Question, Record, Worth, propose};
use fairwitness::library::worst as kept;
use fairwitness::scalar::Rational;
use fairwitness::search::Budget;

use super::args::Format;
use super::inputs::{found, load, root};
use super::limits::interruption;
use super::said::{Families, FamilyAt, FamilyFound, ValueAt};
use super::{FOUND, UNDECIDED, ids, output, render};

/// Pairs of a property and its measure, for records of the property without a named measure.
const MEASURES: [(&str, &str); 4] = [
    ("ef", "envy-ratio"),
    ("greedy-bound", "homogeneous-ratio"),
    ("po", "price-of-fairness"),
    ("si", "si-ratio"),
];

/// The largest number of families printed as text.
const TOLD: usize = 8;

/// The time for one `k` of a family on record.
const PATIENCE: Duration = Duration::from_secs(20);

/// A search for families that generalise an instance.
#[derive(Debug, Args)]
pub struct FamilyArgs {
    /// An instance, a record of a violation, or a record of a family.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The mechanism [default: that of the record].
    #[arg(long, value_name = "ID")]
    pub mech: Option<String>,
    /// The measure (see `verify list measures`) [default: the one that belongs to the record's property].
    #[arg(long, value_name = "ID")]
    pub measure: Option<String>,
    /// Time for the search, see `verify help budget`.
    #[arg(long, default_value = "60s")]
    pub budget: Budget,
    /// For a family on record: print the instance and the value at this k.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(i64).range(0..=100_000))]
    pub k: Option<i64>,
    /// The number of the family that is described in full and saved, counted from 1 [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nth: Option<u64>,
    /// Store that family as a record in the folder properties/evidence/families of a checkout.
    #[arg(long)]
    pub save: bool,
}

pub fn run(args: &FamilyArgs, format: Format) -> Result<u8> {
    let file = found(&args.file);
    let document = load(&file)?;
    if Record::is_one(&document) {
        let own = [
            ("--mech", args.mech.is_some()),
            ("--measure", args.measure.is_some()),
            ("--nth", args.nth.is_some()),
            ("--save", args.save),
        ];
        if let Some((option, _)) = own.into_iter().find(|(_, given)| *given) {
            bail!("{option}: {} is the record of one family with its mechanism and measure", file.display());
        }
        return at(&Record::read(&document)?, args.k.unwrap_or(10), format);
    }
    if args.k.is_some() {
        bail!("--k: {} is no record of a family", file.display());
    }
    // The violation that the file of a record is named after.
    let named = violation::Record::read(&document).ok();
    let mech = args.mech.clone().or_else(|| Some(named.as_ref()?.mechanism.clone()));
    let mech = mech.with_context(|| format!("--mech is missing: {} names no mechanism", file.display()))?;
    let of_property = |property: String| {
        MEASURES.iter().find(|(p, _)| *p == property).map(|(_, measure)| (*measure).to_string())
    };
    let measure = args.measure.clone().or_else(|| named.and_then(|named| of_property(named.property)));
    let measure = measure.context("--measure is missing: see `verify list measures`")?;
    let (bench, mech, measure) = ids::measured(&mech, &measure)?;
    let stop = interruption();
    let question = Question { bench, mechanism: mech, measure, stop: &stop };
    let time = args.budget.time.context("--budget: families are counted by time; give one, as in 60s")?;
    let instance = document.instance();
    let families = propose::from(&question, &instance, Instant::now() + time)?;
    let known = kept::load(&root(None))?;
    let known = kept::find(&known, mech, measure).map(|worst| worst.value.clone());
    let nth = usize::try_from(args.nth.unwrap_or(1) - 1).unwrap_or(usize::MAX);
    if !families.is_empty() && nth >= families.len() {
        bail!("--nth: {} families were found", families.len());
    }
    let chosen = families.get(nth);
    let saved = match chosen {
        Some(chosen) if args.save => Some(save(&question, chosen)?),
        _ => None,
    };
    let list = families.iter().map(|f| document_of(&question, f, known.as_ref()));
    let record = saved.as_ref().map(|path| path.display().to_string());
    let said = Families { mechanism: mech, measure, model: bench.model(), families: list.collect(), record };
    render::show(format, &said, || {
        let mut told = match chosen {
            None => format!("{measure} of {mech}: no family was found that gets worse as k grows\n"),
            Some(chosen) => tell(&question, chosen, known.as_ref()),
        };
        if families.len() > 1 {
            told += "\nother families that this instance begins\n";
            for (at, family) in families.iter().enumerate().take(TOLD).filter(|(at, _)| *at != nth) {
                told += &format!("  {}. {}, limit {}\n", at + 1, family.value, family.value.limit());
            }
            if families.len() > TOLD {
                told += &format!("  and {} more, which --format json lists\n", families.len() - TOLD);
            }
        }
        told.extend(said.record.iter().map(|path| format!("replay: verify replay {}\n", quoted(path))));
        told
    });
    Ok(if families.is_empty() { UNDECIDED } else { 0 })
}

/// Returns the groups of a family, one per line.
fn groups(family: &Family) -> Vec<String> {
    family.template.groups.iter().map(|g| format!("{} x {}: {}", g.count, g.kind, g.about())).collect()
}

fn tell(question: &Question<'_>, family: &Family, known: Option<&Rational>) -> String {
    let Question { mechanism, measure, .. } = question;
    let Family { from, to, value, .. } = family;
    let mut text = format!(
        "{measure} of {mechanism}: {value} for k from {from} on, with the limit {}\n\
         evaluated exactly for each k from {from} to {to}, where the formula fits; no proof for larger k\n",
        value.limit()
    );
    text += &match known.map(|known| (known, question.worse_from(family, known))) {
        Some((known, Some(k))) => format!("worse than the worst value on file, {known}, from k = {k} on\n"),
        Some((known, None)) => format!("never worse than the worst value on file, {known}\n"),
        None => "no worst value is on file\n".to_string(),
    };
    text += "\nan instance of the family has\n";
    text.extend(groups(family).iter().map(|line| format!("  {line}\n")));
    text += "\nvalues\n";
    for k in [*from, from + 1, from + 2, 10, 20].iter().filter(|k| *k >= from) {
        text.extend(value.at(*k).map(|x| format!("  k = {k}: {x} ({:.4})\n", x.to_f64())));
    }
    text
}

fn document_of(question: &Question<'_>, family: &Family, known: Option<&Rational>) -> FamilyFound {
    let values = (family.from..=family.to).filter_map(|k| Some(ValueAt { k, value: family.value.at(k)? }));
    FamilyFound {
        value: family.value.to_string(),
        limit: family.value.limit().to_string(),
        from: family.from,
        evaluated_to: family.to,
        worse_than_known_from: known.and_then(|known| question.worse_from(family, known)),
        known: known.cloned(),
        groups: family.template.write().into_iter().map(|(kind, list)| (kind, list.to_json())).collect(),
        values: values.collect(),
    }
}

/// Saves a family under the name of its mechanism and measure.
fn save(question: &Question<'_>, family: &Family) -> Result<PathBuf> {
    let note = format!("{} is {}, for k from {} on.", question.measure, family.value, family.from);
    let record = Record {
        mechanism: question.mechanism.to_string(),
        measure: question.measure.to_string(),
        note,
        theorem: None,
        family: family.clone(),
    };
    if !Path::new("properties/evidence").is_dir() {
        bail!("--save keeps families in {FOLDER}: run it in a checkout of the project");
    }
    output::folder(Path::new(FOLDER))?;
    let stem = format!("{}-{}", record.mechanism, record.measure);
    let names = std::iter::once(format!("{stem}.toml")).chain((2..).map(|n| format!("{stem}-{n}.toml")));
    for path in names.map(|name| Path::new(FOLDER).join(name)) {
        if path.exists() {
            if Record::read(&load(&path)?)?.family == *family {
                return Ok(path);
            }
            continue;
        }
        output::file(&path, &record.to_toml())?;
        return Ok(path);
    }
    bail!("{FOLDER}: no name is free")
}

/// Prints the instance and the value of a family on record at one `k`.
fn at(record: &Record, k: i64, format: Format) -> Result<u8> {
    let (bench, mechanism, measure) = ids::measured(&record.mechanism, &record.measure)?;
    let stop = interruption();
    let question = Question { bench, mechanism, measure, stop: &stop };
    let Some(instance) = record.family.template.at(k) else {
        bail!("--k: the family has no instance at k = {k}");
    };
    let says = record.family.value.at(k);
    let (judged, code) = match question.worth(&record.family.template, k, PATIENCE) {
        Worth::Value(value) if Some(&value) == says.as_ref() => (Some(value), 0),
        Worth::Value(value) => (Some(value), FOUND),
        Worth::None | Worth::Late => (None, UNDECIDED),
    };
    let shown = |value: Option<&Rational>| value.map_or_else(|| "none".to_string(), ToString::to_string);
    match format {
        Format::Json => render::print_json(&FamilyAt {
            mechanism,
            measure,
            k,
            formula: record.family.value.to_string(),
            says,
            value: judged,
            instance: instance.root,
        }),
        Format::Text => {
            let said = shown(says.as_ref());
            let verdict = match (&judged, code) {
                (Some(value), 0) => format!("{value}, as {} says", record.family.value),
                (Some(value), _) => format!("{value}, where {} says {said}", record.family.value),
                (None, _) => "not decided in the time that it was given".to_string(),
            };
            let head = format!("# {measure} of {mechanism} at k = {k}: {verdict}\n");
            render::print_file(&(head + &instance.root.to_toml()));
        }
    }
    Ok(code)
}

/// Replays a family on record, and returns the note for its line.
pub fn replay(file: &Path) -> Result<String> {
    /// The largest number of values of `k` that are judged.
    const MOST: i64 = 40;
    let document: Document = files::load(file)?;
    let record = Record::read(&document)?;
    if record.to_toml() != files::text(file)? {
        bail!("{}: the text is not as the program writes it", file.display());
    }
    let to = record.family.to.min(record.family.from + MOST);
    let last = record.replay(&document, to, PATIENCE, &interruption())?;
    let proved = record.theorem.map_or_else(String::new, |name| format!("; for every k: {name}"));
    Ok(format!(" (k = {} to {last}: {}{proved})", record.family.from, record.family.value))
}
