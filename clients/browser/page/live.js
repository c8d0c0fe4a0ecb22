// Opens the live elements of this page: an instance to change, the matrix to query. Engines are loaded at first use.
"use strict";

/** Each kind of live element: the words of its button, and how links begin that open it at once. A bench needs no button. */
const KINDS = {
  bench: [],
  ask: ["Ask the matrix, find records", "#ask=", "#find="],
  cluster: ["Paste a cluster and see who is short", "#cluster="],
};

/**
 * @param {HTMLElement} place
 * @param {keyof typeof KINDS} kind
 */
async function open(place, kind) {
  const base = place.dataset.from ?? "";
  try {
    const module = await import(new URL(`${base}live/${kind}.js`, document.baseURI).href);
    module[kind](place);
    place.classList.add("on");
  } catch {
    // Pages that are read as files, and not from a host, have no modules.
    place.classList.remove("on");
    place.append("Live elements need a host: ", Object.assign(document.createElement("code"), { textContent: "mdbook serve book" }), " shows this page with them.");
  }
}

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".live"))) {
  const kind = /** @type {keyof typeof KINDS} */ (place.dataset.kind ?? "bench");
  const [words, ...fragments] = KINDS[kind];
  // Arrows and letters that are typed into a live element turn no pages of the book, and start no search.
  place.addEventListener("keydown", (event) => event.stopPropagation());
  if (words === undefined) {
    open(place, kind);
    continue;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", () => {
    button.remove();
    open(place, kind);
  });
  place.append(button);
  place.classList.add("on");
  // A link that carries a query opens it at once, in the first place of the page.
  if (fragments.some((fragment) => location.hash.startsWith(fragment))) button.click();
}
