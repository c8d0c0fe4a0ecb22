//! Scripts that make tables for `verify import csv` from the output of other programs and from public traces.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use super::support::{folder, root, there};

#[test]
fn outputs_of_other_programs_become_tables() {
    let text = std::fs::read_to_string(root().join("tests/imports/templates.json")).unwrap();
    let table: Json = serde_json::from_str(&text).unwrap();
    let (rows, folder) = (table["rows"].as_array().unwrap(), folder("templates"));
    let words = |row: &Json| -> Vec<String> {
        row["run"].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_string()).collect()
    };
    for script in std::fs::read_dir(root().join("examples/imports")).unwrap() {
        let script = script.unwrap().path();
        let name = script.file_name().unwrap().to_str().unwrap().to_string();
        assert!(
            ["README.md", "flux.jq"].contains(&name.as_str())
                || rows.iter().any(|row| words(row).contains(&name)),
            "{name} has no row"
        );
        std::fs::copy(&script, folder.join(name)).unwrap();
    }
    for row in rows {
        let run = words(row);
        if !there(&run[0], &format!("apt-get install {}", run[0])) {
            continue;
        }
        for (name, text) in row["files"].as_object().into_iter().flatten() {
            std::fs::write(folder.join(name), text.as_str().unwrap()).unwrap();
        }
        let mut child = Command::new(&run[0])
            .args(&run[1..])
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(row["input"].as_str().unwrap().as_bytes()).unwrap();
        let out = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr);
        match row["error"].as_str() {
            Some(error) => assert!(!out.status.success() && said.contains(error), "{run:?}: {said}"),
            None => {
                assert!(out.status.success(), "{run:?}: {said}");
                let made = String::from_utf8(out.stdout).unwrap().replace('"', "");
                assert_eq!(made, row["output"].as_str().unwrap(), "{run:?}");
            }
        }
    }
}
