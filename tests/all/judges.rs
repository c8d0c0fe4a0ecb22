//! Programs as properties and measures: searched, shrunk, recorded and replayed as built-in ones are, and not believed.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value as Json;

use super::outside::{python, python_of, verify};
use super::support::{folder, root, said};

const HALF: &str = "python3 examples/half-share/judge.py property";
const PART: &str = "python3 examples/half-share/judge.py measure";
const ASSET: &str = "python3 examples/asset-fairness/mine.py";

/// A program that greets as `kind` and runs `body` for each question `asked`, numbered by `at`.
fn judge(name: &str, kind: &str, body: &str) -> (PathBuf, String) {
    let folder = folder(&format!("judges-{name}"));
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let text = format!(
        "import json, sys, time\n\
         def say(x):\n    print(x if isinstance(x, str) else json.dumps(x), flush=True)\n\
         sys.stdin.readline()\n\
         say({{'fairwitness': 1, 'id': 'mine', 'model': 'cluster', {kind}}})\n\
         for at, line in enumerate(sys.stdin):\n    asked = json.loads(line)\n{body}"
    );
    let file = folder.join("judge.py");
    std::fs::write(&file, text).unwrap();
    (folder, python_of(&file))
}

/// Judges an instance of two users with equal demands on one server under `drf`, which gives each half of it.
fn on_halves(name: &str, body: &str) -> (Output, Json) {
    let (folder, command) = judge(name, "'kind': 'property'", body);
    let pool = folder.join("pool.toml");
    std::fs::write(&pool, "model = \"cluster\"\ncapacity = [[1]]\ndemand = [[1], [1]]\n").unwrap();
    let pool = pool.display().to_string();
    let args = ["--mech", "drf", "--property-command", &command, "--instance", &pool, "--format", "json"];
    let output = verify(&[&args[..], &["--mech-timeout", "700ms"]].concat());
    let document = serde_json::from_slice(&output.stdout).unwrap_or(Json::Null);
    (output, document)
}

#[test]
fn a_property_is_searched_shrunk_recorded_and_replayed() {
    if !python() {
        return;
    }
    let archive = folder("judges-archive");
    let at = archive.display().to_string();
    let cell = ["drf-tasks", "--property-command", HALF];
    let options = ["--no-archive", "--scope", "users=3,servers=1,resources=2,max=3", "--format", "json"];
    let output = verify(&[&cell[..], &options[..], &["--save", "--archive", &at]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let found: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["property"], &found["verdict"]), (&"half-share".into(), &"violated".into()));
    // One user whose task needs 2 of 1 runs nothing, and half of its fair share is 1/4 of a task.
    assert_eq!(found["instance"]["demand"], serde_json::json!([["2"]]), "{found:#}");
    assert_eq!(found["witness"]["margin"], "1/4", "{found:#}");
    assert_eq!(found["witness"]["says"]["user"], 0);

    let file = found["record"].as_str().unwrap();
    let text = std::fs::read_to_string(archive.join("drf-tasks/drf-tasks-half-share-1u1s1r.toml")).unwrap();
    assert!(text.contains(&format!("[violates.judge]\ncommand = \"{HALF}\"\n")), "{text}");
    let alone = verify(&["replay", file]);
    assert_eq!(alone.status.code(), Some(1), "{}", said(&alone));
    assert!(said(&alone).contains("not run because a file says so"), "{}", said(&alone));
    let again = verify(&["replay", "--property-command", HALF, file]);
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    for (right, wrong) in [("margin = \"1/4\"", "margin = \"1/3\""), ("user = 0", "user = 1")] {
        let file = archive.join("forged.toml");
        std::fs::write(&file, text.replace(right, wrong)).unwrap();
        let output = verify(&["replay", "--property-command", HALF, &file.display().to_string()]);
        assert_eq!(output.status.code(), Some(1), "{wrong}: {}", said(&output));
    }
    let shrunk = verify(&["shrink", "--property-command", HALF, file]);
    assert_eq!(shrunk.status.code(), Some(0), "{}", said(&shrunk));
    let checked =
        Command::new("python3").args(["checker/check.py", file]).current_dir(root()).output().unwrap();
    assert!(said(&checked).contains("the property is a program outside"), "{}", said(&checked));
}

