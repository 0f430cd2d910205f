// The start page as the installed app opens a file with it: there is one such address for all languages. The file is put
// down in the browser and taken up by the arbiter's page of the language that was used last; no network is needed.
import { openWith } from "./files.js";
import { root } from "./site.js";
import { Store } from "./store.js";

/** The languages of the start page, the one used last before those that the browser asks for. */
function language() {
  const choices = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-language]")]);
  const known = choices.map((choice) => choice.dataset.language ?? "");
  return [remembered(), ...navigator.languages.map((wanted) => wanted.slice(0, 2).toLowerCase()), "en"].find((wanted) =>
    known.includes(wanted),
  );
}

/** The language that the page script wrote down. */
function remembered() {
  try {
    return localStorage.getItem("losovna-language") ?? "";
  } catch {
    return "";
  }
}

openWith(async (file) => {
  await new Store("opened", () => {}).save({ name: file.name, bytes: await file.arrayBuffer() });
  location.replace(new URL(`${language()}/arbiter/#/opened`, root));
});
