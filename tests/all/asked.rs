//! What is judged is what was asked, and what is said is what was decided: commands, each with its right answer.

use serde_json::Value as Json;

use super::outside::{program, python};
use super::support::{json as asked, said, verify};

/// The exit status and the verdict of a search.
fn verdict(line: &str) -> (i32, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (status, document) = asked(&words);
    (status, document["verdict"].as_str().unwrap().to_string())
}

const UNREFUTED: (i32, &str) = (0, "unrefuted");

#[track_caller]
fn is(line: &str, (status, word): (i32, &str)) {
    assert_eq!(verdict(line), (status, word.to_string()), "{line}");
}

#[test]
fn the_instance_lies_in_the_scope_that_was_typed() {
    is("--mech tsf --property bf --scope users=2,servers=1,resources=2", UNREFUTED);
    is("--mech tsf --property bf --archive --scope users=2,servers=1,resources=2", UNREFUTED);
    is("--mech tsf --property si --no-archive --scope users=2,servers=1,resources=1,max=2", UNREFUTED);
    let equal = "--scope users=2,servers=1,resources=1,max=3,weights=1 --strategy random";
    is(&format!("--mech seq-minmax --property ef1-own --no-archive {equal}"), UNREFUTED);
    let (_, found) =
        asked(&["--mech", "tsf", "--property", "bf", "--scope", "users=2,servers=1,resources=2"]);
    let note = found["notes"][0].as_str().unwrap();
    assert!(note.starts_with("outside this scope: ") && note.ends_with("2 servers"), "{note}");
    let separated = asked(&["separate", "tsf", "drfh", "--scope", "users=2,servers=1,resources=1,max=2"]);
    assert_eq!((separated.0, &separated.1[0]["instance"]), (0, &Json::Null));
}

#[test]
fn counts_are_disjoint_and_a_trial_is_what_was_decided() {
    for (mechanism, property) in [("tsf", "sp"), ("drf", "sp"), ("tsf", "bf"), ("drf", "po"), ("slots", "si")]
    {
        let (status, report) =
            asked(&["--mech", mechanism, "--property", property, "--no-archive", "--budget", "3000"]);
        let searched = &report["searched"];
        let count = |name: &str| searched[name].as_u64().unwrap();
        let parts = ["refused", "out_of_scope", "screened", "judged", "undecided"].map(count);
        assert_eq!(parts.iter().sum::<u64>(), count("instances"), "{searched}");
        assert!(10 * count("refused") <= count("instances"), "{mechanism}: {searched}");
        let reasons = searched["refusals"].as_array().unwrap();
        assert_eq!(reasons.is_empty(), count("refused") == 0, "{searched}");
        if report["verdict"] == "unrefuted" {
            assert!(status == 0 && count("trials") > 0, "{searched}");
        }
    }
    // No search spends its draws on what the mechanism refuses, wherever the scope says more than the mechanism takes.
    let wide = "users=3,servers=3,resources=3,max=9,weights=2,limits=2,trees=2,resource-weights=2,owners=some,parts=3";
    for (cell, scope) in [
        ("drf sp", wide),
        ("asset-fair ef", "users=2,servers=2,resources=2,max=2"),
        ("best-fit-drfh ef1", wide),
        ("volcano-hdrf si", wide),
        ("volcano-hdrf no-starvation", "default"),
        ("greedy greedy-bound", "default"),
        ("rounding feasible", "tasks=3,resources=3,max=9"),
        ("lp-naive feasible", "default,tasks=2"),
    ] {
        let (mech, property) = cell.split_once(' ').unwrap();
        let line = ["--mech", mech, "--property", property, "--scope", scope];
        let (_, report) = asked(&[&line[..], &["--no-archive", "--budget", "1000"]].concat());
        let count = |name: &str| report["searched"][name].as_u64().unwrap();
        assert!(10 * count("refused") <= count("instances"), "{cell} {scope}: {}", report["searched"]);
    }
    let (status, report) = asked(&["--mech", "tsf", "--property", "sp", "--no-archive", "--budget", "300"]);
    assert_eq!((status, report["verdict"].as_str().unwrap()), UNREFUTED);
    assert!(report["searched"]["trials"].as_u64() > report["searched"]["instances"].as_u64());
    let text = said(&verify(&["--mech", "tsf", "--property", "sp", "--no-archive", "--budget", "300"]));
    assert!(text.contains(" lies on ") && text.contains(" instances, none pays"), "{text}");
}

