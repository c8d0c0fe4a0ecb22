//! Commands that the program prints can be typed into a shell, and show what was printed beside them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::outside::python;
use super::support::{files, files_under, root};

/// A rule in floats that gives user k a part that is k ten-billionths too small: envy that only `--slack 0` shows.
const NEAR: &str = "import json, sys
sys.stdin.readline()
print(json.dumps({'fairwitness': 1, 'id': 'near', 'model': 'cluster', 'numbers': 'float'}), flush=True)
for line in sys.stdin:
    pool = json.loads(line)['instance']
    c, d = pool['capacity'], pool['demand']
    tasks = [[c[0][0] / d[k][0] / len(d) * (1 - k * 1e-10)] for k in range(len(d))]
    one = len(c) == 1 and len(c[0]) == 1
    print(json.dumps({'placement': tasks} if one else {'refuse': 'one resource of one server'}), flush=True)
";

/// What is typed besides the lines of transcripts, in a folder with `tests/first_user/files`.
const TYPED: [&str; 11] = [
    "verify tsf bf --no-archive --save > saved; verify tsf bf --no-archive --seed 9 --strategy random",
    "verify tsf bf --no-archive --seed 7 --strategy random --scope default,users=3 --budget 4000",
    "verify tsf si --scope users=2,servers=2,resources=2,weights=user,demands=positive --no-archive",
    "verify tsf bf -i 'a pool.toml' -b 20s",
    "verify tsf bf -i 'a pool.toml' --save --archive \"user's records\"",
    "verify tsf bf -i pool.toml --save --archive 'my records' > saved; verify tsf bf --archive 'my records'",
    "verify drf-offline irrevocable --no-archive --strategy climb",
    "verify kueue-preempt acyclic --no-archive --budget 3000",
    "verify --mech-command \"python3 'a rule.py'\" -p ef --scope users=2,servers=1,resources=1,max=2 --slack 0",
    "verify --mech-command \"python3 'a rule.py'\" -p ef --scope users=2,servers=1,resources=1 --slack 0 --save",
    "verify --mech-command \"python3 'a rule.py'\" -p ef -i one.toml --slack 0",
];

/// The exit status and the output of a line that is typed into a shell.
fn shell(line: &str, folder: &Path) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_verify")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path).env("LC_ALL", "C.UTF-8");
    let output = shell.env_remove("COLUMNS").stdin(std::process::Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text)
}

/// The commands that are printed after this name.
fn printed<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| line.strip_prefix(name)).map(str::trim)
}

/// What is said of a violation: who violates which property, and by how much.
fn violation(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.contains(" violates ") || line.starts_with("margin: ")).collect()
}

/// The typed lines of transcripts in which a command is printed, each with the files of its folder.
fn transcripts() -> BTreeSet<String> {
    let of_users = files("tests/first_user", "txt").into_iter().filter_map(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        let (_, typed) = text.lines().next()?.split_once("$ ")?;
        text.contains("\nreplay: ").then(|| typed.to_string())
    });
    let pages = files_under(&root().join("book/text")).into_iter().chain([root().join("README.md")]);
    let of_pages = pages.filter(|page| page.extension().is_some_and(|kind| kind == "md")).flat_map(|page| {
        let text = std::fs::read_to_string(page).unwrap();
        let blocks = text.split("\n```console\n").skip(1).map(|block| block.split("\n```").next().unwrap());
        let printing = blocks.filter(|block| block.contains("\nreplay: ")).map(|block| block.lines().next());
        printing.flatten().filter_map(|line| Some(line.strip_prefix("$ ")?.to_string())).collect::<Vec<_>>()
    });
    of_users.chain(of_pages).collect()
}

