//! The architecture: data flows one way through the modules of `src/lib.rs`, no two files import each other,
//! and no code that accepts or refuses evidence depends on a solver.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fairwitness::document::Value;

use super::support::{load, root};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(sources(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// The crates, each of which links only those before it.
const FLOORS: [&str; 9] =
    ["kernel", "linear", "engine", "workbench", "desk", "picture", "evidence", "simulator", "book"];

/// The crates outside the order and the crates of the project that each links; every crate after the kernel may link
/// them.
const BESIDE: [(&str, &[&str]); 2] = [
    ("rules", &["fairwitness-kernel"]),
    ("impossible", &["fairwitness-kernel", "fairwitness-linear", "fairwitness-rules"]),
];

/// The sources of a crate by module path, such as `property::cluster::si`, without comments.
fn crate_files(name: &str) -> BTreeMap<Vec<String>, String> {
    let src = root().join("crates").join(name).join("src");
    let files = sources(&src).into_iter().filter(|f| !f.ends_with("lib.rs"));
    files
        .filter(|f| f.extension().is_some_and(|e| e == "rs"))
        .map(|file| {
            let inside = file.strip_prefix(&src).unwrap().with_extension("");
            let mut path: Vec<String> =
                inside.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
            path.pop_if(|last| last == "mod");
            let text = std::fs::read_to_string(&file).unwrap();
            (path, text.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n"))
        })
        .collect()
}

/// The modules of a crate in the order of its front page, and the modules that its front page re-exports from crates
/// before it.
fn order(name: &str) -> (Vec<String>, Vec<String>) {
    let lib = std::fs::read_to_string(root().join("crates").join(name).join("src/lib.rs")).unwrap();
    let module = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_string())
    };
    let own = lib.lines().filter_map(module).collect();
    let taken = lib.split(';').filter_map(|statement| {
        let at = statement.rfind("use fairwitness_")?;
        Some(expanded(&statement[at + 4..]))
    });
    let name = |path: String| match path.split_once(" as ") {
        Some((_, name)) => name.to_string(),
        None => path.rsplit("::").find(|part| *part != "self").unwrap_or_default().to_string(),
    };
    (own, taken.flatten().map(name).collect())
}

/// The paths in a tree of imports: `a::{b, c::d}` contains `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap().trim();
        return vec![path.to_string()];
    };
    let (head, body) = (&tree[..open], &tree[open + 1..tree.rfind('}').unwrap()]);
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in body.char_indices().chain([(body.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = body[start..at].trim();
                let own = head.trim_end_matches("::").to_string();
                let under = |p: String| if p == "self" { own.clone() } else { format!("{head}{p}") };
                if !part.is_empty() {
                    found.extend(expanded(part).into_iter().map(under));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// The files of the library that a file imports from.
fn imports(path: &[String], text: &str, all: &BTreeMap<Vec<String>, String>) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for statement in text.split(';') {
        let Some(at) = statement.rfind("use ") else { continue };
        if !statement[..at].trim_end().is_empty()
            && !statement[..at].trim_end().ends_with([')', '}', ']', 'b', ';'])
        {
            continue;
        }
        for name in expanded(&statement[at + 4..]) {
            let parts: Vec<String> = name.split("::").map(|p| p.trim().to_string()).collect();
            let (mut module, rest): (Vec<String>, &[String]) = match parts[0].as_str() {
                "crate" => (Vec::new(), &parts[1..]),
                "super" => (path.to_vec(), &parts[..]),
                "self" => (path.to_vec(), &parts[1..]),
                own if all.contains_key(&[path, &[own.to_string()]].concat()) => (path.to_vec(), &parts[..]),
                _ => continue,
            };
            let mut rest = rest.iter().peekable();
            while rest.next_if(|p| *p == "super").is_some() {
                module.pop();
            }
            for part in rest {
                let longer = [&module[..], std::slice::from_ref(part)].concat();
                if !all.contains_key(&longer) {
                    break;
                }
                module = longer;
            }
            if module != path && all.contains_key(&module) {
                found.insert(module);
            }
        }
    }
    found
}

#[test]
fn imports_are_read_as_they_are_meant() {
    assert_eq!(
        expanded("crate::a::{self, b::{C, d}, E as F}"),
        ["crate::a", "crate::a::b::C", "crate::a::b::d", "crate::a::E"]
    );
    let all = crate_files("kernel");
    let path = vec!["property".to_string(), "cluster".to_string(), "si".to_string()];
    let found = imports(&path, &all[&path], &all);
    let names: Vec<String> = found.iter().map(|p| p.join("::")).collect();
    assert!(names.contains(&"model::cluster".to_string()), "{names:?}");
    assert!(names.contains(&"property".to_string()), "{names:?}");
}

#[test]
fn the_front_page_fits_one_screen() {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    assert!(lib.lines().count() <= 65, "{} lines", lib.lines().count());
}

/// The limit on the number of public names that a new user meets: those of the front page, and those of the
/// workbench, through which all questions are asked.
const FEW_NAMES: usize = 70;

/// The public names of a file: its re-exports and its definitions.
fn public_names(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    let text: String =
        text.lines().filter(|l| !l.trim_start().starts_with("//")).map(|l| format!("{l}\n")).collect();
    let statements = text.split("\npub use ").skip(1).map(|rest| rest.split(';').next().unwrap());
    let pieces = statements.flat_map(|statement| statement.split([',', '{', '}']).map(str::trim));
    // The name of an import: after `as`, or the last part of its path.
    let taken = pieces.filter(|piece| !piece.is_empty() && !piece.ends_with("::")).map(|piece| {
        let name = piece.rsplit_once(" as ").map_or(piece, |(_, name)| name);
        name.rsplit("::").next().unwrap().to_string()
    });
    let kinds = ["fn", "struct", "enum", "trait", "type", "const", "mod"];
    let defined = text.lines().filter_map(|line| {
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(&format!("pub {kind} ")))?;
        Some(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap().to_string())
    });
    taken.chain(defined).collect()
}

#[test]
fn a_user_starts_among_few_names() {
    let (page, door) = (public_names("src/lib.rs"), public_names("crates/workbench/src/lib.rs"));
    for known in ["workbench", "document", "library"] {
        assert!(page.iter().any(|name| name == known), "{known} is not seen: {page:?}");
    }
    for known in ["Bench", "Workbench", "models", "CellReport", "with_programs"] {
        assert!(door.iter().any(|name| name == known), "{known} is not seen: {door:?}");
    }
    let count = page.len() + door.len();
    assert!(
        count < FEW_NAMES,
        "{count} public names on the front page and in the workbench: {page:?} {door:?}"
    );
    // Without the feature `curate` an empty trait replaces the one of that name.
    let stub = |name: &&String| *name != "Explaining";
    let types: Vec<&String> =
        page.iter().chain(&door).filter(|name| name.starts_with(char::is_uppercase)).filter(stub).collect();
    let once: BTreeSet<&&String> = types.iter().collect();
    assert_eq!(once.len(), types.len(), "a name stands for two types: {types:?}");
}

/// The crates that a crate links, by its manifest.
fn links(manifest: &Path) -> Vec<String> {
    let manifest = load(manifest).root;
    let Some(Value::Table(fields)) = manifest.get("dependencies") else { return Vec::new() };
    fields.iter().map(|(name, _)| name.clone()).collect()
}

#[test]
fn a_crate_links_only_those_before_it() {
    for (at, name) in FLOORS.iter().enumerate() {
        for link in links(&root().join("crates").join(name).join("Cargo.toml")) {
            if let Some(floor) = link.strip_prefix("fairwitness-") {
                let beside = BESIDE.iter().any(|(name, _)| *name == floor) && at > 0;
                assert!(beside || FLOORS[..at].contains(&floor), "{name} links {floor}");
            }
        }
    }
    for (name, before) in BESIDE {
        let all = links(&root().join("crates").join(name).join("Cargo.toml"));
        let own: Vec<_> = all.iter().filter(|link| link.starts_with("fairwitness-")).collect();
        assert_eq!(own, before, "{name}");
    }
    // The solver knows the kernel's numbers and programmes, and nothing of what is allocated.
    let solver = links(&root().join("crates/linear/Cargo.toml"));
    assert_eq!(solver, ["fairwitness-kernel", "highs", "highs-sys", "thiserror"]);
}

#[test]
fn a_module_uses_only_what_stands_above_it() {
    for name in FLOORS.into_iter().chain(BESIDE.map(|(name, _)| name)) {
        let (all, (own, taken)) = (crate_files(name), order(name));
        for (path, text) in &all {
            let at = own.iter().position(|m| *m == path[0]).unwrap_or_else(|| panic!("{name}: {path:?}"));
            let used = text.split("crate::").skip(1);
            for other in
                used.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
            {
                let allowed = own[..=at].iter().chain(&taken).any(|m| m == other);
                // Items that a front page itself defines come first.
                let item = other.starts_with(char::is_uppercase) || other.is_empty();
                assert!(
                    allowed || item || !own.iter().any(|m| m == other),
                    "{name}: `{}` uses `{other}`, which does not stand above it",
                    path.join("::")
                );
            }
        }
    }
}

/// The kernel only checks: it names no solver, search, machine words, thread, clock, process, network or unsafe
/// code.
#[test]
fn the_kernel_only_accepts() {
    let manifest = root().join("crates/kernel/Cargo.toml");
    let known = [
        "num-bigint",
        "num-integer",
        "num-traits",
        "rug",
        "schemars",
        "serde",
        "serde_json",
        "strsim",
        "thiserror",
        "toml",
    ];
    assert_eq!(links(&manifest), known);
    let lib = std::fs::read_to_string(root().join("crates/kernel/src/lib.rs")).unwrap();
    assert!(lib.contains("#![forbid(unsafe_code)]"));
    let banned = [
        "std::thread",
        "std::time",
        "std::process",
        "std::net",
        "std::sync",
        "std::env",
        "thread_local",
        "static ",
        "Quick",
        "patience",
        "simplex",
        "solve(",
        "leximin_by",
        "hunt",
        "rayon",
        "rand::",
        "fn allocate",
        "fn examine",
        "catch_unwind",
        "unsafe",
    ];
    // `static` in types is the lifetime, and tables of specifications and properties have one place, so that no other crate compiles
    // them again; the only solver is the minimum knapsack for isolation costs, which ARCHITECTURE names.
    let place = |line: &str| line.starts_with("static ") && !line.contains(": &[&dyn ");
    let says = |text: &str, word: &str| match word {
        "static " => text.lines().any(|line| place(line.trim_start().trim_start_matches("pub "))),
        _ => text.contains(word),
    };
    let found = |files: &BTreeMap<Vec<String>, String>| -> Vec<String> {
        let each = files.iter().flat_map(|(path, text)| {
            banned.iter().filter(|word| says(text, word)).map(|word| format!("{}: {word}", path.join("::")))
        });
        each.collect()
    };
    let mut files = crate_files("kernel");
    assert!(files.len() > 80, "{}", files.len());
    assert_eq!(found(&files), Vec::<String>::new());
    assert_eq!(found(&crate_files("rules")), Vec::<String>::new());
    // The check finds planted words.
    let path = vec!["property".to_string(), "cluster".to_string(), "po".to_string()];
    files.get_mut(&path).unwrap().push_str("fn f() { solve(&program); }");
    assert_eq!(found(&files), ["property::cluster::po: solve("]);
    assert!(!found(&crate_files("engine")).is_empty());
}

/// A circle among the files, if there is one. A file and its `mod.rs` belong together, and do not count.
fn circle(edges: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>) -> Option<Vec<String>> {
    fn visit(
        at: &Vec<String>,
        edges: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>,
        trail: &mut Vec<Vec<String>>,
        done: &mut BTreeSet<Vec<String>>,
    ) -> Option<Vec<String>> {
        if let Some(first) = trail.iter().position(|p| p == at) {
            return Some(trail[first..].iter().map(|p| p.join("::")).collect());
        }
        if !done.insert(at.clone()) {
            return None;
        }
        trail.push(at.clone());
        let found = edges.get(at).into_iter().flatten().find_map(|next| visit(next, edges, trail, done));
        trail.pop();
        found
    }
    let mut done = BTreeSet::new();
    edges.keys().find_map(|at| visit(at, edges, &mut Vec::new(), &mut done))
}

/// The imports between files of a crate; a file and its `mod.rs` belong together.
fn edges(all: &BTreeMap<Vec<String>, String>) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let of = |(path, text): (&Vec<String>, &String)| {
        let related = |other: &Vec<String>| other.starts_with(path) || path.starts_with(other);
        (path.clone(), imports(path, text, all).into_iter().filter(|other| !related(other)).collect())
    };
    all.iter().map(of).collect()
}

#[test]
fn no_two_files_import_each_other() {
    for name in FLOORS.into_iter().chain(BESIDE.map(|(name, _)| name)) {
        assert_eq!(circle(&edges(&crate_files(name))), None, "{name}");
    }
    let mut planted = edges(&crate_files("kernel"));
    assert!(planted.values().map(BTreeSet::len).sum::<usize>() > 100, "imports are not seen");
    // The search finds a planted circle.
    let name = |p: &str| p.split("::").map(String::from).collect::<Vec<_>>();
    planted.get_mut(&name("scalar")).unwrap().insert(name("record"));
    planted.get_mut(&name("record")).unwrap().insert(name("scalar"));
    assert!(circle(&planted).is_some());
}

#[test]
fn the_library_prints_nothing() {
    for (path, text) in FLOORS.iter().flat_map(|name| crate_files(name)) {
        for banned in ["println!", "print!", "dbg!"] {
            assert!(!text.contains(banned), "{} prints", path.join("::"));
        }
    }
}

/// The tests within a crate run: none stands in a crate whose manifest says that it has none.
#[test]
fn no_test_stands_where_none_is_run() {
    for manifest in sources(&root().join("crates")).into_iter().filter(|file| file.ends_with("Cargo.toml")) {
        if !std::fs::read_to_string(&manifest).unwrap().contains("\ntest = false\n") {
            continue;
        }
        for file in sources(&manifest.with_file_name("src")) {
            assert!(!std::fs::read_to_string(&file).unwrap().contains("#[test]"), "{}", file.display());
        }
    }
}

/// The largest number of lines of a source file of `src` or `crates`.
const MOST_LINES: usize = 400;

/// The Rust files of the folders that are longer than [`MOST_LINES`], each with its number of lines.
fn too_long(folders: &[PathBuf]) -> Vec<String> {
    let rust = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "rs");
    let files = folders.iter().flat_map(|folder| sources(folder)).filter(rust);
    let lines = |file: PathBuf| (std::fs::read_to_string(&file).unwrap().lines().count(), file);
    files
        .map(lines)
        .filter(|(lines, _)| *lines > MOST_LINES)
        .map(|(lines, file)| format!("{}: {lines} lines", file.display()))
        .collect()
}

