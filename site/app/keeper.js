// Holds the tournament that is open: its events in memory and on the disk, and whether this window may write them.
//
// One window writes, the others read: the one that has the browser's lock of the tournament's name. Where a browser has
// no locks the numbers of the events still see to it that nothing is ever overwritten.
import { Journals } from "./store.js";

/** @typedef {import("./store.js").Card} Card */
/** What is the matter with keeping: nothing ("saved"), or why not. */
/** @typedef {"saved" | "rescued" | "full" | "refused" | "newer" | "elsewhere" | "damaged"} Trouble */
/**
 * `kept` is how many of the events are on the disk, `isKnown` whether Python has been given them, `records` what stands
 * on the disk, damaged ones and all, `draft` a round that Python has drawn, or results
 * typed again: what is no event.
 * @typedef {{id: string, events: object[], records: unknown[], card: Card | undefined, kept: number, isKnown: boolean,
 *   draft?: object, trouble: Trouble}} Held
 */

/** How often, and after how many milliseconds, a lock is asked for again: a page that is reloaded may hold it still. */
const ATTEMPTS = 5;
const PAUSE = 100;

/** @param {string} id */
const lockOf = (id) => `losovna ${id}`;
/** @param {number} time */
const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Keeper {
  journals = new Journals();
  /** @type {Held | undefined} */
  open;
  #onTrouble;
  #release = () => {};
  #channel = new BroadcastChannel("losovna");

  /**
   * @param {(trouble: Trouble) => void} onTrouble told after each attempt to keep something, and when another window
   *   takes over
   * @param {(id: string) => void} onElsewhere another window has kept something of this tournament
   */
  constructor(onTrouble, onElsewhere) {
    this.#onTrouble = onTrouble;
    this.#channel.onmessage = ({ data }) => onElsewhere(data.id);
    addEventListener("pagehide", () => this.#release());
  }

  /** Whether this window may go on with the tournament. */
  get isWriter() {
    return this.open !== undefined && !["elsewhere", "damaged"].includes(this.open.trouble);
  }

  /** Whether something is in memory that is not on the disk. */
  get isBehind() {
    return this.open !== undefined && this.open.kept < this.open.events.length;
  }

  /** Whether nothing at all of what is open is on the disk, and nobody has asked for it. */
  get isUnkept() {
    return this.open !== undefined && this.open.kept === 0 && this.open.trouble === "saved";
  }

  /**
   * Events of a new tournament that stay in memory until there is more to keep.
   * @param {object[]} events
   */
  hold(events) {
    if (this.open) this.open.events = [...this.open.events, ...events];
  }

  /** Lets go of what is open. */
  close() {
    this.#release();
    this.#release = () => {};
    this.open = undefined;
  }

  /** A new tournament, which is kept with its first events. */
  begin() {
    this.close();
    const id = crypto.randomUUID();
    this.open = { id, events: [], records: [], card: undefined, kept: 0, isKnown: false, trouble: "saved" };
    void this.#claim(id, {});
    return this.open;
  }

  /**
   * Opens what stands on the disk.
   * @param {string} id
   * @param {boolean} [isTaken] whether it is taken from a window that has it
   * @returns {Promise<boolean>} whether there is such a tournament
   */
  async load(id, isTaken = false) {
    this.close();
    let isMine = await this.#claim(id, isTaken ? { steal: true } : { ifAvailable: true });
    for (let attempt = 0; !isMine && attempt < ATTEMPTS; attempt++) {
      await rest(PAUSE);
      isMine = await this.#claim(id, { ifAvailable: true });
    }
    const { card, events, records } = await this.journals.read(id);
    if (!card && events.length === 0) return false;
    /** @type {Trouble} */
    const trouble = records.length > events.length ? "damaged" : isMine ? "saved" : "elsewhere";
    this.open = { id, events, records, card, kept: events.length, isKnown: false, trouble };
    this.#onTrouble(trouble);
    return true;
  }

  /** Reads again what another window has gone on with. */
  async reload() {
    if (!this.open) return;
    const { card, events, records } = await this.journals.read(this.open.id);
    Object.assign(this.open, { card, events, records, kept: events.length, isKnown: false });
  }

  /**
   * The events from this number on cannot be: those before them are what can be read.
   * @param {number} from
   */
  damage(from) {
    if (!this.open) return;
    Object.assign(this.open, { events: this.open.events.slice(0, from), isKnown: false });
    this.#become("damaged");
  }

  /**
   * Keeps what is new; returns when it is on the disk, or when it is certain that it will not be.
   * @param {object[]} append
   * @param {Partial<Card>} summary
   * @returns {Promise<boolean>} whether the tournament goes on with these events: false where another window has it
   */
  async keep(append, summary) {
    const open = this.open;
    if (!open) return false;
    if (!this.isWriter) {
      open.isKnown = false; // Python has gone on with them
      this.#become(open.trouble);
      return false;
    }
    const card = /** @type {Card} */ ({ ...open.card, id: open.id, ...summary, saved: new Date().toISOString() });
    const events = [...open.events, ...append];
    try {
      const hadGone = await this.journals.append(card, events, open.kept);
      Object.assign(open, { card, events, records: events, kept: events.length });
      this.#become(hadGone ? "rescued" : "saved");
      this.#channel.postMessage({ id: open.id });
    } catch (error) {
      console.warn("losovna: not kept", error);
      const trouble = troubleOf(error);
      if (trouble === "elsewhere") {
        open.isKnown = false;
        this.#become(trouble);
        return false;
      }
      Object.assign(open, { card, events });
      this.#become(trouble);
    }
    return true;
  }

  /**
   * Changes what stands on the card.
   * @param {Partial<Card>} changes
   */
  async note(changes) {
    if (!this.open?.card) return;
    this.open.card = { ...this.open.card, ...changes };
    await this.journals.change(this.open.card).catch((error) => console.warn("losovna: not noted", error));
  }

  /** @param {Trouble} trouble */
  #become(trouble) {
    if (this.open) this.open.trouble = trouble;
    this.#onTrouble(trouble);
  }

  /**
   * @param {string} id
   * @param {LockOptions} options
   * @returns {Promise<boolean>} whether this window has the lock, or there are no locks here
   */
  #claim(id, options) {
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      let isMine = false;
      /** @param {Lock | null} lock */
      const hold = (lock) => {
        isMine = lock !== null;
        resolve(isMine);
        return isMine ? new Promise((release) => (this.#release = () => release(undefined))) : undefined;
      };
      navigator.locks.request(lockOf(id), options, hold).catch(() => {
        if (isMine && this.open?.id === id) this.#become("elsewhere");
        resolve(true);
      });
    });
  }
}

/**
 * @param {unknown} error of a database
 * @returns {Trouble}
 */
export function troubleOf(error) {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "ConstraintError") return "elsewhere";
  if (name === "QuotaExceededError") return "full";
  return name === "VersionError" ? "newer" : "refused";
}
