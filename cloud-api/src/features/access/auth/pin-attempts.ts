import { sql } from 'kysely';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Alert } from '../../../common/alert.ts';
import { attemptLimiter } from '../../../common/attempt-limiter.ts';
import type { Caller, EnrolledDevice } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';

/** Wrong PINs of one person at one device in an hour. */
const mostAttempts = 10;
const hourMs = 3_600_000;
/** Wrong PINs at one device in an hour, for all names together, so that one PIN is not tried on everybody. */
const mostOfDevice = 30;

interface Options {
  db: Db;
  /** The company's time, for audit rows. */
  clock: Clock;
  /** The machine's time: a lock ends by it. */
  systemClock: Clock;
  alert: Alert;
}

const locked = (endsMs: number): Failure => {
  const retryAfterSeconds = Math.max(1, Math.ceil(endsMs / 1_000));
  const wait = `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new Failure(
    429,
    'too_many_attempts',
    `This PIN is locked here for ${wait}. Please sign in by username, or ask an Admin to unlock it`,
    {
      details: { retryAfterSeconds },
    },
  );
};

/** Counts PINs per person and device, so that nobody locks a manager out from another register. */
export class PinAttempts {
  readonly #options: Options;
  readonly #ofDevice = attemptLimiter({ attempts: mostOfDevice, seconds: hourMs / 1_000 });

  constructor(options: Options) {
    this.#options = options;
  }

  /** Counts the attempt before it is judged. @returns which one it is. @throws Failure 429 `too_many_attempts` */
  async begin(employee: number, device: EnrolledDevice): Promise<number> {
    await this.#ofDevice.use(device.id);
    const now = this.#options.systemClock.now();
    const { since, attempts } = await countAttempt(this.#options.db, employee, device.id, now);
    if (attempts > mostAttempts) throw locked(since.getTime() + hourMs - now.getTime());
    return attempts;
  }

  async succeeded(employee: number, device: EnrolledDevice): Promise<void> {
    await this.#ofDevice.forgive(device.id);
    await this.#options.db
      .updateTable('pin_attempt')
      .set({ attempts: sql`greatest(attempts - 1, 0)` })
      .where('employee_number', '=', employee)
      .where('device', '=', device.id)
      .execute();
  }

  /** Records a wrong PIN. The last one that is allowed locks the person at this device and raises an alert. */
  async failed(employee: number, device: EnrolledDevice, attempt: number): Promise<void> {
    if (attempt !== mostAttempts) return;
    const { db, clock, alert } = this.#options;
    await writeAudit(db, {
      actor: `device:${device.id}`,
      site: device.site,
      device: device.id,
      action: 'pin.locked',
      subject: `staff:${employee}`,
      after: { attempts: mostAttempts },
      at: clock.now(),
    });
    alert('pin.locked', { employee, device: device.id, site: device.site }, `The PIN of employee ${employee} is locked at ${device.name}`);
  }

  /** Unlocks the person at every device. @returns at how many it was locked */
  async unlock(employee: number, caller: Caller): Promise<number> {
    const { db, clock } = this.#options;
    return db.transaction().execute(async (tx) => {
      const counts = await tx.deleteFrom('pin_attempt').where('employee_number', '=', employee).returning('attempts').execute();
      const unlocked = counts.filter(({ attempts }) => attempts >= mostAttempts).length;
      await writeAudit(tx, {
        ...(caller.principal ? auditBy(caller.principal) : { actor: 'command line' }),
        device: caller.device?.id ?? null,
        action: 'pin.unlocked',
        subject: `staff:${employee}`,
        before: { devices: unlocked },
        requestId: caller.requestId,
        at: clock.now(),
      });
      return unlocked;
    });
  }
}

/** Counts in one statement, so that attempts at the same time do not pass the limit. */
async function countAttempt(db: Db, employee: number, device: string, now: Date): Promise<{ since: Date; attempts: number }> {
  const hasEnded = sql<boolean>`pin_attempt.since <= ${new Date(now.getTime() - hourMs)}`;
  return db
    .insertInto('pin_attempt')
    .values({ employee_number: employee, device, since: now, attempts: 1 })
    .onConflict((known) =>
      known.columns(['employee_number', 'device']).doUpdateSet({
        since: sql`case when ${hasEnded} then ${now} else pin_attempt.since end`,
        attempts: sql`case when ${hasEnded} then 1 else pin_attempt.attempts + 1 end`,
      }),
    )
    .returning(['since', 'attempts'])
    .executeTakeFirstOrThrow();
}
