// What is shown while an answer is due: after a short time what is done, how far it is, and a button that stops it.

import { SOON } from "./engine.js";
import { element } from "./grid.js";

/**
 * A button.
 * @param {string} text
 * @param {() => void} act
 */
export function button(text, act) {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}

/**
 * Shows a wait at the end of `place` until `end` is called.
 * @param {HTMLElement} place
 * @param {string} words
 * @param {() => void} stop
 */
export function waiting(place, words, stop) {
  const far = element("span", { class: "live-far" });
  const line = element("p", { class: "live-wait", role: "status" }, `${words} `, far, " ", button("Stop", stop));
  const timer = setTimeout(() => place.append(line), SOON);
  return {
    /** @param {string} text */
    tell: (text) => { far.textContent = text; },
    end: () => {
      clearTimeout(timer);
      line.remove();
    },
  };
}
