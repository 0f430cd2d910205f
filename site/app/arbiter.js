// The arbiter's page: what is done goes to Python as a command, comes back as events and a screen; the events are on the
// disk before the screen is shown as saved. No sentence stands here: they are in the page, in the element #texts.
import { alarm, listenToClock, tick } from "./clock.js";
import { Cancelled, Core } from "./core.js";
import { copyOut, copyQuietly, fileOf } from "./copies.js";
import { FileTooLarge, base64, onDrop, save } from "./files.js";
import { element } from "./form.js";
import { letGo, watchHand } from "./hand.js";
import { askToPersist, inWords, notice, offerToPersist, showTrouble } from "./holding.js";
import { Idiomorph } from "./idiomorph.js";
import { Keeper, troubleOf } from "./keeper.js";
import { afterFirstResult } from "./offline.js";
import { listenToProjector } from "./projector.js";
import { makeWorker } from "./python.js";
import { listenToResults, menuFields } from "./results.js";
import { newSeed } from "./seed.js";
import { Store } from "./store.js";
import { emptied, isTouched, unsent } from "./unsent.js";

performance.mark("losovna:shell");

/** @typedef {import("./store.js").Card} Card */
/** @typedef {{name?: string, [key: string]: unknown}} Screen */
/** @typedef {{name: string, [key: string]: unknown}} Command */
/**
 * @typedef {{unknown?: boolean, damaged?: number, draft?: object, html: string, title: string, append: object[], count?: number, said?: string,
 *   screen?: Screen, focus?: string, alarm?: boolean, file?: {name: string, mime: string, text: string},
 *   summary?: {name: string, players: number, rounds: number, finished: number, system: string}}} Shown
 */

/** Commands that may draw a round, which takes the time that it takes. */
const DRAWING = ["draw", "lock", "choose", "seat", "give-bye", "take-apart", "pair-rest", "swap-draft-starts", "rearrange"];
/** Screens whose address holds the round after which they stand. */
const AFTER = ["standings", "crosstable"];

const lang = document.documentElement.lang;
/** @type {Record<string, string>} */
const texts = JSON.parse(element("texts", HTMLScriptElement).textContent ?? "{}");
const place = element("app", HTMLElement);
const status = element("status", HTMLElement);
const keeper = new Keeper(
  (trouble) => showTrouble(trouble, keeper.open?.kept),
  (id) => void queue(() => followElsewhere(id)),
);

/** Milliseconds after which it is said that Python is at work, and after which a draw can be given up. */
const PATIENCE = 400;
const LONG = 1_500;
/** Bytes that the file of a tournament may have: 1,000 players and 11 rounds are a tenth of this. */
const FILE_LIMIT = 20_000_000;

/** @type {Screen} */
let screen = {};
/** One thing after another: a second click waits for the first. */
let turn = Promise.resolve();
/** The address whose screen was asked for last. */
let address = "";

const drawn = element("drawn", HTMLProgressElement);
const showProgress = (/** @type {number} */ done, /** @type {number} */ total) => Object.assign(drawn, { max: total, value: done });

/** @param {import("./core.js").State} state @param {string} [reason] */
function showState(state, reason) {
  if (reason) console.warn(`losovna: ${state}: ${reason}`);
  say(state === "ready" ? "" : (texts[state] ?? ""));
  notice("stuck", state === "stuck" || state === "slow");
  const isBroken = state === "failed" || state === "no-wasm";
  notice("python", isBroken);
  if (isBroken) void queue(listWithoutPython);
}

const core = new Core(makeWorker, showState, {}, showProgress);
core.start();

/** @param {string} text */
function say(text) {
  if (status.textContent !== text) status.textContent = text;
}

/** The venue's time, as its clock shows it, with what it is ahead of UTC. */
function now() {
  const moment = new Date();
  const ahead = -moment.getTimezoneOffset();
  const local = new Date(moment.getTime() + ahead * 60_000).toISOString().slice(0, 19);
  const parts = [Math.abs(ahead) / 60, Math.abs(ahead) % 60].map((part) => String(Math.trunc(part)).padStart(2, "0"));
  return `${local}${ahead < 0 ? "-" : "+"}${parts.join(":")}`;
}

/**
 * Asks Python, once more if the worker broke down over it: that is then started anew and knows nothing.
 * @param {object} request
 * @param {boolean} [isQuick] whether the answer takes no time
 * @returns {Promise<import("./core.js").Answer>}
 */
