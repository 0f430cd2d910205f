// The projector's window: what does not fit on the wall comes page after page; the size of the letters is its own.

const KEY = "losovna-projector";
/** Milliseconds that a page stands: time to find one's name among thirty. */
const STANDS = 9_000;

/** @returns {number} the size of the letters, 1 is the usual one */
function size() {
  try {
    return Number(localStorage.getItem(KEY)) || 1;
  } catch {
    return 1;
  }
}

/** @param {number} value */
function resize(value) {
  document.documentElement.style.setProperty("--projector", String(value));
}

function turn() {
  const pages = document.querySelector("[data-pages]");
  if (!(pages instanceof HTMLElement)) return;
  const isLast = pages.scrollTop + pages.clientHeight >= pages.scrollHeight - 2;
  // The head of the table stays, so that much of a page is covered by it; a line is shown twice rather than cut.
  const head = pages.querySelector("thead")?.clientHeight ?? 0;
  pages.scrollTo({ top: isLast ? 0 : pages.scrollTop + pages.clientHeight - head - 40, behavior: "instant" });
}

/** Listens to the projector's own buttons, and turns its pages. */
export function listenToProjector() {
  resize(size());
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-full]")) {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void document.documentElement.requestFullscreen().catch(() => {});
    }
    const button = event.target instanceof Element ? event.target.closest("[data-size]") : null;
    if (!(button instanceof HTMLElement)) return;
    const value = Math.min(3, Math.max(0.5, size() * Number(button.dataset.size)));
    try {
      localStorage.setItem(KEY, String(value));
    } catch (error) {
      console.warn("losovna: the size cannot be kept", error);
    }
    resize(value);
  });
  setInterval(turn, STANDS);
}
