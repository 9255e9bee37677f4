import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal, EnrolledDevice } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import { customerNetwork } from '../../../common/networks.ts';
import { rateLimiter } from '../../../common/rate-limit.ts';
import { RememberedReads } from '../../../common/remembered-reads.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { allDevices, deviceById, deviceBySecret, markRevoked, markSeen, type StoredDevice } from './device.store.ts';
import { hashOfSecret } from './enrolment.service.ts';

/** Maximum delay until a device revoked by another process is noticed. */
const noticedWithinMs = 5_000;
const devicesRemembered = 2_000;
const seenEveryMs = 60_000;
/** Unknown cookies allowed per address and minute: more than a site's registers, even if all connect at once after a start. */
const unknownPerMinute = 120;

export interface DeviceServiceOptions {
  db: Db;
  clock: Clock;
  sessionEnds: SessionEnds;
}

/** Enrolled devices: recognized by their cookie, listed, revoked. */
export class DeviceService {
  readonly #options: DeviceServiceOptions;
  /** Devices by the hash of their cookie's secret, so that the secrets are not stored. */
  readonly #inService: RememberedReads<StoredDevice | null>;

  /** Hashes of cookies of current or former devices; only other cookies count towards the limit. */
  readonly #recognised = new Set<string>();
  readonly #unknown = rateLimiter(unknownPerMinute, 60);

  constructor(options: DeviceServiceOptions) {
    this.#options = options;
    this.#inService = new RememberedReads({ read: (hash) => this.#recognise(hash), ttlMs: noticedWithinMs, max: devicesRemembered });
  }

  /** For `CallerSource`: returns null for a cookie without an active device. */
  async deviceOf(secret: string, ip: string): Promise<EnrolledDevice | null> {
    const hash = hashOfSecret(secret).toString('base64url');
    const isNew = !this.#recognised.has(hash);
    if (isNew) await this.#unknown.use(customerNetwork(ip));
    const device = await this.#inService.get(hash);
    if (!device) return null;
    if (isNew) await this.#remember(hash, ip);
    const { id, kind, name, site, terminal } = device;
    return { id, kind, name, site, terminal };
  }

  async #remember(hash: string, ip: string): Promise<void> {
    await this.#unknown.forgive(customerNetwork(ip));
    this.#recognised.add(hash);
    const [oldest] = this.#recognised;
    if (this.#recognised.size > devicesRemembered && oldest !== undefined) this.#recognised.delete(oldest);
  }

  async byId(id: string): Promise<StoredDevice | null> {
    return deviceById(this.#options.db, id);
  }

  async list(): Promise<StoredDevice[]> {
    return allDevices(this.#options.db);
  }

  /** Revokes a device and ends its sessions. Revoking it again changes nothing. @throws Failure 404 `device_unknown` */
  async revoke(id: string, by: AuditedPrincipal): Promise<StoredDevice> {
    const { db, sessionEnds } = this.#options;
    const at = this.#options.clock.now();
    const revoked = await db.transaction().execute(async (tx) => {
      const device = await markRevoked(tx, id, at);
      if (!device) return null;
      const ended = await sessionEnds.endAll(tx, { device: id }, 'the device was taken out of service');
      const { name, site, terminal } = device;
      const before = { name, terminal, openSessions: ended.length };
      await writeAudit(tx, {
        ...auditBy(by),
        site,
        action: 'device.revoked',
        subject: `device:${id}`,
        before,
        at,
      });
      return { device, ended };
    });
    if (revoked) {
      this.#inService.forgetAll();
      sessionEnds.announce(revoked.ended);
    }
    const device = revoked?.device ?? (await this.byId(id));
    if (!device) throw notFound('device_unknown', 'Device not found');
    return device;
  }

  async #recognise(hash: string): Promise<StoredDevice | null> {
    const device = await deviceBySecret(this.#options.db, Buffer.from(hash, 'base64url'));
    if (device) await this.#noteSeen(device);
    return device;
  }

  /**
   * Stores the time the device was last seen, at most once a minute. A difference in either direction counts, because the company's clock
   * may be set back.
   */
  async #noteSeen({ id, lastSeen }: StoredDevice): Promise<void> {
    const now = this.#options.clock.now();
    if (lastSeen && Math.abs(now.getTime() - lastSeen.getTime()) < seenEveryMs) return;
    await markSeen(this.#options.db, id, now);
  }
}
