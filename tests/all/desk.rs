//! Library functions behind the command line: worst values compared with brute force, amounts with units, formulas
//! as text, imports, and built-in data.

use std::path::Path;

use fairwitness::archive::record::Record;
use fairwitness::book::plain::{ascii, page, tex};
use fairwitness::desk::import::{By, Imported, Options, kubernetes as kubernetes_by, tables as tables_with};
use fairwitness::document::files::{self, BUILT_IN};
use fairwitness::document::{Document, InputError, Node, Value, shown};
use fairwitness::instances::{CLUSTER, Scope, cluster};
use fairwitness::library::claims::Library;
use fairwitness::library::worst;
use fairwitness::linear::{Patience, Stop};
use fairwitness::mechanism::Anonymous;
use fairwitness::model::Model as _;
use fairwitness::model::cluster::Cluster;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Plan, model};

use super::support::{library, pool_of, r, root};

fn limits(stop: &Stop, instances: u64) -> Limits<'_> {
    Limits { budget: Budget::instances(instances), threads: 2, stop, progress: &|_| {} }
}

/// The ratio by hand: tasks divided by the tasks of the slice, on every instance of the enumeration.
#[test]
fn a_closed_scope_gives_its_true_minimum() {
    let scope = Scope { users: 2, servers: 1, resources: 2, max: 3, ..Scope::PLAIN };
    let mechanism = super::support::mech("c-drfh");
    let mut least: Option<Rational> = None;
    let mut listed = 0;
    for pool in cluster::enumerate(scope, Anonymous::ALL) {
        listed += 1;
        let Ok(placement) = mechanism.allocate(&pool, &Patience::unlimited()) else { continue };
        for u in 0..pool.users() {
            let alone = pool.gamma(u, 0);
            if alone > r("0") {
                let ratio = placement.total(u) / (alone / Rational::int(pool.users() as i64));
                least = Some(least.map_or(ratio.clone(), |known| known.min(ratio)));
            }
        }
    }
    let stop = Stop::new();
    let plan = Plan { strategy: "auto", scope, seed: 0, archive: Vec::new() };
    let report =
        model("cluster").unwrap().worst("c-drfh", "si-ratio", &plan, &limits(&stop, 20_000)).unwrap();
    assert!(report.searched.exhausted && report.searched.instances == listed, "{:?}", report.searched);
    assert_eq!(report.value, least);
    // A budget that is too small does not complete the scope, and the report does not claim it.
    let report = model("cluster").unwrap().worst("c-drfh", "si-ratio", &plan, &limits(&stop, 100)).unwrap();
    assert!(!report.searched.exhausted);
}

/// The summary agrees with the table: the value of the shrunk instance is in the row of its size.
#[test]
fn the_table_of_a_worst_value_has_its_head() {
    let stop = Stop::new();
    for seed in 0..3 {
        let plan = Plan { strategy: "auto", scope: Scope::default(), seed, archive: Vec::new() };
        let report =
            model("cluster").unwrap().worst("c-drfh", "si-ratio", &plan, &limits(&stop, 500)).unwrap();
        let instance = report.instance.as_ref().unwrap();
        let users = instance.get("demand").map(|d| match d {
            Value::List(rows) => rows.len(),
            _ => 0,
        });
        let row = report.by_size.iter().find(|of| Some(of.agents) == users).unwrap();
        assert_eq!(Some(&row.value), report.value.as_ref());
        assert!(
            report.by_size.iter().all(|of| Some(&of.value) >= report.value.as_ref()),
            "the head is the worst"
        );
    }
}

/// A search starts at the value on record, so its result is at least as bad.
#[test]
fn a_worst_value_is_no_better_than_what_is_on_record() {
    let all = files::readable(&root().join(files::ARCHIVE));
    let records: Vec<Record> = all.into_iter().filter(|record| record.model == "cluster").collect();
    let bench = model("cluster").unwrap();
    let mut least: Option<Rational> = None;
    for record in &records {
        let mut fields = vec![("model".to_string(), Value::text("cluster"))];
        fields.extend(record.instance.fields().iter().cloned());
        let pool = Cluster::read(&Node::new("record", &record.instance)).unwrap();
        if !CLUSTER.contains(Scope::default(), &pool) {
            continue;
        }
        let document = Document { file: "record".to_string(), root: Value::Table(fields) };
        if let Some(value) = bench.measure("tsf", "si-ratio", &document, &Patience::unlimited()).unwrap() {
            least = Some(least.map_or(value.clone(), |known| known.min(value)));
        }
    }
    let stop = Stop::new();
    let count = records.len() as u64 + 64;
    let plan = Plan { strategy: "auto", scope: Scope::default(), seed: 0, archive: records };
    let report = bench.worst("tsf", "si-ratio", &plan, &limits(&stop, count)).unwrap();
    assert!(report.value.unwrap() <= least.unwrap());
}

