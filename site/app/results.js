// Results by keys and by the menu of a row. Which key enters what, Python says with the table; nothing is entered while
// somebody types in a field, while a menu is open, or by a key that is held down.

/** @typedef {import("./arbiter.js").Command} Command */
/** Does a command, after those before it; undefined if it could not be done. @typedef {(command: Command) => Promise<{focus?: string} | undefined>} Send */

/** The row whose menu is open. @type {HTMLElement | undefined} */
let menuRow;

const MENU = "#result-menu";

/** @param {HTMLElement} row */
function gameOf(row) {
  const round = /** @type {HTMLElement | null} */ (row.closest("[data-results]"))?.dataset.round;
  const { first, second } = row.dataset;
  return { round, first, second };
}

/** The game that a button of the menu is about; nothing for other buttons. @param {HTMLElement} button */
export function menuFields(button) {
  return menuRow && button.closest(MENU) ? gameOf(menuRow) : {};
}

/** @param {HTMLElement} row */
function openMenu(row) {
  menuRow = row;
  const [table, first, , second] = [...row.children].map((cell) => cell.textContent?.trim() ?? "");
  const told = { [`${MENU}-title`]: `${table}`, '[data-winner="1"]': first, '[data-winner="0"]': second };
  for (const [place, text] of Object.entries(told)) {
    const found = document.querySelector(place);
    if (found) found.textContent = text ?? "";
  }
}

/** The next row after this one that still needs a result, else the next row. @param {HTMLElement} row */
function nextRow(row) {
  const rows = /** @type {HTMLElement[]} */ ([...(row.parentElement?.children ?? [])]);
  const after = rows.slice(rows.indexOf(row) + 1);
  return after.find((each) => each.dataset.open !== undefined) ?? after[0] ?? row;
}

/** Rows whose scores are on their way: leaving them sends nothing more. @type {WeakSet<HTMLFormElement>} */
const sending = new WeakSet();

/** @param {HTMLInputElement | null | undefined} field */
function goTo(field) {
  field?.focus();
  field?.select();
}

/** @param {Element} row */
const firstField = (row) => row.querySelector("input");

/** Sends the scores of a row. @param {HTMLFormElement} form @param {Send} send */
function sendScores(form, send) {
  const { do: name = "", first, second, round } = form.dataset;
  sending.add(form);
  return send({ name, round, first, second, ...Object.fromEntries(new FormData(form)) }).finally(() => sending.delete(form));
}

/**
 * Enter in a score goes on to the other one, and enters the result when both are there or one says all. The next row has
 * the caret at once, for whoever types does not wait for Python; what is refused calls it back.
 * @param {HTMLInputElement} field
 * @param {HTMLFormElement} form
 * @param {Send} send
 */
async function onward(field, form, send) {
  const [first, second] = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input")]);
  if (field === first && second?.value === "" && !form.dataset.board) return second.focus();
  const sent = sendScores(form, send);
  const row = form.closest("tr");
  if (row) goTo(firstField(nextRow(row)));
  if (!(await sent) && field.isConnected) goTo(field);
}

/**
 * Scores that are complete are entered also when somebody leaves them without Enter, which some phones do not have.
 * @param {HTMLFormElement} form
 * @param {Send} send
 */
function onLeaving(form, send) {
  const fields = [...form.querySelectorAll("input")];
  const given = fields.filter((field) => field.value !== "").length;
  const isTyped = fields.some((field) => field.value !== field.defaultValue);
  const isComplete = given === fields.length || (given > 0 && form.dataset.board !== undefined);
  if (isTyped && isComplete && !sending.has(form)) void sendScores(form, send);
}

/**
 * What a key enters. Where the digits want Shift, as on a Czech or French keyboard, their keys alone are digits too: what
 * they write there is "+" on the key of 1, and a win would be entered as one without a game.
 * @param {Record<string, string>} keys @param {KeyboardEvent} event
 */
function entered(keys, { key, code, shiftKey }) {
  const digit = digitOf({ key, code, shiftKey });
  return keys[digit !== undefined && digit in keys ? digit : key] ?? keys[key.toLowerCase()];
}

/** The digit of a key, also where it wants Shift. @param {Pick<KeyboardEvent, "key" | "code" | "shiftKey">} event */
function digitOf({ key, code, shiftKey }) {
  if (/^\d$/.test(key)) return key;
  return shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1];
}

/** @param {HTMLElement} row @param {KeyboardEvent} event @param {Send} send */
function onRow(row, event, send) {
  const step = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (step instanceof HTMLElement) {
    event.preventDefault();
    return step.focus();
  }
  const table = row.closest("[data-results]");
  if (!(table instanceof HTMLElement)) return;
  const field = firstField(row);
  if (event.key === "Enter") {
    event.preventDefault();
    if (field) return goTo(field);
    return /** @type {HTMLElement | null} */ (row.querySelector("[data-menu]"))?.click();
  }
  /** @type {Record<string, string>} */
  const keys = JSON.parse(table.dataset.keys ?? "{}");
  const result = entered(keys, event);
  if (event.key === "/" && result === undefined) {
    event.preventDefault();
    return document.getElementById("jump")?.focus();
  }
  const digit = digitOf(event);
  if (field && digit !== undefined && !(digit in keys)) {
    // The first digit of a score, typed before going to its field.
    event.preventDefault();
    goTo(field);
    field.value = digit;
    return;
  }
  if (result === undefined) return;
  event.preventDefault();
  if (result) nextRow(row).focus();
  send({ name: table.dataset.command ?? "", ...gameOf(row), result });
}

/**
 * Listens to the keys of the tables and to the buttons that open a row's menu.
 * @param {Send} send
 */
export function listenToResults(send) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    const form = target.closest("form.scores");
    if (event.key === "Enter" && form instanceof HTMLFormElement && target instanceof HTMLInputElement) {
      event.preventDefault();
      return void onward(target, form, send);
    }
    if (document.querySelector("dialog[open], :popover-open") || !target.matches("tr[data-first]")) return;
    onRow(target, event, send);
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    // In another window, or gone with its screen, it is not left.
    const isLeft = target instanceof Element && target.isConnected && target !== document.activeElement;
    const form = isLeft ? target.closest("form.scores") : null;
    if (!(form instanceof HTMLFormElement) || (relatedTarget instanceof Node && form.contains(relatedTarget))) return;
    onLeaving(form, send);
  });
  document.addEventListener(
    "click",
    (event) => {
      const row = event.target instanceof Element ? event.target.closest("[data-menu]")?.closest("tr") : null;
      if (row) openMenu(row);
    },
    true,
  );
}
