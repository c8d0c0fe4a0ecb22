//! The bench of the built site: it begins with what the page has stored, its state is in the address, nothing makes it
//! wait for something else, and without an engine the page is as it was written.

use std::path::Path;

use serde_json::{Value, json};

use super::devtools::{Browser, Page};
use super::site::fetched;
use super::site_live::{RECORD, opened};

/// Types a number into a field of the form, as a reader does.
fn typed(page: &mut dyn Page, path: &str, text: &str) {
    let set = format!(
        "(() => {{ const box = document.querySelector(`[data-path='{path}']`); box.focus(); box.value = {text:?}; \
           box.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
    );
    page.value(&set);
}

/// Presses the button of the live element with this name.
fn pressed(page: &mut dyn Page, name: &str) {
    page.until(&format!(
        "[...document.querySelectorAll('.live button')].some((b) => b.textContent === {name:?})"
    ));
    page.value(&format!(
        "[...document.querySelectorAll('.live button')].find((b) => b.textContent === {name:?}).click()"
    ));
}

/// Chooses an entry of a menu.
fn chosen(page: &mut dyn Page, menu: &str, entry: &str) {
    page.value(&format!(
        "(() => {{ const menu = document.querySelector('.live-{menu}'); menu.value = {entry:?}; \
           menu.dispatchEvent(new Event('change')); }})()"
    ));
}

/// Waits until the verdict on screen is that of another question than `before`.
fn judged(page: &mut dyn Page, before: &Value) {
    page.until(&format!("(document.querySelector('.live').dataset.judged ?? null) !== {before}"));
}

/// The number of the verdict on screen.
fn turn(page: &mut dyn Page) -> Value {
    page.value("document.querySelector('.live').dataset.judged ?? null")
}

