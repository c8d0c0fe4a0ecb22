// Tries the live elements as a reader would, and posts what it saw to /seen.

import { Engine, engineOf } from "./live/engine.js";
import { written } from "./live/state.js";

const seen = { faults: [] };
window.addEventListener("error", (event) => seen.faults.push(`error: ${event.message}`));
window.addEventListener("unhandledrejection", (event) => seen.faults.push(`rejection: ${event.reason}`));
document.addEventListener("securitypolicyviolation", (event) => seen.faults.push(`policy: ${event.violatedDirective}`));

// Whatever keeps the page from answering for more than 50 ms; a browser without such entries reports none.
const long = [];
if (PerformanceObserver.supportedEntryTypes.includes("longtask")) {
  new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
}

let place = document.querySelector(".live");
const until = async (what, test, most = 20000) => {
  const begun = performance.now();
  while (!test()) {
    if (performance.now() - begun > most) throw new Error(`${what} did not come in ${most} ms`);
    await new Promise((done) => setTimeout(done, 5));
  }
  return performance.now() - begun;
};
const judged = () => Number(place.dataset.judged ?? 0);
const verdict = () => place.querySelector(".live-verdict").dataset;
const press = (name) => [...place.querySelectorAll("button")].find((b) => b.textContent === name).click();
const type = (path, text) => {
  const box = place.querySelector(`[data-path='${JSON.stringify(path)}']`);
  box.focus();
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
};
const quantile = (all, part) => all.sort((a, b) => a - b)[Math.min(Math.floor(all.length * part), all.length - 1)];

/** The times in ms from typing a number at `path` to the verdict, for each of the texts. */
async function edits(path, texts) {
  const times = [];
  for (const text of texts) {
    const before = judged();
    const begun = performance.now();
    type(path, text);
    await until("a verdict", () => judged() > before);
    times.push(performance.now() - begun);
  }
  return times;
}

/** Puts every question of the list to the engine of its model, and says which answers differ from what `verify` prints. */
async function compared(asked) {
  const differ = [];
  for (const { question, expected } of asked) {
    const answer = await engineOf(question.model ?? question.instance.model).ask(question);
    for (const [field, value] of Object.entries(expected)) {
      if (JSON.stringify(answer[field]) !== JSON.stringify(value)) differ.push({ question, field, value, got: answer[field] ?? null, error: answer.error });
    }
  }
  return differ;
}

async function tried() {
  await until("the button", () => place.querySelector("button"));
  const touched = performance.now();
  place.querySelector("button").click();
  await until("the first verdict", () => judged() > 0);
  seen.first = performance.now() - touched;
  seen.verdict = { ...verdict() };

  seen.edit = quantile(await edits(["capacity", 0, 0], ["2", "3", "4", "5/2", "0.75", "7/3", "9", "1"]), 0.5);
  // The dot keeps the focus, and a number that is none says so and asks nothing.
  seen.focused = document.activeElement?.dataset.path;
  const before = judged();
  type(["capacity", 0, 0], "1/0");
  seen.invalid = document.activeElement?.getAttribute("aria-invalid");
  await new Promise((done) => setTimeout(done, 100));
  seen.asked = judged() - before;
  press("Start again");
  await until("the start", () => judged() > before);
  await until("the other mechanisms", () => place.querySelectorAll("tbody tr").length > 8);
  seen.back = { ...verdict() };
  press("Undo");
  press("+ user");
  await until("one more user", () => place.querySelectorAll("[data-path^='[\"demand\"']").length === 6);

  press("Map");
  const mapped = await until("the map", () => place.querySelector("canvas")?.dataset.drawn === "1681", 60000);
  seen.map = mapped;
  const canvas = place.querySelector("canvas");
  canvas.focus();
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  seen.dot = canvas.nextElementSibling.textContent;

  press("TOML");
  await until("the file", () => place.querySelector("pre")?.textContent.includes("verify --mech"));
  press("LaTeX");
  await until("the table", () => place.querySelector("pre")?.textContent.includes("\\begin{table}"));
  press("Link");
  seen.link = location.hash.startsWith("#live=");

  // A hunt that finds nothing soon is stopped.
  const engine = new Engine("cluster");
  const hunt = engine.ask({ ask: "search", model: "cluster", mechanism: "drf", property: "si", seed: 0, instances: 100000000 }, (n) => { seen.progress = n; });
  await until("progress", () => seen.progress > 0);
  const pressed = performance.now();
  engine.stop();
  seen.stopped = (await hunt).cut;
  seen.stop = performance.now() - pressed;

  // Four users, three servers, three resources, while the row of all mechanisms is asked, too.
  [place] = [document.querySelectorAll(".live")[1], place];
  const numbers = Array.from({ length: 40 }, (_, k) => String(1 + ((7 * k) % 40)));
  await until("the large instance", () => place.querySelector("[data-path]"));
  seen.large = quantile(await edits(["demand", 1, 2], numbers), 0.95);
  seen.long = Math.max(0, ...long);

  const asked = await (await fetch("asked.json")).json();
  seen.differ = await compared(asked);
  seen.compared = asked.length;
  seen.hostile = [];
  const nothing = new Engine("cluster");
  for (const question of [
    { ask: "judge", mechanism: "tsf", property: "bf", instance: { model: "cluster", capacity: [["9".repeat(5000)]], demand: [[1]] }, seconds: 5 },
    { ask: "judge", mechanism: "tsf", property: "bf", instance: "<img src=x onerror=alert(1)>" },
    { ask: "nothing", model: "cluster" }, { ask: "judge" }, {}, { ask: "run", model: "cluster", mechanism: "tsff", instance: { model: "cluster" } },
    { ask: "run", mechanism: "greedy", instance: { model: "covering", cost: [1], demand: [1] } },
  ]) {
    const answer = await nothing.ask(question);
    seen.hostile.push(answer.error ? "refused" : (answer.verdict ?? "answered"));
  }
}

try {
  await tried();
} catch (error) {
  seen.faults.push(String(error));
}
seen.link = written({ instance: { model: "cluster" }, mechanism: "tsf", property: "bf" }).length > 0;
await fetch("seen", { method: "POST", body: JSON.stringify(seen) });
