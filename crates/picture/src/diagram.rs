//! Diagrams of boxes and arrows: statements about a few instances, and the exclusions between them.

use super::{colour, escaped, framed, ink, width, word};

/// A picture of boxes with arrows.
#[derive(Debug, Clone, Default)]
pub struct Diagram {
    /// The title, as a sentence.
    pub title: String,
    /// The boxes, in the order of their indices.
    pub boxes: Vec<Node>,
    /// The arrows between boxes or their entries.
    pub arrows: Vec<Arrow>,
    /// Sentences below the picture; the note of an arrow is one of them.
    pub notes: Vec<Note>,
}

/// A box: a head, lines, and entries to which arrows lead. Entries are at the bottom of boxes in the first
/// row and at the top of all others, so that arrows between rows cross no text.
#[derive(Debug, Clone, Default)]
pub struct Node {
    /// The number of its row, from 0 at the top.
    pub row: usize,
    /// The heading of the box.
    pub head: String,
    /// The lines of text below the heading.
    pub lines: Vec<String>,
    /// The entries, side by side.
    pub entries: Vec<String>,
}

/// An end of an arrow: the index of a box, and of one of its entries if the arrow leads to the entry.
pub type End = (usize, Option<usize>);

/// An arrow between two boxes or entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// The end at which the arrow begins.
    pub from: End,
    /// The end at which the arrow points.
    pub to: End,
    /// The kind of the arrow, which has a colour and a pattern.
    pub kind: usize,
    /// The index of its note.
    pub note: usize,
}

/// A sentence below the picture.
#[derive(Debug, Clone, Default)]
pub struct Note {
    /// The sign before the sentence, which the arrow has as well.
    pub sign: String,
    /// The sentence, as plain text.
    pub text: String,
}

/// A rectangle: left, top, width, height.
type Area = (f64, f64, f64, f64);

const PAD: f64 = 8.0;
const LINE: f64 = 15.0;
const ENTRY: f64 = 20.0;
/// The largest number of entries side by side.
const BESIDE: usize = 6;
const ACROSS: f64 = 60.0;
/// The distance between rows: the smallest, the addition for each arrow, and the largest.
const BETWEEN: (f64, f64, f64) = (58.0, 5.0, 150.0);
const NARROW: f64 = 420.0;
/// The largest width of a line in a box: three boxes side by side are as wide as the text of a page.
const BROAD: f64 = 190.0;
/// The distance between neighbouring arrows with common ends.
const BEND: f64 = 26.0;

/// The positions of signs along their arrows, in turn, so that neighbouring signs do not overlap.
const ALONG: [f64; 5] = [0.5, 0.36, 0.62, 0.43, 0.56];

/// The dash patterns that distinguish the kinds without colours.
const DASHES: [&str; 4] = ["", "7 4", "2 3", "9 3 2 3"];

/// Returns the diagram as SVG.
pub fn diagram(whole: &Diagram) -> String {
    let mut shown = whole.clone();
    for node in &mut shown.boxes {
        node.lines = node.lines.iter().flat_map(|line| wrapped(line, BROAD)).collect();
    }
    let shown = &shown;
    let rows = shown.boxes.iter().map(|b| b.row + 1).max().unwrap_or(0);
    let (mut laid, mut top, mut across) = (vec![(0.0, 0.0, 0.0, 0.0); shown.boxes.len()], 4.0, NARROW);
    let between = (BETWEEN.0 + BETWEEN.1 * shown.arrows.len() as f64).min(BETWEEN.2);
    let in_row = |row: usize| (0..shown.boxes.len()).filter(move |&i| shown.boxes[i].row == row);
    for row in 0..rows {
        let wide: f64 = in_row(row).map(|i| wide(&shown.boxes[i]) + ACROSS).sum();
        across = f64::max(across, wide);
    }
    for row in 0..rows {
        let taken: f64 = in_row(row).map(|i| wide(&shown.boxes[i]) + ACROSS).sum();
        let mut x = (across - taken + ACROSS) / 2.0;
        let high = in_row(row).map(|i| high(&shown.boxes[i])).fold(0.0, f64::max);
        for i in in_row(row) {
            laid[i] = (x, top, wide(&shown.boxes[i]), self::high(&shown.boxes[i]));
            x += laid[i].2 + ACROSS;
        }
        top += high + between;
    }
    let mut body = String::new();
    for (node, area) in shown.boxes.iter().zip(&laid) {
        body += &drawn(node, *area);
    }
    let (mut below, mut signs) = (top - between, String::new());
    for (i, arrow) in shown.arrows.iter().enumerate() {
        let beside = |other: &&Arrow| {
            (other.from, other.to) == (arrow.from, arrow.to)
                || (other.to, other.from) == (arrow.from, arrow.to)
        };
        let before = shown.arrows[..i].iter().filter(beside).count();
        let rows = (shown.boxes[arrow.from.0].row, shown.boxes[arrow.to.0].row);
        let side = match rows {
            (0, 0) => Side::Below,
            (a, b) if a == b => Side::Above,
            _ => Side::Straight,
        };
        let place = |end: End| match end.1 {
            Some(entry) => entry_area(&shown.boxes[end.0], laid[end.0], entry),
            None => laid[end.0],
        };
        let sign = shown.notes.get(arrow.note).map_or("", |note| note.sign.as_str());
        let part = ALONG[i % ALONG.len()];
        let drawn = bent(place(arrow.from), place(arrow.to), (before, side, part));
        let (text, carried) = painted(&drawn, arrow.kind, sign);
        body += &text;
        signs += &carried;
        below = below.max(drawn.sign.1 + 9.0);
    }
    // Signs are drawn above all lines.
    body += &signs;
    let mut y = below + 22.0;
    for note in &shown.notes {
        let bold = "font-weight=\"bold\" fill=\"currentColor\"";
        body += &format!("<text x=\"{PAD:.1}\" y=\"{y:.1}\" {bold}>{}</text>", escaped(&note.sign));
        for line in wrapped(&note.text, across - 34.0) {
            body += &word(&line, 28.0, y, "start");
            y += LINE;
        }
        y += 2.0;
    }
    let label = format!("{} {}", whole.title, told(whole));
    framed(label.trim(), (across, y), &body)
}

