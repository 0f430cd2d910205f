// What builder.bundle writes into dist/app/runtime.js: where this build's Python is. (The stick has its own, builder.offline.)
import type { PyodideAPI, PyodideConfig } from "pyodide";

/** Loads Pyodide's two modules side by side. */
export function load(): Promise<{
  loadPyodide: (options: PyodideConfig) => Promise<PyodideAPI>;
  createPyodideModule: PyodideConfig["createPyodideModule"];
}>;
/** Folder of the runtime's files, ending in a slash. */
export const BASE: string;
/** Python's library and the app as bytecode, as far as the maker of tables needs it. */
export const MAKER: string;
/** Python's library and the app as bytecode. */
export const BUNDLE: string;
/** The memory of a Python that has imported the bundle; fits this bundle only. Empty where there is none. */
export const SNAPSHOT: string;
/** An empty list of packages as Pyodide wants it. */
export const LOCK: string;
