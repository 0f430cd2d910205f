// Results by keys and by the menu of a row. Which key enters what, Python says with the table; nothing is entered while
// somebody types in a field, while a menu is open, or by a key that is held down.

/** @typedef {import("./arbiter.js").Command} Command */

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

/** @param {string} id of a row */
const firstField = (id) => /** @type {HTMLInputElement | null} */ (document.querySelector(`#${id} input`));

/**
 * Enter in a score goes on to the other one, and enters the result when both are there or one says all.
 * @param {HTMLInputElement} field
 * @param {HTMLFormElement} form
 * @param {(command: Command) => Promise<{focus?: string} | undefined>} send
 */
async function onward(field, form, send) {
  const [first, second] = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input")]);
  if (field === first && second?.value === "" && !form.dataset.board) return second.focus();
  const row = form.closest("tr");
  const next = row && nextRow(row).id;
  const { do: name = "", first: one, second: other, round } = form.dataset;
  const scores = Object.fromEntries(new FormData(form));
  const shown = await send({ name, round, first: one, second: other, ...scores });
  if (!shown || shown.focus || !next) return;
  const field_ = firstField(next);
  field_?.focus();
  field_?.select();
}

/**
 * What a key enters. Where the digits want Shift, as on a Czech or French keyboard, their keys alone are digits too: what
 * they write there is "+" on the key of 1, and a win would be entered as one without a game.
 * @param {Record<string, string>} keys @param {KeyboardEvent} event
 */
function entered(keys, { key, code, shiftKey }) {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  const isDigit = digit !== undefined && digit in keys && !shiftKey && !/^\d$/.test(key);
  return keys[isDigit ? digit : key];
}

/** @param {HTMLElement} row @param {KeyboardEvent} event @param {(command: Command) => unknown} send */
function onRow(row, event, send) {
  const step = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (step instanceof HTMLElement) {
    event.preventDefault();
    return step.focus();
  }
  const table = row.closest("[data-results]");
  if (!(table instanceof HTMLElement)) return;
  if (event.key === "Enter") {
    event.preventDefault();
    const field = firstField(row.id);
    if (field) return field.focus();
    return /** @type {HTMLElement | null} */ (row.querySelector("[data-menu]"))?.click();
  }
  if (event.key === "/") {
    event.preventDefault();
    return document.getElementById("jump")?.focus();
  }
  /** @type {Record<string, string>} */
  const keys = JSON.parse(table.dataset.keys ?? "{}");
  const result = entered(keys, event);
  if (result === undefined) return;
  event.preventDefault();
  if (result) nextRow(row).focus();
  send({ name: table.dataset.command ?? "", ...gameOf(row), result });
}

/**
 * Listens to the keys of the tables and to the buttons that open a row's menu.
 * @param {(command: Command) => Promise<{focus?: string} | undefined>} send does a command, after those before it
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
  document.addEventListener(
    "click",
    (event) => {
      const row = event.target instanceof Element ? event.target.closest("[data-menu]")?.closest("tr") : null;
      if (row) openMenu(row);
    },
    true,
  );
}
