import { isOwnId } from '../../../common/own-id.ts';

/** Digits and letters without those that people mix up (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const digits = 12;
const bitsOfDigit = 5n;
/** A number holds the first 60 of a UUID's 128 bits: of ours the time of their making and the first bits of chance. */
const lostBits = 68n;

const numberForm = /^[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}$/i;

/** The number on a receipt, short enough to be typed: '06B1-KQ3M-7ZRE'. None for an id of the payment provider, which nobody can type. */
export function receiptNumber(id: string): string | null {
  if (!isOwnId(id)) return null;
  let rest = BigInt(`0x${id.replaceAll('-', '')}`) >> lostBits;
  let text = '';
  for (let place = 0; place < digits; place += 1) {
    text = alphabet.charAt(Number(rest % 32n)) + text;
    rest >>= bitsOfDigit;
  }
  return (text.match(/.{4}/g) ?? []).join('-');
}

/** The least and the greatest id that bear this number; null for a text that is none. */
export function idsOfNumber(number: string): { from: string; to: string } | null {
  if (!numberForm.test(number)) return null;
  const value = Array.from(number.replaceAll('-', '').toUpperCase()).reduce(
    (sum, digit) => sum * 32n + BigInt(alphabet.indexOf(digit)),
    0n,
  );
  return { from: uuidOf(value << lostBits), to: uuidOf(((value + 1n) << lostBits) - 1n) };
}

function uuidOf(value: bigint): string {
  return value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
