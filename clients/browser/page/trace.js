// The scrubber: the steps of the mechanism.

import { element } from "./grid.js";
import { waiting } from "./wait.js";

/**
 * @param {HTMLElement} place
 * @param {import("./map.js").Asked} engine
 * @param {import("./state.js").State} state
 */
export async function scrubber(place, engine, state) {
  const { instance, mechanism } = state;
  const wait = waiting(place, "Following the steps ..", engine.stop);
  const answer = await engine.ask({ ask: "trace", instance, mechanism, seconds: 20 });
  wait.end();
  if (answer.cut && place.childElementCount > 0) return;
  /** @type {{says: string, lines: {formula: string, because: string}[]}[]} */
  const steps = answer.trace ?? [];
  if (steps.length === 0) {
    const why = answer.error?.reason ?? answer.reason ?? answer.cut ?? "This mechanism has no steps to show.";
    place.replaceChildren(element("p", { role: "status" }, why));
    return;
  }
  const slider = /** @type {HTMLInputElement} */ (element("input", {
    type: "range", min: "1", max: String(steps.length), value: "1", "aria-label": "step",
  }));
  const list = element("ol", { class: "live-trace" });
  const show = () => {
    const now = Number(slider.value);
    list.replaceChildren(...steps.slice(0, now).map((step, k) => {
      const item = element("li", {}, step.says);
      for (const { formula, because } of step.lines) {
        item.append(element("div", { class: "live-line" }, element("code", {}, formula), because ? ` ${because}` : ""));
      }
      if (k === now - 1) item.setAttribute("aria-current", "step");
      return item;
    }));
    slider.setAttribute("aria-valuetext", `step ${now} of ${steps.length}: ${steps[now - 1].says}`);
  };
  slider.addEventListener("input", show);
  place.replaceChildren(element("div", { class: "live-bar" }, element("label", {}, "Step ", slider)), list);
  show();
}
