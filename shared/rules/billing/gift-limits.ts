/** What staff can give without money. */
export const giftKinds = ['freeMonths', 'promos', 'unpaidReinstatements', 'coupons', 'texts'] as const;
export type GiftKind = (typeof giftKinds)[number];

/** How many gifts of a kind need no approval: by one person and at one device in 24 hours, and to one member. */
export interface GiftLimit {
  person: number;
  device: number;
  member: number;
}

export type GiftLimits = Readonly<Record<GiftKind, GiftLimit>>;

/** The days in which a member's gifts count: a member is a customer, a plate, a card or a phone. */
export const memberDays: Readonly<Record<GiftKind, number>> = {
  freeMonths: 365,
  promos: 365,
  unpaidReinstatements: 365,
  coupons: 30,
  texts: 1,
};

export const giftNames: Readonly<Record<GiftKind, string>> = {
  freeMonths: 'free months',
  promos: 'promotions',
  unpaidReinstatements: 'reinstatements without a payment',
  coupons: 'wash coupons',
  texts: 'texts',
};

/** Returns the limit that another gift exceeds; null for none. */
export function exceededGift(limit: GiftLimit, given: GiftLimit): keyof GiftLimit | null {
  const exceeded = (['member', 'person', 'device'] as const).find((by) => given[by] + 1 > limit[by]);
  return exceeded ?? null;
}
