// A tournament as a file, made without Python: whatever breaks down, what is in memory can be carried away.
import { save } from "./files.js";

/** @typedef {{name: string, mime: string, text: string}} TextFile */
/** @typedef {(options: object) => Promise<FileSystemFileHandle>} Picker */
/**
 * Of a handle what the language's own types do not know yet.
 * @typedef {FileSystemFileHandle & {queryPermission?: (how: object) => Promise<string>,
 *   requestPermission?: (how: object) => Promise<string>}} Handle
 */

const WRITING = { mode: "readwrite" };

/**
 * The file of these events, as pairing_core.formats.losovna_json reads it.
 * @param {string} name of the tournament
 * @param {unknown[]} events
 * @returns {TextFile}
 */
export function fileOf(name, events) {
  const lines = events.map((event) => JSON.stringify(event)).join(",\n");
  const text = `{"format": "losovna", "version": 1, "events": [\n${lines}\n]}\n`;
  const stem = name.replace(/[\\/:*?"<>|\s]+/g, "-").replace(/^[-.]+|-+$/g, "");
  return { name: `${stem || "losovna"}.json`, mime: "application/json", text };
}

/**
 * Saves a file where the person wants it: in the file that was chosen before, else in one that is chosen now, else as a
 * download.
 * @param {TextFile} file
 * @param {FileSystemFileHandle} [handle]
 * @returns {Promise<{handle: FileSystemFileHandle | undefined} | undefined>} where it went; undefined if nowhere, because
 *   the person did not choose
 */
export async function copyOut(file, handle) {
  try {
    const chosen = handle && (await mayWrite(handle, true)) ? handle : await choose(file.name);
    if (chosen) {
      await write(chosen, file.text);
      return { handle: chosen };
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    console.warn("losovna: that file cannot be written", error);
  }
  save(file);
  return { handle: undefined };
}

/**
 * Writes a file that was chosen before if that needs no question, and says whether it did.
 * @param {TextFile} file
 * @param {FileSystemFileHandle | undefined} handle
 */
export async function copyQuietly(file, handle) {
  try {
    if (!handle || !(await mayWrite(handle, false))) return false;
    await write(handle, file.text);
    return true;
  } catch (error) {
    console.warn("losovna: that file cannot be written", error);
    return false;
  }
}

/**
 * @param {string} name
 * @returns {Promise<FileSystemFileHandle | undefined>} undefined where a browser lets nobody choose
 */
async function choose(name) {
  const pick = /** @type {Picker | undefined} */ (Reflect.get(window, "showSaveFilePicker"));
  const types = [{ accept: { "application/json": [".json"] } }];
  return pick?.call(window, { suggestedName: name, types });
}

/**
 * @param {Handle} handle
 * @param {boolean} isAsked whether the browser may ask the person
 */
async function mayWrite(handle, isAsked) {
  const found = (await handle.queryPermission?.(WRITING)) ?? "granted";
  if (found === "prompt" && isAsked) return (await handle.requestPermission?.(WRITING)) === "granted";
  return found === "granted";
}

/**
 * @param {FileSystemFileHandle} handle
 * @param {string} text
 */
async function write(handle, text) {
  const stream = await handle.createWritable();
  await stream.write(text);
  await stream.close();
}
