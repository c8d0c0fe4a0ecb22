//! `verify impossible` on the command line: forced outcomes and divisible tasks, saved and then replayed by both
//! commands that can.

use serde_json::Value;

/// Exit status, standard output and standard error.
fn verify(arguments: &[&str]) -> (Option<i32>, String, String) {
    let run = super::support::verify(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (run.status.code(), text(run.stdout), text(run.stderr))
}

/// By hand for reports 1 and 3 on 4 units: only (4, 0) is Pareto optimal and gives sharing incentive.
#[test]
fn a_forced_outcome_is_kept_and_read_by_both_commands() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (instance, kept, wrong) = (path("instance.toml"), path("forced.toml"), path("wrong.toml"));
    std::fs::write(&instance, "model = \"cluster\"\ncapacity = [[4]]\ndemand = [[1], [3]]\n").unwrap();
    let asked =
        ["impossible", "--property", "po,si", "--scope", "users=2,capacity=4", "--instance", &instance];
    let (code, out, _) = verify(&[&asked[..], &["--save", &kept]].concat());
    assert_eq!(code, Some(1));
    assert!(out.starts_with("Forced: every rule with po, si allocates (4, 0)"), "{out}");
    let text = std::fs::read_to_string(&kept).unwrap();
    let changed = text.replacen("[\"po\", \"si\"]", "[\"po\", \"ef\"]", 1);
    assert_ne!(changed, text);
    std::fs::write(&wrong, changed).unwrap();
    for command in [&["impossible", "--replay"][..], &["replay"]] {
        let (code, out, _) = verify(&[command, &[&kept, &wrong]].concat());
        assert_eq!(code, Some(1));
        assert!(
            out.contains("the users run (4, 0) tasks") && out.contains("1 of 2 records verified"),
            "{out}"
        );
        assert!(out.lines().any(|line| line.starts_with("REFUSED ") && line.contains("wrong.toml")), "{out}");
        assert_eq!(verify(&[command, &[&kept]].concat()).0, Some(0));
    }
}

/// Ghodsi et al. (2011): sharing incentive, Pareto optimality and resource monotonicity exclude each other; the
/// first two do not.
#[test]
fn divisible_tasks_are_decided_on_one_server() {
    let ask = |ids: &str, scope: &str, more: &[&str]| {
        let asked = ["impossible", "--property", ids, "--scope", scope, "--division", "divisible"];
        verify(&[&asked[..], more].concat())
    };
    let two = "users=2,resources=2,capacity=2";
    let (code, out, _) = ask("po,si,resource-monotone", two, &["--format", "json"]);
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &said["verdict"], &said["division"]),
        (Some(0), &"impossible".into(), &"divisible".into())
    );
    assert_eq!(said["core"].as_array().unwrap().len(), 3);
    let (code, out, _) = ask("po,si", two, &["--format", "json"]);
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &said["verdict"]), (Some(1), &"possible".into()));
    let (code, out, _) = ask("po,si,resource-monotone", two, &["--all"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("Of the 8 sets") && out.contains("7 are possible, 1 are impossible"), "{out}");
    for (ids, scope, more, said) in [
        ("po,ef1", two, &[][..], "`ef1` is not decided for divisible tasks"),
        ("po", "users=2,servers=2,capacity=2", &[], "divisible tasks are decided on one server"),
        ("po", two, &["--over", "1..2"], "--over is for whole tasks"),
        ("po", two, &["--near", "drf"], "--near is for whole tasks"),
    ] {
        let (code, _, err) = ask(ids, scope, more);
        assert_eq!(code, Some(2));
        assert!(err.contains(said), "{err}");
    }
}

