import type { Deeds } from './operations/deeds.ts';
import type { MirrorParts } from './mirror/parts.ts';
import type { Payments } from './ports/payments.ts';

/** What every room is made of in which money, cards or plans change. */
export interface MoneyParts extends MirrorParts {
  deeds: Deeds;
  payments: Payments;
}
