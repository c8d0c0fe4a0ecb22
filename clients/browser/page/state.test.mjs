// `node --test clients/browser/page`: tests of the modules that need no page.

import assert from "node:assert/strict";
import test from "node:test";

import { between, near } from "./map.js";
import { changed, fits, number, numbers, read, size, written } from "./state.js";
import { filling } from "./fill.js";
import { covers, named, optional, pathOf, queuesOf, sized, toggled, weighed } from "./forms.js";
import { Engine, MODELS, engineOf } from "./engine.js";
import { Past } from "./past.js";
import { completed, matches, modelOf, read as readQuery, sought, written as writtenQuery } from "./query.js";

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
    text([[], "tsf", "bf"]), text([{ model: "cluster", demand: [Array(41).fill(1)] }, "tsf", "bf"]),
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
  assert.equal(covers({ ...instance, path: ["a", ""], owner: [0, 1] }), true);
  assert.equal(covers({ ...instance, "node-weight": { a: 2 } }), false);
  assert.equal(covers({ model: "cohort", quota: [[1]], workload: [{ queue: 0, request: [1] }], admitted: [0] }), true);
  assert.equal(covers({ model: "cohort", quota: [[1]], workload: [{ queue: 0, request: [1], uid: "u" }] }), false);
  assert.equal(covers({ model: "constructor", x: [1] }), false);
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

test("bars fill as the steps say, and only if they reach the outcome", () => {
  // By hand: alone, user 1 runs 1 task and user 2 runs 2; both rise to 2/3 of that.
  const rise = (/** @type {string[]} */ tasks) => [
    { kind: "yardstick", tasks_of_a_full_share: ["1", "2"] }, { kind: "round", level: "2/3", rising: [0, 1] },
    { kind: "placement", placement: [["2/3", "0"], ["1/3", "1"]], tasks }, { kind: "bound" },
  ];
  const risen = filling(rise(["2/3", "4/3"]), instance);
  assert.deepEqual(risen?.rows.map((row) => row.map((x) => Math.round(300 * x))), [[0, 0], [200, 400], [200, 400], [200, 400]]);
  assert.deepEqual([risen?.agents, risen?.last], [["user 1", "user 2"], ["2/3", "4/3"]]);
  assert.equal(filling(rise(["1", "1"]), instance), null);
  // A user that has stopped stays; each server in turn adds up.
  const turn = [
    { kind: "unit", tasks_per_unit: ["6", "12"] }, { kind: "level", level: "1/4", stopped: [0] }, { kind: "level", level: "1/2", stopped: [1] },
    { kind: "unit", tasks_per_unit: ["2", "0"] }, { kind: "level", level: "1", stopped: [0] },
    { kind: "placement", tasks: ["7/2", "6"] },
  ];
  assert.deepEqual(filling(turn, {})?.rows, [[0, 0], [1.5, 3], [1.5, 6], [1.5, 6], [3.5, 6], [3.5, 6]]);
  const picks = [{ kind: "pick", user: 1, fits: "yes" }, { kind: "pick", user: 0, fits: "no" }, { kind: "placement", tasks: ["0", "1"] }];
  assert.deepEqual(filling(picks, { users: ["ann", "bob"] })?.rows, [[0, 1], [0, 1], [0, 1]]);
  assert.deepEqual(filling(picks, { users: ["ann", "bob"] })?.agents, ["ann", "bob"]);
  const arrive = [{ kind: "arrival", shares: ["1/2"] }, { kind: "arrival", shares: ["1/2", "1/4"] }];
  assert.deepEqual(filling(arrive, {})?.rows, [[0.5, 0], [0.5, 0.25]]);
  const pay = [{ kind: "round", resource: 1, task: 0 }, { kind: "assignment", assignment: [null, 0] }];
  assert.deepEqual(filling(pay, { demand: [1, 1], cost: ["1", "5/4"] })?.last, ["1.25", "0"]);
  assert.equal(filling([{ kind: "rule" }], {}), null);
});

test("each model has its own form", () => {
  const covering = { model: "covering", cost: [1, 2], demand: [1] };
  assert.deepEqual(sized(covering, "resource", true)?.cost, [1, 2, 2]);
  assert.deepEqual(toggled(covering, "size").size, ["1", "1"]);
  assert.equal(sized(covering, "server", true), null);
  const cohort = { model: "cohort", quota: [[3], [0]], workload: [{ queue: 0, request: [1] }, { queue: 1, request: [2] }], admitted: [0, 1], incoming: 1 };
  assert.equal(sized(cohort, "queue", false), null, "a workload would be in a queue that there is not");
  assert.deepEqual(sized(cohort, "workload", false), { model: "cohort", quota: [[3], [0]], workload: [{ queue: 0, request: [1] }], admitted: [0] });
  assert.deepEqual(sized(cohort, "resource", true)?.workload[1].request, [2, 2]);
  assert.deepEqual(toggled(toggled(instance, "eligible"), "weight"), { ...instance, eligible: [[0, 1], [0, 1]], weight: ["1", "1"] });
  assert.deepEqual(toggled(toggled(instance, "tasks"), "tasks"), instance);
  assert.ok(optional("cluster").some(({ name }) => name === "rate") && optional("arrivals").length === 0);
});

test("a fault is told at its field, counted from 1", () => {
  assert.equal(named(pathOf("demand[1][0]"), "cluster"), "demand of user 2, resource 1");
  assert.equal(named(pathOf("cost[2]"), "covering"), "cost of resource 3");
  assert.equal(named(pathOf("workload[1].request[0]"), "cohort"), "request of workload 2, resource 1");
  assert.equal(named(pathOf("demand[0][0]"), "arrivals"), "demand of agent 1, resource 1");
  assert.deepEqual(pathOf(""), []);
});

test("a query is completed at its last word", () => {
  const ids = ["ef", "ef1", "po", "sp", "sp-demand", "non-wasteful"];
  assert.deepEqual(completed("si & e", ids), ["si & ef", "si & ef1"]);
  assert.deepEqual(completed("not SP", ids), ["not sp-demand"]);
  assert.deepEqual(completed("!was", ids), ["!non-wasteful"]);
  assert.deepEqual(completed("ef and ", ["po"]), ["ef and po"]);
  for (const done of ["ef ", "ef & po)", "si & x"]) assert.deepEqual(completed(done, ids), []);
});

test("queues above users have weights, and lose them with their last user", () => {
  const tree = { ...instance, path: ["eng/dev", "eng"], "node-weight": { "eng/dev": 2, eng: "1/2" } };
  assert.deepEqual(queuesOf(tree), ["eng", "eng/dev"]);
  assert.ok(covers(tree) && !covers({ ...tree, "node-weight": [2] }) && !covers({ ...tree, "node-weight": { eng: [2] } }));
  assert.deepEqual(weighed({ ...tree, path: ["eng", ""] })["node-weight"], { eng: "1/2" });
  assert.ok(!("node-weight" in weighed({ ...tree, path: ["", ""] })));
  assert.equal(named(["node-weight", "eng/dev"]), "weight of queue eng/dev");
  assert.deepEqual(read(written({ instance: tree, mechanism: "hdrf", property: "ef" }))?.instance, tree);
});
