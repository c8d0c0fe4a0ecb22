// The numbers of an instance as fields to type into, and buttons to add and remove users, servers and resources.

import { MOST, at, axes, changed, named, number, numbers, size } from "./state.js";

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

/** The names of fields for readers. */
const TITLES = new Map(Object.entries({
  capacity: "Capacities (server by resource)",
  demand: "Demands of one task (user by resource)",
  weight: "Weights",
  eligible: "Servers that each user may use",
  tasks: "Tasks that each user has",
  rate: "Tasks per whole server",
  cost: "Costs",
  size: "Sizes",
  running: "Tasks that run now (user by server)",
  owner: "User that owns each server",
}));

/** Fields with one row or entry per user, server or resource; in models whose agents are not users, per agent. */
const OF_USERS = ["demand", "weight", "eligible", "tasks", "rate", "users", "running", "path", "team"];
const OF_SERVERS = ["capacity", "servers", "owner", "count"];
const BY_RESOURCE = ["capacity", "demand"];

/**
 * An instance with one more or one less of a kind, or null if that is impossible.
 * @param {Record<string, any>} instance
 * @param {"user" | "server" | "resource"} kind
 * @param {boolean} more
 */
export function sized(instance, kind, more) {
  const copy = structuredClone(instance);
  const users = copy.demand?.length ?? 0;
  const servers = copy.capacity?.length ?? 0;
  /** @param {any[]} list */
  const grow = (list) => (more ? list.push(structuredClone(list.at(-1))) : list.pop());
  /** @param {number} count */
  const allowed = (count) => (more ? count < MOST : count > 1);
  if (kind === "resource") {
    if (!Array.isArray(copy.demand?.[0]) || !allowed(copy.demand[0].length)) return null;
    for (const field of BY_RESOURCE) copy[field]?.forEach(grow);
    if (Array.isArray(copy.weight?.[0])) copy.weight.forEach(grow);
    if (Array.isArray(copy.resources)) delete copy.resources;
    return copy;
  }
  const fields = kind === "user" ? OF_USERS : OF_SERVERS;
  if (!allowed(kind === "user" ? users : servers)) return null;
  for (const field of fields) if (Array.isArray(copy[field])) grow(copy[field]);
  delete copy[`${kind}s`];
  if (kind === "server") {
    for (const field of ["rate", "running"]) copy[field]?.forEach(grow);
    if (more) copy.eligible?.forEach((/** @type {number[]} */ set) => set.includes(servers - 1) && set.push(servers));
    else copy.eligible = copy.eligible?.map((/** @type {number[]} */ set) => set.filter((s) => s < servers - 1));
    if (copy.eligible === undefined) delete copy.eligible;
  }
  return copy;
}

/**
 * The fields of an instance. A change that is a number is passed on at once.
 * @param {Record<string, any>} instance
 * @param {(instance: Record<string, any>) => void} change
 */
export function grid(instance, change) {
  const form = element("div", { class: "live-grid" });
  for (const [field, value] of Object.entries(instance)) {
    if (!shown(field, value)) continue;
    form.append(field === "eligible" ? sets(instance, change) : table(instance, field, change));
  }
  return form;
}

/** Fields that are names of what other fields have. */
const NAMES = ["model", "users", "servers", "resources", "queues"];

/**
 * Returns true if the form has a field.
 * @param {string} field
 * @param {any} value
 */
function shown(field, value) {
  return ![...NAMES, "path", "team"].includes(field) && rectangular(value, field === "eligible");
}

/**
 * Returns true if the form says all that an instance has.
 * @param {Record<string, any>} instance
 */
