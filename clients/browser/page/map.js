// The margin map: one or two numbers of the instance as axes, and the margin at each point; drawn coarse to fine.

import { named } from "./forms.js";
import { element } from "./grid.js";
import { at, changed, number, numbers, size } from "./state.js";
import { waiting } from "./wait.js";

/**
 * What a tool asks with: the engine beside the question on screen, and the stop of its own questions.
 * @typedef {{ask: (question: import("./engine.js").Question, progress?: (instances: number) => void) => Promise<import("./engine.js").Answer>,
 *   stop: () => void}} Asked
 */

/** What a reader is told of a verdict at a point. @type {Record<string, string>} */
const SAID = { violated: "violated", holds: "the property holds", "out-of-scope": "the property says nothing there", undecided: "undecided" };

/** Points along an axis. */
export const ALONG = 41;
/** Steps between the points of each pass: coarse to fine. */
const PASSES = [8, 4, 2, 1];
/** Points per question: few, so that a change takes effect soon. */
const AT_ONCE = 164;

/**
 * A whole number of parts of a range, exactly.
 * @param {string} from
 * @param {string} to
 * @param {number} k
 */
export function between(from, to, k) {
  const [a, b] = [from, to].map((text) => text.split("/").map(BigInt));
  const [p, q] = [a[0], a[1] ?? 1n];
  const [r, s] = [b[0], b[1] ?? 1n];
  const [n, all] = [BigInt(k), BigInt(ALONG - 1)];
  return /** @type {string} */ (number(`${p * s * (all - n) + r * q * n}/${q * s * all}`));
}

/**
 * @param {HTMLElement} place
 * @param {Asked} engine
 * @param {import("./state.js").State} state
 * @param {(instance: Record<string, any>) => void} become
 */
export function map(place, engine, state, become) {
  const paths = numbers(state.instance);
  if (paths.length === 0) return;
  const chooser = (/** @type {string} */ name, /** @type {number} */ start, /** @type {boolean} */ none) => {
    const select = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": name }));
    if (none) select.append(element("option", { value: "-1" }, "nothing: a curve"));
    paths.forEach((path, k) => select.append(element("option", { value: String(k) }, named(path, state.instance.model))));
    select.value = String(Math.min(start, paths.length - 1));
    return select;
  };
  const [across, up] = [chooser("across", 0, false), chooser("up", 1, true)];
  const most = /** @type {HTMLInputElement} */ (element("input", { type: "text", size: "4", value: "", "aria-label": "up to" }));
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", {
    width: "410", height: "410", tabindex: "0", role: "img", class: "live-map",
    "aria-label": "Margins by two numbers; arrow keys move the dot",
  }));
  const said = element("p", { role: "status" });
  const legend = element("p", { class: "live-legend" });
  const save = element("button", { type: "button" }, "CSV");
  const draw = element("button", { type: "button" }, "Draw");
  place.replaceChildren(element("div", { class: "live-bar" },
    element("label", {}, "Across ", across), element("label", {}, "Up ", up),
    element("label", {}, "from 0 to ", most), draw, save), canvas, said, legend);
  const picture = new Picture(canvas, said, engine, state, paths);
  const start = () => {
    const y = Number(up.value);
    const chosen = [paths[Number(across.value)], ...(y < 0 ? [] : [paths[y]])];
    const ends = chosen.map((path) => number(most.value) ?? twice(String(at(state.instance, path))));
    const along = chosen.map((path, axis) => `${axis === 0 ? "Across" : "Up"}: ${named(path, state.instance.model)}, from 0 to ${ends[axis]}.`);
    legend.textContent = `${along.join(" ")} Blue: the property holds. Orange to red: it is violated, the darker the more`
      + `${chosen.length === 1 ? "; as high as its margin" : ""}. Grey: it says nothing there, or is not decided.`;
    picture.draw(chosen, ends);
  };
  draw.addEventListener("click", start);
  save.addEventListener("click", () => picture.save());
  canvas.addEventListener("pointermove", (event) => picture.tell(picture.cell(event)));
  canvas.addEventListener("pointerleave", () => picture.tell());
  canvas.addEventListener("keydown", (event) => picture.move(event, become));
  canvas.addEventListener("click", (event) => picture.point(event, become));
  start();
}

