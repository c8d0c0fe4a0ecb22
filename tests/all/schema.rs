//! The output of every command conforms to the schema that `verify schema` prints for it.

use std::path::Path;

use serde_json::{Map, Value as Json};

use super::support::{root, small};

/// The reason why a document does not conform to a schema, with the place. The keywords are those of our own
/// schemas, and any other keyword is an error.
fn fault(schema: &Json, document: &Json, whole: &Json, at: &str) -> Result<(), String> {
    let schema = match schema {
        Json::Bool(true) => return Ok(()),
        Json::Object(fields) => fields,
        other => return Err(format!("{at}: {other} is no schema")),
    };
    let wrong = |what: &str| Err(format!("{at}: {what}: {document}"));
    for (keyword, says) in schema {
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "format" | "pattern" | "then" | "default" => {}
            "minimum" if says.as_f64().zip(document.as_f64()).is_none_or(|(least, x)| x >= least) => {}
            "maximum" if says.as_f64().zip(document.as_f64()).is_none_or(|(most, x)| x <= most) => {}
            "minItems"
                if document.as_array().is_none_or(|all| all.len() as u64 >= says.as_u64().unwrap()) => {}
            "maxItems"
                if document.as_array().is_none_or(|all| all.len() as u64 <= says.as_u64().unwrap()) => {}
            "type" => {
                let words = says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
                let own = match document {
                    Json::Null => vec!["null"],
                    Json::Bool(_) => vec!["boolean"],
                    Json::Number(n) if n.is_f64() => vec!["number"],
                    Json::Number(_) => vec!["integer", "number"],
                    Json::String(_) => vec!["string"],
                    Json::Array(_) => vec!["array"],
                    Json::Object(_) => vec!["object"],
                };
                if !words.iter().any(|word| own.contains(&word.as_str().unwrap())) {
                    return wrong(&format!("is not {says}"));
                }
            }
            "const" if says == document => {}
            "enum" if says.as_array().unwrap().contains(document) => {}
            "$ref" => {
                let name = says.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                fault(&whole["$defs"][name], document, whole, at)?;
            }
            "required" => {
                for name in says.as_array().unwrap() {
                    if document.as_object().is_some_and(|o| !o.contains_key(name.as_str().unwrap())) {
                        return wrong(&format!("lacks {name}"));
                    }
                }
            }
            "properties" => {
                for (name, of) in says.as_object().unwrap() {
                    if let Some(value) = document.get(name) {
                        fault(of, value, whole, &format!("{at}/{name}"))?;
                    }
                }
            }
            "additionalProperties" => {
                let named = schema.get("properties").and_then(Json::as_object);
                let more = document.as_object().into_iter().flatten();
                for (name, value) in more.filter(|(name, _)| named.is_none_or(|n| !n.contains_key(*name))) {
                    fault(says, value, whole, &format!("{at}/{name}"))?;
                }
            }
            "items" => {
                for (k, item) in document.as_array().into_iter().flatten().enumerate() {
                    fault(says, item, whole, &format!("{at}/{k}"))?;
                }
            }
            "prefixItems" => {
                for (of, item) in says.as_array().unwrap().iter().zip(document.as_array().unwrap()) {
                    fault(of, item, whole, at)?;
                }
            }
            "anyOf" | "oneOf" => {
                let all = says.as_array().unwrap().iter();
                let faults: Vec<_> = all.filter_map(|one| fault(one, document, whole, at).err()).collect();
                if faults.len() == says.as_array().unwrap().len() {
                    return Err(format!("{at}: none of several shapes: {}", faults.join("; ")));
                }
            }
            "allOf" => {
                for one in says.as_array().unwrap() {
                    fault(one, document, whole, at)?;
                }
            }
            "if" => {
                if fault(says, document, whole, at).is_ok() {
                    fault(&schema["then"], document, whole, at)?;
                }
            }
            other => return wrong(&format!("does not meet `{other}` {says}")),
        }
    }
    Ok(())
}

fn verify(arguments: &[&str]) -> (String, String) {
    let run = super::support::verify(arguments);
    (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap())
}

fn schemas() -> Map<String, Json> {
    let (text, _) = verify(&["schema", "--format", "json"]);
    serde_json::from_str(&text).unwrap()
}

