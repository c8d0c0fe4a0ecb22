// The engine in a worker: questions go in, answers come out, in order. Stopping ends the worker; the next question starts another.

/**
 * @typedef {Record<string, any>} Question  What the crate `questions` takes: `ask`, and its arguments.
 * @typedef {Record<string, any>} Answer    What it gives; `error` says what is wrong with a question.
 * @typedef {{question: Question, done: (answer: Answer) => void, progress?: (instances: number) => void}} Waiting
 */

export class Engine {
  /** @param {URL} [worker] where the worker's script is */
  constructor(worker = new URL("worker.js", import.meta.url)) {
    this.script = worker;
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
   * @param {(instances: number) => void} [progress] is told how many instances a search has looked at
   * @returns {Promise<Answer>}
   */
  ask(question, progress) {
    return new Promise((done) => {
      this.waiting.push({ question, done, progress });
      if (this.waiting.length === 1) this.next();
    });
  }

  /**
   * Ends what is under way: its answer says that it was stopped. What waits behind it is asked then.
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

  /** Drops the questions that wait; the one under way goes on. */
  forget() {
    for (const { done } of this.waiting.splice(1)) done({ cut: "another question came" });
  }

  next() {
    this.worker ??= this.start();
    const { question } = this.waiting[0];
    // The engine has no clock; the page has, and allows as many seconds as the question says.
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
