// The bench: an instance that a reader can change, with allocation, verdict and every mechanism's margin.

import { engineOf } from "./engine.js";
import { family, found } from "./family.js";
import { element, grid, sized } from "./grid.js";
import { map } from "./map.js";
import { presets } from "./presets.js";
import { scrubber } from "./trace.js";
import { LONGEST, number, read, size, written } from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {{id: string, name: string}} Entry
 * @typedef {import("./family.js").Construction} Construction
 * @typedef {{mechanisms: Entry[], properties: Entry[], measures: Entry[], constructions: Construction[]}} Entries
 */

/** @param {HTMLElement} place an element whose data say the instance, the mechanism and the property */
export async function bench(place) {
  const first = /** @type {State} */ ({
    instance: JSON.parse(place.dataset.instance ?? "{}"),
    mechanism: place.dataset.mechanism ?? "",
    property: place.dataset.property ?? "",
  });
  new Bench(place, first, linked() ?? first).open();
}

/** @returns {State | null} */
function linked() {
  const text = /^#live=(.*)$/.exec(location.hash)?.[1];
  return text === undefined ? null : read(text);
}

class Bench {
  /**
   * @param {HTMLElement} place
   * @param {State} first the state on the page
   * @param {State} now
   */
  constructor(place, first, now) {
    this.place = place;
    this.first = first;
    this.now = now;
    this.engine = /** @type {import("./engine.js").Engine} */ (engineOf(first.instance.model));
    /** @type {State[]} */
    this.before = [];
    this.turn = 0;
    this.form = element("div");
    this.verdict = element("div", { class: "live-verdict", role: "status", "aria-live": "polite" });
    this.pictures = element("div", { class: "live-pictures" });
    this.others = element("div");
    this.more = element("div", { class: "live-more" });
  }

  async open() {
    this.place.replaceChildren(element("p", {}, "Loading the engine .."));
    const unread = (location.hash.startsWith("#live=") && linked() === null) || !(await this.knows(this.now));
    if (unread) {
      this.now = this.first;
      await this.knows(this.now);
    }
    if (!this.entries) {
      this.place.replaceChildren(element("p", {}, `The engine could not be loaded: ${this.fault}`));
      return;
    }
    this.place.replaceChildren(
      ...(unread ? [element("p", { role: "alert" }, "The link could not be read; this is the page's own instance.")] : []),
      element("div", { class: "live-bar" }, this.chooser("mechanism"), this.chooser("property"),
        presets(this.entries?.constructions ?? [], this.now, this.place.dataset.from ?? "", (state) => this.become({ ...this.now, ...state })),
        this.buttons()),
      this.form, this.verdict, this.pictures, this.more, this.others,
    );
    this.draw();
    this.judge();
    // The button that was pressed is gone; who came by a link begins where the page begins.
    if (!location.hash.startsWith("#live=")) this.place.querySelector("select")?.focus({ preventScroll: true });
  }

  /**
   * Whether the engine of a state's model has its mechanism and its property; that engine answers from then on. A link is somebody
   * else's: it may name a model, a mechanism or a property that there is not, or not any more.
   * @param {State} state
   */
  async knows(state) {
    const engine = engineOf(state.instance.model);
    const known = await engine?.ask({ ask: "list" });
    this.fault = known?.error?.reason ?? "";
    if (!engine || !known || known.error) return false;
    this.engine = engine;
    this.entries = /** @type {Entries} */ (/** @type {unknown} */ (known));
    return /** @type {const} */ (["mechanism", "property"]).every((kind) => this.menu(this.entries, kind).some((one) => one.id === state[kind]));
  }

  /**
   * @param {Entries | undefined} entries
   * @param {"mechanism" | "property"} kind
   */
  menu(entries, kind) {
    return (kind === "mechanism" ? entries?.mechanisms : entries?.properties) ?? [];
  }

  /** @param {"mechanism" | "property"} kind */
  chooser(kind) {
    const all = this.menu(this.entries, kind);
    const select = /** @type {HTMLSelectElement} */ (element("select", { class: `live-${kind}` }));
    for (const { id, name } of all) select.append(element("option", { value: id }, name));
    select.value = this.now[kind];
    select.addEventListener("change", () => this.become({ ...this.now, [kind]: select.value }));
    return element("label", {}, kind === "mechanism" ? "Mechanism " : "Property ", select);
  }

