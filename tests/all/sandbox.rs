//! Rules that are WebAssembly modules: greeted, asked and judged like programs, and kept inside their memory and their steps.

use super::outside::verify;
use super::support::{folder, said};

/// Searches for envy under a module that greets, and does something before it gives user 1 a task and user 2 none.
fn asked(name: &str, head: &str, body: &str) -> (Option<i32>, String) {
    let quoted = |text: &str| text.replace('"', "\\\"");
    let greeting = r#"{"fairwitness": 1, "id": "small", "model": "cluster", "division": "resource",
        "tasks": "divisible", "numbers": "exact"}"#
        .replace("\n        ", " ");
    let says = r#"{"placement": [["1"], ["0"]]}"#;
    let text = format!(
        r#"(module {head} (memory (export "memory") 1) (global $asked (mut i32) (i32.const 0))
  (data (i32.const 0) "{}") (data (i32.const 512) "{}")
  (func (export "answer") (param $at i32) (param $length i32) (result i64)
    (if (i32.lt_u (local.get $length) (i32.const 24)) (then (return (i64.const {}))))
    {body}
    (i64.const {})))"#,
        quoted(&greeting),
        quoted(says),
        greeting.len(),
        (512 << 32) + says.len() as u64,
    );
    let file = folder(&format!("sandbox-{name}")).join("small.wat");
    std::fs::write(&file, text).unwrap();
    let scope = "users=2,servers=1,resources=1,max=2";
    let file = file.to_str().unwrap();
    let out = verify(&[
        "--mech-command",
        file,
        "-p",
        "ef",
        "--scope",
        scope,
        "--no-archive",
        "--mech-timeout",
        "500ms",
    ]);
    (out.status.code(), said(&out) + &String::from_utf8_lossy(&out.stderr))
}

#[test]
#[cfg(not(feature = "wasm"))]
fn without_the_feature_the_answer_names_it() {
    let (code, said) = asked("feature", "", "");
    assert!(code == Some(2) && said.contains("--features wasm"), "{said}");
}

#[cfg(feature = "wasm")]
mod runs {
    use std::path::Path;
    use std::process::Command;

    use super::super::support::{root, there};
    use super::{asked, folder, verify};

    #[test]
    fn a_module_is_judged_and_no_answer_depends_on_an_earlier_one() {
        let (code, said) = asked("well", "", "");
        assert!(code == Some(1) && said.contains("small violates ef"), "{said}");
        let once = "(global.set $asked (i32.add (global.get $asked) (i32.const 1)))
            (if (i32.gt_u (global.get $asked) (i32.const 1)) (then (unreachable)))";
        let (code, said) = asked("once", "", once);
        assert!(code == Some(1) && !said.contains("ended"), "{said}");
    }

    #[test]
    fn a_module_ends_by_its_steps_its_memory_or_its_trap() {
        for (name, body, kind) in [
            ("endless", "(loop $again (br $again))", "no answer in time"),
            ("trap", "(unreachable)", "ended instead of answering"),
            ("far", "(return (i64.const 0x7fffffff00000010))", "an answer that cannot be read"),
            (
                "hungry",
                "(if (i32.eq (memory.grow (i32.const 60000)) (i32.const -1)) (then (unreachable)))",
                "ended instead of answering",
            ),
        ] {
            let (code, said) = asked(name, "", body);
            assert!(code == Some(3) && said.contains(kind), "{name}: {code:?} {said}");
        }
    }

    #[test]
    fn a_module_that_imports_or_lacks_something_is_refused_by_name() {
        let (code, said) = asked("imports", r#"(import "env" "clock" (func (result i64)))"#, "");
        assert!(code == Some(2) && said.contains("imports `env.clock`"), "{said}");
        let file = folder("sandbox-empty").join("empty.wat");
        std::fs::write(&file, "(module)").unwrap();
        let out = verify(&["mech-check", file.to_str().unwrap()]);
        assert!(String::from_utf8_lossy(&out.stdout).contains("exports no `memory`"));
    }

    /// The worst ratio of the module, over all instances of a small scope.
    fn worst(file: &Path) -> String {
        let scope = "users=2,servers=1,resources=1,max=3";
        let file = file.to_str().unwrap();
        let out =
            verify(&["worst", "--mech-command", file, "--measure", "si-ratio", "--scope", scope, "--bound"]);
        String::from_utf8(out.stdout).unwrap()
    }

    #[test]
    fn the_example_in_rust_has_the_ratio_of_the_readme() {
        let made = folder("sandbox-rust");
        let build = ["build", "--release", "--quiet"];
        let status = Command::new("cargo")
            .args(build)
            .current_dir(root().join("examples/sandbox"))
            .env("CARGO_TARGET_DIR", &made)
            .status();
        assert!(status.unwrap().success(), "rustup target add wasm32-unknown-unknown");
        let said = worst(&made.join("wasm32-unknown-unknown/release/equal_tasks.wasm"));
        assert!(said.contains("exactly 1/2"), "{said}");
    }

    #[test]
    fn the_example_in_c_leaves_a_user_nothing() {
        if !there("clang", "apt-get install clang") {
            return;
        }
        let made = folder("sandbox-c");
        let run = |command: &mut Command| assert!(command.current_dir(&made).status().unwrap().success());
        let source = root().join("examples/sandbox/first.c");
        run(Command::new("clang")
            .args(["--target=wasm32", "-O2", "-nostdlib", "-c", "-o", "first.o"])
            .arg(source));
        let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().unwrap().stdout;
        let sysroot = String::from_utf8(sysroot).unwrap();
        let linker = format!("{}/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld", sysroot.trim());
        run(Command::new(linker).args([
            "-flavor",
            "wasm",
            "--no-entry",
            "--export=answer",
            "-z",
            "stack-size=16384",
            "-o",
            "first.wasm",
            "first.o",
        ]));
        let said = worst(&made.join("first.wasm"));
        assert!(said.contains("exactly 0"), "{said}");
    }
    /// Equal parts of one server waste what a user cannot use: of (1, 0) and (0, 1) in (1, 1), half of each resource stays idle.
    #[test]
    fn the_example_in_assemblyscript_is_not_pareto_optimal() {
        if !there("asc", "npm install --global assemblyscript") {
            return;
        }
        let made = folder("sandbox-assemblyscript").join("split.wasm");
        let source = root().join("examples/sandbox/split.ts");
        let mut asc = Command::new("asc");
        asc.arg(source).args(["-O3", "--runtime", "stub", "--use", "abort=", "--outFile"]).arg(&made);
        assert!(asc.status().unwrap().success());
        let pool = made.with_file_name("pool.toml");
        std::fs::write(&pool, "model = \"cluster\"\ncapacity = [[1, 1]]\ndemand = [[1, 0], [0, 1]]\n")
            .unwrap();
        let judged = |property: &str| {
            let files = [made.to_str().unwrap(), pool.to_str().unwrap()];
            verify(&["--mech-command", files[0], "-p", property, "--instance", files[1]]).status.code()
        };
        assert_eq!((judged("si"), judged("po")), (Some(0), Some(1)));
    }
}
