// Runs one function of a module in the Python of the browser, under node, and prints the text that it returns. TEXT is
// what the function is given:
//
//   node in_pyodide.mjs RUNTIME SOURCES.zip MODULE FUNCTION [TEXT]
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, sources, module, called, ...given] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(fs.readFileSync(sources)), "zip");
// Pyodide keeps handles open, so the process has to be ended, but not before a pipe has taken all.
process.stdout.write(python.pyimport(module)[called](...given) + "\n", () => process.exit(0));