  buttons() {
    const bar = element("span", { class: "live-buttons" });
    /**
     * @param {string} text
     * @param {() => void} act
     */
    const button = (text, act) => {
      const made = element("button", { type: "button" }, text);
      made.addEventListener("click", act);
      bar.append(made);
    };
    for (const kind of /** @type {const} */ (["user", "server", "resource"])) {
      for (const more of [true, false]) {
        const made = sized(this.first.instance, kind, true) ?? sized(this.first.instance, kind, false);
        if (made === null || (kind === "server" && !this.first.instance.capacity)) continue;
        button(`${more ? "+" : "-"} ${kind}`, () => {
          const instance = sized(this.now.instance, kind, more);
          if (instance) this.become({ ...this.now, instance });
        });
      }
    }
    button("Undo", () => this.undo());
    button("Start again", () => this.become(this.first));
    button("Link", () => this.link());
    button("TOML", () => this.toml());
    button("LaTeX", () => this.latex());
    button("Step by step", () => scrubber(this.more, this.engine, this.now));
    button("Map", () => map(this.more, this.engine, this.now, (instance) => this.become({ ...this.now, instance })));
    if ((this.entries?.measures ?? []).length > 0) button("Families", () => this.families());
    button("Hunt", () => this.hunt());
    return bar;
  }

  /** @param {State} state */
  become(state) {
    this.before.push(this.now);
    this.now = state;
    this.draw();
    this.judge();
  }

  undo() {
    const state = this.before.pop();
    if (!state) return;
    this.now = state;
    this.draw();
    this.judge();
  }

  draw() {
    for (const kind of /** @type {const} */ (["mechanism", "property"])) {
      const select = /** @type {HTMLSelectElement | null} */ (this.place.querySelector(`.live-${kind}`));
      if (select) select.value = this.now[kind];
    }
    // The focused box stays, because its text may be an unfinished number.
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.path;
    const typed = /** @type {HTMLInputElement | null} */ (document.activeElement)?.value;
    const fresh = grid(this.now.instance, (instance) => this.become({ ...this.now, instance }));
    this.form.replaceChildren(fresh);
    if (focused) {
      const box = /** @type {HTMLInputElement | null} */ (fresh.querySelector(`[data-path='${focused}']`));
      if (box) {
        if (typed !== undefined && number(typed) !== null) box.value = typed;
        box.focus();
        box.setSelectionRange(box.value.length, box.value.length);
      }
    }
  }

  async judge() {
    const turn = ++this.turn;
    this.engine.forget();
    const { instance, mechanism, property } = this.now;
    const [report, run] = await Promise.all([
      this.engine.ask({ ask: "judge", instance, mechanism, property, seconds: 20 }),
      this.engine.ask({ ask: "run", instance, mechanism, seconds: 20 }),
    ]);
    if (turn !== this.turn) return;
    this.tell(report, run);
    this.place.dataset.judged = String(turn);
    const row = await this.engine.ask({ ask: "row", instance, property, seconds: 20 });
    if (turn === this.turn) this.compare(row);
  }

  /**
   * @param {import("./engine.js").Answer} report
   * @param {import("./engine.js").Answer} run
   */
  tell(report, run) {
    const name = (/** @type {Entry[] | undefined} */ all, /** @type {string} */ id) =>
      all?.find((entry) => entry.id === id)?.name ?? id;
    const mechanism = name(this.entries?.mechanisms, this.now.mechanism);
    const property = name(this.entries?.properties, this.now.property);
    const fault = report.error ?? run.error;
    if (fault || report.cut) {
      this.verdict.dataset.verdict = fault ? "error" : "undecided";
      this.verdict.replaceChildren(element("p", { role: "alert" },
        fault ? `${fault.field ? `${fault.field} ` : ""}${fault.reason}` : `Undecided: ${report.cut}.`));
      this.pictures.replaceChildren();
      return;
    }
    const words = /** @type {Record<string, string>} */ ({
      violated: `${mechanism} violates the property: ${property}.`,
      holds: `The property holds for ${mechanism} on this instance: ${property}.`,
      "out-of-scope": `The property says nothing of ${mechanism} here: ${property}.`,
      undecided: `Undecided for ${mechanism}: ${property}.`,
    });
    this.verdict.dataset.verdict = report.verdict;
    this.verdict.dataset.margin = report.witness?.margin ?? "";
    const lines = [element("p", {}, element("strong", {}, words[report.verdict] ?? report.verdict))];
    for (const text of [report.story, report.reason]) {
      for (const line of (text ?? "").split("\n")) if (line.trim()) lines.push(element("p", {}, line));
    }
    if (report.witness) {
      const stands = report.witness.stands === "every" ? "every allocation that the mechanism admits here"
        : "the allocation that was chosen";
      lines.push(element("p", {}, `Margin ${report.witness.margin}; it stands for ${stands}.`));
    }
    if (run.certified === true) lines.push(element("p", {}, "The allocation is certified."));
    this.verdict.replaceChildren(...lines);
    this.verdict.dataset.outcome = JSON.stringify(run.outcome);
    const pictures = report.pictures ?? [];
    const drawn = pictures.length > 0 ? pictures : run.picture ? [{ title: "The allocation", svg: run.picture }] : [];
    this.pictures.replaceChildren(...drawn.map((/** @type {{title: string, svg: string}} */ one) => {
      const figure = element("figure", {}, element("figcaption", {}, one.title));
      // The engine makes the picture, and escapes every text in it.
      figure.insertAdjacentHTML("beforeend", one.svg);
      return figure;
    }));
  }

