// The one file that knows IndexedDB: what was typed survives a reload.
import { openDB } from "./idb.js";

const DATABASE = "losovna";
const LISTS = "lists";
/** Milliseconds after which a database that does not open is taken for refused, as some private windows do it. */
const PATIENCE = 3_000;

/** @typedef {import("./idb.js").IDBPDatabase} Database */

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
    const opening = (async () =>
      openDB(DATABASE, 1, {
        upgrade: (database) => void database.createObjectStore(LISTS),
        blocking: (_current, _wanted, event) => /** @type {IDBDatabase} */ (event.target).close(),
        terminated: () => (this.#database = this.#open()),
      }))();
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the database does not open")), PATIENCE));
    try {
      return /** @type {Database} */ (await Promise.race([opening, late]));
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