fn wide(node: &Node) -> f64 {
    let lines = node.lines.iter().chain([&node.head]).map(|line| width(line) + 4.0).fold(60.0, f64::max);
    let row = |entries: &[String]| entries.iter().map(|e| width(e) + 18.0).sum::<f64>();
    node.entries.chunks(BESIDE).map(row).fold(lines, f64::max) + 2.0 * PAD
}

fn high(node: &Node) -> f64 {
    let entries = node.entries.len().div_ceil(BESIDE) as f64 * (ENTRY + 4.0);
    2.0 * PAD + (node.lines.len() + 1) as f64 * LINE + entries
}

/// Returns the rectangle of an entry of a box.
fn entry_area(node: &Node, (x, y, wide, _): Area, entry: usize) -> Area {
    let (row, at) = (entry / BESIDE, entry % BESIDE);
    let chunk: &[String] = node.entries.chunks(BESIDE).nth(row).unwrap_or(&[]);
    let taken: f64 = chunk.iter().map(|e| width(e) + 18.0).sum();
    let before: f64 = chunk.iter().take(at).map(|e| width(e) + 18.0).sum();
    let own = chunk.get(at).map_or(0.0, |e| width(e) + 12.0);
    let text = if node.row == 0 { (node.lines.len() + 1) as f64 * LINE } else { 0.0 };
    let top = y + PAD + text + row as f64 * (ENTRY + 4.0);
    (x + (wide - taken) / 2.0 + before + 3.0, top, own, ENTRY)
}

fn drawn(node: &Node, (x, y, wide, high): Area) -> String {
    let entries = node.entries.len().div_ceil(BESIDE) as f64 * (ENTRY + 4.0);
    let text_top = if node.row == 0 { y + PAD } else { y + PAD + entries };
    let mut text = format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"6\" fill=\"currentColor\" \
         fill-opacity=\"0.05\" stroke=\"currentColor\" stroke-opacity=\"0.7\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-weight=\"bold\" fill=\"currentColor\">{}</text>",
        x + wide / 2.0,
        text_top + 9.0,
        escaped(&node.head)
    );
    for (i, line) in node.lines.iter().enumerate() {
        text += &word(line, x + wide / 2.0, text_top + 9.0 + (i + 1) as f64 * LINE, "middle");
    }
    for (i, entry) in node.entries.iter().enumerate() {
        let (left, top, wide, high) = entry_area(node, (x, y, wide, high), i);
        // A single entry has a double outline, because no other entry remains.
        let twice = if node.entries.len() == 1 { 2.5 } else { 1.0 };
        text += &format!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"3\" fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"{twice}\"/>"
        );
        text += &word(entry, left + wide / 2.0, top + 14.0, "middle");
    }
    text
}

/// The side of its boxes on which an arrow passes.
#[derive(Clone, Copy)]
enum Side {
    Above,
    Below,
    Straight,
}

/// A bent line with its head, and the position of its sign.
struct Bent {
    start: (f64, f64),
    control: (f64, f64),
    neck: (f64, f64),
    end: (f64, f64),
    /// The direction of the line at its end.
    along: (f64, f64),
    sign: (f64, f64),
}

