import type { Logger } from 'pino';
import type { Caller } from '../common/caller.ts';
import type { Failure } from '../common/failure.ts';
import { WorkLoop } from '../common/work-loop.ts';
import type { Db } from '../db/pool.ts';
import { writeAudit, type AuditEntry } from './audit.ts';

/** The audit's name for each failure code. All other failures would apply to any caller. */
const actions: Readonly<Record<string, string>> = {
  login_failed: 'sign-in.failed',
  pin_wrong: 'sign-in.failed',
  code_wrong: 'sign-in.failed',
  forbidden: 'access.refused',
  other_site: 'access.refused',
  approval_invalid: 'approval.refused',
};

/** Equal refusals per hour that get a row each; further ones are only counted. */
const rowsAnHour = 10;
/** Kinds distinguished per hour, so that a flood cannot fill the memory. */
const mostKinds = 1_000;
const countedEveryMs = 10 * 60_000;
const hourMs = 3_600_000;

/** Refusals of one action, actor, device and call within an hour. */
interface Kind {
  hour: number;
  written: number;
  /** How many have no row of their own yet, and the latest of them. */
  counted: number;
  last: AuditEntry;
}

interface Clock {
  now(): Date;
}

interface Options {
  db: Db;
  log: Logger;
  /** Company time, for the rows. */
  clock: Clock;
  /** System time, for counting. */
  systemClock: Clock;
}

/**
 * Writes failed sign-ins and calls rejected for role, site or approval to the audit. Limits the rows, so that a flood cannot fill it. Never
 * writes typed input: any field may contain a secret. A killed process loses the counts of ten minutes.
 */
export class RefusedCalls {
  readonly #options: Options;
  readonly #kinds = new Map<string, Kind>();
  readonly #loop: WorkLoop;

  constructor(options: Options) {
    this.#options = options;
    this.#loop = new WorkLoop({
      round: () => this.#writeCounts(),
      everyMs: countedEveryMs,
      onTrouble: (error) => options.log.warn({ err: error }, 'Cannot write counts of rejected calls to the audit, retrying'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#writeCounts();
  }

  /** @param call method and path of the contract */
  async audit({ principal, device, requestId }: Caller, call: string, { code, isAudited }: Failure): Promise<void> {
    const action = actions[code];
    if (!action || isAudited) return;
    const { clock, log } = this.#options;
    const entry: AuditEntry = {
      actor: principal?.id ?? 'anonymous',
      site: device?.site ?? principal?.site ?? null,
      device: device?.id ?? null,
      action,
      subject: `call:${call}`,
      why: code,
      requestId,
      at: clock.now(),
    };
    // the caller is rejected anyway
    await this.#write(entry).catch((error: unknown) => log.warn({ err: error, requestId }, 'Rejected call not written to the audit'));
  }

  async #write(entry: AuditEntry): Promise<void> {
    const kind = this.#kindOf(entry);
    if (kind.written < rowsAnHour) {
      kind.written += 1;
      await writeAudit(this.#options.db, entry);
      return;
    }
    kind.counted += 1;
    kind.last = entry;
  }

  #kindOf(entry: AuditEntry): Kind {
    const { action, actor, device, subject } = entry;
    const hour = this.#hour();
    const name = [action, actor, device, subject].join(' ');
    const known = this.#kinds.get(name);
    if (known?.hour === hour) return known;
    const isOneTooMany = !known && this.#kinds.size >= mostKinds;
    if (isOneTooMany) return this.#kinds.get(action) ?? this.#begin(action, { hour, written: rowsAnHour, counted: 0, last: entry });
    return this.#begin(name, { hour, written: 0, counted: known?.counted ?? 0, last: known?.last ?? entry });
  }

  #begin(name: string, kind: Kind): Kind {
    this.#kinds.set(name, kind);
    return kind;
  }

  /** Writes one row for each kind with only counted refusals. @returns how many rows */
  async #writeCounts(): Promise<number> {
    const counted = [...this.#kinds].filter(([, { counted: more }]) => more > 0);
    for (const [name, kind] of counted) {
      const { counted: together, last } = kind;
      const several = name === last.action && { actor: 'several', device: null, site: null, subject: 'call:several' };
      await writeAudit(this.#options.db, { ...last, ...several, after: { together } });
      kind.counted -= together;
    }
    for (const [name, { hour, counted: more }] of this.#kinds) if (hour !== this.#hour() && more === 0) this.#kinds.delete(name);
    return counted.length;
  }

  #hour(): number {
    return Math.floor(this.#options.systemClock.now().getTime() / hourMs);
  }
}
