import { setTimeout as wait } from 'node:timers/promises';

interface Options {
  /** @returns how much work it found; 0 pauses the loop */
  round: () => Promise<number>;
  everyMs: number;
  /** Minimum time between the starts of two rounds; default 0. Under load one round then covers many pokes. */
  apartMs?: number;
  onTrouble: (error: unknown) => void;
}

/** Runs rounds while there is work, then pauses until the interval ends or `poke` is called. */
export class WorkLoop {
  readonly #options: Options;
  #running: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  /** Whether `poke` was called during a round that may have missed the new work. */
  #poked = false;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#loop();
  }

  /** Resolves when the current round is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.poke();
    await this.#running;
  }

  poke(): void {
    this.#poked = true;
    this.#wake?.();
  }

  async #loop(): Promise<void> {
    const { round, onTrouble, apartMs = 0 } = this.#options;
    while (!this.#stopped) {
      const earliestNext = performance.now() + apartMs;
      this.#poked = false;
      try {
        if ((await round()) === 0) await this.#rest();
      } catch (error) {
        onTrouble(error);
        this.#poked = false;
        await this.#rest();
      }
      const early = earliestNext - performance.now();
      if (early > 0 && !this.#stopped) await wait(early);
    }
  }

  #rest(): Promise<void> {
    if (this.#poked || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(done, this.#options.everyMs);
      this.#wake = done;
    });
  }
}
