// The app's page: the form goes to Python, what comes back is shown, printed and saved. No sentence stands here: they are
// in the page, in the reader's language, in the element #texts.
import { Core } from "./core.js";
import { FileTooLarge, base64, onDrop, save } from "./files.js";
import { TableForm, element } from "./form.js";
import { Idiomorph } from "./idiomorph.js";
import { afterFirstResult } from "./offline.js";
import { makeWorker } from "./python.js";
import { newSeed } from "./seed.js";
import { Store } from "./store.js";

performance.mark("losovna:shell");

/** @typedef {import("./core.js").Fault} Fault */

/** Milliseconds without a key after which a mistake is pointed out: half a name is no mistake yet. */
const PAUSE = 700;
/** Milliseconds after which the page says that it is at work. */
const SOON = 400;
/** Bytes that a table saved as a file may have: 200 players four times, with room. */
const TABLE_LIMIT = 20_000_000;
/** Length of HTML above which comparing with what stands there costs more than it is worth. */
const MORPH_LIMIT = 400_000;

const lang = document.documentElement.lang;
/** @type {Record<string, string>} */
const texts = JSON.parse(element("texts", HTMLScriptElement).textContent ?? "{}");
const form = new TableForm(element("table-form", HTMLFormElement), texts.line);
const status = element("status", HTMLElement);
const result = element("result", HTMLElement);
const summary = element("summary", HTMLElement);
const outputs = ["print", "save-csv", "save-json", "save-html"].map((id) => element(id, HTMLButtonElement));
const pageTitle = document.title;

/** The title under which the shown table is printed: browsers name the PDF after it. */
let paperTitle = "";
/** Fields that the person has changed: what is kept from before does not go there. */
const touched = new Set();
let isRestored = false;
/** Number of the newest question. */
let newest = 0;
let isRefused = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let faultTimer;
/** @type {Promise<void>} the newest table is shown, or its faults are */
let settled = Promise.resolve();

const core = new Core(makeWorker, (state, reason) => {
  if (reason) console.warn(`losovna: ${state}: ${reason}`);
  showStatus();
  if (state === "failed" || state === "no-wasm") form.form.dataset.state = "failed";
});
core.start();

const store = new Store("make", () => {
  isRefused = true;
  showStatus();
});

/** @param {boolean} [isBusy] */
function showStatus(isBusy = false) {
  const { state } = core;
  const sentences = [
    state === "ready" ? (isBusy ? texts.busy : "") : (texts[state] ?? ""),
    isRefused ? texts.notKept : "",
  ];
  const text = sentences.filter(Boolean).join(" ");
  if (status.textContent !== text) status.textContent = text;
}

/** Asks for the table of what stands in the form; whoever types on makes older questions void. */
function refresh() {
  const started = performance.now();
  const state = form.read();
  const turn = ++newest;
  if (isRestored) void store.save(state);
  clearTimeout(faultTimer);
  faultTimer = undefined;
  if (core.state !== "failed" && core.state !== "no-wasm") form.form.dataset.state = "working";
  settled = (async () => {
    const busy = setTimeout(() => showStatus(true), SOON);
    try {
      const answer = await core.askLatest({ action: "table", lang, form: state });
      if (!answer) return;
      if (answer.errors) showFaults(answer.errors);
      else showTable(answer.ok);
      if (turn === newest) form.form.dataset.state = answer.ok ? "ready" : "error";
      performance.clearMeasures("losovna:key-to-table");
      performance.measure("losovna:key-to-table", { start: started });
      if (answer.ok) afterFirstResult();
    } catch {
      // said by the status line; what was typed stays
    } finally {
      clearTimeout(busy);
      showStatus();
    }
  })();
}

/** @param {{html: string, summary: string, players: string[], file: string}} table */
function showTable({ html, summary: text, players, file }) {
  form.showFaults([]);
  if (html.length > MORPH_LIMIT || result.childElementCount === 0) result.innerHTML = html;
  else Idiomorph.morph(result, html, { morphStyle: "innerHTML" });
  delete result.dataset.stale;
  summary.textContent = text;
  form.offerNames(players);
  paperTitle = file;
  for (const button of outputs) button.disabled = false;
  if (performance.getEntriesByName("losovna:first-table").length === 0) performance.mark("losovna:first-table");
}

/**
 * The last table stays in sight but cannot be printed: it is not what the form says.
 * @param {Fault[]} faults
 */
