// Instances to begin with: the papers' constructions, and the records of a mechanism.

import { element } from "./grid.js";
import { fits } from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./family.js").Construction} Construction
 */

/**
 * A menu of presets; `become` receives the chosen one.
 * @param {Construction[]} constructions
 * @param {State} now
 * @param {string} base the address of the book's top
 * @param {(state: Partial<State>) => void} become
 */
export function presets(constructions, now, base, become) {
  const select = /** @type {HTMLSelectElement} */ (element("select", { class: "live-presets" }, element("option", { value: "" }, "choose")));
  if (constructions.length > 0) {
    const group = element("optgroup", { label: "Constructions of the papers" });
    for (const { id, about } of constructions) group.append(element("option", { value: `construction ${id}` }, `${id}: ${about}`));
    select.append(group);
  }
  const records = element("optgroup", { label: "Records of this mechanism" });
  listed(now.mechanism, base).then((found) => {
    for (const { name, address } of found) records.append(element("option", { value: `record ${address}` }, name));
    if (found.length > 0) select.append(records);
  });
  select.addEventListener("change", async () => {
    const [kind, name] = select.value.split(" ");
    const chosen = kind === "construction" ? constructions.find((one) => one.id === name) : await recorded(name);
    if (chosen) become(chosen);
  });
  return element("label", {}, "Begin with ", select);
}

/** @param {string} address */
async function page(address) {
  try {
    const response = await fetch(address);
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return null;
  }
}

/**
 * The records that the page of a mechanism links to.
 * @param {string} mechanism
 * @param {string} base
 */
async function listed(mechanism, base) {
  const found = new Map();
  if (!/^[a-z0-9-]+$/.test(mechanism)) return [];
  const address = new URL(`${base}mechanisms/${mechanism}.html`, document.baseURI);
  for (const link of (await page(address.href))?.querySelectorAll("main a[href*='records/']") ?? []) {
    const to = new URL(link.getAttribute("href") ?? "", address);
    const name = to.hash.slice(1) || (to.pathname.split("/").at(-1)?.replace(/\.html$/, "") ?? "");
    if (name.startsWith(`${mechanism}-`)) found.set(name, { name, address: to.pathname });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The instance, the mechanism and the property of a record, from its page.
 * @param {string} address
 * @returns {Promise<Partial<State> | null>}
 */
async function recorded(address) {
  const place = /** @type {HTMLElement | null} */ ((await page(address))?.querySelector(".live") ?? null);
  try {
    const instance = JSON.parse(place?.dataset.instance ?? "");
    return fits(instance) ? { instance, mechanism: place?.dataset.mechanism, property: place?.dataset.property } : null;
  } catch {
    return null;
  }
}
