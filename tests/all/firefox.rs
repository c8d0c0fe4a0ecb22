//! The built site in Firefox: the walks of its readers by mouse and keyboard, a first verdict, an edit, a search, and links of
//! others. A Firefox without a screen has no window in front, and shows nothing as having the focus, so the walk by keyboard alone is
//! tested in Chromium. Without mdBook, Firefox or the engines for pages the test reports that and passes, except in CI.

use serde_json::{Value, json};

use super::bidi::{Firefox, firefox};
use super::browser::WALKS;
use super::devtools::Page as _;
use super::site::served;
use super::site_bench::{addresses, meanwhile, stored};
use super::site_live::{RECORD, families, found, links, pasted, queries};
use super::support::{root, site, skip};

/// The links in the text of a page that a reader sees, by the addresses of their pages, without the page itself.
const SEEN: &str = "[...document.querySelectorAll('main a[href]')].filter((a) => a.checkVisibility() && a.pathname !== location.pathname)";

/// Clicks from the first page to `wanted`, at most twice.
fn walked(page: &mut Firefox, base: &str, wanted: &str) {
    page.open(&format!("{base}start.html"));
    // The first link that leads there, or to a page whose text has a link to it.
    let next = format!(
        "(async () => {{ \
           const there = new URL({wanted:?}, {base:?}).pathname; \
           const seen = {SEEN}; \
           let link = seen.find((a) => a.pathname === there); \
           for (const a of link ? [] : seen) {{ \
             const text = await fetch(a.pathname).then((said) => said.text()); \
             const links = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('main a[href]')]; \
             link = links.some((b) => new URL(b.getAttribute('href'), a).pathname === there) ? a : null; \
             if (link) break; \
           }} \
           if (!link) return false; \
           link.dataset.walk = 'here'; \
           return link.pathname === there; }})()"
    );
    for _ in 0..2 {
        let last = page.value(&next);
        let before = page.value("location.pathname");
        page.click("[data-walk]");
        page.until(&format!("location.pathname !== {before} && document.readyState === 'complete'"));
        if last == json!(true) {
            assert_eq!(page.value("location.pathname"), json!(format!("/{wanted}")));
            return;
        }
    }
    panic!("{wanted} is more than two clicks away")
}

/// The four readers reach each of their pages by at most two clicks of a mouse, and nothing on the way complains.
fn walks(page: &mut Firefox, base: &str) {
    for (reader, pages) in WALKS {
        pages.iter().for_each(|wanted| walked(page, base, wanted));
        assert_eq!(page.complaints(), Vec::<String>::new(), "{reader}");
    }
}

/// A touch of a record's instance brings the first verdict, and an edit the next one; the values are derived by hand.
fn edited(page: &mut Firefox, base: &str) {
    page.open(&format!("{base}{RECORD}"));
    page.until("document.querySelector('.live.on input')");
    page.click(".live [data-path='[\"capacity\",1,1]']");
    page.until("document.querySelector('.live').dataset.judged");
    assert_eq!(page.value("document.querySelector('.live-verdict').dataset.margin"), json!("1/6"));
    page.press("End", 0);
    page.press("Backspace", 0);
    page.write("2");
    // With C = 2 GB on server 2: alone, user 1 runs 1 task and user 2 runs 3; t + 3 t = 3, so t = 3/4. Half of the memory that both
    // can have is 1 for user 1, who has 3/4: 1/4 of 3 GB are missing.
    page.until("document.querySelector('.live-verdict').dataset.margin === '1/12'");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

/// A word of the field that the book does not use is found by keyboard alone.
fn searched(page: &mut Firefox, base: &str) {
    page.open(&format!("{base}start.html"));
    page.press("s", 0);
    page.until("document.activeElement?.id === 'mdbook-searchbar'");
    page.write("strategyproof");
    page.until(
        "document.querySelector('#mdbook-searchresults-header').innerText.includes(\"'strategyproof'\")",
    );
    let found =
        page.value("[...document.querySelectorAll('#mdbook-searchresults a')].map((a) => a.textContent)");
    let says = |title: &Value| title.as_str().is_some_and(|title| title.to_lowercase().contains("strategy"));
    assert!(found.as_array().unwrap().iter().any(says), "{found}");
    page.press("ArrowDown", 0);
    page.press("Enter", 0);
    page.until("!location.pathname.endsWith('/start.html') && document.readyState === 'complete'");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn the_site_holds_in_firefox() {
    let wasm = root().join("book/text/live/cluster.wasm");
    let (Some(name), true) = (firefox(), wasm.exists()) else {
        skip("firefox and engines for pages", "apt-get install firefox-esr; sh clients/browser/build.sh");
        return;
    };
    let Some(book) = site("site-firefox") else { return };
    let base = served(book.clone());
    let mut page = Firefox::start(name);
    edited(&mut page, &base);
    searched(&mut page, &base);
    stored(&mut page, &base);
    addresses(&mut page, &base);
    meanwhile(&mut page, &base);
    queries(&mut page, &base);
    found(&mut page, &base);
    families(&mut page, &base);
    pasted(&mut page, &base);
    links(&mut page, &base);
    // Last, because a page's history has at most 50 entries.
    walks(&mut page, &base);
    std::fs::remove_dir_all(&book).unwrap();
}
