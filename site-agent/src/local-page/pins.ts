import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { LocalRole } from '@washdesk/site-protocol/local-page';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;

export const pinForm = /^\d{6,12}$/;

/** The PINs of the local page, hashed: neither the configuration in memory nor a log contains one. */
export class Pins {
  readonly #salt = randomBytes(16);
  readonly #hashes: Promise<{ role: LocalRole; hash: Buffer }[]>;

  /** @param pins valid and different */
  constructor(pins: Partial<Record<LocalRole, string | undefined>>) {
    const given = Object.entries(pins).flatMap(([role, pin]) => (pin === undefined ? [] : [{ role: role as LocalRole, pin }]));
    // in the background: a file is also checked while gates are in use
    this.#hashes = Promise.all(given.map(async ({ role, pin }) => ({ role, hash: await this.#hashed(pin) })));
  }

  /** Returns the role that signs in with this PIN; null for a wrong one, after the same time. */
  async roleOf(pin: string): Promise<LocalRole | null> {
    const [hash, hashes] = await Promise.all([this.#hashed(pin), this.#hashes]);
    const [match] = hashes.filter((known) => timingSafeEqual(known.hash, hash));
    return match?.role ?? null;
  }

  #hashed(pin: string): Promise<Buffer> {
    return derive(pin, this.#salt, keyBytes);
  }
}
