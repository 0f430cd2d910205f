// The arbiter's page: what is done goes to Python as a command, comes back as events and a screen; the events are on the
// disk before the screen is shown as saved. No sentence stands here: they are in the page, in the element #texts.
import { Core } from "./core.js";
import { FileTooLarge, base64, onDrop, save } from "./files.js";
import { element } from "./form.js";
import { Idiomorph } from "./idiomorph.js";
import { afterFirstResult } from "./offline.js";
import { makeWorker } from "./python.js";
import { newSeed } from "./seed.js";
import { Journals } from "./store.js";
import { unsent } from "./unsent.js";

performance.mark("losovna:shell");

/** @typedef {import("./store.js").Card} Card */
/** @typedef {{name?: string, [key: string]: unknown}} Screen */
/** @typedef {{name: string, [key: string]: unknown}} Command */
/**
 * @typedef {{unknown?: boolean, html: string, title: string, append: object[], count?: number, said?: string,
 *   screen?: Screen, focus?: string, file?: {name: string, mime: string, text: string},
 *   summary?: {name: string, players: number, rounds: number, system: string}}} Shown
 */

/** Keys of the round screen and the results that they enter. */
const RESULTS = new Map([
  ["1", "1"],
  ["0", "0"],
  ["=", "="],
  ["5", "="],
  ["½", "="],
  ["+", "+"],
  ["-", "-"],
  ["Backspace", ""],
  ["Delete", ""],
]);

const lang = document.documentElement.lang;
/** @type {Record<string, string>} */
const texts = JSON.parse(element("texts", HTMLScriptElement).textContent ?? "{}");
const place = element("app", HTMLElement);
const status = element("status", HTMLElement);
const saved = element("saved", HTMLElement);
const journals = new Journals();

/** The tournament that is open: its events as they are on the disk (or only in memory, if the disk refuses). */
/** @type {{id: string, events: object[], card: Card | undefined, isKept: boolean} | undefined} */
let open;
/** @type {Screen} */
let screen = {};
/** One thing after another: a second click waits for the first. */
let turn = Promise.resolve();

const core = new Core(makeWorker, (state, reason) => {
  if (reason) console.warn(`losovna: ${state}: ${reason}`);
  say(state === "ready" ? "" : (texts[state] ?? ""));
});
core.start();

/** @param {string} text */
function say(text) {
  if (status.textContent !== text) status.textContent = text;
}

/** @param {string} key of a text; its {when} is the time */
function saySaved(key) {
  saved.dataset.state = key;
  saved.textContent = (texts[key] ?? "").replace("{when}", new Date().toLocaleTimeString(lang));
}

const now = () => new Date().toISOString();

/**
 * Asks Python; a worker that does not know the tournament is given all its events.
 * @param {Command | undefined} command
 * @param {Screen} wanted
 * @returns {Promise<import("./core.js").Answer>}
 */
async function ask(command, wanted) {
  if (!open) {
    const tournaments = await list();
    return core.ask({ action: "tournament", lang, tournaments, screen: wanted });
  }
  const request = { action: "tournament", lang, id: open.id, count: open.events.length, at: now(), screen: wanted };
  const full = command ? { ...request, do: command } : request;
  const answer = await core.ask(full);
  return answer.ok?.unknown ? core.ask({ ...full, events: open.events }) : answer;
}

/** The tournaments for the home screen, with their times in the reader's words. */
async function list() {
  try {
    const cards = await journals.cards();
    const words = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
    return cards
      .filter((card) => !card.deleted)
      .map((card) => ({ ...card, saved: words.format(new Date(card.saved)) }));
  } catch (error) {
    console.warn("losovna: nothing can be kept in this browser", error);
    saySaved("refused");
    return [];
  }
}

/**
 * Does something, keeps what it comes to, and shows the screen.
 * @param {Command | undefined} command
 * @param {Screen} [wanted]
 * @returns {Promise<Shown | undefined>} undefined if it could not be done; then it is said why
 */
async function perform(command, wanted = screen) {
  const started = performance.now();
  const answer = await ask(command, wanted);
  if (answer.errors) {
    say(answer.errors.map((fault) => fault.text).join(" "));
    status.dataset.state = "error";
    return undefined;
  }
  delete status.dataset.state;
  /** @type {Shown} */
  const shown = answer.ok;
  if (open && shown.append.length > 0) await keep(shown);
  show(shown);
  performance.clearMeasures("losovna:key-to-paint");
  performance.measure("losovna:key-to-paint", { start: started });
  return shown;
}

