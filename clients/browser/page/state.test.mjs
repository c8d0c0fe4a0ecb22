// `node --test clients/browser/page`: tests of the modules that need no page.

import assert from "node:assert/strict";
import test from "node:test";

import { between, near } from "./map.js";
import { changed, fits, named, number, numbers, read, size, written } from "./state.js";
import { covers, sized } from "./grid.js";
import { Engine, MODELS, engineOf } from "./engine.js";
import { Past } from "./past.js";
import { matches, modelOf, read as readQuery, sought, written as writtenQuery } from "./query.js";

const instance = { model: "cluster", capacity: [[1, 1], [0, 1]], demand: [[1, 1], [0, 1]] };

test("numbers as people type them", () => {
  for (const [typed, exact] of [["2/3", "2/3"], ["4/6", "2/3"], ["0.25", "1/4"], ["4", "4"], [" 7 ", "7"], ["0", "0"], [".5", "1/2"]]) {
    assert.equal(number(typed), exact);
  }
  for (const typed of ["", ".", "-1", "1/0", "1e5", "x", "1/2/3", "9".repeat(31), "0x1"]) assert.equal(number(typed), null);
  assert.equal(size("3/4"), 0.75);
});

test("a link carries a state and is believed in nothing", () => {
  const state = { instance, mechanism: "tsf", property: "bf" };
  assert.deepEqual(read(written(state)), state);
  const text = (/** @type {unknown} */ x) => btoa(JSON.stringify(x)).replaceAll("=", "");
  for (const hostile of [
    "A".repeat(30000), "<script>", "%3Cscript", "bm90IGpzb24", text([instance, "tsf", "<b>"]), text([instance, 7, "bf"]),
    text([[], "tsf", "bf"]), text([{ model: "cluster", demand: [Array(7).fill(1)] }, "tsf", "bf"]),
    text([{ model: "cluster", demand: [["9".repeat(81)]] }, "tsf", "bf"]), text([{ ...instance, x: [[[[1]]]] }, "tsf", "bf"]),
    text([{ model: "cluster", demand: [[0.5]] }, "tsf", "bf"]),
  ]) {
    assert.equal(read(hostile), null, hostile.slice(0, 40));
  }
  assert.ok(fits(instance));
});

test("paths to numbers, and their names", () => {
  const paths = numbers(instance);
  assert.equal(paths.length, 8);
  assert.equal(named(paths[1]), "capacity of server 1, resource 2");
  assert.deepEqual(changed(instance, ["demand", 1, 0], "1/2").demand, [[1, 1], ["1/2", 1]]);
  assert.deepEqual(instance.demand, [[1, 1], [0, 1]]);
});

test("points of a range are exact", () => {
  assert.equal(between("0", "2", 0), "0");
  assert.equal(between("0", "2", 40), "2");
  assert.equal(between("0", "1/3", 20), "1/6");
  assert.equal(near("0.5", "1"), 20);
  assert.equal(near("1/3", "1"), 0);
  assert.equal(near("7", "1"), 0);
});

test("one more, one less", () => {
  assert.deepEqual(sized(instance, "user", true)?.demand.length, 3);
  assert.deepEqual(sized(instance, "resource", false)?.capacity, [[1], [0]]);
  assert.deepEqual(sized({ ...instance, eligible: [[0, 1], [1]] }, "server", false)?.eligible, [[0], []]);
  assert.equal(sized({ ...instance, demand: [[1, 1]] }, "user", false), null);
});

test("a link carries a query and is believed in nothing", () => {
  const asked = { query: "si & !(ef | po)", model: "cluster", tasks: "whole", instance: "model = \"cluster\"\n" };
  assert.deepEqual(readQuery(writtenQuery(asked)), asked);
  const plain = { query: "si", model: "cohort", tasks: "any", instance: "" };
  assert.equal(writtenQuery(plain), "ask=si&model=cohort");
  assert.deepEqual(readQuery("ask=si&model=cohort"), plain);
  for (const hostile of [
    "", "live=x", "ask=" + "a".repeat(1001), "ask=si&on=" + "a".repeat(8001), "ask=" + "a".repeat(100000), "ask=si&model=<b>",
    "ask=si&model=", "ask=si&tasks=none",
  ]) {
    assert.equal(readQuery(hostile), null, hostile.slice(0, 40));
  }
});

