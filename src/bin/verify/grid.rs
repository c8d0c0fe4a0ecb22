//! Tables for a terminal: as wide as it is, with wrapped cells, and divided into parts if even that is too
//! wide.

use comfy_table::{
    ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Table as Grid, TableStyle, Width,
};
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

/// The width up to which words are not broken if there is room.
const WORD: usize = 24;

/// The width around a column: a space on both sides, and a border between two columns.
const AROUND: usize = 3;

/// Returns the smallest width of a column: the width of its longest word, at most `word`.
fn least(cells: &[&String], word: usize) -> usize {
    cells.iter().flat_map(|cell| cell.split(' ')).map(|part| part.width()).max().unwrap_or(1).min(word)
}

fn most(cells: &[&String]) -> usize {
    cells.iter().map(|cell| cell.width()).max().unwrap_or(1)
}

/// Returns these rows below their heads as a grid with its title.
pub fn table(title: &str, head: &[impl AsRef<str>], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|name| name.as_ref().to_string()).collect();
    grid(&Table { title: title.to_string(), head, rows: rows.into_iter().collect() })
}

/// Returns a table as a grid with its title.
pub fn grid(table: &Table) -> String {
    let clean = |row: &Vec<String>| -> Vec<String> { row.iter().map(|cell| shown(cell)).collect() };
    let head = clean(&table.head);
    let rows: Vec<Vec<String>> = table.rows.iter().map(clean).collect();
    let mut text = format!("{}\n", shown(&table.title));
    let Some(width) = terminal::width() else { return text + &laid_out(&head, &rows, None) };
    let column = |c: usize| -> Vec<&String> {
        std::iter::once(&head[c]).chain(rows.iter().filter_map(|row| row.get(c))).collect()
    };
    let all = |word: usize| -> Vec<usize> {
        (0..head.len()).map(|c| least(&column(c), word).min(most(&column(c))) + AROUND).collect()
    };
    // Words stay whole if all of them have room; otherwise only words of usual length do.
    let whole = all(width / 2);
    let longest =
        |c: usize| column(c).iter().flat_map(|cell| cell.split(' ')).all(|word| word.width() <= width / 2);
    let fits = whole.iter().sum::<usize>() <= width && (0..head.len()).all(longest);
    let least = if fits { whole } else { all(WORD) };
    let parts = parts(&least, width);
    for (k, part) in parts.iter().enumerate() {
        if k > 0 {
            let (from, to) = (part.get(1).copied().unwrap_or(0) + 1, part.last().copied().unwrap_or(0) + 1);
            let which = if from == to { format!("column {to}") } else { format!("columns {from} to {to}") };
            text += &format!("\n({which} of {})\n", head.len());
        }
        let pick = |row: &Vec<String>| -> Vec<String> {
            part.iter().map(|&c| row.get(c).cloned().unwrap_or_default()).collect()
        };
        let rows: Vec<Vec<String>> = rows.iter().map(pick).collect();
        let least: Vec<usize> = part.iter().map(|&c| least[c]).collect();
        text += &laid_out(&pick(&head), &rows, Some((width, &least)));
    }
    text
}

/// Returns the columns of each part: as many as fit side by side, with the first column repeated in each
/// part.
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

/// Lays out a grid; with `within`, in that width and with columns no narrower than their smallest widths, if
/// there is room.
fn laid_out(head: &[String], rows: &[Vec<String>], within: Option<(usize, &[usize])>) -> String {
    let mut grid = Grid::new();
    grid.load_style(if terminal::unicode() { UNICODE } else { ASCII });
    match within {
        Some((width, _)) => {
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
    if let Some((width, least)) = within
        && least.iter().sum::<usize>() <= width
    {
        // A boundary includes the space around a cell.
        let width = |least: &usize| u16::try_from(least - 1).map_or(Width::Fixed(u16::MAX), Width::Fixed);
        grid.set_constraints(least.iter().map(|least| ColumnConstraint::LowerBoundary(width(least))));
    }
    grid.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
