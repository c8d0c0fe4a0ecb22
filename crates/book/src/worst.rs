//! Worst ratios: the families of the covering paper, exactly, and for each measure the results over all
//! sizes, the bounds by size from both sides, the families on record with their curves, and the worst values
//! that searches have found.

use std::path::Path;

use super::Page;
use super::inert::fenced;
use super::known::anchor;
use crate::document::{Document, InputError};
use crate::instances::construction::CONSTRUCTIONS;
use crate::library::bound::limits;
use crate::library::family::function::Limit;
use crate::library::family::template::Group;
use crate::library::family::{self, Family, Record};
use crate::library::theorems::{Theorem, theorems};
use crate::library::worst::{self, Worst};
use crate::linear::{Halt, Patience};
use crate::picture::{Axes, Curve, Point, Scale, curves};
use crate::scalar::{Rational, Scalar as _};
use crate::workbench::{model, models};

/// A family: its construction, the mechanism that it is bad for, the largest `m` computed, and the name of
/// its curve.
const FAMILIES: [(&str, &str, usize, &str); 4] = [
    ("mukherjee-naive", "lp-naive", 8, "lp-naive, equal tasks"),
    ("mukherjee-theorem7", "lp-pruned", 8, "lp-pruned, Theorem 7"),
    ("mukherjee-dearer", "lp-pruned", 8, "lp-pruned, dearer resource"),
    ("mukherjee-sizes", "lp-pruned", 4, "lp-pruned, sizes"),
];

/// The parts of chapters that this module provides.
pub(super) fn parts(root: &Path) -> Result<Vec<Page>, InputError> {
    let (table, picture) = gaps()?;
    let parts = [("gap-table", table), ("gap-curves", picture), ("worst-measures", measures(root)?)];
    Ok(parts.map(|(name, part)| (name.to_string(), part)).into())
}

/// The exact gap of a mechanism's programme on a family.
fn gap(family: &str, mechanism: &str, m: usize) -> Result<Option<Rational>, InputError> {
    let (Some(bench), Some(family)) = (model("covering"), CONSTRUCTIONS.iter().find(|c| c.id == family))
    else {
        return Ok(None);
    };
    let document = Document { file: family.id.to_string(), root: family.instance(m, None) };
    bench.measure(mechanism, "integrality-gap", &document, &Patience::unlimited()).map_err(Halt::error)
}

fn gaps() -> Result<(String, String), InputError> {
    let head: Vec<String> =
        FAMILIES.iter().map(|(family, mech, ..)| format!("`{family}`, `{mech}`")).collect();
    let mut table = format!("| m | {} |\n|--:|{}\n", head.join(" | "), "---|".repeat(FAMILIES.len()));
    let mut lines: Vec<Curve> =
        FAMILIES.iter().map(|f| Curve { name: f.3.to_string(), points: Vec::new() }).collect();
    for m in 2..=8 {
        let mut row = Vec::new();
        for ((family, mechanism, most, _), line) in FAMILIES.iter().zip(&mut lines) {
            let value = if m <= *most { gap(family, mechanism, m)? } else { None };
            line.points.extend(value.iter().map(|gap| Point::from((m as f64, gap.to_f64()))));
            row.push(value.map_or_else(String::new, |gap| format!("{gap} = {:.3}", gap.to_f64())));
        }
        table += &format!("| {m} | {} |\n", row.join(" | "));
    }
    let axes = Axes { x: "m, the size of the family", y: "integrality gap", scale: Scale::Linear };
    let drawn = curves(&axes, &lines).map_err(|reason| InputError::of("gap curves", "", reason))?;
    Ok((table, drawn))
}

/// The data about the measures of all models from which sections are made.
struct Shelf {
    theorems: Vec<Theorem>,
    families: Vec<(String, Record)>,
    /// Rows of the table of bounds from both sides: the measure, and the rest of the row.
    sides: Vec<(String, String)>,
    kept: Vec<Worst>,
}

/// The name of the file of bounds by size, which a test writes.
const SIDES: &str = "book/measured/worst-both-sides.md";

/// Returns a section for each measure, in the order of models and ids.
fn measures(root: &Path) -> Result<String, InputError> {
    let sides = super::read(&root.join(SIDES))?;
    let row = |line: &str| {
        let (measure, rest) = line.strip_prefix("| `")?.split_once("` |")?;
        Some((measure.to_string(), format!("|{rest}")))
    };
    let shelf = Shelf {
        theorems: theorems(root)?,
        families: family::load(root)?,
        sides: sides.lines().filter_map(row).collect(),
        kept: worst::load(root)?,
    };
    let mut text = String::new();
    for id in models().iter().flat_map(|bench| bench.measures()).map(|entry| entry.id) {
        text += &format!("\n### `{id}`\n");
        let sections = [shelf.limits(id), shelf.by_size(id), shelf.families(id)?, shelf.found(id)?];
        if sections.iter().all(String::is_empty) {
            text += "\nNothing is known over all sizes, and no worst value is on file.\n";
        }
        text.extend(sections);
    }
    Ok(text)
}

/// Returns the limit of the value of a family in words, or `not bounded`.
fn limit_of(family: &Family) -> String {
    match family.value.limit() {
        Limit::Number(x) => x.to_string(),
        Limit::Unbounded { .. } => "not bounded".to_string(),
    }
}

