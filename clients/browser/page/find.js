// Records found by text: the words of their names, mechanisms, properties, sentences and chapters, on the page that lists them all.

import { element } from "./grid.js";
import { MOST_WORDS, matches, sought } from "./query.js";

/** The page that lists all records, and the most records that are shown at once. */
const LIST = "records/index.html";
const MOST = 50;

/** @typedef {{text: string, item: HTMLElement}} Entry */

/** @type {Promise<Entry[] | null> | null} */
let listed = null;

/** The records of the list; null where it does not come, and then it is asked for again. */
async function load() {
  const address = new URL(LIST, document.baseURI);
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(response.statusText);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return [...page.querySelectorAll(".record")].map((node) => {
      const item = /** @type {HTMLElement} */ (document.importNode(node, true));
      for (const link of item.querySelectorAll("a[href]")) link.setAttribute("href", new URL(link.getAttribute("href") ?? "", address).href);
      // The mechanism's name in words stands above its records.
      const above = node.closest("ul")?.previousElementSibling?.textContent ?? "";
      return { text: `${above} ${item.textContent ?? ""}`, item };
    });
  } catch {
    listed = null;
    return null;
  }
}

/**
 * A box for words, and below it the records that have them all.
 * @param {HTMLElement} place
 */
export function find(place) {
  const words = /** @type {HTMLInputElement} */ (element("input", {
    type: "text", size: "40", maxlength: String(MOST_WORDS), id: "find-words", autocomplete: "off", spellcheck: "false",
    "aria-describedby": "find-how", autocapitalize: "off",
  }));
  const said = element("div", { class: "find-said", role: "status" });
  const found = element("ul", { class: "find-found" });
  const form = /** @type {HTMLFormElement} */ (element("form", { class: "live-bar" },
    element("label", { for: "find-words" }, "Records "), words, element("button", { type: "submit" }, "Find")));
  let turn = 0;
  const show = async () => {
    const mine = ++turn;
    said.replaceChildren(element("p", {}, "Reading the list .."));
    found.replaceChildren();
    const all = await (listed ??= load());
    if (mine !== turn) return;
    const ours = (all ?? []).filter(({ text }) => matches(text, words.value));
    const count = ours.length === 1 ? "1 record" : `${ours.length} records`;
    const cut = ours.length > MOST ? `; the first ${MOST} are shown` : "";
    said.replaceChildren(element("p", {}, all ? `${count} of ${all.length} with all of these words${cut}.` : "The list of records could not be loaded."));
    found.replaceChildren(...ours.slice(0, MOST).map(({ item }) => item.cloneNode(true)));
    place.dataset.found = String(ours.length);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.pushState(null, "", `#${new URLSearchParams({ find: words.value })}`);
    show();
  });
  const follow = () => {
    if (!location.hash.startsWith("#find=")) return;
    const asked = sought(location.hash.slice(1));
    words.value = asked ?? "";
    if (asked !== null) show();
    else said.replaceChildren(element("p", {}, "The link could not be read; nothing was looked for."));
  };
  place.replaceChildren(form, element("p", { id: "find-how" }, "Words of a record's name, mechanism, property, sentence or chapter, as in ",
    element("code", {}, "bottleneck positive"), "."), said, found);
  window.addEventListener("popstate", follow);
  follow();
}
