// The service worker: the whole site and the app without network after one visit.
//
// A version is a list of files with their hashes, filled in by builder.offline. It is installed whole or not at all, it
// takes over unchanged files from the version before, and it waits until the person asks for it: a running tournament
// keeps the rules it began with. What can wait (FILES_LATER) comes after the first result.

/** @type {[string, string][]} path and the first 16 hex digits of its SHA-256; "" and "…/" are the folders' pages */
const FILES = [];
/** @type {[string, string][]} */
const FILES_LATER = [];
const VERSION = "";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = worker.registration.scope;
// Several sites may share one origin, as on a pages host: each minds its own caches.
const PREFIX = `losovna ${new URL(scope).pathname} `;
const NAME = PREFIX + VERSION;
const INDEX = new URL(".losovna-files", scope).href;
const AT_A_TIME = 6;
/** What an app starts with, as patterns of paths; all of it is kept before a version is installed. */
const QUICK = [":lang/make/", ":lang/arbiter/", "app/*", "css/*", "fonts/*", "js/*", "rt/*"];

/** @param {string} path */
const address = (path) => new URL(path, scope).href;

let isFetching = false;

/** What an earlier version holds: its cache, and the hash of each of its paths. */
async function earlier() {
  /** @type {[Cache, Map<string, string>][]} */
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === NAME) continue;
    const cache = await caches.open(name);
    const index = await cache.match(INDEX);
    if (index) found.push([cache, new Map(await index.json())]);
  }
  return found;
}

/**
 * Puts one file into the cache, from an earlier version when it has not changed, else from the network.
 * @param {Cache} cache
 * @param {[Cache, Map<string, string>][]} old
 * @param {[string, string]} file
 * @param {boolean} isNetworkUsed
 */
async function keep(cache, old, [path, hash], isNetworkUsed) {
  const key = address(path);
  if (await cache.match(key, { ignoreVary: true })) return; // a stopped install goes on where it was
  for (const [before, index] of old) {
    const had = index.get(path) === hash ? await before.match(key, { ignoreVary: true }) : undefined;
    if (had) return cache.put(key, had);
  }
  if (!isNetworkUsed) return;
  const response = await fetch(key, { cache: "no-cache", credentials: "same-origin" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
  const hex = Array.from(sum.subarray(0, hash.length / 2), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== hash) throw new Error(`${path} is not of this version`);
  await cache.put(key, asKept(path, response));
}

/**
 * The response itself, not one made by hand: engines tie their compiled code to it. But a redirected one cannot answer a
 * navigation, and the snapshot is unpacked now, when nobody waits, and not at every start.
 * @param {string} path
 * @param {Response} response
 */
function asKept(path, response) {
  if (path.endsWith(".bin.gz") && response.body) {
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip")));
  }
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

/**
 * @param {[string, string][]} files
 * @param {boolean} isNetworkUsed
 */
async function keepAll(files, isNetworkUsed) {
  const cache = await caches.open(NAME);
  const old = await earlier();
  const rest = files.values();
  /** @type {unknown} */
  let failure;
  const lane = async () => {
    for (const file of rest) {
      if (failure) return;
      await keep(cache, old, file, isNetworkUsed).catch((error) => (failure ??= error));
    }
  };
  // Nothing that is under way is cut off: the next try finds it kept.
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  if (failure) throw failure;
  return cache;
}

async function install() {
  const cache = await keepAll(FILES, true);
  await keepAll(FILES_LATER, false);
  await cache.put(INDEX, new Response(JSON.stringify([...FILES, ...FILES_LATER])));
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  }
  await worker.clients.claim();
}

async function fetchTheRest() {
  if (isFetching) return;
  isFetching = true;
  await tellState();
  try {
    await keepAll(FILES_LATER, true);
  } catch {
    // The network went away or the person left: the next visit goes on where this one was.
  } finally {
    isFetching = false;
    await tellState();
  }
}

async function tellState() {
  const message = { type: "state", state: isFetching ? "fetching" : "ready" };
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

/**
 * Lets the browser itself answer from the cache what an app starts with, where it can: without waiting for this worker.
 * @param {Event} event
 */
async function answerFromCache(event) {
  const { addRoutes } = /** @type {{addRoutes?: (route: object) => Promise<void>}} */ (/** @type {unknown} */ (event));
  const { pathname } = new URL(scope);
  const or = QUICK.map((path) => ({ urlPattern: { pathname: pathname + path, search: "" } }));
  try {
    await addRoutes?.call(event, { condition: { or }, source: { cacheName: NAME } });
  } catch (error) {
    console.info("losovna: the service worker answers everything itself", error);
  }
}

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(request) {
  const cache = await caches.open(NAME);
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  url.pathname = url.pathname.replace(/\/index\.html$/, "/");
  const kept = await cache.match(url.href, { ignoreVary: true });
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    return (await instead(cache, url)) ?? Response.error();
  }
}

/**
 * Without network, where there is no such page: the folder that was meant, or the page that says so in the reader's language.
 * @param {Cache} cache
 * @param {URL} url
 */
async function instead(cache, url) {
  if (await cache.match(`${url.href}/`, { ignoreVary: true })) return Response.redirect(`${url.href}/`);
  const [lang = ""] = url.pathname.slice(new URL(scope).pathname.length).split("/");
  for (const path of [`${lang}/missing/`, "en/missing/"]) {
    if (address(path) !== url.href && (await cache.match(address(path), { ignoreVary: true }))) {
      return Response.redirect(address(path));
    }
  }
  return undefined;
}

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
  event.waitUntil(answerFromCache(event));
});
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  switch (event.data?.type) {
    case "activate": // the person pressed the button
      return event.waitUntil(worker.skipWaiting());
    case "later":
      return event.waitUntil(event.data.saveData ? tellState() : fetchTheRest());
    case "state":
      return event.waitUntil(tellState());
  }
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope)) event.respondWith(answer(request));
});