/** @param {Shown} shown */
async function keep({ append, summary }) {
  if (!open || !summary) return;
  const card = { ...open.card, id: open.id, ...summary, saved: now() };
  try {
    // What was refused before is tried again with all that is missing.
    const from = open.isKept ? open.events.length : 0;
    await journals.append(card, from, open.isKept ? append : [...open.events, ...append]);
    open.isKept = true;
    saySaved("saved");
  } catch (error) {
    console.warn("losovna: not kept", error);
    if (error instanceof DOMException && error.name === "ConstraintError") {
      saySaved("elsewhere");
    } else {
      open.isKept = false;
      saySaved("refused");
    }
  }
  open.card = card;
  open.events.push(...append);
}

/** What somebody types into is left alone by a new screen; a row that has the focus is not. */
const isTyping = () => document.activeElement?.matches("input, textarea, select") ?? false;

/** @param {Shown} shown */
function show(shown) {
  if (shown.screen) {
    screen = shown.screen;
    const address = addressOf(screen);
    if (address !== location.hash) history.replaceState(null, "", address);
  }
  const putBack = unsent(place);
  if (place.childElementCount === 0) place.innerHTML = shown.html;
  else Idiomorph.morph(place, shown.html, { morphStyle: "innerHTML", ignoreActiveValue: isTyping() });
  putBack();
  document.title = [shown.summary?.name, shown.title, "Losovna"].filter(Boolean).join(" · ");
  if (shown.said) say(shown.said);
  if (shown.file) save(shown.file);
  if (shown.focus) /** @type {HTMLElement | null} */ (place.querySelector(shown.focus))?.focus();
  if (performance.getEntriesByName("losovna:first-screen").length === 0) performance.mark("losovna:first-screen");
  afterFirstResult();
}

/** The address of a screen: "#/ID/round/3?only=open". @param {Screen} at */
function addressOf({ name, round, after, ...rest }) {
  const path = [open?.id, name, round ?? after].filter((part) => part !== undefined && part !== "").join("/");
  const chosen = Object.entries(rest).filter(([, value]) => value !== "" && value !== undefined);
  const more = new URLSearchParams(chosen.map(([key, value]) => [key, String(value)])).toString();
  return `#/${path}${more && `?${more}`}`;
}

