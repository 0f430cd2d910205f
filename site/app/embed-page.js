// The page "Put a table on your page": builds the code to paste, and shows what it will look like.
// Without this script the page shows examples to copy by hand. It holds no sentences: they stand in the page.
(() => {
  "use strict";

  /**
   * @typedef {{ players: string, construction: string, lang: string, names: string[], kind: string }} Choice
   * @typedef {{ height: { numbers: number, names: number }, page: string, words: { caption: string } }} Table
   */

  /** @template {Element} T @param {string} id @param {new () => T} type @returns {T} */
  function part(id, type) {
    const found = document.getElementById(id);
    if (!(found instanceof type)) throw new Error(`no ${id} in this page`);
    return found;
  }

  const form = part("embed-form", HTMLFormElement);
  const names = part("names", HTMLTextAreaElement);
  const error = part("error-names", HTMLElement);
  const snippet = part("snippet", HTMLTextAreaElement);
  const copy = part("copy", HTMLButtonElement);
  const copied = part("copy-status", HTMLElement);
  const preview = part("preview", HTMLElement);

  const root = new URL(document.body.dataset.root ?? "./", location.href);
  const scriptLine = `<script src="${attribute(new URL("embed.js", root).href)}" async></script>`;

  /** @param {string} text */
  function attribute(text) {
    return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  }

  /** @returns {Choice} */
  function chosen() {
    const fields = new FormData(form);
    const field = (/** @type {string} */ name) => String(fields.get(name) ?? "");
    const lines = field("names").split("\n").map((line) => line.trim());
    while (lines.length && !lines.at(-1)) lines.pop();
    return {
      players: field("players"), construction: field("construction"), lang: field("lang"), names: lines, kind: field("kind"),
    };
  }

  /** Plain where that is unmistakable, so that the code can be read and changed by hand. @param {string[]} list */
  function namesAsText(list) {
    const plain = list.every((name) => !name.includes(";")) && !list[0]?.startsWith("[") && list.at(-1) !== "";
    return plain ? list.join(";") : JSON.stringify(list);
  }

  /** What a table is set to, the usual left out. @param {Choice} choice @returns {Record<string, string>} */
  function settings(choice) {
    return {
      players: choice.players,
      lang: choice.lang,
      ...(choice.construction !== "serpentine" && { construction: choice.construction }),
      ...(choice.names.length && { names: namesAsText(choice.names) }),
    };
  }

  /** @param {Choice} choice @param {Table} table @returns {Record<string, string>} */
  function frameSettings(choice, table) {
    const src = new URL(`${choice.lang}/embed/frame/${choice.players}-${choice.construction}.html`, root);
    if (choice.names.length) src.hash = encodeURIComponent(JSON.stringify(choice.names));
    return {
      class: "losovna-frame",
      src: src.href,
      title: table.words.caption,
      width: "100%",
      height: String(choice.names.length ? table.height.names : table.height.numbers),
      loading: "lazy",
    };
  }

  /** @param {Record<string, string>} values */
  const written = (values) => Object.entries(values).map(([name, value]) => ` ${name}="${attribute(value)}"`).join("");

  /** @param {Choice} choice @param {Table} table @param {string} address where the table's data came from */
  function code(choice, table, address) {
    if (choice.kind === "frame") return `<iframe${written(frameSettings(choice, table))}></iframe>\n${scriptLine}\n`;
    const link = `<a href="${attribute(new URL(table.page, address).href)}">${attribute(table.words.caption)}</a>`;
    return `<losovna-table${written(settings(choice))}>\n  ${link}\n</losovna-table>\n${scriptLine}\n`;
  }

  /** Change what is shown already rather than make it anew: so it does not flicker while names are typed.
   * @param {string} tag @param {Record<string, string>} values */
  function show(tag, values) {
    const old = preview.firstElementChild;
    const shown = old?.localName === tag ? old : document.createElement(tag);
    for (const name of shown.getAttributeNames()) {
      if (!(name in values) && name !== "style") shown.removeAttribute(name);
    }
    for (const [name, value] of Object.entries(values)) {
      // A frame that turns to another address by its attribute would leave a step in the reader's history each time.
      if (name === "src" && shown === old) /** @type {HTMLIFrameElement} */ (shown).contentWindow?.location.replace(value);
      else if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
    }
    if (shown !== old) preview.replaceChildren(shown);
  }

  let asked = 0;
  /** @type {Promise<void>} the newest change is shown */
  let updating = Promise.resolve();

  async function update() {
    const turn = ++asked;
    const choice = chosen();
    copied.textContent = "";
    const tooMany = choice.names.length > Number(choice.players);
    error.hidden = !tooMany;
    names.setAttribute("aria-invalid", String(tooMany));
    copy.disabled = tooMany;
    if (tooMany) {
      snippet.value = "";
      preview.replaceChildren();
      return;
    }
    const address = new URL(`embed/${choice.lang}/${choice.players}-${choice.construction}.json`, root).href;
    /** @type {Table} */
    let table = {
      height: { numbers: 600, names: 900 },
      page: `../../${choice.lang}/tables/${choice.players}/`,
      words: { caption: "Losovna" },
    };
    try {
      const response = await fetch(address);
      if (response.ok) table = await response.json();
    } catch {
      // Without network the code is still right, only its title is plainer.
    }
    if (turn !== asked) return;
    snippet.value = code(choice, table, address);
    if (choice.kind === "frame") show("iframe", frameSettings(choice, table));
    else show("losovna-table", settings(choice));
  }

  async function copyCode() {
    await updating; // who is quick copies the code of what is chosen now, not of a moment ago
    let done = true;
    try {
      await navigator.clipboard.writeText(snippet.value);
    } catch {
      snippet.select();
      done = document.execCommand("copy");
    }
    copied.textContent = (done ? copied.dataset.done : copied.dataset.failed) ?? "";
  }

  form.hidden = false;
  part("embed-examples", HTMLElement).hidden = true;
  form.addEventListener("input", () => (updating = update()));
  form.addEventListener("submit", (event) => event.preventDefault());
  copy.addEventListener("click", copyCode);
  snippet.addEventListener("focus", () => snippet.select());
  updating = update();
})();
