import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import { attemptLimiter } from '../../../../common/attempt-limiter.ts';
import type { AuditedPrincipal, EnrolledDevice } from '../../../../common/caller.ts';
import { PersonAttempts, type AttemptOptions } from './person-attempts.ts';

/** Wrong PINs per device and hour, for any user, so that one PIN is not tried on everyone. */
const mostOfDevice = 30;
const hour = 3_600;

/** Counts PINs per user and device, and of all users at one device; resets the counts of PINs and codes. */
export class PinAttempts {
  readonly #options: AttemptOptions;
  readonly #ofPerson: PersonAttempts;
  readonly #ofDevice = attemptLimiter({ attempts: mostOfDevice, seconds: hour });

  constructor(options: AttemptOptions) {
    this.#options = options;
    this.#ofPerson = new PersonAttempts(options, 'pin');
  }

  /** Counts the attempt before it is checked. @returns its number. @throws Failure 429 `too_many_attempts` */
  async begin(employee: number, device: EnrolledDevice, requestId: string): Promise<number> {
    await this.#ofDevice.use(device.id, () => this.#deviceLocked(device, requestId));
    return this.#ofPerson.begin(employee, device);
  }

  async succeeded(employee: number, device: EnrolledDevice): Promise<void> {
    await this.#ofDevice.forgive(device.id);
    await this.#ofPerson.succeeded(employee, device);
  }

  failed(employee: number, device: EnrolledDevice, requestId: string, attempt: number): Promise<void> {
    return this.#ofPerson.failed(employee, device, requestId, attempt);
  }

  async #deviceLocked({ id, name, site }: EnrolledDevice, requestId: string): Promise<void> {
    const { db, clock, alert } = this.#options;
    await writeAudit(db, {
      actor: `device:${id}`,
      site,
      device: id,
      requestId,
      action: 'pin.locked',
      subject: `device:${id}`,
      after: { attempts: mostOfDevice },
      at: clock.now(),
    });
    alert('pin.locked', { device: id, site }, `All PINs are locked at ${name}: ${mostOfDevice} wrong ones in an hour`);
  }

  /**
   * Unlocks a user's PIN and one-time codes at every device.
   * @returns the number of devices with a locked PIN
   */
  async unlock(employee: number, by: AuditedPrincipal): Promise<number> {
    const { db, clock } = this.#options;
    return db.transaction().execute(async (tx) => {
      const unlocked = await this.#ofPerson.remove(tx, employee);
      const codes = await new PersonAttempts(this.#options, 'code').remove(tx, employee);
      await writeAudit(tx, {
        ...auditBy(by),
        action: 'pin.unlocked',
        subject: `staff:${employee}`,
        before: { devices: unlocked, codes },
        at: clock.now(),
      });
      return unlocked;
    });
  }
}
