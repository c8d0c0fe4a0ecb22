// The text of a query's link, both ways. Nothing here touches a page.

/**
 * @typedef {{query: string, model: string, tasks: string, instance: string}} Asked
 */

/** The largest numbers of characters of a query, and of an instance with it. */
export const MOST_QUERY = 1000;
export const MOST_INSTANCE = 8000;

/** @param {Asked} asked */
export function written({ query, model, tasks, instance }) {
  const said = new URLSearchParams({ ask: query, model });
  if (tasks !== "any") said.set("tasks", tasks);
  if (instance !== "") said.set("on", instance);
  return said.toString();
}

/**
 * The query in the fragment of an address, or null if there is none or it is invalid.
 * @param {string} fragment without `#`
 * @returns {Asked | null}
 */
export function read(fragment) {
  if (!fragment.startsWith("ask=") || fragment.length > 3 * (MOST_QUERY + MOST_INSTANCE)) return null;
  const said = new URLSearchParams(fragment);
  const [query, model, tasks, instance] =
    [said.get("ask") ?? "", said.get("model") ?? "cluster", said.get("tasks") ?? "any", said.get("on") ?? ""];
  if (query.length > MOST_QUERY || instance.length > MOST_INSTANCE || !/^[a-z-]{1,40}$/.test(model)) return null;
  return ["any", "split", "whole"].includes(tasks) ? { query, model, tasks, instance } : null;
}

/** The most characters of the words by which records are found. */
export const MOST_WORDS = 200;

/**
 * The words that the fragment of an address looks for, or null where it looks for none.
 * @param {string} fragment without `#`
 */
export function sought(fragment) {
  if (!fragment.startsWith("find=") || fragment.length > 3 * MOST_WORDS) return null;
  const words = new URLSearchParams(fragment).get("find") ?? "";
  return words.length <= MOST_WORDS ? words : null;
}

/**
 * Whether a text has all of the words, in any order; large and small letters are alike.
 * @param {string} text
 * @param {string} words
 */
export function matches(text, words) {
  const low = text.toLowerCase();
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  return all.length > 0 && all.every((word) => low.includes(word));
}

/**
 * The model that the text of an instance names, or null: TOML or JSON, read as far as this field only.
 * @param {string} text
 */
export function modelOf(text) {
  return /(?:^|[\n{,])\s*"?model"?\s*[=:]\s*"([a-z-]{1,40})"/.exec(text)?.[1] ?? null;
}

/** The most completions that are offered at once. */
const MOST_OFFERED = 12;

/**
 * A query with its last word completed to each of the ids that begin with it or have it after a hyphen.
 * @param {string} text
 * @param {string[]} ids
 */
export function completed(text, ids) {
  const [, before = "", word = ""] = /^(.*?)([a-z0-9-]*)$/is.exec(text) ?? [];
  const low = word.toLowerCase();
  if (low === "" && before.trim() !== "" && !/[&|!(]\s*$|\b(?:and|or|but|not)\s+$/i.test(before)) return [];
  const fits = ids.filter((id) => id !== low && (id.startsWith(low) || id.includes(`-${low}`)));
  return fits.sort((a, b) => Number(b.startsWith(low)) - Number(a.startsWith(low)) || a.localeCompare(b)).slice(0, MOST_OFFERED).map((id) => before + id);
}
