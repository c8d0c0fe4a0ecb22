//! Stacked bars in the style of the papers: allocations as SVG.

use super::stack::{LOW, Told, legend, listed, part, rows, value};
use super::{framed, width, word};
use fairwitness_engine::model::{Bar, Bars};
use fairwitness_engine::scalar::{Rational, Scalar as _};

/// The width at which a row of groups is full, unless a single group is wider.
const ROW: f64 = 360.0;
/// The largest width of a bar due to the values in it; a longer value appears in the text alternative only.
const WIDE: f64 = 36.0;
/// The smallest width of a picture.
const NARROW: f64 = 230.0;
/// The height of the scale.
const TALL: f64 = 130.0;
/// The margin left of the axis; `GAP` lies between groups.
const LEFT: f64 = 34.0;
const GAP: f64 = 18.0;
const ABOVE: f64 = 16.0;
const BELOW: f64 = 38.0;

/// Draws stacked bars as SVG, in groups side by side; the height of each part is proportional to its amount.
pub fn bars(bars: &Bars) -> String {
    let all = || bars.groups.iter().flat_map(|(_, group)| group);
    let values = all().flat_map(|bar| &bar.parts).map(|(_, part)| width(&part.to_string()) + 5.0);
    let values = values.filter(|wide| *wide <= WIDE).fold(14.0, f64::max);
    let slot = all().map(|bar| width(&bar.name) + 4.0).fold(values, f64::max);
    let wide = |group: &(String, Vec<Bar>)| (group.1.len() as f64 * slot).max(width(&group.0));
    let rows = rows(bars.groups.iter().map(wide), LEFT, GAP, ROW);
    let height = |bar: &Bar| bar.parts.iter().fold(Rational::zero(), |sum, (_, part)| sum + part);
    let most =
        bars.groups.iter().flat_map(|(_, group)| group).map(height).max().unwrap_or_else(Rational::zero);
    let top = if most.is_zero() || (bars.whole.is_some() && most < Rational::one()) {
        Rational::one()
    } else {
        most
    };
    let across = rows.iter().map(|(taken, _)| taken + GAP).fold(NARROW, f64::max);
    let mut body = String::new();
    let mut down = 0.0;
    for (_, row) in &rows {
        let floor = down + ABOVE + TALL;
        body += &axis(bars, &top, floor, across);
        let mut x = LEFT;
        for &at in row {
            let (name, group) = &bars.groups[at];
            let middle = x + wide(&bars.groups[at]) / 2.0;
            for (b, bar) in group.iter().enumerate() {
                let from = middle + (b as f64 - group.len() as f64 / 2.0) * slot;
                body += &stack(bars, bar, (from, floor), slot, top.to_f64());
            }
            body += &word(name, middle, floor + 30.0, "middle");
            x += wide(&bars.groups[at]) + GAP;
        }
        down = floor + BELOW;
    }
    let (legend, down) = legend(&bars.agents, (LEFT, across), down, (10.0, 10.0));
    // A long fraction at the axis needs a wider margin.
    let more = (width(&top.to_string()) + 12.0 - LEFT).max(0.0);
    let body = format!("<g transform=\"translate({more:.0} 0)\">{body}{legend}</g>");
    let label = format!("{}. {}", bars.title, told(bars));
    framed(label.trim(), (across + more, down), &body)
}

/// The largest number of parts in the text alternative; a listener cannot remember more.
const TOLD: usize = 40;

/// The heights of all parts in words, group by group and bar by bar: "server 1: CPU: 1/3 for user 1, 2/3 for
/// user 2; RAM: 1/2 for user 1." After `TOLD` parts the rest is counted.
pub fn told(bars: &Bars) -> String {
    let part = |(agent, part): &(usize, Rational)| format!("{part} for {}", agent_name(bars, *agent));
    let clause = |bar: &Bar| {
        let parts = listed(&bar.parts.iter().map(part).collect::<Vec<_>>());
        // A bar whose name is a number alone belongs to the agent of that number.
        let named = !bar.name.is_empty() && !bars.agents.is_empty();
        if named { format!("{}: {parts}", bar.name) } else { parts }
    };
    let mut told = Told::default();
    for (name, group) in &bars.groups {
        told.group(name, group, TOLD, |bar| bar.parts.len(), clause);
    }
    told.text()
}

/// The name of an agent; if agents have no names, it is the name of the first group with the agent's number.
fn agent_name(bars: &Bars, agent: usize) -> String {
    let called = || format!("{} {}", bars.groups.first().map_or("", |(name, _)| name.as_str()), agent + 1);
    bars.agents.get(agent).cloned().unwrap_or_else(called)
}

fn line(x: (f64, f64), y: f64, dashed: bool) -> String {
    let dash = if dashed { " stroke-dasharray=\"4 3\"" } else { "" };
    format!(
        "<path d=\"M{:.1} {y:.1}H{:.1}\" stroke=\"currentColor\" stroke-opacity=\"0.6\"{dash} fill=\"none\"/>",
        x.0, x.1
    )
}

fn axis(bars: &Bars, top: &Rational, floor: f64, across: f64) -> String {
    let mut text = line((LEFT - 6.0, across), floor, false) + &word("0", LEFT - 9.0, floor + 4.0, "end");
    let one = floor - TALL / top.to_f64();
    match bars.whole {
        Some(whole) => {
            text += &line((LEFT - 6.0, across), one, true);
            text += &word("1", LEFT - 9.0, one + 4.0, "end");
            text += &word(whole, across, one - 4.0, "end");
            if *top > Rational::one() {
                text += &word(&top.to_string(), LEFT - 9.0, floor - TALL + 4.0, "end");
            }
        }
        None => text += &word(&top.to_string(), LEFT - 9.0, floor - TALL + 4.0, "end"),
    }
    text
}

fn stack(bars: &Bars, bar: &Bar, (x, floor): (f64, f64), slot: f64, top: f64) -> String {
    let mut text = String::new();
    let mut below = Rational::zero();
    for (agent, amount) in &bar.parts {
        let above = &below + amount;
        let (low, high) = (below.to_f64() * TALL / top, above.to_f64() * TALL / top);
        let area = (x + 1.5, floor - high, slot - 3.0, (high - low - 1.0).max(0.5));
        let amount = amount.to_string();
        text += &part(*agent, &agent_name(bars, *agent), &amount, area, "");
        if high - low >= LOW && width(&amount) + 3.0 <= slot {
            text += &value(*agent, &amount, x + slot / 2.0, floor - (high + low) / 2.0 + 4.0);
        }
        below = above;
    }
    text + &word(&bar.name, x + slot / 2.0, floor + 14.0, "middle")
}
