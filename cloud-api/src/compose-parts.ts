import type { Operations } from './operations/operations.ts';
import type { MirrorParts } from './mirror/mirror-parts.ts';
import type { Payments } from './ports/payments.ts';

/** What every room is made of in which money, cards or plans change. */
export interface MoneyParts extends MirrorParts {
  operations: Operations;
  payments: Payments;
}
