// Offers the live elements of this page: an instance to change, the matrix to query. The engine is loaded at first use.
"use strict";

/** Each kind of live element: the module that opens it, the words of its button, and how links begin that open it at once. */
const KINDS = {
  bench: ["Change a number and see what happens", "#live="],
  ask: ["Ask the matrix, find records", "#ask=", "#find="],
  cluster: ["Paste a cluster and see who is short", "#cluster="],
};

/**
 * @param {HTMLElement} place
 * @param {keyof typeof KINDS} kind
 */
async function open(place, kind) {
  const base = place.dataset.from ?? "";
  const module = await import(new URL(`${base}live/${kind}.js`, document.baseURI).href);
  module[kind](place);
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".live"))) {
  const kind = /** @type {keyof typeof KINDS} */ (place.dataset.kind ?? "bench");
  const [words, ...fragments] = KINDS[kind];
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", () => {
    button.remove();
    open(place, kind);
  });
  place.append(button);
  // Arrows and letters that are typed into a live element turn no pages of the book, and start no search.
  place.addEventListener("keydown", (event) => event.stopPropagation());
  // A link that carries a changed instance or a query opens it at once, in the first place of the page.
  if (fragments.some((fragment) => location.hash.startsWith(fragment))) button.click();
}
