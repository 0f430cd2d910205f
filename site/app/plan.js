// The page "Plan a tournament": the form goes to Python, the picture comes back, and then slice after slice of simulated
// tournaments, until all are there or somebody stops it. No sentence stands here: they are in the element #texts.
import { Core } from "./core.js";
import { element } from "./form.js";
import { afterFirstResult } from "./offline.js";
import { makeWorker } from "./python.js";
import { Store } from "./store.js";

/** @typedef {import("./core.js").Fault} Fault */
/** @typedef {Record<string, number[]>} Tallies what was counted so far, by system */

/** Milliseconds that a slice should take: short enough for the page to hear a wish at once. */
const SLICE = 250;
/** Games of the first slice. */
const FIRST_GAMES = 5_000;
/** Milliseconds without a key after which a mistake is pointed out. */
const PAUSE = 700;

const lang = document.documentElement.lang;
/** @type {Record<string, string>} */
const texts = JSON.parse(element("texts", HTMLScriptElement).textContent ?? "{}");
const form = element("plan-form", HTMLFormElement);
const status = element("status", HTMLElement);
const result = element("result", HTMLElement);
const simulation = element("simulation", HTMLElement);
const progress = element("progress", HTMLProgressElement);
const progressText = element("progress-text", HTMLElement);
const stop = element("stop", HTMLButtonElement);

/** Rises with each change of the form: what belongs to an older one is of no use. */
let turn = 0;
let isStopped = false;
let games = FIRST_GAMES;
/** @type {Tallies} */
let tallies = {};
/** @type {number | undefined} */
let faultTimer;
const touched = new Set();
/** What is simulated, as the status line says it: a key of the texts. */
let said = "";

const core = new Core(makeWorker, (state, reason) => {
  if (reason) console.warn(`losovna: ${state}: ${reason}`);
  if (state === "failed" || state === "no-wasm") form.dataset.state = "failed";
  showStatus();
});
core.start();
const store = new Store("plan", () => {});

/** @param {string} [key] */
function showStatus(key = said) {
  said = key;
  const text = (core.state === "ready" ? texts[said] : texts[core.state]) ?? "";
  if (status.textContent !== text) status.textContent = text;
}

/** @returns {Record<string, string | boolean>} */
function read() {
  const data = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  return { ...data, seeded: element("seeded", HTMLInputElement).checked };
}

/** @param {Record<string, unknown>} state */
function write(state) {
  for (const [name, value] of Object.entries(state)) {
    const field = form.elements.namedItem(name);
    if (touched.has(name)) continue;
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === true;
    else if (field instanceof HTMLInputElement && typeof value === "string") field.value = value;
    else if (field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === value)) {
      field.value = String(value);
    }
  }
}

/** @param {Fault[]} faults */
function showFaults(faults) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".field-error"))) {
    const fault = faults.find((each) => place.id === `error-${each.field ?? "form"}`);
    const text = fault?.text ?? "";
    if (place.textContent !== text) place.textContent = text;
    place.hidden = !text;
    const field = form.elements.namedItem(place.id.slice("error-".length));
    if (!(field instanceof HTMLElement)) continue;
    if (text) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    const box = text ? field.closest("details") : null;
    if (box) box.open = true;
  }
}

/** Asks for the picture of what stands in the form, and then for its chances. */
async function refresh() {
  const mine = ++turn;
  const state = read();
  void store.save(state);
  clearTimeout(faultTimer);
  if (form.dataset.state !== "failed") form.dataset.state = "working";
  try {
    const answer = await core.askLatest({ action: "plan", lang, form: state });
    if (!answer || mine !== turn) return;
    if (answer.errors) {
      form.dataset.state = "error";
      result.dataset.stale = "true";
      simulation.hidden = true;
      showStatus("");
      const { errors } = answer;
      faultTimer = window.setTimeout(() => showFaults(errors), PAUSE);
      return;
    }
    showFaults([]);
    result.innerHTML = answer.ok.html;
    delete result.dataset.stale;
    tallies = {};
    form.dataset.state = "ready";
    showProgress(0, answer.ok.total);
    simulation.hidden = answer.ok.total === 0;
    showStatus(answer.ok.total === 0 ? "nothing" : "");
    afterFirstResult();
    await simulate(mine);
  } catch {
    // said by the status line; what was typed stays
  }
}

/**
 * Slice after slice, as long as the form stays as it is and nobody stops it.
 * @param {number} mine
 */
async function simulate(mine) {
  isStopped = false;
  stop.hidden = false;
  stop.textContent = texts.stop ?? "";
  if (!simulation.hidden) showStatus("counting");
  while (mine === turn && !isStopped && !simulation.hidden) {
    const began = performance.now();
    const answer = await core.ask({ action: "plan-step", lang, form: read(), tallies, games });
    if (mine !== turn || answer.errors) return;
    const took = Math.max(1, performance.now() - began);
    games = Math.round(games * Math.min(2, Math.max(0.5, SLICE / took)));
    tallies = answer.ok.tallies;
    for (const [key, html] of Object.entries(answer.ok.cells)) {
      const cell = result.querySelector(`[data-chance="${key}"]`);
      if (cell) cell.innerHTML = String(html);
    }
    showProgress(answer.ok.done, answer.ok.total);
    if (answer.ok.done >= answer.ok.total) {
      stop.hidden = true;
      showStatus("counted");
      return;
    }
  }
}

/**
 * @param {number} done
 * @param {number} total
 */
function showProgress(done, total) {
  progress.max = Math.max(1, total);
  progress.value = done;
  const text = (texts.progress ?? "").replace("{done}", done.toLocaleString(lang));
  progressText.textContent = text.replace("{total}", total.toLocaleString(lang));
}

function stopOrGoOn() {
  if (isStopped) {
    void simulate(turn).catch(() => {});
    return;
  }
  isStopped = true;
  stop.textContent = texts.go ?? "";
  showStatus("stopped");
}

/** Puts back what stood here before; what an address says (?players=24&rounds=7) goes before it. */
async function restore() {
  const kept = await store.load();
  if (kept && typeof kept === "object") write(/** @type {Record<string, unknown>} */ (kept));
  write(Object.fromEntries(new URLSearchParams(location.search)));
  await refresh();
}

form.addEventListener("input", (event) => {
  touched.add(String(Reflect.get(event.target ?? {}, "name") ?? ""));
  void refresh();
});
form.addEventListener("submit", (event) => event.preventDefault());
stop.addEventListener("click", stopOrGoOn);
/** @type {HTMLDetailsElement[]} */
let openedForPrint = [];
// Paper cannot be clicked: what is folded on the screen is printed too.
addEventListener("beforeprint", () => {
  openedForPrint = [...result.querySelectorAll("details")].filter((each) => !each.open);
  for (const each of openedForPrint) each.open = true;
});
addEventListener("afterprint", () => {
  for (const each of openedForPrint) each.open = false;
});
element("print", HTMLButtonElement).addEventListener("click", () => window.print());
void restore();