function showFaults(faults) {
  if (result.childElementCount > 0) result.dataset.stale = "true";
  for (const button of outputs) button.disabled = true;
  summary.textContent = "";
  const show = () => {
    faultTimer = undefined;
    form.showFaults(faults);
  };
  const isTyping = document.activeElement instanceof HTMLElement && form.form.contains(document.activeElement);
  if (isTyping) faultTimer = setTimeout(show, PAUSE);
  else show();
}

/** @param {"csv" | "json" | "html"} format */
async function saveAs(format) {
  try {
    const answer = await core.ask({ action: "file", lang, form: form.read(), format });
    if (answer.errors) showFaults(answer.errors);
    else save(answer.ok);
  } catch {
    showStatus();
  }
}

/** @param {File | undefined} file */
async function open(file) {
  if (!file) return;
  try {
    const data = await (file.name.endsWith(".json") ? base64(file, TABLE_LIMIT) : base64(file));
    const answer = await core.ask({ action: "decode", lang, data });
    if (answer.errors) return form.showFaults(answer.errors);
    const opened = answer.ok.form ?? { players: answer.ok.text };
    form.write(opened);
    for (const name of Object.keys(opened)) touched.add(name);
    refresh();
    await settled;
    status.textContent = answer.ok.note ?? "";
  } catch (error) {
    const text = (error instanceof FileTooLarge ? texts.fileTooLarge : texts.fileUnreadable) ?? "";
    form.showFaults([{ field: "players", text }]);
  }
}

async function print() {
  await settled;
  if (form.form.dataset.state === "ready") window.print();
}

function drawAnew() {
  const field = form.field("seed");
  if (field) field.value = newSeed();
}

/** @param {EventTarget | null} target */
function touch(target) {
  const name = String(Reflect.get(target ?? {}, "name") ?? "");
  touched.add(name.startsWith("wish-") ? "wishes" : name);
}

function clear() {
  const { players } = form.read();
  if (players.trim() && !window.confirm(texts.clearSure ?? "")) return;
  form.form.reset();
  touched.add("players");
  form.rows.replaceChildren();
  drawAnew();
  form.showFaults([]);
  form.offerNames([]);
  result.replaceChildren();
  delete result.dataset.stale;
  summary.textContent = "";
  for (const button of outputs) button.disabled = true;
  void store.save(form.read());
  form.field("players")?.focus();
}

function listen() {
  const file = element("file", HTMLInputElement);
  // The choice of paper stands outside the form's element and belongs to it; the file is no field of it.
  document.addEventListener("input", (event) => {
    if (event.target === file) return;
    const owner = event.target === form.form ? form.form : Reflect.get(event.target ?? {}, "form");
    if (owner !== form.form) return;
    touch(event.target);
    refresh();
  });
  form.form.addEventListener("submit", (event) => event.preventDefault());
  form.form.addEventListener("focusout", () => {
    if (faultTimer !== undefined) refresh();
  });
  element("new-seed", HTMLButtonElement).addEventListener("click", () => {
    drawAnew();
    touched.add("seed").add("lots");
    const lots = form.field("lots");
    if (lots instanceof HTMLInputElement) lots.checked = true;
    form.changed();
  });
  element("open-file", HTMLButtonElement).addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    await open(file.files?.[0]);
    file.value = ""; // so that the same file can be opened again
  });
  onDrop(form.form, (dropped) => void open(dropped));
  element("clear", HTMLButtonElement).addEventListener("click", clear);
  element("print", HTMLButtonElement).addEventListener("click", () => void print());
  for (const format of /** @type {const} */ (["csv", "json", "html"])) {
    element(`save-${format}`, HTMLButtonElement).addEventListener("click", () => void saveAs(format));
  }
  addEventListener("beforeprint", () => {
    if (paperTitle) document.title = paperTitle;
  });
  addEventListener("afterprint", () => (document.title = pageTitle));
  addEventListener("online", () => {
    if (core.state === "failed") core.start();
  });
}

/** Puts back what stood here before; where somebody was quicker to type, what is typed stays. */
async function restore() {
  if (!form.read().seed) drawAnew(); // at once: whoever types before the rest is here draws with it
  const kept = await store.load();
  const rest = Object.entries(kept ?? {}).filter(([name]) => !touched.has(name));
  form.write(Object.fromEntries(rest));
  // The page of a ready table sends its reader here for the same kind of table with names.
  const construction = new URLSearchParams(location.search).get("construction");
  if (construction && !touched.has("construction")) form.write({ construction });
  isRestored = true;
  if (touched.size > 0 || form.read().players.trim()) refresh();
}

listen();
void restore();
