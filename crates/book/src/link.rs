//! Automatic links: ids in code type, anywhere in the book, link to the page that describes them.

use std::collections::BTreeMap;

/// The link target of an id.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Path of the page from the top of the book.
    pub path: String,
    /// The model of the id: one id may be a property of two models.
    pub model: Option<String>,
    /// The standing to be added where a page about contradictions lists a claim that is not contradicted.
    pub aside: Option<&'static str>,
}

impl Target {
    /// The target of an id that belongs to no model in particular.
    pub fn to(path: String) -> Target {
        Target { path, model: None, aside: None }
    }

    /// The target of an id of a model.
    pub fn of(model: &str, path: String) -> Target {
        Target { path, model: Some(model.to_string()), aside: None }
    }
}

/// Ids and their targets. If an id has several targets in one model, the first is used.
#[derive(Debug, Default)]
pub(super) struct Targets {
    known: BTreeMap<String, Vec<Target>>,
    sources: Vec<String>,
    /// The addresses of parts of pages, by the address under which chapters may link to them.
    pub shared: BTreeMap<String, String>,
}

/// The characters that have a meaning in a line of prose.
const SPECIAL: [char; 6] = ['`', '[', '<', '\\', '$', '\n'];

/// The beginnings of the rows that list a page's claims: those of a paper, and our questions.
const CLAIMS: [&str; 2] = ["| Claims |", "| Our questions |"];

/// The model of a page that implies no other.
const USUAL: &str = "cluster";

impl Targets {
    /// The targets of the ids, and the papers, below whose headings claims are written without the citekey.
    pub fn new(all: impl IntoIterator<Item = (String, Target)>, sources: Vec<String>) -> Targets {
        let mut known: BTreeMap<String, Vec<Target>> = BTreeMap::new();
        for (id, target) in all {
            known.entry(id).or_default().push(target);
        }
        Targets { known, sources, shared: BTreeMap::new() }
    }

    fn find(&self, id: &str, model: &str) -> Option<&Target> {
        let all = self.known.get(id)?;
        all.iter().find(|t| t.model.as_deref().is_none_or(|own| own == model)).or_else(|| all.first())
    }

    /// The model of an id, if there is only one.
    fn owner(&self, id: &str) -> Option<&str> {
        match self.known.get(id).map(Vec::as_slice) {
            Some([only]) => only.model.as_deref(),
            _ => None,
        }
    }

    /// The model to which most ids of a text belong, if any id has a model.
    fn most(&self, text: &str) -> Option<&str> {
        let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
        for model in text.split('`').skip(1).step_by(2).filter_map(|id| self.owner(id)) {
            *votes.entry(model).or_default() += 1;
        }
        votes.into_iter().max_by_key(|(model, votes)| (*votes, *model == USUAL)).map(|(model, _)| model)
    }

    /// The model of a page: that of its path, or the one to which most of its ids belong.
    fn model<'a>(&'a self, page: &'a str, text: &str) -> &'a str {
        let stem = page.rsplit('/').next().unwrap_or(page).trim_end_matches(".md");
        let of_folder = match page.split('/').collect::<Vec<_>>()[..] {
            ["properties", model, _] => Some(model),
            ["mechanisms", _] => self.owner(stem),
            _ => None,
        };
        of_folder.or_else(|| self.most(text)).unwrap_or(USUAL)
    }
}

