//! The book is made from what is committed: the generated files are up to date, the preprocessor expands a book, and
//! `verify book --serve` serves both books on this machine.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use fairwitness::book::Page;

use super::support::{folder, root, small};

/// All generated files, made once for all tests.
pub fn files_made() -> &'static [Page] {
    static MADE: OnceLock<Vec<Page>> = OnceLock::new();
    MADE.get_or_init(|| fairwitness::book::files(&root()).unwrap_or_else(|e| panic!("{e}")))
}

/// The pages of both books by their paths, as Markdown with directives, links and formulas expanded.
pub fn pages() -> &'static BTreeMap<String, String> {
    static PAGES: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    PAGES.get_or_init(|| fairwitness::book::pages(files_made().to_vec()).into_iter().collect())
}

pub fn page(name: &str) -> &'static str {
    pages().get(name).unwrap_or_else(|| panic!("there is no page {name}"))
}

/// The paths that a table of contents lists.
pub fn contents(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| line.ends_with(".md)"))
        .filter_map(|line| line.rsplit_once("]("))
        .map(|(_, path)| path.trim_end_matches(')'))
        .collect()
}

/// The hand-written text of a file of `book/text`.
pub fn written(name: &str) -> String {
    std::fs::read_to_string(root().join("book/text").join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The values of an attribute in a page.
pub fn values<'a>(page: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
}

/// The README's picture equals the generated one; no generated page is committed, and each is in the
/// contents of one book.
#[test]
fn the_book_is_made_from_what_is_committed() {
    let stale = fairwitness::book::stale(&root(), files_made()).unwrap();
    let stale: Vec<&String> = stale.iter().filter(|name| !name.starts_with("book/src/")).collect();
    assert!(stale.is_empty(), "stale: {stale:?}; run `verify book`");
    assert!(pages().len() > 400, "{} pages", pages().len());
    let mut listed: Vec<&str> = contents(page("SUMMARY.md"));
    let count = listed.len();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed.len(), count, "a page is listed twice");
    let all: Vec<&str> = pages()
        .keys()
        .map(String::as_str)
        .filter(|name| name.ends_with(".md") && *name != "SUMMARY.md")
        .collect();
    assert_eq!(listed, all, "pages that no contents list, or entries without a page");
    let ignored = std::fs::read_to_string(root().join(".gitignore")).unwrap();
    assert!(ignored.lines().any(|line| line == "/book/src"));
}

