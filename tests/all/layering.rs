//! The plan of the house: data flows one way through the modules of `src/lib.rs`, no two files import each other, and
//! nothing that accepts or refuses evidence reaches a solver.

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

/// The library's files by module path, such as `property::cluster::si`; the program is left out.
fn library() -> BTreeMap<Vec<String>, String> {
    let src = root().join("src");
    let files =
        sources(&src).into_iter().filter(|f| !f.starts_with(src.join("bin")) && !f.ends_with("lib.rs"));
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

/// The modules in the order of the front page.
fn order() -> Vec<String> {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    lib.lines()
        .filter_map(|line| Some(line.strip_prefix("pub mod ")?.strip_suffix(';')?.to_string()))
        .collect()
}

/// The paths that a tree of imports names: `a::{b, c::d}` names `a::b` and `a::c::d`.
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

/// The files of the library that a file takes names from, by its imports.
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
    let all = library();
    let path = vec!["property".to_string(), "cluster".to_string(), "si".to_string()];
    let found = imports(&path, &all[&path], &all);
    let names: Vec<String> = found.iter().map(|p| p.join("::")).collect();
    assert!(names.contains(&"model::cluster".to_string()), "{names:?}");
    assert!(names.contains(&"property::evidence".to_string()), "{names:?}");
}

#[test]
fn the_front_page_fits_one_screen() {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    assert!(order().len() <= 14, "{:?}", order());
    assert!(lib.lines().count() <= 60, "{} lines", lib.lines().count());
}

#[test]
fn a_module_uses_only_what_stands_above_it() {
    let (all, order) = (library(), order());
    assert!(order.len() > 8, "{order:?}");
    for (path, text) in &all {
        let at = order.iter().position(|m| *m == path[0]).unwrap();
        let used = text.split("crate::").skip(1);
        for other in used.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap()) {
            let allowed = order[..=at].iter().any(|m| m == other);
            assert!(allowed, "`{}` uses `{other}`, which does not stand above it", path.join("::"));
        }
    }
}

/// A circle among the files, if there is one. A file and the `mod.rs` it stands under belong together, and do not count.
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

#[test]
fn no_two_files_import_each_other() {
    let all = library();
    let edges: BTreeMap<_, BTreeSet<_>> = all
        .iter()
        .map(|(path, text)| {
            let related = |other: &Vec<String>| other.starts_with(path) || path.starts_with(other);
            (path.clone(), imports(path, text, &all).into_iter().filter(|other| !related(other)).collect())
        })
        .collect();
    assert!(edges.values().map(BTreeSet::len).sum::<usize>() > 300, "imports are not seen");
    assert_eq!(circle(&edges), None);
    // The same search sees a circle where there is one.
    let mut planted = edges;
    let name = |p: &str| p.split("::").map(String::from).collect::<Vec<_>>();
    planted.get_mut(&name("scalar")).unwrap().insert(name("library::claims"));
    assert!(circle(&planted).is_some());
}

/// The body of every function of the library, by its name, with the module that it stands in.
fn functions(all: &BTreeMap<Vec<String>, String>) -> BTreeMap<String, Vec<(String, String)>> {
    let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (path, text) in all {
        for (at, _) in text.match_indices("fn ") {
            if at > 0 && text[..at].ends_with(|c: char| c.is_alphanumeric()) {
                continue;
            }
            let name: String =
                text[at + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let rest = &text[at..];
            let (Some(open), semicolon) = (rest.find('{'), rest.find(';').unwrap_or(usize::MAX)) else {
                continue;
            };
            if name.is_empty() || semicolon < open {
                continue;
            }
            let mut depth = 0;
            let end = rest[open..].char_indices().find(|(_, c)| {
                depth += i32::from(*c == '{') - i32::from(*c == '}');
                depth == 0
            });
            let body = &rest[open..open + end.map_or(0, |(at, _)| at)];
            found.entry(name).or_default().push((path.join("::"), body.to_string()));
        }
    }
    found
}

/// What solves: asked for by what proposes, never by what accepts.
const SOLVERS: [&str; 14] = [
    "solve(",
    "solve_by_pivots(",
    "solve_by_floats(",
    "leximin_by_",
    "basis::",
    "dixon::",
    "float::",
    "steered::",
    "integer::",
    " leximin(",
    "highs::",
    "mixture::",
    "branch::",
    "pin::",
];

/// Functions that a check may call although they solve: they run the mechanism, whose outcome is then checked in turn.
const RUNS: [&str; 4] = ["allocate", "certify", "evidence", "examine"];

/// How a check comes to solve: the functions on the way, from `names` on.
fn reaches(
    names: &[&str],
    modules: &[&str],
    functions: &BTreeMap<String, Vec<(String, String)>>,
) -> Vec<String> {
    let start =
        names.iter().flat_map(|name| functions.get(*name).into_iter().flatten().map(move |f| (*name, f)));
    let mut found = Vec::new();
    for (name, (module, body)) in
        start.filter(|(_, (module, _))| modules.iter().any(|m| module.starts_with(m)))
    {
        // Names are followed through the folder of the model or of the family of rules: two parts of the path.
        let family = module.splitn(3, "::").take(2).collect::<Vec<_>>().join("::");
        let mut seen = BTreeSet::from([name.to_string()]);
        let mut open = vec![(format!("{module}::{name}"), body)];
        while let Some((way, body)) = open.pop() {
            if let Some(solver) = SOLVERS.iter().find(|s| body.contains(**s)) {
                found.push(format!("{way} speaks of `{}`", solver.trim()));
            }
            for (called, definitions) in functions {
                let calls = body.match_indices(called.as_str()).any(|(at, _)| {
                    body[at + called.len()..].starts_with('(')
                        && !body[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
                });
                if !calls || RUNS.contains(&called.as_str()) || !seen.insert(called.clone()) {
                    continue;
                }
                let near = definitions.iter().filter(|(m, _)| m.starts_with(&family));
                open.extend(near.map(|(m, body)| (format!("{way} > {m}::{called}"), body)));
            }
        }
    }
    found
}

#[test]
fn what_accepts_evidence_solves_nothing() {
    let functions = functions(&library());
    assert!(functions["check"].len() > 8 && functions["confirm"].len() > 20);
    let found = reaches(&["check", "confirm"], &["mechanism", "property", "linear::certificate"], &functions);
    assert!(found.is_empty(), "{found:#?}");
    // What finds certificates does solve, and is seen to.
    assert!(!reaches(&["certify"], &["mechanism"], &functions).is_empty());
}

#[test]
fn the_library_prints_nothing() {
    for (path, text) in library() {
        for banned in ["println!", "print!", "dbg!"] {
            assert!(!text.contains(banned), "{} prints", path.join("::"));
        }
    }
}

/// What `tests/plants/plant.py` plants has a place in the sources, each one place.
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