/// The first table of a record's page can be changed, and the stored verdict is there before any engine is; on the first page three
/// sliders can be moved.
pub fn stored(page: &mut dyn Page, base: &str) {
    const ENGINE: &str = "live/cluster.wasm";
    let before = fetched(base, ENGINE);
    page.open(&format!("{base}{RECORD}"));
    page.until("document.querySelector('.live.on input')");
    let first = "document.querySelector('main table') === document.querySelector('.live table')";
    assert_eq!(page.value(first), json!(true), "a table stands before the one that can be changed");
    let shown = page.value("({...document.querySelector('.live-verdict').dataset})");
    assert_eq!((&shown["verdict"], &shown["margin"]), (&json!("violated"), &json!("1/6")));
    // By hand: TSF gives 2/3 and 4/3 of the memory, of which 1 and 1 is possible, and there are 2 units of it.
    let said = page.value("document.querySelector('.live-verdict').innerText");
    assert!(said.as_str().is_some_and(|said| said.contains("1/2 instead of 1/3")), "{said}");
    // A worker is started when the page has nothing to do; the engine itself comes with the first question.
    page.value("new Promise((done) => requestIdleCallback(() => setTimeout(done, 300)))");
    assert_eq!(fetched(base, ENGINE), before, "an engine is loaded for a reader who touches nothing");
    page.value(
        "document.querySelector('.live input').dispatchEvent(new Event('pointerdown', { bubbles: true }))",
    );
    page.until("document.querySelector('.live').dataset.judged");
    assert_eq!(fetched(base, ENGINE), before + 1);

    page.open(&format!("{base}start.html"));
    page.until("document.querySelectorAll('.live input[type=range]').length === 3");
    page.value(
        "(() => { const box = document.querySelector('.live input'); box.value = 8; \
           box.dispatchEvent(new Event('input', { bubbles: true })); })()",
    );
    page.until("document.querySelector('.live-verdict').dataset.margin === '1/6'");
    assert_eq!(page.value("document.querySelector('.live output').textContent"), "2");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

/// Edits replace the address, choices add one, and going back and forward shows what the address has; undo, redo and a fresh start.
pub fn addresses(page: &mut dyn Page, base: &str) {
    let state =
        "[document.querySelector('.live-mechanism').value, document.querySelector('.live input').value]";
    page.open(&format!("{base}{RECORD}"));
    opened(page);
    let entries = page.value("history.length").as_u64().unwrap();
    typed(page, "[\"capacity\",0,0]", "3");
    page.until("location.hash.startsWith('#live=')");
    let edited = page.value("location.hash");
    assert_eq!(page.value("history.length"), json!(entries));
    chosen(page, "mechanism", "ps-dsf");
    assert_eq!(page.value("history.length"), json!(entries + 1));
    assert_ne!(page.value("location.hash"), edited);
    page.value("history.back()");
    page.until(&format!("{state}.join() === 'tsf,3'"));
    assert_eq!(page.value("location.hash"), edited);
    page.value("history.forward()");
    page.until(&format!("{state}.join() === 'ps-dsf,3'"));
    page.until("document.querySelector('.live-verdict').dataset.verdict === 'holds'");
    pressed(page, "Undo");
    assert_eq!(page.value(state), json!(["tsf", "3"]));
    pressed(page, "Redo");
    assert_eq!(page.value(state), json!(["ps-dsf", "3"]));
    pressed(page, "Start again");
    assert_eq!(page.value(state), json!(["tsf", "1"]));
    page.until("location.hash === ''");
    // The address alone brings the state back.
    page.open(&format!("{base}{RECORD}{}", edited.as_str().unwrap()));
    page.until(&format!("document.querySelector('.live-mechanism') && {state}.join() === 'tsf,3'"));
    assert_eq!(page.complaints(), Vec::<String>::new());
}

/// An edit is answered while a hunt goes on; what is older than the question is dimmed, and the hunt can be stopped.
pub fn meanwhile(page: &mut dyn Page, base: &str) {
    page.open(&format!("{base}{RECORD}"));
    opened(page);
    // A hunt of some seconds: no coalition gains under DRF on one server.
    let before = turn(page);
    chosen(page, "mechanism", "drf");
    chosen(page, "property", "group-sp");
    judged(page, &before);
    pressed(page, "Hunt");
    page.until("document.querySelector('.live-more .live-wait')");
    let before = turn(page);
    page.value(
        "window.dimmed = 0, new MutationObserver(() => { window.dimmed += document.querySelectorAll('.live-verdict.live-old').length; }) \
           .observe(document.querySelector('.live-verdict'), { attributes: true })",
    );
    typed(page, "[\"demand\",0,0]", "2");
    judged(page, &before);
    let hunting = page.value("Boolean(document.querySelector('.live-more .live-wait'))");
    assert_eq!(hunting, json!(true), "the verdict came after the hunt");
    assert!(page.value("window.dimmed").as_u64() > Some(0), "an old answer looks like the present one");
    assert_eq!(page.value("document.querySelectorAll('.live-verdict.live-old').length"), json!(0));
    page.value("document.querySelector('.live-more .live-wait button').click()");
    page.until("document.querySelector('.live-more').innerText.includes('The hunt was stopped.')");
    // The row follows when the hunt is over.
    page.until("document.querySelector('.live [data-compared]')");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

/// Without its engine the page says in one line what is missing, and has its own tables and no frame.
pub fn missing(page: &mut Browser, base: &str, book: &Path) {
    let engine = book.join("live/cluster.wasm");
    let aside = book.join("aside.wasm");
    std::fs::rename(&engine, &aside).unwrap();
    page.ask("Network.clearBrowserCache", json!({}));
    page.open(&format!("{base}{RECORD}"));
    page.until("document.querySelector('.live button')");
    page.value("document.querySelector('.live button').click()");
    page.until("document.querySelector('.live [role=alert]')");
    let said = page.value("document.querySelector('.live [role=alert]').innerText");
    assert!(said.as_str().is_some_and(|said| said.contains("sh clients/browser/build.sh")), "{said}");
    let left = "[document.querySelectorAll('.live input, .live button, .live.on').length, \
                 document.querySelectorAll('.live table').length > 0]";
    assert_eq!(page.value(left), json!([0, true]));
    std::fs::rename(aside, engine).unwrap();
    // The browser tells of the file that did not come.
    page.complaints();
}
