// Times rounds in the Python of the browser, under node:
//
//   node swiss_in_pyodide.mjs RUNTIME SOURCES.zip '[["dubov-cas", 200, 3]]'
//
// RUNTIME is the folder of the npm package pyodide; SOURCES.zip holds pairing_core and swiss_rounds.py.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, sources, asked] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(fs.readFileSync(sources)), "zip");
console.log(python.pyimport("swiss_rounds").measured(asked));
process.exit(0); // pyodide keeps handles open
