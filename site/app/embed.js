// A round-robin table in somebody else's page: <losovna-table players="8" lang="cs">, and frames that fit their content.
// It fetches nothing but the table, from beside this very file, and it runs as a classic script and as a module.
// The two objects below are filled in by builder.embed; this file holds no sentences and no style of its own.
(() => {
  "use strict";

  /**
   * @typedef {{ loading: string, failed: string, players: string, construction: string, names: string, open: string, tables: string }} Texts
   * @typedef {{ low: number, high: number, constructions: string[], texts: Record<string, Texts>, style: string }} Site
   * @typedef {{ round: number, games: { table: number, first: number, second: number }[], bye: number | null }} Round
   * @typedef {{ caption: string, round: string, tables: string[], rests: string, starts: string }} Words
   * @typedef {{ players: number, page: string, words: Words, rounds: Round[] }} Table
   */

  const SITE = /** @type {Site} */ ({});

  const OWN = ownAddress();

  /** Where this file came from. A module has no currentScript, and its own way to ask is an error in a classic script. */
  function ownAddress() {
    const script = document.currentScript;
    if (script instanceof HTMLScriptElement && script.src) return script.src;
    const traced = /[a-z]+:\/\/.*?(?=:\d+:\d+\)?$)/m.exec(new Error().stack ?? "");
    if (traced) return traced[0];
    const listed = /** @type {HTMLScriptElement | null} */ (document.querySelector('script[src*="embed.js"]'));
    return listed?.src ?? location.href;
  }

  // ---- Frames: as high as what they show ----

  const SITE_ORIGIN = new URL(OWN).origin;
  const MOST_PIXELS = 20000;
  const darkWanted = matchMedia("(prefers-color-scheme: dark)");

  /** @returns {HTMLIFrameElement[]} */
  const frames = () => [...document.querySelectorAll("iframe")].filter((f) => f.classList.contains("losovna-frame"));

  /** A frame cannot see whether it stands in a light or a dark place. @param {Element} place */
  function schemeOf(place) {
    const allowed = getComputedStyle(place).colorScheme.split(" ");
    return allowed.includes("dark") && (darkWanted.matches || !allowed.includes("light")) ? "dark" : "light";
  }

  /** @param {HTMLIFrameElement} frame */
  function ask(frame) {
    // The question holds no secret and a frame that has not loaded yet has no origin, so it goes to whoever is there.
    frame.contentWindow?.postMessage({ type: "losovna:ask", scheme: schemeOf(frame) }, "*");
  }

  function followFrames() {
    addEventListener("message", (event) => {
      if (event.origin !== SITE_ORIGIN || event.data?.type !== "losovna:height") return;
      const height = event.data.height;
      const frame = frames().find((f) => f.contentWindow === event.source);
      if (!frame || !Number.isFinite(height) || height <= 0) return;
      frame.style.border = "0";
      frame.style.height = `${Math.min(Math.ceil(height), MOST_PIXELS)}px`;
    });
    // A frame may have sent its height before this script came. (What loads is told to the document, never to the window.)
    document.addEventListener("load", (event) => {
      if (event.target instanceof HTMLIFrameElement && frames().includes(event.target)) ask(event.target);
    }, true);
    darkWanted.addEventListener("change", () => frames().forEach(ask));
    frames().forEach(ask);
  }

  // ---- The element ----

  /** @type {Map<string, Promise<Table>>} */
  const tables = new Map();

  /** @param {string} address @returns {Promise<Table>} */
  function load(address) {
    const known = tables.get(address);
    if (known) return known;
    const fresh = fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" }).then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    });
    tables.set(address, fresh);
    fresh.catch(() => tables.delete(address));
    return fresh;
  }

  /** The language of the place where the element stands, if there are tables in it. @param {Element} element */
  function languageOf(element) {
    /** @type {Element | null} */
    let at = element;
    while (at) {
      const tagged = at.closest("[lang]");
      if (tagged) {
        const code = (tagged.getAttribute("lang") ?? "").trim().toLowerCase().split("-")[0] ?? "";
        return Object.hasOwn(SITE.texts, code) ? code : "en";
      }
      const root = at.getRootNode();
      at = root instanceof ShadowRoot ? root.host : null;
    }
    return "en";
  }

  /** Names as a JSON array, or with a semicolon or a line each. @param {string | null} text @returns {string[]} */
  function namesIn(text) {
    if (!text?.trim()) return [];
    try {
      const list = JSON.parse(text);
      if (Array.isArray(list)) return list.map((name) => String(name ?? "").trim());
    } catch {
      // Not JSON: then it is a plain list, even if it begins with a bracket.
    }
    return text.trim().replace(/;$/, "").split(/[;\n]/).map((name) => name.trim());
  }

  /**
   * Text is always a text node: a name is data.
   * @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} children
   */
  function make(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  /** @param {Table} table @param {string[]} names @param {string} address where the table's data came from */
  function draw(table, names, address) {
    const { words } = table;
    /** @param {number} number @param {string} kind @param {string} part */
    const player = (number, kind, part) => make("bdi", { class: kind, part }, names[number - 1] || String(number));
    const head = make("tr", {});
    for (const word of [words.round, ...words.tables]) head.append(make("th", { scope: "col", part: "head" }, word));
    if (table.players % 2) head.append(make("th", { scope: "col", part: "head" }, words.rests));
    const body = make("tbody", {});
    for (const round of table.rounds) {
      const row = make("tr", {}, make("th", { scope: "row", part: "round" }, String(round.round)));
      for (const game of round.games) {
        const starts = make("span", { class: "hidden" }, ` ${words.starts} `);
        const first = player(game.first, "n first", "starter");
        row.append(make("td", { part: "game" }, make("span", { class: "game" }, first, starts, player(game.second, "n", "opponent"))));
      }
      if (round.bye !== null) row.append(make("td", { class: "bye", part: "rest" }, player(round.bye, "", "rests")));
      body.append(row);
    }
    const caption = make("caption", { id: "caption", part: "caption" }, words.caption);
    const many = words.tables.length > 6 ? " many" : "";
    const grid = make("table", { class: (names.length ? "named" : "numbered") + many, part: "table" }, caption, make("thead", {}, head), body);
    const stone = make("span", { class: "n first", "aria-hidden": "true" }, "1");
    return [
      make("div", { class: "scroll" }, grid),
      make("p", { class: "foot", part: "foot" },
        make("span", { class: "key" }, stone, ` ${words.starts}`),
        make("a", { part: "link", href: new URL(table.page, address).href }, "Losovna")),
    ];
  }

  /** Only a table that is wider than its place can be scrolled, and must then be reached by keyboard. @param {Element} part */
  function reachByKeyboard(part) {
    const wide = part.scrollWidth > part.clientWidth + 1;
    const attributes = { tabindex: "0", role: "group", "aria-labelledby": "caption" };
    for (const [name, value] of Object.entries(attributes)) {
      if (wide) part.setAttribute(name, value);
      else part.removeAttribute(name);
    }
  }

  function defineElement() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SITE.style);
    const widths = new ResizeObserver((entries) => entries.forEach((entry) => reachByKeyboard(entry.target)));

    class LosovnaTable extends HTMLElement {
      static observedAttributes = ["players", "lang", "construction", "names"];

      /** Counts what was asked for, so that a slow answer never overwrites a later one. */
      #asked = 0;
      #waiting = false;
      #failed = false;
      #root = this.attachShadow({ mode: "open" });
      #retry = () => { if (this.#failed) this.#soon(); };

      constructor() {
        super();
        this.#root.adoptedStyleSheets = [sheet];
      }

      connectedCallback() {
        addEventListener("online", this.#retry);
        this.#soon();
      }

      disconnectedCallback() {
        removeEventListener("online", this.#retry);
        this.#asked += 1;
      }

      attributeChangedCallback() {
        if (this.isConnected) this.#soon();
      }

      /** Several attributes changed together make one new table. */
      #soon() {
        if (this.#waiting) return;
        this.#waiting = true;
        queueMicrotask(() => {
          this.#waiting = false;
          if (this.isConnected) this.#update();
        });
      }

      async #update() {
        const asked = ++this.#asked;
        this.#failed = false;
        const lang = languageOf(this);
        const texts = /** @type {Texts} */ (SITE.texts[lang]);
        const names = namesIn(this.getAttribute("names"));
        const players = Number(this.getAttribute("players") ?? (names.length || NaN));
        const construction = this.getAttribute("construction")?.trim() || "serpentine";
        const all = new URL(`${lang}/tables/`, OWN).href;
        if (!Number.isInteger(players) || players < SITE.low || players > SITE.high) {
          return this.#say(lang, texts.players, texts.tables, all);
        }
        if (!SITE.constructions.includes(construction)) return this.#say(lang, texts.construction, texts.tables, all);
        if (names.length > players) return this.#say(lang, texts.names, texts.tables, all);
        const page = `${all}${players}/`;
        const address = new URL(`embed/${lang}/${players}-${construction}.json`, OWN).href;
        // A table that is shown already stays until the next one is here.
        if (!this.#root.querySelector("table")) this.#say(lang, texts.loading, texts.open, page);
        this.#root.firstElementChild?.setAttribute("aria-busy", "true");
        try {
          const table = await load(address);
          if (asked === this.#asked) this.#show(lang, ...draw(table, names, address));
        } catch {
          if (asked !== this.#asked) return;
          this.#failed = true;
          this.#say(lang, texts.failed, texts.open, page);
        }
      }

      /** @param {string} lang @param {string} sentence @param {string} label @param {string} href */
      #say(lang, sentence, label, href) {
        const link = make("a", { href, part: "link" }, label);
        this.#show(lang, make("p", { class: "message", part: "message", role: "status" }, sentence, " ", link));
      }

      /** @param {string} lang @param {...Node} parts */
      #show(lang, ...parts) {
        const whole = make("div", { class: "losovna", lang, dir: "ltr" }, ...parts);
        const old = this.#root.querySelector(".scroll");
        if (old) widths.unobserve(old);
        this.#root.replaceChildren(whole);
        const scroll = whole.querySelector(".scroll");
        if (scroll) widths.observe(scroll);
      }
    }
    customElements.define("losovna-table", LosovnaTable);
  }

  if (customElements.get("losovna-table")) return;
  followFrames();
  defineElement();
})();
