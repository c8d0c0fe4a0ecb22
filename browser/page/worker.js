// Holds the engine: one question after the other, each answered whole.

/** @type {Promise<any>} */
const engine = load();

async function load() {
  const url = new URL("engine.wasm", import.meta.url);
  const page = { progress: (/** @type {number} */ instances) => self.postMessage({ progress: instances }) };
  const response = await fetch(url);
  if (!response.ok) throw new Error(`engine.wasm: ${response.status} ${response.statusText}`);
  const bytes = await response.arrayBuffer();
  return (await WebAssembly.instantiate(bytes, { page })).instance.exports;
}

self.onmessage = async ({ data }) => {
  const { memory, room, ask, said } = await engine;
  const question = new TextEncoder().encode(JSON.stringify(data));
  const at = room(question.length);
  new Uint8Array(memory.buffer).set(question, at);
  const length = ask();
  const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, said(), length));
  self.postMessage({ answer: JSON.parse(answer) });
};
