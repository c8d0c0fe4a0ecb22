// The bench: an instance that a reader can change, with allocation, verdict and every mechanism's margin. It begins with what the page
// has stored; the engine is loaded at the first touch.

import { engineOf } from "./engine.js";
import { covers, named, optional, partsOf, pathOf, sized, toggled } from "./forms.js";
import { element, grid, sliders, wrong } from "./grid.js";
import { Past, linked } from "./past.js";
import { presets } from "./presets.js";
import { Row } from "./row.js";
import { changed, number } from "./state.js";
import { Tools } from "./tools.js";
import { button, waiting } from "./wait.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./row.js").Entry} Entry
 * @typedef {import("./family.js").Construction} Construction
 * @typedef {{mechanisms: Entry[], properties: Entry[], measures: Entry[], constructions: Construction[]}} Entries
 * @typedef {import("./engine.js").Answer} Answer
 */

/** The time in seconds for the question on screen. */
const SECONDS = 20;

/** @param {HTMLElement} place an element whose data say the instance, the mechanism and the property */
export async function bench(place) {
  const first = /** @type {State} */ ({
    instance: JSON.parse(place.dataset.instance ?? "{}"),
    mechanism: place.dataset.mechanism ?? "",
    property: place.dataset.property ?? "",
  });
  new Bench(place, first).open();
}

class Bench {
  /**
   * @param {HTMLElement} place
   * @param {State} first the state on the page
   */
  constructor(place, first) {
    this.place = place;
    this.first = first;
    this.now = first;
    this.engine = /** @type {import("./engine.js").Engine} */ (engineOf(first.instance.model));
    this.past = new Past(first, (state) => this.become(state, "address"));
    this.turn = 0;
    /** @type {Entries | null} */
    this.entries = null;
    /** @type {Promise<boolean> | null} */
    this.touched = null;
    // The page's own tables, where the form does not say all that they say.
    this.own = element("div");
    this.alert = element("div");
    this.form = element("div");
    this.verdict = element("div", { class: "live-verdict", role: "status", "aria-live": "polite" });
    this.pictures = element("div", { class: "live-pictures" });
    this.bar = element("div", { class: "live-bar" });
    const more = element("div", { class: "live-more" });
    const others = element("div");
    this.below = [more, others];
    this.base = place.dataset.from ?? "";
    this.tools = new Tools(more, () => this.now, (instance) => this.become({ ...this.now, instance }, "choice"), this.base);
    this.row = new Row(others, (mechanism) => this.become({ ...this.now, mechanism }, "choice"));
    this.sliders = place.dataset.sliders ? sliders(first.instance, Number(place.dataset.sliders),
      (path, value) => this.become({ ...this.now, instance: changed(this.now.instance, path, value) }, "edit")) : null;
  }

  /** Puts the form where the page shows the instance, with the verdict that the page has. */
  open() {
    // The form says what the tables said, unless the instance has parts that no form has.
    this.kept = [...this.place.childNodes];
    if (!this.sliders && !covers(this.first.instance)) this.own.append(...this.kept);
    this.place.replaceChildren(this.own, this.alert, this.form, this.verdict, this.pictures, this.bar, ...this.below);
    this.place.classList.add("on");
    const picture = this.place.nextElementSibling;
    if (this.sliders && picture?.matches(".picture")) this.pictures.append(picture);
    const all = button("All tools", async () => {
      if (await this.touch(true)) this.bar.querySelector("select")?.focus({ preventScroll: true });
    });
    this.bar.append(all, element("span", { class: "live-hint" }, this.sliders ? "Move a slider, and the verdict follows." : "Change a number, and the verdict follows."));
    this.draw();
    this.stored();
    // A worker takes a third of the time to the first verdict, and costs a page that is only read one small file.
    (window.requestIdleCallback ?? setTimeout)(() => this.engine.ready());
    // A pointer over the form, or a touch of it, comes before a change: the engine is loaded meanwhile.
    this.form.addEventListener("pointerenter", () => {
      this.touched ??= this.knows(this.first);
    }, { once: true });
    this.form.addEventListener("focusin", () => this.touch(), { once: true });
    this.form.addEventListener("pointerdown", () => this.touch(), { once: true });
    const link = linked();
    if (link) this.become(link, "address");
    else if (link === null) this.complain();
  }

  /** Says that a link could not be read. */
  complain() {
    this.alert.replaceChildren(element("p", { role: "alert" }, "The link could not be read; this is the page's own instance."));
  }

  /**
   * Loads the engine, once; with `whole`, or on a page that is not for beginners, all tools are then offered. Returns false where the
   * engine cannot be had, and the page is then as it was written.
   */
  async touch(whole = this.sliders === null) {
    this.touched ??= this.knows(this.first);
    if (!await this.touched) {
      this.touched = null;
      this.place.classList.remove("on");
      this.place.replaceChildren(...(this.kept ?? []), ...(this.sliders ? [...this.pictures.childNodes] : []), element("p", { role: "alert" }, this.fault ?? ""));
      return false;
    }
    if (whole && !this.offered) {
      this.offered = true;
      this.offer();
      if (engineOf(this.now.instance.model) === this.engine) this.judge();
    }
    return true;
  }

