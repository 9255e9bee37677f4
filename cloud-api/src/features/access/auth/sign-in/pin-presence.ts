import { isKnownAs } from '@washdesk/rules/company/same-person';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import type { Caller, Presence, Presences, Principal } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { Db } from '../../../../db/pool.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ReadSetting } from '../../../../ports/settings.ts';
import { pinOf, setPinPassed } from '../sessions/session.store.ts';
import { staffByNumber } from './sign-in.store.ts';
import { deviceRequired, refuseTemporary, type StaffProof } from './staff-proof.ts';

const minuteMs = 60_000;

interface Options {
  db: Db;
  /** The company's time, for audit rows. */
  clock: Clock;
  /** The machine's time, by which a PIN ages. */
  systemClock: Clock;
  settings: ReadSetting;
  proof: Pick<StaffProof, 'hasPin'>;
}

const noPin = (): Failure => new Failure(409, 'no_pin', 'You have no PIN yet. An Admin can set one, or someone else can approve this');
const wrong = (): Failure => new Failure(403, 'pin_wrong', 'This PIN is incorrect');

/** Who has entered a PIN at a device, and for how long it counts (docs/rules/access.md#pin-at-a-device). */
export class PinPresence implements Presences {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async of({ session }: Principal): Promise<Presence> {
    const { db, systemClock, settings } = this.#options;
    const [{ device, passed }, minutes] = await Promise.all([pinOf(db, session), settings('pinMinutes')]);
    // a session without a device began with a password
    if (device === null) return 'recent';
    if (passed === null) return 'never';
    return systemClock.now().getTime() - passed.getTime() < minutes * minuteMs ? 'recent' : 'earlier';
  }

  /**
   * Checks the PIN of the signed-in person. Wrong ones count as at a sign-in.
   * @returns how long it counts
   * @throws Failure 403 `device_required`, `pin_wrong`, 409 `no_pin`, 429 `too_many_attempts`
   */
  async enter(principal: Principal, { device, requestId }: Caller, pin: string): Promise<Date> {
    const { db, clock, systemClock, settings, proof } = this.#options;
    if (!device || principal.employee === null) throw deviceRequired();
    const staff = await staffByNumber(db, principal.employee);
    if (!staff?.pinHash || !isKnownAs(staff, principal.name)) throw noPin();
    const subject = `session:${principal.session}`;
    if (!(await proof.hasPin(principal.employee, staff, pin, { device, requestId }))) {
      await writeAudit(db, { ...auditBy(principal), action: 'pin.refused', subject, at: clock.now() });
      throw wrong();
    }
    refuseTemporary(staff, 'pin');
    const now = systemClock.now();
    await setPinPassed(db, principal.session, now);
    await writeAudit(db, { ...auditBy(principal), action: 'pin.entered', subject, at: clock.now() });
    return new Date(now.getTime() + (await settings('pinMinutes')) * minuteMs);
  }
}
