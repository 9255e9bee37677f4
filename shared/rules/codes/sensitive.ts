/** Card numbers must not get into a log, topic or receipt; the company's own codes look like them and must. */

const replacement = '[card number removed]';

/**
 * A run of 13 to 19 digits, or digits in the groups that are printed on cards. Groups with a hexadecimal letter at either end are part
 * of an id. The lookaheads take nothing away, so that a card is found although other digits stand right before it.
 */
const runs = /(?<!\d)(?=(\d{13,19})(?!\d))/g;
const groups = /(?<![\da-f])(?=(\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5})(?![\da-f]))/gi;

/** No bank's card starts with 0 or 1, and none of 13 digits with 2 or 3: so times in milliseconds and in microseconds stay readable. */
const issuedForm = /^(?:[4-9]\d{12}|[2-9]\d{13,18})$/;

/** Loyalty cards and barcodes of the company. One in ten would pass for a card number. */
const ownCodes = [/^62989213\d{8}$/, /^62989223[123]\d{9}$/];

/** Whether bare digits may be a payment card's: 13 to 19 as banks issue them, Luhn's checksum right, none of the company's own codes. */
export function looksLikeCardNumber(digits: string): boolean {
  return issuedForm.test(digits) && passesLuhn(digits) && !ownCodes.some((code) => code.test(digits));
}

/** The text with every possible card number taken out. */
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

/** Twice a digit, with the digits of the result added up. */
function doubled(digit: number): number {
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}
