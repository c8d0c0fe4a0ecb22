//! Worst ratios: the families of the covering paper, exactly, and what a search of every measure finds.

use std::sync::atomic::AtomicBool;

use super::Page;
use crate::book::picture::{Axes, Curve, Point, Scale, curves};
use crate::document::{Document, InputError};
use crate::instances::Scope;
use crate::instances::construction::CONSTRUCTIONS;
use crate::scalar::Rational;
use crate::search::{Budget, Limits};
use crate::workbench::{Plan, model, models};

/// A family, the mechanism it is bad for, the largest `m` that is computed, and what the curve is called.
const FAMILIES: [(&str, &str, usize, &str); 4] = [
    ("mukherjee-naive", "lp-naive", 8, "naive"),
    ("mukherjee-theorem7", "lp-pruned", 8, "Theorem 7"),
    ("mukherjee-dearer", "lp-pruned", 8, "dearer resource"),
    ("mukherjee-sizes", "lp-pruned", 4, "sizes"),
];

/// How many instances a search looks at for each measure of each mechanism.
const INSTANCES: u64 = 1000;

/// The parts of chapters that this makes.
pub(super) fn parts() -> Result<Vec<Page>, InputError> {
    let (table, picture) = gaps()?;
    Ok(vec![
        ("gap-table".to_string(), table),
        ("gap-curves".to_string(), picture),
        ("worst-ratios".to_string(), searched()?),
    ])
}

/// The exact gap of a mechanism's programme on a family.
fn gap(family: &str, mechanism: &str, m: usize) -> Result<Option<Rational>, InputError> {
    let (Some(bench), Some(family)) = (model("covering"), CONSTRUCTIONS.iter().find(|c| c.id == family))
    else {
        return Ok(None);
    };
    let document = Document { file: family.id.to_string(), root: family.instance(m, None) };
    bench.measure(mechanism, "integrality-gap", &document)
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
    let axes = Axes { x: "m", y: "integrality gap", scale: Scale::Linear };
    let unusable = |reason| InputError { file: "gap curves".to_string(), field: String::new(), reason };
    Ok((table, curves(&axes, &lines).map_err(unusable)?))
}

/// The worst value that a short search finds, for every measure of every mechanism that has one.
fn searched() -> Result<String, InputError> {
    let mut text = String::from("| measure | mechanism | worst found | at size |\n|---|---|--:|---|\n");
    let stop = AtomicBool::new(false);
    let limits = Limits { budget: Budget::instances(INSTANCES), threads: 2, stop: &stop, progress: &|_| {} };
    for bench in models() {
        for measure in bench.measures() {
            for mechanism in bench.mechanisms() {
                let plan = Plan { strategy: "auto", scope: Scope::default(), seed: 0, archive: Vec::new() };
                let report = bench.worst(mechanism.id, measure.id, &plan, &limits)?;
                let Some(value) = report.value else { continue };
                let size = report.by_size.iter().find(|(_, v)| *v == value).map_or(0, |(size, _)| *size);
                text += &format!(
                    "| [{0}](measures/{0}.md) | [{1}](mechanisms/{1}.md) | {value} | {size} |\n",
                    measure.id, mechanism.id
                );
            }
        }
    }
    Ok(text)
}
