// An engine in a worker: questions go in, answers come out, in order. Each question has an owner, who can cancel it.

/**
 * @typedef {Record<string, any>} Question  A question to the crate `questions`: `ask`, and its arguments.
 * @typedef {Record<string, any>} Answer    Its answer; `error` is the error in a question, `cut` why there is none.
 * @typedef {{question: Question, done: (answer: Answer) => void, progress?: (instances: number) => void, owner: unknown, begun: number}} Waiting
 */

/** The models, each with an engine of its own. */
export const MODELS = ["arrivals", "cluster", "cohort", "covering"];

/** The time in milliseconds after which a wait is shown, and a question that is needed no more is ended. */
export const SOON = 200;

/** @type {Map<string, Engine>} */
const shared = new Map();

/** The compiled engines by name: a worker that is started again gets its engine from here. @type {Map<string, WebAssembly.Module>} */
const compiled = new Map();

/**
 * One of the two engines of a model, shared by all live elements of a page, or null for a model that there is not: that of the
 * question on screen, and that of everything else.
 * @param {unknown} model
 * @param {"screen" | "beside"} [role]
 */
export function engineOf(model, role = "screen") {
  if (typeof model !== "string" || !MODELS.includes(model)) return null;
  const key = `${model} ${role}`;
  const known = shared.get(key) ?? new Engine(model);
  shared.set(key, known);
  return known;
}

export class Engine {
  /** @param {string} name the name of the engine: a model, or `audit` */
  constructor(name) {
    this.name = name;
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
   * @param {unknown} [owner] the owner that may cancel the question
   * @returns {Promise<Answer>}
   */
  ask(question, progress, owner = null) {
    return new Promise((done) => {
      this.waiting.push({ question, done, progress, owner, begun: Infinity });
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

  /**
   * Cancels the questions of an owner: all of them are answered now. The engine itself is ended only if the present one takes long,
   * or `now`.
   * @param {unknown} owner
   * @param {boolean} [now]
   */
  cancel(owner, now = true) {
    const [present, ...later] = this.waiting;
    const why = now ? "it was stopped" : "another question came";
    for (const one of later) if (one.owner === owner) one.done({ cut: why });
    this.waiting = present ? [present, ...later.filter((one) => one.owner !== owner)] : [];
    if (present?.owner !== owner) return;
    if (now) {
      this.stop(why);
      return;
    }
    present.done({ cut: why });
    const ended = () => {
      if (this.waiting[0] !== present) return;
      // An engine that is being loaded is needed by the next question, too.
      if (compiled.has(this.name) && performance.now() - present.begun > SOON) this.stop(why);
      else setTimeout(ended, SOON);
    };
    ended();
  }

  /** Starts the worker before the first question, with which the engine itself comes. */
  ready() {
    this.worker ??= this.start();
  }

  next() {
    this.worker ??= this.start();
    const [present] = this.waiting;
    present.begun = performance.now();
    // The engine has no clock; the page has one, and allows the number of seconds in the question.
    clearTimeout(this.timer);
    const { seconds } = present.question;
    if (seconds) this.timer = setTimeout(() => this.stop("it was not decided in the time allowed"), 1000 * seconds);
    this.worker.postMessage({ question: present.question });
  }

  start() {
    const worker = new Worker(this.script, { type: "module" });
    worker.postMessage({ module: compiled.get(this.name) ?? null });
    worker.onmessage = ({ data }) => {
      if (data.module) {
        compiled.set(this.name, data.module);
        if (this.waiting[0]) this.waiting[0].begun = performance.now();
        return;
      }
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
