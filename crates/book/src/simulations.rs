//! The simulated tables of metin 4 beside the printed ones, from the counts on file.

use std::path::Path;

use super::Page;
use crate::document::{InputError, files};
use crate::library::printed::{Comparison, Counted, Counts, Printed, Sample};
use crate::picture::{Axes, Curve, Point, Scale, categories};

/// The parts of chapters that this module provides.
pub(super) fn parts(root: &Path) -> Result<Vec<Page>, InputError> {
    let counts = Counts::read(&files::load(&root.join("properties/evidence/simulations.toml"))?)?;
    let unusable = |reason| InputError { file: "simulated tables".to_string(), field: String::new(), reason };
    let picture = |y, printed: fn(&Counted) -> Printed, found: fn(&Comparison) -> Sample| {
        picture(&counts, y, printed, found).map_err(unusable)
    };
    Ok(vec![
        (
            "metin-short".to_string(),
            picture("users with too few tasks, of 1,000", |c| c.row.under, |c| c.under)?,
        ),
        (
            "metin-ahead".to_string(),
            picture("users with too many tasks, of 1,000", |c| c.row.over, |c| c.over)?,
        ),
        ("metin-tables".to_string(), tables(&counts)),
    ])
}

/// Printed and simulated means with their standard deviations, row by row, relative to filling with ties to
/// the higher share.
fn picture(
    counts: &Counts,
    y: &str,
    printed: fn(&Counted) -> Printed,
    found: fn(&Comparison) -> Sample,
) -> Result<String, String> {
    let curve = |name: &str, points| Curve { name: name.to_string(), points };
    let (mut print, mut again) = (Vec::new(), Vec::new());
    for (number, counted) in counts.rows.iter().enumerate() {
        let x = number as f64 + 1.0;
        let Printed { mean, deviation } = printed(counted);
        print.push(Point { x: x - 0.12, y: mean, error: Some(deviation) });
        if let Some(tally) = counted.all.first() {
            let Sample { mean, deviation, .. } = found(&Comparison::of(counted.row, tally));
            again.push(Point { x: x + 0.12, y: mean, error: Some(deviation) });
        }
    }
    // Rows are labelled by the range of their demands, the end of an id such as metin-table1-1-10.
    let drawn = |counted: &Counted| {
        let parts: Vec<&str> = counted.row.id.rsplitn(3, '-').collect();
        match parts[..] {
            [to, from, _] if from.parse::<u32>().is_ok() => format!("{from}–{to}"),
            _ => counted.row.id.to_string(),
        }
    };
    let names: Vec<String> = counts.rows.iter().map(drawn).collect();
    let axes = Axes { x: "demands, random", y, scale: Scale::Linear };
    categories(&axes, &names, &[curve("printed", print), curve("simulated again, drf-tasks", again)])
}

/// The counts of every row beside the printed numbers.
fn tables(counts: &Counts) -> String {
    let mut text = String::new();
    for Counted { row, all, .. } in &counts.rows {
        let mut about = row.about.chars();
        let first = about.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        text += &format!(
            "\n**{first}{}** (`verify simulate {}`, {} runs). Printed: {} users with too few tasks (deviation {}), {} \
             with too many ({}).\n\n\
             | compared with | too few: mean | deviation | z | by 1 / 2 / more | too many: mean | deviation | z \
             | by 1 / 2 / more | most too few, too many |\n|---|---|---|---|---|---|---|---|---|---|\n",
            about.as_str(),
            row.id,
            all.first().map_or(0, |tally| tally.runs),
            row.under.mean,
            row.under.deviation,
            row.over.mean,
            row.over.deviation
        );
        for found in all.iter().map(|tally| Comparison::of(row, tally)) {
            let side = |sample: &Sample, by: &[f64; 3]| {
                let Sample { mean, deviation, error, z } = sample;
                let by = by.map(|users| format!("{users:.3}")).join(" / ");
                format!("{mean:.3} ± {error:.3} | {deviation:.3} | {z:+.1} | {by}")
            };
            let (under, over) = (side(&found.under, &found.short), side(&found.over, &found.ahead));
            let (fewer, more) = found.most;
            text += &format!("| `{}` | {under} | {over} | {fewer}, {more} |\n", found.reference);
        }
    }
    text
}
