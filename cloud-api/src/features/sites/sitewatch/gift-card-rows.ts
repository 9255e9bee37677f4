import type { GiftCard } from '@washdesk/contracts/sites/gift-card';
import type { GiftCard as SitewatchGiftCard } from '@washdesk/site-protocol/sitewatch';

const dollars = (cents: number): number => cents / 100;

/** Cents become dollars here and nowhere else (docs/rules/sites.md#gift-cards). */
export const giftCardRow = ({ code, planName, credit, used }: SitewatchGiftCard): GiftCard => ({
  CODE: code,
  PLANNAME: planName,
  CREDIT: dollars(credit),
  USED: dollars(used),
  BALANCE: dollars(credit + used),
});

/** Cents that remain on all of them. */
export const balanceOf = (cards: readonly SitewatchGiftCard[]): number => cards.reduce((sum, { credit, used }) => sum + credit + used, 0);
