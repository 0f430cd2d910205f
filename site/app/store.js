// The one file that knows IndexedDB: what was typed survives a reload, and what an arbiter did survives anything.
import { openDB } from "./idb.js";

const DATABASE = "losovna";
const VERSION = 2;
const LISTS = "lists";
const TOURNAMENTS = "tournaments";
const EVENTS = "events";
/** Milliseconds after which a database that does not open is taken for refused, as some private windows do it. */
const PATIENCE = 3_000;

/** @typedef {import("./idb.js").IDBPDatabase} Database */

/**
 * The database of this version; one of an older version gains what it lacks and loses nothing.
 * @param {() => void} onClosed it is closed, by the browser or to make way for a newer version
 * @returns {Promise<Database>}
 */
async function open(onClosed) {
  const opening = (async () =>
    openDB(DATABASE, VERSION, {
      upgrade: (database, before) => {
        if (before < 1) database.createObjectStore(LISTS);
        if (before < 2) {
          database.createObjectStore(TOURNAMENTS, { keyPath: "id" });
          database.createObjectStore(EVENTS, { keyPath: ["id", "number"] });
        }
      },
      blocking: (_current, _wanted, event) => {
        /** @type {IDBDatabase} */ (event.target).close();
        onClosed();
      },
      terminated: onClosed,
    }))();
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the database does not open")), PATIENCE));
  return /** @type {Database} */ (await Promise.race([opening, late]));
}

export class Store {
  #key;
  #onRefused;
  /** @type {Promise<Database | undefined>} */
  #database;
  /** @type {unknown} the newest value that is not yet being written */
  #newest;
  #isWriting = false;
  #isRefused = false;

  /**
   * @param {string} key under which this page's value stands
   * @param {() => void} onRefused called once when nothing can be kept here
   */
  constructor(key, onRefused) {
    this.#key = key;
    this.#onRefused = onRefused;
    this.#database = this.#open();
  }

  /** @returns {Promise<Database | undefined>} */
  async #open() {
    try {
      return await open(() => (this.#database = this.#open()));
    } catch (error) {
      this.#refuse(error);
      return undefined;
    }
  }

  /** The kept value, or undefined. */
  async load() {
    try {
      return await (await this.#database)?.get(LISTS, this.#key);
    } catch (error) {
      this.#refuse(error);
      return undefined;
    }
  }

  /**
   * Keeps the value. Writes never pile up: while one is under way only the newest value waits, and it is written as soon
   * as that one is done, so that closing the page loses next to nothing.
   * @param {unknown} value
   */
  async save(value) {
    this.#newest = value;
    if (this.#isWriting) return;
    this.#isWriting = true;
    try {
      const database = await this.#database;
      while (database && this.#newest !== undefined) {
        const writing = this.#newest;
        this.#newest = undefined;
        await database.put(LISTS, writing, this.#key);
      }
    } catch (error) {
      this.#refuse(error);
    } finally {
      this.#isWriting = false;
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (this.#isRefused) return;
    this.#isRefused = true;
    console.warn("losovna: nothing can be kept in this browser", error);
    this.#onRefused();
  }
}

/**
 * What the list of tournaments shows of each. `handle` is the file that copies go to, where the browser allows that;
 * `copied` is when the last one was made, and `copiedRounds` how many rounds were finished then.
 * @typedef {{id: string, name: string, players: number, rounds: number, finished?: number, system: string, saved: string,
 *   copied?: string, copiedRounds?: number, handle?: FileSystemFileHandle, deleted?: string}} Card
 */
/**
 * A tournament as it stands on the disk: `events` are those before the first record that is missing or no event,
 * `records` are all.
 * @typedef {{card: Card | undefined, events: object[], records: unknown[]}} Kept
 */

/** The arbiter's tournaments: each a card, and its events under the numbers 0, 1, 2 … */
export class Journals {
  /** @type {Promise<Database> | undefined} */
  #database;

  /** The database, opened again if the browser closed it or did not open it before. @returns {Promise<Database>} */
  #open() {
    const forget = () => (this.#database = undefined);
    const opening = (this.#database ??= open(forget));
    opening.catch(forget);
    return opening;
  }

  /**
   * All cards, the one saved last first.
   * @returns {Promise<Card[]>}
   */
  async cards() {
    /** @type {Card[]} */
    const cards = await (await this.#open()).getAll(TOURNAMENTS);
    return cards.sort((one, other) => (one.saved < other.saved ? 1 : -1));
  }

  /**
   * @param {string} id
   * @returns {Promise<Kept>}
   */
  async read(id) {
    const reading = (await this.#open()).transaction([TOURNAMENTS, EVENTS]);
    const range = IDBKeyRange.bound([id, 0], [id, Infinity]);
    /** @type {[Card | undefined, {number: number, event: unknown}[]]} */
    const [card, records] = await Promise.all([
      reading.objectStore(TOURNAMENTS).get(id),
      reading.objectStore(EVENTS).getAll(range),
    ]);
    const bad = records.findIndex(({ number, event }, at) => number !== at || !isEvent(event));
    const good = bad < 0 ? records : records.slice(0, bad);
    const events = good.map(({ event }) => /** @type {object} */ (event));
    return { card, events, records: records.map(({ event }) => event) };
  }

  /**
   * Keeps the events of a tournament from the number `from` on, all or none, and returns when they are on the disk. If
   * those before them have gone, as when somebody cleared the browser's data, all are written again. It rejects with a
   * ConstraintError if there are others under these numbers already: somebody else has gone on with this tournament.
   * @param {Card} card
   * @param {object[]} events all of them
   * @param {number} from
   * @returns {Promise<boolean>} whether those before had gone
   */
  async append(card, events, from) {
    const database = await this.#open();
    const change = database.transaction([TOURNAMENTS, EVENTS], "readwrite", { durability: "strict" });
    const kept = change.objectStore(EVENTS);
    const hasGone = from > 0 && (await kept.getKey([card.id, from - 1])) === undefined;
    const first = hasGone ? 0 : from;
    const writes = events.slice(first).map((event, at) => kept.add({ id: card.id, number: first + at, event }));
    await allDone([...writes, change.objectStore(TOURNAMENTS).put(card), change.done]);
    return hasGone;
  }

  /**
   * Changes the card alone: when it was copied out, that it is deleted (its events stay, so that it can come back).
   * @param {Card} card
   */
  async change(card) {
    await (await this.#open()).put(TOURNAMENTS, card);
  }

  /**
   * Deletes a tournament for good.
   * @param {string} id
   */
  async erase(id) {
    const change = (await this.#open()).transaction([TOURNAMENTS, EVENTS], "readwrite");
    const range = IDBKeyRange.bound([id, 0], [id, Infinity]);
    await allDone([change.objectStore(TOURNAMENTS).delete(id), change.objectStore(EVENTS).delete(range), change.done]);
  }
}

/** @param {unknown} value */
const isEvent = (value) => typeof value === "object" && value !== null && typeof Reflect.get(value, "event") === "string";

/**
 * Waits for all parts of a change; of several failures the one that says why is thrown, not those that follow from it.
 * @param {Promise<unknown>[]} parts
 */
async function allDone(parts) {
  const failures = (await Promise.allSettled(parts)).flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  if (failures.length > 0) throw failures.find(({ name }) => name !== "AbortError") ?? failures[0];
}
