// Makes the worker that runs Python; on a stick another file stands in for this one: stick/python.js.
//
// The page loads this module before all others, and the first worker starts at once: Python gets ready while the page
// still loads what shows its answers. What that worker says before anybody listens is kept for whoever asks for it.

// The page may not be there yet, but what it is for stands in its first line.
const name = document.documentElement.dataset.app ?? "";
const create = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });

/** @type {Worker | undefined} */
let early = create();
/** @type {Event[]} */
const heard = [];
early.onmessage = (event) => void heard.push(event);
early.onerror = (event) => void heard.push(event);

/**
 * The same event once more. A script that does not load gives a bare error event without a message.
 * @param {Event} event
 */
const again = (event) =>
  event instanceof MessageEvent
    ? new MessageEvent("message", { data: event.data })
    : new ErrorEvent("error", { message: event instanceof ErrorEvent ? event.message : "" });

/** A worker that starts now, or the one that has already been started. */
export function makeWorker() {
  const worker = early ?? create();
  early = undefined;
  queueMicrotask(() => heard.splice(0).forEach((event) => worker.dispatchEvent(again(event))));
  return worker;
}
