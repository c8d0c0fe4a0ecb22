// The scrubber: the steps of the mechanism in words, and what each agent has after each of them as bars that fill.

import { filling } from "./fill.js";
import { element } from "./grid.js";
import { button, waiting } from "./wait.js";

/** The time in milliseconds for which a step is shown while the run plays. */
const BEAT = 900;

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
  const bars = filled(filling(steps, instance));
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
    bars?.show(now - 1);
    slider.setAttribute("aria-valuetext", `step ${now} of ${steps.length}: ${steps[now - 1].says}`);
  };
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playing;
  const pause = () => {
    clearInterval(playing);
    playing = undefined;
    play.textContent = "Play";
  };
  const next = () => {
    if (!place.isConnected || Number(slider.value) === steps.length) return pause();
    slider.value = String(Number(slider.value) + 1);
    show();
  };
  const play = button("Play", () => {
    if (playing !== undefined) return pause();
    if (Number(slider.value) === steps.length) slider.value = "1";
    show();
    play.textContent = "Pause";
    playing = setInterval(next, BEAT);
  });
  slider.addEventListener("input", () => {
    pause();
    show();
  });
  // Keys move the picture from wherever the focus is in it: arrows by a step, Home and End to its ends, the space bar plays.
  const KEYS = /** @type {Record<string, () => number>} */ ({
    ArrowRight: () => Number(slider.value) + 1, ArrowLeft: () => Number(slider.value) - 1, Home: () => 1, End: () => steps.length,
  });
  const moving = element("div", { class: "live-moving", tabindex: "0", role: "group", "aria-label": "the steps: arrow keys, Home, End, space bar" },
    element("div", { class: "live-bar" }, play, element("label", {}, "Step ", slider)), ...(bars ? [bars.form] : []), list);
  moving.addEventListener("keydown", (event) => {
    const to = Object.hasOwn(KEYS, event.key) ? KEYS[event.key]() : null;
    if (event.key === " " && event.target !== play) play.click();
    else if (to === null || event.target === slider) return;
    else {
      pause();
      slider.value = String(to);
      show();
    }
    event.preventDefault();
  });
  place.replaceChildren(moving);
  show();
}

/**
 * Bars, one for each agent, and a function that shows a step.
 * @param {import("./fill.js").Filling | null} filling
 */
function filled(filling) {
  if (!filling) return null;
  const most = Math.max(...filling.rows.flat(), Number.MIN_VALUE);
  const bars = filling.agents.map((agent) => {
    const bar = element("div", { class: "live-fill" });
    const said = element("output", {});
    return { bar, said, row: element("div", { class: "live-filling" }, element("span", {}, agent), element("div", { class: "live-room" }, bar), said) };
  });
  /** @param {number} step */
  const show = (step) => bars.forEach(({ bar, said }, k) => {
    const value = filling.rows[step][k];
    bar.style.width = `${100 * value / most}%`;
    const end = filling.rows.at(-1)?.[k] === value;
    said.textContent = `${end ? filling.last[k] : short(value)} ${filling.unit}`;
  });
  return { form: element("div", { class: "live-bars" }, ...bars.map(({ row }) => row)), show };
}

/**
 * A number for the eye: a fraction with a small denominator where it is one, or a few digits.
 * @param {number} value
 */
function short(value) {
  for (let under = 1; under <= 60; under += 1) {
    const over = Math.round(value * under);
    if (Math.abs(over / under - value) < 1e-12) return under === 1 ? String(over) : `${over}/${under}`;
  }
  return value.toPrecision(3);
}
