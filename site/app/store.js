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
 * @param {() => void} onTerminated the browser has closed it
 * @returns {Promise<Database>}
 */
async function open(onTerminated) {
  const opening = (async () =>
    openDB(DATABASE, VERSION, {
      upgrade: (database, before) => {
        if (before < 1) database.createObjectStore(LISTS);
        if (before < 2) {
          database.createObjectStore(TOURNAMENTS, { keyPath: "id" });
          database.createObjectStore(EVENTS, { keyPath: ["id", "number"] });
        }
      },
      blocking: (_current, _wanted, event) => /** @type {IDBDatabase} */ (event.target).close(),
      terminated: onTerminated,
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
 * What the list of tournaments shows of each.
 * @typedef {{id: string, name: string, players: number, rounds: number, system: string, saved: string,
 *   copied?: string, deleted?: string}} Card
 */

/** The arbiter's tournaments: each a card, and its events under the numbers 0, 1, 2 … */
export class Journals {
  /** @type {Promise<Database>} */
  #database;

  constructor() {
    this.#database = this.#open();
    this.#database.catch(() => {}); // whoever asks for something is told
  }

  /** @returns {Promise<Database>} */
  #open() {
    return open(() => (this.#database = this.#open()));
  }

  /**
   * All cards, the one saved last first.
   * @returns {Promise<Card[]>}
   */
  async cards() {
    /** @type {Card[]} */
    const cards = await (await this.#database).getAll(TOURNAMENTS);
    return cards.sort((one, other) => (one.saved < other.saved ? 1 : -1));
  }

  /**
   * @param {string} id
   * @returns {Promise<object[]>} the events in their order
   */
  async events(id) {
    const range = IDBKeyRange.bound([id, 0], [id, Infinity]);
    /** @type {{event: object}[]} */
    const kept = await (await this.#database).getAll(EVENTS, range);
    return kept.map(({ event }) => event);
  }

  /**
   * Adds events after the first `count` ones, all or none, and returns when they are on the disk. It rejects if there are
   * other events under these numbers already: somebody else has gone on with this tournament.
   * @param {Card} card
   * @param {number} count
   * @param {object[]} events
   */
  async append(card, count, events) {
    const database = await this.#database;
    const change = database.transaction([TOURNAMENTS, EVENTS], "readwrite", { durability: "strict" });
    const kept = change.objectStore(EVENTS);
    const writes = events.map((event, at) => kept.add({ id: card.id, number: count + at, event }));
    await Promise.all([...writes, change.objectStore(TOURNAMENTS).put(card), change.done]);
  }

  /**
   * Changes the card alone: when it was copied out, that it is deleted (its events stay, so that it can come back).
   * @param {Card} card
   */
  async change(card) {
    await (await this.#database).put(TOURNAMENTS, card);
  }
}
