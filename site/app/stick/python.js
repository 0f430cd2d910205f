// Stands in for ../python.js on a page that is opened from a disk. There a worker cannot be made from a file, and nothing
// can be fetched: the runtime comes as text in a classic script, the worker is made from memory, and gets its files by
// message.
import { root } from "./site.js";

/** @typedef {{code: string, wasm: string, bundle: string}} Payload base64, the first two gzipped */

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
function fromBase64(text) {
  if ("fromBase64" in Uint8Array) return /** @type {any} */ (Uint8Array).fromBase64(text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array<ArrayBuffer>} packed */
const unzip = (packed) =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** @returns {Promise<Payload>} */
function loadPayload() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("rt/payload.js", root).href;
    script.onload = () => resolve(Reflect.get(self, "losovnaPayload"));
    script.onerror = () => reject(new Error(`${script.src} does not load`));
    document.head.append(script);
  });
}

/** @type {Promise<{code: ArrayBuffer, wasm: ArrayBuffer, bundle: ArrayBuffer}> | undefined} */
let payload;

async function unpacked() {
  const packed = await loadPayload();
  const [code, wasm] = await Promise.all([unzip(fromBase64(packed.code)), unzip(fromBase64(packed.wasm))]);
  return { code, wasm, bundle: fromBase64(packed.bundle).buffer };
}

/** A worker that can be asked at once and exists when the payload is there. */
class LateWorker {
  /** @type {((event: MessageEvent) => void) | null} */
  onmessage = null;
  /** @type {((event: ErrorEvent) => void) | null} */
  onerror = null;
  /** @type {Worker | undefined} */
  #worker;
  /** @type {unknown[]} */
  #early = [];
  #isOver = false;

  constructor() {
    payload ??= unpacked();
    payload.then(
      ({ code, wasm, bundle }) => {
        if (this.#isOver) return;
        const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
        const worker = (this.#worker = new Worker(address, { name: document.documentElement.dataset.app ?? "" }));
        worker.onmessage = (event) => this.onmessage?.(event);
        worker.onerror = (event) => this.onerror?.(event);
        worker.postMessage({ files: { "pyodide.asm.wasm": wasm, "bundle.zip": bundle } });
        for (const message of this.#early.splice(0)) worker.postMessage(message);
      },
      (error) => this.onerror?.(new ErrorEvent("error", { message: String(error) })),
    );
  }

  /** @param {unknown} message */
  postMessage(message) {
    if (this.#worker) this.#worker.postMessage(message);
    else this.#early.push(message);
  }

  terminate() {
    this.#isOver = true;
    this.#worker?.terminate();
  }
}

export const makeWorker = () => /** @type {Worker} */ (/** @type {unknown} */ (new LateWorker()));