/// Returns the arrow from one rectangle to another; `before` earlier arrows have these ends, and the sign is at
/// `part` of the way.
fn bent(from: Area, to: Area, (before, side, part): (usize, Side, f64)) -> Bent {
    let middle = |(x, y, w, h): Area| (x + w / 2.0, y + h / 2.0);
    let (a, b) = (middle(from), middle(to));
    let aside = if before.is_multiple_of(2) { 1.0 } else { -1.0 } * BEND * before.div_ceil(2) as f64;
    let far = 30.0 + 0.12 * (a.0 - b.0).abs() + aside.abs();
    let control = match side {
        Side::Below => ((a.0 + b.0) / 2.0 + aside, f64::max(from.1 + from.3, to.1 + to.3) + far),
        Side::Above => ((a.0 + b.0) / 2.0 + aside, f64::min(from.1, to.1) - far),
        Side::Straight => {
            let long = ((b.0 - a.0).powi(2) + (b.1 - a.1).powi(2)).sqrt().max(1.0);
            let (over, down) = ((b.1 - a.1) / long, (a.0 - b.0) / long);
            ((a.0 + b.0) / 2.0 + over * aside, (a.1 + b.1) / 2.0 + down * aside)
        }
    };
    let (start, end) = (edge(from, control), edge(to, control));
    let (dx, dy) = (end.0 - control.0, end.1 - control.1);
    let long = (dx * dx + dy * dy).sqrt().max(1.0);
    let along = (dx / long, dy / long);
    let neck = (end.0 - 9.0 * along.0, end.1 - 9.0 * along.1);
    let mixed = |s: f64, c: f64, e: f64| {
        let rest = 1.0 - part;
        rest * rest * s + 2.0 * part * rest * c + part * part * e
    };
    let sign = (mixed(start.0, control.0, end.0), mixed(start.1, control.1, end.1));
    Bent { start, control, neck, end, along, sign }
}

/// Returns the line in the colour and pattern of its kind, with its sign.
fn painted(bent: &Bent, kind: usize, sign: &str) -> (String, String) {
    let Bent { start, control, neck, end, along: (ux, uy), sign: at } = *bent;
    let (paint, dashes) = (colour(kind), DASHES[kind % DASHES.len()]);
    let text = format!(
        "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>\
         <path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{paint}\"/>",
        start.0,
        start.1,
        control.0,
        control.1,
        neck.0,
        neck.1,
        end.0,
        end.1,
        neck.0 - 4.5 * uy,
        neck.1 + 4.5 * ux,
        neck.0 + 4.5 * uy,
        neck.1 - 4.5 * ux,
    );
    if sign.is_empty() {
        return (text, String::new());
    }
    let carried = format!(
        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"9\" fill=\"{paint}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" \
         font-size=\"10\" font-weight=\"bold\" fill=\"{}\">{}</text>",
        at.0,
        at.1,
        at.0,
        at.1 + 3.5,
        ink(kind),
        escaped(sign)
    );
    (text, carried)
}

/// Returns the point at which the line from the centre of a rectangle towards a point leaves the rectangle.
fn edge((x, y, w, h): Area, (px, py): (f64, f64)) -> (f64, f64) {
    let (cx, cy) = (x + w / 2.0, y + h / 2.0);
    let (dx, dy) = (px - cx, py - cy);
    let part = |d: f64, half: f64| if d.abs() > 1e-9 { half / d.abs() } else { f64::INFINITY };
    let t = part(dx, w / 2.0 + 1.0).min(part(dy, h / 2.0 + 1.0)).min(1.0);
    (cx + t * dx, cy + t * dy)
}

/// Breaks a sentence into lines of at most the width `wide`.
fn wrapped(text: &str, wide: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for one in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + width(one) + 6.0 <= wide => {
                line.push(' ');
                line.push_str(one);
            }
            _ => lines.push(one.to_string()),
        }
    }
    lines
}

/// Returns the boxes and notes in words.
fn told(shown: &Diagram) -> String {
    let node = |node: &Node| {
        let lines: Vec<&str> = node.lines.iter().map(String::as_str).collect();
        let lines = if lines.is_empty() { String::new() } else { format!(": {}", lines.join("; ")) };
        let entries =
            if node.entries.is_empty() { String::new() } else { format!(" {}", node.entries.join(" or ")) };
        format!("{}{lines}{entries}.", node.head)
    };
    let note = |note: &Note| format!("{} {}", note.sign, note.text).trim().to_string();
    let boxes = shown.boxes.iter().map(node);
    boxes.chain(shown.notes.iter().map(note)).collect::<Vec<_>>().join(" ")
}