/// One server with 2 units and whole tasks, by hand as in Theorem 1 of the chapter: with `po` and `si` the reports
/// (1, 2) get (2, 0), since half of the server holds a task of user 1. At (2, 2) one task fits, and the user without
/// a task gains one by reporting 1.
#[test]
fn a_rule_that_was_found_is_a_mechanism() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (rule, wrong, many) = (path("rule.toml"), path("wrong.toml"), path("many.jsonl"));
    let scope = "users=2,capacity=2";
    let (code, out, _) =
        verify(&["impossible", "--property", "po,si", "--scope", scope, "--out", &rule, "--format", "json"]);
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &said["verdict"]), (Some(1), &"possible".into()));
    for judged in said["judged"].as_array().unwrap() {
        assert_eq!((&judged["profiles"], &judged["left_out"]), (&4.into(), &Value::Null), "{judged}");
    }
    let instance = |name: &str, demand: &str| {
        let file = path(name);
        std::fs::write(&file, format!("model = \"cluster\"\ncapacity = [[2]]\ndemand = {demand}\n")).unwrap();
        file
    };
    let (one, two, outside) = (
        instance("one.toml", "[[1], [2]]"),
        instance("two.toml", "[[2], [2]]"),
        instance("out.toml", "[[1], [3]]"),
    );
    let (code, out, _) = verify(&["run", "--mech", &rule, "--instance", &one, "--format", "json"]);
    let run: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &run["certified"]), (Some(0), &true.into()));
    assert_eq!(run["outcome"]["tasks"], serde_json::json!(["2", "0"]));
    let judge = |mech: &str, property: &str, file: &str| {
        let asked = ["--mech", mech, "--property", property, "--instance", file, "--format", "json"];
        let (code, out, err) = verify(&asked);
        let said: Value = serde_json::from_str(&out).unwrap_or(Value::String(err));
        (code, said)
    };
    assert_eq!(judge(&rule, "po", &one).1["verdict"], "holds");
    assert_eq!(judge(&rule, "si", &one).1["verdict"], "holds");
    let (code, said) = judge(&rule, "sp", &two);
    assert_eq!(
        (code, &said["verdict"], &said["witness"]["margin"]),
        (Some(1), &"violated".into(), &"1".into())
    );
    // A profile outside the table is refused by name.
    let (code, said) = judge(&rule, "po", &outside);
    assert_eq!((code, &said["verdict"]), (Some(0), &"out-of-scope".into()));
    assert!(
        said["reason"].as_str().unwrap().contains("no row for capacities (2) with demands (1), (3)"),
        "{said}"
    );
    let (code, _, err) = verify(&["run", "--mech", &rule, "--instance", &outside]);
    assert!(code == Some(2) && err.contains("has no row for capacities (2) with demands (1), (3)"), "{err}");
    // A batch with one line inside the table and one outside.
    std::fs::write(
        &many,
        "{\"model\": \"cluster\", \"capacity\": [[2]], \"demand\": [[1], [2]]}\n{\"model\": \"cluster\", \"capacity\": [[3]], \"demand\": [[1], [2]]}\n",
    )
    .unwrap();
    let (_, out, _) = verify(&["judge", "--mech", &rule, "--property", "po,si", "--instances", &many]);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["verdicts"]["po"]["verdict"], "holds");
    assert_eq!(lines[1]["verdicts"]["po"]["verdict"], "out-of-scope");
    // A changed table is judged as it is: user 1 has nothing although half of the server holds one of its tasks.
    let text = std::fs::read_to_string(&rule).unwrap();
    let changed = text.replacen("placement = [[2], [0]]", "placement = [[0], [1]]", 1);
    assert_ne!(changed, text);
    std::fs::write(&wrong, &changed).unwrap();
    let (code, said) = judge(&wrong, "si", &one);
    assert_eq!(
        (code, &said["verdict"], &said["witness"]["margin"]),
        (Some(1), &"violated".into(), &"1".into())
    );
    for (old, new, why) in [
        ("placement = [[2], [0]]", "placement = [[2], [1]]", "cannot be carried out"),
        ("kind = \"rule\"", "kind = \"forced\"", "field `kind`"),
        ("demand = [[1], [2]]", "demand = [[1], [1]]", "has two rows"),
        ("max = [2]", "max = [1]", "is no profile of the scope"),
    ] {
        std::fs::write(&wrong, text.replacen(old, new, 1)).unwrap();
        let (code, _, err) = verify(&["run", "--mech", &wrong, "--instance", &one]);
        assert!(code == Some(2) && err.contains(why), "{why}: {err}");
    }
    let (code, _, err) = verify(&["run", "--mech", &path("missing.toml"), "--instance", &one]);
    assert!(code == Some(2) && err.contains("missing.toml"), "{err}");
    let (code, _, err) = verify(&["--mech", &rule, "--property", "sp", "--instance", &two, "--save"]);
    assert!(code == Some(2) && err.contains("is the rule of a file"), "{err}");
}