#[test]
fn a_measure_is_driven_to_its_worst() {
    if !python() {
        return;
    }
    // Shares of dominant resources 1: user A asks (1, a), user B (1, b) or (b, 1); the sums are 1 + a and 1 + b. In
    // each case A runs at least 1/3 of what it could run alone (a = 1, b = 0), and its fair share is a half.
    let args =
        ["worst", "--mech-command", ASSET, "--measure-command", PART, "--no-archive", "--format", "json"];
    let scope = ["--scope", "users=2,servers=1,resources=2,max=2", "--budget", "2000"];
    let output = verify(&[&args[..], &scope[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let found: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["measure"], &found["value"]), (&"fair-part".into(), &"2/3".into()), "{found:#}");
    let output = verify(&[&args[..], &["--budget", "50"]].concat());
    let found: Json = serde_json::from_slice(&output.stdout).unwrap();
    let scope = found["searched"]["scope"].as_str().unwrap();
    let plain = "weights=1,resource-weights=0,limits=0,rates=0";
    assert!(
        scope.contains(plain) && scope.contains("eligible=all"),
        "it takes plain instances only: {scope}"
    );
}

#[test]
fn answers_are_told_apart() {
    if !python() {
        return;
    }
    let gap = |gap: &str| format!("say({{'gap': '{gap}', 'witness': {{'a': [1, {{'b': '1/2'}}]}}}})");
    for (name, body, code, verdict) in [
        ("gap", &gap("1/7")[..], 1, "violated"),
        ("none", "say({'gap': '1/7'})", 1, "violated"),
        ("zero", &gap("0"), 0, "holds"),
        ("negative", &gap("-1/7"), 0, "holds"),
        ("refuses", "say({'refuse': 'it is about three users'})", 0, "out-of-scope"),
    ] {
        let (output, document) = on_halves(name, body);
        assert_eq!(output.status.code(), Some(code), "{name}: {}", said(&output));
        assert_eq!(document["verdict"], verdict, "{name}: {document:#}");
    }
    let (_, refused) = on_halves("refuses", "say({'refuse': 'it is about three users'})");
    assert_eq!(refused["reason"], "it is about three users");
    // The outcome is in the question: each user has a half.
    let body = "say({'gap': str(int(asked['outcome'] == {'placement': [['1/2'], ['1/2']], 'tasks': ['1/2', '1/2']}))})";
    assert_eq!(on_halves("outcome", body).1["witness"]["margin"], "1");
}

#[test]
fn a_program_that_lies_hangs_or_speaks_nonsense_decides_nothing() {
    if !python() {
        return;
    }
    for (name, body, says) in [
        ("lies", "say({'gap': f'1/{at + 2}'}) if at % 2 == 0 else say({'gap': 0})", "not a function"),
        ("gaps", "say({'gap': f'1/{at + 2}'})", "not a function"),
        ("changes", "say({'gap': '1/2', 'witness': {'at': at}})", "not a function"),
        ("hangs", "time.sleep(60)", "did not answer"),
        ("ends", "sys.exit(3)", "ended instead of answering"),
        ("float", "say({'gap': 0.5})", "cannot be read"),
        ("nothing", "say({})", "`gap` is missing"),
        ("value", "say({'value': 1})", "cannot be read"),
        ("null", "say({'gap': 1, 'witness': {'user': None}})", "is null"),
        ("flat", "say({'gap': 1, 'witness': 3})", "cannot be read"),
        ("part", "say({'gap': 1, 'witness': {'share': [0.5]}})", "bare float"),
        ("more", "say({'gap': 1, 'margin': 1})", "cannot be read"),
        ("noise", "say('well')", "cannot be read"),
    ] {
        let (output, document) = on_halves(name, body);
        assert_eq!(output.status.code(), Some(3), "{name}: {}", said(&output));
        assert_eq!(document["verdict"], "undecided", "{name}: {document:#}");
        assert!(said(&output).contains(says), "{name}: {}", said(&output));
    }
}

#[test]
fn words_of_a_witness_are_data() {
    if !python() {
        return;
    }
    let body =
        r#"say({'gap': 1, 'witness': {'a"b\n[other]\nc': '\u001b[31m"\n', 'says': '\u001b[31mred\nand'}})"#;
    let (output, document) = on_halves("hostile", body);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(document["story"], " [31mred and");
    let (folder, command) = judge("kept", "'kind': 'property'", body);
    let at = folder.display().to_string();
    let args =
        ["drf", "--property-command", &command, "--no-archive", "--budget", "5", "--save", "--archive", &at];
    let output = verify(&args);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(!said(&output).contains('\u{1b}'), "{}", said(&output));
    let output =
        verify(&["replay", "--property-command", &command, &folder.join("drf").display().to_string()]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[test]
fn a_greeting_must_fit_its_place() {
    if !python() {
        return;
    }
    let wrong = |kind: &str, option: &str, says: &str| {
        let (_, command) = judge("greets", kind, "say({'gap': 0})");
        let output = verify(&["--mech", "drf", "--property", "si", option, &command]);
        assert_eq!(output.status.code(), Some(2), "{kind}: {}", said(&output));
        assert!(said(&output).contains(says), "{kind}: {}", said(&output));
    };
    wrong("'kind': 'mechanism'", "--property-command", "it is for --mech-command");
    wrong("'kind': 'property'", "--measure-command", "it is for --property-command");
    wrong("'kind': 'measure'", "--property-command", "it is for --measure-command");
    wrong("'kind': 'rule'", "--property-command", "must be `mechanism`, `property` or `measure`");
    wrong("'kind': 'property', 'numbers': 'float'", "--property-command", "floats are for mechanisms only");
    wrong("'kind': 'measure', 'worse': 'bigger'", "--measure-command", "must be `larger` or `smaller`");
    wrong("'kind': 'property', 'takes': ['trees', 'nodes']", "--property-command", "`nodes` is nothing");
    for command in ["prove", "impossible", "ask", "matrix"] {
        let output = verify(&[command, "--property-command", HALF]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(said(&output).starts_with("error: --property-command: "), "{command}: {}", said(&output));
    }
    let other = verify(&["--mech", "ddrf", "--property-command", HALF]);
    assert!(said(&other).contains("does not apply to `ddrf`"), "{}", said(&other));
}
