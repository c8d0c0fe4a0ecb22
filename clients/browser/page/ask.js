// The query bar: which mechanisms keep some properties and violate others, by the matrix of this page or on one instance; and which
// records have some words.

import { engineOf } from "./engine.js";
import { find } from "./find.js";
import { known, matrix } from "./cells.js";
import { element } from "./grid.js";
import { waiting } from "./wait.js";
import { MOST_INSTANCE, MOST_QUERY, completed, modelOf, read, written } from "./query.js";

/**
 * @typedef {import("./cells.js").Row} Row
 * @typedef {import("./query.js").Asked} Asked
 * @typedef {{verdict: string, margin: string | null, reason?: string}} Ruling
 * @typedef {{mechanism: string, answer: string, rulings?: Ruling[]}} Answered
 */

/** @param {HTMLElement} place */
export function ask(place) {
  new Bar(place).open();
}

class Bar {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.turn = 0;
    /** @type {import("./engine.js").Engine | null} */
    this.engine = null;
    this.models = matrix(document);
    this.query = /** @type {HTMLInputElement} */ (element("input", {
      type: "text", size: "40", maxlength: String(MOST_QUERY), id: "ask-query", autocomplete: "off", spellcheck: "false",
      "aria-describedby": "ask-how", autocapitalize: "off", list: "ask-ids",
    }));
    this.offers = element("datalist", { id: "ask-ids" });
    this.model = this.menu("ask-model", [...this.models.keys()].map((id) => [id, id]));
    if (this.models.has("cluster")) this.model.value = "cluster";
    this.tasks = this.menu("ask-tasks", [["any", "any"], ["split", "may be split"], ["whole", "whole"]]);
    this.instance = /** @type {HTMLTextAreaElement} */ (element("textarea", {
      rows: "6", cols: "60", maxlength: String(MOST_INSTANCE), id: "ask-instance", spellcheck: "false",
    }));
    this.on = /** @type {HTMLDetailsElement} */ (element("details", {}, element("summary", {}, "On one instance instead"),
      element("label", { for: "ask-instance" }, "The instance, as a TOML or JSON file has it: "), this.instance));
    this.said = element("div", { class: "ask-said", role: "status" });
    this.answer = element("div");
    this.records = element("div", { class: "find" });
  }

  /**
   * @param {string} id
   * @param {string[][]} entries
   */
  menu(id, entries) {
    const select = /** @type {HTMLSelectElement} */ (element("select", { id }));
    for (const [value, name] of entries) select.append(element("option", { value }, name));
    return select;
  }

  open() {
    const form = /** @type {HTMLFormElement} */ (element("form", { class: "live-bar" },
      element("label", { for: "ask-query" }, "Properties "), this.query, this.offers,
      element("label", { for: "ask-model" }, "of the model "), this.model,
      element("label", { for: "ask-tasks" }, "tasks "), this.tasks,
      element("button", { type: "submit" }, "Ask")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask(true);
    });
    this.place.replaceChildren(form, element("p", { id: "ask-how" },
      "Properties by their ids or names with & (and), | (or), ! (violates) and parentheses, as in ",
      element("code", {}, "si & ef & !po"), " or ", element("code", {}, "envy-free and not Pareto optimal"), "."),
    this.on, this.said, this.answer, this.records);
    find(this.records);
    window.addEventListener("popstate", () => this.follow());
    for (const [part, event] of /** @type {const} */ ([[this.query, "input"], [this.query, "focus"], [this.model, "change"]])) {
      part.addEventListener(event, () => this.offer());
    }
    if (!this.follow() && !location.hash.startsWith("#find=")) this.query.focus();
  }

  /** Asks the query in the address; returns true if there is one. */
  follow() {
    const fragment = location.hash.slice(1);
    if (!fragment.startsWith("ask=")) return false;
    const asked = read(fragment);
    if (asked === null || !this.models.has(asked.model)) {
      this.tell("The link could not be read; nothing was asked.");
      return true;
    }
    [this.query.value, this.model.value, this.tasks.value, this.instance.value] =
      [asked.query, asked.model, asked.tasks, asked.instance];
    this.on.open = asked.instance !== "";
    this.ask(false);
    return true;
  }

  /** Offers the query with its last word completed. */
  offer() {
    const rows = [...(this.models.get(this.model.value)?.values() ?? [])];
    const ids = [...new Set(rows.flatMap((row) => [...row.cells.keys()]))];
    this.offers.replaceChildren(...completed(this.query.value, ids).map((value) => element("option", { value })));
  }

  /** @param {string} text */
  tell(text) {
    this.said.replaceChildren(element("p", {}, text));
  }

  /** @param {boolean} link true if the address is to contain the query */
  async ask(link) {
    const turn = ++this.turn;
    /** @type {Asked} */
    const asked = { query: this.query.value, model: this.model.value, tasks: this.tasks.value, instance: this.on.open ? this.instance.value : "" };
    if (link && location.hash.slice(1) !== written(asked)) history.pushState(null, "", `#${written(asked)}`);
    const rows = this.models.get(asked.model) ?? new Map();
    const source = asked.instance.trim() === "" ? { model: asked.model, known: known(rows) } : { instance: asked.instance, seconds: 60 };
    this.tell("Asking ..");
    this.answer.classList.add("live-old");
    this.engine?.cancel(this, false);
    const engine = /** @type {import("./engine.js").Engine} */ (engineOf(modelOf(asked.instance) ?? asked.model) ?? engineOf(asked.model));
    this.engine = engine;
    const wait = waiting(this.said, "", () => engine.cancel(this));
    const answer = await engine.ask({ ask: "query", query: asked.query, ...source }, undefined, this);
    wait.end();
    if (turn !== this.turn) return;
    this.answer.classList.remove("live-old");
    this.place.dataset.asked = String(turn);
    this.answer.replaceChildren();
    const fault = answer.error;
    this.query.setAttribute("aria-invalid", String(fault?.field === "query"));
    if (fault || answer.cut) {
      const where = fault?.field === "query" ? "The query: " : fault?.field ? `${fault.field}: ` : "";
      this.tell(fault ? `${where}${fault.reason}` : `Undecided: ${answer.cut}.`);
      return;
    }
    this.show(answer.properties, answer.mechanisms, asked, rows);
    const bare = (/** @type {string} */ text) => text.replaceAll(" ", "");
    if (answer.read && bare(answer.read) !== bare(asked.query)) this.said.append(element("p", {}, "Read as ", element("code", {}, answer.read), "."));
  }

  /**
   * @param {string[]} properties
   * @param {Answered[]} all
   * @param {Asked} asked
   * @param {Map<string, Row>} rows
   */
  show(properties, all, asked, rows) {
    const wanted = { any: null, split: false, whole: true }[asked.tasks] ?? null;
    const asks = all.filter(({ mechanism }) => wanted === null || (rows.get(mechanism)?.whole ?? wanted) === wanted);
    const yes = asks.filter((one) => one.answer === "yes");
    const open = asks.filter((one) => one.answer === "open");
    const are = yes.length === 1 ? "mechanism is" : "mechanisms are";
    this.place.dataset.yes = yes.map((one) => one.mechanism).join(" ");
    this.place.dataset.open = open.map((one) => one.mechanism).join(" ");
    this.tell(`${yes.length} of ${asks.length} ${are} as asked${open.length > 0 ? `; for ${open.length} it is open` : ""}.`);
    for (const [title, found] of /** @type {const} */ ([["As asked", yes], ["Open: what is known does not settle it", open]])) {
      if (found.length > 0) this.answer.append(this.table(title, properties, found, rows));
    }
    if (yes.length + open.length > 0) this.answer.append(this.beside(properties, [...yes, ...open].map((one) => one.mechanism)));
  }

  /**
   * @param {string} title
   * @param {string[]} properties
   * @param {Answered[]} found
   * @param {Map<string, Row>} rows
   */
  table(title, properties, found, rows) {
    const body = element("tbody");
    for (const { mechanism, rulings } of found) {
      const fields = properties.map((property, k) => {
        const ruling = rulings?.[k];
        if (ruling) {
          const margin = ruling.margin ? `, margin ${ruling.margin}` : "";
          return element("td", {}, `${ruling.verdict}${margin}${ruling.reason ? `: ${ruling.reason}` : ""}`);
        }
        const cell = rows.get(mechanism)?.cells.get(property);
        if (!cell) return element("td", {}, "nothing is known");
        return element("td", {}, element("a", { href: cell.link }, cell.asserted ? cell.state : `${cell.state} (deduced)`),
          cell.reason.startsWith(cell.state) ? cell.reason.slice(cell.state.length) : `: ${cell.reason}`);
      });
      const name = element("a", { href: `mechanisms/${mechanism}.html` }, element("code", {}, mechanism));
      body.append(element("tr", {}, element("th", { scope: "row" }, name), ...fields));
    }
    const head = ["mechanism", ...properties].map((text) => element("th", { scope: "col" }, text));
    const table = element("table", {}, element("caption", {}, title), element("thead", {}, element("tr", {}, ...head)), body);
    return element("div", { class: "table-wrapper", tabindex: "0", role: "region", "aria-label": title }, table);
  }

  /**
   * A button that lists the papers' claims about the cells.
   * @param {string[]} properties
   * @param {string[]} mechanisms
   */
  beside(properties, mechanisms) {
    const list = element("div", { class: "claims" });
    const button = element("button", { type: "button" }, "Claims on these cells");
    const box = element("div", {}, button);
    button.addEventListener("click", async () => {
      button.remove();
      box.append(list);
      const claims = await listed();
      const found = (claims ?? []).filter((claim) => {
        const { mechanism = "", property = "" } = /** @type {HTMLElement} */ (claim).dataset;
        return mechanisms.includes(mechanism) && properties.includes(property);
      });
      list.append(...found.map((claim) => document.importNode(claim, true)));
      const said = found.length === 1 ? "1 claim speaks" : `${found.length} claims speak`;
      list.before(element("p", { role: "status" }, claims ? `${said} of these cells.` : "The list of claims could not be loaded."));
    });
    return box;
  }
}

/** The claims on the pages of all sources; null where a page does not come. */
async function listed() {
  const standing = await page("standing.html");
  const links = [...(standing?.querySelectorAll("main a[href^='papers/']") ?? [])].map((link) => link.getAttribute("href") ?? "");
  const pages = await Promise.all([...new Set(links)].map(page));
  if (!standing || pages.some((one) => one === null)) return null;
  return pages.flatMap((one) => [...(one?.querySelectorAll(".claim") ?? [])]).map((claim) => {
    // The links of those pages begin one folder lower.
    for (const link of claim.querySelectorAll("a[href^='../']")) link.setAttribute("href", (link.getAttribute("href") ?? "").slice(3));
    return claim;
  });
}

/** @param {string} name */
async function page(name) {
  try {
    const response = await fetch(new URL(name, document.baseURI));
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return null;
  }
}
