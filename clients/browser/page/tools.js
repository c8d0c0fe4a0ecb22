// The tools of a bench: files to copy, steps, maps, families, hunts. One is open at a time, and another one cancels it.

import { family, found } from "./family.js";
import { element } from "./grid.js";
import { map } from "./map.js";
import { LONGEST, written } from "./state.js";
import { scrubber } from "./trace.js";
import { button, waiting } from "./wait.js";

/** The number of instances of a hunt. */
const HUNTED = 20000;

export class Tools {
  /**
   * @param {HTMLElement} place
   * @param {() => import("./state.js").State} now
   * @param {(instance: Record<string, any>) => void} become
   * @param {string} base where the pages of the book begin
   */
  constructor(place, now, become, base) {
    this.place = place;
    this.now = now;
    this.become = become;
    this.base = base;
    /** @type {import("./engine.js").Engine | null} */
    this.engine = null;
    /** The question of the open tool. */
    this.asker = {};
  }

  /**
   * The buttons of the tools.
   * @param {import("./engine.js").Engine} engine
   * @param {import("./bench.js").Entries} entries
   */
  buttons(engine, entries) {
    this.engine = engine;
    const all = [
      button("Link", () => this.link()),
      button("TOML", () => this.toml()),
      button("LaTeX", () => this.latex()),
      button("Step by step", () => this.opened((asked) => scrubber(this.place, asked, this.now()))),
      button("Map", () => this.opened((asked) => map(this.place, asked, this.now(), this.become))),
      button("Hunt", () => this.hunt()),
    ];
    if (entries.measures.length > 0) all.splice(5, 0, button("Families", () => this.families(entries)));
    return all;
  }

  /** Dims what a tool has said of an earlier state. */
  leave() {
    this.place.classList.toggle("live-old", this.place.childElementCount > 0);
  }

  /**
   * Opens a tool, whose questions are cancelled when another one is opened.
   * @template T
   * @param {(asked: import("./map.js").Asked) => T} open
   */
  opened(open) {
    const engine = /** @type {import("./engine.js").Engine} */ (this.engine);
    engine.cancel(this.asker);
    const asker = {};
    this.asker = asker;
    this.place.replaceChildren();
    this.place.classList.remove("live-old");
    return open({ ask: (question, progress) => engine.ask(question, progress, asker), stop: () => engine.cancel(asker) });
  }

  /**
   * Asks one question, with a stop where it takes long; null where another tool was opened meanwhile.
   * @param {string} words
   * @param {import("./engine.js").Question} question
   */
  async once(words, question) {
    return this.opened(async ({ ask, stop }) => {
      const mine = this.asker;
      const wait = waiting(this.place, words, stop);
      const answer = await ask(question, (instances) => wait.tell(String(instances)));
      wait.end();
      return mine === this.asker ? answer : null;
    });
  }

  link() {
    const text = written(this.now());
    if (text.length > LONGEST) return;
    const address = new URL(location.href);
    address.hash = `live=${text}`;
    this.place.classList.remove("live-old");
    history.replaceState(null, "", address.hash);
    this.copied(address.href);
  }

  async toml() {
    const { instance, mechanism, property } = this.now();
    const file = await this.once("Writing", { ask: "write", instance });
    const command = `verify --mech ${mechanism} --property ${property} --instance instance.toml`;
    if (file) this.copied(file.error ? file.error.reason : `${file.toml}\n# ${command}`);
  }

  /** The violation, or the allocation where there is none, as `verify export --latex` prints it. */
  async latex() {
    const { instance, mechanism, property } = this.now();
    const file = await this.once("Setting", { ask: "latex", instance, mechanism, property, seconds: 20 });
    if (file) this.copied(file.latex ?? file.error?.reason ?? `Undecided: ${file.cut}.`);
  }

  /**
   * Shows a text, with a button that copies it.
   * @param {string} text
   */
  copied(text) {
    const said = element("span", { role: "status" });
    const copy = button("Copy", async () => {
      await navigator.clipboard.writeText(text).then(() => { said.textContent = " Copied."; }, () => { said.textContent = " The browser did not allow it."; });
    });
    this.place.replaceChildren(element("p", {}, copy, said), element("pre", { tabindex: "0" }, text));
  }

  /** @param {string} text */
  note(text) {
    this.place.replaceChildren(element("p", { role: "status" }, text));
  }

  /** Searches for a smaller or another violation of this cell, from the size of this instance. */
  async hunt() {
    const { mechanism, property, instance } = this.now();
    const question = { ask: "search", model: instance.model, mechanism, property, seed: 0, instances: HUNTED };
    const report = await this.once("Hunting; instances looked at:", question);
    if (!report) return;
    if (report.cut) return this.note("The hunt was stopped.");
    if (report.never) return this.note(report.never);
    if (report.error) return this.note(report.error.reason);
    if (!report.instance) return this.note(`No violation among ${report.searched.instances} instances.`);
    this.become(report.instance);
    this.place.classList.remove("live-old");
    this.note(`A violation was found by the strategy ${report.strategy}; it is shown now.`);
  }

  /**
   * The families of the papers and those on record, measured for the mechanism of now; one of its own is shown first.
   * @param {import("./bench.js").Entries} entries
   */
  async families({ constructions, measures }) {
    const { instance, mechanism } = this.now();
    const papers = constructions.filter((one) => one.least !== null);
    const records = await found(instance.model, this.base);
    if (papers.length + records.length === 0) return this.note("There are no families for this model.");
    const select = /** @type {HTMLSelectElement} */ (element("select", {}));
    for (const [label, group] of /** @type {const} */ ([["Constructions of the papers", papers], ["Families on record", records]])) {
      if (group.length > 0) select.append(element("optgroup", { label }, ...group.map(({ id }) => element("option", { value: id }, id))));
    }
    const own = records.find((one) => one.mechanism === mechanism);
    if (own) select.value = own.id;
    const draw = () => this.opened((asked) => {
      const box = element("div");
      this.place.replaceChildren(element("div", { class: "live-bar" }, element("label", {}, "Family ", select)), box);
      const chosen = [...papers, ...records].find((one) => one.id === select.value);
      if (chosen) family(box, asked, chosen, this.now().mechanism, measures);
    });
    select.addEventListener("change", draw);
    draw();
  }
}
