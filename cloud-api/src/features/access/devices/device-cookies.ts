import { writeAudit } from '../../../audit/audit.ts';
import type { Alert } from '../../../common/alert.ts';
import type { CallerSource } from '../../../common/caller.ts';
import { customerNetwork, isWithin } from '../../../common/networks.ts';
import { rateLimiter } from '../../../common/rate-limit.ts';
import { RememberedReads } from '../../../common/remembered-reads.ts';
import { hashOfSecret, type RotatingSecrets } from '../../../common/rotating-secrets.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { raiseAlert } from '../../../jobs/alert.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { networkOfSite } from './device-networks.ts';
import { confirmSecret, formerSecret, markReported, replaceSecret } from './device-secrets.store.ts';
import {
  addNetwork,
  deviceById,
  deviceBySecret,
  devicesBySecret,
  markSeen,
  type DeviceWithSecret,
  type StoredDevice,
} from './device.store.ts';

/**
 * A device revoked by another process is noticed after at most the sum of both: a device is read again after the first, from a list of all
 * devices that is at most as old as the second. One query then serves hundreds of tablets that poll.
 */
const noticedWithinMs = { device: 1_000, list: 4_000 };
const devicesRemembered = 2_000;
const seenEveryMs = 60_000;
const hourMs = 3_600_000;
/** Unknown cookies allowed per network and minute: more than a site's registers, even if all connect at once after a start. */
const unknownPerMinute = 120;
/** Time after the first use of a cookie's secret at which it is replaced. */
const replacedAfterMs = 24 * hourMs;
/** Time after the first use of a new secret within which the previous one is accepted: for requests and tabs that still have it. */
const replacementGraceMs = 120_000;

interface Options {
  db: Db;
  clock: Clock;
  /** The machine's time, by which cookies are replaced. */
  systemClock: Clock;
  sessionEnds: SessionEnds;
  secrets: RotatingSecrets;
  alert: Alert;
}

/** A device by its cookie: whether the secret is current, due to be replaced, or has just been replaced. */
interface Recognized {
  device: StoredDevice;
  secret: 'current' | 'due' | 'former';
}

/**
 * Recognizes devices by their cookies, replaces the cookies' secrets daily, and reports what suggests a copied cookie
 * (docs/rules/access.md#devices).
 */
export class DeviceCookies {
  readonly #options: Options;
  /** Devices by the hash of their cookie's secret, so that the secrets are not stored. */
  readonly #inService: RememberedReads<Recognized | null>;
  readonly #all: RememberedReads<Map<string, DeviceWithSecret>>;
  /** Networks where a device is known to have been used, per device and network. */
  readonly #networks = new Set<string>();
  /** Hashes of cookies of current or former devices; only other cookies count towards the limit. */
  readonly #recognised = new Set<string>();
  readonly #unknown = rateLimiter(unknownPerMinute, 60);

  constructor(options: Options) {
    this.#options = options;
    this.#inService = new RememberedReads({ read: (hash) => this.#recognise(hash), ttlMs: noticedWithinMs.device, max: devicesRemembered });
    this.#all = new RememberedReads({ read: () => devicesBySecret(options.db), ttlMs: noticedWithinMs.list, max: 1 });
  }

  /** Reads every device again at its next request. */
  forgetAll(): void {
    this.#inService.forgetAll();
    this.#all.forgetAll();
  }

