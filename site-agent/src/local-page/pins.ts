import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { LocalRole } from '@washdesk/site-protocol/local-page';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;

export const pinForm = /^\d{6,12}$/;

/** The PINs of the local page, hashed: neither the configuration in memory nor a log contains one. */
export class Pins {
  readonly #salt = randomBytes(16);
  readonly #hashes: { role: LocalRole; hash: Buffer }[];

  /** @param pins valid and different */
  constructor(pins: Partial<Record<LocalRole, string | undefined>>) {
    this.#hashes = Object.entries(pins).flatMap(([role, pin]) =>
      pin === undefined ? [] : [{ role: role as LocalRole, hash: scryptSync(pin, this.#salt, keyBytes) }],
    );
  }

  /** Returns the role that signs in with this PIN; null for a wrong one, after the same time. */
  async roleOf(pin: string): Promise<LocalRole | null> {
    const hash = await derive(pin, this.#salt, keyBytes);
    const [match] = this.#hashes.filter((known) => timingSafeEqual(known.hash, hash));
    return match?.role ?? null;
  }
}
