//! The built book in a browser as wide as a phone: no page is wider, every id in code type is a link, and the
//! evidence of any cell is three clicks from the first page. Without Chromium the tests report that and pass, except
//! in CI.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fairwitness::library::matrix::{CellState, matrix};
use fairwitness::model::Hypothesis;
use fairwitness::workbench::models;
use serde_json::{Value, json};

use super::book_links::of_instance;
use super::devtools::{Browser, Page as _};
use super::site::served;
use super::support::{files_under, library, root, site, skip};

/// The names of the browser on different systems.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The time limit of the browser, which usually takes well below a minute.
const PATIENCE: Duration = Duration::from_secs(300);

pub fn browser() -> Option<&'static str> {
    let works = |name: &&str| {
        let asked = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    NAMES.into_iter().find(works)
}

/// The document in the browser after all scripts have run.
fn dumped(browser: &str, page: &Path, folder: &Path) -> String {
    let file = folder.join("dumped.html");
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"])
        .arg("--window-size=1280,900")
        .args(["--allow-file-access-from-files", "--virtual-time-budget=10000000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", page.display()))
        .stdout(std::fs::File::create(&file).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{browser} does not end");
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    assert!(ended.success(), "{browser}: {ended}");
    std::fs::read_to_string(file).unwrap()
}

/// The pages of each id of the book: that of its definition or record, or the page with its anchor.
fn ids(book: &Path, pages: &[String]) -> BTreeMap<String, BTreeSet<String>> {
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for page in pages {
        let parts: Vec<&str> = page.trim_end_matches(".html").split('/').collect();
        let named = match parts[..] {
            ["mechanisms" | "measures" | "models" | "records" | "papers", id] | ["properties", _, id] => {
                Some(id)
            }
            _ => None,
        };
        // Lists are named after models, and lists of records after the listed ids.
        let list = ["index", "by-property", "by-size"];
        let is_list = |id: &str| {
            list.contains(&id)
                || id.starts_with("of-")
                || (parts[0] != "models" && models().iter().any(|m| m.model() == id))
        };
        if let Some(id) = named.filter(|id| !is_list(id)) {
            ids.entry(id.to_string()).or_default().insert(page.clone());
        }
        if page.starts_with("papers/") || page == "theorems.html" || page == "constructions.html" {
            let text = std::fs::read_to_string(book.join(page)).unwrap();
            for mark in ["<div class=\"claim\" id=\"", "<a id=\""] {
                for rest in text.split(mark).skip(1) {
                    let id = rest.split('"').next().unwrap();
                    ids.entry(id.to_string()).or_default().insert(page.clone());
                }
            }
        }
    }
    ids
}

/// The number of clicks from the first page to each page, by links in the text.
fn clicks<'a>(from: &'a str, links: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeMap<&'a str, usize> {
    let mut away = BTreeMap::from([(from, 0)]);
    let mut next = VecDeque::from([from]);
    while let Some(page) = next.pop_front() {
        let far = away[page] + 1;
        for to in links.get(page).into_iter().flatten() {
            if !away.contains_key(to) {
                away.insert(to, far);
                next.push_back(to);
            }
        }
    }
    away
}

/// Where readers want to be: the author of a paper, an engineer with a cluster, a student, and a reader who cites; each page is at
/// most two clicks from the first.
pub const WALKS: [(&str, &[&str]); 4] = [
    (
        "author",
        &[
            "papers/khamse2017.html",
            "papers/wang2013.html",
            "results/khamse2017.html",
            "results/misprints.html",
        ],
    ),
    (
        "engineer",
        &["choose/which.html", "choose/products.html", "choose/your-cluster.html", "about/use.html"],
    ),
    ("student", &["learn/sharing.html", "learn/properties.html", "learn/exercises.html"]),
    (
        "citer",
        &["about/cite.html", "results/greedy-covering.html", "records/tsf-bf-2u2s2r.html", "theorems.html"],
    ),
];

