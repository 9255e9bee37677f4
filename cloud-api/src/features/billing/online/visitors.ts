import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { derivedKey } from '../../../common/derived-key.ts';
import { Failure } from '../../../common/failure.ts';
import { customerNetwork } from '../../../common/networks.ts';
import { hashOfSecret } from '../../../common/rotating-secrets.ts';
import type { Clock } from '../../../ports/clock.ts';

/** The cookie of the public sign-up: a random value that tells browsers apart, and nothing about their users. */
export const visitorCookie = 'washdesk_visitor';
export const visitorCookieOptions = { path: '/', maxAgeSeconds: 30 * 86_400 };

const keyMs = 30 * 60_000;
const cookieForm = /^[\w-]{22}$/;
const keyForm = /^(?<expires>\d{10})\.(?<ofBrowser>[\w-]{43})\.(?<ofNetwork>[\w-]{43})$/;

/** A browser in the public sign-up. */
export interface Visitor {
  /** A hash of its cookie; null for a browser without one. */
  browser: string | null;
  /** The network of its address, which limits count by. */
  network: string;
}

export const visitorOf = (cookie: string | undefined, ip: string): Visitor => ({
  browser: cookie !== undefined && cookieForm.test(cookie) ? hashOfSecret(cookie).toString('base64url') : null,
  network: customerNetwork(ip),
});

/** Signs the keys of the public sign-up. A key is valid in the browser that received it, or in its network if it refuses cookies. */
export class SessionKeys {
  readonly #clock: Clock;
  readonly #secret: Buffer;

  /** @param key a private key of the installation, from which the keys' own is derived */
  constructor({ clock, key }: { clock: Clock; key: KeyObject }) {
    this.#clock = clock;
    this.#secret = derivedKey(key, 'online session');
  }

  /** Returns a cookie for a browser that has none. */
  freshCookie(): string {
    return randomBytes(16).toString('base64url');
  }

  issue(visitor: Visitor): { sessionKey: string; expires: string } {
    const expires = Math.floor((this.#clock.now().getTime() + keyMs) / 1_000);
    const sessionKey = [expires, this.#ofBrowser(expires, visitor), this.#ofNetwork(expires, visitor)].join('.');
    return { sessionKey, expires: new Date(expires * 1_000).toISOString() };
  }

  /** @throws Failure 403 `session_expired` */
  require(sessionKey: string, visitor: Visitor): void {
    const { expires: until = '0', ofBrowser = '', ofNetwork = '' } = keyForm.exec(sessionKey)?.groups ?? {};
    const expires = Number(until);
    const isOwn = isSame(this.#ofBrowser(expires, visitor), ofBrowser) || isSame(this.#ofNetwork(expires, visitor), ofNetwork);
    if (!isOwn || expires * 1_000 <= this.#clock.now().getTime()) {
      throw new Failure(403, 'session_expired', 'This page has expired. Reload it and try again');
    }
  }

  #ofBrowser(expires: number, { browser }: Visitor): string {
    return browser === null ? this.#signature(`${expires} ${randomBytes(16).toString('hex')}`) : this.#signature(`${expires} ${browser}`);
  }

  #ofNetwork(expires: number, { network }: Visitor): string {
    return this.#signature(`${expires} network ${network}`);
  }

  #signature(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
