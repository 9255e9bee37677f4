import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import { refuseStale } from '../../../common/stale-write.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import type { DeviceCookies } from './device-cookies.ts';
import { allDevices, deviceById, markRevoked, setNetworks, type StoredDevice } from './device.store.ts';

export interface DeviceServiceOptions {
  db: Db;
  clock: Clock;
  sessionEnds: SessionEnds;
  cookies: Pick<DeviceCookies, 'forgetAll'>;
}

/** Enrolled devices: listed, limited to networks, revoked. */
export class DeviceService {
  readonly #options: DeviceServiceOptions;

  constructor(options: DeviceServiceOptions) {
    this.#options = options;
  }

  async byId(id: string): Promise<StoredDevice | null> {
    return deviceById(this.#options.db, id);
  }

  async list(): Promise<StoredDevice[]> {
    return allDevices(this.#options.db);
  }

  /**
   * Limits a device to addresses and networks; an empty list allows any.
   * @throws Failure 404 `device_unknown`
   */
  async limitTo(
    id: string,
    { networks, was }: { networks: readonly string[]; was?: readonly string[] | undefined },
    by: AuditedPrincipal,
  ): Promise<StoredDevice> {
    const { db, clock } = this.#options;
    const device = await db.transaction().execute(async (tx) => {
      const changed = await setNetworks(tx, id, networks);
      if (!changed) throw notFound('device_unknown', 'Device not found');
      refuseStale<{ networks: readonly string[] }>(changed.before.name, {
        was: { networks: was },
        now: { networks: changed.before.networks },
        wanted: { networks },
      });
      const [before, after] = [{ networks: changed.before.networks }, { networks: changed.after.networks }];
      const row = { action: 'device.networks-changed', subject: `device:${id}`, before, after, at: clock.now() };
      if (before.networks.join() !== after.networks.join()) await writeAudit(tx, { ...auditBy(by), site: changed.after.site, ...row });
      return changed.after;
    });
    this.#options.cookies.forgetAll();
    return device;
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
      this.#options.cookies.forgetAll();
      sessionEnds.announce(revoked.ended);
    }
    const device = revoked?.device ?? (await this.byId(id));
    if (!device) throw notFound('device_unknown', 'Device not found');
    return device;
  }
}
