import type { ReaderCard } from '@washdesk/tests/simulators/stripe/readers/reader-cards';

/** A card that pays, however it is taken. */
export interface GoodCard {
  /** As it is tapped at a reader. */
  tap: ReaderCard;
  /** As it is typed. */
  number: string;
  /** As Stripe calls it without a browser. */
  token: string;
  /** As the screens show it. */
  shown: string;
}

/** One a site: an open refund gives money back to the newest charges of its card, which must not be those of another worker. */
const cards: Readonly<Record<number, GoodCard>> = {
  12: { tap: 'visa', number: '4242 4242 4242 4242', token: 'pm_card_visa', shown: 'Visa ending in 4242' },
  27: { tap: 'mastercard', number: '5555 5555 5555 4444', token: 'pm_card_mastercard', shown: 'Mastercard ending in 4444' },
};

export function goodCard(site: number): GoodCard {
  const card = cards[site];
  if (!card) throw new Error(`No card belongs to site ${site}`);
  return card;
}