#[test]
fn no_file_is_longer_than_400_lines() {
    let long = too_long(&[root().join("src"), root().join("crates")]);
    assert!(
        long.is_empty(),
        "longer than {MOST_LINES} lines; split each by the nouns in it:\n{}",
        long.join("\n")
    );
    // A file with one line more is found, and one with exactly the limit is not.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("just.rs"), "\n".repeat(MOST_LINES)).unwrap();
    std::fs::write(folder.path().join("long.rs"), "\n".repeat(MOST_LINES + 1)).unwrap();
    let found = too_long(&[folder.path().to_path_buf()]);
    assert_eq!(found, [format!("{}: 401 lines", folder.path().join("long.rs").display())]);
}

/// Each place in which `tests/plants/plant.py` plants a fault occurs exactly once in the sources.
#[test]
fn plants_find_their_place() {
    let file = load(&root().join("tests/plants/plants.toml")).root;
    let list = |value: &Value, name: &str| match value.get(name) {
        Some(Value::List(items)) => items.clone(),
        _ => panic!("{name}"),
    };
    let text = |value: &Value, name: &str| match value.get(name) {
        Some(Value::Text(text)) => text.clone(),
        _ => panic!("{name}"),
    };
    let plants = list(&file, "plant");
    for plant in &plants {
        for edit in list(plant, "edit") {
            let source = std::fs::read_to_string(root().join(text(&edit, "file"))).unwrap();
            assert_eq!(source.matches(&text(&edit, "find")).count(), 1, "{}", text(plant, "id"));
        }
    }
    assert!(plants.len() > 40);
}
