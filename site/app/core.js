// The page's side of Python: starts the worker, asks it one thing at a time, notices when it is silent.

/** @typedef {{field: string | null, text: string, code?: string, line?: number}} Fault */
/** @typedef {{ok: any, errors?: undefined} | {ok?: undefined, errors: Fault[]}} Answer */
/**
 * What Python is doing, for the page to say:
 * "starting", "slow" (no sign of life for long while it starts), "ready", "stuck" (an answer takes long),
 * "failed" (it will not run), "no-wasm" (this browser cannot run it).
 * @typedef {"starting" | "slow" | "ready" | "stuck" | "failed" | "no-wasm"} State
 */
/** @typedef {{request: object, latest: boolean, isQuick: boolean, resolve: (answer: Answer | undefined) => void, reject: (reason: Error) => void}} Question */
/** @typedef {Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">} WorkerLike */

/** The person did not want to wait for the answer. */
export class Cancelled extends Error {}

/** Milliseconds without a sign of life after which the person is told. */
const PATIENCE = 20_000;
/** Milliseconds after which an answer that nobody wants any more is given up with its worker. */
const GIVE_UP = 5_000;
/**
 * Milliseconds after which a worker that owes a quick answer is taken for lost; twice as many after each time, for it may
 * be the computer that is slow.
 */
const QUICK = 5_000;
/** How often a worker is lost without having answered anything, before that is said. */
const LOSSES = 2;

export class Core {
  #make;
  #onState;
  #onProgress;
  #patience;
  #giveUp;
  #quick;
  #losses = 0;
  /** Waits for the death of the worker. @type {AbortController | undefined} */
  #vigil;
  /** @type {WorkerLike | undefined} */
  #worker;
  /** @type {Question | undefined} asked and not yet answered */
  #open;
  /** @type {Question[]} */
  #waiting = [];
  #id = 0;
  #ready = false;
  /** @type {State} */
  #state = "starting";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watchdog;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #axe;

  /**
   * @param {() => WorkerLike} make
   * @param {(state: State, reason?: string) => void} onState
   * @param {{patience?: number, giveUp?: number, quick?: number}} [limits]
   * @param {(done: number, total: number) => void} [onProgress] hears how far a draw is
   */
  constructor(make, onState, { patience = PATIENCE, giveUp = GIVE_UP, quick = QUICK } = {}, onProgress = () => {}) {
    this.#make = make;
    this.#onState = onState;
    this.#onProgress = onProgress;
    this.#patience = patience;
    this.#giveUp = giveUp;
    this.#quick = quick;
  }

  get state() {
    return this.#state;
  }