impl Shelf {
    /// Returns the theorems over all sizes.
    fn limits(&self, measure: &str) -> String {
        let mut text = String::new();
        for limit in limits::of_measure(measure, &self.theorems) {
            let mechanisms: Vec<String> = limit.mechanisms.iter().map(|m| format!("`{m}`")).collect();
            let by: Vec<String> = limit.theorems.iter().map(|name| format!("`{name}`")).collect();
            let by = if by.is_empty() { "the definition".to_string() } else { by.join("<br>") };
            text += &format!("| {} | {} | {by} |\n", mechanisms.join(", "), limit.text);
        }
        if text.is_empty() {
            return text;
        }
        format!(
            "\nOver all sizes, proved in Coq:\n\n| mechanism | worst value | theorem |\n|---|---|---|\n{text}"
        )
    }

    /// Returns the table of bounds from both sides by size.
    fn by_size(&self, measure: &str) -> String {
        let rows: Vec<String> =
            self.sides.iter().filter(|(of, _)| of == measure).map(|(_, row)| format!("{row}\n")).collect();
        if rows.is_empty() {
            return String::new();
        }
        format!(
            "\nBy size, from both sides:\n\n| mechanism | scope | worst found | bound | | by |\n|---|---|--:|--:|---|---|\n{}",
            rows.concat()
        )
    }

    /// Returns the families on record: value, limit, theorem, construction, and curves.
    fn families(&self, measure: &str) -> Result<String, InputError> {
        let mut table = String::new();
        let mut lines = Vec::new();
        for (name, record) in self.families.iter().filter(|(_, record)| record.measure == measure) {
            let Record { mechanism, family, theorem, .. } = record;
            let Family { template, from, to, value } = family;
            let groups: Vec<String> = template.groups.iter().map(group).collect();
            let proof = match theorem {
                Some(name) => format!("proved for every $k$: `{name}`"),
                None => format!("evaluated for $k$ up to {to}"),
            };
            let (limit, groups) = (limit_of(family), groups.join("<br>"));
            table += &format!(
                "| `{mechanism}` | {value}, from $k = {from}$ on | {limit} | {proof} | {groups} |\n"
            );
            let points = (*from..=*to).filter_map(|k| Some(Point::from((k as f64, value.at(k)?.to_f64()))));
            lines.push(Curve { name: name.clone(), points: points.collect() });
        }
        if lines.is_empty() {
            return Ok(String::new());
        }
        let unusable = |reason: String| InputError::of(format!("{measure} of families"), "", reason);
        let axes = Axes { x: "k", y: measure, scale: Scale::Linear };
        let picture = curves(&axes, &lines).map_err(unusable)?;
        let own = self.families.iter().filter(|(_, record)| record.measure == measure);
        let data: String = own.map(|(name, record)| super::live::family(name, record)).collect();
        Ok(format!(
            "\nFamilies on record:\n\n| mechanism | value at $k$ | limit | | an instance has |\n|---|---|---|---|---|\n{table}\n\
             {picture}\n{data}"
        ))
    }

    /// Returns the worst values on file, each with its instance; every value is computed again. If a search
    /// found nothing worse than the best possible value, a line says so instead of the instance.
    fn found(&self, measure: &str) -> Result<String, InputError> {
        let (mut table, mut instances, mut best) = (String::new(), String::new(), Vec::new());
        for kept in self.kept.iter().filter(|kept| kept.measure == measure) {
            let Worst { mechanism, value, agents, instance, .. } = kept;
            if worst::again(kept)?.as_ref() != Some(value) {
                let reason = format!("{measure} of {mechanism} is not {value} on its instance");
                return Err(InputError::of(worst::FILE, "", reason));
            }
            let anchor = anchor(measure, mechanism);
            if *value == Rational::one() {
                best.push(format!("<a id=\"{anchor}\"></a>`{mechanism}`"));
                continue;
            }
            let all = worst::over_all_sizes(mechanism, measure, &self.theorems, &self.families);
            let worst = format!("{value} | {:.4} | {agents} | [instance](#{anchor})", value.to_f64());
            table += &format!("| `{mechanism}` | {all} | {worst} |\n");
            instances += &format!(
                "\n<details id=\"{anchor}\"><summary>{measure} of {mechanism}: {value}</summary>\n\n{}\nSave it as a file, and \
                 judge it: `verify score --mech {mechanism} --instance FILE`. Search from it: `verify worst --mech {mechanism} \
                 --measure {measure}`.\n\n</details>\n",
                fenced("toml", &instance.to_toml())
            );
        }
        let mut text = String::new();
        if !table.is_empty() {
            text += &format!(
                "\nWorst values found, of any size:\n\n| mechanism | known over all sizes | worst found | | agents | instance |\n\
                 |---|---|--:|--:|--:|---|\n{table}"
            );
        }
        if !best.is_empty() {
            let best = best.join(", ");
            text +=
                &format!("\nSearches found nothing worse than 1, the best that there can be, for {best}.\n");
        }
        Ok(text + &instances)
    }
}

/// Returns a group of a family in words.
fn group(g: &Group) -> String {
    let about = g.about();
    let about = if about.is_empty() { about } else { format!(": {about}") };
    format!("{} of kind {}{about}", g.count, g.kind)
}
