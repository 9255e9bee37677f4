/** Runs work one after the other, in call order, whether or not the one before failed. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when the work taken so far has ended. Never rejects. */
  async ended(): Promise<void> {
    await this.#last;
  }
}
