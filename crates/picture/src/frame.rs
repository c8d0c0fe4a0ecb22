//! Allocations side by side in one frame at true scale, with losses marked, as SVG.

use super::hatch::Area;
use super::stack::{self, LOW, Told, legend, listed, rows};
use super::{escaped, framed, width, word};
use fairwitness_engine::model::{Column, Frame, Panel, Part};
use fairwitness_engine::scalar::Rational;

/// The height of the scale.
const TALL: f64 = 130.0;
/// The width at which a row of groups is full.
const ROW: f64 = 340.0;
/// The width of the frame beyond which the second panel is placed below the first.
const WIDE: f64 = 720.0;
const NARROW: f64 = 230.0;
const GAP: f64 = 20.0;
const LEFT: f64 = 8.0;
const TITLE: f64 = 20.0;
const ABOVE: f64 = 18.0;
const BELOW: f64 = 40.0;

/// The frame as SVG; its text alternative begins with `title`.
pub fn frame(title: &str, frame: &Frame) -> String {
    let slot = slot(frame);
    let laid: Vec<Laid<'_>> = frame.panels.iter().map(|panel| Laid::of(panel, slot)).collect();
    let beside = laid.iter().map(|l| l.wide + GAP).sum::<f64>() <= WIDE;
    let (mut body, mut x, mut down, mut across) = (String::new(), LEFT, 0.0f64, NARROW);
    let mut bottom = 0.0f64;
    for panel in &laid {
        body += &panel.drawn(frame, (x, down), slot);
        across = across.max(x + panel.wide);
        bottom = bottom.max(down + panel.high);
        if beside {
            x += panel.wide + 2.0 * GAP;
        } else {
            down = bottom + GAP;
        }
    }
    let (legend, bottom) = legend(&frame.agents, (LEFT, across), bottom + 6.0, (14.0, 12.0));
    let label = format!("{title}. {}", told(frame));
    framed(label.trim(), (across + LEFT, bottom), &(body + &legend))
}

/// The width of a column: enough for its name and for most values.
fn slot(frame: &Frame) -> f64 {
    let columns = || frame.panels.iter().flat_map(|p| p.groups.iter().flat_map(|(_, group)| group));
    let values = columns().flat_map(|c| c.parts.iter().map(|p| width(&p.value) + 5.0)).filter(|w| *w <= 40.0);
    let names = columns().map(|c| width(&c.name).max(width(&c.amount)) + 5.0);
    values.chain(names).fold(22.0, f64::max)
}

/// A panel with its groups in rows.
struct Laid<'a> {
    panel: &'a Panel,
    rows: Vec<Vec<usize>>,
    wide: f64,
    high: f64,
}

/// The width of a group, including the phrases of its marks.
fn group_wide((name, columns): &(String, Vec<Column>), slot: f64) -> f64 {
    let marks = columns.iter().filter_map(|c| c.mark.as_ref()).map(|(_, what)| width(what) + 8.0);
    (columns.len() as f64 * slot + marks.fold(0.0, f64::max)).max(width(name))
}

impl<'a> Laid<'a> {
    fn of(panel: &'a Panel, slot: f64) -> Self {
        let rows = rows(panel.groups.iter().map(|group| group_wide(group, slot)), 0.0, GAP, ROW);
        let wide = rows.iter().map(|(taken, _)| *taken).fold(width(&panel.title), f64::max);
        let high = TITLE + rows.len() as f64 * (ABOVE + TALL + BELOW);
        Laid { panel, rows: rows.into_iter().map(|(_, row)| row).collect(), wide, high }
    }

    fn drawn(&self, frame: &Frame, (left, top): (f64, f64), slot: f64) -> String {
        let bold = "font-weight=\"bold\" fill=\"currentColor\"";
        let (y, title) = (top + 12.0, escaped(&self.panel.title));
        let mut text = format!("<text x=\"{left:.1}\" y=\"{y:.1}\" {bold}>{title}</text>");
        let mut floor = top + TITLE + ABOVE + TALL;
        for row in &self.rows {
            let mut x = left;
            for &at in row {
                let group = &self.panel.groups[at];
                let end = x + group.1.len() as f64 * slot;
                text += &ground(x, end, floor);
                for (k, column) in group.1.iter().enumerate() {
                    text += &drawn(frame, column, (x + k as f64 * slot, floor), slot, end);
                }
                text += &word(&group.0, x, floor + 30.0, "start");
                x += group_wide(group, slot) + GAP;
            }
            floor += ABOVE + TALL + BELOW;
        }
        text
    }
}

