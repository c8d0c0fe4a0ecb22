//! A violation or an allocation as LaTeX tables for a paper (with the package booktabs).

use super::{Exhibit, RunReport, last_sentence};
use crate::archive::record::Record;
use crate::inert::plain;
use crate::model::Table;

impl Exhibit {
    /// Returns the record of the file `name` in LaTeX: its instance and outcome, with the margin in the caption.
    pub fn latex(&self, name: &str, record: &Record) -> String {
        let stem = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".toml");
        let caption = format!(
            "\\texttt{{{}}} violates \\texttt{{{}}} by {}: {}",
            spelled(&record.mechanism),
            spelled(&record.property),
            spelled(&record.margin()),
            spelled(&last_sentence(&self.story))
        );
        floating(&format!("judge it again: verify replay {}", plain(name)), &caption, stem, &self.tables)
    }
}

impl RunReport {
    /// Returns the allocation of the instance of the file `name` in LaTeX, for an instance without a violation.
    pub fn latex(&self, name: &str) -> String {
        let mechanism = self.mechanism;
        let head = format!("allocate it again: verify run --mech {mechanism} --instance {}", plain(name));
        let caption = format!("The allocation of \\texttt{{{}}}", spelled(mechanism));
        floating(&head, &caption, mechanism, &self.tables)
    }
}

/// A floating table with the comment `head`, the caption in LaTeX, and the label `tab:stem`.
fn floating(head: &str, caption: &str, stem: &str, tables: &[Table]) -> String {
    let label = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let stem: String = stem.chars().map(label).collect();
    let body: String = tables.iter().map(tabular).collect();
    format!(
        "% {head}\n% needs \\usepackage{{booktabs}}\n\
         \\begin{{table}}\n  \\centering\n  \\caption{{{caption}}}\n  \
         \\label{{tab:{stem}}}\n{body}\\end{{table}}\n"
    )
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
