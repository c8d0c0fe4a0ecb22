//! Worst ratios: the families of the covering paper, exactly, and the worst values that searches have found.

use std::path::Path;

use super::Page;
use crate::book::picture::{Axes, Curve, Point, Scale, curves};
use crate::document::{Document, InputError};
use crate::instances::construction::CONSTRUCTIONS;
use crate::library::worst::{self, Worst};
use crate::scalar::Rational;
use crate::workbench::model;

/// A family, the mechanism it is bad for, the largest `m` that is computed, and what the curve is called.
const FAMILIES: [(&str, &str, usize, &str); 4] = [
    ("mukherjee-naive", "lp-naive", 8, "naive"),
    ("mukherjee-theorem7", "lp-pruned", 8, "Theorem 7"),
    ("mukherjee-dearer", "lp-pruned", 8, "dearer resource"),
    ("mukherjee-sizes", "lp-pruned", 4, "sizes"),
];

/// The parts of chapters that this makes.
pub(super) fn parts(root: &Path) -> Result<Vec<Page>, InputError> {
    let (table, picture) = gaps()?;
    Ok(vec![
        ("gap-table".to_string(), table),
        ("gap-curves".to_string(), picture),
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

/// The worst values on file, each with its instance; every value is computed again.
fn kept(root: &Path) -> Result<String, InputError> {
    let mut table = String::from(
        "| measure | mechanism | worst found | | agents | instance |\n|---|---|--:|--:|--:|---|\n",
    );
    let mut instances = String::new();
    for kept in worst::load(root)? {
        let Worst { mechanism, measure, value, agents, instance } = &kept;
        if worst::again(&kept)?.as_ref() != Some(value) {
            let reason = format!("{measure} of {mechanism} is not {value} on its instance");
            return Err(InputError { file: worst::FILE.to_string(), field: String::new(), reason });
        }
        let anchor = format!("worst-{measure}-{mechanism}");
        table += &format!(
            "| [{measure}](measures/{measure}.md) | [{mechanism}](mechanisms/{mechanism}.md) | {value} | {:.4} \
             | {agents} | [instance](#{anchor}) |\n",
            value.to_f64()
        );
        instances += &format!(
            "\n<details id=\"{anchor}\"><summary>{measure} of {mechanism}: {value}</summary>\n\n\
             ```toml\n{}```\n\n</details>\n",
            instance.to_toml()
        );
    }
    Ok(format!("{table}{instances}"))
}
