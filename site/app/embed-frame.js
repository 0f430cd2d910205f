// In a framed table: tells the page around how high the table is, is light or dark as that page says, and shows names
// that stand behind the # of the address, which no browser sends anywhere. Without this script the table is shown, too.
(() => {
  "use strict";

  const table = document.querySelector("table");
  const scroll = document.querySelector(".scroll");

  function showNames() {
    /** @type {unknown} */
    let names = [];
    try {
      names = JSON.parse(decodeURIComponent(location.hash.slice(1)) || "[]");
    } catch {
      // Some other page's fragment: the table keeps its numbers.
    }
    const list = Array.isArray(names) ? names.map((name) => String(name ?? "").trim()) : [];
    for (const place of document.querySelectorAll("[data-number]")) {
      const number = place.getAttribute("data-number") ?? "";
      place.textContent = list[Number(number) - 1] || number;
    }
    table?.classList.toggle("named", list.length > 0);
  }

  function tellHeight() {
    // Whoever shows the frame may know how high it is.
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (parent !== window) parent.postMessage({ type: "losovna:height", height }, "*");
  }

  function fit() {
    if (scroll && scroll.scrollWidth > scroll.clientWidth + 1) scroll.setAttribute("tabindex", "0");
    else scroll?.removeAttribute("tabindex");
    tellHeight();
  }

  addEventListener("hashchange", showNames);
  addEventListener("message", (event) => {
    if (event.source !== parent || event.data?.type !== "losovna:ask") return;
    document.documentElement.style.colorScheme = event.data.scheme === "dark" ? "dark" : "light";
    tellHeight();
  });
  showNames();
  new ResizeObserver(fit).observe(document.body);
})();
