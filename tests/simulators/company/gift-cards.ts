import type { GiftCards } from './payment-model.ts';

const dollars = (amount: number): number => amount * 100;

/** Gift cards to try. They are the same in every company, so their codes can be memorized. Each is known at the site that sold it. */
export const giftCards = {
  full: { code: 'GIFT1001', site: 12, cards: [{ credit: dollars(20), used: 0 }], says: 'a gift card of Joliet with all of its $20' },
  halfUsed: {
    code: 'GIFT1002',
    site: 12,
    cards: [{ credit: dollars(50), used: dollars(25) }],
    says: 'a gift card of Joliet with $25 left of $50',
  },
  empty: { code: 'GIFT1003', site: 12, cards: [{ credit: dollars(20), used: dollars(20) }], says: "a gift card of Joliet: 'zero balance'" },
  twoUnderOneCode: {
    code: 'GIFT1004',
    site: 12,
    cards: [
      { credit: dollars(10), used: dollars(4) },
      { credit: dollars(25), used: 0 },
    ],
    says: 'two gift cards of Joliet under one code: $6 and $25 left',
  },
  otherSite: {
    code: 'GIFT2001',
    site: 27,
    cards: [{ credit: dollars(20), used: 0 }],
    says: 'a gift card of Merrillville with all of its $20',
  },
} satisfies Record<string, GiftCards>;

export type GiftCardKey = keyof typeof giftCards;
