import { createHash } from 'node:crypto';
import type { BehaviourName } from './behaviours.ts';

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover';

/** A physical card: the facts of its number, and its behavior. */
export interface TestCard {
  number: string;
  brand: Brand;
  funding: 'credit' | 'debit' | 'prepaid';
  behaviour: BehaviourName;
}

const card = (
  number: string,
  behaviour: BehaviourName = 'succeeds',
  brand: Brand = 'visa',
  funding: TestCard['funding'] = 'credit',
): TestCard => ({
  number,
  brand,
  funding,
  behaviour,
});

/** Stripe's test cards by token, without the leading `pm_card_` (docs.stripe.com/testing). */
const byToken: Readonly<Record<string, TestCard>> = {
  visa: card('4242424242424242'),
  visa_debit: card('4000056655665556', 'succeeds', 'visa', 'debit'),
  mastercard: card('5555555555554444', 'succeeds', 'mastercard'),
  mastercard_debit: card('5200828282828210', 'succeeds', 'mastercard', 'debit'),
  mastercard_prepaid: card('5105105105105100', 'succeeds', 'mastercard', 'prepaid'),
  amex: card('378282246310005', 'succeeds', 'amex'),
  discover: card('6011111111111117', 'succeeds', 'discover'),
  visa_chargeDeclined: card('4000000000000002', 'declined'),
  visa_chargeDeclinedInsufficientFunds: card('4000000000009995', 'declined_insufficient_funds'),
  visa_chargeDeclinedLostCard: card('4000000000009987', 'declined_lost_card'),
  visa_chargeDeclinedStolenCard: card('4000000000009979', 'declined_stolen_card'),
  visa_chargeDeclinedVelocityLimitExceeded: card('4000000000006975', 'declined_velocity'),
  chargeDeclinedExpiredCard: card('4000000000000069', 'declined_expired_card'),
  chargeDeclinedIncorrectCvc: card('4000000000000127', 'declined_incorrect_cvc'),
  chargeDeclinedProcessingError: card('4000000000000119', 'declined_processing_error'),
  chargeCustomerFail: card('4000000000000341', 'declined_when_charged'),
  radarBlock: card('4100000000000019', 'blocked'),
  riskLevelHighest: card('4000000000004954', 'blocked'),
  riskLevelElevated: card('4000000000009235', 'elevated_risk'),
  authenticationRequired: card('4000002760003184', 'authentication_required'),
  createDispute: card('4000000000000259', 'disputed'),
  createDisputeProductNotReceived: card('4000000000002685', 'disputed_not_received'),
  createDisputeInquiry: card('4000000000001976', 'inquired'),
  createIssuerFraudRecord: card('4000000000005423', 'fraud_warned'),
  refundFail: card('4000000000005126', 'refund_fails'),
  pendingRefund: card('4000000000007726', 'refund_pends'),
};

const byNumber = new Map(Object.values(byToken).map((each) => [each.number, each]));

/** Returns the card of `pm_card_…`. Declined cards are also found without the brand in their name, like the older tokens. */
export function cardOfToken(token: string): TestCard | undefined {
  const name = token.startsWith('pm_card_') ? token.slice('pm_card_'.length) : undefined;
  return name === undefined ? undefined : (byToken[name] ?? byToken[`visa_${name}`] ?? byToken[name.replace('visa_', '')]);
}

/** Every well-formed number is a card; those outside the table always succeed. Undefined for a malformed number. */
export function cardOfNumber(number: string): TestCard | undefined {
  const digits = number.replaceAll(/[ -]/g, '');
  return byNumber.get(digits) ?? (isWellFormed(digits) ? card(digits, 'succeeds', brandOf(digits)) : undefined);
}

function brandOf(digits: string): Brand {
  if (/^3[47]/.test(digits)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  return digits.startsWith('6') ? 'discover' : 'visa';
}

/** Checks the Luhn digit and the length of a card number. */
function isWellFormed(digits: string): boolean {
  if (!/^\d{14,16}$/.test(digits)) return false;
  const fromTheRight = Array.from(digits, Number).toReversed();
  const sum = fromTheRight.reduce((total, digit, place) => {
    const weighted = digit * (place % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** The same number has the same fingerprint, however the card was read. */
export function fingerprintOf(number: string): string {
  return createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16);
}