async function askTwice(request, isQuick = false) {
  const working = setTimeout(() => core.state === "ready" && say(texts.working ?? ""), PATIENCE);
  let isOver = false;
  const long = setTimeout(
    () => void letGo().then(() => isOver || notice("drawing", !isQuick && core.state === "ready")),
    LONG,
  );
  try {
    return await core.ask(request, isQuick);
  } catch (error) {
    if (error instanceof Cancelled || core.state === "failed" || core.state === "no-wasm") throw error;
    console.warn("losovna: asked again after", error);
    return await core.ask(request, isQuick);
  } finally {
    isOver = true;
    clearTimeout(working);
    clearTimeout(long);
    notice("drawing", false);
    drawn.removeAttribute("value");
    if (status.textContent === texts.working) say("");
  }
}

/**
 * Asks Python; a worker that does not know the tournament is given all its events, and what is no event yet.
 * @param {Command | undefined} command
 * @param {Screen} wanted
 * @returns {Promise<import("./core.js").Answer>}
 */
async function ask(command, wanted) {
  const { open } = keeper;
  if (!open) return askTwice({ action: "tournament", lang, tournaments: await list(), screen: wanted });
  const whole = () => ({ events: open.events, draft: open.draft ?? keptDraft(open.id) });
  const request = { action: "tournament", lang, id: open.id, count: open.events.length, at: now(), screen: wanted };
  const full = command ? { ...request, do: command } : request;
  const isDrawing = DRAWING.includes(command?.name ?? "") || wanted.name === "possible" || wanted.view === "why";
  const isQuick = !isDrawing && !(open.draft && "games" in open.draft);
  let answer = await (open.isKnown ? askTwice(full, isQuick) : askTwice({ ...full, ...whole() }));
  if (answer.ok?.unknown) answer = await askTwice({ ...full, ...whole() });
  while (answer.ok?.damaged !== undefined) {
    keeper.damage(answer.ok.damaged);
    answer = await askTwice({ ...request, count: open.events.length, events: open.events });
  }
  if (answer.ok) {
    Object.assign(open, { isKnown: true, draft: answer.ok.draft });
    keepDraft(open.id, answer.ok.draft);
  }
  return answer;
}

/** @param {string} id */
const draftKey = (id) => `losovna-draft:${id}`;

/** A draft outlives a reload of its window. @param {string} id @param {object | undefined} draft */
function keepDraft(id, draft) {
  try {
    if (draft) sessionStorage.setItem(draftKey(id), JSON.stringify(draft));
    else sessionStorage.removeItem(draftKey(id));
  } catch (error) {
    console.warn("losovna: the draft is kept by Python alone", error);
  }
}