/// Runs of each command; before a document of another schema than the command's stands its name.
const RUNS: [&str; 50] = [
    "ask si&!po",
    "ask si|ef --instance tests/worked/khamse2017-fig1.toml",
    "audit --instance book/text/pools/running.toml --mech tsf,drfh",
    "audit --over OUT/moments",
    "book --root OUT/project --out OUT/pages",
    "campaign plan OUT/run --mech drf --property si,ef --instances 100",
    "campaign slurm OUT/run",
    "campaign kubernetes OUT/run --image verify --claim shared",
    "campaign run OUT/run",
    "campaign status OUT/run",
    "campaign merge OUT/run",
    "census --model cluster --mech drf --property si --scope users=2,servers=1,resources=1,max=2",
    "claims --source wang2013",
    "completions bash",
    "error: run --mech tsff --instance tests/worked/khamse2017-fig1.toml",
    "error: run --mech tsf --instance Cargo.toml",
    "explain bf",
    "export counterexamples/tsf-bf-2u2s2r.toml --coq",
    "family counterexamples/tsf-si-2u2s2r.toml",
    "family counterexamples/tsf/tsf-si-2u2s2r.toml --budget 2s",
    "family properties/evidence/families/tsf-si-ratio.toml --k 12",
    "help",
    "help scope",
    "impossible --property po,si,sp --scope users=2,servers=1,resources=1,capacity=2,max=2",
    "impossible --property po,sp --scope users=2,servers=1,resources=1,capacity=2,max=2 --all",
    "impossible --property po,si,resource-monotone --scope users=2,resources=2,capacity=2 --division divisible",
    "instance",
    "instance li2019-theorem2 --m 3",
    "judge --mech tsf --property si,bf --instances tests/worked",
    "list",
    "list records",
    "man OUT/man",
    "matrix --model covering",
    "mech-check false",
    "new mechanism mine --root OUT/checkout",
    "replay counterexamples/tsf-bf-2u2s2r.toml",
    "run --mech tsf --instance tests/worked/khamse2017-fig1.toml",
    "run --mech tsf,drfh --instance tests/worked/khamse2017-fig1.toml",
    "score --mech drf --draws 0",
    "score --instance counterexamples/tsf-bf-2u2s2r.toml",
    "separate tsf drfh --budget 500",
    "shrink counterexamples/tsf-bf-2u2s2r.toml",
    "simulate",
    "simulate metin-table1-1-10 --runs 2",
    "simulate --log examples/replay/jobs.txt --nodes examples/replay/nodes.json",
    "exercise",
    "exercise 1",
    "cite tsf-bf-2u2s2r",
    "verify: --mech tsf,drfh --property bf --budget 500",
    "worst --mech tsf --measure si-ratio --budget 200",
];

#[test]
fn every_document_is_of_its_schema() {
    let schemas = schemas();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema");
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(out.join("moments")).unwrap();
    for file in [
        "crates/kernel/src/specification/table.rs",
        "crates/kernel/src/specification/cluster/mod.rs",
        "crates/engine/src/mechanism/cluster/mod.rs",
    ] {
        let copy = out.join("checkout").join(file);
        std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
        std::fs::copy(root().join(file), copy).unwrap();
    }
    std::fs::create_dir_all(out.join("checkout/properties/mechanisms")).unwrap();
    for page in std::fs::read_dir(root().join("properties/mechanisms")).unwrap() {
        let page = page.unwrap();
        std::fs::copy(page.path(), out.join("checkout/properties/mechanisms").join(page.file_name()))
            .unwrap();
    }
    std::fs::copy(root().join("book/text/pools/running.toml"), out.join("moments/noon.toml")).unwrap();
    std::fs::copy(root().join("tests/worked/khamse2017-fig1.toml"), out.join("moments/evening.toml"))
        .unwrap();
    small("schema/project");
    let told = |run: &'static str| run.split_once(": ").unwrap_or((run.split(' ').next().unwrap(), run));
    for (command, run) in RUNS.map(told) {
        let placed = run.split(' ').map(|word| word.replace("OUT", out.to_str().unwrap()));
        let placed: Vec<String> = placed.chain(["--format", "json"].map(String::from)).collect();
        let all: Vec<&str> = placed.iter().map(String::as_str).collect();
        let (text, said) = verify(&all);
        // A batch prints one document per line.
        let documents: Vec<Json> = serde_json::Deserializer::from_str(&text)
            .into_iter()
            .collect::<Result<_, _>>()
            .unwrap_or_else(|e| panic!("{all:?}: {e}: {text}{said}"));
        assert!(!documents.is_empty(), "{all:?} prints nothing: {said}");
        let schema = &schemas[command];
        for document in &documents {
            assert_eq!(fault(schema, document, schema, command), Ok(()), "{all:?}");
        }
    }
    // Commands without a run above need a solver, files of kubectl or no files at all.
    let tried = RUNS.map(|run| told(run).0);
    let untried: Vec<&str> = schemas.keys().map(String::as_str).filter(|c| !tried.contains(c)).collect();
    assert_eq!(untried, ["import", "prove"]);
}

#[test]
fn another_shape_is_refused() {
    let schemas = schemas();
    let (text, _) = verify(&["--mech", "tsf", "--property", "bf", "--format", "json"]);
    let good: Json = serde_json::from_str(&text).unwrap();
    let judged = |document: &Json| fault(&schemas["verify"], document, &schemas["verify"], "verify");
    assert_eq!(judged(&good), Ok(()));
    let changes: [(&str, Json); 4] = [
        ("verdict", "maybe".into()),
        ("format", 2.into()),
        ("searched", Json::Null),
        ("mechanism", 7.into()),
    ];
    for (field, value) in changes {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(judged(&bad).is_err(), "{field} {bad}");
        let mut less = good.clone();
        less.as_object_mut().unwrap().remove(field);
        assert!(judged(&less).is_err(), "without {field}");
    }
    let (_, said) = verify(&["schema", "rum"]);
    assert!(said.contains("did you mean `run`?"), "{said}");
}
