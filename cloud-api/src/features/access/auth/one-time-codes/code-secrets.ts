import { createCipheriv, createDecipheriv, createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { derivedKey } from '../../../../common/derived-key.ts';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const recoveryCodes = 10;
/** 80 random bits. */
const recoveryBytes = 10;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const digitOf = (bits: string): string => alphabet[Number.parseInt(bits, 2)] ?? '';
const bitsOf = (bytes: Buffer): string => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');

/** Ten codes of sixteen unambiguous letters and digits, in groups of four with hyphens. */
export const freshRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () => {
    const letters = (bitsOf(randomBytes(recoveryBytes)).match(/.{5}/g) ?? []).map(digitOf).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });

/**
 * Stores secrets of one-time codes encrypted (AES-256-GCM) with a key of this installation and bound to their user, so that a copied
 * database or a row moved to another user is useless. Recovery codes are stored as keyed hashes.
 */
export class CodeSecrets {
  readonly #cipherKey: Buffer;
  readonly #hashKey: Buffer;

  /** @param secret a private key of the installation; the keys are derived from it */
  constructor(secret: KeyObject) {
    const keys = derivedKey(secret, 'one-time codes', 2 * keyBytes);
    this.#cipherKey = keys.subarray(0, keyBytes);
    this.#hashKey = keys.subarray(keyBytes);
  }

  sealed(employee: number, secret: Buffer): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#cipherKey, iv).setAAD(Buffer.from(String(employee)));
    return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** Returns null for a secret sealed with another key or for another user. */
  opened(employee: number, sealed: Buffer): Buffer | null {
    const [iv, tag] = [sealed.subarray(0, ivBytes), sealed.subarray(-tagBytes)];
    const decipher = createDecipheriv('aes-256-gcm', this.#cipherKey, iv, { authTagLength: tagBytes })
      .setAAD(Buffer.from(String(employee)))
      .setAuthTag(tag);
    const secret = decipher.update(sealed.subarray(ivBytes, -tagBytes));
    try {
      return Buffer.concat([secret, decipher.final()]);
    } catch {
      return null;
    }
  }

  hashOf(employee: number, recoveryCode: string): Buffer {
    return createHmac('sha256', this.#hashKey)
      .update(`${employee} ${recoveryCode.replaceAll('-', '')}`)
      .digest();
  }
}
