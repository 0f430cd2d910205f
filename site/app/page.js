// What the static pages gain where scripts run: steps that play, the reader's language, work offline.
// A classic script, so that it also runs from a USB stick. It holds no sentences: they stand in the page.
(() => {
  "use strict";

  const root = document.body.dataset.root ?? "";

  /** Steps of a paper method: every cell knows its place in the order of writing. */
  function playSteps() {
    const figures = /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("table[data-moves]"));
    const texts = /** @type {HTMLElement | null} */ (document.querySelector("#step-texts"));
    for (const table of figures) {
      const cells = /** @type {HTMLElement[]} */ ([...table.querySelectorAll("[data-order]")]);
      const total = Number(table.dataset.moves);
      if (!texts || total < 2) continue;
      let at = total;
      /** @type {number | undefined} */
      let timer;
      const controls = document.createElement("div");
      controls.className = "player";
      /** @param {string} label @param {() => void} act */
      const button = (label, act) => {
        const made = document.createElement("button");
        made.type = "button";
        made.className = "button quiet";
        made.textContent = label;
        made.addEventListener("click", act);
        controls.append(made);
        return made;
      };
      const output = document.createElement("output");
      const show = () => {
        table.classList.toggle("playing", at < total);
        for (const cell of cells) {
          const order = Number(cell.dataset.order);
          cell.classList.toggle("waiting", order > at);
          cell.classList.toggle("new", at === total || order === at);
        }
        output.textContent = `${at} / ${total}`;
      };
      const stop = () => {
        clearInterval(timer);
        timer = undefined;
        play.textContent = texts.dataset.play ?? "";
      };
      /** @param {number} to */
      const go = (to) => {
        at = Math.max(0, Math.min(total, to));
        show();
      };
      button(texts.dataset.back ?? "", () => { stop(); go(at - 1); });
      button(texts.dataset.next ?? "", () => { stop(); go(at === total ? 1 : at + 1); });
      const play = button(texts.dataset.play ?? "", () => {
        if (timer !== undefined) return stop();
        if (at === total) go(0);
        play.textContent = texts.dataset.pause ?? "";
        timer = window.setInterval(() => {
          go(at + 1);
          if (at === total) stop();
        }, 450);
      });
      controls.append(output);
      table.closest(".scroll")?.after(controls);
      show();
    }
  }

  /** On the start page: the browser's own language first, with the reason. */
  function chooseLanguage() {
    const choices = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-language]")]);
    for (const wanted of navigator.languages ?? [navigator.language]) {
      const found = choices.find((choice) => choice.dataset.language === wanted.slice(0, 2).toLowerCase());
      if (!found) continue;
      found.classList.add("chosen");
      found.querySelector("a")?.classList.add("primary");
      const why = /** @type {HTMLElement | null} */ (found.querySelector(".language-why"));
      if (why) why.hidden = false;
      document.documentElement.lang = found.lang;
      return;
    }
  }

  /** The language that is used: a file that the system opens with the app goes there. */
  function rememberLanguage() {
    try {
      localStorage.setItem("losovna-language", document.documentElement.lang);
    } catch {
      // Then the browser's own language decides.
    }
  }

  /** On a disk a folder has no page of its own: what an app links to goes by the name of the file. */
  function nameFiles() {
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link?.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
    });
  }

  playSteps();
  if (location.protocol === "file:") nameFiles();
  if (document.querySelector("[data-language]")) chooseLanguage();
  else rememberLanguage();
  if (location.search === "?open") import(new URL(`${root}app/launch.js`, document.baseURI).href).catch(() => {});
  // The service worker, the line that says whether work offline is ready, and the offer of a new version.
  if (location.protocol.startsWith("http")) import(new URL(`${root}app/offline.js`, document.baseURI).href).catch(() => {});
})();
