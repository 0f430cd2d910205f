// What the page says about keeping: the line of what is saved, and the notices with what can be done about it. All
// sentences stand in the page, in #holding; here they are only shown and hidden.
import { element } from "./form.js";

/** @typedef {"elsewhere" | "full" | "refused" | "rescued" | "newer" | "damaged" | "python" | "stuck" | "drawing" | "copy" | "persist"} Notice */

const lang = document.documentElement.lang;
const holding = element("holding", HTMLElement);
const saved = element("saved", HTMLElement);
/** @type {Record<string, string>} */
const texts = JSON.parse(element("texts", HTMLScriptElement).textContent ?? "{}");

/** A moment in the reader's words. @param {string} moment */
export const inWords = (moment) =>
  new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));

/**
 * Shows or hides a notice.
 * @param {Notice} name
 * @param {boolean} isShown
 * @param {Record<string, string>} [values] for the places [data-fill] in it
 */
export function notice(name, isShown, values = {}) {
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (holding.querySelectorAll(`[data-when="${name}"]`))) {
    for (const [key, value] of Object.entries(values)) {
      const gap = line.querySelector(`[data-fill="${key}"]`);
      if (gap) gap.textContent = value;
    }
    line.hidden = !isShown;
  }
  holding.hidden = holding.querySelector("[data-when]:not([hidden])") === null;
}

/**
 * Says how keeping stands; nothing is open without a state.
 * @param {import("./keeper.js").Trouble} [trouble]
 * @param {number} [count] of the events that are on the disk
 */
export function showTrouble(trouble, count = 0) {
  for (const name of /** @type {Notice[]} */ (["elsewhere", "full", "refused", "rescued", "newer", "damaged"])) {
    notice(name, name === trouble);
  }
  saved.dataset.state = trouble ?? "";
  saved.dataset.count = String(count);
  const key = trouble === "rescued" ? "saved" : trouble;
  const when = new Date().toLocaleTimeString(lang);
  saved.textContent = key ? (texts[key] ?? "").replace("{when}", when) : "";
}

/** Asks the browser never to throw away what it keeps; what it answers is said. */
export async function askToPersist() {
  const isGranted = await navigator.storage.persist().catch(() => false);
  notice("persist", false);
  return texts[isGranted ? "persisted" : "notPersisted"] ?? "";
}

/** Offers to ask that, with the reason, where there is something to lose. @param {boolean} isWanted */
export async function offerToPersist(isWanted) {
  const isSafe = !isWanted || !navigator.storage?.persisted || (await navigator.storage.persisted().catch(() => true));
  notice("persist", !isSafe);
}
