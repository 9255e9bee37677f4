interface FailureLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

const everyMs = 3_600_000;

/** Logs a failure that is retried without limit: each new cause once, and what lasts once per hour with the number of attempts. */
export class LastingFailure {
  readonly #log: FailureLog;
  readonly #now: () => number;
  #failing: { cause: string; attempts: number; since: number; loggedAt: number } | null = null;

  constructor(log: FailureLog, now = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  failed(error: unknown, message: string, fields: object = {}): void {
    const cause = error instanceof Error ? error.message : String(error);
    const now = this.#now();
    const before = this.#failing;
    const isNew = before?.cause !== cause;
    const logs = before === null || isNew || now - before.loggedAt >= everyMs;
    const attempts = (before?.attempts ?? 0) + 1;
    this.#failing = { cause, attempts, since: before?.since ?? now, loggedAt: logs ? now : before.loggedAt };
    if (logs)
      this.#log.warn({ err: error, ...fields, ...(attempts > 1 && { attempts, minutes: minutesOf(now - this.#failing.since) }) }, message);
  }

  /** @param message logged with the number of attempts if it had failed */
  ended(message: string): void {
    const { attempts, since } = this.#failing ?? { attempts: 0, since: 0 };
    this.#failing = null;
    if (attempts > 0) this.#log.info({ attempts, minutes: minutesOf(this.#now() - since) }, message);
  }
}

const minutesOf = (ms: number): number => Math.round(ms / 60_000);
