//! Every link of the book leads to a page and an anchor, in the pages as Markdown and as mdBook builds them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::book::{page, pages, values};
use super::support::{files_under, library, root, site};

/// The address that mdBook gives a heading.
fn slug(heading: &str) -> String {
    let heading = heading.trim().to_lowercase();
    let kept = heading.chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect()
}

/// The ids of a page: its headings without links and tags, and the ids of its tags.
pub fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors: BTreeSet<String> = values(text, " id=\"").map(str::to_string).collect();
    let mut block = false;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            block = !block;
        }
        let heading = line.trim_start_matches('#');
        if block || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let (mut shown, mut rest) = (String::new(), heading);
        while let Some((before, from)) = rest.split_once('<') {
            shown += before;
            rest = from.split_once('>').map_or("", |(_, after)| after);
        }
        let own = slug(&(shown + rest));
        let before = seen.entry(own.clone()).or_default();
        anchors.insert(if *before == 0 { own } else { format!("{own}-{before}") });
        *before += 1;
    }
    anchors
}

/// The targets of a page's links and pictures.
fn links(text: &str) -> Vec<&str> {
    let written = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    written.chain(values(text, "href=\"")).chain(values(text, "src=\"")).collect()
}

/// The dead links of a page.
fn dead(name: &str, text: &str, anchors: &BTreeMap<&str, BTreeSet<String>>) -> Vec<String> {
    let folder = Path::new(name).parent().unwrap();
    let leads = |link: &&str| {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let to = if file.is_empty() { PathBuf::from(name) } else { normal(&folder.join(file)) };
        let to = to.to_string_lossy().replace(".html", ".md");
        pages().contains_key(&to)
            && (anchor.is_empty() || anchors.get(to.as_str()).is_some_and(|all| all.contains(anchor)))
    };
    let own =
        |link: &&str| !link.contains("://") && !link.starts_with("data:") && !link.starts_with("mailto:");
    links(text)
        .into_iter()
        .filter(own)
        .filter(|link| !leads(link))
        .map(|link| format!("{name}: {link}"))
        .collect()
}

/// In pages made without mdBook, every link leads to an existing page and anchor.
#[test]
fn pages_have_no_dead_links() {
    let marked = || pages().iter().filter(|(name, _)| name.ends_with(".md") && *name != "SUMMARY.md");
    let anchors: BTreeMap<&str, BTreeSet<String>> =
        marked().map(|(name, text)| (name.as_str(), anchors(text))).collect();
    let faults: Vec<String> = marked().flat_map(|(name, text)| dead(name, text, &anchors)).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    let all: usize = marked().map(|(_, text)| links(text).len()).sum();
    assert!(all > 10_000, "{all} links");
    // The check must find these dead links.
    let planted = "[a](no.md) [b](sharing.md#no) [c](sharing.md#weights) <a href=\"#no\">d</a> [e](https://example.org)";
    assert_eq!(
        dead("learn/planted.md", planted, &anchors),
        ["learn/planted.md: no.md", "learn/planted.md: sharing.md#no", "learn/planted.md: #no"]
    );
}

/// The page without its code, scripts and tags: what a reader sees of its text.
fn prose(page: &str) -> String {
    let main = page.split_once("<main>").map_or("", |(_, rest)| rest.split("</main>").next().unwrap());
    let (mut text, mut rest) = (String::new(), main);
    while let Some((before, tag)) = rest.split_once('<') {
        text += before;
        let end = ["code", "script"].into_iter().find(|name| tag.starts_with(name));
        let end = end.map_or_else(|| ">".to_string(), |name| format!("</{name}>"));
        rest = tag.split_once(&end).map_or("", |(_, after)| after);
    }
    text + rest
}

/// mdBook builds the book from the committed files: every link and every anchor exists, and no formula or directive
/// remains unexpanded.
#[test]
fn the_book_builds_without_dead_links() {
    let Some(target) = site("site-links") else { return };
    let pages: BTreeMap<PathBuf, String> = files_under(&target)
        .into_iter()
        .filter(|f| f.extension().is_some_and(|e| e == "html"))
        .map(|f| (f.clone(), std::fs::read_to_string(f).unwrap()))
        .collect();
    let ids: BTreeMap<&PathBuf, BTreeSet<&str>> =
        pages.iter().map(|(path, page)| (path, values(page, " id=\"").collect())).collect();
    let (mut links, mut faults) = (0, Vec::new());
    for (path, page) in &pages {
        let name = path.strip_prefix(&target).unwrap().display();
        for link in values(page, "href=\"").chain(values(page, "src=\"")) {
            if link.contains("://") || link.starts_with("data:") || path.ends_with("404.html") {
                continue;
            }
            links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() { path.clone() } else { normal(&path.parent().unwrap().join(file)) };
            let there = to.exists() && (anchor.is_empty() || ids.get(&to).is_none_or(|i| i.contains(anchor)));
            if !there {
                faults.push(format!("{name}: {link} leads nowhere"));
            }
        }
        let text = prose(page);
        for raw in ["$", "{{", "\\frac", "\\sum", "\\text", "]("] {
            if text.contains(raw) {
                faults.push(format!("{name}: `{raw}` is left over"));
            }
        }
        if page.contains("<svg") && page.contains("viewBox=\"0 0 0 0\"") {
            faults.push(format!("{name}: an empty picture"));
        }
    }
    let _ = std::fs::remove_dir_all(&target);
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(pages.len() > 300 && links > 10_000, "{} pages, {links} links", pages.len());
}

