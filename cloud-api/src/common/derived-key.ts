import { hkdfSync, type KeyObject } from 'node:crypto';

/**
 * Derives a key for one purpose from a private key of the installation (HKDF with SHA-256).
 * @param purpose must never change: what was made with its key would be lost
 */
export function derivedKey(secret: KeyObject, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.export({ type: 'pkcs8', format: 'der' }), '', `washdesk ${purpose}`, bytes));
}
