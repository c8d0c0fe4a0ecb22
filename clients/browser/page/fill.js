// The run as bars: what each agent has after each step, computed from the steps' numbers. Nothing here touches a page.

import { size } from "./state.js";

/**
 * @typedef {Record<string, any>} Step  A step of a run: its kind and its numbers.
 * @typedef {{unit: string, agents: string[], rows: number[][], last: string[]}} Filling  After each step, what each agent has; and what
 *   each has in the end, as an exact text.
 */

/** The largest difference by which two numbers of a picture count as one. */
const NEAR = 1e-9;

/**
 * What each agent has after each step, or null where the steps do not say so. The numbers are for the eye: the end is compared with the
 * exact outcome, and bars that do not reach it are not shown.
 * @param {Step[]} steps
 * @param {Record<string, any>} instance
 * @returns {Filling | null}
 */
export function filling(steps, instance) {
  const kinds = new Set(steps.map(({ kind }) => kind));
  if (kinds.has("arrival")) return arrivals(steps, instance);
  if (kinds.has("assignment")) return payments(steps, instance);
  return kinds.has("placement") ? tasks(steps, instance) : null;
}

/** @param {unknown[]} rows @param {string} noun @param {unknown} names */
function called(rows, noun, names) {
  return rows.map((_, k) => (Array.isArray(names) && typeof names[k] === "string" ? names[k] : `${noun} ${k + 1}`));
}

/** @param {Step[]} steps @param {Record<string, any>} instance */
function tasks(steps, instance) {
  const end = /** @type {Step} */ (steps.find(({ kind }) => kind === "placement"));
  const last = /** @type {string[]} */ (end.tasks);
  const users = last.map((_, user) => user);
  /** The tasks of each user by server; a run that names no server has one, or goes through them. @type {number[][]} */
  let on = [];
  let server = -1;
  /** @type {number[]} */
  let unit = [];
  /** @type {Set<number>} */
  let still = new Set();
  const row = () => (on[server] ??= users.map(() => 0));
  const rows = steps.map((step) => {
    if (step.kind === "unit") [unit, still, server] = [step.tasks_per_unit.map(size), new Set(), server + 1];
    if (step.kind === "yardstick") unit = step.tasks_of_a_full_share.map(size);
    server = Math.max(step.server ?? server, 0);
    if ((step.kind === "pick" && step.fits === "yes") || step.kind === "placement-of-a-task") row()[step.user] += 1;
    if (step.kind === "level" || step.kind === "round") {
      for (const user of step.rising ?? users.filter((one) => !still.has(one))) row()[user] = (unit[user] ?? 0) * size(step.level);
      for (const user of step.stopped ?? []) still.add(user);
    }
    if (step.placement && step.kind !== "placement") on = step.placement[0].map((/** @type {unknown} */ _, /** @type {number} */ s) => users.map((user) => size(step.placement[user][s])));
    if (step.kind === "placement") on = [last.map(size)];
    return users.map((user) => on.reduce((sum, one) => sum + (one?.[user] ?? 0), 0));
  });
  const before = rows[steps.indexOf(end) - 1] ?? [];
  const silent = before.every((value) => value === 0);
  const reached = users.every((user) => Math.abs((before[user] ?? 0) - size(last[user])) < NEAR);
  return silent || reached ? { unit: "tasks", agents: called(last, "user", instance.users), rows, last } : null;
}

/** @param {Step[]} steps @param {Record<string, any>} instance */
function arrivals(steps, instance) {
  const all = steps.filter(({ kind }) => kind === "arrival");
  const last = /** @type {string[]} */ (all[all.length - 1].shares);
  /** @type {number[]} */
  let now = last.map(() => 0);
  const rows = steps.map((step) => {
    if (step.kind === "arrival") now = last.map((_, k) => size(step.shares[k] ?? 0));
    return now;
  });
  return { unit: "dominant share", agents: called(last, "agent", instance.agents), rows, last };
}

/** @param {Step[]} steps @param {Record<string, any>} instance */
function payments(steps, instance) {
  const given = /** @type {(number | null)[]} */ (steps.find(({ kind }) => kind === "assignment")?.assignment ?? []);
  if (!Array.isArray(instance.demand) || !Array.isArray(instance.cost)) return null;
  const paid = instance.demand.map(() => 0);
  const rows = steps.map((step) => {
    if (step.kind === "round" && step.task !== undefined) paid[step.task] += size(instance.cost[step.resource]);
    return [...paid];
  });
  const due = instance.demand.map((/** @type {unknown} */ _, /** @type {number} */ task) =>
    given.reduce((/** @type {number} */ sum, to, resource) => (to === task ? sum + size(instance.cost[resource]) : sum), 0));
  const reached = due.every((/** @type {number} */ one, /** @type {number} */ task) => Math.abs(one - paid[task]) < NEAR);
  return reached ? { unit: "cost", agents: called(paid, "task", instance.tasks), rows, last: due.map((/** @type {number} */ one) => String(Math.round(one * 1e6) / 1e6)) } : null;
}