test("records are found by all of their words", () => {
  const text = "tsf-bf-2u2s2r: Task share fairness (TSF) violates bottleneck fairness (bf). Told in Bottleneck fairness, step by step.";
  assert.ok(matches(text, "TSF bottleneck"));
  assert.ok(matches(text, "  step   by step "));
  assert.ok(!matches(text, "tsf envy"));
  assert.ok(!matches(text, " "));
  assert.equal(sought("find=tsf+bf"), "tsf bf");
  assert.equal(sought("find="), "");
  for (const hostile of ["", "ask=si", `find=${"a".repeat(201)}`, `find=${"%20".repeat(100000)}`]) {
    assert.equal(sought(hostile), null, hostile.slice(0, 40));
  }
});

test("the model of a file is found in TOML and JSON, and each model has one engine", () => {
  assert.equal(modelOf("# A cluster\nmodel    = \"cluster\"   # one server\ncapacity = [[1]]\n"), "cluster");
  assert.equal(modelOf("{\"demand\": [[1, 1]], \"model\": \"arrivals\"}"), "arrivals");
  assert.equal(modelOf("users = [\"model\"]\n"), null);
  for (const model of MODELS) assert.equal(engineOf(model), engineOf(model));
  assert.notEqual(engineOf("cluster"), engineOf("covering"));
  for (const none of ["audit", "constructor", "__proto__", "", undefined, 3]) assert.equal(engineOf(none), null);
});

test("a form says all of an instance, or not", () => {
  assert.equal(covers({ ...instance, users: ["a", "b"], eligible: [[0], [0, 1]] }), true);
  assert.equal(covers({ ...instance, path: ["a", ""] }), false);
  assert.equal(covers({ model: "cohort", quota: [[1]], workload: [{ queue: 0, request: [1] }] }), false);
});

test("a cancelled question is answered at once, and delays no other", async () => {
  const said = [];
  let ended = 0;
  globalThis.Worker = class {
    postMessage(data) { if (data.question) said.push(data.question.ask); }
    terminate() { ended += 1; }
  };
  const engine = new Engine("cluster");
  const [slow, dropped] = [engine.ask({ ask: "first" }, undefined, "row"), engine.ask({ ask: "second" }, undefined, "row")];
  engine.ask({ ask: "third" }, undefined, "verdict");
  engine.cancel("row");
  assert.deepEqual([(await slow).cut, (await dropped).cut], ["it was stopped", "it was stopped"]);
  assert.deepEqual([said, ended], [["first", "third"], 1]);
  // A question that is needed no more, and just begun, ends by itself: no engine is ended for it.
  engine.cancel("verdict", false);
  assert.equal(ended, 1);
  engine.stop(); // This worker never answers: the engine would wait for it, and the test would not end.
});

test("edits replace the address, choices add one", async () => {
  const first = { instance, mechanism: "tsf", property: "bf" };
  const log = [];
  globalThis.location = { pathname: "/page", search: "", hash: "" };
  globalThis.window = { addEventListener() {} };
  globalThis.history = { pushState: (_, __, to) => log.push(["push", to]), replaceState: (_, __, to) => log.push(["replace", to]) };
  const past = new Past(first, () => {});
  const [edited, other] = [{ ...first, instance: changed(instance, ["demand", 0, 0], "2") }, { ...first, mechanism: "drfh" }];
  past.follow(first, edited, "edit");
  past.follow(edited, other, "choice");
  assert.deepEqual(log, [["replace", `#live=${written(edited)}`], ["push", `#live=${written(other)}`]]);
  assert.equal(past.step(other, true), edited);
  assert.equal(past.step(edited, true), first);
  assert.equal(past.step(first, true), undefined);
  assert.equal(past.step(first, false), edited);
  past.follow(edited, first, "choice");
  assert.deepEqual(log.at(-1), ["push", "/page"]);
});
