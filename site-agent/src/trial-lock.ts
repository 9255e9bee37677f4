import { aborted } from 'node:util';

/**
 * Lets one trial run at a time: that of an update or that of a configuration. An end of the process fails both, also the one that did not cause
 * it (docs/decisions/0128-one-trial-at-a-time.md).
 */
export class TrialLock {
  #held: PromiseWithResolvers<void> | null = null;

  /**
   * Waits for the end of the current trial.
   * @returns ends the trial; null if the signal is aborted before
   */
  async take(signal: AbortSignal): Promise<(() => void) | null> {
    while (this.#held && !signal.aborted) await Promise.race([this.#held.promise, aborted(signal, this)]);
    return signal.aborted ? null : this.#take();
  }

  /** Takes the lock at once. @returns null during a trial */
  tryTake(): (() => void) | null {
    return this.#held ? null : this.#take();
  }

  #take(): () => void {
    const held = Promise.withResolvers<void>();
    this.#held = held;
    return () => {
      if (this.#held !== held) return;
      this.#held = null;
      held.resolve();
    };
  }
}
