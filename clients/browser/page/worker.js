// Holds an engine: one question after the other, each answered whole. The address of this script names the engine:
// `worker.js?engine=covering`.

const ENGINES = ["arrivals", "cluster", "cohort", "covering", "audit"];
const NAME = `${ENGINES.find((name) => name === new URL(self.location.href).searchParams.get("engine")) ?? "cluster"}.wasm`;

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
  // A file that failed to load is requested again by the next question.
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
    // An engine that failed is not asked again; the next question gets a new one.
    engine = null;
    self.postMessage({ answer: { error: { field: "", reason: `the engine gave no answer (${fault})` } } });
  }
};
