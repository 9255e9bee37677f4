import { PosTimedOut, PosUnavailable } from '../../ports/pos-database.ts';

/** Milliseconds. Firebird is asked to cancel at the deadline; if the server does not respond to that, the connection is cut. */
export const graceMs = 1_000;

/** @throws PosUnavailable with that sentence if `signal` aborts first */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal, sentence: string): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new PosUnavailable(sentence));
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Rejects and cuts the connection once `signal` has been aborted for the grace period. */
export class CancelTimeout {
  readonly passed: Promise<never>;
  readonly #signal: AbortSignal;
  readonly #begin: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(signal: AbortSignal, cutConnection: () => void) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.passed = promise;
    this.#signal = signal;
    this.#begin = () => {
      this.#timer = setTimeout(() => {
        cutConnection();
        reject(new PosTimedOut('Sitewatch isn’t responding'));
      }, graceMs);
    };
    signal.addEventListener('abort', this.#begin, { once: true });
    if (signal.aborted) this.#begin();
  }

  clear(): void {
    this.#signal.removeEventListener('abort', this.#begin);
    clearTimeout(this.#timer);
  }
}
