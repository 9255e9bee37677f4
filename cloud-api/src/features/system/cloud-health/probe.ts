import type { Logger } from 'pino';

interface Options<T> {
  read: () => Promise<T>;
  /** Milliseconds between reads; a function of the last value. */
  everyMs: (last: T) => number;
  firstAfterMs?: number;
  first: T;
  log: Logger;
  trouble: string;
}

/** A measurement that takes time: read in the background when it is due, one at a time. Its last value is there at once. */
export class Probe<T> {
  readonly #options: Options<T>;
  #value: T;
  #due: number;
  #isReading = false;

  constructor(options: Options<T>) {
    this.#options = options;
    this.#value = options.first;
    this.#due = performance.now() + (options.firstAfterMs ?? 0);
  }

  get value(): T {
    if (!this.#isReading && performance.now() >= this.#due) void this.#read();
    return this.#value;
  }

  async #read(): Promise<void> {
    const { read, everyMs, log, trouble } = this.#options;
    this.#isReading = true;
    try {
      this.#value = await read();
    } catch (error) {
      log.warn({ err: error }, trouble);
    } finally {
      this.#isReading = false;
      this.#due = performance.now() + everyMs(this.#value);
    }
  }
}
