/** Runs work one after the other, in call order, whether or not the one before failed. Without any before it, it begins within the call. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #taken = 0;

  take<T>(work: () => Promise<T>): Promise<T> {
    const begun = this.#taken === 0 ? new Promise<T>((resolve) => resolve(work())) : this.#last.then(work);
    this.#taken += 1;
    const done = begun.finally(() => (this.#taken -= 1));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when the work taken so far has ended. Never rejects. */
  async ended(): Promise<void> {
    await this.#last;
  }
}
