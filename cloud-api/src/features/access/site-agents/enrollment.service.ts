import { createHmac, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { enrollmentCodeFrom, showEnrollmentCode } from '@washdesk/rules/codes/enrollment-code';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Alert } from '../../../common/alert.ts';
import type { AuditedPrincipal, Caller, Principal } from '../../../common/caller.ts';
import { badField, Failure, forbidden, notFound, siteUnknown } from '../../../common/failure.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { CertificateAuthority, CertificateRequest, IssuedCertificate } from '../../../ports/certificate-authority.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { agentPrincipal, isAgentPrincipal } from './agent-principal.ts';
import { certificateOfKey, currentCertificate, insertCertificate, replaceCertificates, revokeCertificates } from './certificates.store.ts';
import { CodeGuesses } from './code-guesses.ts';
import { enrollmentByCode, enrollmentSite, insertEnrollment, lockSite, useEnrollment } from './enrollments.store.ts';
import { auditRefusedCode } from './refused-codes.ts';
import type { RevocationList } from './revocation-list.ts';
import type { RevokedSites } from './revoked-sites.ts';

const codeLifeMs = 24 * 3_600_000;
const codeBytes = 10;

interface Options {
  db: Db;
  clock: Clock;
  /** The machine's time, by which codes and certificates expire. */
  systemClock: Clock;
  authority: CertificateAuthority | null;
  /** The key of codes' hashes: a copy of the database alone cannot be searched for codes. */
  codeKey: Buffer;
  revocationList: RevocationList;
  revokedSites: RevokedSites;
  sessionEnds: SessionEnds;
  alert: Alert;
}

interface EnrollmentCall {
  /** As the contract reads it. */
  code: string;
  csr: string;
  host: string;
  version: string;
}

interface Trade extends Pick<EnrollmentCall, 'host' | 'version'> {
  codeHash: Buffer;
  /** Null for an unknown code. */
  site: number | null;
  request: CertificateRequest;
}

export interface Enrolled {
  site: number;
  name: string;
  timeZone: string;
  certificate: string;
}

/** One-time codes and the certificates that agents receive for them (docs/rules/sites.md#enrollment). */
export class EnrollmentService {
  readonly #options: Options;
  readonly #guesses: CodeGuesses;

  constructor(options: Options) {
    this.#options = options;
    this.#guesses = new CodeGuesses(options);
  }

