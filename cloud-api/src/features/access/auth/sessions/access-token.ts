import { createHash, createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { SignedInPrincipal } from '../../../../common/caller.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { accessTokenLifeMs, type OpenSession } from './session.ts';

const issuer = 'washdesk';
const algorithm = 'EdDSA';

/** The claims of a token beyond the registered ones. */
const claims = z
  .object({
    sub: z.string(),
    kind: z.enum(['staff', 'service']),
    employee: z.int().nullable(),
    name: z.string(),
    roles: z.int().nonnegative(),
    sid: z.uuid(),
    device: z.uuid().nullable(),
    site: z.int().nullable(),
    locationId: z.string().nullable(),
    terminal: z.string().nullable(),
  })
  .transform(({ sub, sid, ...rest }): SignedInPrincipal => ({ ...rest, id: sub, session: sid }));

/** Enough for all signed-in users: every request sends a token, and its signature is verified only the first time. */
const tokensRemembered = 10_000;

interface GoodToken {
  principal: SignedInPrincipal;
  /** Epoch milliseconds. */
  expires: number;
}

/** Signed access tokens. They use system time, so that a moved company clock signs no one out. */
export class AccessTokens {
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  /** The key id in every token, so that a token of another key is rejected without verification. */
  readonly #kid: string;
  readonly #systemClock: Clock;
  /**
   * Accepted tokens by hash, so that the tokens themselves are not stored. Rejected ones are not stored, so that invented tokens cannot
   * fill the map.
   */
  readonly #good = new Map<string, GoodToken>();

  /** @param options.key Ed25519 private key */
  constructor(options: { key: KeyObject; systemClock: Clock }) {
    this.#key = options.key;
    this.#publicKey = createPublicKey(options.key);
    this.#kid = createHash('sha256')
      .update(this.#publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64url')
      .slice(0, 16);
    this.#systemClock = options.systemClock;
  }

  async issue(session: OpenSession): Promise<{ accessToken: string; expiresIn: number }> {
    const issued = Math.floor(this.#systemClock.now().getTime() / 1000);
    const sessionEnd = Math.floor(session.expires.getTime() / 1000);
    const expires = session.kind === 'service' ? sessionEnd : Math.min(issued + accessTokenLifeMs / 1000, sessionEnd);
    const accessToken = await new SignJWT(payloadOf(session))
      .setProtectedHeader({ alg: algorithm, kid: this.#kid })
      .setIssuer(issuer)
      // Ed25519 is deterministic: without an id, two tokens of the same second would be equal
      .setJti(randomUUID())
      .setIssuedAt(issued)
      .setExpirationTime(expires)
      .sign(this.#key);
    return { accessToken, expiresIn: Math.max(1, expires - issued) };
  }

  /** Returns the principal of a currently valid token; null for anything else. */
  async read(accessToken: string): Promise<SignedInPrincipal | null> {
    const name = createHash('sha256').update(accessToken).digest('base64url');
    const good = this.#good.get(name) ?? (await this.#verify(accessToken));
    if (!good || good.expires <= this.#systemClock.now().getTime()) {
      this.#good.delete(name);
      return null;
    }
    this.#remember(name, good);
    return good.principal;
  }

  async #verify(accessToken: string): Promise<GoodToken | null> {
    try {
      const { payload } = await jwtVerify(accessToken, ({ kid }) => this.#keyOf(kid), {
        algorithms: [algorithm],
        issuer,
        requiredClaims: ['exp', 'iat'],
        currentDate: this.#systemClock.now(),
      });
      const { data: principal } = claims.safeParse(payload);
      return principal && payload.exp !== undefined ? { principal: Object.freeze(principal), expires: payload.exp * 1_000 } : null;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  #remember(name: string, good: GoodToken): void {
    if (this.#good.has(name)) return;
    this.#good.set(name, good);
    const [oldest] = this.#good.keys();
    if (this.#good.size > tokensRemembered && oldest !== undefined) this.#good.delete(oldest);
  }

  #keyOf(kid: string | undefined): KeyObject {
    if (kid !== this.#kid) throw new errors.JWSInvalid('a token of another key');
    return this.#publicKey;
  }
}

function payloadOf({ id, principal, kind, employee, name, roles, device, site, locationId, terminal }: OpenSession): JWTPayload {
  return { sub: principal, sid: id, kind, employee, name, roles, device, site, locationId, terminal };
}
