// What only the browser's own Python can make, made by that Python under node. Three tasks:
//
//   node make.mjs bundle   RUNTIME SOURCES.zip WANTED.json BUNDLE.zip
//   node make.mjs snapshot RUNTIME BUNDLE.zip  SNAPSHOT.bin.gz
//   node make.mjs wheel    RUNTIME IN.whl      PACKAGES OUT_FOLDER
//
// RUNTIME is the folder of the npm package pyodide. The Python of each task stands beside this file.
import fs from "node:fs";
import nodeCrypto from "node:crypto";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const PAGE = 4096;
const MAGIC = 0x31534e50; // "PNS1": the sparse form of a snapshot, see expand() in site/app/worker.js

const [task, runtime, ...names] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")).href);

/** The options that the page uses, too. A fixed environment: what stands in it gets into the snapshot. */
function options(stdLib) {
  const { info } = JSON.parse(fs.readFileSync(path.join(runtime, "pyodide-lock.json"), "utf8"));
  return {
    stdLibURL: path.resolve(stdLib),
    lockFileContents: JSON.stringify({ info, packages: {} }),
    packageBaseUrl: path.resolve(path.dirname(stdLib)),
    env: { PYTHONHASHSEED: "0", LANG: "C.UTF-8" },
    _sysExecutable: "python", // else the path of this file, and with it the bytes would follow the clone
  };
}

/** Runs one of the scripts beside this file, which finds what it is given in /work/given.json. */
function run(python, script, given = {}) {
  python.FS.mkdirTree("/work");
  python.FS.writeFile("/work/given.json", JSON.stringify(given));
  return python.runPython(fs.readFileSync(path.join(HERE, script), "utf8"), { filename: script });
}

/** Puts files of this machine into the folder /work of the runtime. */
function put(python, given) {
  python.FS.mkdirTree("/work");
  for (const [name, file] of Object.entries(given)) python.FS.writeFile(`/work/${name}`, fs.readFileSync(file));
}

/** The runtime with its whole library. Its compiler leaves out columns, which only underline parts of a traceback's lines. */
function stock() {
  const given = options(path.join(runtime, "python_stdlib.zip"));
  return loadPyodide({ ...given, env: { ...given.env, PYTHONNODEBUGRANGES: "1" } });
}

const TASKS = {
  async bundle(sources, wanted, bundle) {
    const { modules, files, ours } = JSON.parse(fs.readFileSync(wanted, "utf8"));
    // Two runtimes: what the compiler imports for itself is not needed by the app.
    const scout = await stock();
    put(scout, { "sources.zip": sources, "warm.py": path.join(HERE, "warm.py") });
    const found = run(scout, "needed.py", { modules }).split("\n");
    const python = await stock();
    put(python, { "sources.zip": sources, "library.zip": path.join(runtime, "python_stdlib.zip") });
    run(python, "compile_bundle.py", { files: [...found, ...files], ours });
    fs.writeFileSync(bundle, python.FS.readFile("/work/bundle.zip"));
  },

  async snapshot(bundle, target) {
    freezeClockAndChance();
    const python = await loadPyodide({ ...options(bundle), _makeSnapshot: true });
    run(python, "warm.py");
    const sparse = withoutEmptyPages(python.makeMemorySnapshot());
    // Compressed by a second Python, not by node: zlib differs between versions of node, and so would the bytes.
    const packer = await loadPyodide(options(bundle));
    packer.FS.mkdirTree("/work");
    packer.FS.writeFile("/work/plain", sparse);
    run(packer, "gzip_file.py");
    fs.writeFileSync(target, packer.FS.readFile("/work/packed"));
  },

  async wheel(wheel, packages, out) {
    const python = await stock();
    python.FS.mkdirTree("/packages");
    python.FS.mount(python.FS.filesystems.NODEFS, { root: path.resolve(packages) }, "/packages");
    put(python, { [path.basename(wheel)]: wheel });
    const made = run(python, "compile_wheel.py", { wheel: path.basename(wheel) });
    fs.writeFileSync(path.join(out, path.basename(made)), python.FS.readFile(made));
  },
};

/** A snapshot holds the state of clocks and chance of the moment it is made; with these the bytes are the same each time. */
function freezeClockAndChance() {
  let state = 1;
  const fill = (view) => {
    const bytes = new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength);
    for (let at = 0; at < bytes.length; at++) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      bytes[at] = state >>> 16;
    }
    return view;
  };
  if (globalThis.crypto) globalThis.crypto.getRandomValues = fill;
  nodeCrypto.webcrypto.getRandomValues = fill;
  nodeCrypto.randomFillSync = fill;
  let tick = 0;
  Date.now = () => 315532800000;
  performance.now = () => (tick += 0.001);
  Math.random = () => 0.5;
}

/** Keeps the pages that are not all zero: [magic, full size, pages kept, page size], page numbers (16 bits each), pages. */
function withoutEmptyPages(memory) {
  const kept = [];
  for (let page = 0; page * PAGE < memory.length; page++) {
    if (memory.subarray(page * PAGE, (page + 1) * PAGE).some((byte) => byte !== 0)) kept.push(page);
  }
  const head = 16 + 2 * kept.length;
  const sparse = new Uint8Array(head + kept.length * PAGE);
  new Uint32Array(sparse.buffer, 0, 4).set([MAGIC, memory.length, kept.length, PAGE]);
  new Uint16Array(sparse.buffer, 16, kept.length).set(kept);
  kept.forEach((page, at) => sparse.set(memory.subarray(page * PAGE, (page + 1) * PAGE), head + at * PAGE));
  return sparse;
}

if (!(task in TASKS)) throw new Error(`no such task: ${task}`);
try {
  await TASKS[task](...names);
} catch (error) {
  console.error(error.message ?? error); // not the error itself: node would print the line of pyodide that threw it, all of it
  process.exit(1);
}
process.exit(0); // pyodide keeps handles open
