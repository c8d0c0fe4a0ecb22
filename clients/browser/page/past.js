// The states of a bench in the address and in a list: edits replace the address, choices add one, and the list is undone and redone.

import { LONGEST, read, written } from "./state.js";

/** @typedef {import("./state.js").State} State */

/** The time in milliseconds for which edits are gathered: browsers refuse an address for each of many fast edits. */
const GATHERED = 150;

/** @returns {State | null | undefined} the state in the address; null if it cannot be read, undefined if there is none */
export function linked() {
  const text = /^#live=(.*)$/.exec(location.hash)?.[1];
  return text === undefined ? undefined : read(text);
}

export class Past {
  /**
   * @param {State} first the state of the page, whose address is that of the page
   * @param {(state: State) => void} show receives the state of the address that the reader goes to
   */
  constructor(first, show) {
    this.first = first;
    /** @type {State[]} */
    this.before = [];
    /** @type {State[]} */
    this.after = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Writes the address of the last edits, while that is due. @type {(() => void) | undefined} */
    this.due = undefined;
    window.addEventListener("popstate", () => {
      clearTimeout(this.timer);
      this.due = undefined;
      show(linked() ?? first);
    });
  }

  /**
   * Notes that one state follows another.
   * @param {State} old
   * @param {State} state
   * @param {"edit" | "choice" | "address"} kind
   */
  follow(old, state, kind) {
    this.before.push(old);
    this.after = [];
    if (kind !== "address") this.write(state, kind === "choice");
  }

  /**
   * The state before or after the present one, or undefined at the end.
   * @param {State} now
   * @param {boolean} back
   */
  step(now, back) {
    const [from, to] = back ? [this.before, this.after] : [this.after, this.before];
    const state = from.pop();
    if (state) {
      to.push(now);
      this.write(state, false);
    }
    return state;
  }

  /**
   * Writes a state into the address.
   * @param {State} state
   * @param {boolean} another whether the reader can go back to the address of before
   */
  write(state, another) {
    const text = written(state);
    const plain = text === written(this.first);
    const address = plain ? `${location.pathname}${location.search}` : `#live=${text}`;
    if (text.length > LONGEST) return;
    clearTimeout(this.timer);
    if (another) {
      this.due?.();
      history.pushState(null, "", address);
      return;
    }
    this.due = () => {
      this.due = undefined;
      history.replaceState(null, "", address);
    };
    this.timer = setTimeout(this.due, GATHERED);
  }
}
