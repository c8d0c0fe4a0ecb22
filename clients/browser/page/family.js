// A family as a curve, that of a paper or one on record: the exact value of a measure for each parameter.

import { element } from "./grid.js";
import { size } from "./state.js";
import { waiting } from "./wait.js";

/**
 * @typedef {{id: string, about: string, least: number | null, instance: Record<string, any>}} Construction
 * @typedef {{id: string, about: string, model: string, mechanism: string, measure: string,
 *   points: {m: number, instance: Record<string, any>}[]}} Found  A family on record, with its first instances.
 * @typedef {{m: number, value: string | null}} Point
 * @typedef {import("./engine.js").Answer} Answer
 */

/** Parameters along the axis, the least included. */
const ALONG = 10;

/**
 * @param {HTMLElement} place
 * @param {import("./map.js").Asked} engine
 * @param {Construction | Found} chosen
 * @param {string} mechanism
 * @param {{id: string, name: string}[]} measures
 */
export function family(place, engine, chosen, mechanism, measures) {
  const measure = /** @type {HTMLSelectElement} */ (element("select", {}));
  for (const { id, name } of measures) measure.append(element("option", { value: id }, name));
  const out = element("div", {});
  place.replaceChildren(element("p", {}, /[.]$/.test(chosen.about) ? chosen.about : `${chosen.about}.`),
    element("div", { class: "live-bar" }, element("label", {}, "Measure ", measure)), out);
  const variable = "points" in chosen ? "k" : "m";
  let turn = 0;
  // Not every measure has a value for every mechanism, so the first measure with a value is shown.
  const first = async () => {
    const own = "measure" in chosen ? measures.filter(({ id }) => id === chosen.measure) : [];
    for (const { id } of [...own, ...measures]) {
      measure.value = id;
      const answer = await draw();
      if (Array.isArray(answer) && answer.some((point) => point.value !== null)) return;
    }
  };
  const draw = async () => {
    const mine = ++turn;
    out.classList.add("live-old");
    const wait = waiting(place, "Measuring ..", engine.stop);
    const answer = await ("points" in chosen ? measured(chosen) : constructed(chosen));
    wait.end();
    if (mine !== turn) return answer;
    out.classList.remove("live-old");
    if (Array.isArray(answer)) out.replaceChildren(curve(answer, variable), values(answer, measure.value, variable));
    else out.replaceChildren(element("p", { role: "alert" }, answer.error?.reason ?? `Undecided: ${answer.cut}.`));
    return answer;
  };
  /** @param {Construction} one */
  const constructed = ({ id, least, instance }) => engine.ask({
    ask: "family", model: instance.model, construction: id, mechanism, measure: measure.value,
    most: (least ?? 1) + ALONG - 1, seconds: 20,
  });
  /**
   * @param {Found} one
   * @returns {Promise<Answer | Point[]>}
   */
  const measured = async ({ points }) => {
    const said = measure.value;
    const answers = await Promise.all(points.map(({ instance }) => engine.ask({ ask: "measure", instance, mechanism, measure: said, seconds: 20 })));
    return answers.find((one) => one.error || one.cut) ?? points.map(({ m }, k) => ({ m, value: answers[k].value }));
  };
  measure.addEventListener("change", draw);
  first();
}

/**
 * The families on record of a model, from the page that tells of them.
 * @param {string} model
 * @param {string} base where the pages of the book begin
 * @returns {Promise<Found[]>}
 */
export async function found(model, base) {
  try {
    const response = await fetch(new URL(`${base}worst.html`, document.baseURI));
    if (!response.ok) return [];
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const all = [...page.querySelectorAll("[data-family]")].map((node) => JSON.parse(/** @type {HTMLElement} */ (node).dataset.family ?? ""));
    return all.filter((one) => one.model === model && one.points.length > 1);
  } catch {
    return [];
  }
}

/**
 * @param {Point[]} points
 * @param {string} variable
 */
function curve(points, variable) {
  const known = points.filter((point) => point.value !== null);
  const high = Math.max(...known.map((point) => size(point.value ?? 0)), 1e-9);
  const [width, height, edge] = [420, 180, 24];
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const said = known.length === 0 ? "no value" : `from ${known[0].value} at ${variable} = ${known[0].m} to ${known.at(-1)?.value} at ${variable} = ${known.at(-1)?.m}`;
  const set = (/** @type {Element} */ node, /** @type {Record<string, string>} */ all) => {
    for (const [name, value] of Object.entries(all)) node.setAttribute(name, value);
    return node;
  };
  set(svg, { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `The family: ${said}`, class: "live-curve" });
  const at = (/** @type {Point} */ point) => {
    const along = (point.m - points[0].m) / Math.max(points.length - 1, 1);
    return [edge + along * (width - 2 * edge), height - edge - (size(point.value ?? 0) / high) * (height - 2 * edge)];
  };
  const add = (/** @type {string} */ name, /** @type {Record<string, string>} */ all, text = "") => {
    const node = set(document.createElementNS("http://www.w3.org/2000/svg", name), all);
    node.textContent = text;
    svg.append(node);
  };
  add("line", { x1: `${edge}`, y1: `${height - edge}`, x2: `${width - edge}`, y2: `${height - edge}`, stroke: "currentColor" });
  add("polyline", { points: known.map((point) => at(point).join(",")).join(" "), fill: "none", stroke: "currentColor", "stroke-width": "2" });
  for (const point of points) {
    const [x, y] = at(point);
    if (point.value !== null) add("circle", { cx: `${x}`, cy: `${y}`, r: "4", fill: "currentColor" });
    add("text", { x: `${x}`, y: `${height - 8}`, "text-anchor": "middle", "font-size": "12", fill: "currentColor" }, `${point.m}`);
  }
  return svg;
}

/**
 * @param {Point[]} points
 * @param {string} measure
 * @param {string} variable
 */
function values(points, measure, variable) {
  const row = (/** @type {string} */ head, /** @type {string[]} */ all) =>
    element("tr", {}, element("th", { scope: "row" }, head), ...all.map((text) => element("td", {}, text)));
  const body = element("tbody", {}, row(variable, points.map((point) => String(point.m))), row(measure, points.map((point) => point.value ?? "none")));
  return element("div", { class: "table-wrapper", tabindex: "0", role: "region", "aria-label": "Exact values" },
    element("table", {}, element("caption", {}, "Exact values"), body));
}
