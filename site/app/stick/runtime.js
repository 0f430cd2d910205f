// Stands in for the generated runtime.js in a worker that was made from memory: the runtime's files come by message, and
// what Pyodide fetches is answered from them. Its two modules stand before this text, as builder.offline joined them.

/** @typedef {Record<string, ArrayBuffer>} Files */

export const BASE = "https://losovna.invalid/rt/";
export const BUNDLE = `${BASE}bundle.zip`;
export const MAKER = BUNDLE;
export const SNAPSHOT = "";
export const LOCK = /** @type {string} */ (Reflect.get(self, "losovnaLock"));

/** @type {Promise<Files>} */
const files = new Promise((resolve) => {
  self.addEventListener("message", (/** @type {any} */ { data }) => data.files && resolve(data.files));
});

const TYPES = new Map([["pyodide.asm.wasm", "application/wasm"]]);

self.fetch = async (request) => {
  const name = String(request).slice(BASE.length);
  const content = String(request).startsWith(BASE) ? (await files)[name] : undefined;
  if (!content) throw new TypeError(`there is no network on a stick: ${request}`);
  return new Response(content, { headers: { "Content-Type": TYPES.get(name) ?? "application/octet-stream" } });
};

export async function load() {
  await files;
  return {
    loadPyodide: Reflect.get(self, "loadPyodide"),
    createPyodideModule: Reflect.get(self, "createPyodideModule"),
  };
}
