// The clock of a round: one for all windows of this browser. It tells by the end that was set, so that a window that
// slept shows the right time; when it is over, it sounds.

const KEY = "losovna-clock";
const MINUTE = 60_000;
/** Milliseconds for which a window that may make no sound waits for another one to sound. */
const MUTE_WAITS = 2_000;

/** `end` while it runs, else `left`, in milliseconds. @typedef {{end?: number, left: number, minutes: number, isTold?: boolean}} Clock */

/** @type {AudioContext | undefined} */
let audio;

/** @returns {Clock | undefined} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {Clock | undefined} clock */
function write(clock) {
  try {
    if (clock) localStorage.setItem(KEY, JSON.stringify(clock));
    else localStorage.removeItem(KEY);
  } catch (error) {
    console.warn("losovna: the clock cannot be kept", error);
  }
}

/** @param {Clock} clock */
const left = (clock) => Math.max(0, clock.end === undefined ? clock.left : clock.end - Date.now());

/** A tone for each of these numbers of hertz. @param {number[]} tones */
export function sound(tones) {
  audio ??= new AudioContext();
  tones.forEach((hertz, at) => {
    if (!audio) return;
    const tone = new OscillatorNode(audio, { frequency: hertz });
    const volume = new GainNode(audio, { gain: 0.25 });
    tone.connect(volume).connect(audio.destination);
    const start = audio.currentTime + at * 0.3;
    tone.start(start);
    tone.stop(start + 0.22);
  });
}

/** What was typed differs. */
export const alarm = () => sound([220, 180]);

/** @param {number} rest in milliseconds */
function face(rest) {
  const seconds = Math.ceil(rest / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** Shows the time on every clock of the page. */
export function tick() {
  const clock = read();
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"))) {
    const shown = place.querySelector("[data-clock-face]");
    if (!shown) continue;
    const rest = clock ? left(clock) : undefined;
    const text = rest === undefined ? "–" : rest > 0 ? face(rest) : (place.dataset.over ?? "");
    if (shown.textContent !== text) shown.textContent = text;
    place.dataset.state = rest === undefined ? "none" : rest === 0 ? "over" : clock?.end ? "running" : "paused";
  }
  // A window in which nobody has pressed anything is mute: it leaves the alarm to one that is not.
  const isMute = audio?.state !== "running";
  if (clock?.end && !clock.isTold && Date.now() >= clock.end + (isMute ? MUTE_WAITS : 0)) {
    write({ ...clock, isTold: true });
    sound([660, 880, 660, 880, 660, 880]);
  }
}

/** @type {Record<string, (clock: Clock | undefined, place: HTMLElement) => Clock | undefined>} */
const DO = {
  start: (clock, place) => {
    const field = /** @type {HTMLInputElement | null} */ (place.querySelector("[data-clock-minutes]"));
    const minutes = Math.min(1440, Math.max(1, Math.trunc(Number(field?.value)) || 30));
    const rest = clock && clock.end === undefined && clock.left > 0 ? clock.left : minutes * MINUTE;
    return { end: Date.now() + rest, left: rest, minutes };
  },
  pause: (clock) => clock && { left: left(clock), minutes: clock.minutes },
  more: (clock) => {
    if (!clock) return undefined;
    const rest = left(clock) + MINUTE;
    return clock.end === undefined ? { ...clock, left: rest } : { ...clock, end: Date.now() + rest, isTold: false };
  },
  clear: () => undefined,
  large: (clock, place) => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void place.requestFullscreen().catch(() => {});
    return clock;
  },
};

/** Listens to the buttons of the clocks. */
export function listenToClock() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-clock-do]") : null;
    const place = button?.closest("[data-clock]");
    if (!(button instanceof HTMLElement) || !(place instanceof HTMLElement)) return;
    // Sound is allowed only after somebody has pressed something.
    audio ??= new AudioContext();
    write(DO[button.dataset.clockDo ?? ""]?.(read(), place));
    tick();
  });
  addEventListener("storage", tick);
  setInterval(tick, 250);
}