  /** The code is shown once; only its hash is stored. @throws Failure 404 `site_unknown`, 409 `enrollment_off` */
  async createCode(site: number, by: AuditedPrincipal): Promise<{ code: string; expires: Date }> {
    const { db, clock, systemClock } = this.#options;
    this.#authority();
    const code = enrollmentCodeFrom(randomBytes(codeBytes));
    const id = uuidv7();
    const created = systemClock.now();
    const expires = new Date(created.getTime() + codeLifeMs);
    await db.transaction().execute(async (tx) => {
      if (!(await lockSite(tx, site))) throw siteUnknown(site);
      await insertEnrollment(tx, { id, site, codeHash: this.#hash(code), created, createdBy: by.id, expires });
      const row = { action: 'site-agent.code-created', subject: `site:${site}`, after: { expires }, at: clock.now() };
      await writeAudit(tx, { ...auditBy(by), ...row, site });
    });
    return { code: showEnrollmentCode(code), expires };
  }

  /**
   * Trades a code for a certificate and revokes the site's earlier ones. An agent that did not receive the response repeats the call with
   * the same key and receives the same certificate.
   * @throws Failure 400 for a bad request, 404 `code_unknown`, 409 `enrollment_off`, 410 `code_used` or `code_expired`, 429
   */
  async enroll(call: EnrollmentCall, caller: Caller): Promise<Enrolled> {
    const { db, clock } = this.#options;
    this.#authority();
    const forgive = await this.#guesses.count(caller.ip);
    const request = await this.#read(call.csr);
    const codeHash = this.#hash(call.code);
    const site = await enrollmentSite(db, codeHash);
    try {
      const enrolled = await this.#trade({ ...call, codeHash, site, request }, caller);
      await forgive();
      return enrolled;
    } catch (error) {
      const { host, version } = call;
      if (error instanceof Failure) await auditRefusedCode(db, { site, host, version, caller, failure: error, at: clock.now() });
      throw error;
    }
  }

  async #trade({ codeHash, site, request, host, version }: Trade, caller: Caller): Promise<Enrolled> {
    const { db } = this.#options;
    if (site === null) throw codeUnknown();
    const { ended, ...enrolled } = await db.transaction().execute(async (tx) => {
      const described = await lockSite(tx, site);
      const enrollment = await enrollmentByCode(tx, codeHash);
      if (!described || !enrollment) throw codeUnknown();
      const known = await certificateOfKey(tx, site, request.publicKey);
      if (enrollment.used !== null) {
        const isRepeated = known?.enrollment === enrollment.id && known.revoked === null && known.used === null;
        if (!isRepeated) throw new Failure(410, 'code_used', 'This code was already used. Create a new one');
        return { ...described, certificate: known.pem, ended: [] };
      }
      if (enrollment.expires <= this.#now()) throw new Failure(410, 'code_expired', 'This code has expired. Create a new one');
      if (known) throw keyKnown();
      const issued = await this.#replaceAll(tx, { site, enrollment: enrollment.id, request, host, version, caller });
      return { ...described, ...issued };
    });
    this.#options.sessionEnds.announce(ended);
    await this.#options.revokedSites.load();
    return { site, ...enrolled };
  }

  /**
   * Issues the next certificate of an enrolled agent; a repetition with the same key returns the same one.
   * @throws Failure 400 for a bad request, 403 for another caller, 409 `key_known`, 429
   */
  async renew(csr: string, principal: Principal): Promise<string> {
    const { db, clock } = this.#options;
    const { site } = principal;
    if (!isAgentPrincipal(principal.id) || site === null) throw forbidden();
    await this.#guesses.countRenewal(site);
    const request = await this.#read(csr);
    return db.transaction().execute(async (tx) => {
      await lockSite(tx, site);
      const known = await certificateOfKey(tx, site, request.publicKey);
      if (known && (known.revoked !== null || known.used !== null)) throw keyKnown();
      if (known) return known.pem;
      const current = await currentCertificate(tx, site);
      if (!current) throw forbidden();
      const { enrollment, host } = current;
      const issued = await this.#issue(tx, { site, enrollment, request, host });
      await replaceCertificates(tx, site, issued.serial);
      const after = { serial: issued.serial, expires: issued.expires };
      const row = { action: 'site-agent.certificate-renewed', subject: `site:${site}`, after, at: clock.now() };
      await writeAudit(tx, { ...auditBy(principal), ...row, site });
      return issued.pem;
    });
  }

  async #replaceAll(
    tx: Tx,
    {
      version,
      caller,
      ...of
    }: { site: number; enrollment: string; request: CertificateRequest; host: string; version: string; caller: Caller },
  ): Promise<{ certificate: string; ended: string[] }> {
    const { clock, revocationList, revokedSites, sessionEnds } = this.#options;
    const { site, enrollment, host } = of;
    const by = agentPrincipal(site);
    const at = this.#now();
    const revoked = await revokeCertificates(tx, site, { at, by, reason: 'Replaced by a new enrollment' });
    const issued = await this.#issue(tx, of);
    await useEnrollment(tx, enrollment, at);
    if (revoked > 0) await revocationList.renew(tx);
    const ended = await sessionEnds.endAll(tx, { program: by }, 'another computer was enrolled');
    await revokedSites.changed(tx);
    const after = { host, version, serial: issued.serial, expires: issued.expires, ip: caller.ip };
    const row = { action: 'site-agent.enrolled', subject: `site:${site}`, after, at: clock.now() };
    await writeAudit(tx, { ...auditBy({ id: by, site, requestId: caller.requestId }), ...row });
    return { certificate: issued.pem, ended };
  }

  async #issue(
    tx: Tx,
    { request, ...of }: { site: number; enrollment: string; request: CertificateRequest; host: string },
  ): Promise<IssuedCertificate> {
    const issued = this.#now();
    const certificate = await this.#authority().issue(request, of.site, issued);
    await insertCertificate(tx, { ...certificate, ...of, issued });
    return certificate;
  }

  async #read(csr: string): Promise<CertificateRequest> {
    const request = await this.#authority().read(csr);
    if (!request) throw badField('body.csr', 'request_invalid', 'must be a certificate request for a P-256 key, signed by it');
    return request;
  }

  #authority(): CertificateAuthority {
    const { authority } = this.#options;
    if (authority) return authority;
    throw enrollmentOff();
  }

  #hash(code: string): Buffer {
    return createHmac('sha256', this.#options.codeKey).update(code).digest();
  }

  #now(): Date {
    return this.#options.systemClock.now();
  }
}

export const enrollmentOff = (): Failure =>
  new Failure(409, 'enrollment_off', 'This installation has no site CA. Set WASHDESK_SITE_CA_CERTIFICATE and its key');
const codeUnknown = (): Failure => notFound('code_unknown', 'Unknown code. Check each letter, or create a new one');
const keyKnown = (): Failure => new Failure(409, 'key_known', 'This key already has a certificate. Create a new key');