#[test]
fn every_worst_value_on_file_is_what_its_instance_gives() {
    let all = worst::load(&root()).unwrap();
    assert!(all.len() > 20);
    for kept in &all {
        assert_eq!(worst::again(kept).unwrap().as_ref(), Some(&kept.value), "{kept:?}");
    }
    let text = std::fs::read_to_string(root().join(worst::FILE)).unwrap();
    assert_eq!(worst::to_toml(&all), text);
}

#[test]
fn amounts_with_units_are_exact() {
    let read = |amount: &str| {
        let text = format!("model = \"cluster\"\ncapacity = [[\"{amount}\"]]\ndemand = [[1]]");
        let root = Document::parse("t.toml", &text).unwrap().root;
        let fields = root.fields().iter().filter(|(name, _)| name != "model").cloned().collect();
        let table = Value::Table(fields);
        Cluster::read(&fairwitness::document::Node::new("t.toml", &table)).map(|p| p.capacity[0][0].clone())
    };
    for (amount, expected) in [
        ("500m", "1/2"),
        ("4Gi", "4294967296"),
        ("2.5k", "2500"),
        ("1Ki", "1024"),
        ("0.1Ki", "512/5"),
        ("7n", "7/1000000000"),
        ("3E", "3000000000000000000"),
        ("0.25", "1/4"),
        ("5/3", "5/3"),
    ] {
        assert_eq!(read(amount).unwrap(), r(expected), "{amount}");
    }
    for (amount, part) in
        [("4GB", "has the unit `GB`"), ("1.2.3m", "does not begin with a number"), ("-1m", "negative")]
    {
        let error = read(amount).unwrap_err().to_string();
        assert!(error.starts_with("t.toml: capacity[0][0]: ") && error.contains(part), "{error}");
    }
    // An infinitesimal is no unit.
    let text = "model = \"arrivals\"\ndemand = [[1, \"eps\"], [\"eps\", 1]]";
    let document = Document::parse("t.toml", text).unwrap();
    assert!(model("arrivals").unwrap().run("ddrf", &document, &Patience::unlimited()).is_ok());
}

#[test]
fn formulas_are_lines_of_text() {
    for (formula, expected) in [
        (r"\frac{x_n}{w_n\, \gamma_n}", "x_n/(w_n γ_n)"),
        (r"\sum_{i \in E_n} x_{n,i}", "∑_[i ∈ E_n] x_n,i"),
        (r"\min\Big(\tau_n,\ a\Big) \ge 0", "min(τ_n, a) ≥ 0"),
        (r"\lfloor x \rfloor \text{ over all } i", "⌊ x ⌋ over all i"),
        (r"x^2 \le y^{k+1}", "x^2 ≤ y^(k+1)"),
    ] {
        assert_eq!(tex(formula), expected);
    }
    assert_eq!(ascii("τ_n ≥ ½"), "tau_n >= 1/2");
    // No page retains the marks of a formula, and none loses a formula without an end.
    for bench in fairwitness::workbench::models() {
        for entry in [bench.mechanisms(), bench.properties(), bench.measures()].concat() {
            let text = page(entry.page);
            assert!(
                !text.contains("$") && !text.contains("\\frac") && !text.contains("\\sum"),
                "{}: {text}",
                entry.id
            );
            assert!(text.len() * 3 > entry.page.len(), "{} is cut short", entry.id);
        }
    }
}

#[test]
fn nothing_in_a_label_turns_a_line_round() {
    assert_eq!(shown("a\u{1b}[31m\u{202e}b\n"), "a\\u{1b}[31m\\u{202e}b\\n");
    let pool = pool_of("model = \"cluster\"\ncapacity = [[1]]\ndemand = [[1]]\nusers = [\"x\\u202Ey\"]");
    assert_eq!(pool.user_name(0), "x\\u{202e}y");
    assert_eq!(pool.labels.users[0], "x\u{202e}y", "the label itself stays");
}

fn kubernetes(nodes: &Document, pods: &Document) -> Result<Imported, InputError> {
    kubernetes_by(nodes, pods, &By::Owner, &Options::default())
}

fn tables(stock: (&str, &str), requests: (&str, &str)) -> Result<Imported, InputError> {
    tables_with(stock, requests, &Options::default())
}

