// Files in and out: a list of players that is opened or dropped, a table that is saved.

/** Bytes that a list of players may have; 200 long names are a hundredth of this. */
const LIMIT = 1_000_000;

export class FileTooLarge extends Error {}

/**
 * The file's bytes for Python, which finds out their encoding.
 * @param {File} file
 * @param {number} [limit] bytes that it may have
 * @returns {Promise<string>} base64
 */
export async function base64(file, limit = LIMIT) {
  if (file.size > limit) throw new FileTooLarge(file.name);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Lets the person save a text as a file.
 * @param {{name: string, mime: string, text: string}} file
 */
export function save({ name, mime, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: `${mime};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Takes a file that is dropped anywhere on an element; text that is dropped goes where it always goes.
 * @param {HTMLElement} element
 * @param {(file: File) => void} take
 */
export function onDrop(element, take) {
  /** @param {DragEvent} event */
  const hasFile = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  element.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    element.dataset.drop = "over";
  });
  element.addEventListener("dragleave", (event) => {
    if (!element.contains(/** @type {Node | null} */ (event.relatedTarget))) delete element.dataset.drop;
  });
  element.addEventListener("drop", (event) => {
    delete element.dataset.drop;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}

/**
 * Takes a file that the system opens with this app, once it is installed.
 * @param {(file: File) => unknown} take
 */
export function openWith(take) {
  /** @type {{setConsumer: (consumer: (launch: {files: FileSystemFileHandle[]}) => void) => void} | undefined} */
  const launches = Reflect.get(window, "launchQueue");
  launches?.setConsumer(async ({ files: [handle] }) => {
    if (handle) take(await handle.getFile());
  });
}
