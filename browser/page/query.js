// The text of a query's link, both ways. Nothing here touches a page.

/**
 * @typedef {{query: string, model: string, tasks: string, instance: string}} Asked
 */

/** The most characters of a query, and of an instance that goes with it. */
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
 * What the fragment of an address asks, or null where it asks nothing or cannot be believed.
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
