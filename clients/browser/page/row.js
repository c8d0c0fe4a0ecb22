// The row of an instance: every mechanism's verdict on it, one after the other, in the order of their margins.

import { element } from "./grid.js";
import { size } from "./state.js";
import { button, waiting } from "./wait.js";

/** The time in seconds for a mechanism. */
const SECONDS = 5;

/**
 * @typedef {{id: string, name: string}} Entry
 * @typedef {{mechanism: string, verdict: string, margin?: string | null}} Ruling
 */

export class Row {
  /**
   * @param {HTMLElement} place
   * @param {(mechanism: string) => void} choose
   */
  constructor(place, choose) {
    this.place = place;
    this.choose = choose;
    this.table = element("div", { class: "table-wrapper", tabindex: "0" });
    this.turn = 0;
    /** @type {import("./engine.js").Engine | null} */
    this.engine = null;
    place.append(this.table);
  }

  /** Ends the questions for an earlier instance, and dims their answers. */
  leave() {
    this.turn += 1;
    this.engine?.cancel(this, false);
    this.table.classList.add("live-old");
  }

  /**
   * Judges each mechanism on the instance of a state.
   * @param {import("./engine.js").Engine} engine
   * @param {import("./state.js").State} state
   * @param {Entry[]} mechanisms
   */
  async compare(engine, { instance, property }, mechanisms) {
    this.leave();
    const turn = this.turn;
    this.engine = engine;
    const body = element("tbody");
    const head = element("thead", {}, element("tr", {}, ...["Mechanism", "Verdict", "Margin"].map((text) => element("th", { scope: "col" }, text))));
    const table = element("table", {}, element("caption", {}, "Every mechanism on this instance"), head, body);
    const wait = waiting(this.place, "Judging every mechanism:", () => { this.turn += 1; engine.cancel(this); wait.end(); });
    for (const [k, { id, name }] of mechanisms.entries()) {
      wait.tell(`${k} of ${mechanisms.length}`);
      const answer = await engine.ask({ ask: "row", instance, property, mechanisms: [id], seconds: SECONDS }, undefined, this);
      if (turn !== this.turn) {
        wait.end();
        return;
      }
      if (answer.error) break;
      const [ruling] = /** @type {Ruling[]} */ (Array.isArray(answer) ? answer : [{ mechanism: id, verdict: "undecided" }]);
      if (ruling && ruling.verdict !== "out-of-scope") this.insert(body, ruling, name);
      if (body.childElementCount > 0 && !table.isConnected) {
        this.table.classList.remove("live-old");
        this.table.replaceChildren(table);
      }
    }
    wait.end();
    if (!table.isConnected) this.table.replaceChildren();
    this.place.dataset.compared = String(turn);
  }

  /**
   * @param {HTMLElement} body
   * @param {Ruling} ruling
   * @param {string} name
   */
  insert(body, { mechanism, verdict, margin }, name) {
    const amount = size(margin ?? 0);
    const row = element("tr", { "data-margin": String(amount) }, element("th", { scope: "row" }, button(name, () => this.choose(mechanism))),
      element("td", {}, verdict), element("td", {}, margin ?? ""));
    const after = [...body.children].find((one) => Number(/** @type {HTMLElement} */ (one).dataset.margin) < amount);
    body.insertBefore(row, after ?? null);
  }
}
