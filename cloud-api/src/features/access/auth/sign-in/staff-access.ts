import type { StaffMember } from '@washdesk/contracts/access/one-time-code';
import { isKnownAs } from '@washdesk/rules/company/same-person';
import type { AuditedPrincipal } from '../../../../common/caller.ts';
import type { Db } from '../../../../db/pool.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { SessionEnds } from '../../../../ports/session-ends.ts';
import { resetCodes, type OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import { hourMs } from './attempt-counts.store.ts';
import { mostAttempts } from './person-attempts.ts';
import { staffWithLocks } from './staff-access.store.ts';

interface Options {
  db: Db;
  /** The company's time, for audit rows. */
  clock: Clock;
  /** The machine's time, by which locks end. */
  systemClock: Clock;
  sessionEnds: SessionEnds;
  codes: Pick<OneTimeCodes, 'isNeeded'>;
}

/** Lists how each staff member may sign in, and resets one-time codes for an Admin. */
export class StaffAccess {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async list(): Promise<StaffMember[]> {
    const { db, systemClock, codes } = this.#options;
    const rows = await staffWithLocks(db, mostAttempts, new Date(systemClock.now().getTime() - hourMs));
    return rows.map(({ codeSince, otherNames, sitewatchNames, ...row }) => ({
      ...row,
      sitewatchName: sitewatchNames.find((name) => !isKnownAs({ name: row.name, otherNames }, name)) ?? null,
      code: codes.isNeeded(row.roles) ? (codeSince ? 'set' : 'missing') : 'not_needed',
      codeSince: codeSince?.toISOString() ?? null,
    }));
  }

  resetCode(employee: number, by: AuditedPrincipal): Promise<boolean> {
    return resetCodes(this.#options, employee, by);
  }
}