fn ground(from: f64, to: f64, y: f64) -> String {
    format!(
        "<path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"currentColor\" stroke-opacity=\"0.6\" fill=\"none\"/>"
    )
}

/// A column: its parts, its outline, and its marked level, up to the end of its group.
fn drawn(frame: &Frame, column: &Column, (x, floor): (f64, f64), slot: f64, end: f64) -> String {
    let (mut text, mut values) = (String::new(), String::new());
    let mut below = 0.0;
    let wide = slot - 5.0;
    for part in &column.parts {
        let high = part.height.to_f64() * TALL;
        let area = (x + 2.5, floor - below - high, wide, (high - 1.0).max(0.5));
        text += &drawn_part(frame, part, area);
        values += &value(part, area);
        below += high;
    }
    if let Some(full) = &column.full {
        let high = full.to_f64() * TALL;
        text += &format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"none\" stroke=\"currentColor\" \
             stroke-opacity=\"0.7\"/>",
            x + 2.5,
            floor - high
        );
        text += &word(&column.amount, x + slot / 2.0, floor - high.max(below) - 4.0, "middle");
    }
    // The outline runs below the values.
    text += &values;
    if let Some((level, what)) = &column.mark {
        let y = floor - level.to_f64() * TALL;
        text += &format!(
            "<path d=\"M{x:.1} {y:.1}H{:.1}\" stroke=\"currentColor\" stroke-width=\"2\" stroke-dasharray=\"5 3\" fill=\"none\"/>",
            end + 4.0
        );
        text += &word(what, end + 6.0, y + 4.0, "start");
    }
    text + &word(&column.name, x + slot / 2.0, floor + 14.0, "middle")
}

fn drawn_part(frame: &Frame, part: &Part, area: Area) -> String {
    let thick = if part.bold { " stroke=\"currentColor\" stroke-width=\"3\"" } else { "" };
    stack::part(part.agent, &agent_name(frame, part.agent), &part.value, area, thick)
}

/// The value of a part within its area; nothing where there is no room.
fn value(part: &Part, (x, y, wide, high): Area) -> String {
    if high < LOW || width(&part.value) > wide + 1.0 {
        return String::new();
    }
    stack::value(part.agent, &part.value, x + wide / 2.0, y + high / 2.0 + 3.5)
}

fn agent_name(frame: &Frame, agent: usize) -> String {
    frame.agents.get(agent).cloned().unwrap_or_else(|| format!("task {}", agent + 1))
}

/// The largest number of parts in the text alternative; a listener cannot remember more.
const TOLD: usize = 60;

/// The amounts of all parts in words, panel by panel; after `TOLD` parts the rest is counted.
fn told(frame: &Frame) -> String {
    let mut told = Told::default();
    for panel in &frame.panels {
        if frame.panels.len() > 1 {
            told.sentences.push(format!("{}:", panel.title));
        }
        for (name, group) in &panel.groups {
            told.group(name, group, TOLD, |column| column.parts.len(), |column| clause(frame, column));
        }
    }
    told.text()
}

fn clause(frame: &Frame, column: &Column) -> String {
    let part = |part: &Part| format!("{} for {}", part.value, agent_name(frame, part.agent));
    let parts = listed(&column.parts.iter().map(part).collect::<Vec<_>>());
    let parts = if column.name.is_empty() { parts } else { format!("{}: {parts}", column.name) };
    match &column.mark {
        Some((_, what)) => format!("{parts}, with a dashed line at {what}"),
        None => parts,
    }
}

/// Returns `true` if the frame has a part or an outline.
pub fn shows(frame: &Frame) -> bool {
    let zero = Rational::from(0);
    let columns = frame.panels.iter().flat_map(|p| p.groups.iter().flat_map(|(_, group)| group));
    columns.into_iter().any(|c| !c.parts.is_empty() || c.full.as_ref().is_some_and(|full| *full > zero))
}
