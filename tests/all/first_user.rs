//! The first minutes of a new user: typing errors, pipes, narrow terminals, other locales, any folder. The expected
//! outputs are in `tests/first_user` and were reviewed; `BLESS=1 cargo test first_user` rewrites them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use unicode_width::UnicodeWidthStr as _;

use super::support::root;

/// Name, environment, and the line that is typed into a shell in a folder that is no checkout.
const TYPED: &[(&str, &str, &str)] = &[
    ("nothing", "COLUMNS=80", "verify"),
    ("help-80", "COLUMNS=80", "verify --help"),
    ("help-40", "COLUMNS=40", "verify -h"),
    ("help-subjects", "COLUMNS=80", "verify help"),
    ("help-scope", "COLUMNS=40", "verify help scope"),
    ("help-worst", "COLUMNS=80", "verify help worst"),
    ("help-typo", "COLUMNS=80", "verify help budgets"),
    ("version", "", "verify --version | cut -c1-6"),
    ("main-job-80", "COLUMNS=80", "verify --mech tsf --property bf"),
    ("main-job-40", "COLUMNS=40", "verify --mech tsf --property bf"),
    ("main-job-c-locale", "COLUMNS=80 LC_ALL=C", "verify --mech tsf --property bf"),
    ("main-job-posix", "COLUMNS=40 LANG=POSIX", "verify --mech tsf --property bf | head -8"),
    (
        "main-job-colour",
        "COLUMNS=80",
        "verify --color always --mech tsf --property bf | head -1 | od -c | head -3",
    ),
    ("main-job-no-colour", "COLUMNS=80 NO_COLOR=1", "verify --mech tsf --property bf | head -1"),
    ("main-job-json", "", "verify --mech tsf --property bf --format json | grep verdict"),
    ("unrefuted", "COLUMNS=80", "verify --mech tsf --property po --budget 200"),
    ("unrefuted-40", "COLUMNS=40", "verify --mech tsf --property po --budget 200"),
    ("long-name", "COLUMNS=80", "verify --mech tsf --property sharing-incentive"),
    ("envy-free", "COLUMNS=80", "verify --mech drf --property envy-free"),
    ("truthful", "COLUMNS=80", "verify --mech drf --property truthful"),
    ("strategy-proof", "COLUMNS=40", "verify --mech drf --property strategy-proof"),
    ("pareto", "COLUMNS=80", "verify --mech drf --property pareto"),
    ("mechanism-typo", "COLUMNS=80", "verify --mech tfs --property bf"),
    ("mechanism-capitals", "COLUMNS=80", "verify --mech TSF --property bf"),
    ("mechanism-words", "COLUMNS=80", "verify --mech 'task share fairness' --property bf"),
    ("unknown-word", "COLUMNS=80", "verify --mech tsf --property xyzzy"),
    ("other-model", "COLUMNS=80", "verify --mech tsf --property irrevocable"),
    ("no-property", "COLUMNS=80", "verify --mech tsf"),
    ("missing-value", "COLUMNS=80", "verify --property bf --mech"),
    ("no-threads", "COLUMNS=80", "verify --mech tsf --property bf --threads 0"),
    ("scope-typo", "COLUMNS=80", "verify --mech tsf --property bf --scope users=3,server=2"),
    ("scope-empty-value", "COLUMNS=80", "verify --mech tsf --property bf --scope users="),
    ("budget-words", "COLUMNS=80", "verify --mech tsf --property bf --budget soon"),
    ("wrong-command", "COLUMNS=80", "verify rnu --mech tsf"),
    ("two-ids", "COLUMNS=80", "verify tsf bf | head -1"),
    ("two-ids-exchanged", "COLUMNS=80", "verify bf tsf -b 300 --format json | grep -E 'mechanism|property'"),
    ("two-ids-both-kinds", "COLUMNS=80", "verify tsf bmf | head -1; verify bmf bmf -b 300 | head -1"),
    ("search-word", "COLUMNS=80", "verify search -m tsf -p bf | head -1"),
    ("mechanism-typo-bare", "COLUMNS=80", "verify tsff bf"),
    ("exchanged", "COLUMNS=80", "verify --mech po --property tsf"),
    ("measure-word", "COLUMNS=80", "verify worst --mech tsf --measure si"),
    ("row-unknown", "COLUMNS=80", "verify simulate foo"),
    (
        "rules-property",
        "COLUMNS=80",
        "verify impossible --property po,bf --scope users=2,servers=1,resources=1,max=2",
    ),
    ("model-typo", "COLUMNS=80", "printf 'model = \"clutser\"\\n' | verify run -m drf -i -"),
    ("run-yaml", "COLUMNS=80", "printf 'kind: List\\nitems: []\\n' | verify run -m drf -i -"),
    ("run-scontrol", "COLUMNS=80", "printf 'NodeName=n1 CPUTot=1\\n' | verify run -m drf -i -"),
    ("comma-lists", "COLUMNS=80", "verify --mech tsf,drfh --property si,ef --budget 200"),
    ("comma-lists-40", "COLUMNS=40", "verify --mech tsf,drfh --property si,ef --budget 200"),
    ("never-applies", "COLUMNS=80", "verify --mech tsf --property sp-time-slice"),
    (
        "expect-nothing-decided",
        "COLUMNS=80",
        "verify --mech tsf --property sp --budget 20 --no-archive --expect unrefuted",
    ),
    ("run", "COLUMNS=80", "verify run --mech tsf --instance pool.toml"),
    ("run-40-c", "COLUMNS=40 LC_ALL=C", "verify run --mech tsf --instance pool.toml"),
    ("run-two", "COLUMNS=80", "verify run --mech tsf,ps-dsf --instance pool.toml | grep certified"),
    ("run-stdin", "COLUMNS=80", "verify run --mech drfh --instance - < pool.toml | tail -1"),
    (
        "run-stdin-json",
        "COLUMNS=80",
        "verify instance khamse2017-fig1 --format json | verify run --mech tsf --instance - | tail -1",
    ),
    ("run-stdin-empty", "COLUMNS=80", "verify run --mech drfh --instance - < /dev/null"),
    ("run-no-file", "COLUMNS=80", "verify run --mech tsf --instance pol.toml"),
    ("run-stray-file", "COLUMNS=80", "verify run --mech tsf pool.toml"),
    ("id-as-command", "COLUMNS=80", "verify tsf"),
    ("seed-below-zero", "COLUMNS=80", "verify --mech tsf --property bf --seed -1"),
    ("run-folder", "COLUMNS=80", "verify run --mech tsf --instance ."),
    ("run-bare-float", "COLUMNS=80", "verify run --mech tsf --instance float.toml"),
    ("run-unknown-field", "COLUMNS=80", "verify run --mech tsf --instance field.toml"),
    ("run-error-json", "", "verify run --mech tsf --instance float.toml --format json"),
    ("usage-error-json", "", "verify --mech tsf --property bf --threads 0 --format json"),
    ("run-units", "COLUMNS=80", "verify run --mech tsf --instance units.toml"),
    ("run-unknown-unit", "COLUMNS=80", "verify run --mech tsf --instance unit.toml"),
    ("labels", "COLUMNS=80", "verify run --mech tsf --instance labels.toml"),
    ("judge-file", "COLUMNS=80", "verify --mech tsf --property bf --instance pool.toml"),
    (
        "save-as-given",
        "COLUMNS=80",
        "verify --mech tsf --property bf --instance pool.toml --save | tail -1; verify replay counterexamples",
    ),
    ("score-40", "COLUMNS=40", "verify score --mech tsf --draws 0"),
    ("score-two", "COLUMNS=80", "verify score --mech tsf,ps-dsf --draws 0 | tail -12"),
    ("score-pool", "COLUMNS=80", "verify score --instance pool.toml --budget 10m"),
    (
        "worst",
        "COLUMNS=80",
        "verify worst --mech c-drfh --measure si-ratio --scope users=2,servers=2,resources=2,max=2",
    ),
    (
        "worst-two",
        "COLUMNS=80",
        "verify worst --mech drfh,tsf --measure si-ratio --scope users=2,servers=1,resources=1,max=2",
    ),
    ("list-properties", "COLUMNS=40", "verify list properties --model arrivals"),
    ("list-papers", "COLUMNS=80", "verify list papers"),
    ("list-records", "COLUMNS=80", "verify list records --mech ps-dsf-printed"),
    ("list-closed", "COLUMNS=80", "verify list | head -1"),
    ("list-no-stdout", "COLUMNS=80", "verify list >&-"),
    ("list-full-disk", "COLUMNS=80", "verify list > /dev/full"),
    ("explain-40", "COLUMNS=40", "verify explain si | head -30"),
    ("explain-c", "COLUMNS=80 LC_ALL=C", "verify explain tsf | head -24"),
    ("explain-name", "COLUMNS=80", "verify explain bottleneck"),
    ("replay-anywhere", "COLUMNS=80", "verify replay counterexamples/tsf-bf-2u2s2r.toml"),
    ("claims-anywhere", "COLUMNS=80", "verify claims --id khamse2017-fig1-ps-dsf | head -3"),
    ("claims-40", "COLUMNS=40", "verify claims --source li2019 | head -12"),
    ("matrix-40", "COLUMNS=40", "verify matrix --model covering | tail -14"),
    ("export", "", "verify export counterexamples/tsf-bf-2u2s2r.toml --latex | head -2"),
    ("import-csv", "", "verify import csv machines.csv requests.csv"),
    ("import-csv-wrong", "COLUMNS=80", "verify import csv machines.csv wrong.csv"),
    ("import-kubernetes", "", "verify import kubernetes --nodes nodes.json --pods pods.json"),
    ("import-kubernetes-wrong", "COLUMNS=80", "verify import kubernetes --nodes pods.json --pods pods.json"),
    ("completions", "", "verify completions bash | head -1"),
    (
        "completions-ids",
        "",
        "verify completions bash > c; bash -c '. ./c; COMP_WORDS=(verify --mech ts); COMP_CWORD=2; _verify verify ts --mech; echo ${COMPREPLY[@]}; COMP_WORDS=(verify ts); COMP_CWORD=1; _verify verify ts verify; echo ${COMPREPLY[@]}'",
    ),
    ("exercise", "COLUMNS=80", "verify exercise; verify exercise 5"),
    (
        "exercise-answer",
        "COLUMNS=80",
        "echo 'tasks = [\"54/13\", \"36/26\"]' | verify exercise 1 --answer -; echo 'tasks = [4, \"18/13\"]' | verify exercise 1 --answer -; echo 'margin = \"0.5\"' | verify exercise 7 --answer -; echo 'margin = 1' | verify exercise 5 --answer -; verify exercise 4 --answer pool.toml; verify exercise 11",
    ),
    ("man", "COLUMNS=80", "verify man pages && ls pages | head -3"),
];

