//! Hostile folders: a full disk, processes that disturb each other, and campaigns with strange names and numbers.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::support::{files_under, folder, said, under};

/// The files under a folder with their contents.
fn listed(folder: &Path) -> Vec<(PathBuf, String)> {
    let text = |path: PathBuf| (path.clone(), std::fs::read_to_string(path).unwrap());
    let mut found: Vec<_> = files_under(folder).into_iter().map(text).collect();
    found.sort();
    found
}

const SLICES: &str =
    "model = \"cluster\"\ncapacity = [[0, 1], [1, 1]]\ndemand = [[1, 1], [0, 1]]\neligible = [[0, 1], [1]]\n";

/// No file can grow, and no signal ends the program for trying.
const FULL: &str = "trap '' XFSZ; ulimit -f 0;";

#[test]
fn a_full_disk_leaves_nothing_behind() {
    let here = folder("hostile-full");
    std::fs::write(here.join("slices.toml"), SLICES).unwrap();
    let before = listed(&here);
    let one =
        ["--mech", "tsf", "--property", "si", "--instance", "slices.toml", "--save", "--archive", "kept"];
    let searched = ["--mech", "tsf", "--property", "si", "--no-archive", "--save", "--archive", "kept"];
    let campaign =
        ["campaign", "hunt", "--mech", "c-drfh", "--property", "si", "--blocks", "2", "--instances", "300"];
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

/// The disk is full in the middle of a campaign: finished blocks stay, and the campaign continues there once there
/// is space.
#[test]
fn a_campaign_goes_on_when_there_is_room_again() {
    let here = folder("hostile-full-later");
    let arguments = [
        "campaign",
        "hunt",
        "--mech",
        "c-drfh",
        "--property",
        "si,bf",
        "--blocks",
        "2",
        "--instances",
        "300",
    ];
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
    // The workers and their times are in the folder of leases, which differs.
    let work = |all: Vec<(PathBuf, String)>| -> Vec<(PathBuf, String)> {
        all.into_iter().filter(|(path, _)| !path.to_string_lossy().contains("leases")).collect()
    };
    assert_eq!(work(listed(&here)), work(whole));
}

#[test]
fn three_processes_on_one_campaign_do_not_mind_each_other() {
    let here = folder("hostile-three");
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
        let kept = |name: &str| !name.starts_with("blocks") && !name.starts_with("leases");
        all.iter().filter(|(name, _)| kept(name)).cloned().collect()
    };
    assert_eq!(without_blocks(&alone), without_blocks(&together));
    // A block of a settled cell may exist or not; existing blocks do not differ.
    for (name, text) in together.iter().filter(|(name, _)| name.starts_with("blocks")) {
        assert!(alone.iter().all(|(other, known)| other != name || known == text), "{name}");
    }
    let merged = under("", &["campaign", "merge", "merged", "shared", "one"], &here);
    assert_eq!(merged.status.code(), Some(1), "{}", said(&merged));
    assert_eq!(without_blocks(&bare("merged")), without_blocks(&alone));
}

/// Names that lead out of the folder, repeated names, and impossible numbers of blocks.
#[test]
fn campaigns_of_others_stay_in_their_folder() {
    let here = folder("hostile-strange");
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
        ("blocks = 1", "blocks = 9223372036854775807", "blocks: must be at most 1000000"),
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
