import { hash } from 'node:crypto';
import type { RosterEntry } from './roster.ts';

/** Separates fields and groups; no code or name contains it. */
const [unitSeparator, recordSeparator] = ['\u001F', '\u001E'];
const checksumDigits = 16;

/** The first 64 bits of an entry's SHA-256. The function `roster_digest` of the cloud's database computes the same. */
export function digestOf(entry: RosterEntry): bigint {
  const { seq, code, customer, planName, productClass, status, goodUntil, priceIncrease, groups, removed } = entry;
  const until = goodUntil === null ? null : Date.parse(goodUntil);
  const fields = [seq, code, customer, planName, productClass, status, until, priceIncrease, groups.join(recordSeparator), removed];
  return checksumValue(hash('sha256', fields.join(unitSeparator), 'hex').slice(0, checksumDigits));
}

/**
 * The checksum of a set of entries is the exclusive or of their digests: their order does not matter, and one entry is added or taken away
 * without the others (docs/decisions/0084-proven-roster.md).
 */
export const checksumText = (value: bigint): string => value.toString(16).padStart(checksumDigits, '0');
export const checksumValue = (text: string): bigint => BigInt(`0x${text}`);

export const checksumOfDigests = (digests: readonly bigint[]): string => checksumText(digests.reduce((sum, digest) => sum ^ digest, 0n));

export const checksumOf = (entries: readonly RosterEntry[]): string => checksumOfDigests(entries.map(digestOf));
