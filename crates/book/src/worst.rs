//! Worst ratios: the families of the covering paper, exactly; families on record; and the worst values that
//! searches have found, with known limits.

use std::collections::BTreeMap;
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
use crate::workbench::model;

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
    Ok(vec![
        ("gap-table".to_string(), table),
        ("gap-curves".to_string(), picture),
        ("worst-families".to_string(), families(root)?),
        ("worst-ratios".to_string(), kept(root)?),
    ])
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
    let unusable = |reason| InputError { file: "gap curves".to_string(), field: String::new(), reason };
    Ok((table, curves(&axes, &lines).map_err(unusable)?))
}

/// The families on record: value, limit, and construction; with curves of falling and of rising ratios.
fn families(root: &Path) -> Result<String, InputError> {
    let mut table = String::from(
        "| measure | mechanism | value at $k$ | limit | an instance has |\n|---|---|---|---|---|\n",
    );
    let (mut falling, mut rising) = (Vec::new(), Vec::new());
    for (name, Record { mechanism, measure, family: Family { template, from, to, value }, .. }) in
        family::load(root)?
    {
        let group = |g: &Group| {
            let rows = g.rows.iter().map(|(field, row)| {
                let row: Vec<String> = row.iter().map(ToString::to_string).collect();
                format!("{field} {}", row.join(", "))
            });
            let on = g.on.iter().map(|on| {
                let on: Vec<String> = on.iter().map(|s| (s + 1).to_string()).collect();
                format!("on servers of group {}", on.join(", "))
            });
            let about: Vec<String> = rows.chain(on).collect();
            let about = if about.is_empty() { String::new() } else { format!(": {}", about.join("; ")) };
            format!("{} of kind {}{about}", g.count, g.kind)
        };
        let groups: Vec<String> = template.groups.iter().map(group).collect();
        let limit = match value.limit() {
            Limit::Number(x) => x.to_string(),
            Limit::Unbounded { .. } => "not bounded".to_string(),
        };
        table += &format!(
            "| `{measure}` | `{mechanism}` | {value}, from $k = {from}$ on | {limit} | {} |\n",
            groups.join("<br>")
        );
        let points: Vec<Point> =
            (from..=to).filter_map(|k| Some(Point::from((k as f64, value.at(k)?.to_f64())))).collect();
        let falls = points.len() > 1 && points[points.len() - 1].y < points[0].y;
        let line = Curve { name, points };
        if falls { falling.push(line) } else { rising.push(line) }
    }
    let unusable = |reason| InputError { file: "family curves".to_string(), field: String::new(), reason };
    for lines in [falling, rising] {
        if !lines.is_empty() {
            let axes = Axes { x: "k", y: "value", scale: Scale::Linear };
            table += &format!("\n{}\n", curves(&axes, &lines).map_err(unusable)?);
        }
    }
    Ok(table)
}

/// The known limit of the worst value over all sizes: by theorems, by a family on record, or open.
fn limit(mechanism: &str, measure: &str, theorems: &[Theorem], families: &[(String, Record)]) -> String {
    if let Some(limit) = limits::known(mechanism, measure, theorems) {
        return limit.text.to_string();
    }
    let own = |(_, record): &&(String, Record)| record.mechanism == mechanism && record.measure == measure;
    match families.iter().find(own).map(|(_, record)| record.family.value.limit()) {
        Some(Limit::Number(x)) => format!("at least as bad as {x}, by a family"),
        Some(Limit::Unbounded { .. }) => "not bounded, by a family".to_string(),
        None => "open".to_string(),
    }
}

/// The worst values on file, each with its instance; every value is computed again. If no value worse than
/// the best possible one was found, a line says so.
fn kept(root: &Path) -> Result<String, InputError> {
    let mut table = String::from(
        "| measure | mechanism | known over all sizes | worst found | | agents | instance |\n|---|---|---|--:|--:|--:|---|\n",
    );
    let (theorems, families) = (theorems(root)?, family::load(root)?);
    let (mut instances, mut best) = (String::new(), BTreeMap::<String, Vec<String>>::new());
    for kept in worst::load(root)? {
        let Worst { mechanism, measure, value, agents, instance } = &kept;
        if worst::again(&kept)?.as_ref() != Some(value) {
            let reason = format!("{measure} of {mechanism} is not {value} on its instance");
            return Err(InputError { file: worst::FILE.to_string(), field: String::new(), reason });
        }
        let anchor = anchor(measure, mechanism);
        if *value == Rational::one() {
            let item = format!("<a id=\"{anchor}\"></a>`{mechanism}`");
            best.entry(measure.clone()).or_default().push(item);
            continue;
        }
        table += &format!(
            "| `{measure}` | `{mechanism}` | {} | {value} | {:.4} | {agents} | [instance](#{anchor}) |\n",
            limit(mechanism, measure, &theorems, &families),
            value.to_f64()
        );
        instances += &format!(
            "\n<details id=\"{anchor}\"><summary>{measure} of {mechanism}: {value}</summary>\n\n{}\nSave it as a file, and \
             judge it: `verify score --mech {mechanism} --instance FILE`. Search from it: `verify worst --mech {mechanism} --measure \
             {measure}`.\n\n</details>\n",
            fenced("toml", &instance.to_toml())
        );
    }
    let best: String = best
        .into_iter()
        .map(|(measure, mechanisms)| format!("- `{measure}`: {}\n", mechanisms.join(", ")))
        .collect();
    Ok(format!(
        "{table}\nSearches found nothing below 1, or nothing above it where larger is worse, for these; 1 is the best that \
         there can be.\n\n{best}{instances}"
    ))
}