/** Goes where the address says: "#/", "#/ID", "#/ID/round/3", "#/ID/standings/3?by=name". */
async function go() {
  const [path = "", more] = location.hash.replace(/^#\/?/, "").split("?");
  const [id, name, number] = path.split("/");
  if (!id) {
    open = undefined;
    screen = { name: "home" };
    saved.textContent = "";
    await perform(undefined, screen);
    return;
  }
  if (open?.id !== id) {
    const events = await journals.events(id).catch(() => []);
    if (events.length === 0) {
      location.hash = "#/";
      return;
    }
    const card = (await journals.cards()).find((each) => each.id === id);
    open = { id, events, card, isKept: true };
    saySaved("saved");
  }
  /** @type {Screen} */
  const wanted = name ? { ...Object.fromEntries(new URLSearchParams(more)), name } : {};
  if (number) wanted[name === "standings" ? "after" : "round"] = number;
  await perform(undefined, wanted);
}

/** @param {() => Promise<unknown>} action */
function queue(action) {
  turn = turn.then(action).then(
    () => {},
    (error) => console.warn("losovna:", error),
  );
  return turn;
}

/**
 * A new tournament, empty or with the events of a file.
 * @param {Command | undefined} command
 * @param {object[]} events
 */
async function begin(command, events) {
  open = { id: crypto.randomUUID(), events: [], card: undefined, isKept: true };
  const id = open.id;
  const answer = await core.ask({ action: "tournament", lang, id, count: 0, at: now(), events, do: command, screen: {} });
  if (answer.errors) {
    open = undefined;
    return say(answer.errors.map((fault) => fault.text).join(" "));
  }
  /** @type {Shown} */
  const shown = answer.ok;
  await keep({ ...shown, append: [...events, ...shown.append] });
  show(shown);
}

/** @param {HTMLElement} from */
function fieldsOf(from) {
  /** @type {Record<string, unknown>} */
  const fields = {};
  if (from instanceof HTMLFormElement) {
    for (const [name, value] of new FormData(from)) {
      const before = fields[name];
      fields[name] = before === undefined ? value : [before, value].flat();
    }
  }
  for (const [name, value] of Object.entries(from.dataset)) {
    if (!["do", "page", "after", "screen", "changed", "withForm"].includes(name)) fields[name] = value;
  }
  return fields;
}

/** @param {Record<string, unknown>} fields */
const create = (fields) => begin({ name: "create", seed: newSeed(), ...fields }, []);

/** @param {File | undefined} file */
async function openFile(file) {
  if (!file) return;
  try {
    const answer = await core.ask({ action: "open-file", lang, name: file.name, data: await base64(file) });
    if (answer.errors) return say(answer.errors.map((fault) => fault.text).join(" "));
    await begin(undefined, answer.ok.events);
  } catch (error) {
    say((error instanceof FileTooLarge ? texts.fileTooLarge : texts.fileUnreadable) ?? "");
  }
}

/** A list of players is looked at before anything of it is kept. @param {File | undefined} file */
async function openList(file) {
  if (!file) return;
  try {
    await perform({ name: "preview-players", data: await base64(file) });
  } catch (error) {
    say((error instanceof FileTooLarge ? texts.fileTooLarge : texts.fileUnreadable) ?? "");
  }
}

/** @param {string | undefined} id */
async function duplicate(id) {
  if (id) await begin({ name: "duplicate", seed: newSeed() }, await journals.events(id));
}

/** @param {string | undefined} id */
async function remove(id) {
  const card = (await journals.cards()).find((each) => each.id === id);
  if (!card || !window.confirm((texts.deleteSure ?? "").replace("{name}", card.name))) return;
  await journals.change({ ...card, deleted: now() });
  await perform(undefined, { name: "home" });
}

/** The next row after this one that still needs a result, else the next row. @param {HTMLElement} row */
function nextRow(row) {
  const rows = /** @type {HTMLElement[]} */ ([...(row.parentElement?.children ?? [])]);
  const after = rows.slice(rows.indexOf(row) + 1);
  return after.find((each) => each.dataset.open !== undefined) ?? after[0] ?? row;
}

/** @param {KeyboardEvent} event */
function typed(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.target instanceof HTMLElement ? event.target.closest("tr[data-first]") : null;
  if (!(row instanceof HTMLElement) || event.target !== row) return;
  const step = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (step instanceof HTMLElement) {
    event.preventDefault();
    return step.focus();
  }
  const result = RESULTS.get(event.key);
  const table = row.closest("[data-results]");
  if (result === undefined || !(table instanceof HTMLElement)) return;
  event.preventDefault();
  const next = result ? nextRow(row) : row;
  const { first, second } = row.dataset;
  next.focus();
  void queue(() => perform({ name: "enter-result", round: table.dataset.round, first, second, result }));
}

/** What has been sent and is not done yet: a second press of it, or Enter twice, does nothing. */
const busy = new WeakSet();

/**
 * @param {HTMLElement} from a form or a button
 * @param {() => Promise<unknown>} action
 */
function once(from, action) {
  const canRepeat = ["undo", "redo"].includes(from.dataset.do ?? "");
  if (busy.has(from) && !canRepeat) return;
  busy.add(from);
  void queue(action).finally(() => busy.delete(from));
}

/** A form that shows at once what follows from it. @param {HTMLFormElement} form */
function changed(form) {
  const fields = fieldsOf(form);
  const name = form.dataset.changed ?? "";
  void queue(() => (open ? perform({ ...fields, name }) : perform(undefined, { ...fields, name: "home" })));
}

function listen() {
  const file = element("file", HTMLInputElement);
  let takesList = false;
  addEventListener("hashchange", () => void queue(go));
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const fields = fieldsOf(form);
    if (form.dataset.page === "create") return once(form, () => create(fields));
    if (!form.dataset.do) return;
    const name = form.dataset.do;
    once(form, async () => {
      const shown = await perform({ ...fields, name });
      if (shown && form.dataset.after === "reset") form.reset();
    });
  });
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-do], button[data-page]") : null;
    if (!(button instanceof HTMLButtonElement)) return;
    const form = button.dataset.withForm === undefined ? null : button.form;
    const fields = { ...(form && fieldsOf(form)), ...fieldsOf(button) };
    takesList = button.dataset.page === "open-list";
    if (takesList || button.dataset.page === "open") return file.click();
    if (button.dataset.page === "print") return window.print();
    if (button.dataset.page === "delete") return once(button, () => remove(button.dataset.id));
    if (button.dataset.page === "duplicate") return once(button, () => duplicate(button.dataset.id));
    const name = button.dataset.do ?? "";
    once(button, () => perform({ ...fields, name }));
  });
  document.addEventListener("change", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form[data-screen]") : null;
    // What is chosen shows at once; the address holds it, so that it can be gone back to.
    if (form instanceof HTMLFormElement) location.hash = addressOf({ name: form.dataset.screen ?? "", ...fieldsOf(form) });
  });
  document.addEventListener("change", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form[data-changed]") : null;
    if (form instanceof HTMLFormElement) changed(form);
  });
  document.addEventListener("keydown", typed);
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    const take = takesList ? openList : openFile;
    void queue(() => take(chosen));
    file.value = "";
  });
  onDrop(place, (dropped) => void queue(() => openFile(dropped)));
  addEventListener("online", () => {
    if (core.state === "failed") core.start();
  });
}

listen();
void queue(go);
