//! What pictures of stacked parts share: rows of groups, parts with their values, legends, and parts in words.

use super::hatch::{Area, halo, hatch};
use super::{colour, escaped, ink, width, word};

/// The smallest height of a part that shows its value.
pub(crate) const LOW: f64 = 13.0;

/// Groups of these widths in rows, each with its width: a row begins with `left`, has `gap` between groups, and is full at
/// `most`, unless a single group is wider.
pub(crate) fn rows(
    widths: impl Iterator<Item = f64>,
    left: f64,
    gap: f64,
    most: f64,
) -> Vec<(f64, Vec<usize>)> {
    let mut rows: Vec<(f64, Vec<usize>)> = Vec::new();
    for (at, wide) in widths.enumerate() {
        match rows.last_mut() {
            Some((taken, row)) if *taken + gap + wide <= most => {
                *taken += gap + wide;
                row.push(at);
            }
            _ => rows.push((left + wide, vec![at])),
        }
    }
    rows
}

/// A part of an agent over the area; `edge` are attributes of its edge.
pub(crate) fn part(agent: usize, who: &str, value: &str, area: Area, edge: &str) -> String {
    let (x, y, wide, high) = area;
    format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"{}\"{edge}><title>{}: {value}</title></rect>{}",
        colour(agent),
        escaped(who),
        hatch(agent, area, ink(agent))
    )
}

/// The value of an agent's part, around the position.
pub(crate) fn value(agent: usize, value: &str, x: f64, y: f64) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"{}\" {} font-size=\"10\">{value}</text>",
        ink(agent),
        halo(agent)
    )
}

/// The names of agents beside patches of the size `patch`, in lines between `left` and `across` from `down` on; also the end
/// of the last line.
pub(crate) fn legend(
    agents: &[String],
    (left, across): (f64, f64),
    mut down: f64,
    patch: (f64, f64),
) -> (String, f64) {
    let (mut text, mut x) = (String::new(), left);
    for (number, name) in agents.iter().enumerate() {
        let wide = patch.0 + 4.0 + width(name) + 12.0;
        if x > left && x + wide > across {
            (x, down) = (left, down + patch.1 + 6.0);
        }
        let size = format!("width=\"{}\" height=\"{}\" fill=\"{}\"", patch.0, patch.1, colour(number));
        text += &format!("<rect x=\"{x:.1}\" y=\"{down:.1}\" {size}/>");
        text += &hatch(number, (x, down, patch.0, patch.1), ink(number));
        text += &word(name, x + patch.0 + 4.0, down + patch.1 / 2.0 + 4.0, "start");
        x += wide;
    }
    (text, if agents.is_empty() { down } else { down + patch.1 + 8.0 })
}

/// A text alternative that tells the first parts alone, because a listener cannot remember more, and counts the rest.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) sentences: Vec<String>,
    told: usize,
    left: usize,
}

impl Told {
    /// Tells a group, bar by bar: the number of its parts, and a clause, unless `most` parts have been told.
    pub(crate) fn group<T>(
        &mut self,
        name: &str,
        bars: &[T],
        most: usize,
        parts: impl Fn(&T) -> usize,
        clause: impl Fn(&T) -> String,
    ) {
        let mut clauses = Vec::new();
        for bar in bars {
            if self.told >= most {
                self.left += parts(bar);
                continue;
            }
            self.told += parts(bar).max(1);
            clauses.push(clause(bar));
        }
        if !clauses.is_empty() {
            self.sentences.push(format!("{name}: {}.", clauses.join("; ")));
        }
    }

    pub(crate) fn text(mut self) -> String {
        if self.left > 0 {
            self.sentences.push(format!("{} more parts are in the picture.", self.left));
        }
        self.sentences.join(" ")
    }
}

/// Parts in words, or that there is none.
pub(crate) fn listed(parts: &[String]) -> String {
    if parts.is_empty() { "nothing".to_string() } else { parts.join(", ") }
}
