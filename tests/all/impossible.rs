//! `verify impossible` on the command line: forced outcomes and divisible tasks, saved and then replayed by
//! both commands that can.

use std::process::Command;

use serde_json::Value;

/// Exit status, standard output and standard error.
fn verify(arguments: &[&str]) -> (Option<i32>, String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_verify")).args(arguments).output().unwrap();
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

/// Ghodsi et al. (2011): sharing incentive, Pareto optimality and resource monotonicity exclude each other; the first two do not.
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
    ] {
        let (code, _, err) = ask(ids, scope, more);
        assert_eq!(code, Some(2));
        assert!(err.contains(said), "{err}");
    }
}
