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
    let plan = ["campaign", "plan", "hunt", "--mech", "c-drfh", "--property", "si", "--blocks", "2"];
    for (arguments, code) in [(&one[..], 1), (&searched[..], 1), (&plan[..], 0)] {
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
    let plan = ["campaign", "plan", "hunt", "--mech", "c-drfh", "--property", "si,bf", "--blocks", "2"];
    let (run, merge) = (["campaign", "run", "hunt"], ["campaign", "merge", "hunt"]);
    let ended = |limits: &str, arguments: &[&str], code: i32| {
        let output = under(limits, arguments, &here);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", said(&output));
    };
    ended("", &[&plan[..], &["--instances", "300"]].concat(), 0);
    ended("", &run, 0);
    ended("", &merge, 1);
    let whole = listed(&here);
    let blocks: Vec<&PathBuf> =
        whole.iter().map(|(p, _)| p).filter(|p| p.to_string_lossy().contains("blocks")).collect();
    assert!(blocks.len() > 1, "{blocks:?}");
    std::fs::remove_file(blocks[0]).unwrap();
    std::fs::remove_file(here.join("hunt/results.toml")).unwrap();
    let left = listed(&here);
    ended(FULL, &run, 2);
    ended(FULL, &merge, 2);
    assert_eq!(listed(&here), left);
    ended("", &run, 0);
    ended("", &merge, 1);
    assert_eq!(listed(&here), whole);
}

