import { createHash, createHmac, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

/** Refresh tokens are stored as this hash; 256 random bits need no slow one. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface RefreshTokens {
  fresh(): string;
  /**
   * Returns the only token that may follow this one. It is computed rather than random: within the grace period the previous token can
   * return it again although only hashes are stored. Computing it requires the server's key.
   */
  successorOf(token: string): string;
}

/** @param key the server's private key; the key of the tokens is derived from it */
export function refreshTokens(key: KeyObject): RefreshTokens {
  const secret = key.export({ type: 'pkcs8', format: 'der' });
  const tokenKey = Buffer.from(hkdfSync('sha256', secret, '', 'washdesk refresh token', 32));
  return {
    fresh: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', tokenKey).update(token).digest('base64url'),
  };
}
