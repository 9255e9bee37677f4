import type { ReaderCard } from '@washdesk/stripe-simulator/readers/reader-cards';

/** A card whose payments succeed, for each way to enter it. */
export interface GoodCard {
  /** The card for a tap at a reader. */
  tap: ReaderCard;
  /** The number for typing. */
  number: string;
  /** Stripe's token for it, without a browser. */
  token: string;
  /** The card as the screens show it. */
  shown: string;
}

/** One card per site: an open refund uses the newest charges of its card, which must not be those of another worker. */
const cards: Readonly<Record<number, GoodCard>> = {
  12: { tap: 'visa', number: '4242 4242 4242 4242', token: 'pm_card_visa', shown: 'Visa ending in 4242' },
  27: { tap: 'mastercard', number: '5555 5555 5555 4444', token: 'pm_card_mastercard', shown: 'Mastercard ending in 4444' },
};

export function goodCard(site: number): GoodCard {
  const card = cards[site];
  if (!card) throw new Error(`Site ${site} has no card`);
  return card;
}
