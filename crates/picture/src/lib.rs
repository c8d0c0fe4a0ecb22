//! Pictures as SVG. Lines and words take the colour of the surrounding text, so that a picture suits any
//! theme.

mod hatch;
mod bars;
#[cfg(feature = "curves")]
mod curves;
mod diagram;
mod frame;
mod stack;

pub use bars::{bars, told};
#[cfg(feature = "curves")]
pub use curves::{Axes, Curve, Point, Scale, categories, curves};
pub use diagram::{Arrow, Diagram, End, Node, Note, diagram};
pub use frame::{frame, shows};

use fairwitness_engine::inert::plain;

/// Colours that are distinguishable on light and dark backgrounds, and by colour-blind readers.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#999933"];

/// The colour of the agent or curve with this number.
fn colour(number: usize) -> &'static str {
    COLOURS[number % COLOURS.len()]
}

/// White or black, for words on the colour with this number: the one with a contrast of at least 4.5.
fn ink(number: usize) -> &'static str {
    if number.is_multiple_of(COLOURS.len()) { "#fff" } else { "#000" }
}

/// `text` for SVG in a page of the book: markup, and marks of formulas and directives, become entities.
fn escaped(text: &str) -> String {
    let text =
        plain(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    // In a page, pictures are searched for formulas and directives too.
    ['{', '$', '`', '\\'].iter().fold(text, |text, c| text.replace(*c, &format!("&#{};", *c as u32)))
}

/// The approximate width of a text in letters of size 11.
fn width(text: &str) -> f64 {
    6.2 * text.chars().count() as f64
}

/// A text at a position.
fn word(text: &str, x: f64, y: f64, anchor: &str) -> String {
    let text = escaped(text);
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"currentColor\">{text}</text>")
}

/// An SVG of the given size with the contents `body`, which rules of style shrink to the page: a wide one no further than its letters
/// can be read.
fn framed(title: &str, (width, height): (f64, f64), body: &str) -> String {
    let class = [(600.0, " class=\"widest\""), (400.0, " class=\"wide\"")];
    let class = class.iter().find(|(least, _)| width > *least).map_or("", |(_, class)| class);
    format!(
        "<div class=\"picture\"><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\" aria-label=\"{}\" width=\"{:.0}\"{class} \
         font-family=\"sans-serif\" font-size=\"11\">{body}</svg></div>\n",
        escaped(title),
        width * 1.5
    )
}

/// The SVG alone as a file, with colours for light and dark backgrounds.
pub fn file(picture: &str) -> String {
    let svg = picture.trim().trim_start_matches("<div class=\"picture\">").trim_end_matches("</div>");
    let style = "<style>svg{color:#333}@media(prefers-color-scheme:dark){svg{color:#ccc}}</style>";
    match svg.split_once('>') {
        Some((head, body)) => format!("{head}>{style}{body}\n"),
        None => svg.to_string(),
    }
}
