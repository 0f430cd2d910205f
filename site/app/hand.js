// What somebody is pressing right now. A browser makes a click of a press and a release on one and the same thing: a screen
// that came between the two would move the button away, and the click would be lost.

/** Milliseconds for which a screen waits at most: a longer press is no click, or its end was never told. */
const LONG = 1_500;
/** After a finger is lifted, the browser needs a moment to make a click of it. */
const TAP = 60;

let isDown = false;
/** @type {(() => void)[]} */
let waiting = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function release() {
  clearTimeout(timer);
  isDown = false;
  const all = waiting;
  waiting = [];
  for (const go of all) go();
}

function press() {
  clearTimeout(timer);
  isDown = true;
  timer = setTimeout(release, LONG);
}

/** @param {number} delay */
function lift(delay) {
  if (!isDown) return;
  clearTimeout(timer);
  timer = setTimeout(release, delay);
}

/** Waits until nothing is pressed, and what was pressed has been heard. @returns {Promise<void>} */
export const letGo = () => (isDown ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());

/** Watches the pointer. */
export function watchHand() {
  const early = { capture: true, passive: true };
  addEventListener("pointerdown", press, early);
  addEventListener("pointerup", ({ pointerType }) => lift(pointerType === "mouse" ? 0 : TAP), early);
  addEventListener("pointercancel", release, early);
}
