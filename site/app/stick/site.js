// Stands in for ../site.js on a page that is opened from a disk.
export const root = new URL("../", /** @type {HTMLScriptElement} */ (document.currentScript).src);
