import { createHmac, hash, randomBytes, type KeyObject } from 'node:crypto';
import { derivedKey } from './derived-key.ts';

/** Random secrets are stored as this hash; 256 random bits need no slow one. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export interface RotatingSecrets {
  fresh(): string;
  /**
   * Returns the only secret that may follow this one. It is computed rather than random: within the grace period the previous secret can
   * return it again although only hashes are stored. Computing it requires the server's key.
   */
  successorOf(secret: string): string;
}

/** @param key the server's private key; the key of the secrets is derived from it for their purpose */
export function rotatingSecrets(key: KeyObject, purpose: 'refresh token' | 'device cookie'): RotatingSecrets {
  const ownKey = derivedKey(key, purpose);
  return {
    fresh: () => randomBytes(32).toString('base64url'),
    successorOf: (secret) => createHmac('sha256', ownKey).update(secret).digest('base64url'),
  };
}
