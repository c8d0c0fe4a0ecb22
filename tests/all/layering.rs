//! Data flows one way: a module uses only what stands above it in `src/lib.rs`.

use super::support::root;

fn sources(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(sources(&path)) } else { found.push(path) }
    }
    found
}

fn text_of(module: &str) -> String {
    let file = root().join(format!("src/{module}.rs"));
    let files = if file.exists() { vec![file] } else { sources(&root().join("src").join(module)) };
    files.iter().map(|f| std::fs::read_to_string(f).unwrap()).collect()
}

/// The modules that a text uses, by `crate::name`.
fn used(text: &str) -> Vec<&str> {
    text.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
        .collect()
}

#[test]
fn a_module_uses_only_what_stands_above_it() {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let order: Vec<&str> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(order.len() > 10, "{order:?}");
    for (at, module) in order.iter().enumerate() {
        for other in used(&text_of(module)) {
            let allowed = order[..=at].contains(&other);
            assert!(allowed, "`{module}` uses `{other}`, which does not stand above it");
        }
    }
}

#[test]
fn the_checkers_use_no_solver() {
    let certificate = std::fs::read_to_string(root().join("src/linear/certificate.rs")).unwrap();
    for banned in ["solve", "simplex", "pivot"] {
        let code = certificate.lines().filter(|l| !l.trim_start().starts_with("//"));
        assert!(
            !code.into_iter().any(|l| l.contains(banned)),
            "the certificate checker speaks of `{banned}`"
        );
    }
}

#[test]
fn the_library_prints_nothing() {
    for file in sources(&root().join("src")).iter().filter(|f| !f.starts_with(root().join("src/bin"))) {
        let text = std::fs::read_to_string(file).unwrap();
        for banned in ["println!", "print!", "dbg!"] {
            assert!(!text.contains(banned), "{} prints", file.display());
        }
    }
}
