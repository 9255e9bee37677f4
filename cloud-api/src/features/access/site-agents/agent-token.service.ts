import { createPublicKey } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { assertionAudience } from '@washdesk/site-protocol/enrollment';
import type { Caller } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { agentPrincipal } from './agent-principal.ts';
import { certificateBySerial, markUsed, useAssertion, type StoredCertificate } from './certificates.store.ts';

/** Longest life of an assertion, and how far the agent's clock may be off. */
const longestLifeSeconds = 300;
const clockToleranceSeconds = 60;

/** Starts the session of a site's agent. Provided by the sign-in feature. */
export type StartAgentSession = (
  agent: { principal: string; name: string; site: number },
  caller: Caller,
) => Promise<{ accessToken: string; expiresIn: number }>;

interface Options {
  db: Db;
  systemClock: Clock;
  sessionEnds: SessionEnds;
  startSession: StartAgentSession;
}

const refused = (): Failure => new Failure(401, 'assertion_refused', 'This agent isn’t enrolled. Enroll it again');
const wrongTime = (): Failure => new Failure(401, 'assertion_time', 'The clock of this computer is wrong');

/** Signs in agents by `private_key_jwt` (RFC 7523): no secret is stored at a site but its key. */
export class AgentTokenService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 401 `assertion_refused` or `assertion_time` */
  async signIn(assertion: string, caller: Caller): Promise<{ accessToken: string; expiresIn: number }> {
    const { db, systemClock, sessionEnds, startSession } = this.#options;
    const certificate = await this.#certificateOf(assertion);
    const { id, expires } = await this.#verify(assertion, certificate);
    const { serial, site } = certificate;
    const principal = agentPrincipal(site);
    const ended = await db.transaction().execute(async (tx) => {
      if (!(await useAssertion(tx, `${serial}:${id}`, expires))) throw refused();
      if (!(await markUsed(tx, serial, systemClock.now()))) return [];
      // the sessions of the certificate before could otherwise renew it
      return sessionEnds.endAll(tx, { program: principal }, 'signed in with a new certificate');
    });
    sessionEnds.announce(ended);
    return startSession({ principal, name: `Agent of site ${site}`, site }, caller);
  }

  async #certificateOf(assertion: string): Promise<StoredCertificate> {
    const certificate = await certificateBySerial(this.#options.db, serialIn(assertion));
    if (!certificate || certificate.revoked !== null || certificate.isSuperseded) throw refused();
    if (certificate.expires <= this.#options.systemClock.now()) throw refused();
    return certificate;
  }

  async #verify(assertion: string, { publicKey, site }: StoredCertificate): Promise<{ id: string; expires: Date }> {
    const key = createPublicKey({ key: publicKey, type: 'spki', format: 'der' });
    try {
      const { payload } = await jwtVerify(assertion, key, {
        algorithms: ['ES256'],
        audience: assertionAudience,
        issuer: String(site),
        subject: String(site),
        requiredClaims: ['exp', 'iat', 'jti'],
        maxTokenAge: longestLifeSeconds,
        clockTolerance: clockToleranceSeconds,
        currentDate: this.#options.systemClock.now(),
      });
      const { jti = '', exp = 0, iat = 0 } = payload;
      if (!/^[\w-]{16,64}$/u.test(jti) || exp - iat > longestLifeSeconds) throw refused();
      return { id: jti, expires: new Date((exp + clockToleranceSeconds) * 1_000) };
    } catch (error) {
      if (isAboutTime(error)) throw wrongTime();
      if (error instanceof errors.JOSEError) throw refused();
      throw error;
    }
  }
}

function serialIn(assertion: string): string {
  try {
    const { kid } = decodeProtectedHeader(assertion);
    if (typeof kid === 'string' && /^[0-9a-f]{1,40}$/u.test(kid)) return kid;
  } catch {
    // jose throws a TypeError for a malformed token
  }
  throw refused();
}

/** jose checks the times after the signature. */
function isAboutTime(error: unknown): boolean {
  if (error instanceof errors.JWTExpired) return true;
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat';
}
