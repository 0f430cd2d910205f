// Every page: works without network after one visit, and offers a new version without ever forcing it.
// The service worker itself is sw.js; builder.offline fills in its list of files.

import { root } from "./site.js";

/** Milliseconds after the page is loaded before anything more is fetched: the reader comes first. */
const REST = 2_000;
/** Milliseconds between two looks for a new version on a page that stays open all day. */
const OFTEN = 60 * 60 * 1_000;

let isWanted = false;
let hasResult = false;

/** @type {Promise<ServiceWorkerRegistration> | undefined} */
let registration;

function register() {
  registration ??= navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname }).then((registered) => {
    follow(registered);
    return registered;
  });
  return registration;
}

/**
 * Sets the offline state line: "ready" or "fetching", in the page's own words.
 * @param {"ready" | "fetching"} state
 */
function say(state) {
  const line = document.getElementById("offline-state");
  const text = line?.dataset[state] ?? "";
  if (!line || line.textContent === text) return;
  line.dataset.state = state;
  line.textContent = text;
}

/** @param {ServiceWorkerRegistration} registered */
function follow(registered) {
  const look = () => {
    const offer = document.getElementById("update");
    if (offer) offer.hidden = !(registered.waiting && navigator.serviceWorker.controller);
    if (registered.active) registered.active.postMessage({ type: "state" });
    else if (registered.installing) say("fetching");
  };
  const watch = () => registered.installing?.addEventListener("statechange", look);
  registered.addEventListener("updatefound", () => {
    watch();
    look();
  });
  watch();
  look();
}

/** Asks the service worker for what is fetched last: the snapshot of Python, the PDFs. */
async function fetchTheRest() {
  const ready = await navigator.serviceWorker.ready;
  ready.active?.postMessage({ type: "later", saveData: Boolean(Reflect.get(navigator, "connection")?.saveData) });
}

/** Called by the app when Python has given its first result: from now on the network is free. */
export function afterFirstResult() {
  if (hasResult) return;
  hasResult = true;
  if (canWorkOffline()) void whenAtRest().then(register).then(fetchTheRest).catch(quiet);
}

const canWorkOffline = () => "serviceWorker" in navigator && location.protocol.startsWith("http");
/** @param {unknown} error */
const quiet = (error) => console.info("losovna: this page will not work offline here", error);

function whenAtRest() {
  return new Promise((resolve) => {
    const rest = () => setTimeout(resolve, navigator.serviceWorker.controller ? 0 : REST);
    if (document.readyState === "complete") rest();
    else addEventListener("load", rest, { once: true });
  });
}

function start() {
  if (!canWorkOffline()) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.type === "state") say(data.state);
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isWanted) location.reload();
  });
  document.getElementById("use-update")?.addEventListener("click", async () => {
    isWanted = true;
    (await registration)?.waiting?.postMessage({ type: "activate" });
  });
  document.addEventListener("visibilitychange", async () => {
    if (document.visibilityState !== "visible" || Date.now() - looked < OFTEN) return;
    looked = Date.now();
    await (await registration)?.update().catch(quiet);
  });
  // The app's page waits for Python's first result, for both would share one line; not for ever, though.
  const isApp = document.getElementById("table-form") !== null;
  if (navigator.serviceWorker.controller) void register().catch(quiet);
  else if (isApp) setTimeout(() => void register().catch(quiet), 30_000);
  if (!isApp) void whenAtRest().then(register).then(fetchTheRest).catch(quiet);
}
let looked = Date.now();

start();