#[test]
fn the_whole_scope_has_every_order_of_users_for_a_rule_with_an_order() {
    let small = "--scope users=2,servers=1,resources=1,max=2 --strategy exhaustive --no-archive";
    is(&format!("--mech best-fit-drfh --property si {small}"), (1, "violated"));
    let scope = "users=2,servers=1,resources=1,max=2,weights=1,resource-weights=0,limits=0";
    let (_, worst) =
        asked(&["worst", "--mech", "best-fit-drfh", "--measure", "si-ratio", "--bound", "--scope", scope]);
    assert_eq!((worst["value"].as_str(), worst["bound"].as_str()), (Some("0"), Some("0")), "{worst}");
}

/// A rule that is no function of the set of users: a first user that asks for more than the second gets everything.
const FIRST: &str = "c, d = pool['capacity'], [F(row[0]) for row in pool['demand']]
if len(c) > 1 or len(c[0]) > 1:
    say({'refuse': 'one resource of one server'})
    continue
left, placement = F(c[0][0]), []
for k in range(len(d)):
    whole = k == 0 and len(d) > 1 and d[0] > d[1]
    part = left if whole else left / (len(d) - k)
    placement.append([str(part / d[k])])
    left -= part
say({'placement': placement})";

#[test]
fn a_program_is_asked_in_every_order() {
    if !python() {
        return;
    }
    let (_folder, command) = program("first", "cluster", "exact", FIRST);
    let scope = "users=2,servers=1,resources=1,max=3";
    let own = ["--mech-command", &command, "--no-archive", "--scope", scope];
    let worst = [&["worst"], &own[..], &["--measure", "si-ratio", "--bound"]].concat();
    let (_, worst) = asked(&worst);
    assert_eq!((worst["value"].as_str(), worst["bound"].as_str()), (Some("0"), Some("0")), "{worst}");
    let (status, found) = asked(&[&own[..], &["--property", "si", "--strategy", "exhaustive"]].concat());
    assert_eq!((status, found["verdict"].as_str()), (1, Some("violated")));
}

#[test]
fn a_value_and_a_bound_stand_under_one_hypothesis() {
    let scope = "users=2,servers=1,resources=2,max=30";
    let price =
        ["worst", "--mech", "drf", "--measure", "price-of-fairness", "--no-archive", "--scope", scope];
    let output = verify(&[&price[..], &["--budget", "500", "--bound"]].concat());
    let text = said(&output);
    let joined = text.lines().find(|line| line.starts_with("bound: ")).is_some_and(|l| l.contains(", so "));
    assert!(!joined || text.contains("hypothesis: none beyond the scope"), "{text}");
}

/// A property that is not defined for an instance is not proved there, which needs no solver.
#[test]
fn nothing_is_proved_where_the_property_is_not_defined() {
    let folder = super::support::folder("asked-no-common");
    let file = folder.join("no-common.toml");
    std::fs::write(&file, "model = \"cluster\"\ncapacity = [[1, 2]]\ndemand = [[1, 0], [0, 1]]\n").unwrap();
    let file = file.to_str().unwrap();
    let arguments = ["prove", "--mech", "drf", "--property", "bf", "--instance", file, "--format", "json"];
    let mut verify = std::process::Command::new(env!("CARGO_BIN_EXE_verify"));
    let output = verify.args(arguments).env("PATH", "").output().unwrap();
    let document: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["verdict"], "out-of-scope", "{document}");
}

/// The rows of the table of `verify help verdicts`: the outcome, the words after it, and a command that ends so. Without a
/// command the row is another test's: an interruption, and what needs a solver.
const ROWS: [(&str, &str, &str); 19] = [
    ("a violation", "violated 1", "best-fit-drfh si --no-archive --strategy exhaustive --scope SMALL"),
    ("trials without a violation", "unrefuted 0", "drf si --no-archive --budget 50"),
    ("no trial", "undecided 3", "tsf sp-time-slice"),
    ("a scope too large for a search", "undecided 3", "tsf bf --scope users=65"),
    ("Ctrl-C", "as decided 3", ""),
    ("a violation", "violated 1", "best-fit-drfh si -i POOL"),
    ("the property was decided", "holds 0", "drf si -i POOL"),
    ("not decided", "undecided 3", "hdrf sp -i POOL"),
    ("not defined, or refused", "out-of-scope 0", "drf sp-time-slice -i POOL"),
    ("the verdict is WORD", "WORD 0", "drf si -i POOL --expect holds"),
    ("another verdict", "1", "drf si -i POOL --expect violated"),
    ("a value", "0", "worst --mech drf --measure si-ratio --budget 50 --no-archive"),
    ("no instance has a value", "undecided 3", "worst --mech-command NEVER --measure si-ratio --budget 50"),
    ("a difference", "1", "separate drf uniform --budget 500"),
    ("instances compared, no difference", "0", "separate drf tsf --scope SMALL --budget 50"),
    ("no instance compared", "undecided 3", "separate drf never --mech-command NEVER --budget 50"),
    ("a violation", "violated 1", "census --mech best-fit-drfh --property si --scope SMALL"),
    ("none, and an instance was judged", "0", "census --mech drf --property si --scope SMALL"),
    ("no instance judged", "undecided 3", "census --mech drf --property sp-time-slice --scope SMALL"),
];