/// On one server, dominant resource fairness that skips a task that does not fit ends when no task fits, so it is
/// Pareto optimal, and the nearest Pareto optimal rule is the mechanism itself. With 2 units and `po` alone (1, 1)
/// and (2, 0) at (1, 1) have 2 tasks, (1, 2) and (2, 1) at most 2, and (2, 2) one: 7 tasks in all.
#[test]
fn the_nearest_rule_and_the_one_with_most_tasks() {
    let ask = |more: &[&str]| {
        let asked = ["impossible", "--property", "po", "--scope", "users=2,capacity=2", "--format", "json"];
        let (code, out, err) = verify(&[&asked[..], more].concat());
        assert_eq!(code, Some(1), "{err}");
        serde_json::from_str::<Value>(&out).unwrap()
    };
    let near = ask(&["--near", "drf-tasks-skip"]);
    assert_eq!(near["preferred"], serde_json::json!({"near": "drf-tasks-skip", "total": 0, "proved": true}));
    assert!(near["mechanisms"].as_array().unwrap().contains(&"drf-tasks-skip".into()), "{near}");
    let most = ask(&["--most-welfare"]);
    assert_eq!(most["preferred"], serde_json::json!({"near": null, "total": 7, "proved": true}));
    for (mech, why) in [("drf", "allocates parts of tasks"), ("drf-task", "did you mean")] {
        let (code, _, err) =
            verify(&["impossible", "--property", "po", "--scope", "users=2,capacity=3", "--near", mech]);
        assert!(code == Some(2) && err.contains(why), "{err}");
    }
}

/// The picture of a core contains its numbers in words; the theorem of Coq is complete.
#[test]
fn cores_are_exported() {
    let records = super::support::root().join("crates/impossible/records");
    let file = |name: &str| records.join(name).display().to_string();
    let whole = file("po-si-sp-2u1s1r.toml");
    let (code, out, err) = verify(&["export", &whole, "--svg"]);
    assert_eq!(code, Some(0), "{err}");
    for said in [
        "role=\"img\"",
        "user 1 reports 1; user 2 reports 2",
        "one allocation is left by Pareto optimality and sharing incentive (2, 0).",
        "Strategy-proofness: user",
        "<svg ",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let divisible = file("divisible-po-si-resource-monotone-2u1s2r.toml");
    let (code, out, _) = verify(&["export", &divisible, "--svg"]);
    assert!(code == Some(0) && out.contains("x1(2) &gt;= 1/2, by sharing incentive"), "{out}");
    for name in [&whole, &divisible] {
        let (code, out, _) = verify(&["export", name, "--coq"]);
        assert!(code == Some(0) && out.contains("Theorem impossible") && out.contains("Qed."), "{out}");
    }
    for (name, form, why) in
        [(&whole, "--latex", "--latex is for"), (&file("forced-po-si-2u1s1r.toml"), "--svg", "has no core")]
    {
        let (code, _, err) = verify(&["export", name, form]);
        assert!(code == Some(2) && err.contains(why), "{err}");
    }
}
