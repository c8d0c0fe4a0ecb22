// The forms of the models: which fields an instance has, what their rows and columns are, and what an entry may be; as the pages of
// the models say (`verify explain cluster`). Nothing here touches a page.

/** The largest number of users, servers, resources and so on that a form adds. */
export const MOST = 6;

/**
 * A field: its title, what its rows and columns are, what an entry is, and the entry with which an optional field begins.
 * @typedef {{title: string, axes: string[], entry: "amount" | "count" | "text" | "index" | string[], begin?: any}} Field
 */

/** @type {(title: string, axes: string[], begin?: any, entry?: Field["entry"]) => Field} */
const field = (title, axes, begin, entry = "amount") => ({ title, axes, entry, begin });
/** @type {(noun: string) => Field} */
const names = (noun) => field(`Names of ${noun}s`, [noun], "", "text");

/** @type {Record<string, Record<string, Field>>} */
const FORMS = {
  cluster: {
    capacity: field("Capacities (server by resource)", ["server", "resource"]),
    demand: field("Demands of one task (user by resource)", ["user", "resource"]),
    weight: field("Weights", ["user", "resource"], "1"),
    eligible: field("Servers that each user may use", ["user", "server"], null, "index"),
    tasks: field("Tasks that each user has, or inf", ["user"], "inf", "count"),
    rate: field("Tasks per whole server (user by server)", ["user", "server"], "1"),
    count: field("Servers like each of these", ["server"], "1"),
    running: field("Tasks that run now (user by server)", ["user", "server"], "0"),
    owner: field("User that owns each server", ["server"], "0", "index"),
    path: field("Queues above each user, as eng/dev", ["user"], "", "text"),
    users: names("user"),
    servers: names("server"),
    resources: names("resource"),
  },
  arrivals: { demand: field("Demands in the order of arrival (agent by resource)", ["agent", "resource"]) },
  covering: {
    cost: field("Costs", ["resource"]),
    size: field("Sizes", ["resource"], "1"),
    demand: field("Demands", ["task"]),
  },
  cohort: {
    quota: field("Quotas (queue by resource)", ["queue", "resource"]),
    weight: field("Weights", ["queue"], "1"),
    reclaim: field("Preempts in other queues", ["queue"], "any", ["any", "never", "lower"]),
    own: field("Preempts in its own queue", ["queue"], "lower", ["lower", "never", "lower-or-newer"]),
    stop: field("Stopped", ["queue"], "none", ["none", "hold", "hold-and-drain"]),
    borrow: field("Limits of what a queue borrows, or inf", ["queue", "resource"], "inf", "count"),
    lend: field("Limits of what a queue lends, or inf", ["queue", "resource"], "inf", "count"),
    queues: names("queue"),
  },
};

/** What a form adds and takes away, each with the fields that have one row or entry for it. */
const PARTS = /** @type {Record<string, string[]>} */ ({ cluster: ["user", "server", "resource"], arrivals: ["agent", "resource"], covering: ["task", "resource"], cohort: ["queue", "workload", "resource"] });

/** Fields that name the model, or that another part of the form shows. */
const SHOWN = ["model", "workload", "admitted", "incoming"];

/** @param {unknown} model @returns {Record<string, Field>} */
export const fieldsOf = (model) => (typeof model === "string" && Object.hasOwn(FORMS, model) ? FORMS[model] : {});

/** @param {unknown} model @returns {string[]} */
export const partsOf = (model) => (typeof model === "string" && Object.hasOwn(PARTS, model) ? PARTS[model] : []);

/** @param {any} value */
const plain = (value) => typeof value === "number" || typeof value === "string";

/**
 * Returns true if a value has the form of a field: a row of entries, or rows of equal length.
 * @param {string} name
 * @param {Field | undefined} own
 * @param {any} value
 */
export function formed(name, own, value) {
  if (!own || !Array.isArray(value) || value.length === 0) return false;
  const row = (/** @type {any} */ one) => Array.isArray(one) && one.every(plain) && (name === "eligible" || (one.length > 0 && one.length === value[0].length));
  return own.axes.length === 1 ? value.every(plain) : value.every(row) || (name === "weight" && value.every(plain));
}

/**
 * Returns true if the workloads of a cohort have nothing but a queue, a request, a priority and a name.
 * @param {Record<string, any>} instance
 */
function plainWorkloads({ model, workload }) {
  if (workload === undefined) return model !== "cohort";
  const known = ["queue", "request", "priority", "name"];
  const one = (/** @type {any} */ w) => Object.keys(w).every((key) => known.includes(key)) && Array.isArray(w.request) && !Number.isNaN(Number(w.queue));
  return model === "cohort" && Array.isArray(workload) && workload.every(one);
}

/**
 * The queues above the users of a cluster by their paths from the root, in the order of the first user below each.
 * @param {Record<string, any>} instance
 * @returns {string[]}
 */
export function queuesOf({ path }) {
  const above = (/** @type {any} */ one) => String(one).split("/").filter(Boolean).map((_, k, names) => names.slice(0, k + 1).join("/"));
  return Array.isArray(path) ? [...new Set(path.flatMap(above))] : [];
}

/**
 * An instance in which only queues that users stand below have weights.
 * @param {Record<string, any>} instance
 */
export function weighed(instance) {
  const { "node-weight": weights, ...rest } = instance;
  const queues = queuesOf(instance);
  const kept = Object.entries(weights ?? {}).filter(([queue]) => queues.includes(queue));
  return kept.length > 0 ? { ...rest, "node-weight": Object.fromEntries(kept) } : rest;
}

