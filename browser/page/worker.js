// Holds an engine: one question after the other, each answered whole. The address of this script may name another engine than that
// of the bench: `worker.js?engine=cluster`.

const NAME = new URL(self.location.href).searchParams.get("engine") === "cluster" ? "cluster.wasm" : "engine.wasm";

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;
/** @type {any} */
let engine = null;

async function load() {
  const response = await fetch(new URL(NAME, import.meta.url));
  if (!response.ok) throw new Error(`${NAME}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @param {unknown} question */
async function answered(question) {
  module ??= load();
  // A file that did not come is asked for again by the next question.
  module.catch(() => { module = null; });
  const page = { progress: (/** @type {number} */ instances) => self.postMessage({ progress: instances }) };
  engine ??= (await WebAssembly.instantiate(await module, { page })).exports;
  const { memory, room, ask, said } = engine;
  const asked = new TextEncoder().encode(JSON.stringify(question));
  const at = room(asked.length);
  new Uint8Array(memory.buffer).set(asked, at);
  const length = ask();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, said(), length)));
}

self.onmessage = async ({ data }) => {
  try {
    self.postMessage({ answer: await answered(data) });
  } catch (fault) {
    // An engine that broke off is not asked again; the next question gets a fresh one.
    engine = null;
    self.postMessage({ answer: { error: { field: "", reason: `the engine gave no answer (${fault})` } } });
  }
};