/// Each row of the table of verdicts is true of a command.
#[test]
fn the_table_of_verdicts_is_true() {
    let help = said(&verify(&["help", "verdicts"]));
    let table: Vec<String> = help
        .lines()
        .skip_while(|line| !line.starts_with("  command "))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(table.len(), ROWS.len() + 1, "{help}");
    assert!(table[ROWS.len()].ends_with("proved, violated, undecided 0, 1, 3"), "{help}");
    let folder = super::support::folder("asked-table");
    let pool = folder.join("pool.toml");
    std::fs::write(&pool, "model = \"cluster\"\ncapacity = [[2]]\ndemand = [[2], [1]]\n").unwrap();
    let (_kept, never) = program("never", "cluster", "exact", "say({'refuse': 'never'})");
    for (line, (outcome, words, command)) in table.iter().zip(ROWS) {
        assert!(line.ends_with(&format!("{outcome} {words}")), "{line}: {outcome} {words}");
        if command.is_empty() || command.contains("NEVER") && !python() {
            continue;
        }
        let typed = command.split(' ').map(|word| match word {
            "SMALL" => "users=2,servers=1,resources=1,max=2",
            "POOL" => pool.to_str().unwrap(),
            "NEVER" => &never,
            "never" => "mine",
            word => word,
        });
        let (status, document) = asked(&typed.collect::<Vec<_>>());
        let (verdict, code) = words.rsplit_once(' ').unwrap_or(("", words));
        assert_eq!(status.to_string(), code, "{command}: {document}");
        if let Some(said) = document["verdict"].as_str().filter(|_| !verdict.is_empty() && verdict != "WORD")
        {
            assert_eq!(said, verdict, "{command}: {document}");
        }
    }
}

/// Nothing is known of a scope beyond the sizes and numbers of searches: the answer is open, with the word for it, and the
/// scope is printed as it was typed.
#[test]
fn a_scope_too_large_for_a_search_is_undecided() {
    let commands = [
        "tsf bf --no-archive",
        "worst --mech tsf --measure si-ratio",
        "census --mech tsf --property si",
        "separate tsf drfh",
    ];
    let large = "1000000000000000000000000000000";
    let words =
        ["users=65", "servers=100000", "resources=65", "weights=1001", "resource-weights=1001", "parts=1001"];
    let vast =
        ["max", "capacity", "limits", "rates", "quotas", "users"].map(|name| format!("{name}={large}"));
    let words: Vec<&str> =
        words.into_iter().chain(["trees=9"]).chain(vast.iter().map(String::as_str)).collect();
    for command in &commands {
        for word in &words {
            let line: Vec<&str> = command.split(' ').chain(["--scope", word]).collect();
            let (status, document) = asked(&line);
            assert_eq!(status, 3, "{command} {word}: {document}");
            let report = document.get(0).unwrap_or(&document);
            let reason = report["reason"].as_str().unwrap();
            assert!(reason.starts_with(&format!("`{word}` is too large a scope: ")), "{reason}");
            let scope = report["searched"]["scope"].as_str().unwrap();
            assert!(scope.split(',').any(|said| said == *word), "{word}: {scope}");
            assert_eq!(report["searched"]["exhausted"], false, "{command} {word}");
        }
    }
    for word in ["users=0", "max=-1", "users=many", "weights=0", "max=2.5"] {
        assert_eq!(verify(&["tsf", "bf", "--scope", word]).status.code(), Some(2), "{word}");
    }
    let proof = ["prove", "--mech", "drf", "--property", "si", "--scope", "users=9", "--format", "json"];
    let output = verify(&proof);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("`users=9` is too large a scope"), "{}", said(&output));
}

/// A small scope without an instance that separates two mechanisms is listed to its end.
#[test]
fn nothing_separates_in_a_whole_scope() {
    let (status, document) =
        asked(&["separate", "tsf", "drfh", "--scope", "users=2,servers=1,resources=1,max=1"]);
    let searched = &document[0]["searched"];
    assert_eq!((status, &searched["exhausted"]), (0, &Json::Bool(true)), "{document}");
    assert!(searched["instances"].as_u64().is_some_and(|count| count < 10), "{document}");
}