/// Runs `verify mdbook` with these arguments and this input.
fn preprocessor(arguments: &[&str], input: &str) -> Output {
    use std::io::Write as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_verify"))
        .arg("mdbook")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that reads no input may have closed the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The input of mdBook for a preprocessor, with one chapter.
fn asked(project: &Path, path: &str, content: &str) -> serde_json::Value {
    let chapter = serde_json::json!({
        "name": "One", "content": content, "number": [1], "sub_items": [], "path": path, "source_path": path,
        "parent_names": [],
    });
    let context = serde_json::json!({
        "root": project.join("book"), "config": {}, "renderer": "html", "mdbook_version": "0.5.4",
    });
    serde_json::json!([context, {"items": [{"PartTitle": "Part"}, {"Chapter": chapter}, "Separator"]}])
}

/// mdBook's preprocessor expands the chapters of its input, and adds the reference below one last chapter.
#[test]
fn the_preprocessor_expands_a_book() {
    assert_eq!(preprocessor(&["supports", "html"], "").status.code(), Some(0));
    assert_eq!(preprocessor(&["supports", "pdf"], "").status.code(), Some(1));
    let text = "# One\n\n`tsf`, $x_1$ and {{outcome tsf counterexamples/tsf-bf-2u2s2r.toml tasks}}.\n\n\
                {{sliders tsf bf book/text/pools/bottleneck.toml}}\n";
    let (project, pool) = (small("preprocessor"), "book/text/pools/bottleneck.toml");
    std::fs::create_dir_all(project.join("book/text/pools")).unwrap();
    std::fs::copy(root().join(pool), project.join(pool)).unwrap();
    let made = preprocessor(&[], &asked(&project, "learn/one.md", text).to_string());
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let book: serde_json::Value = serde_json::from_slice(&made.stdout).unwrap();
    let items = book["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[0]["PartTitle"], &items[2]), (4, &"Part".into(), &"Separator".into()));
    let one = items[1]["Chapter"]["content"].as_str().unwrap();
    // TSF gives 2/3 and 4/3 on this instance: 3 t = 2 units of memory, and user 2 runs twice as many tasks as user 1.
    assert!(
        one.contains("[`tsf`](../mechanisms/tsf.md)")
            && one.contains("<msub>")
            && one.contains("and 2/3, 4/3."),
        "{one}"
    );
    // In the place of an instance that can be changed, one line says what is missing.
    assert!(!one.contains("<div class=\"live\"") && one.contains("`sh clients/browser/build.sh`"), "{one}");
    let reference = &items[3]["Chapter"];
    assert_eq!((&reference["path"], &reference["number"]), (&"reference.md".into(), &serde_json::json!([2])));
    // Every page outside the book proper occurs once, one level deeper than the page above it.
    let mut found = Vec::new();
    gather(reference, &mut found);
    let pages: BTreeMap<_, _> =
        fairwitness::book::pages(fairwitness::book::files(&project).unwrap()).into_iter().collect();
    let listed = contents(&pages["SUMMARY.md"]);
    assert_eq!(found, listed[1..]);
    assert!(listed[0] == "start.md" && listed.len() == 4, "{listed:?}");

    for (wrong, says) in [
        ("{}".to_string(), "no JSON list"),
        ("[]".to_string(), "two members"),
        ("[{}, {\"items\": []}]".to_string(), "`root`"),
        (format!("[{{\"root\": {:?}}}, {{}}]", root().join("book")), "`items`"),
        (asked(&project, "reference.md", "twice").to_string(), "reference.md is in the book proper"),
    ] {
        let refused = preprocessor(&[], &wrong);
        let said = String::from_utf8_lossy(&refused.stderr).to_string();
        assert_eq!(refused.status.code(), Some(2), "{says}: {said}");
        assert!(said.contains(says) && refused.stdout.is_empty(), "{says}: {said}");
    }
}

/// Collects the paths of a chapter and of those below it, in order; each must have its text, and a number below that
/// of its parent.
fn gather(chapter: &serde_json::Value, found: &mut Vec<String>) {
    let text = chapter["content"].as_str().unwrap();
    assert!(text.starts_with("# ") || text.starts_with("<!--"), "{text:.80}");
    found.push(chapter["path"].as_str().unwrap().to_string());
    let own = chapter["number"].as_array().unwrap();
    for (at, item) in chapter["sub_items"].as_array().unwrap().iter().enumerate() {
        let below = item["Chapter"]["number"].as_array().unwrap();
        assert_eq!((&below[..own.len()], &below[own.len()..]), (&own[..], &[serde_json::json!(at + 1)][..]));
        gather(&item["Chapter"], found);
    }
}

/// A program with the name of mdBook reports its arguments, and its exit status is reported in turn.
#[test]
fn the_site_is_served_on_this_machine_alone_unless_told() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("serve");
    let program = folder.join("mdbook");
    let script =
        "#!/bin/sh\necho \"$*\"\necho \"$MDBOOK_PREPROCESSOR__FAIRWITNESS__COMMAND\"\nexit ${ENDS_WITH:-0}\n";
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let serve = |path: &Path, args: &[&str], ends: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.arg("book").args(args).current_dir(root());
        command.env("PATH", format!("{}:/bin", path.display())).env("ENDS_WITH", ends).output().unwrap()
    };
    let said = |output: &[u8]| String::from_utf8_lossy(output).into_owned();
    let output = serve(&folder, &["--serve"], "0");
    let asked = "serve --open --hostname 127.0.0.1 --port 3000 ./book\n";
    assert!(said(&output.stdout).starts_with(asked), "{output:?}");
    assert!(said(&output.stdout).ends_with("verify' mdbook\n"), "{output:?}");
    assert_eq!(output.status.code(), Some(0));
    let output = serve(&folder, &["--serve", "[::1]:81"], "0");
    assert!(said(&output.stdout).starts_with("serve --open --hostname ::1 --port 81 "), "{output:?}");
    let output = serve(&folder, &["--serve"], "7");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output.stderr).contains("cargo install mdbook"), "{output:?}");
    let output = serve(&folder.join("nowhere"), &["--serve"], "0");
    assert!(said(&output.stderr).contains("mdbook is missing"), "{output:?}");
    assert_eq!(serve(&folder, &["--serve", "here"], "0").status.code(), Some(2));
    // Engines that are missing are built first, and only then; a build that fails leaves a site without live pages.
    let (project, live) = (folder.join("project"), folder.join("project/book/text/live"));
    std::fs::create_dir_all(project.join("clients/browser")).unwrap();
    std::fs::create_dir_all(&live).unwrap();
    let elsewhere = ["--root", project.to_str().unwrap(), "--serve"];
    let built = |ends: u8| {
        std::fs::write(
            project.join("clients/browser/build.sh"),
            format!("echo engines are built\nexit {ends}\n"),
        )
        .unwrap();
        let output = serve(&folder, &elsewhere, "0");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        (
            said(&output.stdout).contains("engines are built\nserve"),
            said(&output.stderr).contains("no live pages"),
        )
    };
    assert_eq!((built(0), built(1)), ((true, false), (true, true)));
    for made in ["arrivals.wasm", "audit.wasm", "cluster.wasm", "cohort.wasm", "covering.wasm", "live.js"] {
        assert_eq!(built(0), (true, false), "{made} is missing");
        std::fs::write(live.join(made), "").unwrap();
    }
    assert_eq!(built(0), (false, false));
    std::fs::remove_dir_all(&folder).unwrap();
}
