// Holds an engine: one question after the other, each answered whole. The first message may bring the engine, compiled. The address of this script names the engine:
// `worker.js?engine=covering`.

const ENGINES = ["arrivals", "cluster", "cohort", "covering", "audit"];
const NAME = `${ENGINES.find((name) => name === new URL(self.location.href).searchParams.get("engine")) ?? "cluster"}.wasm`;

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;
/** @type {any} */
let engine = null;

async function load() {
  const response = await fetch(new URL(NAME, import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Missing(`The engine ${NAME} did not come: there is no connection, or it is not built, which \`sh clients/browser/build.sh\` does.`);
  const made = await WebAssembly.compile(await response.arrayBuffer());
  self.postMessage({ module: made });
  return made;
}

/** The file of the engine did not come. */
class Missing extends Error {}

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
  if (data.question === undefined) {
    if (data.module) module = Promise.resolve(data.module);
    return;
  }
  try {
    self.postMessage({ answer: await answered(data.question) });
  } catch (fault) {
    // An engine that failed is not asked again; the next question gets a new one.
    engine = null;
    const missing = fault instanceof Missing;
    self.postMessage({ answer: { error: { field: "", reason: missing ? fault.message : `the engine gave no answer (${fault})`, missing } } });
  }
};
