//! Lists of the book agree with their sources: the claims on the page of a record, the worst values, the groups of
//! properties.

use fairwitness::book::groups::GROUPS;
use fairwitness::document::Document;
use fairwitness::instances::Scope;
use fairwitness::library::claims::{Standing, Voice, Weighed};
use fairwitness::library::worst;
use fairwitness::linear::{Patience, Stop};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Plan, bench_of, model, models};

use super::book::page;
use super::book_links::of_instance;
use super::support::{files_under, library, root, weighed};

/// The page of a record lists exactly the claims whose evidence names this record: one name may be the end of
/// another.
#[test]
fn records_list_the_claims_that_name_them() {
    let mut listed = 0;
    for (name, _) in library().records() {
        let file = format!("counterexamples/{name}");
        let names = |w: &&Weighed| w.found.iter().any(|f| f.what.split(' ').any(|word| word == file));
        let expected: Vec<&str> = weighed().iter().filter(names).map(|w| w.claim.id.as_str()).collect();
        let stem = name.trim_end_matches(".toml");
        let own = page(&of_instance(name));
        // A violation stands under the heading with the anchor of its record, up to the anchor of the next.
        let (_, from) = own.split_once(&format!("<a id=\"{stem}\"></a>")).unwrap_or_else(|| panic!("{name}"));
        let shown: Vec<&str> = from
            .split("<a id=\"")
            .next()
            .unwrap()
            .split("\n- [`")
            .skip(1)
            .filter_map(|l| l.split_once("`](../papers/"))
            .map(|(id, _)| id)
            .collect();
        assert_eq!(shown, expected, "{name}");
        listed += shown.len();
    }
    assert!(listed > 100, "{listed}");
}

/// Every number in the table of worst values is the result of running the instance on the page, and on no instance
/// does every user get nothing.
#[test]
fn worst_values_are_what_their_instances_give() {
    let page = page("worst.md");
    let mut seen = 0;
    for details in page.split("<details id=\"worst-").skip(1) {
        let (head, rest) = details.split_once("<summary>").unwrap().1.split_once("</summary>").unwrap();
        let (what, value) = head.split_once(": ").unwrap();
        let (measure, mechanism) = what.split_once(" of ").unwrap();
        let file = rest.split_once("```toml\n").unwrap().1.split("```").next().unwrap();
        let document = Document::parse("worst.md", file).unwrap_or_else(|e| panic!("{what}: {e}"));
        let bench = bench_of(mechanism).unwrap();
        let found = bench.measure(mechanism, measure, &document, &Patience::unlimited()).unwrap();
        assert_eq!(found.unwrap().to_string(), value, "{what}");
        assert!(!worst::hands_out_nothing(mechanism, &document.root).unwrap(), "{what}");
        let row = format!("](#worst-{measure}-{mechanism}) |");
        let row =
            page.lines().find(|line| line.ends_with(&row)).unwrap_or_else(|| panic!("no row for {what}"));
        assert!(row.contains(&format!("| {value} |")), "{row}");
        seen += 1;
    }
    let rows = page.lines().filter(|line| line.contains("](#worst-")).count();
    assert!(seen > 10 && seen == rows, "{seen} instances, {rows} rows");
    // An instance that no user can use is no evidence about a rule, and is not kept.
    let nothing = "model = \"cluster\"\ncapacity = [[0, 1]]\ndemand = [[1, 0]]\n";
    let nothing = Document::parse("nothing.toml", nothing).unwrap();
    assert!(worst::hands_out_nothing("tsf", &nothing.root).unwrap());
    let scope = Scope { users: 1, servers: 1, resources: 1, max: 1, ..Scope::default() };
    let plan = Plan { strategy: "auto", scope, seed: 0, archive: Vec::new() };
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(20), threads: 1, stop: &stop, progress: &|_| {} };
    let mut report = model("cluster").unwrap().worst("tsf", "utilisation", &plan, &limits).unwrap();
    let mut kept = Vec::new();
    report.instance = Some(nothing.root);
    assert!(!worst::keep(&mut kept, &report).unwrap() && kept.is_empty());
    let something =
        Document::parse("one.toml", "model = \"cluster\"\ncapacity = [[1]]\ndemand = [[1]]\n").unwrap();
    report.instance = Some(something.root);
    assert!(worst::keep(&mut kept, &report).unwrap() && kept.len() == 1);
}

/// Every property belongs to one group of columns of the matrix.
#[test]
fn every_property_stands_in_one_group() {
    for bench in models() {
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .filter(|g| g.model == bench.model())
            .flat_map(|g| &g.properties)
            .map(String::as_str)
            .collect();
        grouped.sort_unstable();
        let ids: Vec<&str> = bench.properties().iter().map(|p| p.id).collect();
        assert_eq!(grouped, ids, "{}", bench.model());
    }
}

/// A contradicted claim stands on a chapter, and one that is held against a paper or a product stands on a chapter that
/// says what its authors may answer.
#[test]
fn what_is_contradicted_is_answered() {
    let chapters: Vec<String> = files_under(&root().join("book/text"))
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "md"))
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let (mut seen, mut missing) = (0, Vec::new());
    for w in weighed() {
        if w.standing == Standing::Contradicted {
            seen += 1;
            let named = format!("`{}`", w.claim.id);
            let ours = w.claim.voice == Voice::Question;
            let told = |text: &String| text.contains(&named) && (ours || text.contains("may answer"));
            if !chapters.iter().any(told) {
                missing.push(&w.claim.id);
            }
        }
    }
    assert!(missing.is_empty() && seen > 150, "{seen}: {missing:?}");
}
