// On pages with an instance: offers to change it. Nothing of the engine is loaded before somebody does.
"use strict";

/** @param {HTMLElement} place */
async function open(place) {
  const base = place.dataset.from ?? "";
  const { bench } = await import(new URL(`${base}live/bench.js`, document.baseURI).href);
  bench(place);
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".live"))) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Change a number and see what happens";
  button.addEventListener("click", () => {
    button.remove();
    open(place);
  });
  place.append(button);
  // A link that carries a changed instance opens it at once.
  if (location.hash.startsWith("#live=")) button.click();
}
