import { createHash, createHmac, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

/** Random secrets are stored as this hash; 256 random bits need no slow one. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

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
  const exported = key.export({ type: 'pkcs8', format: 'der' });
  const derivedKey = Buffer.from(hkdfSync('sha256', exported, '', `washdesk ${purpose}`, 32));
  return {
    fresh: () => randomBytes(32).toString('base64url'),
    successorOf: (secret) => createHmac('sha256', derivedKey).update(secret).digest('base64url'),
  };
}
