import { createHash, createHmac, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

/** A refresh token is stored as this hash; 256 random bits need no slow one. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface RefreshTokens {
  fresh(): string;
  /**
   * The only token that may follow this one. It is computed, not drawn, so that the previous token can get it again within the grace time
   * although only hashes are stored; without the server's key nobody can compute it.
   */
  successorOf(token: string): string;
}

/** @param key the server's private key, from which the tokens' own key is derived */
export function refreshTokens(key: KeyObject): RefreshTokens {
  const secret = key.export({ type: 'pkcs8', format: 'der' });
  const tokenKey = Buffer.from(hkdfSync('sha256', secret, '', 'washdesk refresh token', 32));
  return {
    fresh: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', tokenKey).update(token).digest('base64url'),
  };
}