#[test]
fn a_phone_shows_the_book_and_ids_lead_somewhere() {
    let Some(browser) = browser() else {
        skip("chromium", "apt-get install chromium");
        return;
    };
    let Some(book) = site("site-phone") else { return };
    let mut pages: Vec<String> = files_under(&book)
        .into_iter()
        .map(|file| file.strip_prefix(&book).unwrap().to_string_lossy().into_owned())
        .filter(|page| {
            page.ends_with(".html") && !["404.html", "toc.html", "index.html"].contains(&page.as_str())
        })
        // An address of an earlier version leads on to the page, and has no text of its own.
        .filter(|page| std::fs::read_to_string(book.join(page)).unwrap().contains("<main>"))
        .collect();
    let ids = ids(&book, &pages);
    for (kind, id) in [
        ("mechanism", "tsf"),
        ("property", "bf"),
        ("measure", "si-ratio"),
        ("claim", "khamse2017-table1-tsf-si"),
        ("record", "tsf-bf-2u2s2r"),
        ("construction", "li2019-theorem2"),
        ("theorem", "Fair.Cluster.TaskShare.tsf_pareto"),
    ] {
        assert!(ids.contains_key(id), "the {kind} {id} has no place in the book");
    }
    // The check must find a page with a wide element, and an id that is no link.
    let planted = "planted.html".to_string();
    let text = std::fs::read_to_string(book.join("start.html")).unwrap();
    let faulty = "<main><textarea cols=\"200\">wide</textarea><p><code>tsf</code></p>";
    std::fs::write(book.join(&planted), text.replacen("<main>", faulty, 1)).unwrap();
    pages.push(planted.clone());

    std::fs::write(book.join("pages.js"), format!("const pages = {}, ids = {};", json!(pages), json!(ids)))
        .unwrap();
    std::fs::copy(root().join("tests/browser/probe.html"), book.join("probe.html")).unwrap();
    // The list of contents is the same on each page, takes a third of the time, and is looked at elsewhere.
    std::fs::write(book.join("toc.js"), "").unwrap();
    let document = dumped(browser, &book.join("probe.html"), &book);
    std::fs::remove_dir_all(&book).unwrap();
    let seen = document.split_once("<pre id=\"seen\">").unwrap().1.split("</pre>").next().unwrap();
    let seen = seen.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&");
    let seen: Vec<Value> = serde_json::from_str(&seen).unwrap_or_else(|e| panic!("{e}: {seen:.300}"));
    assert_eq!(seen.len(), pages.len());

    let texts = |value: &'_ Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
    };
    let mut links: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut faults = Vec::new();
    for one in &seen {
        let page = one["page"].as_str().unwrap();
        let own = texts(&one["faults"]);
        if page == planted {
            assert_eq!(own, ["too wide: textarea wide", "dead id: tsf"]);
            continue;
        }
        faults.extend(own.into_iter().map(|fault| format!("{page}: {fault}")));
        if page == "papers/metin.html" {
            let count = |name: &str| one[name].as_u64().unwrap();
            assert_eq!(count("shown"), count("own"), "the menu of standings hides what was not asked for");
            assert!(count("own") > 5 && count("all") > 100, "{one}");
        }
        links.insert(page, one["links"].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect());
    }
    assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());

    let away = clicks("start.html", &links);
    for (reader, wanted) in WALKS {
        for page in wanted {
            let far = away.get(page);
            assert!(far.is_some_and(|far| *far <= 2), "{reader}: {page} is {far:?} clicks away");
        }
    }
    let matrix_links = &links["matrix.html"];
    let (mut records, mut cells) = (BTreeSet::new(), 0);
    for bench in models() {
        for cell in matrix(library(), &root(), *bench, Hypothesis::None).unwrap() {
            let page = match &cell.state {
                CellState::Violated { record } | CellState::Derived { record, .. } => {
                    let page = of_instance(record).replace(".md", ".html");
                    records.insert(page.clone());
                    page
                }
                CellState::Proved { .. } => "theorems.html".to_string(),
                CellState::ProvedOnPaper { file } => file.replace(".md", ".html"),
                _ => format!("mechanisms/{}.html", cell.mechanism),
            };
            let far = away.get(page.as_str());
            assert!(far.is_some_and(|far| *far <= 3), "{page} is {far:?} clicks away");
            assert!(matrix_links.contains(&page.as_str()), "no cell leads to {page}");
            cells += 1;
        }
    }
    assert!(cells > 700 && records.len() > 100, "{cells} cells, {} records", records.len());
}

#[test]
fn clicks_are_counted() {
    let links = BTreeMap::from([("a", vec!["b"]), ("b", vec!["c", "a"]), ("d", vec!["a"])]);
    assert_eq!(clicks("a", &links), BTreeMap::from([("a", 0), ("b", 1), ("c", 2)]));
}