  /** Starts Python, again if it ran or failed before; what was asked and not answered is asked again. */
  start() {
    this.stop();
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") return this.#fail("no-wasm", "no WebAssembly");
    if (this.#open) this.#waiting.unshift(this.#open);
    this.#open = undefined;
    this.#become("starting");
    try {
      const worker = (this.#worker = this.#make());
      worker.onmessage = ({ data }) => worker === this.#worker && this.#hear(data);
      worker.onerror = ({ message }) => {
        if (worker !== this.#worker) return;
        if (this.#ready) this.#lose(message);
        else this.#fail("failed", message || "the worker did not load");
      };
      this.#wait("slow");
    } catch (error) {
      this.#fail("failed", String(error));
    }
  }

  /** Ends the worker; nothing is answered until start(). */
  stop() {
    clearTimeout(this.#watchdog);
    clearTimeout(this.#axe);
    this.#axe = undefined;
    this.#vigil?.abort();
    this.#vigil = undefined;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#ready = false;
  }

  /**
   * Asks and gives the answer, however long the queue. A worker that is lost over it is started anew and asked again.
   * @param {object} request
   * @param {boolean} [isQuick] whether nothing that takes long is asked for
   * @returns {Promise<Answer>}
   */
  async ask(request, isQuick = false) {
    return /** @type {Answer} */ (await this.#enqueue(request, false, isQuick));
  }

  /** Gives up what is being computed: its asker hears {@link Cancelled}, and Python starts anew. */
  cancel() {
    this.#open?.reject(new Cancelled());
    this.#open = undefined;
    this.start();
  }

  /**
   * Asks what only the newest answer matters of: while one such question is being answered only the newest other one
   * waits. Answers come in the order of the questions; a question that was overtaken gives undefined.
   * @param {object} request
   * @returns {Promise<Answer | undefined>}
   */
  askLatest(request) {
    this.#waiting = this.#waiting.filter((question) => {
      if (question.latest) question.resolve(undefined);
      return !question.latest;
    });
    const answer = this.#enqueue(request, true, false);
    if (this.#open?.latest && this.#axe === undefined) {
      // Somebody typed on while a huge table is being made: start Python anew rather than finish what is of no use.
      this.#axe = setTimeout(() => {
        this.#open?.resolve(undefined);
        this.#open = undefined;
        this.start();
      }, this.#giveUp);
    }
    return answer;
  }

  /**
   * @param {object} request
   * @param {boolean} latest
   * @param {boolean} isQuick
   * @returns {Promise<Answer | undefined>}
   */
  #enqueue(request, latest, isQuick) {
    return new Promise((resolve, reject) => {
      if (this.#state === "failed" || this.#state === "no-wasm") return reject(new Error(this.#state));
      this.#waiting.push({ request, latest, isQuick, resolve, reject });
      this.#next();
    });
  }

  #next() {
    if (!this.#ready || this.#open) return;
    this.#open = this.#waiting.shift();
    if (!this.#open) return;
    this.#worker?.postMessage({ id: ++this.#id, request: JSON.stringify(this.#open.request) });
    this.#wait("stuck");
    if (this.#open.isQuick && this.#losses < LOSSES) {
      clearTimeout(this.#watchdog);
      this.#watchdog = setTimeout(() => this.#lose("it does not answer"), this.#quick * 2 ** this.#losses);
    }
  }

  /** @param {any} message */
  #hear(message) {
    switch (message.type) {
      case "mark":
        performance.mark(`losovna:${message.name}`, { startTime: Math.max(0, message.at - performance.timeOrigin) });
        if (!this.#ready) this.#wait("slow");
        return;
      case "alive":
        return void this.#watch(message.name);
      case "ready":
        clearTimeout(this.#watchdog);
        this.#ready = true;
        this.#become("ready");
        return this.#next();
      case "failed":
        return this.#fail("failed", message.reason);
      case "progress":
        if (message.id !== this.#id || !this.#open) return;
        if (!this.#open.isQuick) this.#wait("stuck");
        return this.#onProgress(message.done, message.total);
      case "answer": {
        const question = this.#open;
        if (message.id !== this.#id || !question) return;
        clearTimeout(this.#watchdog);
        clearTimeout(this.#axe);
        this.#axe = undefined;
        this.#open = undefined;
        this.#losses = 0;
        this.#become("ready");
        if (message.answer === undefined) {
          question.reject(new Error(message.reason));
          return this.start(); // after such an error Pyodide may be unusable
        }
        question.resolve(JSON.parse(message.answer));
        return this.#next();
      }
    }
  }

  /**
   * Waits for the worker's end: a worker that dies, of whatever, lets go of the lock that it holds while it lives.
   * @param {string} name of the lock
   */
  async #watch(name) {
    const worker = this.#worker;
    const { held = [] } = await navigator.locks.query();
    if (worker !== this.#worker || !held.some((lock) => lock.name === name)) return;
    const { signal } = (this.#vigil = new AbortController());
    const end = () => worker === this.#worker && this.#lose("it has died");
    navigator.locks.request(name, { signal }, end).catch(() => {});
  }

  /**
   * The worker is gone or does not answer: another one is started and asked the same.
   * @param {string} reason
   */
  #lose(reason) {
    console.warn(`losovna: Python is started again: ${reason}`);
    this.#losses += 1;
    if (this.#losses > LOSSES) {
      if (!this.#ready) return this.#fail("failed", reason);
      this.#losses = 0;
      this.#open?.reject(new Error(reason));
      this.#open = undefined;
    }
    this.start();
  }

  /**
   * @param {"failed" | "no-wasm"} state
   * @param {string} reason
   */
  #fail(state, reason) {
    this.stop();
    this.#become(state, reason);
    for (const question of [...(this.#open ? [this.#open] : []), ...this.#waiting]) question.reject(new Error(reason));
    this.#open = undefined;
    this.#waiting = [];
  }

  /** @param {"slow" | "stuck"} silence */
  #wait(silence) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#become(silence), this.#patience);
  }

  /**
   * @param {State} state
   * @param {string} [reason]
   */
  #become(state, reason) {
    if (state === this.#state && state !== "starting") return;
    this.#state = state;
    this.#onState(state, reason);
  }
}
