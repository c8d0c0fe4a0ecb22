// The engineers' page: a reader pastes a cluster as other programs print it, and its running tasks are audited. No data leave the browser.

import { Engine } from "./engine.js";
import { element } from "./grid.js";
import { waiting } from "./wait.js";

/** The pasted texts: the source, the names of its two texts, and their descriptions. */
const SOURCES = /** @type {const} */ ({
  kubernetes: [["nodes", "kubectl get nodes -o json"], ["pods", "kubectl get pods -A -o json"]],
  csv: [["machines", "Table of machines (name, resources)"], ["requests", "Table of requests (name, resources, tasks, running)"]],
});

/** An engine that imports and audits, and does nothing else. */
const engine = new Engine("audit");

/** The largest number of characters of a text. */
const MOST = 4_000_000;

/** @param {HTMLElement} place */
export function cluster(place) {
  const source = menu([["kubernetes", "Kubernetes"], ["csv", "two tables, CSV"]]);
  const by = menu([["owner", "controller"], ["namespace", "namespace"]]);
  const boxes = element("div");
  const said = element("div", { class: "live-verdict", role: "status" });
  const form = /** @type {HTMLFormElement} */ (element("form", {},
    element("div", { class: "live-bar" }, element("label", {}, "From ", source), element("label", {}, "A user is a ", by)),
    boxes, element("button", { type: "submit" }, "Who is short?")));
  /** @type {HTMLTextAreaElement[]} */
  let texts = [];
  const lay = () => {
    const kind = /** @type {keyof typeof SOURCES} */ (source.value);
    /** @type {HTMLElement} */ (by.parentElement).hidden = kind !== "kubernetes";
    texts = SOURCES[kind].map(([name]) => /** @type {HTMLTextAreaElement} */ (element("textarea", {
      rows: "5", name, maxlength: String(MOST), spellcheck: "false",
    })));
    boxes.replaceChildren(...texts.map((text, k) => element("label", {}, `${SOURCES[kind][k][1]} `, text)));
  };
  source.addEventListener("change", lay);
  lay();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.classList.add("live-old");
    engine.cancel(engine, false);
    const wait = waiting(form, "Reading ..", () => engine.cancel(engine));
    const given = Object.fromEntries(texts.map((text) => [text.name, text.value]));
    const read = await engine.ask({ ask: "import", source: source.value, by: by.value, ...given }, undefined, engine);
    const report = read.error || read.cut ? read : await engine.ask({ ask: "audit", instance: read.instance, seconds: 60 }, undefined, engine);
    wait.end();
    said.classList.remove("live-old");
    if (report.cut) said.replaceChildren(element("p", {}, `Undecided: ${report.cut}.`));
    else said.replaceChildren(...(report.error ? [fault(report)] : told(report)), ...(read.error ? [] : [file(read)]));
    place.dataset.told = String(Number(place.dataset.told ?? 0) + 1);
  });
  place.replaceChildren(element("p", {}, "What is pasted stays in this browser."), form, said);
  source.focus({ preventScroll: true });
}

/** @param {string[][]} entries */
function menu(entries) {
  const select = /** @type {HTMLSelectElement} */ (element("select", {}));
  for (const [value, name] of entries) select.append(element("option", { value }, name));
  return select;
}

/** @param {import("./engine.js").Answer} answer */
function fault({ error }) {
  return element("p", { role: "alert" }, [error.file, error.field, error.reason].filter(Boolean).join(": "));
}

/** @param {import("./engine.js").Answer} report */
function told({ sentence, users, properties, assumed }) {
  const list = element("ul");
  for (const { tells, mends } of users) {
    const item = element("li", {}, tells);
    if (mends.length > 0) item.append(element("ul", {}, ...mends.map((/** @type {string} */ mend) => element("li", {}, mend))));
    list.append(item);
  }
  const judged = element("ul", {}, ...properties.map((/** @type {any} */ one) =>
    element("li", {}, element("code", {}, one.property), ` ${one.verdict}${one.margin ? `, margin ${one.margin}` : ""}${one.tells ? `: ${one.tells}` : ""}`)));
  return [element("p", {}, element("strong", {}, sentence)), list, judged,
    ...assumed.map((/** @type {string} */ text) => element("p", {}, text))];
}

/** @param {import("./engine.js").Answer} read */
function file({ toml, notes }) {
  const text = [...notes.map((/** @type {string} */ note) => `# ${note}`), toml].join("\n");
  return element("details", {}, element("summary", {}, "The instance as a file"), element("pre", { tabindex: "0" }, text));
}
