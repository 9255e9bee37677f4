import type { CardFacts } from '../objects/payment-method.ts';
import { fingerprintOf, type TestCard } from './test-cards.ts';

export interface Expiry {
  expMonth: number;
  expYear: number;
}

/** Far enough ahead for tests that move the clock by months. @param now epoch seconds */
export function expiryOf(now: number): Expiry {
  return { expMonth: 8, expYear: new Date(now * 1_000).getUTCFullYear() + 4 };
}

export function factsOf(card: TestCard, expiry: Expiry): CardFacts {
  return { brand: card.brand, funding: card.funding, last4: card.number.slice(-4), fingerprint: fingerprintOf(card.number), ...expiry };
}
