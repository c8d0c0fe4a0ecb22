//! A record as a LaTeX table for a paper (with the package booktabs).

use super::inert::plain;
use crate::archive::record::Record;
use crate::model::Table;
use crate::workbench::Exhibit;

/// The record of the file `name` in LaTeX: its instance and outcome, with the margin in the caption.
pub fn latex(name: &str, record: &Record, exhibit: &Exhibit) -> String {
    let stem = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".toml");
    let story = exhibit.story.lines().last().unwrap_or_default();
    let label = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let (name, stem): (String, String) = (plain(name), stem.chars().map(label).collect());
    let mut text = format!(
        "% judge it again: verify replay {name}\n% needs \\usepackage{{booktabs}}\n\
         \\begin{{table}}\n  \\centering\n  \\caption{{\\texttt{{{}}} violates \\texttt{{{}}} by {}: {}}}\n  \
         \\label{{tab:{stem}}}\n",
        spelled(&record.mechanism),
        spelled(&record.property),
        spelled(&record.margin()),
        spelled(story)
    );
    for table in &exhibit.tables {
        text += &tabular(table);
    }
    text + "\\end{table}\n"
}

fn tabular(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| spelled(cell)).collect();
        format!("    {} \\\\\n", cells.join(" & "))
    };
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    let columns = "r".repeat(table.head.len().saturating_sub(1));
    format!(
        "\n  \\medskip\n  {}\n\n  \\begin{{tabular}}{{l{columns}}}\n    \\toprule\n{}    \\midrule\n{rows}    \
         \\bottomrule\n  \\end{{tabular}}\n",
        spelled(&table.title),
        row(&table.head)
    )
}

/// Text on one line in which LaTeX recognises no syntax of its own, with fractions typeset.
fn spelled(text: &str) -> String {
    plain(text).split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &str) -> String {
    let number = word.trim_end_matches([',', ';', '.', ':', ')']);
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    if let Some((above, below)) = digits.split_once('/')
        && [above, below].iter().all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()))
    {
        return format!("${sign}\\frac{{{above}}}{{{below}}}${}", &word[number.len()..]);
    }
    let letter = |c: char| match c {
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        '~' => "\\textasciitilde{}".to_string(),
        '^' => "\\textasciicircum{}".to_string(),
        '\\' => "\\textbackslash{}".to_string(),
        c => c.to_string(),
    };
    word.chars().map(letter).collect()
}
