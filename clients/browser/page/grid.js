// The numbers of an instance as fields to type into: one table for each field of the model's form.

import { count, fieldsOf, formed, named, queuesOf, weighed } from "./forms.js";
import { at, changed, number, numbers, size } from "./state.js";

/**
 * An element with attributes and content.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} content
 */
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** @typedef {(instance: Record<string, any>) => void} Change */

/**
 * The fields of an instance. A change that can be read is passed on at once; of one that cannot, the form says why.
 * @param {Record<string, any>} instance
 * @param {Change} change
 */
export function grid(instance, change) {
  const form = element("div", { class: "live-grid" });
  const whole = change;
  change = (next) => whole(next["node-weight"] ? weighed(next) : next);
  for (const [name, own] of Object.entries(fieldsOf(instance.model))) {
    if (formed(name, own, instance[name])) form.append(name === "eligible" ? sets(instance, change) : table(instance, name, change));
  }
  if (instance.model === "cluster" && queuesOf(instance).length > 0) form.append(queues(instance, change));
  if (instance.model === "cohort" && Array.isArray(instance.workload)) form.append(workloads(instance, change));
  form.append(element("p", { class: "live-wrong", role: "status" }));
  return form;
}

/**
 * Says below the form what is wrong with an entry, and marks its box; with an empty text, that nothing is.
 * @param {HTMLElement} form
 * @param {(string | number)[]} path
 * @param {string} says
 */
export function wrong(form, path, says) {
  const said = /** @type {HTMLElement | null} */ (form.querySelector(".live-wrong"));
  const boxes = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-path]")]);
  // A fault may be of a row, or of a part of an entry.
  const within = (/** @type {HTMLElement} */ box) => {
    const own = JSON.parse(box.dataset.path ?? "[]");
    return path.every((step, k) => k >= own.length || own[k] === step);
  };
  for (const box of boxes) box.setAttribute("aria-invalid", String(says !== "" && within(box)));
  if (said) said.textContent = says;
}

/** Steps of a slider in a unit. */
const PARTS = 4;

/**
 * Sliders for the first numbers of an instance that are not 0, from 0 to twice their value; `show` sets them to an instance.
 * @param {Record<string, any>} first
 * @param {number} most
 * @param {(path: (string | number)[], value: string) => void} change
 */
export function sliders(first, most, change) {
  const paths = numbers(first).filter((path) => size(at(first, path)) > 0).slice(0, most);
  const rows = paths.map((path) => {
    const axes = fieldsOf(first.model)[String(path[0])]?.axes ?? [];
    const name = path.slice(1).map((k, depth) => label(first, axes[depth] ?? "entry", Number(k))).join(", ");
    const box = /** @type {HTMLInputElement} */ (element("input", {
      type: "range", min: "0", max: String(PARTS * Math.ceil(2 * size(at(first, path)))), "aria-label": named(path, first.model), "data-path": JSON.stringify(path),
    }));
    const said = element("output", {});
    box.addEventListener("input", () => change(path, /** @type {string} */ (number(`${box.value}/${PARTS}`))));
    return { path, box, said, row: element("label", {}, `${name} `, box, " ", said) };
  });
  const show = (/** @type {Record<string, any>} */ instance) => {
    for (const { path, box, said } of rows) {
      const value = String(at(instance, path) ?? 0);
      if (Math.abs(Number(box.value) - PARTS * size(value)) >= 0.5) box.value = String(Math.round(PARTS * size(value)));
      said.textContent = value;
      box.setAttribute("aria-valuetext", value);
    }
  };
  show(first);
  return { form: element("div", { class: "live-sliders" }, ...rows.map(({ row }) => row)), show };
}

/**
 * @param {Record<string, any>} instance
 * @param {string} field
 * @param {Change} change
 */
function table(instance, field, change) {
  const rows = /** @type {any[]} */ (instance[field]);
  const flat = !Array.isArray(rows[0]);
  const { title, axes: [by, across] } = fieldsOf(instance.model)[field];
  const heads = flat ? [] : rows[0].map((/** @type {any} */ _, /** @type {number} */ k) => label(instance, across, k));
  const cells = rows.map((row, k) => {
    const paths = flat ? [[field, k]] : row.map((/** @type {any} */ _, /** @type {number} */ c) => [field, k, c]);
    return { head: label(instance, by, k), cells: paths.map((/** @type {(string | number)[]} */ path) => entry(instance, path, change)) };
  });
  return laid(title, heads, cells);
}

/**
 * A table with a caption, heads of columns and heads of rows.
 * @param {string} title
 * @param {string[]} heads
 * @param {{head: string, cells: HTMLElement[]}[]} rows
 */
function laid(title, heads, rows) {
  const head = element("tr", {}, element("td"), ...heads.map((text) => element("th", { scope: "col" }, text)));
  const body = rows.map((row) => element("tr", {}, element("th", { scope: "row" }, row.head), ...row.cells.map((cell) => element("td", {}, cell))));
  return element("table", {}, element("caption", {}, title), element("tbody", {}, ...(heads.length > 0 ? [head] : []), ...body));
}

/**
 * @param {Record<string, any>} instance
 * @param {string} kind
 * @param {number} k
 */
function label(instance, kind, k) {
  const own = kind === "workload" ? instance.workload?.[k]?.name : instance[`${kind}s`]?.[k];
  return typeof own === "string" && own !== "" ? own : `${kind} ${k + 1}`;
}

