interface Guesses {
  wrong: number;
  /** On the clock of the caller, in milliseconds. */
  lastMs: number;
}

/** How many wrong guesses wait for nothing, and the growing pauses after that. */
interface Pauses {
  free: number;
  firstMs: number;
  longestMs: number;
}

const ofAddress: Pauses = { free: 4, firstMs: 5_000, longestMs: 900_000 };
const ofAll: Pauses = { free: 20, firstMs: 5_000, longestMs: 300_000 };
/** Wrong guesses count for this long after the last one. */
const countedMs = 3_600_000;
const mostAddresses = 500;

/**
 * Limits the guesses of a PIN, per address and in all: a pause after several wrong ones, doubled by each further one. A guess counts as wrong
 * from its beginning, so guesses at the same time don’t escape the limit. An address from which the last sign-in was right waits only for its
 * own guesses: those of others keep no cashier out.
 */
export class GuessLimit {
  readonly #byAddress = new Map<string, Guesses>();
  /** Addresses with a right PIN, which have not been made to wait since. */
  readonly #known = new Set<string>();
  #all: Guesses = { wrong: 0, lastMs: -Infinity };

  /** Returns how long this address must wait for its next guess, in milliseconds; 0 if it may guess. */
  waitMs(address: string, nowMs: number): number {
    const own = this.#byAddress.get(address);
    const ownMs = own ? pauseLeft(own, ofAddress, nowMs) : 0;
    return this.#known.has(address) ? ownMs : Math.max(ownMs, pauseLeft(this.#all, ofAll, nowMs));
  }

  begin(address: string, nowMs: number): void {
    const own = oneMore(this.#byAddress.get(address), nowMs);
    this.#byAddress.set(address, own);
    if (own.wrong >= ofAddress.free) this.#known.delete(address);
    this.#all = oneMore(this.#all, nowMs);
    // the oldest, so that addresses made up in a row use no memory; the limit in all still counts them
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > mostAddresses && oldest !== undefined) this.#byAddress.delete(oldest);
  }

  /** The guess was right: it doesn’t count, and neither do earlier ones of its address. */
  right(address: string): void {
    this.#byAddress.delete(address);
    this.#known.delete(address);
    this.#known.add(address);
    const [oldest] = this.#known;
    if (this.#known.size > mostAddresses && oldest !== undefined) this.#known.delete(oldest);
    this.#all = { ...this.#all, wrong: Math.max(0, this.#all.wrong - 1) };
  }
}

function oneMore(known: Guesses | undefined, nowMs: number): Guesses {
  const counted = known && nowMs - known.lastMs < countedMs ? known.wrong : 0;
  return { wrong: counted + 1, lastMs: nowMs };
}

function pauseLeft({ wrong, lastMs }: Guesses, { free, firstMs, longestMs }: Pauses, nowMs: number): number {
  if (wrong < free || nowMs - lastMs >= countedMs) return 0;
  return Math.max(0, lastMs + Math.min(longestMs, firstMs * 2 ** (wrong - free)) - nowMs);
}
