/** Runs work one at a time. A request during a run leads to another run after it, because that one may have started before the change. */
export class RepeatedRun {
  readonly #work: (signal: AbortSignal) => Promise<number | null>;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isRequested = false;

  /** @param work resolves with the milliseconds until the next run, or null if only a request leads to one; it must not reject */
  constructor(work: (signal: AbortSignal) => Promise<number | null>) {
    this.#work = work;
  }

  /** Runs now, or again after the current run. */
  request(): void {
    if (this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    if (this.#running) this.#isRequested = true;
    else this.#running = this.#work(this.#stopping.signal).then((waitMs) => this.#afterRun(waitMs));
  }

  /** Aborts the current run and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #afterRun(waitMs: number | null): void {
    this.#running = null;
    if (this.#stopping.signal.aborted) return;
    if (this.#isRequested) {
      this.#isRequested = false;
      this.request();
    } else if (waitMs !== null) {
      this.#timer = setTimeout(() => this.request(), waitMs);
    }
  }
}
