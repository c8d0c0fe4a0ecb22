// The engine in a worker: questions go in, answers come out, in order. Stopping ends the worker; the next question starts another.

/**
 * @typedef {Record<string, any>} Question  A question to the crate `questions`: `ask`, and its arguments.
 * @typedef {Record<string, any>} Answer    Its answer; `error` is the error in a question.
 * @typedef {{question: Question, done: (answer: Answer) => void, progress?: (instances: number) => void}} Waiting
 */

/** The models, each with an engine of its own. */
export const MODELS = ["arrivals", "cluster", "cohort", "covering"];

/** @type {Map<string, Engine>} */
const shared = new Map();

/**
 * The engine of a model, one for all live elements of a page, or null for a model that there is not.
 * @param {unknown} model
 */
export function engineOf(model) {
  if (typeof model !== "string" || !MODELS.includes(model)) return null;
  const known = shared.get(model) ?? new Engine(model);
  shared.set(model, known);
  return known;
}

export class Engine {
  /** @param {string} name the name of the engine: a model, or `audit` */
  constructor(name) {
    this.script = new URL(`worker.js?engine=${name}`, import.meta.url);
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Waiting[]} */
    this.waiting = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Asks; the answers of earlier questions come first.
   * @param {Question} question
   * @param {(instances: number) => void} [progress] receives the number of instances that a search has examined
   * @returns {Promise<Answer>}
   */
  ask(question, progress) {
    return new Promise((done) => {
      this.waiting.push({ question, done, progress });
      if (this.waiting.length === 1) this.next();
    });
  }

  /**
   * Ends the present question, whose answer reports the stop. The next waiting question follows.
   * @param {string} [why]
   */
  stop(why = "it was stopped") {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    const stopped = this.waiting.shift();
    stopped?.done({ cut: why });
    if (this.waiting.length > 0) this.next();
  }

  /** Drops the waiting questions; the present one continues. */
  forget() {
    for (const { done } of this.waiting.splice(1)) done({ cut: "another question came" });
  }

  next() {
    this.worker ??= this.start();
    const { question } = this.waiting[0];
    // The engine has no clock; the page has one, and allows the number of seconds in the question.
    clearTimeout(this.timer);
    if (question.seconds) this.timer = setTimeout(() => this.stop("it was not decided in the time allowed"), 1000 * question.seconds);
    this.worker.postMessage(question);
  }

  start() {
    const worker = new Worker(this.script, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) {
        this.waiting[0]?.progress?.(data.progress);
        return;
      }
      clearTimeout(this.timer);
      const answered = this.waiting.shift();
      answered?.done(data.answer);
      if (this.waiting.length > 0) this.next();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.worker = null;
      const failed = this.waiting.shift();
      failed?.done({ error: { reason: event.message || "the engine could not be loaded", field: "" } });
      if (this.waiting.length > 0) this.next();
    };
    return worker;
  }
}
