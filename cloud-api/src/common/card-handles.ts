import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { derivedKey } from './derived-key.ts';

const prefix = 'card-';
const tagBytes = 16;
const keyBytes = 32;

/**
 * Opaque names of stored cards (docs/decisions/0023-card-handles.md): the provider's id, encrypted under a key of this installation, with a
 * keyed hash of the id as initialization vector. One card has one handle, and handles cannot be forged.
 */
export class CardHandles {
  readonly #tagKey: Buffer;
  readonly #cipherKey: Buffer;

  /** @param secret a private key of the installation, from which the handles' keys are derived */
  constructor(secret: KeyObject) {
    const keys = derivedKey(secret, 'card handles', 2 * keyBytes);
    this.#tagKey = keys.subarray(0, keyBytes);
    this.#cipherKey = keys.subarray(keyBytes);
  }

  handleOf(paymentMethod: string): string {
    const tag = this.#tagOf(paymentMethod);
    const cipher = createCipheriv('aes-256-ctr', this.#cipherKey, tag);
    const sealed = Buffer.concat([tag, cipher.update(paymentMethod, 'utf8'), cipher.final()]);
    return prefix + sealed.toString('base64url');
  }

  /** Returns the provider's id; null if it is not a handle of this installation. */
  paymentMethodOf(handle: string): string | null {
    if (!isHandle(handle)) return null;
    const sealed = Buffer.from(handle.slice(prefix.length), 'base64url');
    // the last character may have unused bits
    if (sealed.length <= tagBytes || prefix + sealed.toString('base64url') !== handle) return null;
    const tag = sealed.subarray(0, tagBytes);
    const decipher = createDecipheriv('aes-256-ctr', this.#cipherKey, tag);
    const id = Buffer.concat([decipher.update(sealed.subarray(tagBytes)), decipher.final()]).toString('utf8');
    return timingSafeEqual(this.#tagOf(id), tag) ? id : null;
  }

  #tagOf(paymentMethod: string): Buffer {
    return createHmac('sha256', this.#tagKey).update(paymentMethod).digest().subarray(0, tagBytes);
  }
}

/** The provider's ids have no hyphen. */
export const isHandle = (text: string): boolean => text.startsWith(prefix);
