// The state of each cell, read from the tables of the matrix page, without the engine.

/**
 * @typedef {{state: string, asserted: boolean, sign: string, link: string, reason: string}} Cell  The state of a property.
 * @typedef {{whole: boolean | null, cells: Map<string, Cell>}} Row  A mechanism; `whole` is null unless a model has whole and divisible tasks.
 */

/** The meaning of a cell's class: its state in the words of `verify ask`, and true for direct evidence. */
const STATES = /** @type {Record<string, [string, boolean]>} */ ({
  no: ["violated", true],
  follows: ["violated", false],
  proved: ["proved", true],
  "on-paper": ["proved-on-paper", true],
  unrefuted: ["unrefuted", true],
  few: ["unrefuted", true],
  undecided: ["undecided", true],
  outside: ["out-of-scope", true],
});

/** The end of a table's title, after its model: true if the tasks of its mechanisms are whole. */
const KINDS = /** @type {Record<string, boolean>} */ ({ "tasks may be split": false, "whole tasks": true });

/**
 * The rows of every model, by mechanism.
 * @param {ParentNode} page
 * @returns {Map<string, Map<string, Row>>}
 */
export function matrix(page) {
  const models = new Map();
  let model = "";
  for (const node of page.querySelectorAll("h2[id], .matrix table")) {
    if (node.tagName === "H2") model = node.id;
    else gather(/** @type {HTMLTableElement} */ (node), models.get(model) ?? models.set(model, new Map()).get(model));
  }
  return models;
}

/**
 * @param {HTMLTableElement} table
 * @param {Map<string, Row>} rows
 */
function gather(table, rows) {
  const heads = [...table.querySelectorAll("thead th[scope=col]")].map((head) => head.textContent?.trim() ?? "");
  const whole = KINDS[table.caption?.textContent?.split(": ")[1] ?? ""] ?? null;
  for (const tr of table.querySelectorAll("tbody tr")) {
    const id = tr.querySelector("th")?.textContent?.trim() ?? "";
    const row = rows.get(id) ?? { whole, cells: new Map() };
    rows.set(id, row);
    tr.querySelectorAll("td").forEach((td, k) => {
      const [state, asserted] = [...td.classList].map((name) => STATES[name]).find(Boolean) ?? [];
      const link = td.querySelector("a");
      if (state === undefined || asserted === undefined || !link) return;
      // The title has the form: mechanism × property: state.
      const reason = link.title.slice(link.title.indexOf(": ") + 2);
      row.cells.set(heads[k], { state, asserted, sign: link.textContent ?? "", link: link.getAttribute("href") ?? "", reason });
    });
  }
}

/**
 * The states of some properties, as the engine takes them.
 * @param {Map<string, Row>} rows
 */
export function known(rows) {
  return Object.fromEntries([...rows].map(([id, row]) =>
    [id, Object.fromEntries([...row.cells].map(([property, cell]) => [property, cell.state]))]));
}
