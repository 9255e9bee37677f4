import { StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import type { Expiry } from './card-facts.ts';
import { cardOfNumber, type TestCard } from './test-cards.ts';

export interface TypedCard {
  card: TestCard;
  expiry: Expiry;
}

const fields = ['number', 'exp_month', 'exp_year', 'cvc', 'networks'];

/**
 * @param now epoch seconds
 * @throws StripeFault 402 with the name of the invalid field
 */
export function typedCard(input: Input, now: number): TypedCard {
  input.allowOnly(fields);
  const card = cardOfNumber(input.required('number'));
  if (!card) throw typo('incorrect_number', 'number', 'Your card number is incorrect.');
  const cvc = input.text('cvc');
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) throw typo('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  return { card, expiry: expiryFrom(input, now) };
}

/** Returns month and year, which must not be in the past. */
export function expiryFrom(input: Input, now: number): Expiry {
  const month = Number(input.required('exp_month'));
  const sentYear = Number(input.required('exp_year'));
  const year = sentYear < 100 ? 2000 + sentYear : sentYear;
  const today = new Date(now * 1_000);
  const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
  const monthIsPast = year === thisYear && month < thisMonth;
  if (!Number.isInteger(month) || month < 1 || month > 12 || monthIsPast) {
    throw typo('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw typo('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  return { expMonth: month, expYear: year };
}

const typo = (code: string, param: string, message: string): StripeFault =>
  new StripeFault(402, message, { type: 'card_error', code, param });