/// Programs without a usable answer, each with a part of the true reason.
const UNUSABLE: [(&str, &str, &str); 5] = [
    ("hangs", "time.sleep(1000)", "time"),
    ("mute", "say({'refuse': ' '})", "refuses without a reason"),
    ("dies", "sys.exit(3)", "the program "),
    (
        "fickle",
        "say({'placement': [[str(F(int(time.time() * 1e6) % 97, 97))]]} if len(pool['demand']) == 1 \
               else {'refuse': 'one user'})",
        "another answer to the same question",
    ),
    (
        "stalls",
        "n = globals().get('n', 0) + 1\nif n > 4: time.sleep(1000)\nsay({'placement': \
               [['0'] * len(pool['capacity'])] * len(pool['demand'])})",
        "did not answer again in the time",
    ),
];

/// Nothing is said of a scope without a trial, of what a program does not answer again, and each for a true reason and in
/// the time of the budget.
#[test]
fn what_hangs_or_refuses_is_undecided() {
    if !python() {
        return;
    }
    let scope = ["--scope", "users=2,servers=1,resources=1,max=2", "--budget", "3s", "--no-archive"];
    for (name, body, why) in UNUSABLE {
        let (_folder, command) = program(name, "cluster", "exact", body);
        let began = std::time::Instant::now();
        let own = ["worst", "--mech-command", &command, "--measure", "si-ratio"];
        let (status, worst) = asked(&[&own[..], &scope].concat());
        assert_eq!((status, &worst["value"]), (3, &Json::Null), "{name}: {worst}");
        assert!(worst["reason"].as_str().unwrap().contains(why), "{name}: {}", worst["reason"]);
        assert!(began.elapsed().as_secs() < 9, "{name}: {:?}", began.elapsed());
        if name == "stalls" {
            continue;
        }
        let (status, report) =
            asked(&[&["--mech-command", &command, "--property", "si"], &scope[..]].concat());
        assert_eq!((status, report["verdict"].as_str()), (3, Some("undecided")), "{name}: {report}");
        assert!(report["reason"].as_str().unwrap().contains(why), "{name}: {}", report["reason"]);
    }
    // Each of two ways and the first questions to a program are a part of one budget.
    let began = std::time::Instant::now();
    let (_folder, hangs) = program("hangs", "cluster", "exact", UNUSABLE[0].1);
    let census = ["census", "--mech-command", &hangs, "--property", "si", "--budget", "3s"];
    assert_eq!(asked(&census).0, 3);
    let separate = ["separate", "sp", "bf", "--budget", "3s", "--scope", "users=5,servers=3,resources=3"];
    asked(&separate);
    let worst =
        "worst --mech ddrf-lp --measure maxmin-ratio --scope agents=12,resources=6,max=30 --budget 3s";
    asked(&worst.split(' ').collect::<Vec<_>>());
    assert!(began.elapsed().as_secs() < 15, "{:?}", began.elapsed());
}

/// A value is not said to be exact for a scope of which a part was refused.
#[test]
fn exactly_is_said_of_what_was_decided() {
    let worst = ["worst", "--mech", "drf", "--measure", "si-ratio", "--no-archive", "--bound", "--scope"];
    let told = |scope: &str| said(&verify(&[&worst[..], &[scope]].concat()));
    let whole = told("users=2,servers=1,resources=1,max=2");
    assert!(whole.contains("so the worst value of this scope is exactly 1\n"), "{whole}");
    let part = told("users=2,servers=2,resources=1,max=2,rates=1");
    assert!(part.contains("so the worst value among instances with an outcome is exactly 1\n"), "{part}");
    assert!(part.contains("left out: 1017 instances of the scope have no value"), "{part}");
}

/// The command of each line of a scorecard shows the state of that line: by a search, on the instance of a record, of which
/// a search for lies misses two, or by a theorem.
#[test]
fn the_commands_of_a_scorecard_show_its_states() {
    let mut shown = 0;
    for (mech, searches) in [("tsf", true), ("hdrf", false), ("ceei", false)] {
        let (_, card) = asked(&["score", "--mech", mech, "--budget", "20"]);
        for line in card["properties"].as_array().unwrap() {
            let command = line["command"].as_str().unwrap();
            let by_file = command.contains(" --instance ") || command.starts_with("verify cite ");
            if !by_file && !searches {
                continue;
            }
            let words: Vec<&str> = command.split(' ').skip(1).collect();
            let (status, _) = asked(&words);
            let shows = match line["state"].as_str().unwrap() {
                "violated" => 1,
                "undecided" | "out-of-scope" => 3,
                _ => 0,
            };
            assert_eq!(status, shows, "{line}");
            shown += 1;
        }
    }
    assert!(shown > 50, "{shown}");
    if python() {
        let (_folder, own) = program("scored", "cluster", "exact", "say({'refuse': 'never'})");
        let (_, card) = asked(&["score", "--mech-command", &own, "--budget", "5"]);
        assert_eq!(card["mechanism"], "mine");
    }
}