/** What is said of a box that cannot be read. */
const READ = /** @type {Record<string, string>} */ ({
  amount: "type a number from 0 on, as 3, 2/3 or 0.5", count: "type a number from 0 on, as 3, 2/3 or 0.5, or inf", whole: "type a whole number, as 3 or -1",
});

/**
 * The box of an entry, or a menu where few values are possible.
 * @param {Record<string, any>} instance
 * @param {(string | number)[]} path
 * @param {Change} change
 * @param {string} [kind]
 */
function entry(instance, path, change, kind) {
  const own = fieldsOf(instance.model)[String(path[0])];
  const is = kind ?? own.entry;
  if (Array.isArray(is)) return menu(instance, path, change, is.map((word) => [word, word]));
  if (is === "index") {
    const part = path[0] === "workload" ? "queue" : "user";
    const all = Array.from({ length: count(instance, part) }, (_, k) => [String(k), label(instance, part, k)]);
    return menu(instance, path, change, path[0] === "owner" ? [...all, ["none", "none"]] : all);
  }
  const name = named(path, instance.model);
  const box = /** @type {HTMLInputElement} */ (element("input", {
    type: "text", size: is === "text" ? "10" : "5", maxlength: "30", value: String(at(instance, path) ?? 0), "aria-label": name, autocomplete: "off",
    spellcheck: "false", "data-path": JSON.stringify(path),
  }));
  box.addEventListener("input", () => {
    const typed = box.value.trim();
    const whole = is === "whole" && /^-?\d{1,10}$/.test(typed) ? typed : null;
    const value = is === "text" ? box.value : is === "whole" ? whole : is === "count" && typed === "inf" ? "inf" : number(typed);
    const form = /** @type {HTMLElement} */ (box.closest(".live-grid"));
    wrong(form, path, value === null ? `${name}: ${READ[is]}.` : "");
    if (value !== null && value !== String(at(instance, path))) change(changed(instance, path, is === "whole" ? Number(value) : value));
  });
  return box;
}

/**
 * @param {Record<string, any>} instance
 * @param {(string | number)[]} path
 * @param {Change} change
 * @param {string[][]} words each value, and what a reader sees
 */
function menu(instance, path, change, words) {
  const select = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": named(path, instance.model), "data-path": JSON.stringify(path) },
    ...words.map(([value, text]) => element("option", { value }, text))));
  select.value = String(at(instance, path));
  select.addEventListener("change", () => change(changed(instance, path, /^\d+$/.test(select.value) ? Number(select.value) : select.value)));
  return select;
}

/**
 * A box to check.
 * @param {string} type
 * @param {string} name
 * @param {boolean} checked
 * @param {(checked: boolean) => void} change
 */
function check(type, name, checked, change) {
  const box = /** @type {HTMLInputElement} */ (element("input", { type, "aria-label": name }));
  box.checked = checked;
  box.addEventListener("change", () => change(box.checked));
  return box;
}

/**
 * @param {Record<string, any>} instance
 * @param {Change} change
 */
function sets(instance, change) {
  const servers = Array.from({ length: count(instance, "server") }, (_, s) => s);
  const rows = instance.eligible.map((/** @type {(number | string)[]} */ set, /** @type {number} */ user) => ({
    head: label(instance, "user", user),
    cells: servers.map((server) => check("checkbox", `user ${user + 1} may use server ${server + 1}`, set.map(Number).includes(server), (checked) => {
      const others = set.map(Number).filter((s) => s !== server);
      change(changed(instance, ["eligible", user], checked ? [...others, server].sort((a, b) => a - b) : others));
    })),
  }));
  return laid(fieldsOf("cluster").eligible.title, servers.map((s) => label(instance, "server", s)), rows);
}

/**
 * The weights of the queues above users; a queue without one has weight 1.
 * @param {Record<string, any>} instance
 * @param {Change} change
 */
function queues(instance, change) {
  const all = queuesOf(instance);
  const weights = Object.fromEntries(all.map((queue) => [queue, instance["node-weight"]?.[queue] ?? "1"]));
  const filled = { ...instance, "node-weight": weights };
  return laid("Weights of queues", [], all.map((queue) => ({ head: queue, cells: [entry(filled, ["node-weight", queue], change, "amount")] })));
}

/**
 * The workloads of a cohort: the queue, the request and the priority of each, whether it is admitted, and which one asks.
 * @param {Record<string, any>} instance
 * @param {Change} change
 */
function workloads(instance, change) {
  const admitted = (instance.admitted ?? []).map(Number);
  const asks = instance.incoming === undefined ? instance.workload.findIndex((/** @type {any} */ _, /** @type {number} */ k) => !admitted.includes(k)) : Number(instance.incoming);
  const resources = Array.from({ length: count(instance, "resource") }, (_, r) => r);
  const rows = instance.workload.map((/** @type {any} */ _, /** @type {number} */ k) => ({
    head: label(instance, "workload", k),
    cells: [
      entry(instance, ["workload", k, "queue"], change, "index"),
      ...resources.map((r) => entry(instance, ["workload", k, "request", r], change, "amount")),
      entry(instance, ["workload", k, "priority"], change, "whole"),
      check("checkbox", `workload ${k + 1} is admitted`, admitted.includes(k), (checked) => {
        const others = admitted.filter((/** @type {number} */ one) => one !== k);
        change({ ...instance, admitted: checked ? [...others, k] : others });
      }),
      check("radio", `workload ${k + 1} asks`, asks === k, () => change({ ...instance, incoming: k })),
    ],
  }));
  return laid("Workloads", ["queue", ...resources.map((r) => label(instance, "resource", r)), "priority", "admitted", "asks"], rows);
}
