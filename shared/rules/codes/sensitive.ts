/** Card numbers must not appear in a log, topic or receipt. The company's own codes look like them and must appear. */

const replacement = '[card number removed]';

/**
 * A run of 13 to 19 digits, or digits grouped as printed on cards. Groups next to a hexadecimal letter are part of an id. The lookaheads
 * consume nothing, so a card is found even directly after other digits.
 */
const runs = /(?<!\d)(?=(\d{13,19})(?!\d))/g;
const groups = /(?<![\da-f])(?=(\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5})(?![\da-f]))/gi;

/** No bank card starts with 0 or 1, and no 13-digit one with 2 or 3. Times in milliseconds and microseconds therefore stay readable. */
const issuedForm = /^(?:[4-9]\d{12}|[2-9]\d{13,18})$/;

/** The company's loyalty cards and barcodes. One in ten would pass as a card number. */
const ownCodes = [/^62989213\d{8}$/, /^62989223[123]\d{9}$/];

/**
 * Whether digits may be a payment card number: 13 to 19 digits in a bank's form, a valid Luhn checksum, and not one of the company's own
 * codes.
 */
export function looksLikeCardNumber(digits: string): boolean {
  return issuedForm.test(digits) && passesLuhn(digits) && !ownCodes.some((code) => code.test(digits));
}

/** Replaces every possible card number in the text. */
export function redactCardNumbers(text: string): string {
  const found = [runs, groups].flatMap((form) => Array.from(text.matchAll(form), ([, candidate = '']) => candidate));
  const cards = found.filter((candidate) => looksLikeCardNumber(candidate.replaceAll(/[ -]/g, '')));
  return cards.reduce((redacted, card) => redacted.replaceAll(card, replacement), text);
}

function passesLuhn(digits: string): boolean {
  const weighted = Array.from(digits, Number)
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? digit : doubled(digit)));
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/** Doubles a digit and sums the digits of the result. */
function doubled(digit: number): number {
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}