/**
 * The step of an axis from 0 at which a number lies, or 0 where it lies between steps or beyond.
 * @param {string} value
 * @param {string} end
 */
export function near(value, end) {
  const own = number(value);
  const steps = Array.from({ length: ALONG }, (_, k) => k);
  return Math.max(steps.findIndex((k) => between("0", end, k) === own), 0);
}

/** @param {string} text */
function twice(text) {
  const [p, q] = text.split("/");
  return p === "0" ? "2" : /** @type {string} */ (number(`${BigInt(p) * 2n}/${q ?? "1"}`));
}

class Picture {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} said
   * @param {Asked} engine
   * @param {import("./state.js").State} state
   * @param {(string | number)[][]} paths
   */
  constructor(canvas, said, engine, state, paths) {
    Object.assign(this, { canvas, said, engine, state, paths });
    this.canvas = canvas;
    this.said = said;
    this.engine = engine;
    this.state = state;
    this.turn = 0;
    this.dot = [0, 0];
    /** @type {(string | number)[][]} */
    this.chosen = [];
    /** @type {string[]} */
    this.ends = [];
    /** @type {Map<string, any>} */
    this.seen = new Map();
  }

  /**
   * @param {number} i
   * @param {number} j
   */
  values(i, j) {
    return this.chosen.map((_, axis) => between("0", this.ends[axis], axis === 0 ? i : j));
  }

  /**
   * @param {(string | number)[][]} chosen
   * @param {string[]} ends
   */
  async draw(chosen, ends) {
    const turn = ++this.turn;
    Object.assign(this, { chosen, ends, seen: new Map(), dot: this.home(chosen, ends) });
    this.canvas.getContext("2d")?.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const rows = chosen.length === 1 ? 1 : ALONG;
    const wait = waiting(/** @type {HTMLElement} */ (this.canvas.parentElement), "Drawing; points:", this.engine.stop);
    for (const step of PASSES) {
      const due = [];
      for (let j = 0; j < rows; j += step) {
        for (let i = 0; i < ALONG; i += step) if (!this.seen.has(`${i},${j}`)) due.push([i, j]);
      }
      for (let k = 0; k < due.length; k += AT_ONCE) {
        const part = due.slice(k, k + AT_ONCE);
        const { instance, mechanism, property } = this.state;
        const answer = await this.engine.ask({
          ask: "points", instance, mechanism, property, seconds: 20, paths: chosen,
          points: part.map(([i, j]) => this.values(i, j)),
        });
        if (turn !== this.turn || !Array.isArray(answer)) wait.end();
        if (turn !== this.turn) return;
        if (!Array.isArray(answer)) {
          this.said.textContent = answer.error?.reason ?? answer.cut ?? "";
          return;
        }
        part.forEach(([i, j], at) => this.seen.set(`${i},${j}`, answer[at]));
        wait.tell(`${this.seen.size} of ${ALONG * rows}`);
        this.paint(step);
      }
    }
    wait.end();
    this.canvas.dataset.drawn = String(this.seen.size);
    this.tell();
  }

  /**
   * Where the instance itself lies on the map, as far as the steps of the axes meet its numbers.
   * @param {(string | number)[][]} chosen
   * @param {string[]} ends
   */
  home(chosen, ends) {
    return [0, 1].map((axis) => (chosen[axis] ? near(String(at(this.state.instance, chosen[axis])), ends[axis]) : 0));
  }

  /** @param {number} step */
  paint(step) {
    const drawing = this.canvas.getContext("2d");
    if (!drawing) return;
    const margins = [...this.seen.values()].map((one) => (one.margin ? size(one.margin) : 0));
    const most = Math.max(...margins, 1e-9);
    const wide = this.canvas.width / ALONG;
    const curve = this.chosen.length === 1;
    if (curve) drawing.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (const [key, one] of this.seen) {
      const [i, j] = key.split(",").map(Number);
      const margin = one.margin ? size(one.margin) : 0;
      drawing.fillStyle = one.verdict === "violated" ? `hsl(${30 - (30 * margin) / most} 85% ${75 - (35 * margin) / most}%)`
        : one.verdict === "holds" ? "#5a9bd4" : "#bbbbbb";
      if (curve) {
        const tall = (this.canvas.height - 8) * (margin / most);
        drawing.fillRect(i * wide, this.canvas.height - tall - 4, Math.max(wide - 1, 2), tall + 4);
      } else {
        drawing.fillRect(i * wide, this.canvas.height - (j + step) * wide, wide * step, wide * step);
      }
    }
    drawing.strokeStyle = "#000";
    drawing.lineWidth = 2;
    drawing.strokeRect(this.dot[0] * wide, this.canvas.height - (this.dot[1] + 1) * wide, wide, wide);
  }

  /** Says the values and the verdict at a point: at the dot, or where the pointer is. */
  tell([i, j] = this.dot) {
    const one = this.seen.get(`${i},${j}`);
    const where = this.values(i, j).map((value, axis) => `${named(this.chosen[axis], this.state.instance.model)} = ${value}`).join(", ");
    const margin = one?.margin ? `, margin ${one.margin}` : "";
    this.said.textContent = one ? `${where}: ${SAID[one.verdict] ?? one.error}${margin}` : where;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {(instance: Record<string, any>) => void} become
   */
  move(event, become) {
    const steps = /** @type {Record<string, number[]>} */ ({
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
    });
    const step = steps[event.key];
    if (event.key === "Enter") this.follow(become);
    if (!step) return;
    event.preventDefault();
    const most = [ALONG - 1, this.chosen.length === 1 ? 0 : ALONG - 1];
    this.dot = this.dot.map((x, axis) => Math.min(Math.max(x + step[axis], 0), most[axis]));
    this.paint(1);
    this.tell();
  }

  /**
   * The point of the map below the pointer.
   * @param {MouseEvent} event
   */
  cell(event) {
    const box = this.canvas.getBoundingClientRect();
    const i = Math.floor(((event.clientX - box.left) / box.width) * ALONG);
    const j = this.chosen.length === 1 ? 0 : Math.floor(((box.bottom - event.clientY) / box.height) * ALONG);
    return [i, j].map((x) => Math.min(Math.max(x, 0), ALONG - 1));
  }

  /**
   * @param {MouseEvent} event
   * @param {(instance: Record<string, any>) => void} become
   */
  point(event, become) {
    this.dot = this.cell(event);
    this.paint(1);
    this.tell();
    this.follow(become);
  }

  /** @param {(instance: Record<string, any>) => void} become */
  follow(become) {
    const values = this.values(this.dot[0], this.dot[1]);
    become(values.reduce((instance, value, axis) => changed(instance, this.chosen[axis], value), this.state.instance));
    // The map is of all these instances, so that a choice among them does not make it old.
    this.canvas.closest(".live-more")?.classList.remove("live-old");
  }

  save() {
    const head = [...this.chosen.map((path) => named(path, this.state.instance.model)), "verdict", "margin"].map((text) => `"${text}"`).join(",");
    const rows = [...this.seen].map(([key, one]) => {
      const [i, j] = key.split(",").map(Number);
      return [...this.values(i, j), one.verdict ?? "error", one.margin ?? ""].join(",");
    });
    const link = /** @type {HTMLAnchorElement} */ (element("a", { download: "margins.csv" }));
    link.href = URL.createObjectURL(new Blob([`${head}\n${rows.join("\n")}\n`], { type: "text/csv" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}