/// Three processes do the same blocks at the same time.
#[test]
fn three_processes_on_one_campaign_do_not_mind_each_other() {
    let here = folder("hostile-three");
    let cells = ["--mech", "tsf,c-drfh", "--property", "si,ef", "--blocks", "3", "--instances", "60"];
    let run = |name: &'static str| ["campaign", "run", name, "--block", "0-11", "--threads", "1"];
    for name in ["one", "shared"] {
        let output = under("", &[&["campaign", "plan", name], &cells[..]].concat(), &here);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
    assert_eq!(under("", &run("one"), &here).status.code(), Some(0));
    let start = |_| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.args(run("shared")).current_dir(&here).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let three: Vec<_> = (0..3).map(start).collect();
    for child in three {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
    let bare = |name: &str| -> Vec<(PathBuf, String)> {
        let from = here.join(name);
        let name = |path: PathBuf| path.strip_prefix(&from).unwrap().to_path_buf();
        listed(&from).into_iter().map(|(path, text)| (name(path), text)).collect()
    };
    assert_eq!(bare("one").len(), 13);
    assert_eq!(bare("one"), bare("shared"));
}

/// Names that lead out of the folder, repeated names, and impossible numbers of blocks.
#[test]
fn campaigns_of_others_stay_in_their_folder() {
    let here = folder("hostile-strange");
    let asked = [
        "campaign",
        "plan",
        "hunt",
        "--mech",
        "tsf",
        "--property",
        "si",
        "--blocks",
        "1",
        "--instances",
        "9",
    ];
    assert_eq!(under("", &asked, &here).status.code(), Some(0));
    let file = here.join("hunt/campaign.toml");
    let good = std::fs::read_to_string(&file).unwrap();
    let many: String = (0..3000).map(|k| format!("\"m{k}\", ")).collect();
    for (from, to, part) in [
        ("mechanisms = [\"tsf\"]", "mechanisms = [\"../../tsf\"]", "mechanisms[0]: `../../tsf` is not an id"),
        ("mechanisms = [\"tsf\"]", "mechanisms = [\"\"]", "is not an id"),
        ("properties = [\"si\"]", "properties = [\"si\", \"si\"]", "properties[1]: `si` is listed twice"),
        ("properties", "measures", "task: does not fit"),
        ("task = \"search\"", "task = \"judge\"", "batch: does not fit"),
        ("task = \"search\"", "task = \"hunt\"", "unknown variant `hunt`"),
        (
            "blocks = 1",
            "blocks = 9223372036854775807",
            "blocks: makes 9223372036854775807 blocks; at most 1000000",
        ),
        ("mechanisms = [\"tsf\"]\nproperties = [\"si\"]\n", "MANY", "makes 9000000 blocks"),
        ("instances = 9", "instances = 9223372036854775807", "instances: must be at most 1000000000"),
        ("program = \"", "program = \"0", "their blocks differ"),
        ("scope = \"", "scope = \"no", "scope"),
    ] {
        let to = if to == "MANY" {
            format!("mechanisms = [{many}]\nproperties = [{many}]\n")
        } else {
            to.to_string()
        };
        let text = good.replace(from, &to);
        assert_ne!(text, good);
        std::fs::write(&file, text).unwrap();
        let output = under("", &["campaign", "run", "hunt"], &here);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let words = said(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(part), "{part}: {words}");
    }
}

/// Commands with `@` for a file that they read, and `-` for an empty list in the form of the command's other files.
const READERS: [&str; 27] = [
    "run -m drf -i @",
    "drf si -i @",
    "audit -i @",
    "audit --over @",
    "audit --compare @ -i -",
    "audit --over - --nodes @",
    "audit -i - --watch 1s --history @",
    "import kubernetes --nodes @ --pods -",
    "import kubernetes --nodes - --pods @",
    "import slurm --nodes @ --jobs -",
    "import slurm --nodes - --jobs @",
    "import slurm --nodes - --jobs - --shares @",
    "import yarn --nodes @ --apps -",
    "import yarn --nodes - --apps @",
    "import yarn --nodes - --apps - --scheduler @",
    "import kueue @",
    "import csv @ -",
    "judge -m drf -p si --instances @",
    "judge -m drf -p si --instances - --resume @",
    "shrink @",
    "export --latex @",
    "replay @",
    "simulate --scenario @",
    "family @ --budget 2s",
    "impossible --replay @",
    "exercise 1 --answer @",
    "campaign plan out --mech drf --property si --batch @",
];

/// No file makes a command wait for ever, or take all memory: a pipe without a writer, a folder, a device without an
/// end, a file of 3 GB, no file, and bytes that are no text.
#[test]
fn every_opening_ends() {
    let folder = folder("openings");
    let at = |name: &str| folder.join(name).display().to_string();
    assert!(std::process::Command::new("mkfifo").arg(at("pipe.json")).status().unwrap().success());
    std::fs::create_dir(at("folder.json")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", at("zero.json")).unwrap();
    std::fs::File::create(at("large.json")).unwrap().set_len(3 << 30).unwrap();
    std::fs::write(at("bytes.json"), b"\xff\xfe\x00").unwrap();
    std::fs::write(at("empty.json"), "{\"kind\": \"List\", \"items\": []}\n").unwrap();
    for name in ["pipe.json", "folder.json", "zero.json", "large.json", "none.json", "bytes.json"] {
        for reader in READERS {
            // A new history is written where there is no file, and so are the lines of a run that goes on.
            let written =
                name == "none.json" && (reader.contains("--history") || reader.contains("--resume"));
            // The lines of a batch are read when its blocks are judged.
            let later = name == "bytes.json" && reader.starts_with("campaign");
            if written || later {
                continue;
            }
            let words = reader.split(' ').map(|word| match word {
                "@" => at(name),
                "-" => at("empty.json"),
                "out" => at("out"),
                word => word.to_string(),
            });
            let words: Vec<String> = words.collect();
            let output = super::outside::verify(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let said = said(&output);
            assert!(
                matches!(output.status.code(), Some(1 | 2)),
                "{reader} {name}: {:?} {said}",
                output.status
            );
            assert!(!said.contains("panicked") && said.len() < 4000, "{reader} {name}: {said}");
        }
    }
    assert_eq!(std::fs::read(at("bytes.json")).unwrap(), b"\xff\xfe\x00");
}