  /** Whether the device is in service, for its open sockets. */
  async isInService(device: string): Promise<boolean> {
    for (const { id } of (await this.#all.get('all')).values()) if (id === device) return true;
    // the browser may have been enrolled since
    return (await deviceById(this.#options.db, device))?.revoked === null;
  }

  /** For `CallerSource`. */
  async deviceOf(secret: string, ip: string): ReturnType<CallerSource['deviceOf']> {
    const hash = hashOfSecret(secret).toString('base64url');
    const isNew = !this.#recognised.has(hash);
    if (isNew) await this.#unknown.use(customerNetwork(ip));
    const recognized = await this.#inService.get(hash);
    if (!recognized) return null;
    if (isNew) await this.#remember(hash, ip);
    const { device } = recognized;
    const isElsewhere = device.networks.length > 0 && !isWithin(ip, device.networks);
    await this.#noteNetwork(device, networkOfSite(ip), isElsewhere);
    if (isElsewhere) return null;
    const nextSecret = recognized.secret === 'current' ? null : this.#options.secrets.successorOf(secret);
    if (recognized.secret === 'due') await this.#replace(hash, hashOfSecret(this.#options.secrets.successorOf(secret)));
    const { id, kind, name, site, terminal } = device;
    return { device: { id, kind, name, site, terminal }, nextSecret };
  }

  async #remember(hash: string, ip: string): Promise<void> {
    await this.#unknown.forgive(customerNetwork(ip));
    this.#recognised.add(hash);
    const [oldest] = this.#recognised;
    if (this.#recognised.size > devicesRemembered && oldest !== undefined) this.#recognised.delete(oldest);
  }

  async #recognise(name: string): Promise<Recognized | null> {
    const hash = Buffer.from(name, 'base64url');
    const listed = this.#recognised.has(name) ? (await this.#all.get('all')).get(name) : undefined;
    const device = listed ?? (await deviceBySecret(this.#options.db, hash));
    if (!device) return this.#recogniseFormer(hash);
    await this.#noteSeen(device);
    return { device, secret: await this.#stateOf(device) };
  }

  async #stateOf({ id, secretConfirmed }: DeviceWithSecret): Promise<'current' | 'due'> {
    const { db, systemClock } = this.#options;
    const now = systemClock.now();
    if (secretConfirmed === null) await confirmSecret(db, id, now);
    return secretConfirmed !== null && now.getTime() - secretConfirmed.getTime() >= replacedAfterMs ? 'due' : 'current';
  }

  /** A replaced secret is accepted while its successor may not have reached every request of the browser; later two parties have it. */
  async #recogniseFormer(hash: Buffer): Promise<Recognized | null> {
    const { db, systemClock } = this.#options;
    const former = await formerSecret(db, hash);
    const device = former && (await deviceById(db, former.device));
    if (!device) return null;
    const sinceConfirmedMs = former.confirmed === null ? 0 : systemClock.now().getTime() - former.confirmed.getTime();
    if (former.isLatest && sinceConfirmedMs <= replacementGraceMs) return { device, secret: 'former' };
    await this.#reportReuse(device, hash);
    return null;
  }

  async #replace(hash: string, successor: Buffer): Promise<void> {
    const { db, systemClock } = this.#options;
    const replacement = { hash: Buffer.from(hash, 'base64url'), successor, at: systemClock.now() };
    await db.transaction().execute((tx) => replaceSecret(tx, replacement));
    this.#inService.forget(hash);
    this.#all.forgetAll();
  }

  /** Ends the device's sessions: one of the two parties is not the register. */
  async #reportReuse({ id, name, site }: StoredDevice, hash: Buffer): Promise<void> {
    const { db, clock, systemClock, sessionEnds } = this.#options;
    const at = systemClock.now();
    const ended = await db.transaction().execute(async (tx) => {
      if (!(await markReported(tx, hash, at, new Date(at.getTime() - hourMs)))) return [];
      const reason = `An old cookie of ${name} was used again: a copy of it may be elsewhere. Revoke the device and enroll it anew.`;
      await this.#tellAdmins(tx, { id, site, kind: 'device.cookie-reused', key: `device.cookie-reused:${id}:${at.toISOString()}`, reason });
      await writeAudit(tx, { ...auditedAs(id, site), action: 'device.cookie-reused', subject: `device:${id}`, at: clock.now() });
      return sessionEnds.endAll(tx, { device: id }, 'an old cookie of the device was used again');
    });
    sessionEnds.announce(ended);
  }

  /** Tells Admins when the device is used in a network where it was never used before. */
  async #noteNetwork({ id, name, site }: StoredDevice, network: string, isRefused: boolean): Promise<void> {
    const key = `${id} ${network}`;
    if (this.#networks.has(key)) return;
    const { db, clock, systemClock } = this.#options;
    await db.transaction().execute(async (tx) => {
      const added = await addNetwork(tx, id, network, systemClock.now());
      if (added === 'known' || (added === 'first' && !isRefused)) return;
      const action = isRefused ? 'device.refused-elsewhere' : 'device.used-elsewhere';
      const reason = isRefused
        ? `${name} was refused in the network ${network}, which is not in its list. Correct the list or revoke the device.`
        : `${name} was used in a new network: ${network}. Revoke the device if that isn’t its site.`;
      await this.#tellAdmins(tx, { id, site, kind: action, key: `device.elsewhere:${id}:${network}`, reason });
      await writeAudit(tx, { ...auditedAs(id, site), action, subject: `device:${id}`, after: { network }, at: clock.now() });
    });
    this.#networks.add(key);
    const [oldest] = this.#networks;
    if (this.#networks.size > devicesRemembered && oldest !== undefined) this.#networks.delete(oldest);
  }

  async #tellAdmins(tx: Tx, told: { id: string; site: number; kind: string; key: string; reason: string }): Promise<void> {
    const { alert, clock } = this.#options;
    const { id, site, kind, key, reason } = told;
    await raiseAlert(tx, { key, site, customer: null, reason, created: clock.now() });
    alert(kind, { device: id, site }, reason);
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

/** A row for something that a device's cookie did before anyone signed in. */
const auditedAs = (id: string, site: number) => ({ actor: `device:${id}`, site, device: id, requestId: `device:${id}` });