  /**
   * Returns whether the engine of a state's model has its mechanism and its property; that engine answers from then on. A link is
   * somebody else's: it may name a model, a mechanism or a property that there is not, or not any more.
   * @param {State} state
   */
  async knows(state) {
    const engine = engineOf(state.instance.model);
    const known = engine === this.engine && this.entries ? this.entries : await engine?.ask({ ask: "list" });
    this.fault = /** @type {Answer | undefined} */ (known)?.error?.reason;
    if (!engine || !known || this.fault) return false;
    const entries = /** @type {Entries} */ (/** @type {unknown} */ (known));
    const has = entries.mechanisms.some(({ id }) => id === state.mechanism) && entries.properties.some(({ id }) => id === state.property);
    if (has) [this.engine, this.entries] = [engine, entries];
    return has;
  }

  /** Offers all mechanisms, properties, instances and tools of the engine. */
  offer() {
    const entries = /** @type {Entries} */ (this.entries);
    const beside = /** @type {import("./engine.js").Engine} */ (engineOf(this.now.instance.model, "beside"));
    const buttons = element("span", { class: "live-buttons" });
    for (const kind of partsOf(this.now.instance.model)) {
      for (const more of [true, false]) {
        buttons.append(button(`${more ? "+" : "-"} ${kind}`, () => {
          const instance = sized(this.now.instance, kind, more);
          if (instance) this.become({ ...this.now, instance }, "choice");
        }));
      }
    }
    buttons.append(button("Undo", () => this.step(true)), button("Redo", () => this.step(false)),
      button("Start again", () => this.become(this.first, "choice")), ...this.tools.buttons(beside, entries));
    const parts = this.parts();
    if (parts) buttons.prepend(parts);
    this.bar.replaceChildren(this.chooser("mechanism", entries.mechanisms), this.chooser("property", entries.properties),
      presets(entries.constructions, this.now, this.base, (state) => this.become({ ...this.now, ...state }, "choice")), buttons);
  }

