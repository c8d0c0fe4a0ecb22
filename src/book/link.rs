//! Links that nobody has to type: names of claims and of records in a chapter lead to where they are shown.

use std::collections::BTreeMap;

/// Where a name leads.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// By its path from the top of the book.
    pub path: String,
    /// What a page about contradictions adds where it lists its claims: the standing of one that is not contradicted.
    pub aside: Option<&'static str>,
}

/// Names and where they lead.
pub(super) type Targets = BTreeMap<String, Target>;

/// How the row that lists a page's claims begins.
const CLAIMS: &str = "| Claims |";

/// The chapter at `name` with a link around every name that stands as code by itself, outside blocks of code and of
/// links.
pub(super) fn linked(name: &str, text: &str, targets: &Targets) -> String {
    let up = "../".repeat(name.matches('/').count());
    let mut fenced = false;
    let mut shown = String::new();
    for line in text.split_inclusive('\n') {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        if fenced || fence {
            shown += line;
            continue;
        }
        let pieces: Vec<&str> = line.split('`').collect();
        for (at, piece) in pieces.iter().enumerate() {
            let code = at % 2 == 1 && at + 1 < pieces.len();
            match targets.get(*piece).filter(|_| code && !shown.ends_with('[')) {
                Some(target) => {
                    shown += &format!("[`{piece}`]({up}{})", target.path);
                    let aside = target.aside.filter(|_| line.starts_with(CLAIMS));
                    shown += &aside.map_or_else(String::new, |standing| format!(" ({standing})"));
                }
                None if code => shown += &format!("`{piece}`"),
                None => {
                    // A lone tick at the end of the line is kept as it is.
                    let tick = if at % 2 == 1 { "`" } else { "" };
                    shown += &format!("{tick}{piece}");
                }
            }
        }
    }
    shown
}
