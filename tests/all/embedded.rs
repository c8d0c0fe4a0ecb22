//! Functions of an embedding language as mechanisms, and records of them: questions follow the protocol, answers are
//! checked, and code named in a file is never run.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use fairwitness::archive::record::Record;
use fairwitness::archive::replay::ReplayError;
use fairwitness::document::Document;
use fairwitness::linear::{Halt, Patience, Stop};
use fairwitness::mechanism::outside::{Failure, Greeting, Program};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{self, Answer, Bench, CellReport, Plan};

fn greeting(id: &str, numbers: &str) -> Greeting {
    let line = format!(r#"{{"fairwitness": 1, "id": "{id}", "model": "cluster", "numbers": "{numbers}"}}"#);
    Greeting::read(&line).unwrap()
}

/// A bench with a function for the mechanism `mine`.
fn bench(
    numbers: &str,
    slack: &Rational,
    call: impl Fn(&str) -> Result<String, Halt<Failure>> + Send + Sync + 'static,
) -> (Box<dyn Bench>, Arc<Program>) {
    let program = Arc::new(Program::function("function mine", greeting("mine", numbers), call));
    (workbench::with_programs((&program, slack), &[]).unwrap(), program)
}

fn search(bench: &dyn Bench, property: &str, instances: u64) -> CellReport {
    let plan = Plan {
        strategy: "auto",
        scope: "users=2,servers=1,resources=2,max=3".parse().unwrap(),
        seed: 0,
        archive: Vec::new(),
    };
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(instances), threads: 2, stop: &stop, progress: &|_| {} };
    bench.search("mine", property, &plan, &limits).unwrap()
}

