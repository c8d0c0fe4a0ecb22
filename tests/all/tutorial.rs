//! The tutorial's transcripts equal the output of the program. `BLESS=1 cargo test tutorial` rewrites them.

use std::path::Path;
use std::process::Command;

use super::support::root;

/// The chapter with each transcript as the program makes it: every block of `console` is one command and its output,
/// and a block of `toml` whose first line names a file is that file.
fn played(text: &str, folder: &Path) -> (String, usize) {
    let (mut made, mut commands) = (String::new(), 0);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        made += &format!("{line}\n");
        let kind = line.strip_prefix("```").unwrap_or_default();
        if kind.is_empty() {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match (kind, block.first()) {
            ("toml", Some(first)) => {
                let name = first.strip_prefix("# ").expect("a file has its name in its first line");
                std::fs::write(folder.join(name), block.join("\n")).unwrap();
                made += &format!("{}\n", block.join("\n"));
            }
            ("console", Some(command)) => {
                let words = command.strip_prefix("$ verify ").expect("a command is one of verify");
                let output = Command::new(env!("CARGO_BIN_EXE_verify"))
                    .args(words.split(' '))
                    .current_dir(folder)
                    .env("COLUMNS", "80")
                    .env("LC_ALL", "C.UTF-8")
                    .output()
                    .unwrap();
                assert!(output.stderr.is_empty(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
                let printed = String::from_utf8(output.stdout).unwrap();
                made += &format!("{command}\n");
                for line in printed.trim_end().lines() {
                    made += &format!("{}\n", line.trim_end());
                }
                commands += 1;
            }
            _ => panic!("a block of the tutorial that is neither a file nor a transcript: {kind}"),
        }
        made += "```\n";
    }
    (made, commands)
}

#[test]
fn the_tutorial_prints_what_the_program_prints() {
    let folder = super::support::folder("tutorial-of-its-own");
    std::fs::create_dir_all(&folder).unwrap();
    let file = root().join("book/text/learn/exercises.md");
    let text = std::fs::read_to_string(&file).unwrap();
    let (made, commands) = played(&text, &folder);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(commands >= 6, "{commands} commands");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &made).unwrap();
    }
    let text = std::fs::read_to_string(&file).unwrap();
    for (line, (kept, now)) in text.lines().zip(made.lines()).enumerate() {
        assert_eq!(kept, now, "line {} of the tutorial: run BLESS=1 cargo test tutorial", line + 1);
    }
    assert_eq!(text, made);
    // The program prints the numbers that the text derives by hand.
    for (told, printed) in [
        ("user 1 runs 3 tasks and user 2 runs 2", " user 1   3          3"),
        ("falls from $\\frac{1}{3}$ to $\\frac{1}{4}$", " user 1   1/4        1/4"),
        ("\\frac{1}{3} - \\frac{1}{4} = \\frac{1}{12}", "margin: 1/12"),
        ("user 1 runs $\\frac{54}{13}$ tasks and user 2 $\\frac{18}{13}$", " user 1   54/13      54/13"),
        ("sharing incentive, is violated by 1.", "margin: 1\n"),
        ("User 1 is short by $\\frac{3}{28}$", "margin: 3/28"),
    ] {
        assert!(text.contains(told), "the text does not say: {told}");
        assert!(made.contains(printed), "nothing printed says: {printed}");
    }
}

/// A transcript with another output is detected.
#[test]
fn a_stale_transcript_is_written_anew() {
    let folder = super::support::folder("stale-of-its-own");
    std::fs::create_dir_all(&folder).unwrap();
    let text = "```toml\n# a.toml\nmodel = \"cluster\"\ncapacity = [[1]]\ndemand = [[1]]\n```\n\n```console\n$ verify run --mech drf \
                --instance a.toml\nnonsense\n```\n";
    let (made, commands) = played(text, &folder);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(commands, 1);
    assert!(!made.contains("nonsense") && made.contains("user 1   1          1"), "{made}");
}
