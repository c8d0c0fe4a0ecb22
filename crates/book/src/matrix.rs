//! The matrix page: tables of coloured cells, each linked to its evidence, and the chains of implications
//! between cells.

use std::path::Path;

use super::groups::grouped;
use super::known::{Known, searched, state};
use super::{Page, cell, stem, told};
use crate::document::InputError;
use crate::library::matrix::{CellState, Implication, MatrixCell, implications};
use crate::workbench::{Bench, Entry, models};

const HEAD: &str = "# The matrix\n\nEach row is a mechanism, and each column is a property. A cell links to its evidence.\n\n\
<table class=\"legend\">\n\
<tr><td class=\"no\">×</td><td>violated: a record shows it</td></tr>\n\
<tr><td class=\"follows\">(×)</td><td>violated: it follows from a violation of another property</td></tr>\n\
<tr><td class=\"proved\">✓</td><td>proved for all sizes, by a theorem that a proof kernel accepts</td></tr>\n\
<tr><td class=\"on-paper\">(✓)</td><td>proved on paper, for all sizes; no proof kernel has checked it</td></tr>\n\
<tr><td class=\"unrefuted\">10k</td><td>unrefuted: decided on this many instances and violated on none</td></tr>\n\
<tr><td class=\"few\">42</td><td>unrefuted: decided on fewer than a hundred instances and violated on none</td></tr>\n\
<tr><td class=\"undecided\">?</td><td>undecided: only violations can be decided here, and none was found</td></tr>\n\
<tr><td class=\"outside\">–</td><td>out of scope: the property does not apply to the mechanism, or the mechanism refuses all that was \
tried</td></tr>\n\
</table>\n";

/// The page with the matrix of every model.
pub(super) fn page(known: &Known<'_>, root: &Path) -> Result<Page, InputError> {
    let mut text = String::from(HEAD);
    let implications = implications(root)?;
    for bench in models() {
        let model = bench.model();
        let cells: Vec<&MatrixCell> = known.cells.iter().filter(|c| c.model == model).collect();
        text += &format!("\n## {}\n", super::begun(model));
        for deviation in [false, true] {
            text += &tables(*bench, &cells, deviation);
        }
        text +=
            &format!("\n`verify matrix --model {model}`\n{}{}", chains(&cells), rules(&implications, model));
    }
    Ok(("matrix.md".to_string(), text))
}

/// The columns that compare rules for whole tasks with DRF, or all other columns: a table of the mechanisms whose tasks may be split and
/// one of those with whole tasks, because a browser lays out two small tables without a pause and not one large one. Each scrolls below
/// its heads.
fn tables(bench: &dyn Bench, cells: &[&MatrixCell], deviation: bool) -> String {
    let groups: Vec<_> = grouped(bench.model())
        .into_iter()
        .filter(|(_, off, ids)| *off == deviation && !ids.is_empty())
        .collect();
    if groups.is_empty() {
        return String::new();
    }
    let at = |mechanism: &str, property: &str| {
        cells.iter().find(|c| c.mechanism == mechanism && c.property == property)
    };
    let applies = |mechanism: &Entry| {
        let mut own = groups.iter().flat_map(|(_, _, ids)| ids);
        own.any(|id| at(mechanism.id, id).is_some_and(|c| !matches!(c.state, CellState::OutOfScope(_))))
    };
    let columns = || groups.iter().flat_map(|(_, _, ids)| ids.iter().enumerate());
    let mut head = String::from("<thead>\n<tr><td></td>");
    for (title, _, ids) in &groups {
        head +=
            &format!("<th class=\"group first\" colspan=\"{}\" scope=\"colgroup\">{title}</th>", ids.len());
    }
    head += "</tr>\n<tr><td></td>";
    for (k, id) in columns() {
        let link = format!("properties/{}/{id}.html", bench.model());
        head += &format!("<th{} scope=\"col\"><a href=\"{link}\"><code>{id}</code></a></th>", first(k, ""));
    }
    head += "</tr>\n</thead>";
    let of_whole = |m: &Entry| m.field("tasks").as_deref() == Some("whole");
    let mechanisms: Vec<Entry> =
        bench.mechanisms().into_iter().filter(|m| !deviation || applies(m)).collect();
    let both = mechanisms.iter().any(of_whole) && !mechanisms.iter().all(of_whole);
    let mut text = String::new();
    if deviation {
        text += "\nHow far rules for whole tasks are from DRF with whole tasks. Of other rules these say nothing.\n";
    }
    for (whole, words) in [(false, ": tasks may be split"), (true, ": whole tasks")] {
        let rows: Vec<&Entry> = mechanisms.iter().filter(|m| of_whole(m) == whole).collect();
        if rows.is_empty() {
            continue;
        }
        let (model, kind) = (super::begun(bench.model()), if both { words } else { "" });
        text += &format!(
            "\n<div class=\"matrix\" tabindex=\"0\">\n<table>\n<caption class=\"titled\">{model}{kind}</caption>\n{head}\n<tbody>\n"
        );
        for m in rows {
            let link = format!("<a href=\"mechanisms/{0}.html\"><code>{0}</code></a>", m.id);
            text += &format!("<tr><th scope=\"row\">{link}</th>");
            for (k, id) in columns() {
                text += &at(m.id, id).map_or_else(|| "<td></td>".to_string(), |c| field(c, k));
            }
            text += "</tr>\n";
        }
        text += "</tbody>\n</table>\n</div>\n";
    }
    text
}

