//! Tables on a terminal: as wide as it is, wrapped in their cells, and cut into parts where even that is too wide.

use comfy_table::{ContentArrangement, ContentLineStyle, LineStyle, Table as Grid, TableStyle};
use fairwitness::document::shown;
use fairwitness::model::Table;
use unicode_width::UnicodeWidthStr as _;

use super::terminal;

const UNICODE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .content_lines(ContentLineStyle::none().junction(' '));

const ASCII: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('-').junction('-'))
    .content_lines(ContentLineStyle::none().junction(' '));

/// A cell need not be narrower than this, and words up to here are not broken.
const WORD: usize = 16;

/// Around a column: a space on both sides, and one between two of them.
const AROUND: usize = 3;

/// The least width of a column: that of its longest word.
fn least(cells: &[&String]) -> usize {
    let words = cells.iter().flat_map(|cell| cell.split([' ', '-']));
    words.map(|word| word.width() + 1).max().unwrap_or(1).min(WORD)
}

fn most(cells: &[&String]) -> usize {
    cells.iter().map(|cell| cell.width()).max().unwrap_or(1)
}

/// A grid with its title.
pub fn grid(table: &Table) -> String {
    let clean = |row: &Vec<String>| -> Vec<String> { row.iter().map(|cell| shown(cell)).collect() };
    let head = clean(&table.head);
    let rows: Vec<Vec<String>> = table.rows.iter().map(clean).collect();
    let mut text = format!("{}\n", shown(&table.title));
    let Some(width) = terminal::width() else { return text + &laid_out(&head, &rows, None) };
    let column = |c: usize| -> Vec<&String> {
        std::iter::once(&head[c]).chain(rows.iter().filter_map(|row| row.get(c))).collect()
    };
    let least: Vec<usize> = (0..head.len()).map(|c| least(&column(c)).min(most(&column(c))) + AROUND).collect();
    let parts = parts(&least, width);
    for (k, part) in parts.iter().enumerate() {
        if k > 0 {
            let (from, to) = (part.get(1).copied().unwrap_or(0) + 1, part.last().copied().unwrap_or(0) + 1);
            text += &format!("\n(columns {from} to {to} of {})\n", head.len());
        }
        let pick = |row: &Vec<String>| -> Vec<String> {
            part.iter().map(|&c| row.get(c).cloned().unwrap_or_default()).collect()
        };
        let rows: Vec<Vec<String>> = rows.iter().map(pick).collect();
        text += &laid_out(&pick(&head), &rows, Some(width));
    }
    text
}

/// Which columns stand side by side: as many as fit, with the first one before each part.
fn parts(least: &[usize], width: usize) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = vec![vec![0]];
    let mut used = least.first().copied().unwrap_or(0);
    for c in 1..least.len() {
        let part = parts.len() - 1;
        if used + least[c] > width && parts[part].len() > 1 {
            parts.push(vec![0, c]);
            used = least[0] + least[c];
        } else {
            parts[part].push(c);
            used += least[c];
        }
    }
    parts
}

fn laid_out(head: &[String], rows: &[Vec<String>], width: Option<usize>) -> String {
    let mut grid = Grid::new();
    grid.load_style(if terminal::unicode() { UNICODE } else { ASCII });
    match width {
        Some(width) => {
            grid.set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(u16::try_from(width).unwrap_or(u16::MAX));
        }
        None => {
            grid.set_content_arrangement(ContentArrangement::Disabled);
        }
    }
    grid.set_header(head.to_vec());
    for row in rows {
        grid.add_row(row.clone());
    }
    grid.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
