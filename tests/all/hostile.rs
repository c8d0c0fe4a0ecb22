//! Files, folders and moments that mean no good: files of a megabyte, a full disk, processes in each other's way, and records
//! whose every text is markup.
//!
//! The program is run under limits of its shell: 1 GiB of memory and 10 s of processor time.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A new folder of that name.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Runs the program behind `limits`, a line of the shell that ends in a semicolon.
fn under(limits: &str, arguments: &[&str], at: &Path) -> Output {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{limits} exec \"$0\" \"$@\"")).arg(env!("CARGO_BIN_EXE_verify"));
    command.args(arguments).current_dir(at).stdin(Stdio::null()).output().unwrap()
}

/// What was said, on both streams.
fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Files under a folder with what is in them.
fn listed(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(listed(&path));
        } else {
            found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

const SLICES: &str =
    "model = \"cluster\"\ncapacity = [[0, 1], [1, 1]]\ndemand = [[1, 1], [0, 1]]\neligible = [[0, 1], [1]]\n";

/// No file can grow, and no signal ends the program for trying.
const FULL: &str = "trap '' XFSZ; ulimit -f 0;";

#[test]
fn a_full_disk_leaves_nothing_behind() {
    let here = folder("full");
    std::fs::write(here.join("slices.toml"), SLICES).unwrap();
    let before = listed(&here);
    let one =
        ["--mech", "tsf", "--property", "si", "--instance", "slices.toml", "--save", "--archive", "kept"];
    let searched = ["--mech", "tsf", "--property", "si", "--no-archive", "--save", "--archive", "kept"];
    let campaign =
        ["campaign", "hunt", "--mech", "tsf", "--property", "si", "--blocks", "2", "--instances", "50"];
    for (arguments, code) in [(&one[..], 1), (&searched[..], 1), (&campaign[..], 1)] {
        let full = under(FULL, arguments, &here);
        let text = said(&full);
        assert_eq!(full.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains("too large") || text.contains("No space"), "{arguments:?}: {text}");
        assert!(text.contains("kept") || text.contains("campaign.toml"), "which file: {text}");
        assert_eq!(listed(&here), before, "{arguments:?}");
        let _ = (std::fs::remove_dir_all(here.join("kept")), std::fs::remove_dir_all(here.join("hunt")));
        let free = under("", arguments, &here);
        assert_eq!(free.status.code(), Some(code), "{arguments:?}: {}", said(&free));
        assert!(listed(&here).len() > before.len(), "{arguments:?}");
        let _ = (std::fs::remove_dir_all(here.join("kept")), std::fs::remove_dir_all(here.join("hunt")));
    }
}

/// The disk fills up in the middle of a campaign: its blocks so far stay, and it goes on where it was.
#[test]
fn a_campaign_goes_on_when_there_is_room_again() {
    let here = folder("full-later");
    let arguments =
        ["campaign", "hunt", "--mech", "tsf", "--property", "si,ef", "--blocks", "2", "--instances", "50"];
    assert_eq!(under("", &arguments, &here).status.code(), Some(1));
    let whole = listed(&here);
    let blocks: Vec<&PathBuf> =
        whole.iter().map(|(p, _)| p).filter(|p| p.to_string_lossy().contains("blocks")).collect();
    assert!(blocks.len() > 1, "{blocks:?}");
    std::fs::remove_file(blocks[0]).unwrap();
    std::fs::remove_file(here.join("hunt/results.toml")).unwrap();
    let left = listed(&here);
    let full = under(FULL, &arguments[..2], &here);
    assert_eq!(full.status.code(), Some(2), "{}", said(&full));
    assert_eq!(listed(&here), left);
    assert_eq!(under("", &arguments[..2], &here).status.code(), Some(1));
    assert_eq!(listed(&here), whole);
}

#[test]
fn three_processes_on_one_campaign_do_not_mind_each_other() {
    let here = folder("three");
    let asked = |name: &'static str| {
        [
            "campaign",
            name,
            "--mech",
            "tsf,c-drfh",
            "--property",
            "si,ef",
            "--blocks",
            "3",
            "--instances",
            "60",
            "--threads",
            "1",
        ]
    };
    let single = under("", &asked("one"), &here);
    assert_eq!(single.status.code(), Some(1), "{}", said(&single));
    let start = |_| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.args(asked("shared")).current_dir(&here).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let three: Vec<_> = (0..3).map(start).collect();
    for child in three {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    }
    let bare = |name: &str| -> Vec<(String, String)> {
        let from = here.join(name);
        listed(&from)
            .into_iter()
            .map(|(p, t)| (p.strip_prefix(&from).unwrap().display().to_string(), t))
            .collect()
    };
    let (alone, together) = (bare("one"), bare("shared"));
    assert!(alone.len() > 5);
    let without_blocks = |all: &[(String, String)]| -> Vec<(String, String)> {
        all.iter().filter(|(name, _)| !name.starts_with("blocks")).cloned().collect()
    };
    assert_eq!(without_blocks(&alone), without_blocks(&together));
    // A block of a cell that is settled may be there or not; what is in a block does not differ.
    for (name, text) in together.iter().filter(|(name, _)| name.starts_with("blocks")) {
        assert!(alone.iter().all(|(other, known)| other != name || known == text), "{name}");
    }
    let merged = under("", &["campaign", "merge", "merged", "shared", "one"], &here);
    assert_eq!(merged.status.code(), Some(1), "{}", said(&merged));
    assert_eq!(without_blocks(&bare("merged")), without_blocks(&alone));
}

/// Names that would lead out of the folder, names twice, and more blocks than anybody can do.
#[test]
fn campaigns_of_others_stay_in_their_folder() {
    let here = folder("strange");
    let asked =
        ["campaign", "hunt", "--mech", "tsf", "--property", "si", "--blocks", "1", "--instances", "9"];
    assert_eq!(under("", &asked, &here).status.code().map(|c| c < 2), Some(true));
    let file = here.join("hunt/campaign.toml");
    let good = std::fs::read_to_string(&file).unwrap();
    let many: String = (0..3000).map(|k| format!("\"m{k}\", ")).collect();
    for (from, to, part) in [
        ("mechanisms = [\"tsf\"]", "mechanisms = [\"../../tsf\"]", "mechanisms[0]: `../../tsf` is no id"),
        ("mechanisms = [\"tsf\"]", "mechanisms = [\"\"]", "is no id"),
        ("properties = [\"si\"]", "properties = [\"si\", \"si\"]", "properties[1]: `si` stands twice"),
        ("blocks = 1", "blocks = 9223372036854775807", "1,000,000"),
        ("mechanisms = [\"tsf\"]\nproperties = [\"si\"]\n", "MANY", "more than 1,000,000 blocks"),
    ] {
        let to = if to == "MANY" {
            format!("mechanisms = [{many}]\nproperties = [{many}]\n")
        } else {
            to.to_string()
        };
        let text = good.replace(from, &to);
        assert_ne!(text, good);
        std::fs::write(&file, text).unwrap();
        let output = under("", &["campaign", "hunt"], &here);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(part), "{part}: {}", said(&output));
    }
}