/// Allocates everything to the first user that can run; the function computes the number of its tasks in exact
/// numbers.
fn first_takes_all(line: &str) -> Result<String, Halt<Failure>> {
    let document = Document::parse("question.json", line).unwrap();
    let instance =
        Document { file: "question".to_string(), root: document.root.get("instance").unwrap().clone() };
    let pool = workbench::model("cluster").unwrap();
    let drf = pool.run("drf", &instance, &Patience::unlimited()).unwrap();
    let users = instance.root.get("demand").unwrap().to_json().as_array().unwrap().len();
    match drf.outcome {
        Err(why) => Ok(format!(r#"{{"refuse": "{why}"}}"#)),
        Ok(outcome) => {
            let tasks = outcome.get("tasks").unwrap().to_json();
            let first = tasks[0].to_string();
            let rows: Vec<String> =
                (0..users).map(|u| format!("[{}]", if u == 0 { &first } else { "0" })).collect();
            Ok(format!(r#"{{"placement": [{}]}}"#, rows.join(", ")))
        }
    }
}

/// A function is searched and put on record like a program, and its record names it.
#[test]
fn a_function_is_judged_and_recorded() {
    let (bench, program) = bench("exact", &Rational::zero(), first_takes_all);
    let report = search(&*bench, "po", 2000);
    assert_eq!(report.answer, Answer::Violated);
    assert_eq!(report.command.as_deref(), Some("function mine"));
    assert!(program.tally().asked > 0 && program.tally().failures.is_empty(), "{:?}", program.tally());
    let text = bench.record(&report, "Nothing for the second.").unwrap().to_toml();
    assert!(
        text.starts_with("format = 3\n") && text.contains("[program]\ncommand = \"function mine\"\n"),
        "{text}"
    );
    let document = Document::parse("mine.toml", &text).unwrap();
    assert_eq!(Record::read(&document).unwrap().to_toml(), text);
    assert!(matches!(
        bench.replay(&document, &text, &Patience::unlimited()),
        Err(Halt::Failed(ReplayError::Name(_)))
    ));
    // Another function of equal name has another outcome.
    let nobody = |_: &str| Ok(r#"{"refuse": "nothing"}"#.to_string());
    let (other, _) = self::bench("exact", &Rational::zero(), nobody);
    assert!(matches!(
        other.replay(&document, &text, &Patience::unlimited()),
        Err(Halt::Failed(ReplayError::Refused(_)))
    ));
}

/// A server asks many rules: a function goes with the bench that it was added to, and many of one id share the id.
#[test]
fn a_function_goes_with_its_bench() {
    let kept = Arc::new(());
    for _ in 0..100 {
        let inside = Arc::clone(&kept);
        let (bench, program) = bench("exact", &Rational::zero(), move |line| {
            let _ = &inside;
            first_takes_all(line)
        });
        assert_eq!(bench.mechanisms().into_iter().filter(|entry| entry.id == "mine").count(), 1);
        drop((bench, program));
    }
    assert_eq!(Arc::strong_count(&kept), 1);
}

/// An exception is a refusal, counted by its name, and the function is asked again; a function that is late many
/// times is not.
#[test]
fn exceptions_are_counted_and_the_function_is_asked_again() {
    let asked = AtomicU64::new(0);
    let (bench, program) = bench("exact", &Rational::zero(), move |line| {
        if asked.fetch_add(1, Ordering::Relaxed) < 100 {
            let (name, message) = ("ValueError".to_string(), "not yet".to_string());
            return Err(Failure::Raised { name, message }.into());
        }
        first_takes_all(line)
    });
    let report = search(&*bench, "po", 2000);
    assert_eq!(report.answer, Answer::Violated);
    // One question tells whether the function takes several resources; the scope has one server.
    assert_eq!(report.searched.refused, 100 - 1, "{:?}", report.searched);
    let tally = program.tally();
    assert_eq!(tally.failures.len(), 1, "{tally:?}");
    let (kind, count, first) = &tally.failures[0];
    assert_eq!(
        (kind.as_ref(), *count, first.as_str()),
        ("raised ValueError", 100, "raised ValueError: not yet")
    );
    assert!(!tally.given_up);
    program.begin();
    assert_eq!((program.tally().asked, program.tally().failures.len()), (0, 0));

    let (bench, program) =
        self::bench("exact", &Rational::zero(), |_| Err(Failure::Late(std::time::Duration::ZERO).into()));
    assert_eq!(search(&*bench, "po", 500).searched.decided(), 0);
    assert!(program.tally().given_up);
}

/// An answer that cannot be read is a failure; an id in use is refused; two programs must have one model.
#[test]
fn what_a_function_says_is_not_believed() {
    let (bench, program) = bench("exact", &Rational::zero(), |_| Ok(r#"{"placement": [[0.5]]}"#.to_string()));
    assert_eq!(search(&*bench, "po", 50).searched.decided(), 0);
    assert_eq!(program.tally().failures[0].0, "an answer that cannot be read");
    let nothing = |_: &str| Ok(String::new());
    let taken = Arc::new(Program::function("f", greeting("drf", "exact"), nothing));
    assert!(workbench::with_programs((&taken, &Rational::zero()), &[]).unwrap_err().reason.contains("taken"));
    let line = r#"{"fairwitness": 1, "id": "other", "model": "covering"}"#;
    let other = Arc::new(Program::function("g", Greeting::read(line).unwrap(), nothing));
    let mine = Arc::new(Program::function("f", greeting("mine", "exact"), nothing));
    let zero = Rational::zero();
    assert!(
        workbench::with_programs((&mine, &zero), &[(&other, &zero)]).unwrap_err().reason.contains("covering")
    );
}

/// A record contains the slack for floats; with another slack it is refused before any comparison.
#[test]
fn another_slack_is_said() {
    let nothing = |line: &str| {
        let question = Document::parse("question.json", line).unwrap().root.to_json();
        let users = question["instance"]["demand"].as_array().unwrap().len();
        Ok(format!(r#"{{"placement": [{}]}}"#, vec!["[0.0]"; users].join(", ")))
    };
    let small = Rational::new(1, 1_000_000_000);
    let (bench, _) = bench("float", &small, nothing);
    let report = search(&*bench, "po", 2000);
    assert_eq!(report.answer, Answer::Violated);
    let text = bench.record(&report, "Nothing for anybody.").unwrap().to_toml();
    assert!(text.contains("slack = \"1/1000000000\"\n"), "{text}");
    let document = Document::parse("mine.toml", &text).unwrap();
    assert!(matches!(
        bench.replay(&document, &text, &Patience::unlimited()),
        Err(Halt::Failed(ReplayError::Name(_)))
    ));
    let (looser, _) = self::bench("float", &Rational::new(1, 10), nothing);
    assert!(matches!(
        looser.replay(&document, &text, &Patience::unlimited()),
        Err(Halt::Failed(ReplayError::Slack { .. }))
    ));
}

fn verify(args: &[&str]) -> (Option<i32>, String) {
    let output = super::support::verify(args);
    (output.status.code(), super::support::said(&output))
}

/// `--save` writes the command; `replay` names the command and does not run it unless the user gives it.
#[test]
fn a_command_is_not_run_because_a_file_says_so() {
    if !super::outside::python() {
        return;
    }
    let folder = super::support::folder("embedded-of-its-own");
    let _ = std::fs::remove_dir_all(&folder);
    let archive = folder.to_string_lossy().into_owned();
    let command = "python3 examples/asset-fairness/mine.py";
    let (code, said) = verify(&[
        "--mech-command",
        command,
        "--property",
        "si",
        "--no-archive",
        "--archive",
        &archive,
        "--save",
    ]);
    assert_eq!(code, Some(1), "{said}");
    let file = folder.join("asset-fairness/asset-fairness-si-2u1s2r.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(&format!("[violates.program]\ncommand = \"{command}\"\n")), "{text}");
    // The command would leave a file if it were run.
    let trace = folder.join("trace");
    let planted = text.replace(command, &format!("touch {}; {command}", trace.display()));
    std::fs::write(&file, &planted).unwrap();
    let path = file.to_string_lossy().into_owned();
    let (code, said) = verify(&["replay", &path]);
    assert!(code == Some(1) && said.contains("--mech-command 'touch") && !trace.exists(), "{code:?} {said}");
    let (code, said) = verify(&["shrink", &path]);
    assert!(code == Some(2) && said.contains("not run") && !trace.exists(), "{code:?} {said}");
    let (code, said) = verify(&["replay", "--mech-command", command, &path]);
    assert!(code == Some(0) && !trace.exists(), "{code:?} {said}");
    // Version 2 holds one record alone, and the field has one name.
    for (from, to, words) in [
        ("format = 3", "format = 2", "program"),
        ("[violates.program]\n", "[violates.programme]\n", "program"),
    ] {
        std::fs::write(&file, text.replace(from, to)).unwrap();
        let (code, said) = verify(&["replay", "--mech-command", command, &path]);
        assert!(code == Some(1) && said.contains(words), "{code:?} {said}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Optional fields of an instance file, and the words for them in a greeting.
const OPTIONAL: [(&str, &str); 6] = [
    ("weight", "weights"),
    ("eligible", "eligible"),
    ("tasks", "limits"),
    ("rate", "rates"),
    ("owner", "owners"),
    ("path", "trees"),
];

/// Optional fields that the function received.
type Sent = Arc<Mutex<BTreeSet<String>>>;

/// A bench with a function that gives nothing to each user and notes the optional fields that it receives. Its
/// greeting names the fields in `takes`.
fn noting(takes: &str) -> (Box<dyn Bench>, Arc<Program>, Sent) {
    let line = format!(r#"{{"fairwitness": 1, "id": "mine", "model": "cluster", "takes": {takes}}}"#);
    let sent = Arc::new(Mutex::new(BTreeSet::new()));
    let noted = Arc::clone(&sent);
    let call = move |line: &str| {
        let question = Document::parse("question.json", line).unwrap().root.to_json();
        let instance = &question["instance"];
        let fields = instance.as_object().unwrap().keys().cloned();
        let all = ["capacity", "demand", "model", "node-weight"];
        noted.lock().unwrap().extend(fields.filter(|field| !all.contains(&&field[..])));
        let row = format!("[{}]", vec!["0"; instance["capacity"].as_array().unwrap().len()].join(", "));
        let rows = vec![row; instance["demand"].as_array().unwrap().len()];
        Ok(format!(r#"{{"placement": [{}]}}"#, rows.join(", ")))
    };
    let program = Arc::new(Program::function("function mine", Greeting::read(&line).unwrap(), call));
    (workbench::with_programs((&program, &Rational::zero()), &[]).unwrap(), program, sent)
}

fn drawn(bench: &dyn Bench, strategy: &'static str, scope: &str) -> CellReport {
    let plan = Plan { strategy, scope: scope.parse().unwrap(), seed: 0, archive: Vec::new() };
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(600), threads: 1, stop: &stop, progress: &|_| {} };
    bench.search("mine", "feasible", &plan, &limits).unwrap()
}

/// Features outside the greeting do not occur in random instances, and other instances with them are refused before
/// the function is asked.
#[test]
fn what_is_not_taken_is_not_asked() {
    let scope = "default,users=3,servers=2,resources=2,max=3";
    let sent_to = |takes: &str, strategy: &'static str, scope: &str| {
        let (bench, _, sent) = noting(takes);
        let report = drawn(&*bench, strategy, scope);
        let none = report.searched.refused == report.searched.instances;
        assert_eq!(report.answer, if none { Answer::Undecided } else { Answer::Unrefuted }, "{takes}");
        let sent: Vec<String> = sent.lock().unwrap().iter().cloned().collect();
        (sent, report.searched)
    };
    // Some random pools of the default scope have weights, constraints, limits, rates and owners.
    let (all, _) = sent_to(r#"["eligible", "owners", "rates", "limits", "weights"]"#, "random", scope);
    assert_eq!(all, ["eligible", "owner", "rate", "tasks", "weight"]);
    for (field, word) in OPTIONAL.into_iter().filter(|(_, word)| *word != "owners") {
        let (alone, searched) = sent_to(&format!("[\"{word}\"]"), "random", scope);
        assert_eq!(alone, [field], "{word}");
        assert_eq!(searched.refused, 0, "{word}: refused what was drawn");
    }
    // Weights compensate for contributions, so a pool with owners has both.
    let owned = format!("{scope},owners=all");
    let (with, _) = sent_to(r#"["owners", "weights", "resource-weights"]"#, "random", &owned);
    assert!(with.contains(&"owner".to_string()), "{with:?}");
    assert!(!sent_to(r#"["weights"]"#, "random", &owned).0.contains(&"owner".to_string()));
    for strategy in ["random", "auto", "climb"] {
        assert!(sent_to("[]", strategy, scope).0.is_empty(), "{strategy}");
    }
    // The fields of an instance file.
    let fields = [
        ("weight = [1, 2]", "weights", "weights of users"),
        ("weight = [[1, 2], [1, 1]]", "resource-weights", "weights per resource"),
        ("eligible = [[0], [0, 1]]", "eligible", "restricted eligibility"),
        ("tasks = [1, \"inf\"]", "limits", "finite tasks"),
        ("rate = [[1, 1], [1, 1]]", "rates", "rates"),
        ("owner = [0, 1]", "owners", "owners of servers"),
        ("path = [\"a\", \"\"]", "trees", "queues in a tree"),
    ];
    for (field, word, said) in fields {
        let text =
            format!("model = \"cluster\"\ncapacity = [[2, 2], [2, 2]]\ndemand = [[1, 1], [1, 2]]\n{field}\n");
        let document = Document::parse("pool.toml", &text).unwrap();
        let judge = |takes: &str| {
            let (bench, program, _) = noting(takes);
            let report = bench.judge("mine", "feasible", &document, &Patience::unlimited()).unwrap();
            (report.answer, report.reason.unwrap_or_default(), program.tally().asked)
        };
        let (answer, reason, asked) = judge("[]");
        assert_eq!((answer, asked), (Answer::OutOfScope, 0), "{word}");
        assert_eq!(reason, format!("mine refuses: the program takes no {said}"), "{word}");
        let (answer, reason, asked) = judge(&format!("[\"{word}\"]"));
        assert!(asked > 0, "{word}: {answer:?} {reason}");
    }
}

/// What runs does not count for a rule, which divides an empty pool; it is told to one that takes it.
#[test]
fn what_runs_is_told_to_who_takes_it() {
    let text =
        "model = \"cluster\"\ncapacity = [[2], [2]]\ndemand = [[1], [1]]\nrunning = [[1, 0], [0, 1]]\n";
    let document = Document::parse("pool.toml", text).unwrap();
    for (takes, told) in [("[]", false), ("[\"running\"]", true)] {
        let (bench, program, sent) = noting(takes);
        bench.judge("mine", "feasible", &document, &Patience::unlimited()).unwrap();
        assert!(program.tally().asked > 0, "{takes}");
        assert_eq!(sent.lock().unwrap().contains("running"), told, "{takes}");
    }
}

/// An unknown word is refused with the nearest known one.
#[test]
fn what_a_greeting_takes_has_names() {
    let refused = |model: &str, takes: &str| {
        let line = format!(r#"{{"fairwitness": 1, "id": "mine", "model": "{model}", "takes": ["{takes}"]}}"#);
        let program = Program::function("f", Greeting::read(&line).unwrap(), |_| Ok(String::new()));
        workbench::with_programs((&Arc::new(program), &Rational::zero()), &[]).unwrap_err().reason
    };
    assert!(
        refused("cluster", "weigths")
            .contains("`weigths` is nothing that an instance can have; did you mean `weights`?")
    );
    assert!(
        refused("covering", "trees").contains("did you mean `sizes`?")
            || refused("covering", "trees").contains("there are: sizes")
    );
    assert!(refused("arrivals", "weights").contains("nothing that a program could leave out"));
    let none = Greeting::read(r#"{"fairwitness": 1, "id": "m", "model": "cluster", "takes": "weights"}"#)
        .unwrap_err();
    assert_eq!((none.file.as_str(), none.field.as_str()), ("greeting.json", "takes"));
}
