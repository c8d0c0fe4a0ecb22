//! Pages in HTML for readers, without scripts, other files or network; text from files is escaped.

use std::fmt::Write as _;

use fairwitness::desk::units::{digits, per_cent};
use fairwitness::inert::plain;
use fairwitness::scalar::{Rational, Scalar as _, max, min};

use super::tables::Rows;

const STYLE: &str = include_str!("page.css");

/// Escapes a text for the page.
pub fn text(text: &str) -> String {
    let mut shown = String::new();
    for c in plain(text).chars() {
        match c {
            '&' => shown += "&amp;",
            '<' => shown += "&lt;",
            '>' => shown += "&gt;",
            '"' => shown += "&quot;",
            '\'' => shown += "&#39;",
            c => shown.push(c),
        }
    }
    shown
}

/// Escapes a number for the page, which is not broken before its per cent sign.
fn number(shown: &str) -> String {
    text(shown).replace(" %", "&nbsp;%")
}

/// A cell of a table, as HTML.
#[derive(Debug)]
pub struct Cell(String);

impl Cell {
    pub fn plain(shown: &str) -> Cell {
        Cell(format!("<td>{}</td>", text(shown)))
    }

    pub fn of_class(shown: &str, class: &str) -> Cell {
        if class.is_empty() {
            Cell::plain(shown)
        } else {
            Cell(format!("<td class=\"{class}\">{}</td>", text(shown)))
        }
    }

    /// `shown`, with the exact number when one points at it.
    pub fn exact(shown: &str, exact: &Rational, class: &str) -> Cell {
        Cell(format!("<td class=\"{class}\" title=\"{}\">{}</td>", text(&exact.to_string()), number(shown)))
    }

    /// A number of tasks with two digits, and exactly when one points at it.
    pub fn number(amount: &Rational) -> Cell {
        Cell::exact(&digits(amount), amount, "")
    }

    pub fn per_cent(part: &Rational) -> Cell {
        Cell::exact(&per_cent(part), part, "")
    }

    /// A bar for the part `takes` of a whole, with a mark at `share`.
    pub fn bar(takes: &Rational, share: &Rational) -> Cell {
        let at = |x: &Rational| max(Rational::zero(), min(x.clone(), Rational::one())).to_f64() * 100.0;
        let (takes, share) = (at(takes), at(share));
        Cell(format!(
            "<td><span class=\"bar\" aria-hidden=\"true\"><i style=\"width:{takes:.2}%\"></i><b style=\"left:{share:.2}%\"></b></span></td>"
        ))
    }
}

pub fn table<'a>(head: impl IntoIterator<Item = &'a str>, rows: &[Vec<Cell>]) -> String {
    let head: String =
        head.into_iter().map(|name| format!("<th scope=\"col\">{}</th>", text(name))).collect();
    let row = |row: &Vec<Cell>| format!("<tr>{}</tr>\n", row.iter().map(|cell| &*cell.0).collect::<String>());
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n"
    )
}

/// A table of texts; `class` is asked for the class of a cell by its column and its text.
pub fn of_rows((head, rows): &Rows, class: impl Fn(usize, &str) -> &'static str) -> String {
    let cell = |(at, cell): (usize, &String)| Cell::of_class(cell, class(at, cell));
    let rows: Vec<Vec<Cell>> = rows.iter().map(|row| row.iter().enumerate().map(cell).collect()).collect();
    table(head.iter().map(String::as_str), &rows)
}

pub fn section(title: &str, body: &str) -> String {
    if body.is_empty() {
        String::new()
    } else {
        format!("<section><h2>{}</h2>\n{body}</section>\n", text(title))
    }
}

pub fn paragraph(shown: &str) -> String {
    format!("<p>{}</p>\n", text(shown))
}

pub fn list<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let items: String = lines.into_iter().map(|line| format!("<li>{}</li>\n", text(line))).collect();
    if items.is_empty() { items } else { format!("<ul>{items}</ul>\n") }
}

/// Lines over time: what a user takes, and its share (dashed), as parts of a whole, at numbered moments of `of`.
pub fn lines(name: &str, points: &[(u64, Rational, Rational)], of: u64) -> String {
    const SIZE: (f64, f64) = (600.0, 90.0);
    let across = |moment: u64| (moment as f64 + 0.5) * SIZE.0 / of.max(1) as f64;
    let most = points.iter().flat_map(|(_, takes, share)| [takes, share]).max().map_or(1.0, |x| x.to_f64());
    let up = |x: &Rational| SIZE.1 - 4.0 - x.to_f64() * (SIZE.1 - 8.0) / most.max(f64::MIN_POSITIVE);
    let line = |class: &str, value: fn(&(u64, Rational, Rational)) -> &Rational| {
        let (mut path, mut last) = (String::new(), None);
        for point in points {
            let (x, y) = (across(point.0), up(value(point)));
            // A moment without the user breaks the line; a step holds until the next moment.
            let wide = across(point.0 + 1) - x;
            let begins = if last.is_some_and(|last: u64| last + 1 == point.0) { 'L' } else { 'M' };
            let _ = write!(path, "{begins}{:.1} {y:.1}H{:.1}", x - wide / 2.0, x + wide / 2.0);
            last = Some(point.0);
        }
        format!("<path class=\"{class}\" d=\"{path}\"/>")
    };
    let (takes, share) = (line("takes", |(_, takes, _)| takes), line("share", |(.., share)| share));
    let (name, top) = (text(name), per_cent(&height(points)));
    let label = format!("{name}: takes (line) and its share (dashed); the top is at {top}");
    format!(
        "<figure><figcaption>{label}</figcaption><svg viewBox=\"0 0 {} {}\" width=\"{0}\" role=\"img\" aria-label=\"{label}\"><path class=\"zero\" d=\"M0 {1}H{0}\"/>{takes}{share}</svg></figure>\n",
        SIZE.0, SIZE.1
    )
}

fn height(points: &[(u64, Rational, Rational)]) -> Rational {
    let all = points.iter().flat_map(|(_, takes, share)| [takes, share]);
    all.max().cloned().unwrap_or_else(Rational::zero)
}

/// A warning at the head of a page.
pub fn notice(shown: &str) -> String {
    format!("<p class=\"short\" role=\"alert\">{}</p>\n", text(shown))
}

/// The page with this heading and body.
pub fn page(heading: &str, body: &str) -> String {
    let title = text(heading);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n{body}\
         <p><small>verify audit, {}. Numbers have two digits; the exact ones appear when one points at them, and in \
         <code>--format json</code>.</small></p>\n</body></html>\n",
        env!("CARGO_PKG_VERSION")
    )
}
