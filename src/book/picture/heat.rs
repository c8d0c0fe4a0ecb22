//! Heat maps: a table of small coloured fields, each of which may lead somewhere.

use super::{escaped, framed, width, word};

/// A field: its colour, what a reader sees when pointing at it, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// A colour of SVG.
    pub colour: &'static str,
    /// What it says.
    pub says: String,
    /// A link, if there is something to show.
    pub link: Option<String>,
}

const FIELD: f64 = 15.0;
/// It is not drawn smaller than so many times its own size, so that names can be read.
const LEAST: f64 = 1.2;

/// The fields, row by row under the columns' names, as a drawing that scrolls where the page is narrow.
pub fn heat(title: &str, columns: &[&str], rows: &[(&str, Vec<Heat>)]) -> String {
    let left = rows.iter().map(|(name, _)| width(name)).fold(0.0, f64::max) + 6.0;
    let above = columns.iter().map(|name| width(name)).fold(0.0, f64::max) + 6.0;
    let mut body = String::new();
    for (c, name) in columns.iter().enumerate() {
        let (x, y) = (left + (c as f64 + 0.7) * FIELD, above - 4.0);
        body += &format!(
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" fill=\"currentColor\">{}</text>",
            escaped(name)
        );
    }
    for (r, (name, fields)) in rows.iter().enumerate() {
        let y = above + r as f64 * FIELD;
        body += &word(name, left - 5.0, y + 11.0, "end");
        for (c, field) in fields.iter().enumerate() {
            let square = format!(
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"><title>{}</title></rect>",
                left + c as f64 * FIELD,
                FIELD - 1.5,
                FIELD - 1.5,
                field.colour,
                escaped(&field.says)
            );
            body += &match &field.link {
                Some(link) => format!("<a href=\"{}\">{square}</a>", escaped(link)),
                None => square,
            };
        }
    }
    let size = (left + columns.len() as f64 * FIELD, above + rows.len() as f64 * FIELD);
    framed(title, size, size.0 * LEAST, &body)
}
