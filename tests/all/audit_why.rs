//! `verify audit --why` and `--what-if`, worked out by hand.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::audit::verify;

fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-why");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), text).unwrap();
    folder.join(name)
}

fn json_of(arguments: &[&str]) -> (Option<i32>, Json) {
    let out = verify(&[arguments, &["--format", "json"]].concat());
    let report = serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&out.stderr)));
    (out.status.code(), report)
}

/// ml has weights 1 + 1 and b has 2, so each has half. Alone b could run a task on each of the 4 GPUs, all of them, so its
/// share is half of the GPUs, 2 tasks; it runs 1, and ml has 3 GPUs, which is 75 %.
#[test]
fn the_steps_of_a_share() {
    let text = "model = \"cluster\"\ncapacity = [[100, 4]]\ndemand = [[1, 0], [1, 1], [1, 1]]\ntasks = [4, 4, 4]\nweight = [1, 1, 2]\n\
                running = [[0], [3], [1]]\nusers = [\"prep\", \"train\", \"b\"]\nresources = [\"CPU\", \"GPU\"]\nteam = [\"ml\", \"ml\", \"b\"]\n";
    let path = file("why.toml", text);
    let (code, report) = json_of(&["--why", "b", "--instance", path.to_str().unwrap(), "--mech", "none"]);
    assert_eq!(code, Some(1));
    let why: Vec<&str> =
        report["why"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
    assert_eq!(why[0], "b has weight 2 of 4 in all, so its part of the cluster is 50 %.");
    assert!(
        why[1].contains("1 of 1 servers") && why[1].contains("b could take 100 % of all GPUs"),
        "{why:?}"
    );
    assert!(why[1].ends_with("is its share, 50 %, which runs 2 tasks."), "{why:?}");
    assert!(
        why[2].starts_with("b takes 25 % of all GPUs, and its share is 50 %: 1 GPU is missing"),
        "{why:?}"
    );
    assert!(why[3].starts_with("ml takes 75 % of all GPUs, which is more than its share"), "{why:?}");
    assert_eq!(why[4], "Idle are 0 GPUs.");
    let out = verify(&["--why", "mll", "--instance", path.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("did you mean `ml`?"));
}

/// 12 CPUs, a runs 8 and b 4, and b has 6 tasks: with equal weights b lacks 2 of its 6. With weight 2 for a its part is a third,
/// 4 tasks, and it lacks none. If b had only 4 tasks it would lack none either; with 3 more it lacks 2. A new user c with
/// one task of 2 CPUs makes thirds, of 4 CPUs each: c lacks its one task, 2 CPUs, and b has its 4.
#[test]
fn another_weight_and_more_tasks() {
    let text = |has: u32| {
        format!(
            "model = \"cluster\"\ncapacity = [[12]]\ndemand = [[1], [1]]\nrunning = [[8], [4]]\ntasks = [8, {has}]\n\
             users = [\"a\", \"b\"]\nresources = [\"CPU\"]\npriority = [3, 0]\n"
        )
    };
    let (six, four) = (file("six.toml", &text(6)), file("four.toml", &text(4)));
    let of =
        |path: &Path, change: &str| json_of(&["--what-if", change, "--instance", path.to_str().unwrap()]);
    let user = |report: &Json, name: &str| -> Json {
        let users = report["users"].as_array().unwrap();
        users.iter().find(|line| line["user"] == name).unwrap_or_else(|| panic!("{report:#}")).clone()
    };
    let (_, report) = of(&six, "weight a=2");
    let b = user(&report, "b");
    assert_eq!((&b["before"]["short"], &b["after"]["short"]), (&json!("2"), &json!("0")));
    assert_eq!((&b["before"]["right"], &b["after"]["right"]), (&json!("1/2"), &json!("1/3")));
    let more = file("more.toml", "users = [\"b\"]\ndemand = [[1]]\ntasks = [3]\n");
    let (code, report) = of(&four, &format!("submit {}", more.display()));
    let b = user(&report, "b");
    assert_eq!((code, &b["before"]["short"], &b["after"]["short"]), (Some(1), &json!("0"), &json!("2")));
    let new = file("new.toml", "users = [\"c\"]\ndemand = [[2]]\ntasks = [1]\n");
    let (_, report) = of(&four, &format!("submit {}", new.display()));
    let c = user(&report, "c");
    assert_eq!(
        (&c["before"], &c["after"]["right"], &c["after"]["short"]),
        (&Json::Null, &json!("1/3"), &json!("1"))
    );
    assert_eq!(user(&report, "b")["after"]["short"], "0");
    for wrong in ["weight a=0", "weight d=1", "weight a", "submit nowhere.toml", "quote", "weight a=x"] {
        let out = verify(&["--what-if", wrong, "--instance", six.to_str().unwrap()]);
        assert_eq!(out.status.code(), Some(2), "{wrong}");
    }
}

/// Queue p has weight 1 and q has 2; p holds p1 and p2 with weight 1 each: p gets a third of 12 CPUs, p1 half of that, 2 tasks.
#[test]
fn a_sentence_for_each_level() {
    let text = "model = \"cluster\"\ncapacity = [[12]]\ndemand = [[1], [1], [1]]\ntasks = [12, 12, 12]\nrunning = [[1], [3], [8]]\n\
                users = [\"p1\", \"p2\", \"q1\"]\npath = [\"p\", \"p\", \"q\"]\nresources = [\"CPU\"]\nnode-weight = {q = 2}\n";
    let path = file("levels.toml", text);
    let (_, report) = json_of(&["--why", "p1", "--instance", path.to_str().unwrap(), "--mech", "none"]);
    let first = report["why"][0].as_str().unwrap();
    assert!(
        first.contains("p has weight 1 of 3 and gets 33.33 % (queue q 66.67 %); p1 has weight 1 of 2 and gets 16.67 % (p2 16.67 %)"),
        "{first}"
    );
}

/// 12 CPUs: eng has dev and ops, which run 8 and 1, and web runs 3. By weights eng has half, so dev and ops have 3 each and web
/// 6; a quota of 9 for eng leaves 3 for web, and dev and ops have 9/2. To serve ops, tasks of dev stop. By shares over
/// weights ops comes first, 1/12 over 1/4; then web, 3/12 over 1/2, and dev, 8/12 over 1/4.
#[test]
fn another_quota_and_who_is_next() {
    let text = "model = \"cluster\"\ncapacity = [[12]]\ndemand = [[1], [1], [1]]\nrunning = [[8], [1], [3]]\ntasks = [12, 12, 12]\n\
                users = [\"dev\", \"ops\", \"web\"]\nresources = [\"CPU\"]\npath = [\"eng\", \"eng\", \"\"]\n";
    let path = file("quota.toml", text);
    let path = path.to_str().unwrap();
    let (_, report) = json_of(&["--what-if", "quota eng cpu=9", "--instance", path]);
    let user = |name: &str, at: &str| {
        let users = report["users"].as_array().unwrap();
        users.iter().find(|line| line["user"] == name).unwrap()[at]["right"].clone()
    };
    assert_eq!((user("web", "before"), user("web", "after")), (json!("1/2"), json!("1/4")));
    assert_eq!((user("ops", "before"), user("ops", "after")), (json!("1/4"), json!("3/8")));
    assert_eq!(report["plan"]["stops"], json!([[0, 0, 3]]), "{report:#}");
    let (_, report) = json_of(&["--instance", path, "--mech", "none"]);
    let next = json!([{"user": "ops", "share_over_weight": "1/3"}, {"user": "web", "share_over_weight": "1/2"},
                      {"user": "dev", "share_over_weight": "8/3"}]);
    assert_eq!(report["next"], next);
    for (change, error) in
        [("quota enq cpu=9", "did you mean `eng`?"), ("quota eng gpu=9", "no resource is called `gpu`")]
    {
        let out = verify(&["--what-if", change, "--instance", path]);
        assert!(String::from_utf8_lossy(&out.stderr).contains(error), "{out:?}");
    }
}
