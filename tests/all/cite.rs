//! Whatever has an id can be cited: by a well-formed entry of BibTeX, and by an address that is in the book.

use std::collections::{BTreeMap, BTreeSet};

use fairwitness::book::cite::{Catalogue, YEAR};

use super::book::pages;
use super::book_links::anchors;
use super::support::{root, verify};

/// The keys and fields of the entries of a bibliography, as BibTeX reads them: braces are balanced, and each field is a
/// group in braces.
fn entries(text: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let mut found: Vec<(String, BTreeMap<String, String>)> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("@misc{") {
            found.push((head.strip_suffix(',').expect("a key").to_string(), BTreeMap::new()));
        } else if let Some((name, value)) = line.split_once(" = ") {
            let value = value.strip_prefix('{').and_then(|v| v.strip_suffix("},")).expect("a group");
            let mut depth = 0_i32;
            for (at, c) in value.char_indices() {
                let escaped = value[..at].ends_with('\\');
                match c {
                    '{' if !escaped => depth += 1,
                    '}' if !escaped => depth -= 1,
                    '_' | '&' | '%' | '$' if name.trim() == "title" => assert!(escaped, "{value}"),
                    _ => {}
                }
                assert!(depth >= 0, "{value}");
            }
            assert_eq!(depth, 0, "{value}");
            found.last_mut().unwrap().1.insert(name.trim().to_string(), value.to_string());
        } else {
            assert!(line == "}" || line.is_empty(), "{line}");
        }
    }
    found
}

#[test]
fn every_id_has_an_entry_and_an_address_in_the_book() {
    let catalogue = Catalogue::open(&root()).unwrap();
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for id in catalogue.ids() {
        let citation = catalogue.cite(&id).unwrap_or_else(|| panic!("{id}"));
        let entries = entries(&citation.bibtex());
        assert_eq!(entries[0].0, citation.key(), "{id}");
        for (key, fields) in &entries {
            assert!(fields.contains_key("title") && fields.contains_key("author"), "{id}: {key}");
            assert!(citation.latex().contains(key.as_str()), "{id}: {key}");
        }
        let (page, anchor) = citation.page.split_once('#').unwrap_or((&citation.page, ""));
        let page = page.replace(".html", ".md");
        let text = pages().get(page.as_str()).unwrap_or_else(|| panic!("{id}: no page {page}"));
        let anchors = known.entry(page).or_insert_with(|| anchors(text));
        assert!(anchor.is_empty() || anchors.contains(anchor), "{id}: {anchor}");
    }
    assert!(catalogue.cite("no-such-id").is_none());
    assert!(known.len() > 200, "{}", known.len());
}

#[test]
fn a_counterexample_is_cited_with_the_paper_that_it_bears_on() {
    let bibtex = Catalogue::open(&root()).unwrap().cite("tsf-bf-2u2s2r").unwrap().bibtex();
    let entries = entries(&bibtex);
    let keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["fairwitness:tsf-bf-2u2s2r", "khamse2017"]);
    assert!(entries[1].1["author"].starts_with("Jalal Khamse-Ashari and Ioannis Lambadaris and "));
    assert_eq!(entries[0].1["year"], YEAR.to_string());
    let page = std::fs::read_to_string(root().join("book/text/about/cite.md")).unwrap();
    assert!(page.contains(&format!("year    = {{{YEAR}}}")), "the page on citing has another year");
}

#[test]
fn an_unknown_id_is_answered_with_the_nearest() {
    let output = verify(&["cite", "tsf-bf-2u2s2"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("tsf-bf-2u2s2r"), "{said}");
}