/// The class attribute of cell `k` of a group; the first one has a line before it.
fn first(k: usize, class: &str) -> String {
    let words: Vec<&str> =
        [class, if k == 0 { "first" } else { "" }].into_iter().filter(|w| !w.is_empty()).collect();
    if words.is_empty() { String::new() } else { format!(" class=\"{}\"", words.join(" ")) }
}

/// A cell: its sign, its colour, its text, and a link to its evidence.
fn field(c: &MatrixCell, k: usize) -> String {
    let (word, page) = state(c);
    let what = word.to_string();
    let (class, sign, what) = match &c.state {
        CellState::Violated { .. } => ("no", "×".to_string(), what),
        CellState::Derived { from, .. } => {
            ("follows", "(×)".to_string(), format!("violated, since {from} is"))
        }
        CellState::Proved { theorem, .. } => ("proved", "✓".to_string(), format!("proved by {theorem}")),
        CellState::ProvedOnPaper { .. } => ("on-paper", "(✓)".to_string(), what),
        CellState::Unrefuted(extent) => {
            let class = if extent.decided < 100 { "few" } else { "unrefuted" };
            (class, short(extent.decided), format!("unrefuted, {}", searched(extent).replace('`', "")))
        }
        CellState::Undecided(extent) => {
            ("undecided", "?".to_string(), format!("undecided, {}", searched(extent)))
        }
        CellState::OutOfScope(_) => ("outside", "–".to_string(), what),
    };
    let link = page.replacen(".md", ".html", 1);
    let says = format!("{} × {}: {what}", c.mechanism, c.property);
    format!("<td{}><a href=\"{link}\" title=\"{says}\">{sign}</a></td>", first(k, class))
}

/// A count in at most four characters.
fn short(count: u64) -> String {
    match count {
        0..1_000 => count.to_string(),
        1_000..1_000_000 => format!("{}k", count / 1_000),
        _ => format!("{}M", count / 1_000_000),
    }
}

/// The reason for each derived cell.
fn chains(cells: &[&MatrixCell]) -> String {
    let mut text = String::new();
    for c in cells {
        if let CellState::Derived { from, record, reason } = &c.state {
            let (stem, reason, MatrixCell { mechanism, property, .. }) = (stem(record), cell(reason), c);
            let link = format!("[`{stem}`](records/{stem}.md)");
            text += &format!("| `{mechanism}` | `{property}` | `{from}` | {link} | {reason} |\n");
        }
    }
    if text.is_empty() {
        return text;
    }
    let table = told(&format!(
        "| mechanism | violates | since it violates | on record | why |\n|---|---|---|---|---|\n{text}"
    ));
    format!("\nWhat follows, and from what:\n\n{table}")
}

/// The implications between violations of a model's properties.
fn rules(implications: &[Implication], model: &str) -> String {
    let own: Vec<&Implication> = implications.iter().filter(|i| i.model == model).collect();
    if own.is_empty() {
        return String::new();
    }
    let mut text = String::from("| who violates | violates | because |\n|---|---|---|\n");
    for Implication { violated, then, reason, .. } in own {
        let link = |id: &str| format!("[`{id}`](properties/{model}/{id}.md)");
        text += &format!("| {} | {} | {} |\n", link(violated), link(then), cell(reason));
    }
    let table = told(&text);
    format!(
        "\nWhat follows from what, for the same mechanism on the same instance; checked on every record and every worked \
         example:\n\n{table}"
    )
}