/**
 * Returns true if the weights of queues are numbers, and of queues that users stand below.
 * @param {Record<string, any>} instance
 */
function queueWeights(instance) {
  const weights = instance["node-weight"];
  const queues = queuesOf(instance);
  const table = typeof weights === "object" && weights !== null && !Array.isArray(weights);
  return instance.model === "cluster" && table && Object.entries(weights).every(([queue, weight]) => queues.includes(queue) && plain(weight));
}

/**
 * Returns true if the form says all that an instance has.
 * @param {Record<string, any>} instance
 */
export function covers(instance) {
  const fields = fieldsOf(instance.model);
  const all = Object.entries(instance).every(([name, value]) => SHOWN.includes(name) || formed(name, fields[name], value) || name === "node-weight" && queueWeights(instance));
  return all && plainWorkloads(instance);
}

/**
 * How many users, servers, resources and so on an instance has.
 * @param {Record<string, any>} instance
 * @param {string} part
 */
export function count(instance, part) {
  if (part === "workload") return instance.workload?.length ?? 0;
  const own = Object.entries(fieldsOf(instance.model)).find(([name, { axes, begin }]) => begin === undefined && axes.includes(part) && Array.isArray(instance[name]));
  if (!own) return 0;
  return own[1].axes[0] === part ? instance[own[0]].length : instance[own[0]][0]?.length ?? 0;
}

/**
 * An instance with one more or one less of a part, or null if that is impossible.
 * @param {Record<string, any>} instance
 * @param {string} part
 * @param {boolean} more
 */
export function sized(instance, part, more) {
  const now = count(instance, part);
  if (now === 0 || (more ? now >= MOST : now <= 1) || !partsOf(instance.model).includes(part)) return null;
  const copy = structuredClone(instance);
  /** @param {any[]} list */
  const grow = (list) => (more ? list.push(structuredClone(list.at(-1))) : list.pop());
  if (part === "workload") grow(copy.workload);
  for (const [name, { axes, entry }] of Object.entries(fieldsOf(instance.model))) {
    const value = copy[name];
    if (!Array.isArray(value) || name === "eligible" && part === "server") continue;
    // A name is no other's, so that a list of names cannot grow.
    if (entry === "text" && name !== "path" && axes[0] === part && more) delete copy[name];
    else if (axes[0] === part) grow(value);
    else if (axes[1] === part && Array.isArray(value[0])) value.forEach(grow);
  }
  if (part === "resource") copy.workload?.forEach((/** @type {any} */ one) => grow(one.request));
  const last = more ? Infinity : now - 1;
  if (part === "server" && copy.eligible) {
    copy.eligible = copy.eligible.map((/** @type {any[]} */ set) => (more && set.some((s) => Number(s) === now - 1) ? [...set, now] : set.filter((s) => Number(s) < last)));
  }
  const gone = (/** @type {any} */ index) => Number(index) >= last;
  if (part === "user" && copy.owner?.some(gone) || part === "queue" && copy.workload?.some((/** @type {any} */ one) => gone(one.queue))) return null;
  if (part === "workload") {
    if (copy.admitted) copy.admitted = copy.admitted.filter((/** @type {any} */ one) => !gone(one));
    if (gone(copy.incoming)) delete copy.incoming;
  }
  return copy;
}

/**
 * An instance with an optional field as it is where it is not written, or without the field.
 * @param {Record<string, any>} instance
 * @param {string} name
 */
export function toggled(instance, name) {
  const copy = structuredClone(instance);
  if (copy[name] !== undefined) {
    delete copy[name];
    return copy;
  }
  const own = fieldsOf(instance.model)[name];
  const [rows, columns] = own.axes.map((part) => count(instance, part));
  const row = Array.from({ length: columns ?? 0 }, (_, k) => (name === "eligible" ? k : own.begin));
  const flat = own.axes.length === 1 || name === "weight";
  const entry = (/** @type {number} */ k) => (own.entry === "text" && name !== "path" ? `${own.axes[0]} ${k + 1}` : own.begin);
  copy[name] = Array.from({ length: rows }, (_, k) => (flat ? entry(k) : [...row]));
  return copy;
}

/**
 * The optional fields of a model, by name and title.
 * @param {unknown} model
 */
export const optional = (model) => Object.entries(fieldsOf(model)).filter(([, { begin }]) => begin !== undefined).map(([name, { title }]) => ({ name, title }));

/**
 * The path in an instance to which a fault of the engine belongs: `demand[1][0]` is what user 2 needs of resource 1.
 * @param {string} text
 * @returns {(string | number)[]}
 */
export const pathOf = (text) => (text.match(/[A-Za-z-]+|\d+/g) ?? []).map((part) => (/^\d/.test(part) ? Number(part) : part));

/**
 * The name of an entry, counted from 1: "capacity of server 1, resource 2".
 * @param {(string | number)[]} path
 * @param {unknown} [model]
 */
export function named(path, model = "cluster") {
  const [name, ...rest] = path;
  if (name === "workload" && typeof rest[0] === "number") {
    const [, part, k] = rest;
    return `${part ?? "workload"}${part ? " of workload" : ""} ${rest[0] + 1}${typeof k === "number" ? `, resource ${k + 1}` : ""}`;
  }
  if (name === "node-weight") return `weight of queue ${rest.join("/")}`;
  const axes = fieldsOf(model)[String(name)]?.axes ?? [];
  const words = rest.map((k, depth) => `${axes[depth] ?? "entry"} ${Number(k) + 1}`);
  return words.length === 0 ? String(name) : `${name} of ${words.join(", ")}`;
}
