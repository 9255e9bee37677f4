interface Waiting {
  readonly alone: boolean;
  begin(): void;
}

/**
 * A first-come, first-served lock on shared state: many readers in parallel, or one writer alone. A writer waits for the current readers,
 * and later ones wait for the writer.
 */
export class ReadWriteLock {
  readonly #waiting: Waiting[] = [];
  #present = 0;
  #someoneAlone = false;

  /** @param begin is called when the turn starts; `end` releases the lock */
  wait(alone: boolean, begin: () => void): { end(): void } {
    let begun = false;
    const waiting = { alone, begin: () => ((begun = true), begin()) };
    this.#waiting.push(waiting);
    this.#admit();
    return {
      end: () => {
        if (begun) this.#leave();
        else this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        this.#admit();
      },
    };
  }

  #leave(): void {
    this.#present -= 1;
    this.#someoneAlone = false;
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next && this.#mayBegin(next); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#present += 1;
      this.#someoneAlone = next.alone;
      next.begin();
    }
  }

  #mayBegin({ alone }: Waiting): boolean {
    return !this.#someoneAlone && (!alone || this.#present === 0);
  }
}
