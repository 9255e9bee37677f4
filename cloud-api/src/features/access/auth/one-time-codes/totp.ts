import { Secret, TOTP } from 'otpauth';

/** The default parameters of authenticator apps (RFC 6238): six digits, SHA-1, 30 s. */
const form = { issuer: 'Washdesk', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Accepted steps before and after the current one, for a phone whose clock is slightly off. */
const window = 1;
const secretBytes = 20;

export const freshSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes);

const totpOf = (secret: Uint8Array, label: string) =>
  new TOTP({ ...form, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });

/** Returns the URI that an authenticator app scans, and the secret for manual entry. */
export function sharedForm(secret: Uint8Array, label: string): { uri: string; secret: string } {
  const totp = totpOf(secret, label);
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

/** Returns the 30 s step of this code; null unless it is the current, previous or next one. */
export function stepOf(secret: Uint8Array, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1_000 / form.period) + delta;
}

/** Returns the code that an app shows at a time. */
export const codeAt = (secret: Uint8Array, at: Date): string => totpOf(secret, '').generate({ timestamp: at.getTime() });
