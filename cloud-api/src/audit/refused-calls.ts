import type { Logger } from 'pino';
import type { Caller } from '../common/caller.ts';
import type { Failure } from '../common/failure.ts';
import type { Db } from '../db/pool.ts';
import { WorkLoop } from '../common/work-loop.ts';
import { writeAudit, type AuditEntry } from './audit.ts';

/** How the audit names a refusal, by its code. Other failures say that a call cannot be done, by whomever. */
const actions: Readonly<Record<string, string>> = {
  login_failed: 'sign-in.failed',
  pin_wrong: 'sign-in.failed',
  code_wrong: 'sign-in.failed',
  forbidden: 'access.refused',
  other_site: 'access.refused',
  approval_invalid: 'approval.refused',
};

/** Alike refusals that have a row each in an hour; of more of them only the number is written. */
const rowsAnHour = 10;
/** Kinds of refusals that are told apart in an hour, so that nobody can fill the memory. */
const mostKinds = 1_000;
const countedEveryMs = 10 * 60_000;
const hourMs = 3_600_000;

/** Refusals of one action, actor, device and call within an hour. */
interface Kind {
  hour: number;
  written: number;
  /** How many have no row of their own yet, and the last of them. */
  counted: number;
  last: AuditEntry;
}

interface Clock {
  now(): Date;
}

interface Options {
  db: Db;
  log: Logger;
  /** The company's time, for the rows. */
  clock: Clock;
  /** The machine's time, by which refusals are counted. */
  systemClock: Clock;
}

/**
 * Writes failed sign-ins and calls that were refused for the caller's role, site or approval into the audit, so that a flood of them cannot
 * fill it. Nothing that was typed is written: a secret may stand in any field. A process that is killed loses the numbers of ten minutes.
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
      onTrouble: (error) => options.log.warn({ err: error }, 'refused calls could not be counted in the audit this time'),
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
    // the caller is refused all the same
    await this.#write(entry).catch((error: unknown) => log.warn({ err: error, requestId }, 'a refused call is missing in the audit'));
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

  /** Writes one row for each kind of which refusals were only counted. @returns how many rows */
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