  /** A menu of the optional fields of the model, to add them to the form and to take them out; null if there are none. */
  parts() {
    const fields = optional(this.now.instance.model);
    const select = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Fields of the form" }, element("option", { value: "" }, "Fields"),
      ...fields.map(({ name, title }) => element("option", { value: name }, title))));
    select.addEventListener("change", () => {
      const name = select.value;
      select.value = "";
      if (name) this.become({ ...this.now, instance: toggled(this.now.instance, name) }, "choice");
    });
    return fields.length > 0 ? select : null;
  }

  /**
   * @param {"mechanism" | "property"} kind
   * @param {Entry[]} all
   */
  chooser(kind, all) {
    const select = /** @type {HTMLSelectElement} */ (element("select", { class: `live-${kind}` }));
    for (const { id, name } of all) select.append(element("option", { value: id }, name));
    select.value = this.now[kind];
    select.addEventListener("change", () => this.become({ ...this.now, [kind]: select.value }, "choice"));
    return element("label", {}, kind === "mechanism" ? "Mechanism " : "Property ", select);
  }

  /**
   * Shows another state: one that is typed, chosen, or the address's.
   * @param {State} state
   * @param {"edit" | "choice" | "address"} kind
   */
  async become(state, kind) {
    const unread = kind === "address" && state !== this.first && !await this.knows(state);
    const next = unread ? this.first : state;
    this.past.follow(this.now, next, kind);
    await this.show(next);
    if (unread) this.complain();
  }

  /**
   * Undoes a change, or what was undone.
   * @param {boolean} back
   */
  step(back) {
    const state = this.past.step(this.now, back);
    if (state) this.show(state);
  }

  /** @param {State} state */
  async show(state) {
    this.now = state;
    this.tools.leave();
    this.alert.replaceChildren();
    this.draw();
    const { turn } = this;
    if (!await this.touch()) return;
    // A link may have led to another model.
    if (engineOf(state.instance.model) !== this.engine) {
      await this.knows(state);
      if (this.offered) this.offer();
    }
    if (this.now === state && this.turn === turn) this.judge();
  }

  draw() {
    this.own.classList.toggle("live-old", this.now !== this.first);
    for (const kind of /** @type {const} */ (["mechanism", "property"])) {
      const select = /** @type {HTMLSelectElement | null} */ (this.place.querySelector(`.live-${kind}`));
      if (select) select.value = this.now[kind];
    }
    if (this.sliders) {
      this.sliders.show(this.now.instance);
      if (!this.sliders.form.isConnected) this.form.replaceChildren(this.sliders.form);
      return;
    }
    // The focused box stays, because its text may be an unfinished number.
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.path;
    const typed = /** @type {HTMLInputElement | null} */ (document.activeElement)?.value;
    const fresh = grid(this.now.instance, (instance) => this.become({ ...this.now, instance }, "edit"));
    this.form.replaceChildren(fresh);
    if (focused) {
      const box = /** @type {HTMLInputElement | null} */ (fresh.querySelector(`[data-path='${focused}']`));
      if (box) {
        // What is typed may be written otherwise: 0.5 for 1/2.
        if (typed !== undefined && number(typed) === number(box.value)) box.value = typed;
        box.focus();
        box.setSelectionRange(box.value.length, box.value.length);
      }
    }
  }

  /** Shows the verdict that the page has stored for its own instance, if it has one. */
  stored() {
    const { sentence, margin } = this.place.dataset;
    if (this.now !== this.first || sentence === undefined) return false;
    Object.assign(this.verdict.dataset, { verdict: "violated", margin });
    this.verdict.replaceChildren(element("p", {}, element("strong", {}, sentence)), element("p", {}, `Margin ${margin}, on record.`));
    return true;
  }

  /** Asks for the verdict and the allocation; what other questions are about waits beside. */
  async judge() {
    const turn = ++this.turn;
    this.engine.cancel(this, false);
    this.row.leave();
    const { instance, mechanism, property } = this.now;
    const shown = [this.verdict, this.pictures];
    for (const one of shown) one.classList.add("live-old");
    const wait = waiting(this.alert, "Judging ..", () => this.engine.cancel(this));
    const [report, run] = await Promise.all([
      this.engine.ask({ ask: "judge", instance, mechanism, property, seconds: SECONDS }, undefined, this),
      this.engine.ask({ ask: "run", instance, mechanism, seconds: SECONDS }, undefined, this),
    ]);
    wait.end();
    if (turn !== this.turn) return;
    for (const one of shown) one.classList.remove("live-old");
    // What is on record stays on record, even if it takes long to find it again.
    if (!["violated", "holds"].includes(report.verdict) && this.stored()) this.picture(run);
    else this.tell(report, run);
    this.place.dataset.judged = String(turn);
    this.compare();
  }

  compare() {
    const beside = engineOf(this.now.instance.model, "beside");
    if (this.offered && beside && this.entries) this.row.compare(beside, this.now, this.entries.mechanisms);
  }

  /**
   * @param {Answer} report
   * @param {Answer} run
   */
  tell(report, run) {
    const name = (/** @type {Entry[] | undefined} */ all, /** @type {string} */ id) =>
      all?.find((entry) => entry.id === id)?.name ?? id;
    const mechanism = name(this.entries?.mechanisms, this.now.mechanism);
    const property = name(this.entries?.properties, this.now.property);
    const fault = report.error ?? run.error;
    const path = pathOf(fault?.field ?? "");
    const said = fault ? `${path.length > 0 ? `${named(path, this.now.instance.model)}: ` : ""}${fault.reason}` : `Undecided: ${report.cut}.`;
    wrong(this.form, path, path.length > 0 ? said : "");
    if (fault || report.cut) {
      this.verdict.dataset.verdict = fault ? "error" : "undecided";
      this.verdict.replaceChildren(path.length > 0 ? element("p", {}, "There is no verdict: an entry is marked above.") : element("p", { role: "alert" }, said));
      this.pictures.replaceChildren();
      return;
    }
    const words = /** @type {Record<string, string>} */ ({
      violated: `${mechanism} violates the property: ${property}.`,
      holds: `The property holds for ${mechanism} on this instance: ${property}.`,
      "out-of-scope": `The property does not apply to ${mechanism} here: ${property}.`,
      undecided: `Undecided for ${mechanism}: ${property}.`,
    });
    this.verdict.dataset.verdict = report.verdict;
    this.verdict.dataset.margin = report.witness?.margin ?? "";
    const lines = [element("p", {}, element("strong", {}, words[report.verdict] ?? report.verdict))];
    const why = [report.story, report.reason].flatMap((text) => (text ?? "").split("\n")).filter((line) => line.trim());
    // Beginners read what is missing; who opens all tools reads why.
    const brief = this.sliders !== null && !this.offered;
    lines.push(...(brief ? why.slice(-1) : why).map((line) => element("p", {}, line)));
    if (report.witness && !brief) {
      const stands = report.witness.stands === "every" ? "every allocation that the mechanism admits here"
        : "the allocation that was chosen";
      lines.push(element("p", {}, `Margin ${report.witness.margin}; it stands for ${stands}.`));
    }
    if (run.certified === true && !brief) lines.push(element("p", {}, "The allocation is certified."));
    this.verdict.replaceChildren(...lines);
    this.picture(run, brief ? [] : report.pictures ?? []);
  }

  /**
   * Draws an allocation, or the pictures of a violation.
   * @param {Answer} run
   * @param {{title: string, svg: string}[]} pictures
   */
  picture(run, pictures = []) {
    this.verdict.dataset.outcome = JSON.stringify(run.outcome);
    const drawn = pictures.length > 0 ? pictures : run.picture ? [{ title: "The allocation", svg: run.picture }] : [];
    this.pictures.replaceChildren(...drawn.map((one) => {
      const figure = element("figure", {}, element("figcaption", {}, one.title));
      // The engine makes the picture, and escapes every text in it.
      figure.insertAdjacentHTML("beforeend", one.svg);
      return figure;
    }));
  }
}