/// The page `name` with a link around every id that is code by itself, outside headings, blocks of code and
/// links.
pub(super) fn linked(name: &str, text: &str, targets: &Targets) -> String {
    let up = up(name);
    let of_page = targets.model(name, text);
    let mut model = of_page;
    let (mut shown, mut rest) = (String::new(), text);
    let (mut section, mut claims) = (None, false);
    while let Some(c) = rest.chars().next() {
        if shown.is_empty() || shown.ends_with('\n') {
            let line = rest.split_inclusive('\n').next().unwrap_or(rest);
            claims = CLAIMS.iter().any(|head| line.starts_with(head));
            model = targets.most(line).unwrap_or(of_page);
            let kept = if line.trim_start().starts_with("```") {
                fence(rest)
            } else if line.starts_with('#') {
                if line.starts_with("# ") || line.starts_with("## ") {
                    let key = line.trim_start_matches('#').trim().split([',', ' ']).next();
                    section = targets.sources.iter().find(|source| Some(source.as_str()) == key);
                }
                line.len()
            } else {
                0
            };
            if kept > 0 {
                shown += &rest[..kept];
                rest = &rest[kept..];
                continue;
            }
        }
        let paragraph = || rest.find("\n\n").map_or(rest, |end| &rest[..end]);
        let whole = match c {
            '`' => code(paragraph()),
            '[' => bracketed(paragraph()),
            '<' if rest.starts_with("<a ") => paragraph().find("</a>").map(|end| end + 4),
            '\\' => rest.char_indices().nth(2).map(|(end, _)| end),
            '$' => paragraph()[1..].find('$').map(|end| end + 2),
            _ => rest.find(SPECIAL).filter(|end| *end > 0),
        };
        let (piece, after) = rest.split_at(whole.unwrap_or(c.len_utf8()));
        let id = piece.strip_prefix('`').and_then(|id| id.strip_suffix('`')).unwrap_or_default();
        let short = section.and_then(|source| targets.find(&format!("{source}-{id}"), model));
        match short.or_else(|| targets.find(id, model)).filter(|t| t.path != name) {
            Some(target) => {
                let path = match target.path.strip_prefix(name) {
                    Some(anchor) if anchor.starts_with('#') => anchor.to_string(),
                    _ => format!("{up}{}", target.path),
                };
                shown += &format!("[{piece}]({path})");
                let aside = target.aside.filter(|_| claims);
                shown += &aside.map_or_else(String::new, |standing| format!(" ({standing})"));
            }
            None => shown += piece,
        }
        rest = after;
    }
    shown
}

/// The text with each link to a record that shares a page, in Markdown or HTML, turned to its place on that page.
pub(super) fn turned(text: &str, shared: &BTreeMap<String, String>) -> String {
    const FOLDER: &str = "records/";
    let (mut made, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(FOLDER) {
        let (before, from) = rest.split_at(at);
        made += before;
        let end = from.find([')', '"', '#', ' ', '\n']).unwrap_or(from.len());
        let (link, after) = from.split_at(end);
        let linked = before.ends_with(['(', '/', '"']);
        let page = link.strip_suffix(".html").map_or(link.to_string(), |stem| format!("{stem}.md"));
        made += &match shared.get(&page).filter(|_| linked) {
            Some(to) if link.ends_with(".html") => to.replacen(".md", ".html", 1),
            Some(to) => to.clone(),
            None => link.to_string(),
        };
        rest = after;
    }
    made + rest
}

/// The length of the block of code at the beginning of the text.
fn fence(text: &str) -> usize {
    let ticks = |line: &str| line.trim_start().chars().take_while(|c| *c == '`').count();
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let mut long = first.len();
    for line in lines {
        long += line.len();
        if ticks(line) >= ticks(first) && line.trim().chars().all(|c| c == '`') {
            break;
        }
    }
    long
}

/// The length of the code span at the beginning of the paragraph, with its backticks.
fn code(paragraph: &str) -> Option<usize> {
    let ticks = paragraph.len() - paragraph.trim_start_matches('`').len();
    let end = super::formula::closing(&paragraph[ticks..], ticks);
    Some(end.map_or(ticks, |end| end + 2 * ticks))
}

/// The length of the link at the beginning of the paragraph.
fn bracketed(paragraph: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in paragraph.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 1 => {
                let after = &paragraph[at + 1..];
                return after.strip_prefix('(').and_then(|rest| rest.find(')')).map(|end| at + end + 3);
            }
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The way from a page to the folder of the first one.
pub(super) fn up(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}
