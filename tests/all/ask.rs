//! Queries: their syntax, their evaluation in three truth values, and their answers from the matrix and from
//! one instance.

use std::process::Command;

use fairwitness::library::query::{Query, Truth, meant};
use serde_json::Value;

use super::support::{json, root};

/// For every table of answers about three properties: the value of the query is the value under all completions of
/// the open answers, if all completions agree.
#[test]
fn an_open_answer_is_one_that_could_come_out_either_way() {
    for text in [
        "a & b | !c",
        "!(a | b) & c",
        "a & (b | c)",
        "!!a & !b & !c",
        "a | b | c",
        "not a and b or c",
        // A property that occurs twice: the parts may be open, and the whole is not.
        "(a & !a | b) & c",
        "a & b | !a & b | c",
        "neither a nor b without c",
    ] {
        let query = Query::parse(text).unwrap();
        assert_eq!(query.properties(), ["a", "b", "c"]);
        for table in 0..27_usize {
            let of = |id: &str| table / [1, 3, 9]["abc".find(id).unwrap()] % 3;
            let truth = |value: usize| [Truth::No, Truth::Yes, Truth::Open][value];
            // By brute force: open properties are completed in all eight ways.
            let closed = (0..8_usize).map(|ways| {
                let is = |id: &str| match of(id) {
                    2 => ways >> "abc".find(id).unwrap() & 1 == 1,
                    value => value == 1,
                };
                let (a, b, c) = (is("a"), is("b"), is("c"));
                match text {
                    "a & b | !c" => a && b || !c,
                    "!(a | b) & c" => !(a || b) && c,
                    "a & (b | c)" => a && (b || c),
                    "!!a & !b & !c" => a && !b && !c,
                    "a | b | c" => a || b || c,
                    "(a & !a | b) & c" => b && c,
                    "a & b | !a & b | c" => b || c,
                    "neither a nor b without c" => !a && !b && !c,
                    _ => !a && b || c,
                }
            });
            let found: Vec<bool> = closed.collect();
            let expected = match (found.contains(&true), found.contains(&false)) {
                (true, false) => Truth::Yes,
                (false, _) => Truth::No,
                _ => Truth::Open,
            };
            assert_eq!(query.answer(&|id| truth(of(id))), expected, "{text} at {table}");
        }
    }
}

#[test]
fn what_is_no_query_is_named_by_its_place() {
    for (text, at) in [
        ("", 1),
        ("si &", 5),
        ("si ef", 4),
        ("(si | ef", 9),
        ("si ~ ef", 4),
        ("si)", 3),
        ("!", 2),
        ("& si", 1),
        ("si &&& ef", 6),
    ] {
        assert_eq!(Query::parse(text).unwrap_err().at, at, "{text:?}");
    }
    assert!(Query::parse(&"(".repeat(1000)).is_err());
    assert!(Query::parse(&format!("{}a{}", "(".repeat(499), ")".repeat(499))).is_ok());
    assert_eq!(Query::parse(&"!".repeat(2000)).unwrap_err().at, 1001);
    assert_eq!(Query::parse("a && b || c").unwrap(), Query::parse("a&b|c").unwrap());
}

/// Words of the field name properties: by id, by name with or without the ending of a noun, by synonym.
#[test]
fn a_query_in_words_is_read_as_one_in_ids() {
    let entries = fairwitness::workbench::model("cluster").unwrap().properties();
    let read = |text: &str| Query::read(text, |words| meant(words, &entries));
    for (text, ids) in [
        ("envy-free and not Pareto optimal", "ef & !po"),
        ("Envy Freeness & sharing incentive & !bottleneck fair", "ef & si & !bf"),
        ("Envy freeness and Pareto efficiency", "ef & po"),
        ("pareto-optimal without envy-free", "po & !ef"),
        ("neither si nor ef", "!si & !ef"),
        ("strategyproof or truthful about demands", "sp | sp-demand"),
        ("truthful but not (pareto efficient or bf-global)", "sp & !(po | bf-global)"),
        ("!(population monotone and resource monotonicity)", "!(population-monotone & resource-monotone)"),
    ] {
        assert_eq!(read(text).unwrap().to_string(), ids, "{text}");
        assert_eq!(Query::parse(ids).unwrap(), read(text).unwrap());
    }
    let wrong = read("envy-free and Pareto prime").unwrap_err();
    assert!(wrong.at == 22 && wrong.reason.ends_with("`po prime` names no property"), "{wrong}");
}

fn asked(args: &[&str]) -> Value {
    let (code, document) = json(args);
    assert_eq!(code, 0, "{args:?}: {document}");
    document
}

fn answers(document: &Value, answer: &str) -> Vec<String> {
    let rows = document["mechanisms"].as_array().unwrap().iter();
    rows.filter(|row| row["answer"] == answer)
        .map(|row| row["mechanism"].as_str().unwrap().to_string())
        .collect()
}

#[test]
fn a_query_asks_the_matrix() {
    let matrix = asked(&["matrix"]);
    let state = |mechanism: &str, property: &str| {
        let found = matrix.as_array().unwrap().iter();
        let mut found = found.filter(|cell| cell["mechanism"] == mechanism && cell["property"] == property);
        found.next().unwrap()["state"].as_str().unwrap().to_string()
    };
    let document = asked(&["ask", "si & ef & !po"]);
    let (yes, no) = (answers(&document, "yes"), answers(&document, "no"));
    assert!(yes.contains(&"ps-dsf".to_string()) && no.contains(&"ps-dsf-tdm".to_string()), "{yes:?} {no:?}");
    for row in document["mechanisms"].as_array().unwrap() {
        let mechanism = row["mechanism"].as_str().unwrap();
        let is = ["si", "ef", "po"].map(|property| state(mechanism, property));
        let kept = is[0] == "proved" && is[1] == "proved" && is[2] == "violated";
        let not = is[0] == "violated" || is[1] == "violated" || is[2] == "proved";
        assert_eq!(
            row["answer"],
            if kept {
                "yes"
            } else if not {
                "no"
            } else {
                "open"
            },
            "{mechanism}: {is:?}"
        );
        for literal in row["literals"].as_array().unwrap() {
            assert_eq!(literal["state"], state(mechanism, literal["property"].as_str().unwrap()));
        }
    }
}

/// Figure 1 of khamse2017: TSF violates bottleneck fairness there, and PS-DSF satisfies it.
#[test]
fn a_query_asks_one_instance() {
    let document = asked(&["ask", "si & !bf", "--instance", "tests/worked/khamse2017-fig1.toml"]);
    assert!(answers(&document, "yes").contains(&"tsf".to_string()));
    assert!(answers(&document, "no").contains(&"ps-dsf".to_string()));
    // The instance is read from the standard input.
    let file = std::fs::File::open(root().join("tests/worked/khamse2017-fig1.toml")).unwrap();
    let mut piped = Command::new(env!("CARGO_BIN_EXE_verify"));
    let piped =
        piped.args(["ask", "si & !bf", "--instance", "-", "--format", "json"]).stdin(file).output().unwrap();
    let piped: Value = serde_json::from_slice(&piped.stdout).unwrap();
    assert_eq!(piped["mechanisms"], document["mechanisms"]);
    // DRF is for one server.
    assert!(answers(&document, "open").contains(&"drf".to_string()));
}