/// Queries of readers, each with the page that should come first: for the first page, and for a page of the
/// reference.
const ASKED: [(&str, &[(&str, &str)]); 2] = [
    (
        "start.html",
        &[
            ("bottleneck fairness", "learn/bottleneck.html"),
            ("cite", "about/cite.html"),
            ("dominant resource fairness", "learn/sharing.html"),
            ("dynamic DRF", "results/dynamic-drf.html"),
            ("envy-freeness", "learn/properties.html"),
            ("exercises", "learn/exercises.html"),
            ("GPU", "choose/which.html"),
            ("install", "about/use.html"),
            ("licence", "about/cite.html"),
            ("matrix", "lookup/matrix.html"),
            ("misprints", "results/misprints.html"),
            ("object", "about/cite.html"),
            ("open problems", "results/open.html"),
            ("precomputed DRF", "results/precomputed-drf.html"),
            ("rounding", "results/rounding.html"),
            ("sharing incentive", "learn/properties.html"),
            ("simulations", "results/simulations.html"),
            ("Theorem 13", "results/greedy-covering.html"),
            ("whole tasks", "learn/whole-tasks.html"),
            ("YARN", "choose/products.html"),
        ],
    ),
    (
        "matrix.html",
        &[
            ("bottleneck fairness", "properties/cluster/bf.html"),
            ("envy-freeness", "properties/cluster/ef.html"),
            ("sharing incentive", "properties/cluster/si.html"),
            ("strategy-proofness", "properties/cluster/sp.html"),
        ],
    ),
];

/// The sidebar shows one of the two books, and a search lists the expected page first; the index, which has megabytes, is read in a
/// worker and not by the page.
#[test]
fn each_book_has_its_sidebar_and_search() {
    let Some(browser) = browser() else {
        skip("chromium", "apt-get install chromium");
        return;
    };
    let Some(book) = site("site-search") else { return };
    let base = served(book.clone());
    let mut browser = Browser::start(browser);
    for (page, queries) in ASKED {
        browser.open(&format!("{base}{page}"));
        let entries = "[...document.querySelectorAll('ol.chapter .chapter-link-wrapper > a[href]:not(.header-in-summary)')]";
        let shown = browser.value(&format!(
            "{entries}.filter((one) => one.checkVisibility()).map((one) => one.textContent)"
        ));
        let shown: Vec<&str> =
            shown.as_array().unwrap().iter().map(|entry| entry.as_str().unwrap()).collect();
        assert_eq!(shown.first(), Some(&"Start"), "{page}");
        let other = if page == "start.html" { "Reference" } else { "Exercises with answers" };
        let own = if page == "start.html" { "Exercises with answers" } else { "Reference" };
        assert!(shown.contains(&own) && !shown.contains(&other), "{page}: {shown:?}");
        assert!(shown.len() > 10 && shown.len() <= 40, "{page}: {} entries", shown.len());
        browser.value("document.querySelector('#mdbook-search-toggle').click()");
        for (query, expected) in queries {
            browser.value(&format!(
                "(() => {{ const box = document.querySelector('#mdbook-searchbar'); box.value = {query:?}; \
                   box.dispatchEvent(new Event('keyup', {{bubbles: true}})); }})()"
            ));
            let header = format!("for '{query}':");
            browser.until(&format!(
                "document.querySelector('#mdbook-searchresults-header').innerText.endsWith({header:?})"
            ));
            // Titles answer first, and what the index finds takes their place.
            browser.value(&format!("window.search.find({query:?}).then(() => true)"));
            let first = "document.querySelector('#mdbook-searchresults a').href.split(/[?#]/)[0]";
            assert_eq!(browser.value(first), json!(format!("{base}{expected}")), "{page}: {query}");
        }
        let read = "performance.getEntriesByType('resource').filter((one) => one.name.includes('searchindex')).length";
        assert_eq!(browser.value(read), json!(0), "{page} reads the index itself");
        assert_eq!(browser.complaints(), Vec::<String>::new());
    }
    // A site that is read from files has no workers, and its pages search all the same.
    browser.open(&format!("file://{}", book.join("start.html").display()));
    let first = browser.value("window.search.find('strategyproof').then((found) => found[0].url)");
    assert!(first.as_str().unwrap().contains("#"), "{first}");
    std::fs::remove_dir_all(&book).unwrap();
}