#[test]
fn imports_name_the_place_of_what_is_wrong() {
    let machines = ("m.csv", "name,cpu,gpu\na,2,\nb,\"1\",1\n");
    let ask = |text: &str| tables(machines, ("r.csv", text));
    let good = ask("name,cpu,gpu,tasks,weight,machines\nx,500m,,inf,2,\ny,1,1,3,,b\n").unwrap().instance;
    let pool = super::support::pool(&good);
    assert_eq!(pool.capacity, super::support::rows(&[&["2", "0"], &["1", "1"]]));
    assert_eq!(pool.demand, super::support::rows(&[&["1/2", "0"], &["1", "1"]]));
    assert_eq!((pool.tasks[0].clone(), pool.tasks[1].clone()), (None, Some(r("3"))));
    assert_eq!(pool.eligible, vec![vec![true, true], vec![false, true]].into());
    for (text, part) in [
        ("name,cpu,gpu\nx,1\n", "r.csv: line 2: has 2 cells"),
        ("name,cpu,disk\nx,1,1\n", "r.csv: line 1, column disk: no machine has this resource"),
        ("name,cpu\nx,1q\n", "r.csv: line 2, column cpu: `1q` has the unit `q`"),
        ("name,cpu\n\nx,0\n", "r.csv: line 3, column cpu: this request asks for nothing"),
        ("name,cpu,machines\nx,1,c\n", "r.csv: line 2, column machines: there is no machine `c`"),
        ("", "r.csv: line 1: is empty"),
        ("name,cpu\n\"x,1\n", "r.csv: line 2: a quotation mark is not closed"),
    ] {
        let error = ask(text).unwrap_err().to_string();
        assert!(error.starts_with(part), "{text:?}: {error}");
    }
    let json = |name: &str, text: &str| Document::parse(name, text).unwrap();
    let nodes = json(
        "n.json",
        r#"{"items": [{"metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "two"}}}]}"#,
    );
    let error = kubernetes(&nodes, &json("p.json", r#"{"items": []}"#)).unwrap_err().to_string();
    assert!(error.starts_with("n.json: node n, status.allocatable.cpu: "), "{error}");
    let (nodes, pods) = platform();
    let broken = pods.replacen("\"250m\"", "\"much\"", 1);
    let error = kubernetes(&json("n.json", &nodes), &json("p.json", &broken)).unwrap_err().to_string();
    let place = "p.json: pod shop/web-1, containers[1].resources.requests.cpu: ";
    assert!(error.starts_with(place), "{error}");
}

/// Two nodes that accept pods and one that is not ready; pods as a platform lists them.
fn platform() -> (String, String) {
    let node = |name: &str, cpu: &str, zone: &str, ready: &str| {
        format!(
            r#"{{"metadata": {{"name": "{name}", "labels": {{"zone": "{zone}"}}}},
                "status": {{"allocatable": {{"cpu": "{cpu}"}}, "conditions": [{{"type": "Ready", "status": "{ready}"}}]}}}}"#
        )
    };
    let nodes =
        [node("a", "8", "one", "True"), node("b", "4", "two", "True"), node("c", "64", "two", "Unknown")];
    let asks = |cpu: &str| format!(r#""resources": {{"requests": {{"cpu": "{cpu}"}}}}"#);
    let place = |operator: &str| {
        format!(
            r#""affinity": {{"nodeAffinity": {{"requiredDuringSchedulingIgnoredDuringExecution": {{"nodeSelectorTerms":
                [{{"matchExpressions": [{{"key": "zone", "operator": "{operator}", "values": ["two"]}}]}}]}}}}}}"#
        )
    };
    let pod = |space: &str, name: &str, owner: &str, kind: &str, spec: String| {
        format!(
            r#"{{"metadata": {{"namespace": "{space}", "name": "{name}", "ownerReferences": [{{"kind": "{kind}", "name": "{owner}"}}]}},
                "spec": {{{spec}}}, "status": {{"phase": "Running"}}}}"#
        )
    };
    let web = format!(
        r#""containers": [{{{}}}, {{{}}}], "overhead": {{"cpu": "50m"}}, "nodeName": "a",
           "initContainers": [{{"restartPolicy": "Always", {}}}, {{{}}}, {{"restartPolicy": "Always", {}}}]"#,
        asks("500m"),
        asks("250m"),
        asks("100m"),
        asks("1"),
        asks("200m")
    );
    let with = |cpu: &str, more: &str| format!(r#""containers": [{{{}}}]{more}"#, asks(cpu));
    let pods = [
        pod("shop", "web-1", "web", "ReplicaSet", web),
        pod("shop", "in-two", "in-two", "StatefulSet", with("2", &format!(", {}", place("In")))),
        pod("shop", "elsewhere", "elsewhere", "StatefulSet", with("3", &format!(", {}", place("NotIn")))),
        pod("kube-system", "proxy-a", "proxy", "DaemonSet", with("500m", r#", "nodeName": "a""#)),
        pod("kube-system", "static-b", "b", "Node", with("1", r#", "nodeName": "b""#)),
        pod("kube-system", "proxy-c", "proxy", "DaemonSet", with("500m", r#", "nodeName": "c""#)),
    ];
    let list = |items: &[String]| format!(r#"{{"items": [{}]}}"#, items.join(", "));
    (list(&nodes), list(&pods))
}

/// By hand: node a has 8 CPUs and a pod of a DaemonSet with 1/2, node b has 4 and a static pod with 1; node c is not
/// ready. The containers of web request 1/2 and 1/4 and its sidecars 1/10 and 1/5, together 21/20. The init
/// container requests 1, and the first sidecar runs by then, so 11/10, which is more. With an overhead of 1/20 the
/// request is 23/20.
#[test]
fn pods_ask_for_what_the_platform_reserves() {
    let (nodes, pods) = platform();
    let json = |name: &str, text: &str| Document::parse(name, text).unwrap();
    let made = kubernetes(&json("n.json", &nodes), &json("p.json", &pods)).unwrap();
    let pool = super::support::pool(&made.instance);
    assert_eq!(pool.labels.users, ["shop/elsewhere", "shop/in-two", "shop/web"]);
    assert_eq!(pool.capacity, super::support::rows(&[&["15/2"], &["3"]]));
    assert_eq!(pool.demand, super::support::rows(&[&["3"], &["2"], &["23/20"]]));
    assert_eq!(pool.eligible, vec![vec![true, false], vec![false, true], vec![true, true]].into());
    let of_nodes = "2 pods left out, because they belong to their nodes, which have so much less for others: 1 of \
                    kube-system/proxy (1/2 CPU), 1 of kube-system/static-b (1 CPU)";
    assert_eq!(made.notes[1..], [of_nodes, "node c left out, with the 1 pod there: it is not ready"]);
    assert!(
        made.notes[0].starts_with("1 pod left out, because node c is not ready: 1 of "),
        "{:?}",
        made.notes
    );
    // Without its first container, web requests the sum of its containers and sidecars.
    let shorter = pods.replacen(
        r#"{"resources": {"requests": {"cpu": "1"}}}, {"restartPolicy""#,
        r#"{"restartPolicy""#,
        1,
    );
    assert_ne!(shorter, pods);
    let made = kubernetes(&json("n.json", &nodes), &json("p.json", &shorter)).unwrap();
    assert_eq!(super::support::pool(&made.instance).demand[2], [r("11/10")]);
}

/// The built-in data equal the data of the checkout.
#[test]
fn what_is_built_in_is_what_is_here() {
    for folder in ["counterexamples", "properties/evidence", "properties/claims", "tests/worked"] {
        let files = if folder == files::ARCHIVE { files::record_files } else { files::toml_files };
        let (inside, here) =
            (files(&Path::new(BUILT_IN).join(folder)).unwrap(), files(&root().join(folder)).unwrap());
        assert_eq!(inside.len(), here.len(), "{folder}");
        for (a, b) in inside.iter().zip(&here) {
            assert_eq!(files::text(a).unwrap(), std::fs::read_to_string(b).unwrap(), "{}", b.display());
        }
    }
    let built_in = Library::open(Path::new(BUILT_IN)).unwrap();
    assert_eq!(built_in.records().len(), library().records().len());
    assert!(built_in.claims(None).unwrap().len() > 100);
}

/// 2000-03-01 is day 11,017: 30 years of 365 days, 7 leap days from 1972 to 1996, and 31 + 29 days of 2000.
#[test]
fn times_are_read_and_written() {
    use fairwitness::desk::import::{moment, time};
    assert_eq!(time("1970-01-01T00:00:00"), Ok(Some(0)));
    assert_eq!(time("2000-03-01T00:00:00"), Ok(Some(86_400 * (30 * 365 + 7 + 31 + 29))));
    for text in ["1969-12-31T23:59:59", "2000-02-29T00:00:00", "2026-11-22T09:30:05", "2100-03-01T12:00:00"] {
        assert_eq!(moment(time(text).unwrap().unwrap()), text);
    }
    assert_eq!(time("Unknown"), Ok(None));
    for wrong in ["2026-13-01T00:00:00", "2026-02-30T00:00:00", "yesterday"] {
        assert!(time(wrong).is_err(), "{wrong}");
    }
}
