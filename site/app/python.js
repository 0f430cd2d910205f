// How this page makes the worker that runs Python. On a stick another file stands in for this one: stick/python.js.
export const makeWorker = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "python" });
