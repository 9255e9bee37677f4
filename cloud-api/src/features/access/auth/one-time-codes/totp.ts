import { Secret, TOTP } from 'otpauth';

/** The form that authenticator apps expect where nothing else is said (RFC 6238): six digits, SHA-1, 30 s. */
const form = { issuer: 'Washdesk', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the current one, for a phone whose clock is a little off. */
const window = 1;
const secretBytes = 20;

export const freshSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes);

const totpOf = (secret: Uint8Array, label: string) =>
  new TOTP({ ...form, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });

/** What an authenticator app scans, and the secret for whoever types it. */
export function sharedForm(secret: Uint8Array, label: string): { uri: string; secret: string } {
  const totp = totpOf(secret, label);
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

/** The step of 30 s whose code this is; null where it is none of now, the step before or the step after. */
export function stepOf(secret: Uint8Array, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1_000 / form.period) + delta;
}

/** The code that an app shows at a time. */
export const codeAt = (secret: Uint8Array, at: Date): string => totpOf(secret, '').generate({ timestamp: at.getTime() });