/** @param {string} id */
function keptDraft(id) {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey(id)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The tournaments for the home screen, with their times in the reader's words. */
async function list() {
  try {
    const cards = await keeper.journals.cards();
    await offerToPersist(cards.length > 0);
    return cards.map(({ handle: _, ...card }) => ({
      ...card,
      saved: inWords(card.saved),
      copied: card.copied && inWords(card.copied),
    }));
  } catch (error) {
    console.warn("losovna: nothing can be kept in this browser", error);
    showTrouble(troubleOf(error));
    return [];
  }
}

/** Where Python does not run: the tournaments that are kept, so that they can be saved to files. */
async function listWithoutPython() {
  if (place.childElementCount > 0) return;
  const cards = (await list()).filter((card) => !card.deleted);
  const page = element("without-python", HTMLTemplateElement).content.cloneNode(true);
  place.replaceChildren(page);
  const line = /** @type {Element} */ (place.querySelector("li"));
  const lines = cards.map((card) => {
    const copy = /** @type {Element} */ (line.cloneNode(true));
    for (const gap of /** @type {NodeListOf<HTMLElement>} */ (copy.querySelectorAll("[data-fill]"))) {
      gap.textContent = String(Reflect.get(card, gap.dataset.fill ?? "") || gap.textContent);
    }
    /** @type {HTMLElement} */ (copy.querySelector("button")).dataset.id = card.id;
    return copy;
  });
  line.replaceWith(...lines);
}

/** Says what cannot be done, and leads to the field that it is about. @param {import("./core.js").Fault[]} faults */
function refuse(faults) {
  say(faults.map((fault) => fault.text).join(" "));
  status.dataset.state = "error";
  for (const field of faults.map((fault) => fault.field).filter(Boolean)) {
    const input = place.querySelector(`form [name="${CSS.escape(field ?? "")}"]:not([type="hidden"])`);
    if (!(input instanceof HTMLElement)) continue;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", "status");
    input.focus();
  }
}

/** What was wrong is right again. */
function accept() {
  if (status.dataset.state === "error") say("");
  delete status.dataset.state;
  for (const input of place.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
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
  // Of a list that is looked at there is nothing on the disk that could be undone.
  if (command?.name === "undo" && keeper.isUnkept) return leave();
  const answer = await ask(command, wanted);
  if (answer.errors) {
    await letGo();
    refuse(answer.errors);
    return undefined;
  }
  /** @type {Shown} */
  const shown = answer.ok;
  if (shown.append.length > 0 && !(await keeper.keep(shown.append, shown.summary ?? {}))) return showAgain();
  if (command?.name === "cancel-preview" && keeper.isUnkept) return leave(shown.said);
  await letGo();
  accept();
  show(shown);
  measure("losovna:key-to-paint", started);
  await remindOfCopy(shown);
  return shown;
}

/** The screen as it stands, after something could not be kept because this window only reads. */
async function showAgain() {
  if (keeper.open?.trouble === "elsewhere") await keeper.reload();
  const answer = await ask(undefined, screen);
  await letGo();
  if (answer.ok) show(answer.ok);
  say(texts.notHere ?? "");
  status.dataset.state = "error";
  return undefined;
}

/** Shows what another window has done. @param {string} id */
async function followElsewhere(id) {
  if (keeper.open && (keeper.open.id !== id || keeper.isWriter)) return;
  await keeper.reload();
  await perform(undefined, screen);
}

/** After each round: a copy goes to the file that was chosen, or the person is asked for it. @param {Shown} shown */
async function remindOfCopy({ summary }) {
  const card = keeper.open?.card;
  const finished = summary?.finished ?? 0;
  const isDue = card !== undefined && keeper.isWriter && finished > (card.copiedRounds ?? 0);
  if (isDue && (await copyQuietly(fileOf(card.name, keeper.open?.events ?? []), card.handle))) return noteCopy(card.handle);
  await letGo();
  notice("copy", isDue, { when: card?.copied ? inWords(card.copied) : (texts.never ?? "") });
}

/** @param {FileSystemFileHandle} [handle] */
async function noteCopy(handle) {
  await keeper.note({ copied: new Date().toISOString(), copiedRounds: keeper.open?.card?.finished ?? 0, handle });
  say((texts.copied ?? "").replace("{file}", handle?.name ?? ""));
  notice("copy", false);
}

/** Saves a copy of what is open. */
async function copy() {
  const { open } = keeper;
  if (!open) return;
  const made = await copyOut(fileOf(open.card?.name ?? "", open.events), open.card?.handle);
  if (made) await noteCopy(made.handle);
}

/**
 * Saves a copy of what is kept, as it stands, without opening it.
 * @param {string | undefined} id
 */
async function copyKept(id) {
  const { card, records } = await keeper.journals.read(id ?? "");
  save(fileOf(card?.name ?? "", records));
}

/** What somebody types into is left alone by a new screen; a row that has the focus is not. */
const isTyping = () => document.activeElement?.matches("input, textarea, select") ?? false;

/** A row that is to stay as it is need not be gone through; a list has hundreds. @param {Node} old @param {Node} wanted */
const isOther = (old, wanted) => !(old instanceof HTMLTableRowElement && old.isEqualNode(wanted) && !isTouched(old));

/** Notes how long something took until it was painted. @param {string} name @param {number} started */
function measure(name, started) {
  requestAnimationFrame(() =>
    setTimeout(() => {
      performance.clearMeasures(name);
      performance.measure(name, { start: started });
    }),
  );
}

/**
 * What goes as a whole goes first, the screen before this one or what has the focus: in the middle of the changes the
 * browser would lay out the whole page before it takes out what has the focus.
 * @param {DocumentFragment} wanted
 */
function takeOut(wanted) {
  const [old, next] = [place, wanted].map((each) => /** @type {HTMLElement | null} */ (each.querySelector(".screen")));
  if (old && old.dataset.name !== next?.dataset.name) old.remove();
  const focused = document.activeElement;
  if (focused?.id && place.contains(focused) && !wanted.querySelector(`#${CSS.escape(focused.id)}`)) focused.remove();
}

/** @param {Shown} shown */
function show(shown) {
  if (shown.screen) {
    screen = shown.screen;
    const own = addressOf(screen);
    // Somebody who has gone on meanwhile has another address already, and is to come there.
    if (location.hash === address && own !== address) history.replaceState(null, "", own);
    if (location.hash === own) address = own;
  }
  const putBack = unsent(place);
  const hadFocus = place.contains(document.activeElement);
  const { content } = Object.assign(document.createElement("template"), { innerHTML: shown.html });
  takeOut(content);
  const callbacks = { beforeNodeMorphed: isOther };
  Idiomorph.morph(place, content, { morphStyle: "innerHTML", ignoreActiveValue: isTyping(), callbacks });
  putBack();
  document.title = [shown.summary?.name, shown.title, "Losovna"].filter(Boolean).join(" · ");
  if (shown.said) say(shown.said);
  if (shown.alarm) alarm();
  tick();
  if (shown.file) save(shown.file);
  if (shown.focus) /** @type {HTMLElement | null} */ (place.querySelector(shown.focus))?.focus();
  else if (hadFocus && !place.contains(document.activeElement)) focusScreen();
  if (performance.getEntriesByName("losovna:first-screen").length === 0) performance.mark("losovna:first-screen");
  afterFirstResult();
}

/** Where the button that had the focus has gone: the screen's head, so that the keyboard goes on from there. */
function focusScreen() {
  const head = /** @type {HTMLElement | null} */ (place.querySelector("h2, h1"));
  if (head) head.tabIndex = -1;
  head?.focus({ preventScroll: true });
}

/** The address of a screen: "#/ID/round/3?only=open". @param {Screen} at */
function addressOf({ name, round, after, ...rest }) {
  const path = [keeper.open?.id, name, round ?? after].filter((part) => part !== undefined && part !== "").join("/");
  const chosen = Object.entries(rest).filter(([, value]) => value !== "" && value !== undefined);
  const more = new URLSearchParams(chosen.map(([key, value]) => [key, String(value)])).toString();
  return `#/${path}${more && `?${more}`}`;
}

/** Goes where the address says: "#/", "#/opened", "#/ID", "#/ID/round/3", "#/ID/standings/3?by=name". */
async function go() {
  address = location.hash;
  // What was said belongs to the screen that is left.
  if (core.state === "ready") say("");
  delete status.dataset.state;
  const [path = "", more] = address.replace(/^#\/?/, "").split("?");
  const [id, name, number] = path.split("/");
  if (id === "opened") return void (await openHanded());
  if (!id) {
    keeper.close();
    screen = { name: "home" };
    showTrouble();
    notice("copy", false);
    await perform(undefined, screen);
    return;
  }
  const started = performance.now();
  const isOpen = keeper.open?.id === id;
  if (!isOpen && !(await load(id))) {
    location.hash = "#/";
    return;
  }
  /** @type {Screen} */
  const wanted = name ? { ...Object.fromEntries(new URLSearchParams(more)), name } : {};
  if (number) wanted[AFTER.includes(name ?? "") ? "after" : "round"] = number;
  await perform(undefined, wanted);
  if (!isOpen) measure("losovna:open", started);
}

/**
 * @param {string} id
 * @param {boolean} [isTaken] whether it is taken from another window
 */
async function load(id, isTaken = false) {
  return keeper.load(id, isTaken).catch((error) => {
    console.warn("losovna: not read", error);
    showTrouble(troubleOf(error));
    return false;
  });
}

/** @param {() => Promise<unknown>} action */
function queue(action) {
  place.ariaBusy = "true";
  const mine = turn.then(action).then(
    () => {},
    (error) => {
      console.warn("losovna:", error);
      if (error instanceof Cancelled) say(texts.cancelled ?? "");
      else if (core.state === "ready" || core.state === "starting") say(texts.broken ?? "");
    },
  );
  turn = mine;
  void mine.then(() => turn === mine && place.removeAttribute("aria-busy"));
  return mine;
}

/**
 * A new tournament in memory, empty or with the events of a file; what was open is open again if it cannot be.
 * @param {Command | undefined} command
 * @param {object[]} events
 * @returns {Promise<Shown | undefined>}
 */
async function started(command, events) {
  const before = keeper.open?.id;
  const putBack = async () => (before ? load(before) : keeper.close());
  const { id } = keeper.begin();
  const asked = { action: "tournament", lang, id, count: 0, at: now(), events, do: command, screen: {} };
  const answer = await askTwice(asked).catch(async (error) => {
    await putBack();
    throw error;
  });
  if (answer.errors) {
    await putBack();
    refuse(answer.errors);
    return undefined;
  }
  accept();
  if (keeper.open) keeper.open.isKnown = true;
  return answer.ok;
}

/** What was shown before a new tournament stays in the browser's history, so that its "back" leads there. */
function leaveBehind() {
  history.pushState(null, "", location.hash || "#/");
  address = location.hash;
}

/**
 * A new tournament, which is kept at once.
 * @param {Command | undefined} command
 * @param {object[]} events
 */
async function begin(command, events) {
  const shown = await started(command, events);
  if (!shown) return;
  leaveBehind();
  await keeper.keep([...events, ...shown.append], shown.summary ?? {});
  // Before the screen: a notice that came after it would move what somebody is about to press.
  await offerToPersist(true);
  await letGo();
  show(shown);
}

/** A list of players begins a tournament, of which nothing is kept before something of the list is. @param {string} data */
async function beginWithList(data) {
  const form = place.querySelector("#new-form");
  const shown = await started({ name: "create", seed: newSeed(), ...(form instanceof HTMLFormElement && fieldsOf(form)) }, []);
  if (!shown) return;
  keeper.hold(shown.append);
  leaveBehind();
  showTrouble();
  const seen = await perform({ name: "preview-players", data }, {}).catch((error) => {
    keeper.close();
    throw error;
  });
  if (!seen || !place.querySelector("#add-list")) await leave(status.textContent ?? "");
}

/** Back to the list of tournaments, with what there is to say. @param {string} [said] */
async function leave(said = "") {
  keeper.close();
  screen = { name: "home" };
  history.replaceState(null, "", "#/");
  const shown = await perform(undefined, screen);
  if (said) say(said);
  return shown;
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

/**
 * A tournament from a file is a new one; a list of players begins one, or goes to the one that is open.
 * @param {File | undefined} file
 * @param {boolean} [isHere] whether a list is for the tournament that is open
 */
async function openFile(file, isHere = false) {
  if (!file) return;
  try {
    const data = await base64(file, FILE_LIMIT);
    const answer = await askTwice({ action: "open-file", lang, name: file.name, data });
    if (answer.errors) return say(answer.errors.map((fault) => fault.text).join(" "));
    if (answer.ok.list) await (isHere ? openList(file) : beginWithList(await base64(file)));
    else await begin(undefined, answer.ok.events);
  } catch (error) {
    say((error instanceof FileTooLarge ? texts.fileTooLarge : texts.fileUnreadable) ?? "");
  }
}

/** A list of players is looked at before anything of it is kept. @param {File | undefined} file */
async function openList(file) {
  if (!file) return;
  try {
    await perform({ name: "preview-players", data: await base64(file) }, { name: "players" });
  } catch (error) {
    say((error instanceof FileTooLarge ? texts.fileTooLarge : texts.fileUnreadable) ?? "");
  }
}

/** A file that the system opened with the app: launch.js has put it down. */
async function openHanded() {
  await leave();
  const store = new Store("opened", () => {});
  const handed = await store.load();
  if (!handed) return say(texts.fileUnreadable ?? "");
  await openFile(new File([handed.bytes], handed.name));
  await store.save(null);
}

/** A second tournament with what another has. @param {object[]} events */
const duplicate = (events) => begin({ name: "duplicate", seed: newSeed() }, events);

/**
 * Changes the card of a tournament on the home screen.
 * @param {string | undefined} id
 * @param {(card: Card) => Promise<void>} change
 */
async function onCard(id, change) {
  const card = (await keeper.journals.cards()).find((each) => each.id === id);
  if (card) await change(card);
  await perform(undefined, { name: "home" });
}

/**
 * What the page does itself, by a button's data-page.
 * @type {Record<string, (id: string | undefined) => Promise<unknown>>}
 */
const PAGE = {
  copy,
  "copy-kept": copyKept,
  "copy-records": () => copyKept(keeper.open?.id),
  delete: (id) => onCard(id, (card) => keeper.journals.change({ ...card, deleted: now() })),
  restore: (id) => onCard(id, ({ deleted: _, ...card }) => keeper.journals.change(card)),
  erase: (id) =>
    onCard(id, async ({ name }) => {
      if (window.confirm((texts.eraseSure ?? "").replace("{name}", name))) await keeper.journals.erase(id ?? "");
    }),
  duplicate: async (id) => duplicate((await keeper.journals.read(id ?? "")).events),
  "go-on-with-copy": () => duplicate(keeper.open?.events ?? []),
  "take-over": async () => {
    if (keeper.open && (await load(keeper.open.id, true))) await perform(undefined, screen);
  },
  "keep-again": () => keeper.keep([], {}),
  persist: async () => say(await askToPersist()),
};

/**
 * What has been sent from a form or a button and is not done yet: a second press of it, or Enter twice, does nothing.
 * @type {WeakMap<HTMLElement, string>}
 */
const sent = new WeakMap();

/**
 * @param {HTMLElement} from a form or a button
 * @param {Record<string, unknown>} fields what it sends: something else is no second press, but the next thing
 * @param {() => Promise<unknown>} action
 * @returns {boolean} whether it is done
 */
function once(from, fields, action) {
  const what = JSON.stringify(fields);
  const canRepeat = ["undo", "redo"].includes(from.dataset.do ?? "");
  if (sent.get(from) === what && !canRepeat) return false;
  sent.set(from, what);
  void queue(action).finally(() => sent.get(from) === what && sent.delete(from));
  return true;
}

/** A form that shows at once what follows from it. @param {HTMLFormElement} form */
function changed(form) {
  const fields = fieldsOf(form);
  const name = form.dataset.changed ?? "";
  void queue(() => (keeper.open ? perform({ ...fields, name }) : perform(undefined, { ...fields, name: "home" })));
}

function listen() {
  const file = element("file", HTMLInputElement);
  let takesList = false;
  addEventListener("hashchange", () => void queue(go));
  document.addEventListener("click", ({ target }) => {
    // Another language shows the same screen of the same tournament.
    const link = target instanceof Element ? target.closest(".languages a") : null;
    if (link instanceof HTMLAnchorElement) link.hash = location.hash;
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const fields = fieldsOf(form);
    if (form.dataset.page === "create") return void once(form, {}, () => create(fields));
    if (!form.dataset.do) return;
    const name = form.dataset.do;
    // Whoever types fast has the next name there before Python has done this one.
    const isEmptied = form.dataset.after === "reset";
    if (isEmptied && sent.has(form) && !isTouched(form)) return;
    /** @type {() => boolean} */
    let putBack = () => true;
    const isSent = once(form, fields, async () => {
      let shown;
      try {
        shown = await perform({ ...fields, name });
      } finally {
        // Where the next thing stands there already, the sentence why this one was refused may be gone in a moment.
        if (!shown && !putBack()) alarm();
      }
    });
    if (isEmptied && isSent) putBack = emptied(form);
  });
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-do], button[data-page]") : null;
    if (!(button instanceof HTMLButtonElement)) return;
    const { page = "", id, do: name = "" } = button.dataset;
    // The second half of a double click would fall on whatever the first one has brought up there.
    if (event.detail > 1 && name !== "undo" && name !== "redo") return;
    const form = button.dataset.withForm === undefined ? null : button.form;
    const fields = { ...(form && fieldsOf(form)), ...menuFields(button), ...fieldsOf(button) };
    takesList = page === "open-list";
    if (takesList || page === "open") return file.click();
    if (page === "print") return window.print();
    if (page === "restart") return restart();
    if (page === "cancel") return core.cancel();
    const own = PAGE[page];
    // The browser lets the person choose a file only right after the click; the queue may be waiting for Python.
    if (own && page.startsWith("copy")) return void own(id);
    once(button, fields, () => (own ? own(id) : perform({ ...fields, name })));
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
  listenToResults((command) => {
    /** @type {Promise<Shown | undefined>} */
    const done = new Promise((resolve) => void queue(() => perform(command).then(resolve, () => resolve(undefined))));
    return done;
  });
  listenToClock();
  listenToProjector();
  document.addEventListener("keydown", (event) => {
    // A key that is held down presses a button once.
    if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement) event.preventDefault();
  });
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    const take = takesList ? openList : openFile;
    void queue(() => take(chosen));
    file.value = "";
  });
  onDrop(place, (dropped) => void queue(() => openFile(dropped, keeper.open !== undefined)));
  addEventListener("online", () => {
    if (core.state === "failed") restart();
  });
  addEventListener("beforeunload", (event) => {
    if (keeper.isBehind) event.preventDefault();
  });
  addEventListener("pageshow", ({ persisted }) => {
    // A page that comes back from the browser's history has let go of its tournament.
    if (persisted) location.reload();
  });
}

/** Starts Python anew and asks for the screen again. */
function restart() {
  core.start();
  void queue(go);
}

watchHand();
listen();
void queue(go);