  /** @param {any} row */
  compare(row) {
    if (!Array.isArray(row)) {
      this.others.replaceChildren();
      return;
    }
    const name = (/** @type {string} */ id) => this.entries?.mechanisms.find((entry) => entry.id === id)?.name ?? id;
    const said = row.filter((one) => one.verdict !== "out-of-scope");
    said.sort((a, b) => size(b.margin ?? 0) - size(a.margin ?? 0));
    const body = element("tbody");
    for (const one of said) {
      const choose = element("button", { type: "button" }, name(one.mechanism));
      choose.addEventListener("click", () => this.become({ ...this.now, mechanism: one.mechanism }));
      body.append(element("tr", {}, element("th", { scope: "row" }, choose), element("td", {}, one.verdict),
        element("td", {}, one.margin ?? "")));
    }
    const head = element("thead", {}, element("tr", {}, ...["Mechanism", "Verdict", "Margin"]
      .map((text) => element("th", { scope: "col" }, text))));
    const table = element("table", {}, element("caption", {}, "Every mechanism on this instance"), head, body);
    this.others.replaceChildren(element("div", { class: "table-wrapper", tabindex: "0" }, table));
  }

  /** The families of the papers and those on record, measured for the mechanism of now; one of its own is shown first. */
  async families() {
    const { instance, mechanism } = this.now;
    const papers = (this.entries?.constructions ?? []).filter((one) => one.least !== null);
    const records = await found(instance.model, this.place.dataset.from ?? "");
    if (papers.length + records.length === 0) return this.note("There are no families for this model.");
    const select = /** @type {HTMLSelectElement} */ (element("select", {}));
    for (const [label, group] of /** @type {const} */ ([["Constructions of the papers", papers], ["Families on record", records]])) {
      if (group.length > 0) select.append(element("optgroup", { label }, ...group.map(({ id }) => element("option", { value: id }, id))));
    }
    const own = records.find((one) => one.mechanism === mechanism);
    if (own) select.value = own.id;
    const box = element("div");
    const draw = () => {
      const chosen = [...papers, ...records].find((one) => one.id === select.value);
      if (chosen) family(box, this.engine, chosen, this.now.mechanism, this.entries?.measures ?? []);
    };
    select.addEventListener("change", draw);
    this.more.replaceChildren(element("div", { class: "live-bar" }, element("label", {}, "Family ", select)), box);
    draw();
  }

  link() {
    const text = written(this.now);
    if (text.length > LONGEST) return;
    history.replaceState(null, "", `#live=${text}`);
    this.note("The address of this page now carries the instance.");
  }

  async toml() {
    const { instance, mechanism, property } = this.now;
    const file = await this.engine.ask({ ask: "write", instance });
    const command = `verify --mech ${mechanism} --property ${property} --instance instance.toml`;
    this.copied(file.error ? file.error.reason : `${file.toml}\n# ${command}`);
  }

  /** The violation, or the allocation where there is none, as `verify export --latex` prints it. */
  async latex() {
    const { instance, mechanism, property } = this.now;
    const file = await this.engine.ask({ ask: "latex", instance, mechanism, property, seconds: 20 });
    this.copied(file.latex ?? file.error?.reason ?? `Undecided: ${file.cut}.`);
  }

  /**
   * Shows a text, with a button that copies it.
   * @param {string} text
   */
  copied(text) {
    const copy = element("button", { type: "button" }, "Copy");
    const said = element("span", { role: "status" });
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text).then(() => { said.textContent = " Copied."; }, () => { said.textContent = " The browser did not allow it."; });
    });
    this.more.replaceChildren(element("p", {}, copy, said), element("pre", { tabindex: "0" }, text));
  }

  /** @param {string} text */
  note(text) {
    this.more.replaceChildren(element("p", { role: "status" }, text));
  }

  /** Searches for a smaller or another violation of this cell, from the size of this instance. */
  async hunt() {
    const { mechanism, property, instance } = this.now;
    const seen = element("span", {}, "0");
    const stop = element("button", { type: "button" }, "Stop");
    stop.addEventListener("click", () => this.engine.stop());
    this.more.replaceChildren(element("p", { role: "status" }, "Hunting; instances looked at: ", seen, " ", stop));
    const question = { ask: "search", model: instance.model, mechanism, property, seed: 0, instances: 20000 };
    const report = await this.engine.ask(question, (instances) => { seen.textContent = String(instances); });
    if (report.cut) return this.note("The hunt was stopped.");
    if (report.never) return this.note(report.never);
    if (report.error) return this.note(report.error.reason);
    if (report.instance) {
      this.note(`A violation was found by the strategy ${report.strategy}; it is shown now.`);
      this.become({ ...this.now, instance: report.instance });
    } else {
      this.note(`No violation among ${report.searched.instances} instances.`);
    }
  }
}
