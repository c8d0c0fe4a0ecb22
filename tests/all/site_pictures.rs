//! The pictures of the live elements that chapters show, taken from the built site with `PICTURES=1 cargo test the_site`. Look at
//! them before they are kept.

use serde_json::{Value, json};

use super::devtools::{Browser, Page as _};
use super::site_live::{RECORD, opened, paste};
use super::support::root;

/// Width of the window in pixels.
const WIDE: u32 = 900;

/// Writes the picture of an element into a file below `book/text`: an SVG around the pixels, so that it is text as the other
/// pictures are.
fn taken(page: &mut Browser, selector: &str, about: &str, file: &str) {
    let frame = page.value(&format!(
        "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); \
           return [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round); }})()"
    ));
    let [x, y, width, height] = [0, 1, 2, 3].map(|k| frame[k].as_i64().unwrap());
    let shot = page.ask(
        "Page.captureScreenshot",
        json!({
            "format": "webp", "quality": 75, "captureBeyondViewport": true,
            "clip": {"x": x, "y": y, "width": width, "height": height, "scale": 1},
        }),
    );
    let pixels = shot["data"].as_str().unwrap();
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\">\n\
         <title>{about}</title>\n<image width=\"{width}\" height=\"{height}\" href=\"data:image/webp;base64,{pixels}\"/>\n</svg>\n"
    );
    std::fs::write(root().join("book/text").join(file), svg).unwrap();
}

/// Presses the button of the live element with this name.
fn pressed(page: &mut Browser, name: &str) {
    page.value(&format!(
        "[...document.querySelectorAll('.live button')].find((b) => b.textContent === {name:?}).click()"
    ));
}

/// Takes all pictures.
pub fn pictures(page: &mut Browser, base: &str) {
    page.shown(WIDE, &[("prefers-color-scheme", "light")]);
    page.open(&format!("{base}{RECORD}"));
    opened(page);
    taken(page, ".live", "An instance that can be changed, with its verdict", "lookup/live-bench.svg");
    pressed(page, "Step by step");
    page.until("document.querySelector('.live input[type=range]')");
    page.value(
        "(() => { const slider = document.querySelector('.live input[type=range]'); \
           slider.value = slider.max; slider.dispatchEvent(new Event('input')); })()",
    );
    taken(page, ".live-more", "The steps of a mechanism", "lookup/live-steps.svg");
    pressed(page, "Map");
    page.until("document.querySelector('.live canvas')?.dataset.drawn === '1681'");
    taken(page, ".live-more", "A map of margins", "lookup/live-map.svg");
    pressed(page, "Families");
    page.until("document.querySelector('.live-more .live-curve')");
    let menu: Value = json!("tsf-si-ratio");
    page.value(&format!(
        "(() => {{ const menu = document.querySelector('.live-more select'); \
           menu.value = {menu}; menu.dispatchEvent(new Event('change')); }})()"
    ));
    page.until("document.querySelector('.live .live-curve')?.ariaLabel.includes('2/11')");
    taken(page, ".live-more", "A family as a curve", "lookup/live-family.svg");
    page.open(&format!("{base}matrix.html#ask=si+%26+ef+%26+!po&model=cluster"));
    page.until("document.querySelector('.live').dataset.asked");
    taken(page, ".live", "The matrix, asked", "lookup/live-ask.svg");
    page.open(&format!("{base}choose/your-cluster.html"));
    opened(page);
    let list = |name: &str| std::fs::read_to_string(root().join("tests/imports").join(name)).unwrap();
    paste(page, "kubernetes", [&list("two-teams-nodes.json"), &list("two-teams-pods.json")]);
    taken(page, ".live-verdict", "A cluster, audited", "choose/live-cluster.svg");
    page.shown(1280, &[]);
}