const FILES: &[(&str, &str)] = &[
    (
        "pool.toml",
        "model    = \"cluster\"\ncapacity = [[9, 12, 100], [12, 12, 0]]\n\
         demand   = [[1, 2, 10], [1, 2, 1], [1, 2, 0]]\nweight   = [1, 1, 2]\n\
         users     = [\"ann\", \"ben\", \"cleo\"]\nresources = [\"CPU\", \"RAM\", \"net\"]\n",
    ),
    ("float.toml", "model = \"cluster\"\ncapacity = [[1, 2]]\ndemand = [[1, 0.25]]\n"),
    ("field.toml", "model = \"cluster\"\ncapacity = [[1]]\ndemands = [[1]]\n"),
    (
        "units.toml",
        "model = \"cluster\"\ncapacity = [[\"3920m\", \"14Gi\"], [8, \"32Gi\"]]\n\
         demand = [[\"500m\", \"1Gi\"], [1, \"512Mi\"]]\nresources = [\"cpu\", \"memory\"]\n",
    ),
    ("unit.toml", "model = \"cluster\"\ncapacity = [[\"4 GB\"]]\ndemand = [[1]]\n"),
    (
        "labels.toml",
        "model = \"cluster\"\ncapacity = [[1]]\ndemand = [[1], [1]]\n\
         users = [\"a\\u001b[31mred\", \"b\\u202Edc\"]\n",
    ),
    ("machines.csv", "name,count,cpu,memory\nbig,1,8,32Gi\n\"small, old\",2,3920m,14Gi\n"),
    ("requests.csv", "name,cpu,memory,tasks,machines\nweb,500m,1Gi,10,\nbatch,1,512Mi,,big\n"),
    ("wrong.csv", "name,cpu,memory\nweb,500m,1 apple\n"),
    (
        "nodes.json",
        r#"{"items": [
  {"metadata": {"name": "n1", "labels": {"disk": "ssd"}}, "status": {"allocatable": {"cpu": "3920m", "memory": "14Gi", "pods": "110"}}},
  {"metadata": {"name": "n2"}, "spec": {"taints": [{"key": "gpu", "effect": "NoSchedule"}]},
   "status": {"allocatable": {"cpu": "8", "memory": "32Gi", "pods": "110"}}},
  {"metadata": {"name": "n3"}, "spec": {"unschedulable": true}, "status": {"allocatable": {"cpu": "8", "memory": "32Gi"}}}]}"#,
    ),
    (
        "pods.json",
        r#"{"items": [
  {"metadata": {"name": "web-1", "namespace": "shop", "ownerReferences": [{"name": "web"}]},
   "spec": {"containers": [{"resources": {"requests": {"cpu": "250m", "memory": "1Gi"}}}, {"resources": {"requests": {"cpu": "250m"}}}]}},
  {"metadata": {"name": "web-2", "namespace": "shop", "ownerReferences": [{"name": "web"}]},
   "spec": {"containers": [{"resources": {"requests": {"cpu": "250m", "memory": "1Gi"}}}, {"resources": {"requests": {"cpu": "250m"}}}]}},
  {"metadata": {"name": "train", "namespace": "lab"},
   "spec": {"tolerations": [{"key": "gpu", "operator": "Exists"}], "containers": [{"resources": {"requests": {"cpu": 1, "memory": "512Mi"}}}]}},
  {"metadata": {"name": "fast", "namespace": "lab"},
   "spec": {"nodeSelector": {"disk": "ssd"}, "containers": [{"resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}]}},
  {"metadata": {"name": "idle", "namespace": "lab"}, "spec": {"containers": [{}]}},
  {"metadata": {"name": "gone", "namespace": "lab"}, "spec": {"containers": [{}]}, "status": {"phase": "Succeeded"}}]}"#,
    ),
];

fn folder(name: &str) -> PathBuf {
    let folder = super::support::folder(&format!("first-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in FILES {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder
}

/// The display of a shell: the typed line, the exit status, and both streams.
fn shown(name: &str, environment: &str, typed: &str) -> (String, usize) {
    let program = Path::new(env!("CARGO_BIN_EXE_verify"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let folder = folder(name);
    let mut shell = Command::new("sh");
    shell.args(["-c", typed]).current_dir(&folder).env("PATH", path).stdin(std::process::Stdio::null());
    for unset in ["COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "TERM"] {
        shell.env_remove(unset);
    }
    shell.env("LANG", "C.UTF-8");
    for pair in environment.split_whitespace() {
        let (key, value) = pair.split_once('=').unwrap();
        shell.env(key, value);
    }
    let output = shell.output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let status = output.status.code().unwrap_or_else(|| panic!("{typed}: ended by a signal"));
    assert!((0..=3).contains(&status), "{typed}: exit status {status}");
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let mut text =
        format!("{environment}{}$ {typed}\nexit {status}\n", if environment.is_empty() { "" } else { " " });
    for (title, stream) in [("stdout", &out), ("stderr", &err)] {
        if !stream.is_empty() {
            let _ = write!(text, "--- {title}\n{stream}");
        }
    }
    for word in ["panicked", "RUST_BACKTRACE", "unwrap()"] {
        assert!(!text.contains(word), "{typed}: {text}");
    }
    let widest = out.lines().chain(err.lines()).map(|line| line.width()).max().unwrap_or(0);
    (text, widest)
}

#[test]
fn what_a_first_user_types() {
    assert!(TYPED.len() >= 60);
    let kept = root().join("tests/first_user");
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = String::new();
    for (name, environment, typed) in TYPED {
        let (text, widest) = shown(name, environment, typed);
        if let Some(columns) = environment.split("COLUMNS=").nth(1) {
            let columns: usize = columns.split(' ').next().unwrap().parse().unwrap();
            assert!(widest <= columns, "{environment} {typed}: a line of {widest} columns\n{text}");
        }
        if environment.contains("LC_ALL=C") || environment.contains("LANG=POSIX") {
            assert!(text.is_ascii(), "{environment} {typed}\n{text}");
        }
        let file = kept.join(format!("{name}.txt"));
        if bless {
            std::fs::write(&file, &text).unwrap();
        } else if std::fs::read_to_string(&file).unwrap_or_default() != text {
            let _ = writeln!(wrong, "{name}: {text}");
        }
    }
    assert!(wrong.is_empty(), "other than kept; BLESS=1 cargo test first_user writes them anew\n{wrong}");
    // Every stored output belongs to a typed line.
    for file in super::support::files("tests/first_user", "txt") {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(TYPED.iter().any(|(known, ..)| *known == name), "{name} is not typed");
    }
}
