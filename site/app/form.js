// The form as a value and back, and the sentences at its fields. Knows the page's ids, nothing of Python.

/** @typedef {{a: string, b: string, round: string}} Wish */
/**
 * @typedef {{title: string, players: string, construction: string, cycles: string, swap: boolean, lots: boolean,
 *   seed: string, wishes: Wish[], kind: string}} FormState
 */
/** @typedef {import("./core.js").Fault} Fault */

const TEXTS = /** @type {const} */ (["title", "players", "construction", "cycles", "seed"]);
const CHECKS = /** @type {const} */ (["swap", "lots"]);

/**
 * The element with this id; a page without it is a defect of the page.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page lacks #${id}`);
  return found;
}

export class TableForm {
  #lineText;

  /**
   * @param {HTMLFormElement} form
   * @param {string} [lineText] "Line {line}: {text}" in the reader's language
   */
  constructor(form, lineText) {
    this.form = form;
    this.#lineText = lineText;
    this.rows = element("wish-rows", HTMLElement);
    this.template = element("wish-row", HTMLTemplateElement);
    this.names = element("player-names", HTMLDataListElement);
    element("add-wish", HTMLButtonElement).addEventListener("click", () => this.addWish()?.focus());
    this.rows.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest(".remove-wish");
      const row = button?.closest(".wish");
      if (!row) return;
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      (next?.querySelector("input") ?? element("add-wish", HTMLButtonElement)).focus();
      this.changed();
    });
  }

  /** Says that the form changed by our own hand, as if somebody had typed. */
  changed() {
    this.form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @returns {FormState} */
  read() {
    const data = new FormData(this.form);
    /** @param {string} name */
    const text = (name) => String(data.get(name) ?? "");
    /** @param {string} name */
    const all = (name) => data.getAll(name).map(String);
    const [a, b, round] = [all("wish-a"), all("wish-b"), all("wish-round")];
    return {
      title: text("title"),
      players: text("players"),
      construction: text("construction"),
      cycles: text("cycles"),
      swap: data.has("swap"),
      lots: data.has("lots"),
      seed: text("seed"),
      wishes: a.map((name, at) => ({ a: name, b: b[at] ?? "", round: round[at] ?? "last" })),
      kind: text("kind"),
    };
  }

  /**
   * Puts a kept value into the form; what it lacks, or what this version no longer offers, stays as it is.
   * @param {Partial<FormState>} state
   */
  write(state) {
    for (const name of TEXTS) {
      const field = this.field(name);
      const value = state[name];
      if (!field || typeof value !== "string") continue;
      if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) continue;
      field.value = value;
    }
    for (const name of CHECKS) {
      const field = this.field(name);
      if (field instanceof HTMLInputElement && typeof state[name] === "boolean") field.checked = state[name];
    }
    const kinds = this.form.elements.namedItem("kind");
    if (kinds instanceof RadioNodeList && typeof state.kind === "string") kinds.value = state.kind;
    if (!Array.isArray(state.wishes)) return;
    this.rows.replaceChildren();
    for (const wish of state.wishes) this.addWish(wish);
  }

  /**
   * @param {Wish} [wish]
   * @returns {HTMLInputElement | undefined} the row's first field
   */
  addWish(wish) {
    this.rows.append(this.template.content.cloneNode(true));
    const row = this.rows.lastElementChild;
    const fields = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement> | undefined} */ (
      row?.querySelectorAll("[name='wish-a'], [name='wish-b'], [name='wish-round']")
    );
    if (wish) fields?.forEach((field) => (field.value = { "wish-a": wish.a, "wish-b": wish.b }[field.name] ?? wish.round));
    return row?.querySelector("input") ?? undefined;
  }

  /** @param {string[]} players offered where a wish asks for a name */
  offerNames(players) {
    const have = [...this.names.options].map((option) => option.value);
    if (have.length === players.length && have.every((name, at) => name === players[at])) return;
    this.names.replaceChildren(
      ...players.map((name) => Object.assign(document.createElement("option"), { value: name })),
    );
  }

  /**
   * @param {string} name
   * @returns {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null}
   */
  field(name) {
    const found = this.form.elements.namedItem(name);
    return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement || found instanceof HTMLSelectElement
      ? found
      : null;
  }

  /**
   * Shows each sentence at its field, the first where there are several, and takes away those that no longer hold.
   * @param {Fault[]} faults
   */
  showFaults(faults) {
    const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".field-error"));
    const shown = new Map([...faults].reverse().map((fault) => [this.#place(fault), this.#sentence(fault)]));
    for (const place of places) {
      const text = shown.get(place) ?? "";
      if (place.textContent !== text) place.textContent = text;
      place.hidden = !text;
      for (const field of this.#fields(place.id.slice("error-".length))) {
        field.toggleAttribute("aria-invalid", Boolean(text));
        if (!text) continue;
        field.setAttribute("aria-invalid", "true");
        const described = field.getAttribute("aria-describedby") ?? "";
        if (!described.split(" ").includes(place.id)) field.setAttribute("aria-describedby", `${described} ${place.id}`.trim());
      }
    }
  }

  /** @param {Fault} fault */
  #sentence({ line, text }) {
    if (line === undefined || !this.#lineText) return text;
    return this.#lineText.replace("{line}", String(line)).replace("{text}", () => text);
  }

  /** @param {Fault} fault */
  #place(fault) {
    return document.getElementById(`error-${fault.field ?? "form"}`) ?? element("error-form", HTMLElement);
  }

  /**
   * The controls that a place for errors speaks of.
   * @param {string} name
   * @returns {Element[]}
   */
  #fields(name) {
    if (name === "wishes") return [...this.rows.querySelectorAll("input")];
    const field = this.field(name);
    return field ? [field] : [];
  }
}
