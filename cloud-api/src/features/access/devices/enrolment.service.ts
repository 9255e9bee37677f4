import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal, Caller } from '../../../common/caller.ts';
import { Failure, badRequest, notFound } from '../../../common/failure.ts';
import { hashOfSecret } from '../../../common/rotating-secrets.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { networkOfSite } from './device-networks.ts';
import {
  addNetwork,
  insertDevice,
  enrolmentByToken,
  insertEnrolment,
  lockEnrolment,
  siteExists,
  siteName,
  type DeviceDescription,
  type Enrolment,
  type StoredDevice,
} from './device.store.ts';

const linkLifeMs = 24 * 3_600_000;
/** 128 random bits, as for every id in a public link. */
const linkBytes = 16;
const secretBytes = 32;

export interface EnrolmentLink {
  id: string;
  link: string;
  expires: Date;
}

export interface EnrolmentServiceOptions {
  db: Db;
  clock: Clock;
  /** The machine's time, by which a link expires. */
  systemClock: Clock;
  /** The base URL for staff's browsers; links begin with it. */
  publicUrl: string;
}

/** One-time links and the devices enrolled by them (docs/rules/access.md#devices). */
export class EnrolmentService {
  readonly #options: EnrolmentServiceOptions;

  constructor(options: EnrolmentServiceOptions) {
    this.#options = options;
  }

  /** The link is shown once; only its hash is stored. @throws Failure 400 for an unknown site */
  async createLink(description: DeviceDescription, by: AuditedPrincipal): Promise<EnrolmentLink> {
    const { db, systemClock, publicUrl } = this.#options;
    if (!(await siteExists(db, description.site))) throw badRequest('body.site', `there is no site ${description.site}`);
    const token = randomBytes(linkBytes).toString('base64url');
    const id = uuidv7();
    const created = systemClock.now();
    const expires = new Date(created.getTime() + linkLifeMs);
    await db.transaction().execute(async (tx) => {
      await insertEnrolment(tx, { ...description, id, tokenHash: hashOfSecret(token), createdBy: by.id, created, expires });
      await this.#audit(tx, { action: 'device.invited', subject: `enrolment:${id}`, after: description }, by, description.site);
    });
    return { id, link: new URL(`/enrol/${token}`, publicUrl).href, expires };
  }

  /**
   * Returns the device that the link would enroll, without using up the link.
   * @throws Failure 404 `link_unknown`, 410 `link_used` or `link_expired`
   */
  async preview(token: string): Promise<DeviceDescription & { siteName: string; expires: Date }> {
    const { db } = this.#options;
    const { kind, name, site, terminal, expires } = this.#checked(await enrolmentByToken(db, hashOfSecret(token)));
    return { kind, name, site, siteName: await siteName(db, site), terminal, expires };
  }

  /**
   * Uses up a link.
   * @returns the device, and the secret for its cookie
   * @throws Failure 404 `link_unknown`, 410 `link_used` or `link_expired`
   */
  async enrol(token: string, { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>): Promise<{ device: StoredDevice; secret: string }> {
    const { db, clock, systemClock } = this.#options;
    const secret = randomBytes(secretBytes).toString('base64url');
    const device = await db.transaction().execute(async (tx) => {
      const enrolment = this.#checked(await lockEnrolment(tx, hashOfSecret(token)));
      const { kind, name, site, terminal } = enrolment;
      const described = { id: uuidv7(), kind, name, site, terminal, networks: [] };
      const made = { ...described, enrolled: clock.now(), lastSeen: null, revoked: null };
      await insertDevice(tx, made, { hash: hashOfSecret(secret), since: systemClock.now() }, enrolment.id);
      await addNetwork(tx, made.id, networkOfSite(ip), systemClock.now());
      const row = { action: 'device.enrolled', subject: `device:${made.id}`, after: { kind, name, site, terminal } };
      await this.#audit(tx, row, { id: `enrolment:${enrolment.id}`, site, device: made.id, requestId }, site);
      return made;
    });
    return { device, secret };
  }

  #checked(enrolment: Enrolment | null): Enrolment {
    if (!enrolment) throw notFound('link_unknown', 'Unknown enrollment link. Ask for a new one');
    if (enrolment.used) throw new Failure(410, 'link_used', 'This enrollment link was already used. Ask for a new one');
    if (enrolment.expires <= this.#options.systemClock.now()) {
      throw new Failure(410, 'link_expired', 'This enrollment link has expired. Ask for a new one');
    }
    return enrolment;
  }

  #audit(tx: Tx, row: { action: string; subject: string; after: object }, by: AuditedPrincipal, site: number): Promise<void> {
    return writeAudit(tx, { ...row, ...auditBy(by), site, at: this.#options.clock.now() });
  }
}
