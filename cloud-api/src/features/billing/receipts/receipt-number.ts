import { isOwnId } from '../../../common/own-id.ts';

/** Crockford's base 32: digits and letters without look-alikes. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const digits = 12;
const bitsOfDigit = 5n;
/** A number has the first 60 of a UUID's 128 bits: the timestamp and the first random bits. */
const lostBits = 68n;

const numberForm = /^[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}$/i;

/** The number on a receipt, short enough to type: '06B1-KQ3M-7ZRE'. Null for an id of the payment provider. */
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

/** Returns the lowest and highest id with this number; null if the text is not a number. */
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
