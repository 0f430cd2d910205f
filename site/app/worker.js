// The one file that knows Pyodide: starts Python in this worker and answers requests, JSON text in, JSON text out.
//
// page -> worker  {id, request}
// worker -> page  {type: "alive", name}         the lock that the worker holds while it lives
//                 {type: "mark", name, at}      a part of the start is done (also a sign of life)
//                 {type: "ready", snapshot}     Python runs; whether it came out of a snapshot
//                 {type: "failed", reason}      Python will not run
//                 {type: "progress", id, done, total}   how far a draw is
//                 {type: "answer", id, answer}  or {type: "answer", id, reason} when Python itself broke down
//
// The worker's name is that of the page's app. Who comes to the maker of tables for the first time loads a small bundle
// without the arbiter's app; the snapshot is that of the whole one.
import { BASE, BUNDLE, LOCK, MAKER, SNAPSHOT, load } from "./runtime.js";

/** @typedef {import("pyodide").PyodideConfig & {_loadSnapshot?: Promise<Uint8Array>}} Options */

/** "PNS1": the sparse form in which site/builder/runtime/make.mjs keeps a snapshot. */
const MAGIC = 0x31534e50;
/** Milliseconds between two messages about how far a draw is. */
const OFTEN = 100;
/** The parts of Python that a request needs; fixed, so that the same request gives the same answer. */
const ENVIRONMENT = { PYTHONHASHSEED: "0", LANG: "C.UTF-8" };

/** @param {object} message */
const post = (message) => self.postMessage(message);
/** @param {string} name */
const mark = (name) => post({ type: "mark", name, at: performance.timeOrigin + performance.now() });

/**
 * The snapshot as the service worker keeps it, if it does; it is never fetched from here, for it would double the
 * first visit's download.
 */
async function keptSnapshot() {
  try {
    if (!SNAPSHOT) return undefined;
    return await caches.match(SNAPSHOT, { ignoreVary: true });
  } catch {
    return undefined; // no cache in private windows, on a stick, in an odd frame
  }
}

/**
 * Turns the kept form, which the service worker has unzipped, back into the memory: see withoutEmptyPages() in make.mjs.
 * @param {Response} kept
 */
async function expand(kept) {
  const sparse = await kept.arrayBuffer();
  const [magic, size = 0, count = 0, page = 0] = new Uint32Array(sparse, 0, 4);
  if (magic !== MAGIC) throw new Error("not a snapshot");
  const numbers = new Uint16Array(sparse, 16, count);
  const pages = new Uint8Array(sparse, 16 + 2 * count);
  const memory = new Uint8Array(size);
  numbers.forEach((number, at) => {
    const to = number * page;
    memory.set(pages.subarray(at * page, at * page + Math.min(page, size - to)), to);
  });
  mark("snapshot");
  return memory;
}

/**
 * A promise that rejects when the WebAssembly cannot be had: loadPyodide would then wait for ever.
 * @returns {Promise<never>}
 */
function brokenWasm() {
  return new Promise((_, reject) => {
    const stream = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = (source, imports) => {
      const made = stream(source, imports);
      made.then(() => mark("wasm"), reject);
      return made;
    };
  });
}

/**
 * @param {string} bundle
 * @param {Promise<Uint8Array>} [snapshot]
 */
async function start(bundle, snapshot) {
  const { loadPyodide, createPyodideModule } = await load();
  mark("modules");
  /** @type {Options} */
  const options = {
    indexURL: BASE,
    stdLibURL: bundle,
    lockFileContents: LOCK,
    packageBaseUrl: BASE,
    env: { ...ENVIRONMENT },
    createPyodideModule,
  };
  if (snapshot) options._loadSnapshot = snapshot;
  return Promise.race([loadPyodide(options), brokenWasm()]);
}

/** Python with the app imported, by the quick way where it is there, else by the plain one. */
async function boot() {
  mark("worker");
  const kept = await keptSnapshot();
  let python;
  if (kept) {
    try {
      python = await start(BUNDLE, expand(kept));
    } catch (error) {
      console.warn("losovna: the snapshot did not start, so Python starts without it", error);
    }
  }
  const snapshot = python !== undefined;
  python ??= await start(self.name === "maker" ? MAKER : BUNDLE);
  mark("python");
  // A snapshot holds the state that chance had when it was made, the same in every browser.
  if (snapshot) python.pyimport("random").seed();
  const { handle } = python.pyimport("venue.actions");
  mark("app");
  post({ type: "ready", snapshot });
  return /** @type {(request: string, tell: ReturnType<typeof teller>) => string} */ (handle);
}

/**
 * Passes on how far a draw is, as often as a person can see it.
 * @param {number} id of the request
 */
function teller(id) {
  let told = performance.now();
  return (/** @type {number} */ done, /** @type {number} */ total) => {
    if (performance.now() - told < OFTEN) return;
    told = performance.now();
    post({ type: "progress", id, done, total });
  };
}

/** Holds a lock for as long as this worker lives, so that the page notices at once when it does not any more. */
function showLife() {
  const name = `losovna-python ${Math.random()} ${performance.timeOrigin}`;
  const live = () => {
    post({ type: "alive", name });
    return new Promise(() => {});
  };
  navigator.locks?.request(name, live).catch(() => {}); // without locks, as on a stick, silence tells it later
}

showLife();
const handle = boot();
handle.catch((error) => post({ type: "failed", reason: String(error?.stack ?? error).slice(0, 2000) }));

self.addEventListener("message", async (/** @type {MessageEvent} */ { data }) => {
  const { id, request } = data;
  if (request === undefined) return;
  try {
    post({ type: "answer", id, answer: (await handle)(request, teller(id)) });
  } catch (error) {
    post({ type: "answer", id, reason: String(error).slice(0, 2000) });
  }
});