/// A folder of this name with the files of the transcripts.
fn place(name: &str) -> PathBuf {
    let folder = super::support::folder(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for file in files_under(&root().join("tests/first_user/files")) {
        std::fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    std::fs::copy(folder.join("pool.toml"), folder.join("a pool.toml")).unwrap();
    std::fs::write(folder.join("a rule.py"), NEAR).unwrap();
    std::fs::write(folder.join("one.toml"), "model = \"cluster\"\ncapacity = [[2]]\ndemand = [[1], [1]]\n")
        .unwrap();
    let tutorial = std::fs::read_to_string(root().join("book/text/learn/exercises.md")).unwrap();
    for block in tutorial.split("\n```toml\n# ").skip(1) {
        let (name, text) = block.split_once('\n').unwrap();
        std::fs::write(folder.join(name), text.split("\n```").next().unwrap()).unwrap();
    }
    folder
}

#[test]
fn what_is_printed_can_be_typed() {
    let (mut wrong, mut typed_again) = (Vec::new(), 0);
    for typed in transcripts().into_iter().chain(TYPED.map(str::to_string)) {
        if typed.contains("python3") && !python() {
            continue;
        }
        let folder = place("typed");
        let (_, text) = shell(&typed, &folder);
        let commands = || ["replay:", "save:"].into_iter().flat_map(|name| printed(&text, name));
        if commands().next().is_none() {
            wrong.push(format!("{typed}: no command is printed: {text}"));
        }
        for command in commands() {
            typed_again += 1;
            let (status, again) = shell(command, &folder);
            let kept = command.starts_with("verify replay ");
            let same = if kept { status == 0 } else { status == 1 && violation(&again) == violation(&text) };
            // What is saved is a record that replays.
            let saved =
                !command.contains(" --save") || printed(&again, "replay:").all(|c| shell(c, &folder).0 == 0);
            if !same || !saved {
                wrong.push(format!("{typed}: {command}: exit {status}, {again}"));
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Fewer are typed where python3 is missing.
    assert!(typed_again > 15, "{typed_again}");
}

/// The lines of help, transcripts, the README and the book that export a record or make one smaller, as they are typed.
fn exports() -> BTreeSet<String> {
    let of_help = ["export", "shrink"].map(|command| shell(&format!("verify {command} --help"), &root()).1);
    let users = files("tests/first_user", "txt").into_iter();
    let pages = files_under(&root().join("book/text")).into_iter().chain([root().join("README.md")]);
    let pages = pages.filter(|page| page.extension().is_some_and(|kind| kind == "md"));
    let read = users.chain(pages).map(|file| std::fs::read_to_string(file).unwrap());
    let lines: Vec<String> = of_help.into_iter().chain(read).collect();
    let typed = lines.iter().flat_map(|text| text.lines()).map(|line| line.trim().trim_start_matches("$ "));
    let ours = typed.filter(|line| line.starts_with("verify export ") || line.starts_with("verify shrink "));
    // A remark stands after some spaces.
    ours.map(|line| line.split("  ").next().unwrap().to_string()).collect()
}

/// Lines that export or shrink write what they say, and what they print to be typed can be typed.
#[test]
fn what_exports_a_record_can_be_typed() {
    let folder = place("typed-exports");
    for name in ["counterexamples", "crates"] {
        std::os::unix::fs::symlink(root().join(name), folder.join(name)).unwrap();
    }
    shell("verify tsf bf --no-archive --save --archive own; cp own/tsf/*.toml found.toml", &folder);
    let (all, mut wrong) = (exports(), Vec::new());
    for line in &all {
        // Coq is asked elsewhere, as it is not on every machine.
        let typed = line.split(" && coqc").next().unwrap();
        let (status, shown) = shell(typed, &folder);
        let file = typed.split_once(" > ").map(|(_, file)| file.trim());
        let text = file.map_or(shown.clone(), |file| std::fs::read_to_string(folder.join(file)).unwrap());
        let again = printed(&text, "% judge it again: ").all(|command| shell(command, &folder).0 == 0);
        let right = match file {
            _ if line.contains(" --latex") => text.contains("% judge it again: "),
            _ if line.contains(" --svg") => text.starts_with("<svg") && text.trim_end().ends_with("</svg>"),
            _ if line.contains(" --coq") => text.contains("\nPrint Assumptions "),
            Some(file) => shell(&format!("verify replay {file}"), &folder).0 == 0,
            None => false,
        };
        if status != 0 || !right || !again {
            wrong.push(format!("{line}: exit {status}, {}", text.chars().take(300).collect::<String>()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.len() >= 9, "{all:?}");
}
