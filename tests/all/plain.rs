//! Plain instances are read from JSON without a tree, and as the tree is read.

use fairwitness::document::Document;
use fairwitness::instances::{self, Extras, Scope};
use fairwitness::library::batch::{Item, Question};
use fairwitness::linear::Patience;
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::scalar::Rational;
use fairwitness::workbench;
use rand::RngExt as _;

/// The instance of a text by way of the tree; `None` if the text is refused.
fn by_tree(text: &str) -> Option<Pool> {
    let document = Document::parse("line.json", text).ok()?.instance();
    let model = document.root.get("model")?.clone();
    let node = document.node().without(&["model"]);
    (model == fairwitness::document::Value::text("cluster")).then(|| Cluster::read(&node).ok()).flatten()
}

/// A whole number as JSON, with which the instance is plain, or as a text, with which it is not.
fn number(x: &Rational, quoted: bool) -> String {
    if quoted { format!("\"{x}\"") } else { x.to_string() }
}

fn list<T>(items: &[T], shown: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
}

/// An instance of whole numbers as a line of JSON.
fn line(pool: &Pool, quoted: bool) -> String {
    let row = |row: &Vec<Rational>| list(row, |x| number(x, quoted));
    let servers = |row: &Vec<bool>| {
        let indexes: Vec<usize> = (0..row.len()).filter(|i| row[*i]).collect();
        list(&indexes, usize::to_string)
    };
    let fields = [
        ("eligible", list(&Vec::from_iter(pool.eligible.iter().cloned()), servers)),
        ("demand", list(&pool.demand, row)),
        ("weight", list(pool.user_weights().unwrap(), |x| number(x, quoted))),
        ("capacity", list(&pool.capacity, row)),
        ("model", "\"cluster\"".to_string()),
    ];
    format!("{{{}}}", fields.map(|(name, value)| format!("\"{name}\": {value}")).join(", "))
}

fn whole_pools() -> impl Iterator<Item = Pool> {
    let extras = Extras {
        weights: Some(2),
        resource_weights: Some(0),
        limits: Some(0),
        rates: Some(0),
        parts: Some(1),
        ..Extras::default()
    };
    instances::cluster::stream(
        Scope { users: 3, servers: 2, resources: 2, max: 9, extras, ..Scope::default() },
        5,
    )
}

#[test]
fn plain_texts_are_read_as_their_trees() {
    for pool in whole_pools().take(2000) {
        let text = line(&pool, false);
        assert_eq!(Cluster::read_plain(&text).as_ref(), Some(&pool), "{text}");
        assert_eq!(by_tree(&text).as_ref(), Some(&pool), "{text}");
        // The reader of trees reads more.
        let text = line(&pool, true);
        assert_eq!((Cluster::read_plain(&text), by_tree(&text)), (None, Some(pool)), "{text}");
    }
}

/// Texts with changed bytes: either reader may refuse, and they never read different instances.
#[test]
fn changed_texts_are_never_read_otherwise() {
    let mut rng = instances::draw_number(6, 0);
    let scraps = [
        "0", "-1", "9", "1.0", "-0", "null", "[", "]", "[]", ",", "\"", "{", " ", "\u{feff}", "1e2",
        "\\u0063",
    ];
    let more =
        ["\"weight\"", "\"tasks\"", "9223372036854775808", "9223372036854775807", "\"cluster\"", "\"count\""];
    let (mut read, mut refused) = (0, 0);
    for pool in whole_pools().take(20_000) {
        let mut text = line(&pool, false);
        let at = rng.random_range(0..=text.len());
        let end = (at + rng.random_range(0..4)).min(text.len());
        let scrap = rng.random_range(0..scraps.len() + more.len());
        text.replace_range(at..end, scraps.iter().chain(&more).nth(scrap).unwrap());
        match Cluster::read_plain(&text) {
            Some(pool) => {
                assert_eq!(by_tree(&text), Some(pool), "{text}");
                read += 1;
            }
            None => refused += 1,
        }
    }
    assert!(read > 200 && refused > 10_000, "{read} {refused}");
}

#[test]
fn what_the_tree_refuses_is_not_plain() {
    let plain = r#"{"model": "cluster", "capacity": [[9, 18]], "demand": [[1, 4], [3, 1]]}"#;
    assert!(Cluster::read_plain(plain).is_some());
    let with = |field: &str| plain.replace("}", &format!(", {field}}}"));
    let refused = [
        plain.replace("cluster", "arrivals"),
        plain.replace("[[9, 18]]", "[]"),
        plain.replace("[[9, 18]]", "[[]]"),
        plain.replace("[[9, 18]]", "[[9, 18], [1]]"),
        plain.replace("[[1, 4], [3, 1]]", "[]"),
        plain.replace("[3, 1]", "[0, 0]"),
        plain.replace("[3, 1]", "[3, -1]"),
        plain.replace("[3, 1]", "[3, 1.5]"),
        plain.replace("[3, 1]", "[3]"),
        plain.replace("[3, 1]", "[3, 1, 1]"),
        plain.replace("}", "} {}"),
        plain.replace(r#""model": "cluster", "#, ""),
        with(r#""weight": null"#),
        with(r#""weight": [1]"#),
        with(r#""weight": [1, 0]"#),
        with(r#""eligible": [[0]]"#),
        with(r#""eligible": [[0], [1]]"#),
        with(r#""eligible": [[0], [0, 0]]"#),
        with(r#""eligible": null"#),
        with(r#""demand": [[1, 4], [3, 1]]"#),
        with(r#""wieght": [1, 1]"#),
        plain.replace("[3, 1]", &format!("[3, 1]{}", ", [1, 1]".repeat(1 << 23))),
    ];
    for text in refused {
        let brief = &text[..text.len().min(200)];
        assert_eq!((Cluster::read_plain(&text), by_tree(&text)), (None, None), "{brief}");
    }
}

/// The lines of verdicts are byte for byte those of instances that are read by way of the tree.
#[test]
fn verdicts_do_not_depend_on_the_reader() {
    let bench = workbench::model("cluster").unwrap();
    let properties = ["si", "ef", "bf", "po", "non-wasteful"];
    let mut violated = 0;
    for mechanism in ["drf", "tsf", "drfh", "ps-dsf", "drf-per-server", "uniform"] {
        let question = Question::of(bench, mechanism, &properties).unwrap();
        for pool in whole_pools().take(150) {
            let [plain, other] = [false, true].map(|quoted| {
                let item = Item { line: 7, file: None, text: Ok(line(&pool, quoted)) };
                question.json(&item, &question.judge(&item, &Patience::unlimited()))
            });
            assert_eq!(plain, other, "{mechanism}: {pool:?}");
            let document: serde_json::Value = serde_json::from_str(&plain).unwrap();
            assert_eq!(format!("{document}\n"), plain);
            violated += usize::from(plain.contains("violated"));
        }
    }
    assert!(violated > 20, "{violated}");
}
