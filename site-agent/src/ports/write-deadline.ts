/** The command waited too long. **Provably nothing was done**: no byte of the action left this process. */
export class CommandExpired extends Error {
  override readonly name = 'CommandExpired';
}

/**
 * The time after which an action may not begin on its device. Every write through a transport names one, and the transport checks it
 * immediately before the bytes leave (docs/decisions/0043-deadline-at-the-write.md).
 */
export class WriteDeadline {
  /** For writes that are harmless at any time: reading a device, and switching a relay off. */
  static readonly none = new WriteDeadline(Infinity);

  readonly #notAfter: number;
  readonly #now: () => number;

  /** @param notAfter on the clock `now`, in milliseconds */
  constructor(notAfter: number, now: () => number = () => performance.now()) {
    this.#notAfter = notAfter;
    this.#now = now;
  }

  /** Returns why the action may no longer begin, as a sentence; null if it may. */
  objection(): string | null {
    const lateMs = this.#now() - this.#notAfter;
    return lateMs > 0 ? `It came ${Math.ceil(lateMs)} ms too late` : null;
  }

  /** @throws CommandExpired if the action may no longer begin */
  check(): void {
    const objection = this.objection();
    if (objection !== null) throw new CommandExpired(objection);
  }

  /** Returns the earlier of this deadline and `notAfter`, on the same clock. */
  orBefore(notAfter: number): WriteDeadline {
    return new WriteDeadline(Math.min(this.#notAfter, notAfter), this.#now);
  }

  /** Returns the earlier of this deadline and the one in `ms` milliseconds. */
  within(ms: number): WriteDeadline {
    return this.orBefore(this.#now() + ms);
  }
}