export function covers(instance) {
  return Object.entries(instance).every(([field, value]) => NAMES.includes(field) || shown(field, value));
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
    const name = path.slice(1).map((k, depth) => label(first, axes(String(path[0]))[depth] ?? "entry", Number(k))).join(", ");
    const box = /** @type {HTMLInputElement} */ (element("input", {
      type: "range", min: "0", max: String(PARTS * Math.ceil(2 * size(at(first, path)))), "aria-label": named(path), "data-path": JSON.stringify(path),
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
 * Returns true if a field is a row of numbers and texts, or rows of them; with `unlike`, rows may be empty or of different lengths.
 * @param {any} value
 * @param {boolean} unlike
 */
function rectangular(value, unlike) {
  const plain = (/** @type {any} */ one) => typeof one === "number" || typeof one === "string";
  const row = (/** @type {any} */ one) => Array.isArray(one) && one.every(plain) && (unlike || (one.length > 0 && one.length === value[0].length));
  return Array.isArray(value) && value.length > 0 && ((value.every(plain) && !unlike) || value.every(row));
}

/**
 * @param {Record<string, any>} instance
 * @param {string} field
 * @param {(instance: Record<string, any>) => void} change
 */
function table(instance, field, change) {
  const rows = /** @type {any[]} */ (instance[field]);
  const flat = !Array.isArray(rows[0]);
  const body = element("tbody");
  const [by, across] = axes(field);
  if (!flat) {
    const heads = rows[0].map((/** @type {any} */ _, /** @type {number} */ k) =>
      element("th", { scope: "col" }, label(instance, across, k)));
    body.append(element("tr", {}, element("td"), ...heads));
  }
  rows.forEach((row, k) => {
    const paths = flat ? [[field, k]] : row.map((/** @type {any} */ _, /** @type {number} */ c) => [field, k, c]);
    const cells = paths.map((/** @type {(string | number)[]} */ path) => element("td", {}, input(instance, path, change)));
    body.append(element("tr", {}, element("th", { scope: "row" }, label(instance, by, k)), ...cells));
  });
  return element("table", {}, element("caption", {}, TITLES.get(field) ?? field), body);
}

/**
 * @param {Record<string, any>} instance
 * @param {string} kind
 * @param {number} k
 */
function label(instance, kind, k) {
  const own = instance[`${kind}s`]?.[k];
  return typeof own === "string" ? own : `${kind} ${k + 1}`;
}

/**
 * @param {Record<string, any>} instance
 * @param {(string | number)[]} path
 * @param {(instance: Record<string, any>) => void} change
 */
function input(instance, path, change) {
  const box = /** @type {HTMLInputElement} */ (element("input", {
    type: "text", inputmode: "text", size: "5", maxlength: "30", value: String(at(instance, path)),
    "aria-label": named(path), autocomplete: "off", spellcheck: "false", "data-path": JSON.stringify(path),
  }));
  box.addEventListener("input", () => {
    const unlimited = path[0] === "tasks" && box.value.trim() === "inf";
    const value = unlimited ? "inf" : number(box.value);
    box.setAttribute("aria-invalid", String(value === null));
    if (value !== null && value !== String(at(instance, path))) change(changed(instance, path, value));
  });
  return box;
}

/**
 * @param {Record<string, any>} instance
 * @param {(instance: Record<string, any>) => void} change
 */
function sets(instance, change) {
  const body = element("tbody");
  const servers = instance.capacity?.length ?? 0;
  instance.eligible.forEach((/** @type {number[]} */ set, /** @type {number} */ user) => {
    const cells = Array.from({ length: servers }, (_, server) => {
      const box = /** @type {HTMLInputElement} */ (element("input", {
        type: "checkbox", "aria-label": `user ${user + 1} may use server ${server + 1}`,
      }));
      box.checked = set.includes(server);
      box.addEventListener("change", () => {
        const now = box.checked ? [...set, server].sort((a, b) => a - b) : set.filter((s) => s !== server);
        change(changed(instance, ["eligible", user], now));
      });
      return element("td", {}, box);
    });
    body.append(element("tr", {}, element("th", { scope: "row" }, label(instance, "user", user)), ...cells));
  });
  const heads = Array.from({ length: servers }, (_, s) => element("th", { scope: "col" }, label(instance, "server", s)));
  body.prepend(element("tr", {}, element("td"), ...heads));
  return element("table", {}, element("caption", {}, TITLES.get("eligible") ?? ""), body);
}