/// The path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut made = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            made.pop();
        } else {
            made.push(part);
        }
    }
    made
}

/// An id of two models links to the page or line of its model, and a short name of a claim links to the claim of the
/// paper above it.
#[test]
fn ids_lead_to_what_is_meant() {
    for (name, link) in [
        ("lookup/mechanisms.md", "[`ef`](../properties/cluster/ef.md)"),
        (
            "results/tsf-sharing-incentive.md",
            "[`khamse2017-table1-tsf-si`](../papers/khamse2017.md#khamse2017-table1-tsf-si)",
        ),
        ("results/dynamic-drf.md", "[`li2019-tau-range`](../papers/li2019.md#li2019-tau-range)"),
        (
            "learn/exercises.md",
            "[`drf-resource-monotone-2u1s2r-positive`](../records/drf-resource-monotone-2u1s2r-positive.md)",
        ),
        ("constructions.md", "[`wang2013-fig1`](#wang2013-fig1)"),
        ("mechanisms/tsf.md", "[`si`](../properties/cluster/si.md)"),
        ("properties/arrivals/ef.md", "[`ddrf`](../../mechanisms/ddrf.md)"),
    ] {
        assert!(page(name).contains(link), "{name} has no {link}");
    }
    // Blocks of code and links stay unchanged.
    assert!(page("learn/exercises.md").contains("$ verify run --mech drf --instance office.toml"));
    let tsf = page("mechanisms/tsf.md");
    assert!(tsf.contains("Id `tsf`.") && tsf.contains("[drfh](drfh.md)"));
    assert!(!page("results/index.md").contains("[[`"));
}

/// The page of the instance of a record.
pub fn of_instance(name: &str) -> String {
    let file = library().file_of(name).unwrap().file_stem().unwrap();
    format!("records/{}.md", file.to_string_lossy())
}

/// Each instance has one page, on which each record leads to the page of its property, which leads back; many are told
/// in a chapter. A record without a page of its own is still found at the address that it had.
#[test]
fn records_lead_to_what_explains_them() {
    let config = std::fs::read_to_string(root().join("book/book.toml")).unwrap();
    let (mut told, mut all, mut own_pages) = (0, 0, BTreeSet::new());
    for (name, record) in library().records() {
        let stem = name.trim_end_matches(".toml");
        let at = of_instance(name);
        let own = page(&at);
        let property = format!("properties/{}/{}.md", record.model, record.property);
        assert!(own.contains(&format!("](../{property})")), "{at} does not lead to {property}");
        let alone = format!("records/{stem}.md");
        let link = if alone == at { format!("{at})") } else { format!("{at}#{stem})") };
        assert!(page(&property).contains(&link), "{property} does not lead to {name}");
        assert!(own.contains("## The instance") && anchors(own).contains(stem), "{name}");
        assert!(alone == at || pages().get(&alone).is_none(), "{alone} has one more page");
        told += usize::from(own.contains("\nDiscussed in ["));
        all += 1;
        own_pages.insert(at);
    }
    assert!(told * 10 > all * 4, "{told} of {all} records are told in a chapter");
    assert!(own_pages.len() * 2 < all, "{} pages of {all} records", own_pages.len());
    let mut redirected = 0;
    let moved = config.split_once("[output.html.redirect]").unwrap().1;
    for (from, to) in moved.lines().filter_map(|line| line.split_once(" = ")) {
        let (from, to) = (from.trim_matches(['"', '/']), to.trim_matches('"'));
        let (file, anchor) = to.split_once('#').unwrap_or((to, ""));
        let file = normal(&Path::new(from).parent().unwrap().join(file));
        let file = file.to_string_lossy().replace(".html", ".md");
        assert!(!pages().contains_key(&from.replace(".html", ".md")), "{from} is a page");
        assert!(anchor.is_empty() || anchors(page(&file)).contains(anchor), "{from} -> {to}");
        redirected += 1;
    }
    assert!(redirected > 200, "{redirected}");
}
