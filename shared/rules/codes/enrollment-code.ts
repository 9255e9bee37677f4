/** Crockford's base 32: no I, L, O or U, so that no letter is mistaken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 10;

/** Returns a code of 50 bits from ten random bytes. */
export const enrollmentCodeFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, letters), (byte) => alphabet[byte % alphabet.length]).join('');

/** Returns the ten letters of a typed or pasted code; null for anything else. */
export function readEnrollmentCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/gu, '').replaceAll('O', '0').replaceAll(/[IL]/gu, '1');
  return /^[0-9A-HJKMNP-TV-Z]{10}$/u.test(code) ? code : null;
}

/** Returns the code in two groups, as people read it aloud: `7KQ4M-X2P9T`. */
export const showEnrollmentCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
