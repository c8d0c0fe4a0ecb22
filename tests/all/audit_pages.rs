//! The pages of `verify audit` for one moment, for a sequence of moments and for two moments compared.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::audit::verify;

/// A server of 12 CPUs, on which a and b have half each.
fn state(folder: &Path, name: &str, running: [u32; 2]) -> PathBuf {
    let [a, b] = running;
    let text = format!(
        "model = \"cluster\"\ncapacity = [[12]]\ndemand = [[1], [1]]\nrunning = [[{a}], [{b}]]\ntasks = [12, 12]\n\
         users = [\"a\", \"b\"]\nresources = [\"CPU\"]\n"
    );
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-pages").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The page at `path`, which is one file without scripts.
fn page(path: &Path) -> String {
    let page = std::fs::read_to_string(path).unwrap();
    for bad in ["<script", "src=", "href=", "url(", "@import"] {
        assert!(!page.contains(bad), "{bad}");
    }
    assert!(page.starts_with("<!doctype html>") && page.contains("width=device-width"));
    page
}

/// First a runs 8 of 12 CPUs and b 4, two tasks below its half; then 7 and 5. So b takes 1/3 and then 5/12, which is
/// 1/12 more, and lacks 2 and then 1.
#[test]
fn two_moments_compared() {
    let here = folder("both");
    let (old, new) = (state(&here, "old.toml", [8, 4]), state(&here, "new.toml", [7, 5]));
    let file = here.join("both.html");
    let arguments = ["--compare", old.to_str().unwrap(), "--instance", new.to_str().unwrap()];
    let more = ["--html", file.to_str().unwrap(), "--format", "json"];
    let out = verify(&[&arguments[..], &more].concat());
    assert_eq!(out.status.code(), Some(1), "{}", String::from_utf8_lossy(&out.stderr));
    let report: Json = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(report["sentence"], "Below their share: 1 user before, 1 user now.");
    let b = &report["users"][0];
    assert_eq!((&b["user"], &b["change"]), (&json!("b"), &json!("1/12")));
    assert_eq!((&b["before"]["short"], &b["after"]["short"]), (&json!("2"), &json!("1")));
    let page = page(&file);
    assert!(
        page.contains("title=\"1/3\">33.33&nbsp;%") && page.contains("title=\"5/12\">41.67&nbsp;%"),
        "{page}"
    );
    // The other way round with equal halves: b is below its share no longer.
    let (old, new) = (state(&here, "old.toml", [8, 4]), state(&here, "new.toml", [6, 6]));
    let out = verify(&[
        "--compare",
        old.to_str().unwrap(),
        "--instance",
        new.to_str().unwrap(),
        "--property",
        "feasible",
    ]);
    assert_eq!(out.status.code(), Some(0));
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(
        text.starts_with("Below their share: 1 user before, 0 users now. No longer below: b.\n"),
        "{text}"
    );
}

/// Three moments: b takes 4, 5 and 6 of 12 CPUs. The top of the picture of b is its share, 50 %, and its line has three
/// steps of a third of the width each, at 4/6, 5/6 and 6/6 of the height of the share.
#[test]
fn lines_over_time() {
    let here = folder("over");
    let moments = here.join("moments");
    std::fs::create_dir_all(&moments).unwrap();
    for (k, b) in [4, 5, 6].into_iter().enumerate() {
        state(&moments, &format!("{k}.toml"), [12 - b, b]);
    }
    let file = here.join("over.html");
    let out = verify(&["--over", moments.to_str().unwrap(), "--html", file.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1), "{}", String::from_utf8_lossy(&out.stderr));
    let page = page(&file);
    assert!(page.contains("b: takes (line) and its share (dashed); the top is at 50 %"), "{page}");
    // The scale is 82 high, from 86 at the bottom: 86 - 82 x 4/6, 86 - 82 x 5/6, 86 - 82.
    assert!(page.contains("d=\"M0.0 31.3H200.0L200.0 17.7H400.0L400.0 4.0H600.0\""), "{page}");
}
