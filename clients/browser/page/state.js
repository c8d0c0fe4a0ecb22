// The state of a bench as text that fits a link; and numbers as people type them. Nothing here touches a page.

/**
 * @typedef {{instance: Record<string, any>, mechanism: string, property: string}} State
 */

/** The longest link that is read, in characters. */
export const LONGEST = 20000;
/** The largest number of entries of a list in a link. */
const LONG = 40;
/** Fields whose numbers count users, servers, queues or workloads, and are no amounts. */
const INDEXES = ["eligible", "owner", "admitted", "incoming", "queue", "priority", "flavors"];
/** The largest number of digits of a number. */
const DIGITS = 30;

/**
 * A number as it is typed, in lowest terms: `2/3`, `0.25`, `4`. Null if the text is no number, is negative or has too many digits.
 * @param {string} text
 * @returns {string | null}
 */
export function number(text) {
  const said = text.trim();
  let over, under;
  const fraction = /^(\d+)\s*\/\s*(\d+)$/.exec(said);
  const decimal = /^(\d*)\.?(\d*)$/.exec(said);
  if (said.length > DIGITS || said === "" || said === ".") return null;
  if (fraction) {
    [over, under] = [BigInt(fraction[1]), BigInt(fraction[2])];
  } else if (decimal) {
    [over, under] = [BigInt(decimal[1] + decimal[2]), 10n ** BigInt(decimal[2].length)];
  } else {
    return null;
  }
  if (under === 0n) return null;
  let [a, b] = [over, under];
  while (b > 0n) [a, b] = [b, a % b];
  const [p, q] = [over / a, under / a];
  return q === 1n ? String(p) : `${p}/${q}`;
}

/**
 * The approximate size of an exact number.
 * @param {string | number} text
 */
export function size(text) {
  const [p, q] = String(text).split("/").map(Number);
  return q === undefined ? p : p / q;
}

/** @param {State} state */
export function written(state) {
  const bytes = new TextEncoder().encode(JSON.stringify([state.instance, state.mechanism, state.property]));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The state of a link, or null if it is invalid: a link is foreign text, so every part is checked.
 * @param {string} text
 * @returns {State | null}
 */
export function read(text) {
  if (text.length > LONGEST || !/^[\w-]*$/.test(text)) return null;
  try {
    const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
    const [instance, mechanism, property] = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const id = (/** @type {unknown} */ x) => typeof x === "string" && /^[a-z0-9-]{1,40}$/.test(x);
    if (!id(mechanism) || !id(property) || !plain(instance) || !id(instance.model)) return null;
    return fits(instance) ? { instance, mechanism, property } : null;
  } catch {
    return null;
  }
}

/**
 * @param {unknown} x
 * @returns {x is Record<string, any>}
 */
function plain(x) {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}

/**
 * Returns true if an instance is small enough, and consists of numbers, texts and lists of them.
 * @param {unknown} value
 * @param {number} depth
 * @returns {boolean}
 */
export function fits(value, depth = 0) {
  if (depth > 4) return false;
  if (Array.isArray(value)) return value.length <= LONG && value.every((one) => fits(one, depth + 1));
  if (plain(value)) {
    const fields = Object.entries(value);
    return fields.length <= 16 && fields.every(([name, one]) => name.length <= 40 && fits(one, depth + 1));
  }
  if (typeof value === "string") return value.length <= 80;
  return value === null || typeof value === "boolean" || (typeof value === "number" && Number.isSafeInteger(value));
}

/**
 * Every amount of an instance, as the path to it.
 * @param {any} value
 * @param {(string | number)[]} path
 * @returns {(string | number)[][]}
 */
export function numbers(value, path = []) {
  if (Array.isArray(value)) return value.flatMap((one, k) => numbers(one, [...path, k]));
  if (plain(value)) return Object.entries(value).filter(([name]) => !INDEXES.includes(name)).flatMap(([name, one]) => numbers(one, [...path, name]));
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && number(text) !== null && path[0] !== "model" ? [path] : [];
}

/**
 * @param {any} root
 * @param {(string | number)[]} path
 */
export function at(root, path) {
  return path.reduce((node, step) => node?.[step], root);
}

/**
 * A copy with another value at the end of a path.
 * @param {any} root
 * @param {(string | number)[]} path
 * @param {unknown} value
 */
export function changed(root, path, value) {
  const copy = structuredClone(root);
  at(copy, path.slice(0, -1))[path[path.length - 1]] = value;
  return copy;
}
